"""The ratings under honest clubs and under people who farm them, with the rules of today beside the old ones.

    python tests/bench/bench_ratings.py [honest] [farmed] [periods]

Clubs are simulated: everybody has a true skill, matches fall as Elo's curve says, opponents are drawn. What
is honest goes through the book of the ratings alone; what is farmed through the ledger over a real file, with
members and servers forgotten as `/privacy delete` and `/server` do it. `before` is what the same asked of
version 0.1.0 gave. All of it takes ten minutes of one core.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean
from typing import Final

import numpy as np
from openskill.models import PlackettLuce

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.club.book import Book
from bot.club.standings import EVERYWHERE, Finished, Ladder, periods
from bot.database.erasure import Erasure
from bot.database.file import File
from bot.database.leaderboards import Leaderboards
from bot.database.ledger import Ledger

A_DAY: Final = 24 * 60 * 60
BEGAN: Final = 1_767_225_600
"""1 January 2026."""
GUILD: Final = 1
OWN: Final = 7
"""A server of one's own."""
MAIN: Final = 1000
"""The account that is to profit."""
Skills = np.ndarray[tuple[int], np.dtype[np.float64]]


# Honest clubs


class Club:
    """People of known skill who play each other, a match a day."""

    def __init__(self, skills: Sequence[float], seed: int, *, pause: int = A_DAY) -> None:
        self.skills = np.array(skills)
        self.book = Book()
        self.before: Old | None = None
        """Asked for by whoever wants to compare."""
        self._chance = np.random.default_rng(seed)
        self._pause = pause
        self.now = BEGAN

    @classmethod
    def drawn(cls, people: int, spread: float, seed: int, **more: int) -> Club:
        skills = np.random.default_rng(seed + 1000).normal(0, spread, people)
        return cls(list(skills), seed, **more)

    def play(self, rounds: int, among: Sequence[int] | None = None) -> None:
        """Everybody plays once a round."""
        people = range(len(self.skills)) if among is None else among
        for _ in range(rounds):
            order = self._chance.permutation(list(people))
            for one, other in zip(order[::2], order[1::2], strict=False):
                self._match(int(one), int(other))
                self.now += self._pause * 2 // len(order)

    def _match(self, one: int, other: int) -> None:
        lead = self.skills[one] - self.skills[other]
        if self._chance.random() >= 1 / (1 + 10 ** (-lead / 400)):
            one, other = other, one
        self.book.enter(won(one, other, at=self.now))
        if self.before:
            self.before.enter(one, other)

    def ratings(self) -> Skills:
        places = [("knopen", GUILD, member) for member in range(len(self.skills))]
        return np.array([self.book.ratings[place].skill.shown for place in places])

    def board(self, period: str) -> list[int]:
        """Members, the best first."""
        merits = {
            member: tally.merit
            for (_, scope, of, member), tally in self.book.tallies.items()
            if scope == GUILD and of == period
        }
        return sorted(merits, key=lambda member: -merits[member])

    def order(self) -> float:
        """Spearman's correlation of the ratings with the truth."""
        return spearman(self.ratings(), self.skills)

    def wins(self, low: int, high: int) -> float:
        """How often those win who are so far ahead."""
        shown = self.ratings()
        ahead = shown[:, None] - shown[None, :]
        chances = 1 / (1 + 10 ** ((self.skills[None, :] - self.skills[:, None]) / 400))
        return float(chances[(ahead >= low) & (ahead < high)].mean())


class Old:
    """How version 0.1.0 rated those who do not meet more than three times a day."""

    def __init__(self, people: int) -> None:
        self._model = PlackettLuce()
        self._skills = [(25.0, 25 / 3)] * people

    def enter(self, winner: int, loser: int) -> None:
        teams = [[self._model.rating(*self._skills[member])] for member in (winner, loser)]
        ((one,), (other,)) = self._model.rate(teams, ranks=[0, 1])
        self._skills[winner], self._skills[loser] = (one.mu, one.sigma), (other.mu, other.sigma)

    def ratings(self) -> Skills:
        return np.array([round(1500 + 30 * (mu - 25)) for mu, _ in self._skills])


