"""With whose eyes a board is told and drawn: everybody's or, in a direct message, its only reader's."""

from __future__ import annotations

from dataclasses import dataclass

from bot.club.computers import is_computer
from bot.club.match import Match
from bot.club.preferences import Preferences
from bot.club.whereabouts import DIRECT
from bot.words.language import Language, language


@dataclass(frozen=True, slots=True)
class Eyes:
    words: Language
    seat: int = 0
    """The side from which they look."""
    theme: str = ""
    """In whose colours: the server's or, alone, their own."""


def eyes_for(match: Match, preferences: Preferences) -> Eyes:
    """Whoever reads alone reads as they like it by now, not as it was when the match began."""
    locale = match.stored.locale
    if match.stored.guild != DIRECT:
        return Eyes(language(locale), theme=preferences.server(match.stored.guild).theme)
    own = next(seat for seat, member in enumerate(match.members) if not is_computer(member))
    likes = preferences.member(match.members[own])
    return Eyes(language(likes.language or locale), match.seen_from(own), likes.theme)
