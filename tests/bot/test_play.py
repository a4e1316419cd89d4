"""Making moves: the composer, writing, two at once, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.words.language import Language, language
from engines.game import Position
from engines.moves import Move
from tests.bot.playing import A_SHORT_MATCH, AN_OFFENCE, THREE_TO_CAPTURE, Table, begin
from tests.bot.simulated import Club, Member, Shown


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


@pytest.fixture
async def short(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, target=8)


def say(member: Member, key: str, **values: str | int | tuple[str, ...]) -> str:
    """The sentence in the member's own language."""
    return words_of(member).say(key, **values)


def words_of(member: Member) -> Language:
    return member.club.words_of(member)


def warned(table: Table) -> str:
    return say(table.red, "games.knopen.warnings.offends", text="e2-d3", title="Knopen")


def label(member: Member, verb: str) -> str:
    return say(member, f"buttons.{verb}")


# The composer


async def test_a_move_takes_four_taps_and_what_it_was_put_together_in_is_gone(table: Table) -> None:
    composer = await table.red.press(table.post, "Move")
    assert composer.private.pictures
    assert composer.private.labels == tuple(str(number) for number in range(1, 15)), "as on the picture"
    composer = await table.red.answer(composer, "b7")
    assert composer.private.content.startswith(
        say(table.red, "games.knopen.asks.target", chosen="b7", title="Knopen")
    )
    composer = await table.red.answer(composer, "c6")
    assert "b7 → c6" in composer.private.content
    assert len(await table.record()) == 1, "not played yet"
    await table.red.press(composer, label(table.red, "play"))
    assert (await table.record())[1:] == ("b7-c6",)
    assert "b7 → c6" in table.post.content
    assert table.red.private_messages(table.venue) == ()


async def test_a_tap_loads_its_match_once_and_the_last_one_once_more_to_show_it(table: Table) -> None:
    with loads(table) as of_move:
        composer = await table.red.press(table.post, "Move")
    with loads(table) as of_first:
        composer = await table.red.answer(composer, "b7")
    with loads(table) as of_look:
        composer = await table.red.answer(composer, "c6")
    with loads(table) as of_last:
        await table.red.press(composer, label(table.red, "play"))
    assert (len(of_move), len(of_first), len(of_look), len(of_last)) == (1, 1, 1, 2)
    assert "b7 → c6" in table.post.content


async def test_a_turn_that_goes_on_loads_no_more(table: Table) -> None:
    await table.play(*AN_OFFENCE)
    composer = await table.blue.press(table.post, "Move")
    composer = await table.blue.answer(composer, "d3")
    with loads(table) as taken:
        further = await table.blue.press(composer, label(table.blue, "play"))
    assert further.private.content == say(table.blue, "games.knopen.asks.stone", title="Knopen")
    assert len(taken) == 2


