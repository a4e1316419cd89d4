"""The sweep: what the table does by itself. What fails for one match or errand fails for that one alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from bot.club.deadlines import DAY
from bot.database.erasure import Erasure
from bot.ui import sweep
from bot.words.language import language
from tests.bot.playing import Table, begin, write
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say

QUICK = 300
"""Seconds a turn."""


@pytest.fixture
async def sick(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, time=QUICK)


@pytest.fixture
async def sound(club: Club, sick: Table, alice: Member, stranger: Member) -> Table:
    """Its deadline is after that of the sick one: whoever goes by the clock comes to it second."""
    await club.wait(minutes=1)
    table = await begin(club, alice, stranger, time=QUICK)
    await table.play("b7-c6", "b6-b7")
    return table


async def unlawful(club: Club, match: int) -> None:
    await club.file.change("UPDATE plies SET text = 'a1-a1' WHERE match = ? AND ply = 0", match)


async def of_older_rules(club: Club, match: int) -> None:
    await club.file.change("UPDATE matches SET rules_version = 0 WHERE id = ?", match)


async def of_a_game_that_is_gone(club: Club, match: int) -> None:
    await club.file.change("UPDATE matches SET game = 'halma' WHERE id = ?", match)


SICK = pytest.mark.parametrize("spoil", [unlawful, of_older_rules, of_a_game_that_is_gone])


@pytest.mark.breaks
@SICK
async def test_a_match_that_nobody_can_read_costs_others_neither_board_nor_deadline(
    club: Club, sick: Table, sound: Table, spoil: Callable[[Club, int], object]
) -> None:
    await spoil(club, sick.id)  # type: ignore[misc]
    await club.file.change("UPDATE matches SET posted_ply = 0 WHERE id IN (?, ?)", sick.id, sound.id)
    club.bot.table.matches.forget_courses()
    await club.wait(minutes=2)
    assert len(sound.boards) == 3
    await club.wait(minutes=7)
    outcome = (await sound.match()).outcome
    assert outcome is not None
    assert outcome.reason == "left"
    assert "🏆" in sound.post.content


@pytest.mark.breaks
@SICK
async def test_it_is_tried_seldom_told_once_and_named(
    club: Club,
    sick: Table,
    sound: Table,
    spoil: Callable[[Club, int], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    await spoil(club, sick.id)  # type: ignore[misc]
    club.bot.table.matches.forget_courses()
    await club.wait(minutes=7)
    told = [record for record in caplog.records if vars(record).get("deadline") == sick.id]
    assert len(told) == 1
    (trouble,) = [each for each in club.bot.table.troubles.listed() if each.what == "deadline"]
    assert trouble.name == str(sick.id)
    before = trouble.tries
    await club.wait(minutes=59)
    assert trouble.tries - before <= 9


@pytest.mark.breaks
async def test_a_challenge_of_a_game_that_is_gone_costs_others_nothing(
    club: Club, sound: Table, alice: Member
) -> None:
    challenge = await alice.command("play knopen")
    await club.file.change("UPDATE challenges SET game = 'halma', revision = revision + 1")
    await club.file.change("UPDATE matches SET posted_ply = 0")
    await club.wait(minutes=2)
    assert len(sound.boards) == 3
    assert club.again(challenge.public).labels


@pytest.mark.breaks
async def test_an_errand_that_breaks_comes_round_again(
    club: Club, sound: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk, say, is away for an hour."""

    async def broken(*_: object) -> None:
        raise sqlite3.ProgrammingError("no disk")

    with monkeypatch.context() as patch:
        patch.setattr(type(club.file), "rows", broken)
        await club.wait(minutes=5)
        assert {trouble.what for trouble in club.bot.table.troubles.listed()} == {"errand"}
    await club.wait(minutes=7)
    assert (await sound.match()).outcome is not None
    assert [trouble for trouble in club.bot.table.troubles.listed() if trouble.what == "errand"] == []


@pytest.mark.breaks
async def test_a_start_at_which_the_file_fails_is_made_good(
    club: Club, sound: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the bot is a member cannot be compared with what is stored: that is one errand among others."""

    async def broken(*_: object) -> None:
        raise sqlite3.DatabaseError("a damaged page")

    with monkeypatch.context() as patch:
        patch.setattr(Erasure, "servers", broken)
        await club.restart()
        assert [(each.what, each.name) for each in club.bot.table.troubles.listed()] == [
            ("errand", "servers")
        ]
        await club.wait(minutes=9)
        assert (await sound.match()).outcome is not None
    await club.file.change("INSERT INTO servers (guild, left_at) VALUES (?, 1)", club.guild.id)
    await club.bot.table.preferences.load()
    await club.wait(minutes=11)
    assert club.bot.table.troubles.listed() == []
    assert await club.file.numbers("SELECT count(*) FROM servers WHERE left_at IS NOT NULL") == [0]


async def test_each_errand_says_when_it_last_came_round(club: Club) -> None:
    await club.wait(minutes=3)
    now = club.env.now()
    rounds = club.bot.sweep.rounds
    assert {"alive", "silence", "match posts", "challenge posts", "reminders", "departures"} <= set(rounds)
    assert all((now - at).total_seconds() <= 241 for at in rounds.values())


async def test_rounds_that_a_machine_slept_through_are_not_gone_one_after_the_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A night of rounds at once would keep everybody waiting in the morning."""
    with monkeypatch.context() as asleep:
        asleep.setattr(sweep, "MINUTE", DAY / 3)
        await club.env.advance_time(DAY / 3)
    club.database.file.asked.clear()
    club.bot.sweep.hurry()
    await club.wait(minutes=3)
    looked = [sql for sql in club.database.file.asked if "WHERE posted_ply < plies" in sql]
    assert 3 <= len(looked) <= 5


@pytest.mark.on_both
async def test_a_clock_that_is_put_back_takes_the_clocks_of_the_matches_along(
    club: Club, sound: Table
) -> None:
    """Else whoever is to move would have ten days more, and nobody would notice the next absence."""
    timekeeper = club.bot.table.timekeeper
    due = (await sound.match()).stored.due
    assert due is not None
    await club.file.change("UPDATE house SET value = value + ? WHERE name = 'alive'", 10 * DAY)
    await club.file.change("UPDATE matches SET due = due + ?", 10 * DAY)
    await club.restart()
    left = (await sound.match()).stored.due
    assert left is not None
    assert abs(left - due) <= 180
    await club.wait(minutes=4)
    assert timekeeper is not club.bot.table.timekeeper
    assert (await sound.match()).stored.due == left


@pytest.mark.on_both
async def test_a_damaged_record_is_told_to_whoever_asks_for_it(
    club: Club, sick: Table, stranger: Member
) -> None:
    await unlawful(club, sick.id)
    club.bot.table.matches.forget_courses()
    answer = await sick.red.press(sick.post, "Move")
    assert answer.private.content == say(sick.red, "refusals.damaged")
    sound = await begin(club, sick.red, stranger)
    listed = await sick.red.command("games")
    assert f"#{sound.id}" in listed.private.content


@pytest.mark.on_both
async def test_what_is_saved_is_shown_soon_after_it_was_not(club: Club, sound: Table) -> None:
    await write(club.bot.table.matches, await sound.match(), (await sound.mover()).id, "take b7")
    await club.wait(minutes=1, seconds=5)
    assert "b7" in sound.post.content
    assert language("en").say("refusals.broken") not in sound.post.content
