"""What is told of a match that is played: what happened, whose turn it is, what the board shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.club.computers import is_computer, level_of
from bot.club.match import Match
from bot.club.stored import Seat, Stored
from bot.words import links
from bot.words.language import Language
from bot.words.naming import harmless
from engines.choices import Choices
from engines.codes import Value
from engines.game import Game
from engines.moves import CHANCE, TABLE, Leave
from engines.record import Ply, last_turn

SEAL = 32
"""Digits of a seal in a post: of 128 bits. Who likes to see it whole presses [Fair?] below."""


def who(match: Match, seat: int, words: Language, *, is_bold: bool = False) -> str:
    """The member of a seat, with what they play: `@Anneke (Red)`. `is_bold`: it stands among bold words."""
    called = _called(match, seat, words, is_bold=is_bold)
    side = words.side(match.game.name, match.position.side(seat))
    return f"{called} ({side})" if side else called


def _called(match: Match, seat: int, words: Language, *, is_bold: bool = False) -> str:
    """At the table a computer's name will do: how strong it plays was said when the match began."""
    member = match.members[seat]
    if seat not in match.computers:
        return words.mention(member)
    return words.computer(member) if is_bold else f"**{words.computer(member)}**"


def names(match: Stored, words: Language) -> tuple[str, ...]:
    """What those at the seats are called, plainly, as pictures name them; empty where that is not known."""
    return tuple(name_of(seat, words) for seat in match.seats)


def name_of(seat: Seat, words: Language) -> str:
    return words.computer(seat.member) if is_computer(seat.member) else seat.name


def told(match: Match, words: Language) -> str:
    """What just happened, a line a turn."""
    newest = match.played[-2 if match.is_left_to_computers else -1 :]
    turns = (newest,) if newest and newest[-1].who == TABLE else match.last_turns
    return "\n".join(filter(None, (_told(match, turn, words) for turn in turns)))


def told_since(match: Match, ply: int, words: Language) -> str:
    """What has happened since so many plies were played."""
    return _told(match, match.played[ply:], words)


def told_before(match: Match, words: Language) -> str:
    """What had happened when the turn that goes on began."""
    return _told(match, last_turn(match.played[: -len(match.last)]) if match.last else (), words)


def told_last(match: Match, words: Language) -> str:
    """What the last ply did, alone."""
    return _told(match, match.played[-1:], words)


def _told(match: Match, plies: Sequence[Ply[Any]], words: Language) -> str:
    """A sentence for chance, and one for every seat that did something."""
    sentences: list[str] = []
    clauses: list[str] = []
    for number, played in enumerate(plies):
        if played.who < 0:
            sentences += _told_by_nobody(match, played, words)
            continue
        clauses += words.notes(match.game.name, "told", played.before.notes(played.who, played.move))
        if number + 1 == len(plies) or plies[number + 1].who != played.who:
            if clauses:
                sentences.append(f"{who(match, played.who, words)} {words.listing(clauses)}.")
            clauses = []
    return words.begun(" ".join(sentences))


def _told_by_nobody(match: Match, played: Ply[Any], words: Language) -> list[str]:
    """What chance brought, or the table wrote down."""
    if isinstance(played.move, Leave):
        key = "told.left_freely" if _left_freely(match, played.move.seat) else "told.left"
        return [words.say(key, who=who(match, played.move.seat, words))]
    if played.who == TABLE:
        return []  # a draw: how it ended says it all
    notes = played.before.notes(played.who, played.move)
    return [
        words.of_game(match.game.name, f"told.{note.code}", **_with_member(match, note.values, words))
        for note in notes
    ]


def _left_freely(match: Match, seat: int) -> bool:
    """It stood up before it had moved, and the others played on."""
    return len(match.seats) > 2 and match.leaves_freely(seat)


def _with_member(match: Match, values: Mapping[str, Value], words: Language) -> dict[str, Value]:
    seat = values.get("seat")
    if not isinstance(seat, int):
        return dict(values)
    return {**values, "who": _called(match, seat, words)}


def turn(match: Match, words: Language) -> str:
    """Whose turn it is and what may be done; who may do the same is named together. Computers think."""
    seats: dict[str, list[str]] = {}
    for seat in sorted(match.position.to_move - match.computers):
        seats.setdefault(_may(match, seat, words), []).append(who(match, seat, words))
    thinking = tuple(who(match, seat, words) for seat in match.computers_to_move)
    lines = [f"{words.listing(members)}, {may}" for may, members in seats.items()]
    if thinking:
        lines.append(words.say("computer.thinking", who=thinking, count=len(thinking)))
    return words.begun("\n".join(lines))