def won(*members: int, at: int, match: int = 0, guild: int = GUILD, leaving: Sequence[int] = ()) -> Finished:
    """The first has won, all others have lost."""
    others = len(members) - 1
    return Finished(
        match=match,
        game="knopen",
        guild=guild,
        members=members,
        at=at,
        is_rated=len(members) - len(leaving) > 1,
        ranks=(1, *(2 for _ in range(others))),
        results=("won", *("lost" for _ in range(others))),
        absent=frozenset(leaving),
    )


def spearman(one: Skills, other: Skills) -> float:
    def ranks(values: Skills) -> Skills:
        below, not_above = values[None, :] < values[:, None], values[None, :] <= values[:, None]
        return np.asarray(below.sum(axis=1) + not_above.sum(axis=1))

    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


ORDERED: Final = (5, 10, 20, 40, 80)
ORDERED_BARS: Final = (0.76, 0.86, 0.93, 0.96, 0.97)


def orders(seeds: int = 24, people: int = 200, spread: float = 300) -> list[tuple[float, float]]:
    """Spearman after so many matches each, and as it was before; the mean of some clubs."""
    found: list[list[tuple[float, float]]] = []
    for seed in range(seeds):
        club, played = Club.drawn(people, spread, seed), 0
        club.before = Old(people)
        found.append([])
        for rounds in ORDERED:
            club.play(rounds - played)
            played = rounds
            found[-1].append((club.order(), spearman(club.before.ratings(), club.skills)))
    return [
        (fmean(now for now, _ in column), fmean(before for _, before in column))
        for column in zip(*found, strict=True)
    ]


def leads(spread: float, rounds: int, seeds: int = 4, people: int = 100) -> tuple[float, float]:
    """What 180 to 219 points ahead wins, and 200 to 299."""
    found = []
    for seed in range(seeds):
        club = Club.drawn(people, spread, seed)
        club.play(rounds)
        found.append((club.wins(180, 220), club.wins(200, 300)))
    return fmean(one for one, _ in found), fmean(other for _, other in found)


def newcomers_in_front(seeds: int = 30, spread: float = 200, days: int = 59) -> list[int]:
    """Of the first ten of a month, how many are new: 20 among 120, all with 15 matches in it."""
    found = []
    for seed in range(seeds):
        club = Club.drawn(120, spread, seed)
        club.now += (59 - days) * A_DAY
        club.play(days, among=range(100))  # until the end of February
        start = club.now
        club.play(15)
        assert periods(start)[-1] == periods(club.now - 1)[-1]
        found.append(sum(member >= 100 for member in club.board(periods(start)[-1])[:10]))
    return found


# Farming


class Farm:
    """Somebody with accounts of their own, and a file in which all of it is written."""

    def __init__(self, file: File, *, now: int = BEGAN) -> None:
        self._file = file
        self._ledger = Ledger(file)
        self._boards = Leaderboards(file)
        self._erasure = Erasure(file)
        self.now = now

    async def win(
        self, *others: int, guild: int = GUILD, leaving: Sequence[int] = (), main: int = MAIN
    ) -> None:
        """The main account wins, and five minutes pass."""
        members = (main, *others)
        async with self._file.transaction() as writing:
            ((match,),) = await writing.execute_fetchall(
                "INSERT INTO matches (guild, channel, locale, game, rules_version, options, secret, began_at,"
                " ended_at) VALUES (?, 1, 'en', 'knopen', 1, '{}', ?, ?, ?) RETURNING id",
                (guild, b"\0", self.now, self.now),
            )
            await writing.executemany(
                "INSERT INTO seats (match, seat, member) VALUES (?, ?, ?)",
                [(match, seat, member) for seat, member in enumerate(members)],
            )
            await self._ledger.enter(
                writing, won(*members, at=self.now, match=match, guild=guild, leaving=leaving)
            )
        self.now += 300

    async def forget(self, member: int) -> None:
        assert await self._erasure.forget_member(member, left=())

    async def forget_server(self, guild: int) -> None:
        await self._erasure.forget_server(guild)

    async def shown(self, scope: int = GUILD, member: int = MAIN, period: str = "all") -> int:
        standing = await self._boards.standing(Ladder("knopen", scope, period), member, least=1)
        return standing.points if standing else 1500

    def tomorrow(self) -> None:
        self.now += A_DAY - self.now % A_DAY


