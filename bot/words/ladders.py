"""How standings are said: ranks, points, tallies, and the periods they are of."""

from __future__ import annotations

from typing import Final

from bot.club.standings import Standing
from bot.words.language import Language

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def rank(standing: Standing) -> str:
    return _MEDALS.get(standing.rank) or f"{standing.rank}."


def points(standing: Standing) -> str:
    """`1523`, and `1523?` while it is provisional."""
    return f"{standing.points}{'' if standing.settled else '?'}"


def tally(standing: Standing, words: Language) -> str:
    """Such as `3 won, 1 lost`."""
    counts = {"won": standing.won, "drawn": standing.drawn, "lost": standing.lost}
    return ", ".join(words.say(f"ladder.{what}", count=count) for what, count in counts.items() if count)


def period(code: str, words: Language) -> str:
    """`2026`, `the fourth quarter of 2026`, `November 2026`."""
    year, _, part = code.partition("-")
    return words.say(f"periods.{part}", year=year) if part else year
