"""What a puzzle asks and why its answer is right, and what became of dailies: in squares, which give nothing
away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.club.days import WHOLE, Daily, Score, Streak
from bot.words.language import Language
from engines import GAMES
from engines.quiz import MOST
from puzzles.puzzle import Puzzle

FOUND, PARTLY, MISSED, UNTRIED = "🟦", "🟧", "⬛", "▫️"
"""Told apart by who is colour-blind, too."""
_SQUARES: Final = 7
"""Days, the last of them the one that is told of."""
_GAINS: Final = 2
"""That are named."""


def task(puzzle: Puzzle, words: Language) -> str:
    """Who is to move, and what is asked: in the words of its game, if that has some."""
    own = f"games.{puzzle.game}.puzzles.{puzzle.asked.task}"
    position = GAMES[puzzle.game].read_position(puzzle.position)
    return words.say(
        "puzzles.asks",
        side=words.side(puzzle.game, position.side(puzzle.seat)),
        task=words.say(own if words.has(own) else f"puzzles.tasks.{puzzle.asked.task}"),
    )


def merit(puzzle: Puzzle, text: str, words: Language) -> str:
    """Why an answer is right, beside what is told of it; where it ends the match that says enough."""
    game, asked = GAMES[puzzle.game], puzzle.asked
    position = game.read_position(puzzle.position)
    if asked.task == MOST:
        return words.say("puzzles.merit.most", count=asked.points)
    move = game.read_move(position, puzzle.seat, text)
    if position.play(puzzle.seat, move).outcome:
        return ""
    gains = words.notes(game.name, "coach", position.deed(puzzle.seat, move).gains)[:_GAINS]
    return words.say(f"puzzles.merit.{asked.task}{'_did' if gains else ''}", did=words.listing(gains))


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


def line(daily: Daily, share: int, words: Language) -> str:
    """How somebody did, for all to read."""
    return words.say(
        "daily.line", number=daily.number, game=GAMES[daily.puzzle.game].title, how=how(share, words)
    )


def squares(daily: Daily, shares: Mapping[int, int], words: Language) -> str:
    """How the days went for somebody who has tried this one."""
    lately = range(daily.day - _SQUARES + 1, daily.day + 1)
    streak = Streak.of({day: share for day, share in shares.items() if day <= daily.day}, daily.day)
    return words.say(
        "daily.squares",
        squares="".join(square(shares.get(day)) for day in lately),
        streak=words.say("daily.streak", count=streak.now),
    )


def world(score: Score, words: Language, key: str = "world") -> str:
    """How all did who have tried it, wherever they are."""
    if not score.tried:
        return ""
    return words.say(f"daily.{key}", count=score.tried, percent=score.percent)
