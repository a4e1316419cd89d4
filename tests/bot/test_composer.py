"""A move is looked at before it is played: the way there, the way back, and what goes wrong meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from engines import GAMES
from engines.choices import Choices
from engines.players.review import plies_of
from engines.record import replay
from render import Scene, as_read
from tests.bot.alone import alone
from tests.bot.playing import A_SHORT_MATCH, AN_OFFENCE, THREE_TO_CAPTURE, Table, begin
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.bot.test_play import label, say

RENDER: Final = Path(__file__).parents[1] / "render"


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


async def composing(table: Table, *keys: str) -> Answer:
    """[Move], and these answers, by whoever is to move."""
    mover = await table.mover()
    composer = await mover.press(table.post, "Move")
    for key in keys:
        composer = await mover.answer(composer, key)
    return composer


async def play(member: Member, composer: Answer) -> Answer:
    return await member.press(composer, label(member, "play"))


# The board as it would be


async def test_the_board_is_shown_as_it_would_be_and_nobody_else_sees_it(table: Table) -> None:
    asked, board = (await composing(table, "b7")).private, table.post
    seen = (await table.red.answer(asked, "c6")).private
    assert seen.picture.data not in (asked.picture.data, board.picture.data)
    assert say(table.red, "composer.would", told="").strip() in seen.content
    assert seen.labels == (label(table.red, "play"), label(table.red, "back"))
    assert (await table.record())[1:] == ()
    await table.red.press(seen, label(table.red, "play"))
    assert table.post.picture.data == seen.picture.data, "and so it became"


async def test_the_last_move_of_a_match_is_shown_as_its_end(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, game="knopen", target=8)
    await table.play(*A_SHORT_MATCH[:-1])
    mover = await table.mover()
    stones = A_SHORT_MATCH[-1].split()[1:]
    composer = await mover.press(table.post, "Move")
    if composer.private.menus:
        seen = await mover.choose(composer, *stones)
    else:
        seen = await mover.answer(composer, 0)
    assert (await table.match()).outcome is None
    await play(mover, seen)
    assert (await table.match()).outcome is not None
    assert mover.private_messages(table.venue) == ()


async def test_chance_is_not_told_before_it_falls(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, game="kriskras")
    await table.go_to(["lot 0", "throw 3 5"])
    mover = await table.mover()
    seen = await composing(table, "a2")
    assert say(mover, "composer.chance") in seen.private.content
    assert "throws" not in seen.private.content
    assert "Dice" not in seen.private.picture.alt
    await play(mover, seen)
    assert "throws" in table.post.content


async def test_alone_nothing_is_said_of_chance_for_everything_can_be_taken_back(
    club: Club, alice: Member
) -> None:
    match = await alone(club, alice, "kriskras")
    composer = await alice.press(match.post, "Move")
    while not composer.asks(":play:"):
        composer = await alice.answer(composer, 0)
    assert say(alice, "composer.chance") not in composer.private.content


async def test_the_turned_board_is_turned_as_it_would_be_too(table: Table) -> None:
    usual = (await table.red.answer(await composing(table, "b7"), "c6")).private
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "turn"))
    turned = (await table.red.answer(await composing(table, "b7"), "c6")).private
    assert turned.picture.data != usual.picture.data


async def test_numbers_of_the_menu_are_those_on_the_board_turned_or_not(
    club: Club, alice: Member, bram: Member
) -> None:
    """Where pieces of Krabcek stand, the order of boxes is not that of their names."""
    table = await begin(club, alice, bram, game="krabcek")
    _, *record = (RENDER / "krabcek_match.txt").read_text("ascii").splitlines()
    await table.go_to(record[:52])
    mover, position = await table.mover(), replay(GAMES["krabcek"], {}, 2, record[:52])
    seat = min(position.to_move)
    for seen_from in (0, 1):
        step = position.choices(seat)
        assert isinstance(step, Choices)
        read = as_read(Scene("krabcek", position, seat=seen_from, choices=step))
        assert numbered(await mover.press(table.post, "Move")) == [option.key for option in read.options]
        more = await mover.press(table.post, "More")
        await mover.press(more, label(mover, "turn"))


def numbered(composer: Answer) -> list[str]:
    """What the numbers stand for, in their order."""
    buttons = (button for button in composer.private.buttons if ":compose:" in button.custom_id)
    return [button.custom_id.split(":")[4] for button in buttons if str(button.label).isdigit()]


async def test_what_members_write_is_meant_and_played(table: Table) -> None:
    await table.red.command("move", where=table.venue, text="b7-c6")
    assert (await table.record())[1:] == ("b7-c6",)
    assert table.red.private_messages(table.venue) == (), "the board says it"


async def test_what_is_suggested_while_nothing_is_typed_says_what_it_does(table: Table) -> None:
    offered = await table.red.suggestions("move", "text", "", where=table.venue)
    assert len(offered) == 25
    offered = await table.red.suggestions("move", "text", "e2-", where=table.venue)
    by_text = {text: name for name, text in offered.items()}
    assert by_text["e2-e6"] == "e2-e6"
    assert say(table.red, "games.knopen.told.offends", title="Knopen") in by_text["e2-d3"]


async def test_who_writes_elsewhere_is_told_what_was_played(table: Table, club: Club) -> None:
    answer = await table.red.command("move", where=club.channel, text="b7-c6")
    assert "b7 → c6" in answer.private.content
    assert not answer.private.labels


# At once


@pytest.mark.on_both
async def test_who_likes_it_plays_at_once(table: Table, club: Club) -> None:
    await club.bot.table.preferences.change_member(table.red.id, at_once=True)
    await table.red.answer(await composing(table, "b7"), "c6")
    assert (await table.record())[1:] == ("b7-c6",)
    assert table.red.private_messages(table.venue) == ()


async def test_at_once_is_chosen_in_the_settings_and_holds_after_a_restart(table: Table, club: Club) -> None:
    opened = await table.red.command("settings")
    await table.red.fill_in(await table.red.press(opened, "form:0:0:board"), at_once="yes")
    await club.restart()
    await table.red.answer(await composing(table, "b7"), "c6")
    assert (await table.record())[1:] == ("b7-c6",)


async def test_what_may_be_regretted_is_asked_for_also_at_once(table: Table, club: Club) -> None:
    await club.bot.table.preferences.change_member(table.red.id, at_once=True)
    seen = await table.red.answer(await composing(table, "e2"), "d3")
    assert (await table.record())[1:] == ()
    await table.red.press(seen, label(table.red, "go"))
    assert (await table.record())[1:] == AN_OFFENCE


async def test_what_was_chosen_by_itself_is_shown_also_at_once(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, game="kriskras")
    await table.go_to(["lot 0", "throw 3 5"])
    mover = await table.mover()
    await club.bot.table.preferences.change_member(mover.id, at_once=True)
    seen = await composing(table, "a2")
    assert say(mover, "composer.forced", count=1, what="i7") in seen.private.content
    assert len(await table.record()) == 2
    await play(mover, seen)
    assert (await table.record())[2] == "a2-d2-i7"


# Forced, and the way back


async def walk_to_the_end(member: Member, composer: Answer) -> list[Shown]:
    """The first answer to every question, until the move is shown as it would be."""
    seen = [composer.private]
    while not composer.asks(":play:") and not composer.asks(":compose:1:2:build"):
        composer = await member.answer(composer, 0)
        seen.append(composer.private)
        assert len(seen) < 8
    return seen


def answers_of(shown: Shown) -> list[str]:
    """What can be answered there, without how often it was shown."""
    compose = [button.custom_id for button in shown.buttons if ":compose:" in button.custom_id]
    in_menu = [value for menu in shown.menus for value in menu.values]
    return [":".join(address.split(":")[:6]) for address in compose] + in_menu


LISTED: Final = [name for name, game in GAMES.items() if game.seats == (2, 2)]


@pytest.mark.parametrize("game", LISTED)
async def test_back_leads_through_every_question_to_the_first(
    club: Club, alice: Member, bram: Member, game: str
) -> None:
    table = await begin(club, alice, bram, game=game)
    _, *record = (RENDER / f"{game}_match.txt").read_text("ascii").splitlines()
    plies = plies_of(GAMES[game], {}, 2, record)
    middle = next(number for number in range(len(record) // 2, len(record)) if plies[number].who >= 0)
    await table.go_to(record[:middle])
    mover = await table.mover()
    asked = await walk_to_the_end(mover, await mover.press(table.post, "Move"))
    composer = asked[-1]
    for earlier in reversed(asked[:-1]):
        composer = (await mover.press(composer, label(mover, "back"))).private
        assert answers_of(composer) == answers_of(earlier)
    assert label(mover, "back") not in composer.labels
    assert await table.record() == tuple(record[:middle])


async def test_back_skips_what_was_not_asked(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, game="kriskras")
    await table.go_to(["lot 0", "throw 3 5"])
    mover = await table.mover()
    first = (await mover.press(table.post, "Move")).private
    seen = await mover.answer(first, "a2")
    back = (await mover.press(seen, label(mover, "back"))).private
    assert answers_of(back) == answers_of(first)


async def test_one_legal_move_is_shown_at_once_without_a_question(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, game="krabcek")
    _, *record = (RENDER / "krabcek_match.txt").read_text("ascii").splitlines()
    game = GAMES["krabcek"]
    for ply in range(len(record)):
        before = replay(game, {}, 2, record[:ply])
        seat = min(before.to_move, default=-1)
        if seat >= 0 and len(before.legal_moves(seat)) == 1:
            break
    else:
        pytest.skip("nobody was ever forced")
    await table.go_to(record[:ply])
    mover = await table.mover()
    composer = await mover.press(table.post, "Move")
    assert composer.private.labels == (label(mover, "play"),)
    await play(mover, composer)
    assert (await table.record())[ply] == record[ply]


# What a client remembers


async def test_a_menu_that_comes_again_has_another_address(table: Table) -> None:
    """By a known address some clients show what was chosen before, and do not send it again."""
    await table.play(*THREE_TO_CAPTURE)
    first = (await composing(table)).private
    seen = await table.red.choose(first, 0)
    again = (await table.red.press(seen, label(table.red, "back"))).private
    assert again.menu.values == first.menu.values
    assert again.menu.custom_id != first.menu.custom_id
    seen = await table.red.choose(again, 0)
    await play(table.red, seen)
    assert (await table.record())[-1].startswith("hit ")


async def test_old_composers_still_hang_there_and_are_understood(table: Table, club: Club) -> None:
    """As they were addressed before eras and sights were counted."""
    composer = (await composing(table)).private
    (answer,) = await club.deliver(table.red.forging(composer, f"play:pick:{table.id}:1:b7:0", ("c6",)))
    assert club.again(composer).labels == (label(table.red, "play"), label(table.red, "back"))
    await club.deliver(table.red.forging(composer, f"play:go:{table.id}:1:b7-c6"))
    assert (await table.record())[1:] == ("b7-c6",)
    assert answer.messages is not None


# What happens meanwhile


async def test_a_second_press_plays_nothing_and_says_nothing(table: Table, club: Club) -> None:
    seen = (await table.red.answer(await composing(table, "b7"), "c6")).private
    await club.deliver(table.red.pressing(seen, ":play:"), table.red.pressing(seen, ":play:"))
    assert (await table.record())[1:] == ("b7-c6",)
    assert len(table.boards) == 2
    assert table.red.private_messages(table.venue) == ()


async def test_what_was_seen_before_a_takeback_is_not_played_after_it(table: Table, club: Club) -> None:
    """The same ply, and yet another board."""
    await table.play("b7-c6", "b6-b7")
    mover = await table.mover()
    other = table.blue if mover is table.red else table.red
    composer = await mover.press(table.post, "Move")
    while not composer.asks(":play:"):
        composer = await mover.answer(composer, 0)
    seen = composer.private
    offers = club.bot.table.offers
    await offers.offer(table.id, other.id, "takeback")
    match = await table.match()
    assert match.offer is not None
    await offers.agree(table.id, mover.id, match.offer.ply)
    await table.play("b8-c7")
    assert (await table.mover()) == mover
    record = await table.record()
    await club.deliver(mover.pressing(seen, ":play:"))
    assert await table.record() == record
    assert club.again(seen).content == say(mover, "refusals.stale", move=label(mover, "move"))


async def test_a_board_of_before_is_not_played_when_the_match_has_moved_on(table: Table, club: Club) -> None:
    seen = (await table.red.answer(await composing(table, "b7"), "c6")).private
    await table.play("b7-a6")
    record = await table.record()
    await club.deliver(table.red.pressing(seen, ":play:"))
    assert await table.record() == record
    assert club.again(seen).buttons == ()


@pytest.mark.parametrize("keys", [(), ("b7",), ("b7", "c6")])
async def test_a_restart_in_the_middle_loses_nothing_of_what_was_chosen(
    table: Table, club: Club, keys: tuple[str, ...]
) -> None:
    composer = (await composing(table, *keys)).private
    await club.restart()
    member, on = table.red, composer
    for key in ("b7", "c6")[len(keys) :]:
        on = (await member.answer(on, key)).private
    await member.press(on, label(member, "play"))
    assert (await table.record())[1:] == ("b7-c6",)
    assert member.private_messages(table.venue) == ()


async def test_a_composer_that_discord_keeps_says_what_was_done(table: Table, club: Club) -> None:
    seen = (await table.red.answer(await composing(table, "b7"), "c6")).private
    path = "/webhooks/*/messages/@original"
    club.env.inject_error("DELETE", path, status=403, code=50013, message="Not now", times=None)
    await table.red.press(seen, label(table.red, "play"))
    (kept,) = table.red.private_messages(table.venue)
    assert "b7 → c6" in kept.content
    assert kept.buttons == ()
    assert (await table.record())[1:] == ("b7-c6",)
    assert "b7 → c6" in table.post.content


async def test_a_composer_that_was_dismissed_is_played_by_another(table: Table, club: Club) -> None:
    dismissed = (await table.red.answer(await composing(table, "b7"), "c6")).private
    await club.delete(dismissed)
    seen = await table.red.answer(await composing(table, "b7"), "c6")
    await play(table.red, seen)
    assert (await table.record())[1:] == ("b7-c6",)