def met(match: Match, words: Language) -> str:
    """Against whom a member plays alone, until they have made a move of their own."""
    if not match.is_new_to_its_members:
        return ""
    return "\n".join(
        words.say(
            "computer.met",
            who=words.mention(match.members[seat]),
            about=words.say(f"computer.about.{level_of(match.members[seat])}"),
        )
        for seat in sorted(match.computers)
    )


def sealed(match: Match, words: Language) -> str:
    """What the lots and dice are bound to, of a match whose challenge has no post; empty when it is over."""
    return words.say("fair.seal", seal=match.commitment[:SEAL]) if match.is_solo and not match.outcome else ""


def lesson(game: Game[Any], words: Language) -> str:
    """For whoever plays it for the first time."""
    return words.say("lessons.first_time", game=game.title)


def aim(match: Match, words: Language) -> str:
    """What they play for, until one of them has moved."""
    if match.outcome or not match.is_new_to_its_members:
        return ""
    return words.aim(match.game.name, match.stored.options)


def answers(match: Match, words: Language) -> list[tuple[str, str]]:
    """Where who is to move has but a word to say: the keys and labels of these words."""
    seat = min(match.position.to_move, default=CHANCE)
    if seat < 0 or not match.position.answers_in_a_word(seat):
        return []
    step = match.position.choices(seat)
    if not isinstance(step, Choices) or step.options:
        return []
    game = match.game.name
    return [(option.key, words.listing(words.notes(game, "aside", option.notes))) for option in step.aside]


def due(match: Match) -> str:
    """When the time of who is to move is over, as Discord shows it to each reader."""
    return f"<t:{match.stored.due}:R>"


def time(match: Match, words: Language) -> str:
    """How long who is to move has, for what, and what silence means; empty where there is no hurry."""
    if match.stored.paused is not None:
        return words.say("time.paused")
    if match.stored.due is None:
        return ""
    if not match.in_window:
        return words.say("time.due", due=due(match))
    step = match.position.choices(min(match.position.to_move))
    own = f"time.{step.ask}" if isinstance(step, Choices) else ""
    if words.has(f"games.{match.game.name}.{own}"):
        return words.of_game(match.game.name, own, due=due(match))
    return words.say("time.window", due=due(match))


def reminder(match: Match, words: Language) -> str:
    """To who is to move, before their time is over; in a window it says what for, once more."""
    called = words.mentions(match.members[seat] for seat in sorted(match.position.to_move))
    board = links.where(match.stored, words)
    if match.in_window:
        return f"{words.say('time.reminder_window', who=called, board=board)}\n{time(match, words)}"
    return words.say("time.reminder", who=called, due=due(match), board=board)


def _may(match: Match, seat: int, words: Language) -> str:
    step = match.position.choices(seat)
    assert isinstance(step, Choices), "a move that is all there is was played by the table"
    places = tuple(sorted((option.key for option in step.options), key=_written_order))
    values = {"count": len(places), "places": places, **step.values}
    return words.of_game(match.game.name, f"turn.{step.ask}", **values)


def _written_order(square: str) -> tuple[str, int, str]:
    """a2 before a10."""
    return square[:1], len(square), square


def described(match: Match, words: Language, choices: Choices | None = None) -> str:
    """The position in words, with what is composed on it, for those who cannot see the picture."""
    game, position = match.game.name, match.position
    sentences = [f"{match.game.title}."]
    to_move = tuple(words.side(game, position.side(seat)) for seat in sorted(position.to_move - {CHANCE}))
    if to_move:
        sentences.append(words.say("alt.to_move", sides=to_move))
    if match.outcome:
        sentences.append(words.say("alt.over"))
    made = tuple(
        played.text
        for played in match.last
        if played.who >= 0 and not played.forced and match.is_open(played)
    )
    if made:
        sentences.append(words.say("alt.last", texts=made))
    if choices:
        sentences += words.notes(game, "composed", choices.in_words)
    return " ".join([*sentences, *words.notes(game, "summary", position.summary())])


def seated(match: Match, words: Language) -> str:
    """Whom a picture of it shows, for those who cannot see it; empty where no name is known."""
    players = []
    for seat, name in enumerate(names(match.stored, words)):
        if seen := harmless(name):
            side = words.side(match.game.name, match.position.side(seat))
            players.append(f"{seen} ({side})" if side else seen)
    return words.say("alt.seated", players=tuple(players)) if players else ""
