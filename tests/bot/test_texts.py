"""Every sentence in every language."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.club.exercises import laid_out
from bot.ui.crowns import RIGHT
from bot.ui.venues import RIGHTS, RIGHTS_IN_THREADS
from bot.words import figures
from bot.words.language import LANGUAGES, Figure, Language, Page, PageNumber, language, page_templates
from bot.words.sentences import described
from engines import GAMES
from engines.choices import Choices
from engines.codes import Note, Value
from engines.game import Chosen, Game, Outcome, Position
from engines.moves import CHANCE, TABLE, Aborted, Awarded, Drawn, Leave
from render import Scene, draw
from tests.engines.walks import Walk

ROOT = Path(bot.__file__).parent
OTHERS = LANGUAGES[1:]
BUTTONS = ("public", "private")
"""By these a sentence names a button: `{public:move}`."""


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", OTHERS)
def test_all_languages_have_the_same_keys(code: str) -> None:
    assert set(language(code).sentences) == set(language("en").sentences)


@pytest.mark.parametrize("code", OTHERS)
def test_all_languages_have_the_same_placeholders(code: str) -> None:
    for key, text in language("en").sentences.items():
        assert placeholders(language(code).sentences[key]) == placeholders(text), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_is_empty_or_unfinished(code: str) -> None:
    for key, text in language(code).sentences.items():
        assert text.strip(), key
        assert "TODO" not in text, key


def labels(code: str) -> set[str]:
    """What stands on buttons in a language, but what has signs and numbers only."""
    said = language(code).sentences.items()
    found = {text for key, text in said if is_on_a_button(key) and "{" not in text}
    return {label for label in found if re.match(r"\w{2}", label)}


def is_on_a_button(key: str) -> bool:
    return (
        key.startswith("buttons.") or ".aside." in key or re.fullmatch(r"offers\.\w+\.agree", key) is not None
    )


def named_by_hand(text: str, labels: set[str]) -> list[str]:
    """Those that stand in bold or in brackets, or with a capital in the middle of a sentence."""
    alternatives = "|".join(sorted(map(re.escape, labels), key=len, reverse=True))
    marked = rf"(?:\*\*|\[)({alternatives})(?:\*\*|\](?!\())"
    amid = rf"(?<=[a-z,;] )({alternatives})(?!\w)"
    return [found.group() for found in re.finditer(f"{marked}|{amid}", text)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_names_a_button_by_hand(code: str) -> None:
    """It would name it in the reader's language, though the button may speak the server's."""
    sentences = {key: text for key, text in language(code).sentences.items() if not is_on_a_button(key)}
    pages = {
        f"{game} {number}": page for game in GAMES for number, page in enumerate(page_templates(game, code))
    }
    on_buttons = labels(code)
    for key, text in {**sentences, **pages}.items():
        assert not named_by_hand(text, on_buttons), key


def test_a_button_named_by_hand_would_be_seen() -> None:
    assert named_by_hand("Press Move on the newest board.", labels("en")) == ["Move"]
    assert named_by_hand("You can end it under **More** there.", labels("en")) == ["**More**"]
    assert named_by_hand("Je kunt het afspreken onder [Meer].", labels("nl")) == ["[Meer]"]
    assert not named_by_hand("Move on. [Rules](https://discord.com)", labels("en"))


def test_public_buttons_are_named_as_they_stand_on_the_post_and_private_ones_as_their_reader_sees_them() -> (
    None
):
    reader = language("en").beside(language("nl"))
    assert reader.refusal("stale", {}).endswith("press **Zet** on the newest board.")
    assert reader.say("offers.pause.agreed").endswith("presses **Go on** under **Meer**.")
    assert language("en").refusal("stale", {}).endswith("press **Move** on the newest board.")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_button_that_is_named_has_a_label(code: str) -> None:
    words = language(code)
    texts = [*words.sentences.values(), *(page for game in GAMES for page in page_templates(game, code))]
    for text in texts:
        for _, name, spec, _ in string.Formatter().parse(text):
            if name in BUTTONS:
                assert words.has(f"buttons.{spec}") or words.has(str(spec)), text


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_refusal_is_one_whole_sentence_or_two(code: str) -> None:
    refusals = {key: text for key, text in language(code).sentences.items() if "refusals." in key}
    for key, text in refusals.items():
        sentences = re.split(r"(?<=[.?!])\s+(?=[A-Z])", text)
        assert len(sentences) <= 2, key
        assert text[-1] in ".?", key


def test_every_key_the_code_asks_for_is_there() -> None:
    """Keys that are written out; those put together are met by the actors' tests."""
    words = language("en")
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            key = node.args[0].value
            if not isinstance(key, str):
                continue
            if called in {"say", "named"}:
                assert words.has(key), f"{path.name}: {key}"
            if called == "Refused":
                assert words.has(f"refusals.{key}"), f"{path.name}: {key}"


