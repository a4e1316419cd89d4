"""What a puzzle asks, and what became of dailies: in squares, which give nothing away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.club.days import WHOLE, Daily, Score, Streak
from bot.words.language import Language
from engines import GAMES
from puzzles.puzzle import Puzzle

FOUND, PARTLY, MISSED, UNTRIED = "🟦", "🟧", "⬛", "▫️"
"""Told apart by who is colour-blind, too."""
_SQUARES: Final = 7
"""Days, the last of them the one that is told of."""


def task(puzzle: Puzzle, words: Language) -> str:
    """In the words of its game, if that has some."""
    own = f"games.{puzzle.game}.puzzles.{puzzle.asked.task}"
    return words.say(
        "puzzles.asks", task=words.say(own if words.has(own) else f"puzzles.tasks.{puzzle.asked.task}")
    )


def heading(daily: Daily, words: Language, key: str = "heading") -> str:
    return words.say(f"daily.{key}", number=daily.number, game=GAMES[daily.puzzle.game].title)


def ends(daily: Daily) -> str:
    return f"<t:{daily.ends_at}:R>"


def square(share: int | None) -> str:
    if share is None:
        return UNTRIED
    return FOUND if share == WHOLE else PARTLY if share else MISSED


def how(share: int, words: Language) -> str:
    key = "found" if share == WHOLE else "partly" if share else "missed"
    return words.say(f"daily.{key}", percent=share * 100 // WHOLE)


def result(daily: Daily, shares: Mapping[int, int], words: Language) -> tuple[str, str]:
    """Of somebody who has tried it: how they did, and in squares how the days before went."""
    lately = range(daily.day - _SQUARES + 1, daily.day + 1)
    streak = Streak.of({day: share for day, share in shares.items() if day <= daily.day}, daily.day)
    game = GAMES[daily.puzzle.game].title
    line = words.say("daily.line", number=daily.number, game=game, how=how(shares[daily.day], words))
    squares = "".join(square(shares.get(day)) for day in lately)
    told = words.say("daily.streak", count=streak.now)
    return line, words.say("daily.squares", squares=squares, streak=told)


def world(score: Score, words: Language, key: str = "world") -> str:
    """How all did who have tried it, wherever they are."""
    if not score.tried:
        return ""
    return words.say(f"daily.{key}", count=score.tried, percent=score.percent)