@asynccontextmanager
async def farm() -> AsyncIterator[Farm]:
    with tempfile.TemporaryDirectory() as folder:
        file = await File.open(Path(folder) / "farm.sqlite3")
        await file.change("PRAGMA synchronous = OFF")  # nobody pulls the plug here
        try:
            yield Farm(file)
        finally:
            await file.close()


async def one_account(days: int) -> int:
    """Five wins a day against one account."""
    async with farm() as farmer:
        for _ in range(days):
            for _ in range(5):
                await farmer.win(1)
            farmer.tomorrow()
        return await farmer.shown()


async def around_midnight(days: int) -> int:
    """The same, three before midnight and three after."""
    async with farm() as farmer:
        for _ in range(days):
            farmer.now += A_DAY - farmer.now % A_DAY - 850
            for _ in range(6):
                await farmer.win(1)
        return await farmer.shown()


async def deleted_between(matches: int, days: int = 1) -> int:
    """The second account is forgotten after each match."""
    async with farm() as farmer:
        for _ in range(days):
            for _ in range(matches):
                await farmer.win(1)
                await farmer.forget(1)
            farmer.tomorrow()
        return await farmer.shown()


async def five_at_a_table(matches: int, days: int = 1, *, forgotten: bool = False) -> int:
    """Five own accounts in tables of all sizes; the most leave before they have moved."""
    chance = np.random.default_rng(5)
    async with farm() as farmer:
        for _ in range(days):
            for _ in range(matches):
                others = [int(one) for one in chance.permutation(range(1, 6))[: chance.integers(1, 6)]]
                stay = int(chance.integers(1, len(others) + 1))
                await farmer.win(*others, leaving=range(1 + stay, 1 + len(others)))
                if forgotten:
                    await farmer.forget(int(chance.choice(others)))
            farmer.tomorrow()
        return await farmer.shown()


async def among_themselves(accounts: int, days: int) -> int:
    """The own accounts beat each other, too; then they lose to the main one."""
    chance = np.random.default_rng(6)
    async with farm() as farmer:
        for _ in range(days):
            for _ in range(accounts):
                one, other = (int(member) for member in chance.permutation(range(1, accounts + 1))[:2])
                await farmer.win(other, main=one)
            for account in range(1, accounts + 1):
                await farmer.win(account)
            farmer.tomorrow()
        return await farmer.shown()


async def own_server(matches: int, days: int = 1) -> int:
    """Three wins, and the server is forgotten by its manager."""
    async with farm() as farmer:
        for _ in range(days):
            for number in range(matches):
                await farmer.win(1, guild=OWN)
                if number % 3 == 2:
                    await farmer.forget_server(OWN)
            farmer.tomorrow()
        return await farmer.shown(EVERYWHERE)


async def mixed_with_honest(days: int) -> int:
    """A member like all others farms an account besides, which has played five honest matches, too."""
    chance = np.random.default_rng(8)
    async with farm() as farmer:
        for day in range(days):
            one, other = (int(member) for member in chance.permutation(range(10, 30))[:2])
            await farmer.win(other, main=one)
            if day < 5:
                await farmer.win(1, main=20 + day)
            if day % 3 == 0:
                honest = int(chance.integers(10, 30))
                await (farmer.win(honest) if chance.random() < 0.5 else farmer.win(MAIN, main=honest))
            for _ in range(5):
                await farmer.win(1)
            farmer.tomorrow()
        return await farmer.shown()