def test_every_right_has_a_name() -> None:
    for code in LANGUAGES:
        for right in {*RIGHTS, *RIGHTS_IN_THREADS, RIGHT}:
            assert language(code).has(f"rights.{right}")


def test_a_locale_finds_its_language() -> None:
    assert language("nl").code == "nl"
    assert language("nl-BE").code == "nl"
    assert language("en-GB").code == "en"
    assert language("pt-BR").code == "en", "whoever has none of ours reads English"


def test_listing_reads_well() -> None:
    assert language("en").listing(()) == ""
    assert language("en").listing(("a",)) == "a"
    assert language("en").listing(("a", "b")) == "a and b"
    assert language("nl").listing(("a", "b", "c")) == "a, b en c"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_before_chance_no_seat_is_said_to_be_to_move(game: Game[Any]) -> None:
    words = language("en")
    walk = Walk(game, {}, game.seats[1], 1, 60)
    falling = [position for position, who, _ in walk.steps() if who == CHANCE]
    assert falling
    for position in falling:
        assert "To move" not in described(laid_out(game, 1, position, 0, 1, "Anna"), words)


def test_numbers_choose_their_form() -> None:
    words = language("en")
    assert words.say("games.knopen.hints.threatens", count=1) == "threatens 1 button"
    assert words.say("games.knopen.hints.threatens", count=3) == "threatens 3 buttons"


_DEEPEST = 4
"""Steps of composing, in a game that has any number of them."""


OF_ALL = ("won", "drawn", "reasons")
"""Kinds of text that all games share where a game has none of its own."""

Said = tuple[str, tuple[Note, ...]]
"""A kind of text, and what it is to say: any of the notes must have words, and mostly it is but one."""


def _said_at_every_step(position: Position, seat: int) -> Iterator[Said]:
    """Down the first option of every step: its question, and the notes of each option.

    Where any number of steps leads to a move, the first option is followed by what stands beside it.
    """
    partial: tuple[str, ...] = ()
    while isinstance(step := position.choices(seat, partial), Choices):
        yield "asks", (Note(step.ask, {"chosen": step.chosen, **step.values}),)
        if not partial and position.forced() is None:
            values = {"count": len(step.options), "places": ("a1",), **step.values}
            yield "turn", (Note(step.ask, values),)
        if not partial and position.if_silent(seat) is not None:
            yield "time", (Note(step.ask, {"due": "soon"}),)
        yield from (("draft", (note,)) for note in step.notes)
        yield from (("composed", (note,)) for note in step.in_words)
        yield from (("hints", (note,)) for option in step.options for note in option.notes)
        yield from (("aside", option.notes) for option in step.aside)  # the label of a button
        answers = (*step.options, *step.aside)
        if not position.can_list_moves(seat) and partial:
            answers = step.aside
        partial = (*partial, answers[0].key)
        if len(partial) > _DEEPEST:
            return
    if step.warning:
        yield "warnings", (Note(step.warning.code, {"text": "", **step.warning.values}),)


def _said_along(walk: Walk) -> Iterator[Said]:
    position = walk.start()
    for position, who, move in walk.steps():
        if who != TABLE:  # what the table does is told in the words of all games
            for note in position.notes(who, move):
                yield "told", (Note(note.code, {"who": "@x", **note.values}),)
        yield from _said_of(position, walk.seats)
        for seat in position.to_move:
            if seat >= 0:
                yield from _said_at_every_step(position, seat)
    yield from _said_of(walk.end(), walk.seats)


def _said_of(position: Position, seats: int) -> Iterator[Said]:
    yield from (("summary", (note,)) for note in position.summary())
    yield from (("sides", (Note(side),)) for seat in range(seats) if (side := position.side(seat)))
    if outcome := position.outcome:
        yield from _said_of_the_end(outcome)


