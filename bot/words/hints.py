"""What is said of moves that might be made: how good one is, what speaks for it, and why a try misses."""

from __future__ import annotations

from collections.abc import Sequence

from bot.club.match import Match
from bot.words.language import Language
from engines.codes import Note
from engines.game import Hint
from engines.quiz import Miss


def hint(match: Match, hint: Hint, words: Language, *, kind: str = "hint") -> str:
    """`kind` is `review` where it comes after the event."""
    game, note = match.game.name, hint.note
    if hint.move is not None:
        return _best_move(game, hint, words)
    brings = words.clauses(words.notes(game, f"{kind}_brings", hint.brings))
    return words.of_game(game, f"{kind}.{note.code}", brings=brings, **note.values)


def _best_move(game: str, hint: Hint, words: Language) -> str:
    return words.say(f"hint.{hint.note.code}", why=why(game, hint.brings, words), **hint.note.values)


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
