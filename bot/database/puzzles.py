"""Which puzzles members have tried, and how solvers and puzzles are rated."""

from __future__ import annotations

from collections.abc import Callable

from bot.club.ratings import Skill
from bot.club.standings import SolverTally
from bot.database.file import File, Writing

Rated = Callable[[Skill | None, Skill | None], tuple[Skill, Skill]]
"""The skills of a solver and of a puzzle after a try, from those before; None: nothing is known yet."""
Noted = tuple[Skill | None, Skill]
"""The skill of a solver before and after a try."""


class StoredPuzzles:
    def __init__(self, file: File) -> None:
        self._file = file

    async def tried(self, member: int) -> list[tuple[str, int]]:
        """Games and puzzles."""
        rows = await self._file.rows("SELECT game, puzzle FROM puzzle_tries WHERE member = ?", member)
        return [(game, puzzle) for game, puzzle in rows]

    async def solver(self, member: int, game: str) -> Skill | None:
        row = await self._file.row(
            "SELECT mu, sigma FROM puzzle_solvers WHERE member = ? AND game = ?", member, game
        )
        return Skill(*row) if row else None

    async def puzzles(self) -> dict[int, Skill]:
        """Of all that anybody has tried."""
        rows = await self._file.rows("SELECT puzzle, mu, sigma FROM puzzle_ratings")
        return {puzzle: Skill(mu, sigma) for puzzle, mu, sigma in rows}

    async def puzzle(self, number: int) -> Skill | None:
        row = await self._file.row("SELECT mu, sigma FROM puzzle_ratings WHERE puzzle = ?", number)
        return Skill(*row) if row else None

    async def tallies(self, member: int) -> list[SolverTally]:
        """By game."""
        rows = await self._file.rows(
            "SELECT game, mu, sigma, tried, solved FROM puzzle_solvers"
            " JOIN (SELECT game AS of_game, count(*) AS tried,"
            " sum(CASE WHEN share = 1000 THEN 1 ELSE 0 END) AS solved"
            " FROM puzzle_tries WHERE member = ? GROUP BY game) AS tries ON of_game = game"
            " WHERE member = ? ORDER BY game",
            *(member, member),
        )
        return [SolverTally(game, Skill(mu, sigma), tried, solved) for game, mu, sigma, tried, solved in rows]

    async def of_days(self, since: int) -> set[int]:
        """The puzzles of the days from then on, as far as they were asked for."""
        return set(await self._file.numbers("SELECT puzzle FROM dailies WHERE day >= ?", since))

    async def note_try(
        self, member: int, game: str, number: int, share: int, now: int, rated: Rated
    ) -> Noted | None:
        """The skill of the solver before and after; None where it was tried before: then nothing changes."""
        async with self._file.transaction() as writing:
            return await note_try(writing, member, game, number, share, now, rated)


async def note_try(
    writing: Writing, member: int, game: str, number: int, share: int, now: int, rated: Rated
) -> Noted | None:
    """As above, with what else is written."""
    is_new = await writing.change(
        "INSERT INTO puzzle_tries (member, puzzle, game, tried_at, share) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (member, puzzle) DO NOTHING",
        (member, number, game, now, share),
    )
    if not is_new:
        return None
    solvers = await writing.execute_fetchall(
        "SELECT mu, sigma FROM puzzle_solvers WHERE member = ? AND game = ?", (member, game)
    )
    puzzles = await writing.execute_fetchall(
        "SELECT mu, sigma FROM puzzle_ratings WHERE puzzle = ?", (number,)
    )
    before = next((Skill(*row) for row in solvers), None)
    after, puzzle = rated(before, next((Skill(*row) for row in puzzles), None))
    await writing.execute(
        "INSERT INTO puzzle_solvers (member, game, mu, sigma) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (member, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma",
        (member, game, after.mu, after.sigma),
    )
    await writing.execute(
        "INSERT INTO puzzle_ratings (puzzle, mu, sigma) VALUES (?, ?, ?)"
        " ON CONFLICT (puzzle) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma",
        (number, puzzle.mu, puzzle.sigma),
    )
    return before, after