def _said_of_the_end(outcome: Outcome) -> Iterator[Said]:
    """As the board says it and, in a few words, the history."""
    values: dict[str, Value] = {
        "winners": ("@x", "@y"),
        "losers": ("@z",),
        "most": max(outcome.scores),
        "least": min(outcome.scores),
    }
    shared = "_shared" if len(outcome.winners) > 1 else ""
    yield "won" if outcome.winners else "drawn", (Note(f"{outcome.reason}{shared}", values),)
    yield "reasons", (Note(outcome.reason),)


def _everything_said(game: Game[Any]) -> list[Said]:
    """Along random matches, each thing once: every note, question, hint, warning, side and end.

    With as few and as many seats as may be by turns, now and then with a number in between.
    """
    found: dict[str, Said] = {}
    least, most = game.seats
    for seed in range(40):
        seats = (least, most, least + seed // 3 % (most - least + 1))[seed % 3]
        walk = Walk(game, _any_options(game, seed), seats, seed, 120)
        begun = Walk(game, walk.options, seats, seed, seed)  # not yet over, however short the game
        found |= {repr(said): said for said in (*_said_along(walk), *_said_when_it_ends(begun))}
    return list(found.values())


def _said_when_it_ends(walk: Walk) -> Iterator[Said]:
    """Where it stands, and when everybody but one leaves there, or all agree."""
    position = walk.end()
    if position.outcome:
        return
    yield from _said_of(position.play(TABLE, Drawn()), walk.seats)
    yield from _said_of(position.play(TABLE, Aborted()), walk.seats)
    playing = sorted(set(range(walk.seats)) - walk.left())
    for count in range(1, min(len(playing), walk.seats - 1) + 1):
        yield from _said_of(position.play(TABLE, Awarded(tuple(playing[:count]))), walk.seats)
    for seat in sorted(set(range(walk.seats)) - walk.left())[1:]:
        position = position.play(TABLE, Leave(seat))
        yield from _said_of(position, walk.seats)


def _any_options(game: Game[Any], seed: int) -> dict[str, Chosen]:
    return {setting.name: setting.values[seed % len(setting.values)] for setting in game.settings}


@pytest.mark.parametrize("game", GAMES)
def test_everything_a_game_says_has_words_in_every_language(game: str) -> None:
    for kind, notes in _everything_said(GAMES[game]):
        for words in map(language, LANGUAGES):
            code = notes[0].code.removesuffix(
                "_shared"
            )  # who share a win may do so in the words of all games
            of_all = kind in OF_ALL and words.has_of_game(game, f"{kind}.{code}")
            assert words.notes(game, kind, notes) or of_all, (words.code, kind, notes)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_pages_fit_and_their_figures_can_be_drawn(game: str, code: str) -> None:
    pages = language(code).pages(game)
    assert len(pages) >= 4
    for page in pages:
        assert len(page.text) < 1900
        assert all(language(code).has(f"games.{game}.asks.{topic}") for topic in page.topics), page.topics
        if page.figure:
            figure, position = page.figure, GAMES[game].read_position(page.figure.position)
            if figure.partial is not None:
                (seat,) = position.to_move
                assert isinstance(position.choices(seat, figure.partial), Choices)
            assert draw(Scene(game, position, marked=figure.marked, ways=figure.ways, around=figure.around))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_figure_is_told_with_all_that_is_marked_on_it(game: str, code: str) -> None:
    for page in language(code).pages(game):
        if page.figure:
            position = GAMES[game].read_position(page.figure.position)
            told = figures.described(game, position, page.figure, language(code))
            places = {name for names in (*page.figure.marked, page.figure.around) for name in names}
            places |= {name for _, *ends in page.figure.ways for name in ends}
            assert places <= set(re.findall(r"\w+", told))


def test_a_figure_is_told_with_the_numbers_that_lie_on_it() -> None:
    (figure,) = [page.figure for page in language("en").pages("knopen") if page.figure and page.figure.marked]
    position = GAMES["knopen"].read_position(figure.position)
    told = figures.described("knopen", position, figure, language("en"))
    assert told.startswith("Knopen. Numbers on the board: 1: a5, h5; 2: h7; 3: d7. Red has taken 6")
    step = position.choices(0, ())
    assert isinstance(step, Choices)
    told = figures.described("knopen", position, Figure(figure.position, ()), language("nl"), step)
    assert told.startswith("Knopen. Nummers op het bord: 1: a5; 2: h5.")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_in_one_minute_and_are_read_by_a_menu_of_at_most_a_dozen_pages(
    game: str, code: str
) -> None:
    pages = language(code).pages(game)
    assert pages[0].title == {"en": "In one minute", "nl": "In één minuut"}[code]
    assert len(pages) <= 12
    assert all(len(page.title) < 80 for page in pages)
    topics = [topic for page in pages for topic in page.topics]
    assert len(set(topics)) == len(topics), "a question of a turn has one page"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_pages_have_the_games_own_numbers_where_they_are_in_every_language(game: str) -> None:
    """A number of the rules is never written by hand: a page names it, and the engine fills it in."""
    named = [[names_of(page) for page in page_templates(game, code)] for code in LANGUAGES]
    assert all(one == named[0] for one in named)
    assert set().union(*named[0]) == set(GAMES[game].numbers)


def names_of(page: str) -> Counter[str]:
    """The numbers that a page names; buttons are named beside them."""
    names = (name for _, name, _, _ in string.Formatter().parse(page) if name)
    return Counter(name for name in names if name not in BUTTONS)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_pages_count_alike_in_every_language(game: str, code: str) -> None:
    """Also in examples: the same numbers on the same page, in words or not."""
    pages = zip(language("en").pages(game), language(code).pages(game), strict=True)
    for in_english, page in pages:
        assert counts(language(code), page) == counts(language("en"), in_english), page.title


def counts(words: Language, page: Page) -> Counter[str]:
    """The numbers on a page but one and two, which are in many a turn of phrase."""
    said = {
        word: key.removeprefix("numbers.")
        for key, word in words.sentences.items()
        if key.startswith("numbers.")
    }
    found = re.findall(r"\d+|\w+(?:-\w+)?", f"{page.title} {page.text}".casefold())
    numbers = Counter(said.get(word, word) for word in found if word in said or word.isdecimal())
    del numbers["1"], numbers["2"]
    return numbers


def test_a_number_on_a_page_is_written_in_figures_or_in_words() -> None:
    written = "{ten}, {ten:word}, {ten:Word}"
    assert written.format(ten=PageNumber(10, language("en"))) == "10, ten, Ten"
    assert written.format(ten=PageNumber(10, language("nl"))) == "10, tien, Tien"


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_to_twenty_and_tens_have_words_and_others_their_figures(code: str) -> None:
    words = language(code)
    for number in (*range(1, 21), *range(30, 100, 10)):
        assert f"{PageNumber(number, words):word}".isalpha()
    assert f"{PageNumber(35, words):word} {PageNumber(2404, words):Word}" == "35 2404"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_pages_have_the_same_figures_in_every_language(game: str) -> None:
    figures = [[page.figure for page in language(code).pages(game)] for code in LANGUAGES]
    assert all(one == figures[0] for one in figures)


def test_codes_among_the_values_of_a_sentence_become_words() -> None:
    assert language("en").of_game("cubus", "told.drew", who="@x", tile="O") == "@x draws an open lid."
    short = language("nl").game_refusal("cubus", "illegal", "short", {"tile": "L"})
    assert short.startswith("Voor deze bouw ontbreekt een linkerkant;")
    freed = language("en").of_game("cubus", "told.most_freed", side=("disc", "plus"), count=3)
    assert freed.endswith("most tiles freed: 3, by orange disc and pink plus")


def test_a_sentence_that_begins_with_a_former_member_begins_with_a_capital() -> None:
    words = language("en")
    former = words.mention(-1)
    told = f"{former} knocks. {former} and {former} agree!\n🏆 **{former} (Red) wins**: bravo, {former}."
    assert words.begun(told) == (
        "A former member knocks. A former member and a former member agree!\n"
        "🏆 **A former member (Red) wins**: bravo, a former member."
    )
    assert language("nl").begun("-# een voormalig lid past") == "-# Een voormalig lid past"


def test_an_unusual_option_is_said_by_its_value() -> None:
    words = language("en")
    assert words.option("cubus", "ending", "poorest") == "a last build for whoever has fewest points"
    assert words.option("knopen", "target", "8") == "short match: 8 buttons win"
    assert words.option("krabcek", "first", "1") == ""
