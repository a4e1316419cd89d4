"""What is said of moves that might be made: how good one is, what speaks for it, and why a try misses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.club.match import Match
from bot.words.language import Language
from engines.codes import Note
from engines.game import Hint
from engines.quiz import Miss

_MOVES: Final = frozenset({"move", "other"})
"""Values that are written moves."""


def hint(match: Match, hint: Hint, words: Language, *, kind: str = "hint") -> str:
    """`kind` is `review` where it comes after the event."""
    game, note = match.game.name, hint.note
    if hint.move is not None:
        return _best_move(match, hint, words)
    brings = words.clauses(words.notes(game, f"{kind}_brings", hint.brings))
    return words.of_game(game, f"{kind}.{note.code}", brings=brings, **note.values)


def _best_move(match: Match, hint: Hint, words: Language) -> str:
    game, before, values = match.game, match.position, dict(hint.note.values)
    seat = min(before.to_move)
    for name in _MOVES & set(values):
        text = str(values[name])
        values[name] = named(game.name, before.notes(seat, game.read_move(before, seat, text)), text, words)
    return words.say(f"hint.{hint.note.code}", why=why(game.name, hint.brings, words), **values)


def named(game: str, told: Sequence[Note], text: str, words: Language) -> str:
    """A move in the middle of a sentence: as its game names it or, failing that, as it is written."""
    return next(iter(words.notes(game, "moves", told)), text)


def why(game: str, reasons: Sequence[Note], words: Language, kinds: Sequence[str] = ("hints", "told")) -> str:
    """What speaks for a move, in brackets: as it is said where it is chosen or, failing that, when made."""
    brings = next(filter(None, (words.notes(game, kind, reasons) for kind in kinds)), [])
    brings += [words.say(key) for note in reasons if words.has(key := f"hint.brings.{note.code}")]
    return words.say("hint.why", brings=", ".join(brings).replace("*", "")) if brings else ""


def missed(game: str, miss: Miss | None, words: Language) -> str:
    """Why a try at a puzzle is not the answer, as its game says it or, failing that, as all do; None: nobody
    knows.
    """
    if miss is None:
        return words.say("puzzles.why.better")
    own, note = f"games.{game}.misses.{miss.note.code}", miss.note
    return words.say(own if words.has(own) else f"puzzles.why.{note.code}", **note.values)
