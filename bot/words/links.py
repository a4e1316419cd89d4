"""Where the newest board of a match is found."""

from __future__ import annotations

from bot.club.stored import Stored
from bot.club.whereabouts import DIRECT
from bot.words.language import Language


def where(match: Stored, words: Language) -> str:
    """A link to the newest board."""
    board = words.say("newest_board")
    return link(match, board) or (board if match.guild == DIRECT else f"<#{match.venue or match.channel}>")


def link(match: Stored, label: str) -> str | None:
    """A link to the newest board of a match; None before there is one."""
    return f"[{label}]({url(match.guild, match.venue or match.channel, match.post)})" if match.post else None


def url(guild: int, venue: int, message: int) -> str:
    where = "@me" if guild == DIRECT else guild
    return f"https://discord.com/channels/{where}/{venue}/{message}"
