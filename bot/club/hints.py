"""Hints: who may have one, and what it is."""

from __future__ import annotations

from bot.club.match import Match
from bot.club.refused import Refused
from bot.club.thinker import Thinker
from bot.database.matches import StoredMatches
from engines.game import HINTS, ON, Hint


class Hints:
    def __init__(self, stored: StoredMatches, thinker: Thinker) -> None:
        self._stored = stored
        self._thinker = thinker

    async def ask(self, match: Match, seat: int) -> Hint:
        """Thought out first and noted then: a hint that fails is not lost. Raises Refused if it fails, or if
        the seat had one before.
        """
        known, member = match.position.known_to(seat), match.members[seat]
        hint = await self._thinker.hint(match.game.name, known, seat, member)
        if hint is None:
            raise Refused("no_hint")
        if not match.seats[seat].hinted and not await self._stored.note_hint(match.id, seat):
            raise Refused("hint_used")
        return hint


def seat_to_hint(match: Match, member: int) -> int:
    """The seat that may have a hint now. Raises Refused."""
    seat = match.seat_of(member)
    if not match.is_practice:
        _check_agreed(match)
    if match.outcome:
        raise Refused("over")
    if seat not in match.position.to_move or match.in_window:
        raise Refused("not_your_turn")
    if match.seats[seat].hinted and not match.is_solo:
        raise Refused("hint_used")
    return seat


def _check_agreed(match: Match) -> None:
    """By all who play, by the challenge that they made or accepted. Raises Refused."""
    if HINTS not in match.game.settings:
        raise Refused("game_without_hints", game=match.game.title)
    if HINTS.of(match.stored.options) != ON:
        raise Refused("no_hints")