async def test_a_move_in_writing_is_read_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is one that was put together read at all."""
    read: list[str] = []
    game = (await table.match()).game
    read_move = game.read_move

    def reading(position: Position, seat: int, text: str) -> Move:
        read.append(text)
        return read_move(position, seat, text)

    monkeypatch.setattr(game, "read_move", reading)  # to hear what is read
    composer = await table.red.press(table.post, "Move")
    composer = await table.red.answer(await table.red.answer(composer, "b7"), "c6")
    await table.red.press(composer, label(table.red, "play"))
    assert read == []
    await table.blue.command("move", where=table.venue, text="b6-b7")
    assert read == ["b6-b7"]


@contextmanager
def loads(table: Table) -> Iterator[list[str]]:
    """How often the match is loaded meanwhile."""
    asked, loaded = table.club.file.asked, list[str]()
    asked.clear()
    yield loaded
    loaded += [sql for sql in asked if "FROM matches" in sql and "matches.id = ?" in sql]


async def test_the_next_board_calls_the_other_member(table: Table) -> None:
    before = table.post
    await table.play("b7-c6")
    assert table.post.id != before.id
    assert table.post.pinged == {table.blue.id}
    assert f"{table.red.mention} (Red) moves b7 → c6" in table.post.content
    assert f"{table.blue.mention} (Blue), your turn." in table.post.content


async def test_only_the_newest_board_has_buttons(table: Table, club: Club) -> None:
    await table.play("b7-c6")
    await table.play("b6-b7")
    *older, newest = table.boards
    assert [post.labels for post in older] == [(), ()]
    assert newest.labels == ("Move", "Rules", "More")


async def test_back_leads_to_the_step_before(table: Table) -> None:
    composer = await table.red.press(table.post, "Move")
    first = composer.private
    composer = await table.red.answer(composer, "b7")
    composer = await table.red.press(composer, label(table.red, "back"))
    assert composer.private.labels == first.labels
    assert len(await table.record()) == 1


async def test_what_options_bring_is_said_with_their_numbers(table: Table) -> None:
    composer = await table.red.press(table.post, "Move")
    seen = (await table.red.answer(composer, "e2")).private
    places = [key.partition(",")[2] for key in keys(seen)[:-1]]
    offends = say(table.red, "games.knopen.hints.offends", title="Knopen")
    (line,) = (line for line in seen.content.splitlines() if line.startswith(offends))
    numbers = line.partition(": ")[2].strip("*").split(", ")
    assert str(places.index("d3") + 1) in numbers
    assert str(places.index("e6") + 1) not in numbers


async def test_a_move_that_breaks_the_rule_of_two_is_warned_of(table: Table) -> None:
    composer = await table.red.press(table.post, "Move")
    composer = await table.red.answer(composer, "e2")
    asked = await table.red.answer(composer, "d3")
    warning = say(table.red, "games.knopen.warnings.offends", text="e2-d3", title="Knopen")
    assert warning in asked.private.content
    assert asked.private.labels == (label(table.red, "go"), label(table.red, "back"))
    assert len(await table.record()) == 1, "not played yet"
    asked_again = await table.red.answer(await table.red.press(asked, label(table.red, "back")), "d3")
    await table.red.press(asked_again, label(table.red, "go"))
    assert (await table.record())[1:] == ("e2-d3",)
    assert "breaks the rule of two" in table.post.content


async def test_a_penalty_is_taken_and_the_turn_goes_on(table: Table) -> None:
    await table.play(*AN_OFFENCE)
    post = table.post
    composer = await table.blue.press(post, "Move")
    assert composer.private.content.startswith(say(table.blue, "games.knopen.asks.penalty", title="Knopen"))
    composer = await table.blue.answer(composer, "d3")
    composer = await table.blue.press(composer, label(table.blue, "play"))
    assert composer.private.content == say(table.blue, "games.knopen.asks.stone", title="Knopen")
    assert (await table.record())[-1] == "take d3"
    assert table.post.id == post.id, "within a turn the post is changed, not followed"
    assert "takes d3 as a penalty" in table.post.content
    assert "moves e2 → d3 and breaks the rule of two" in table.post.content, "what it answers stays there"
    assert table.post.pinged == {table.blue.id}
    assert len(table.boards) == 2


async def test_a_penalty_is_waived(table: Table) -> None:
    await table.play(*AN_OFFENCE)
    composer = await table.blue.press(table.post, "Move")
    composer = await table.blue.press(composer, say(table.blue, "games.knopen.aside.let_be", title="Knopen"))
    await table.blue.press(composer, label(table.blue, "play"))
    assert (await table.record())[-1] == "take -"


async def test_all_threatened_are_captured_in_one_tap(table: Table) -> None:
    await table.play(*THREE_TO_CAPTURE)
    assert "you can capture 3 buttons" in table.post.content
    composer = await table.red.press(table.post, "Move")
    assert composer.private.menu.several
    everything = say(table.red, "games.knopen.aside.take_all", count=3, title="Knopen")
    composer = await table.red.press(composer, everything)
    await table.red.press(composer, label(table.red, "play"))
    captured = (await table.record())[-1]
    assert captured.startswith("hit ")
    assert len(captured.split()) == 4


async def test_some_of_the_threatened_are_captured(table: Table) -> None:
    await table.play(*THREE_TO_CAPTURE)
    composer = await table.red.press(table.post, "Move")
    first, _, third = composer.private.menu.values
    composer = await table.red.choose(composer, first, third)
    await table.red.press(composer, label(table.red, "play"))
    assert set((await table.record())[-1].split()[1:]) == {first, third}


async def test_capturing_nothing_is_a_choice(table: Table) -> None:
    await table.play(*THREE_TO_CAPTURE)
    composer = await table.red.press(table.post, "Move")
    composer = await table.red.press(composer, say(table.red, "games.knopen.aside.take_none", title="Knopen"))
    await table.red.press(composer, label(table.red, "play"))
    assert (await table.record())[-1] == "hit -"


async def test_one_sentence_tells_the_whole_turn(table: Table) -> None:
    await table.play(*THREE_TO_CAPTURE, "hit all")
    await table.play("c2-d3")
    assert f"{table.red.mention} (Red) captures 3 buttons" in table.post.content
    assert "moves c2 → d3" in table.post.content


async def test_the_turned_board_is_numbered_from_its_own_top(table: Table) -> None:
    usual = await table.red.press(table.post, "Move")
    more = await table.red.press(table.post, "More")
    turned = await table.red.press(more, label(table.red, "turn"))
    assert turned.private.picture.data != usual.private.picture.data
    composer = await table.red.press(turned, label(table.red, "move"))
    assert keys(composer.private) == keys(usual.private)[::-1]


def keys(composer: Shown) -> list[str]:
    """What its numbers stand for, in their order."""
    return [button.custom_id.split(":")[4] for button in composer.buttons if ":compose:" in button.custom_id]


# Who may not


async def test_a_stranger_is_sent_away_kindly(table: Table, stranger: Member) -> None:
    for button in ("Move", "More"):
        answer = await stranger.press(table.post, button)
        assert answer.private.content == say(stranger, "refusals.stranger")


async def test_who_is_not_to_move_is_told_to_wait(table: Table) -> None:
    answer = await table.blue.press(table.post, "Move")
    assert answer.private.content == say(table.blue, "refusals.not_your_turn")


async def test_a_composer_from_before_is_closed(table: Table, club: Club) -> None:
    composer = await table.red.press(table.post, "Move")
    seen = composer.private
    await table.play("b7-c6")
    (answer,) = await club.deliver(table.red.pressing(seen, "1"))
    closed = club.again(seen)
    assert closed.content == say(table.red, "refusals.stale")
    assert closed.buttons == ()
    assert len(await table.record()) == 2
    assert not answer.messages or answer.messages[-1].private


@pytest.mark.parametrize(("here", "move"), [("en", "Move"), ("nl", "Zet")])
async def test_the_button_to_press_is_named_as_it_stands_on_the_board(
    club: Club, alice: Member, bram: Member, here: str, move: str
) -> None:
    club.speak(here)
    table = await begin(club, alice, bram)
    composer = (await table.red.press(table.post, move)).private
    await table.play("b7-c6")
    await club.deliver(table.red.pressing(composer, "1"))
    assert f"**{move}**" in club.again(composer).content, "also for who reads another language"


async def test_of_two_clicks_at_once_one_counts(table: Table, club: Club) -> None:
    composer = await table.red.press(table.post, "Move")
    composer = await table.red.answer(composer, "b7")
    one = (await table.red.answer(composer, "c6")).private
    composer = await table.red.press(table.post, "Move")
    other = (await table.red.answer(await table.red.answer(composer, "b7"), "a6")).private
    await club.deliver(table.red.pressing(one, ":play:"), table.red.pressing(other, ":play:"))
    record = await table.record()
    assert len(record) == 2
    assert record[1] in {"b7-c6", "b7-a6"}
    assert len(table.boards) == 2


async def test_an_old_move_button_opens_the_board_of_now(table: Table, club: Club) -> None:
    old = table.post
    await table.play("b7-c6", "b6-b7")
    (answer,) = await club.deliver(table.red.pressing(old, "Move"))
    assert answer.private.content.startswith(say(table.red, "games.knopen.asks.penalty", title="Knopen"))


async def test_forged_addresses_change_nothing(table: Table, club: Club) -> None:
    post = table.post
    for address in (
        f"play:pick:{table.id}:1:zz:0",
        f"play:compose:{table.id}:1:b7,b7,b7:0",
        f"play:go:{table.id}:1:b7-j10",
        f"play:go:{table.id}:1:hit all",
        "play:move:999999:0",
        f"play:draw_yes:{table.id}:0",
        f"play:claim:{table.id}:1",
    ):
        click = table.red.pressing(post, "Move")
        click.data["custom_id"] = address
        stored = club.env.backend.get_message(post.channel_id, post.id)
        before = stored.content
        await club.deliver(click)
        assert len(await table.record()) == 1
        assert stored.content == before or not stored.is_ephemeral


# In writing


async def test_a_move_is_made_in_writing(table: Table) -> None:
    await table.red.command("move", where=table.venue, text="b7 C6")
    assert "b7 → c6" in table.post.content
    assert (await table.record())[-1] == "b7-c6"
    assert table.post.pinged == {table.blue.id}


async def test_writing_warns_as_well(table: Table) -> None:
    asked = await table.red.command("move", where=table.venue, text="e2-d3")
    assert asked.private.content == say(
        table.red, "games.knopen.warnings.offends", text="e2-d3", title="Knopen"
    )
    await table.red.press(asked, label(table.red, "go"))
    assert (await table.record())[-1] == "e2-d3"


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("hello there", "refusals.unreadable", {}),
        ("b9-b9", "games.knopen.refusals.out_of_reach", {"source": "b9", "target": "b9"}),
        ("b8-c8", "games.knopen.refusals.not_your_stone", {"square": "b8"}),
        ("b9-d9", "games.knopen.refusals.occupied", {"square": "d9"}),
        ("hit all", "games.knopen.refusals.step_move", {}),
        ("x" * 6000, "refusals.unreadable", {}),
        ("᠐" * 30, "refusals.unreadable", {}),
    ],
)
async def test_a_wrong_move_gets_one_sentence(
    table: Table, text: str, key: str, values: dict[str, str]
) -> None:
    answer = await table.red.command("move", where=table.venue, text=text)
    words = language("nl" if table.red is table.club.bram else "en")
    assert answer.private.content == words.say(key, title="Knopen", **values)
    assert len(await table.record()) == 1


async def test_an_ambiguous_move_names_what_it_can_mean(table: Table) -> None:
    answer = await table.red.command("move", where=table.venue, text="f8")
    assert "f9-f8" in answer.private.content
    assert len(await table.record()) == 1


async def test_autocomplete_offers_legal_moves(table: Table) -> None:
    offered = await table.red.suggestions("move", "text", "b7", where=table.venue)
    assert offered
    assert all(text.startswith("b7-") for text in offered.values())
    assert await table.blue.suggestions("move", "text", "", where=table.venue) == {}
    assert await table.red.suggestions("move", "text", "b7" + " " * 6000, where=table.venue) == {}


async def test_from_elsewhere_the_only_match_is_meant(table: Table, club: Club) -> None:
    await table.red.command("move", where=club.channel, text="b7-c6")
    assert (await table.record())[-1] == "b7-c6"


async def test_with_several_matches_one_has_to_be_named(table: Table, club: Club) -> None:
    second = await begin(club, table.red, table.blue)
    mover = table.red
    if second.red is not table.red:
        await second.play("b7-c6")
    answer = await mover.command("move", where=club.channel, text="b7-c6")
    assert answer.private.content == say(mover, "refusals.which_match")
    offered = await mover.suggestions("move", "match", "", where=club.channel)
    other = {club.alice.id: "Bram", club.bram.id: "Alice"}[mover.id]
    assert offered == {
        f"#{one.id} Knopen · {other} · {say(mover, f'list.{whose}')}": one.id
        for one, whose in (
            (table, "yours"),
            (second, "yours" if await second.mover() == mover else "theirs"),
        )
    }
    assert set((await mover.suggestions("move", "match", other.lower(), where=club.channel)).values()) == {
        table.id,
        second.id,
    }
    await mover.command("move", where=club.channel, text="b7-c6", match=table.id)
    assert len(await table.record()) == 2


# To the end


async def test_a_whole_match_is_played_and_won(short: Table, club: Club) -> None:
    await short.play(*A_SHORT_MATCH)
    post = short.post
    match = await short.match()
    assert match.outcome is not None
    assert match.outcome.reason == "target"
    assert f"**{short.blue.mention} (Blue) wins**" in post.content
    assert match.stored.secret.hex() not in post.content, "that is noise: it is behind [Fair?]"
    assert post.pinged == {short.red.id, short.blue.id}
    assert post.labels == ("Play again", "Replay", "Review", "Was it fair?", "Rules")
    assert await club.stored.running_of(short.red.id, club.guild.id) == []


async def test_after_the_end_nobody_moves(short: Table, club: Club) -> None:
    old = short.post
    await short.play(*A_SHORT_MATCH)
    for button in ("Move", "More"):
        (answer,) = await club.deliver(short.red.pressing(old, button))
        assert answer.private.content == say(short.red, "refusals.over")


async def test_a_dutch_server_reads_dutch(club: Club, alice: Member, bram: Member) -> None:
    club.speak("nl")
    table = await begin(club, alice, bram)
    await table.play("b7-c6")
    assert "zet b7 → c6" in table.post.content
    assert table.post.labels == ("Zet", "Regels", "Meer")
    assert "Rood" in table.post.picture.alt
    composer = await table.blue.press(table.post, "Zet")
    assert composer.private.content == say(table.blue, "games.knopen.asks.stone", title="Knopen")


async def test_the_alt_text_tells_the_position(table: Table) -> None:
    await table.play("b7-c6")
    alt = table.post.picture.alt
    assert alt.startswith("Knopen. To move: Blue.")
    assert "c6" in alt
    assert len(alt) <= 1024