async def month_of_one_account() -> int:
    """What a month of five wins a day against one account is worth on the board of the month."""
    async with farm() as farmer:
        period = periods(farmer.now)[-1]
        for _ in range(28):
            for _ in range(5):
                await farmer.win(1)
            farmer.tomorrow()
        return await farmer.shown(period=period)


async def begun_anew(losses: int = 12) -> tuple[int, int, bool]:
    """A weak member, then forgotten, after the next defeat; and whether that still is provisional."""
    async with farm() as farmer:
        for number in range(losses):
            await farmer.win(2, main=10 + number)
        before = await farmer.shown(member=2)
        await farmer.forget(2)
        await farmer.win(2, main=30)
        ladder = Ladder("knopen", GUILD)
        standing = await farmer._boards.standing(ladder, 2, least=1)
        assert standing is not None
        return before, standing.points, standing.settled


# What is said


def say(what: str, now: object, before: object = "", bar: str = "") -> None:
    sys.stdout.write(f"{what:<72} {now!s:>18} {before!s:>18}   {bar}\n")
    sys.stdout.flush()


def tell_honest() -> None:
    for rounds, (now, before), bar in zip(ORDERED, orders(), ORDERED_BARS, strict=True):
        asked = f"Spearman, 200 people, sd 300, {rounds} matches each"
        say(asked, f"{now:.3f}", f"{before:.3f}", f"{bar:.2f}")
    for spread, before in ((100, 0.65), (150, 0.67), (200, 0.70), (300, 0.74)):
        for rounds in (40, 100):
            near, wide = leads(spread, rounds)
            asked = f"sd {spread}, {rounds} matches each: 180-219 ahead win; 200-299"
            say(asked, f"{near:.3f}; {wide:.3f}", f"; {before}", ".72 to .78")


async def tell_farmed() -> None:
    for days, before in ((2, 1812), (10, 2025), (30, 2147), (365, "")):
        bar = "1650" if days == 30 else ""
        say(f"one second account, five wins a day, {days} days", await one_account(days), before, bar)
    say("the same around midnight, six a day, 30 days", await around_midnight(30))
    for matches, before in ((3, 1705), (10, 1959), (20, 2138), (40, 2318)):
        say(f"forgotten after each match, {matches} in one day", await deleted_between(matches), before)
    say("the same, five a day, 30 days", await deleted_between(5, 30))
    say(
        "five own accounts at all sizes of tables, 81 in one day",
        await five_at_a_table(81),
        2810,
        "1600",
    )
    say("the same, one of them forgotten after each", await five_at_a_table(81, forgotten=True), "", "1600")
    say("the same, twenty a day, 30 days", await five_at_a_table(20, 30))
    say("the same, one of them forgotten after each", await five_at_a_table(20, 30, forgotten=True))
    for accounts in (5, 6, 10, 20):
        say(
            f"{accounts} own accounts that play each other as well, 30 days",
            await among_themselves(accounts, 30),
        )
    say("own server, forgotten after every third match, 81 in one day", await own_server(81), 1999)
    say("the same, nine a day, 30 days", await own_server(9, 30))
    say(
        "the second account has honest matches, too, and the first, 30 days",
        await mixed_with_honest(30),
    )
    before, after, settled = await begun_anew()
    say("weak, after 12 defeats; forgotten, after one more", f"{before}; {after}?", "995; 1421")
    assert not settled


async def tell_periods() -> None:
    found = newcomers_in_front()
    error = float(np.std(found) / len(found) ** 0.5)
    say(
        "newcomers (20 of 120) among a month's first ten",
        f"{fmean(found):.2f} ± {error:.2f}",
        7.1,
        "1.67 ± 2 errors",
    )
    say("a month of five wins a day against one account: its number", await month_of_one_account())


def main() -> None:
    chosen = sys.argv[1:] or ["honest", "farmed", "periods"]
    say("", "now", "before", "bar")
    if "honest" in chosen:
        tell_honest()
    if "farmed" in chosen:
        asyncio.run(tell_farmed())
    if "periods" in chosen:
        asyncio.run(tell_periods())


if __name__ == "__main__":
    main()
