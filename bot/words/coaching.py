"""What a coach says: one sentence, of what a move did and, if it missed something, of what."""

from __future__ import annotations

from typing import Final

from bot.club.match import Match
from bot.words import hints
from bot.words.language import Language
from engines.players.coach import DID, MISSED, Remark

_WAYS: Final = 3
"""In which each is said, in turn: who reads it after every move is not to be bored."""
_NAMING: Final = ("told", "hints")
"""What is told of a move names places, where an option of a menu but counts them."""
_GAINS: Final = 2
"""That are named."""


def said(match: Match, remark: Remark, words: Language) -> str:
    """Empty where there are no words for what the game says."""
    return words.say("coach.line", said=found) if (found := _said(match, remark, words)) else ""


def _said(match: Match, remark: Remark, words: Language) -> str:
    game = match.game.name
    gains, costs = (words.notes(game, "coach", notes) for notes in (remark.deed.gains, remark.deed.costs))
    gains, costs = gains[:_GAINS], costs[:1]
    code = remark.code
    if code == DID:
        code = "both" if gains and costs else "did"
        if not gains and not costs:
            return ""
    elif code == MISSED and costs:
        code = "cost"
    values = dict(remark.values)
    if "better" in values:
        values["better"] = hints.named(game, remark.instead, str(values["better"]), words)
    return words.say(
        f"coach.{code}.{1 + _told_before(match) % _WAYS}",
        did=words.listing(gains or costs),
        costs=words.listing(costs),
        why=_why(game, remark, words),
        **values,
    )


def _told_before(match: Match) -> int:
    """How often the member has decided something."""
    return sum(ply.decided and ply.who == match.stored.coach for ply in match.played)


def _why(game: str, remark: Remark, words: Language) -> str:
    if remark.code == MISSED:
        return hints.why(game, remark.brings, words, _NAMING)
    brings = words.notes(game, "review_brings", remark.brings)
    return words.say("hint.why", brings=words.listing(brings)) if brings else ""


def called(match: Match, words: Language) -> str:
    """That a coach is there, and what that means, until it speaks; empty where none is."""
    if match.stored.coach is None or match.outcome or not match.is_new_to_its_members:
        return ""
    return words.say("coach.called")
