"""Nobody is kept waiting for ever: thirty days of silence, members who leave the server, and vacations."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.club.deadlines import DAY
from bot.club.vacations import BUDGET, changed, left
from bot.club.wishes import Vacation
from tests.bot.playing import Table, begin
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import label, say
from tests.bot.test_settings import asks, sets


@pytest.fixture
async def unlimited(club: Club, alice: Member, bram: Member) -> Table:
    """Both have moved; Red is to move, and no time runs."""
    table = await begin(club, alice, bram, time=0)
    await table.play("b7-c6", "b6-b7")
    return table


async def more(table: Table, member: Member) -> Shown:
    return (await member.press(table.post, "More")).private


async def silence(table: Table, days: float) -> None:
    """As if so many days had passed, but that the sweep comes round only now."""
    await table.club.file.change(
        "UPDATE matches SET patience_until = patience_until - ? WHERE id = ?", int(days * DAY), table.id
    )
    await table.club.wait(minutes=2)


def offered(shown: Shown, member: Member) -> list[str]:
    verbs = ("claim", "call_off", "claim_seat")
    return [verb for verb in verbs if label(member, verb) in shown.labels]


# Thirty days of silence


async def test_who_waits_is_told_once_that_they_need_not_wait_any_longer(unlimited: Table) -> None:
    club = unlimited.club
    before = len(club.posts(unlimited.venue))
    await silence(unlimited, 29.9)
    assert len(club.posts(unlimited.venue)) == before
    await silence(unlimited, 0.1)
    await club.wait(days=2)
    (told,) = club.posts(unlimited.venue)[before:]
    assert told.content.startswith(unlimited.blue.mention)
    assert "thirty days" in told.content
    assert told.pinged == {unlimited.red.id, unlimited.blue.id}, "for who is silent it is a reminder"


@pytest.mark.parametrize(("verb", "ply"), [("claim", "leave"), ("call_off", "aborted")])
async def test_after_thirty_days_of_silence_whoever_waits_ends_it_as_they_like(
    unlimited: Table, verb: str, ply: str
) -> None:
    red, blue = unlimited.red, unlimited.blue
    assert offered(await more(unlimited, blue), blue) == []
    await silence(unlimited, 30)
    assert offered(await more(unlimited, red), red) == [], "who is silent can move"
    shown = await more(unlimited, blue)
    assert offered(shown, blue) == ["claim", "call_off"]
    asked = await blue.press(shown, label(blue, verb))
    assert (await unlimited.match()).outcome is None, "a tap alone ends nothing"
    ended = await blue.press(asked, say(blue, f"sure.{verb}.yes"))
    match = await unlimited.match()
    seat = match.seat_of(red.id)
    assert match.record[-1] == (f"leave {seat}" if ply == "leave" else ply)
    assert match.outcome is not None
    assert match.outcome.winners == ((1 - seat,) if ply == "leave" else ())
    assert ended.private.content == say(blue, "claimed" if ply == "leave" else "aborted")


async def test_a_move_in_the_last_moment_saves_the_match(unlimited: Table) -> None:
    blue = unlimited.blue
    await silence(unlimited, 30)
    shown = await more(unlimited, blue)
    asked = await blue.press(shown, label(blue, "claim"))
    await unlimited.play("take b7")
    answer = await blue.press(asked, say(blue, "sure.claim.yes"))
    assert answer.private.content == say(blue, "refusals.not_gone")
    assert (await unlimited.match()).outcome is None


async def test_the_list_of_matches_says_that_one_can_be_ended(unlimited: Table) -> None:
    red, blue = unlimited.red, unlimited.blue
    ending = {member: say(member, "list.endable") for member in (red, blue)}
    assert ending[blue] not in (await blue.command("games")).private.content
    await silence(unlimited, 30)
    assert ending[blue] in (await blue.command("games")).private.content
    assert ending[red] not in (await red.command("games")).private.content


async def paused(table: Table) -> None:
    offers = table.club.bot.table.offers
    for member in (table.blue, table.red):
        await offers.offer(table.id, member.id, "pause")


async def test_a_pause_that_lasts_thirty_days_can_be_ended_with_the_match(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    await silence(table, 10)
    await paused(table)
    await silence(table, 29)
    assert offered(await more(table, table.blue), table.blue) == [], "from the pause on"
    await silence(table, 1)
    assert offered(await more(table, table.blue), table.blue) == ["claim", "call_off"]
    assert label(table.blue, "resume") in (await more(table, table.blue)).labels


async def test_no_absence_of_the_bot_counts_as_silence(unlimited: Table) -> None:
    before = (await unlimited.match()).stored.patience_until
    await unlimited.club.file.change("UPDATE house SET value = value - ? WHERE name = 'alive'", 5 * DAY)
    await unlimited.club.wait(minutes=4)
    after = (await unlimited.match()).stored.patience_until
    assert before is not None
    assert after is not None
    assert 5 * DAY <= after - before <= 5 * DAY + 240


# Members who leave the server


@pytest.fixture
async def begun(club: Club, alice: Member, bram: Member) -> Table:
    table = await begin(club, alice, bram)
    await table.play("b7-c6", "b6-b7")
    return table


async def test_who_leaves_the_server_has_an_hour_to_come_back(begun: Table) -> None:
    club, red, blue = begun.club, begun.red, begun.blue
    club.guild.remove_member(blue.actor)
    shown = await more(begun, red)
    assert offered(shown, red) == []
    assert "<t:" in shown.content
    await club.wait(minutes=58)
    assert offered(await more(begun, red), red) == []
    await club.wait(minutes=3)
    shown = await more(begun, red)
    assert offered(shown, red) == ["claim", "call_off"]
    await red.press(await red.press(shown, label(red, "claim")), say(red, "sure.claim.yes"))
    outcome = (await begun.match()).outcome
    assert outcome is not None
    assert outcome.winners == ((await begun.match()).seat_of(red.id),)


async def test_who_is_kicked_and_comes_back_has_lost_nothing(begun: Table) -> None:
    """Also if they are kicked once more before anybody looks again."""
    club, red, blue = begun.club, begun.red, begun.blue
    club.guild.remove_member(blue.actor)
    await more(begun, red)
    await club.wait(minutes=30)
    club.guild.add_member(blue.actor.user)
    await club.wait(minutes=10)
    club.guild.remove_member(blue.actor)
    await club.wait(minutes=25)
    assert offered(await more(begun, red), red) == [], "a new hour"
    await club.wait(minutes=61)
    shown = await more(begun, red)
    club.guild.add_member(blue.actor.user)
    asked = await red.press(shown, label(red, "claim"))
    answer = await red.press(asked, say(red, "sure.claim.yes"))
    assert answer.private.content == say(red, "refusals.not_gone")


async def test_a_restart_does_not_begin_the_hour_anew(begun: Table) -> None:
    club, red = begun.club, begun.red
    club.guild.remove_member(begun.blue.actor)
    await more(begun, red)
    await club.wait(minutes=40)
    await club.restart()
    await club.wait(minutes=21)
    assert offered(await more(begun, red), red) == ["claim", "call_off"]


# Vacations


async def test_the_settings_tell_how_many_days_are_left(begun: Table) -> None:
    red, club = begun.red, begun.club
    shown = (await red.command("settings")).private.content
    assert say(red, "likes.away.back", count=30, budget=30) in shown
    await sets(red, "away", "1")
    await club.wait(days=2, minutes=1)
    back = (await sets(red, "away", "back")).private.content
    assert say(red, "likes.away.back", count=27, budget=30) in back, "two days and a minute were used"
    await club.restart()
    assert say(red, "likes.away.back", count=27, budget=30) in (await red.command("settings")).private.content


async def test_nobody_is_away_for_longer_than_they_have(begun: Table) -> None:
    red, club = begun.red, begun.club
    keeper = club.bot.table.timekeeper
    now = int(club.env.now().timestamp())
    await keeper.go_away(red.id, timedelta(weeks=4))
    await club.file.change(
        "UPDATE vacations SET began_at = began_at - ?, ends_at = ?", 25 * DAY, now
    )  # as if it had lasted that long
    await club.bot.table.preferences.load()
    form = await asks(red, "away")
    assert form.form.field("away").values == ("back", "rest")
    await red.fill_in(form, away="rest")
    vacation = keeper.vacation(red.id)
    assert vacation is not None
    assert 5 * DAY - 60 <= vacation.ends_at - now <= 5 * DAY + 60
    await club.file.change("UPDATE vacations SET began_at = began_at - ?", 5 * DAY)
    await club.bot.table.preferences.load()
    answer = await sets(red, "away", "back")
    assert (await asks(red, "away")).form.field("away").values == ("back",)
    (forged,) = await club.deliver(red.forging(answer, "preferences:set:0:0:away", ("4",)))
    assert forged.private.content == say(red, "refusals.no_vacation_left", days=30)


def test_a_budget_is_one_for_any_twelve_months() -> None:
    taken = changed((), 0, 10 * DAY)
    assert left(taken, 10 * DAY) == left(taken, 360 * DAY) == BUDGET - 10 * DAY
    assert left(taken, 370 * DAY) == BUDGET - 5 * DAY, "five of them are more than a year ago"
    assert left(taken, 375 * DAY) == BUDGET
    assert left(taken, 3 * DAY) == BUDGET - 3 * DAY, "only what was used"
    assert changed(taken, 3 * DAY, 0) == (Vacation(0, 3 * DAY),)
    assert changed(taken, 3 * DAY, DAY) == (Vacation(0, 4 * DAY),)
    assert changed(taken, 400 * DAY, DAY) == (Vacation(400 * DAY, 401 * DAY),), (
        "what counts no more is dropped"
    )
    assert changed(taken, 20 * DAY, 0) == taken, "who is here and comes back changes nothing"


async def test_old_vacations_are_forgotten(begun: Table) -> None:
    red, club = begun.red, begun.club
    await sets(red, "away", "1")
    await club.wait(days=1)
    await sets(red, "away", "back")
    await club.file.change("UPDATE vacations SET ends_at = ends_at - ?", 364 * DAY)
    for length, kept in (({"minutes": 10}, 1), ({"days": 1, "hours": 1}, 0)):
        await club.wait(**length)
        assert await club.file.row("SELECT count(*) FROM vacations") == (kept,)


async def test_nobody_is_on_vacation_in_a_live_match(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram, time=300)
    await table.play("b7-c6", "b6-b7")
    answer = await sets(table.red, "away", "1")
    assert say(table.red, "likes.away.runs_on", matches=(f"#{table.id}",)) in answer.private.content
    await club.wait(minutes=7)
    outcome = (await table.match()).outcome
    assert outcome is not None
    assert outcome.reason == "left"


async def test_a_turn_of_a_live_match_that_comes_meanwhile_does_not_wait_either(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=300)
    await table.play("b7-c6", "b6-b7")
    await sets(table.blue, "away", "1")
    await table.play("take b7", "c6-b6")
    due = (await table.match()).stored.due
    assert due is not None
    assert due - club.env.now().timestamp() <= 300


async def test_who_begins_a_match_on_vacation_is_not_away_in_it(
    club: Club, alice: Member, bram: Member
) -> None:
    for member in (alice, bram):
        await sets(member, "away", "1")
    await club.wait(minutes=1)
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    due = (await table.match()).stored.due
    assert due is not None
    assert due - club.env.now().timestamp() <= DAY


async def test_a_turn_rests_once_and_a_vacation_is_not_renewed_in_it(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    first = (await table.match()).stored.due or 0
    await sets(table.red, "away", "1")
    rested = (await table.match()).stored.due or 0
    assert rested - first == 7 * DAY
    await sets(table.red, "away", "2")
    assert (await table.match()).stored.due == rested, "nor made longer"
    await sets(table.red, "away", "back")
    assert abs(((await table.match()).stored.due or 0) - first) <= 5
    answer = await sets(table.red, "away", "1")
    assert say(table.red, "likes.away.runs_on", matches=(f"#{table.id}",)) in answer.private.content
    await club.wait(days=1, minutes=1)
    assert (await table.match()).outcome is not None


async def test_a_vacation_begun_when_the_time_is_up_saves_no_match(
    club: Club, alice: Member, bram: Member
) -> None:
    """Before the sweep comes round, that is."""
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    now = int(club.env.now().timestamp())
    await club.file.change("UPDATE matches SET due = ? WHERE id = ?", now, table.id)
    running = await club.bot.table.timekeeper.go_away(table.red.id, timedelta(weeks=4))
    assert running == [table.id]
    assert (await table.match()).stored.due == now
    await club.wait(minutes=2)
    assert (await table.match()).outcome is not None


async def test_a_match_that_stands_by_vacations_can_be_ended_after_thirty_days(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=7 * DAY)
    await table.play("b7-c6", "b6-b7")
    await sets(table.red, "away", "4")
    await silence(table, 29)
    assert offered(await more(table, table.blue), table.blue) == []
    await silence(table, 1)
    assert offered(await more(table, table.blue), table.blue) == ["claim", "call_off"]


async def test_a_pause_in_a_turn_that_rests_keeps_the_time_that_was_left(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    await sets(table.red, "away", "1")
    await paused(table)
    assert abs(((await table.match()).stored.paused or 0) - DAY) <= 5
    await sets(table.red, "away", "back")
    await club.bot.table.offers.resume(table.id, table.blue.id)
    due = (await table.match()).stored.due
    assert due is not None
    assert abs(due - club.env.now().timestamp() - DAY) <= 60
