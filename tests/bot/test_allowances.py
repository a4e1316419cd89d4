"""How much a member may ask for: told kindly, and never in the way of those who play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import combinations
from typing import Any

import pytest

from bot.club import allowances
from bot.club.allowances import Allowance, Allowances
from bot.club.challenge import Challenge
from bot.club.club import Club as Rooms
from bot.club.deadlines import DAY
from bot.club.invitations import Opponent
from bot.club.refused import Refused
from bot.database.file import File
from bot.database.where import Where
from engines.moves import Drawn
from tests.bot.clocks import Clock
from tests.bot.finishing import CHANNEL, GUILD
from tests.bot.playing import A_SHORT_MATCH, Table, begin, lobby, started
from tests.bot.simulated import Answer, Club, Member
from tests.bot.test_play import label, say

pytestmark = pytest.mark.on_both

A_NUISANCE = 25
"""Calls within a day that nobody has agreed to."""


def refused(answer: Answer, member: Member, code: str, **values: str | int) -> bool:
    """In the sentence of that code; where it names a time, any."""
    told = say(member, f"refusals.{code}", **{"when": "<t:", **values})
    return answer.private.content.startswith(told.partition("<t:")[0])


async def asked(challenger: Member, opponent: Member | None = None) -> Answer:
    named: dict[str, Any] = {"opponent": opponent} if opponent else {}
    return await challenger.command("play knopen", **named)


def is_refused(answer: Answer) -> bool:
    return any(message.private for message in answer.messages)


# Challenges


async def test_three_challenges_to_one_opponent_are_open_at_most(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    for _ in range(3):
        last = (await asked(alice, bram)).public
    answer = await asked(alice, bram)
    assert refused(answer, alice, "too_many_challenges_to", most=3, opponent=bram.mention)
    assert (await asked(alice, stranger)).public
    await bram.press(last, "Decline")
    await club.wait(minutes=1)
    assert (await asked(alice, bram)).public


async def test_ten_challenges_of_a_member_are_open_on_a_server_at_most(club: Club, alice: Member) -> None:
    for _ in range(2):
        for _ in range(5):
            last = (await asked(alice)).public
        await club.wait(minutes=1)
    assert refused(await asked(alice), alice, "too_many_challenges", most=10)
    await alice.press(last, "Withdraw")
    assert (await asked(alice)).public


async def test_five_challenges_are_made_in_a_minute_at_most(club: Club, alice: Member, bram: Member) -> None:
    for _ in range(5):
        await asked(bram)
    assert refused(await asked(bram), bram, "enough_challenges")
    assert (await asked(alice)).public, "another has not asked yet"
    await club.wait(minutes=1)
    assert (await asked(bram)).public


async def test_challenging_and_withdrawing_calls_nobody_without_end(
    club: Club, alice: Member, bram: Member
) -> None:
    async def ask_and_withdraw() -> Answer:
        answer = await asked(alice, bram)
        if not is_refused(answer):
            assert answer.public.pinged == {bram.id}
            await alice.press(answer.public, "Withdraw")
        return answer

    answer, calls = await until_refused(ask_and_withdraw, club)
    assert calls == 10
    assert refused(answer, alice, "challenges_in_vain", most=10, opponent=bram.mention)
    await club.wait(hours=24)
    assert (await asked(alice, bram)).public


async def until_refused(doing: Callable[[], Awaitable[Answer]], club: Club) -> tuple[Answer, int]:
    """Again and again, a minute after another: the refusal, and how often there was none before it."""
    for calls in range(A_NUISANCE):
        answer = await doing()
        if is_refused(answer):
            return answer, calls
        await club.wait(minutes=1)
    raise AssertionError("it is never refused")


async def test_asking_for_a_rematch_and_withdrawing_calls_nobody_without_end(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, target=8)
    await table.play(*A_SHORT_MATCH)
    board = table.post

    async def ask_and_withdraw() -> Answer:
        answer = await table.red.press(board, "Play again")
        if not is_refused(answer):
            post = club.posts(table.venue)[-1]
            assert post.pinged == {table.blue.id}
            await table.red.press(post, "Withdraw")
        return answer

    answer, calls = await until_refused(ask_and_withdraw, club)
    assert calls == 10
    assert refused(answer, table.red, "challenges_in_vain", most=10, opponent=table.blue.mention)


async def test_laying_a_table_once_more_and_withdrawing_calls_nobody_without_end(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await started(club, "cubus", alice, bram, stranger)
    await club.bot.table.leaving.close(table.id)
    await club.bot.table.posts.boards.show(table.id)
    board = table.post

    async def lay_and_withdraw() -> Answer:
        answer = await alice.press(board, "Play again")
        if not is_refused(answer):
            post = club.posts(table.venue)[-1]
            assert post.pinged == {bram.id, stranger.id}
            opened = (await alice.press(post, "For the host")).private
            await alice.press(opened, "Withdraw")
        return answer

    answer, calls = await until_refused(lay_and_withdraw, club)
    assert calls == 5
    assert refused(answer, alice, "tables_in_vain", most=5)


async def test_who_takes_up_what_was_asked_is_not_in_the_way_of_asking(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    """The other side may accept what waits, however much the first has asked for."""
    table = await begin(club, alice, bram, target=8)
    await table.play(*A_SHORT_MATCH)
    board = table.post
    for _ in range(5):
        await asked(table.blue)
    await table.red.press(board, "Play again")
    answer = await table.blue.press(board, "Play again")
    assert not any(message.private for message in answer.messages)
    assert len(await club.stored.running_of(table.blue.id, club.guild.id)) == 1


# Matches


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-10-02 12:00")


@pytest.fixture
async def rooms(where: Where, clock: Clock) -> AsyncIterator[Rooms]:
    """The club without Discord."""
    file = await File.open(where)
    rooms = Rooms(file, clock)
    await rooms.preferences.load()
    yield rooms
    await file.close()


async def challenged(rooms: Rooms, member: int, opponent: int | None = None, guild: int = GUILD) -> Challenge:
    return await rooms.challenges.challenge(
        "knopen",
        {},
        guild=guild,
        channel=CHANNEL,
        locale="en",
        challenger=member,
        opponent=Opponent(opponent) if opponent else None,
    )


async def met(rooms: Rooms, clock: Clock, one: int, other: int, guild: int = GUILD) -> int:
    clock.advance(seconds=20)
    challenge = await challenged(rooms, one, other, guild)
    return (await rooms.challenges.accept(challenge.id, other)).id


async def code_of(doing: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await doing
    return caught.value.code


async def test_five_matches_of_the_same_two_run_at_most(rooms: Rooms, clock: Clock) -> None:
    matches = [await met(rooms, clock, *pair) for pair in (*((1001, 1002), (1002, 1001)) * 2, (1001, 1002))]
    assert await code_of(challenged(rooms, 1002, 1001)) == "too_many_matches_with"
    taken_up = await challenged(rooms, 1002)
    assert await code_of(rooms.challenges.accept(taken_up.id, 1001)) == "too_many_matches_with"
    assert await met(rooms, clock, 1001, 1002, guild=GUILD + 1), "on another server there is room"
    assert await met(rooms, clock, 1001, 1003), "and for others"
    await rooms.leaving.abort(matches[0], 1001)
    assert await rooms.challenges.accept(taken_up.id, 1001)


async def test_a_member_plays_twenty_five_matches_on_a_server_at_most(rooms: Rooms, clock: Clock) -> None:
    waits = await challenged(rooms, 1001)
    table = await rooms.challenges.challenge(
        "cubus", {}, guild=GUILD, channel=CHANNEL, locale="en", challenger=1090, opponent=None
    )
    matches = [await met(rooms, clock, 1100 + number, 1001) for number in range(25)]
    clock.advance(hours=1)
    assert await code_of(challenged(rooms, 1001)) == "too_many_matches"
    assert await code_of(challenged(rooms, 1050, 1001)) == "too_many_matches_of"
    assert await code_of(rooms.challenges.accept(waits.id, 1050)) == "too_many_matches_of"
    assert await code_of(rooms.lobbies.join(table.id, 1001)) == "too_many_matches"
    other = await challenged(rooms, 1050)
    assert await code_of(rooms.challenges.accept(other.id, 1001)) == "too_many_matches"
    assert (await rooms.challenges.load(waits.id)).state == "open", "it can be accepted when there is room"
    await rooms.leaving.abort(matches[0], 1001)
    assert await rooms.challenges.accept(waits.id, 1050)


async def test_who_sat_down_before_they_had_too_many_keeps_the_host_waiting(
    rooms: Rooms, clock: Clock
) -> None:
    table = await rooms.challenges.challenge(
        "cubus", {}, guild=GUILD, channel=CHANNEL, locale="en", challenger=1090, opponent=None
    )
    await rooms.lobbies.join(table.id, 1001)
    for number in range(25):
        await met(rooms, clock, 1100 + number, 1001)
    assert await code_of(rooms.lobbies.start(table.id, 1090)) == "too_many_matches_of"
    await rooms.lobbies.join(table.id, 1002)
    await rooms.lobbies.quit(table.id, 1001)
    assert await rooms.lobbies.start(table.id, 1090)


async def test_tables_of_many_do_not_count_for_any_two_who_sit_there(rooms: Rooms, clock: Clock) -> None:
    for _ in range(6):
        clock.advance(minutes=1)
        table = await rooms.challenges.challenge(
            "cubus", {}, guild=GUILD, channel=CHANNEL, locale="en", challenger=1001, opponent=None
        )
        for guest in (1002, 1003):
            await rooms.lobbies.join(table.id, guest)
        await rooms.lobbies.start(table.id, 1001)
    assert await met(rooms, clock, 1001, 1002)


async def test_however_many_ask_at_once_no_more_is_let_through(rooms: Rooms, clock: Clock) -> None:
    for _ in range(8):
        clock.advance(seconds=20)
        await challenged(rooms, 1001)
    clock.advance(minutes=1)
    made = await asyncio.gather(*(challenged(rooms, 1001) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(one, Challenge) for one in made) == 2
    taking = [await challenged(rooms, 1070 + number) for number in range(8)]
    for number in range(20):
        await met(rooms, clock, 1100 + number, 1003)
    begun = await asyncio.gather(
        *(rooms.challenges.accept(one.id, 1003) for one in taking), return_exceptions=True
    )
    assert sum(not isinstance(one, Refused) for one in begun) == 5


async def test_a_club_evening_is_never_refused(rooms: Rooms, clock: Clock) -> None:
    """Twenty people; everybody plays seven others, and most of them once more; two play all evening."""
    people = range(1001, 1021)
    pairs = [pair for pair in combinations(people, 2) if sum(pair) % 3 == 0]
    for one, other in pairs:
        clock.advance(seconds=30)
        number = await met(rooms, clock, one, other)
        if (one + other) % 2:
            await rooms.leaving.abort(number, one)
            again = await rooms.rematches.play_again(number, one, CHANNEL)
            await rooms.challenges.accept(again.id, other)
    for _ in range(30):
        clock.advance(minutes=5)
        number = await met(rooms, clock, 1031, 1032)
        await rooms.matches.settle(number, lambda _: Drawn())


async def test_who_ends_matches_before_they_count_soon_begins_no_more_of_them(
    rooms: Rooms, clock: Clock
) -> None:
    """Nobody looks at the first dice of match after match until they are good."""
    first = clock()
    for number in range(5):
        match = await met(rooms, clock, 1001, 1010 + number)
        await (rooms.leaving.resign if number % 2 else rooms.leaving.abort)(match, 1001)
    again = f"<t:{int(first.timestamp()) + 20 + DAY}:R>"  # `met` takes twenty seconds
    waits = await challenged(rooms, 1002)
    table = await rooms.challenges.challenge(
        "cubus", {}, guild=GUILD, channel=CHANNEL, locale="en", challenger=1090, opponent=None
    )
    for asking in (
        lambda: challenged(rooms, 1001, 1003),
        lambda: rooms.challenges.accept(waits.id, 1001),
        lambda: rooms.lobbies.join(table.id, 1001),
    ):
        with pytest.raises(Refused) as caught:
            await asking()
        assert (caught.value.code, caught.value.values["when"]) == ("enough_early_ends", again)
    clock.advance(hours=25)
    assert await met(rooms, clock, 1001, 1003)


async def test_who_has_waited_for_somebody_else_ends_a_match_without_being_counted(
    rooms: Rooms, clock: Clock
) -> None:
    for number in range(8):
        match = await rooms.matches.load(await met(rooms, clock, 1001, 1010 + number))
        (seat,) = match.position.to_move
        clock.advance(minutes=11)
        await rooms.leaving.abort(match.id, match.members[1 - seat])
    assert await met(rooms, clock, 1001, 1003)


async def test_who_lets_the_time_run_out_before_moving_has_ended_it_too(rooms: Rooms, clock: Clock) -> None:
    for number in range(5):
        match = await rooms.matches.load(await met(rooms, clock, 1001, 1010 + number))
        await rooms.leaving.fall_silent(match, match.seat_of(1001))
    assert await code_of(challenged(rooms, 1001, 1003)) == "enough_early_ends"


async def test_a_member_of_five_servers_plays_on_all_of_them(rooms: Rooms, clock: Clock) -> None:
    for guild in range(1, 6):
        for opponent in range(1100, 1112):
            assert await met(rooms, clock, 1001, opponent, guild)
            clock.advance(minutes=2)


# By the minute


async def offered(table: Table) -> Answer:
    """Red offers a draw in this position."""
    more = (await table.red.press(table.post, "More")).private
    (answer,) = await table.club.deliver(
        table.red.forging(more, f"play:offer:{table.id}:{(await table.match()).ply}")
    )
    return answer


async def declined(table: Table) -> None:
    await table.blue.press(table.club.posts(table.venue)[-1], "No, play on")


async def test_who_has_said_no_is_not_asked_again_before_a_move(table: Table, club: Club) -> None:
    for text in ("b7-c6", "b6-b7"):
        await offered(table)
        await declined(table)
        posts = len(club.posts(table.venue))
        assert refused(await offered(table), table.red, "enough_offers_again")
        await club.wait(minutes=5)
        assert refused(await offered(table), table.red, "enough_offers_again")
        assert len(club.posts(table.venue)) == posts
        await table.play(text)


async def test_an_offer_that_stands_is_not_made_twice(table: Table) -> None:
    await offered(table)
    assert refused(await offered(table), table.red, "already_offered")
    await declined(table)
    assert (await table.match()).offer is None


async def test_offers_are_made_three_times_a_minute_at_most(table: Table, club: Club) -> None:
    for text in ("b7-c6", "b6-b7", "take b7"):
        await offered(table)
        await declined(table)
        await table.play(text)
    assert refused(await offered(table), table.red, "enough_offers")
    assert (await table.match()).offer is None
    theirs = await table.blue.press(table.post, "More")
    await table.blue.press(theirs, label(table.blue, "offer"))
    assert (await table.match()).offer, "the other side may ask"
    await club.deliver(table.red.pressing(club.posts(table.venue)[-1], "Accept the draw"))
    assert (await table.match()).outcome, "and be answered"


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


async def test_a_board_is_posted_again_three_times_a_minute_and_eight_times_a_day_at_most(
    table: Table, club: Club
) -> None:
    more = (await table.blue.press(table.post, "More")).private
    click = table.blue.forging(more, f"play:again:{table.id}:1")
    for _ in range(3):
        await club.deliver(click)
    (answer,) = await club.deliver(click)
    assert refused(answer, table.blue, "enough_boards")
    for _ in range(A_NUISANCE):
        await club.wait(minutes=1)
        await club.deliver(click)
    assert len([post for post in club.posts(table.venue) if table.red.id in post.pinged]) <= 1 + 8


async def test_one_sits_down_at_a_table_five_times_a_minute_and_gets_up_whenever_one_likes(
    club: Club, alice: Member, bram: Member
) -> None:
    post = await lobby(club, "cubus", alice)
    for _ in range(5):
        await bram.press(post, "Join")
        await bram.press(post, "Leave the table")
    assert refused(await bram.press(post, "Join"), bram, "enough_seats")
    other = await lobby(club, "cubus", alice)
    await bram.press(other, "Join")
    assert bram.mention in club.again(other).content


def spending(clock: Clock) -> Allowances:
    return Allowances(lambda: int(clock().timestamp()))


def test_of_two_allowances_the_narrower_counts_and_a_refusal_uses_nothing_up(clock: Clock) -> None:
    spent = spending(clock)
    both = (Allowance("films", 2, 60), Allowance("films", 3, 3600))
    for _ in range(2):
        spent.spend(both, 1)
    for _ in range(5):
        with pytest.raises(Refused):
            spent.spend(both, 1)
    clock.advance(seconds=60)
    spent.spend(both, 1)
    with pytest.raises(Refused) as caught:
        spent.spend(both, 1)
    first = int(clock().timestamp()) - 60
    assert caught.value.values == {"when": f"<t:{first + 3600}:R>"}


def test_a_clock_that_is_put_back_keeps_nobody_waiting(clock: Clock) -> None:
    spent = spending(clock)
    spent.spend([Allowance("films", 1)], 1)
    clock.advance(hours=-1)
    spent.spend([Allowance("films", 1)], 1)


def test_what_was_spent_long_ago_is_forgotten(clock: Clock) -> None:
    spent, films = spending(clock), Allowance("films", 1)
    for member in range(100):
        spent.spend([films], member)
    clock.advance(seconds=61)
    spent.spend([films], 100)
    assert list(spent._spent[films]) == [(100,)]


def test_all_that_calls_somebody_unasked_is_less_than_a_nuisance() -> None:
    boards = allowances.BOARDS[-1].most
    assert allowances.CHALLENGES_IN_VAIN + allowances.TABLES_IN_VAIN + boards < A_NUISANCE


def test_every_allowance_has_its_sentence(clock: Clock, alice: Member) -> None:
    every = [value for value in vars(allowances).values() if isinstance(value, tuple)]
    assert len(every) > 6
    for allowed in every:
        for allowance in allowed:
            assert say(alice, f"refusals.enough_{allowance.what}", when="")
