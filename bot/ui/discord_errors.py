"""What Discord means when it says no: the one place where its codes are read."""

from __future__ import annotations

from enum import Enum
from typing import Final

import aiohttp
import discord


class Meaning(Enum):
    GONE = "the message is not there any more, or can no longer be changed"
    SHUT = "the venue is not there any more, or one may not write there"
    LEFT = "the member is not here any more"
    ROLE_GONE = "the role is not there any more"
    LATE = "the interaction was answered already, or nobody waits for the answer any more"
    NOT_NOW = "Discord is busy, broken or out of reach: the same may work in a while"
    NEVER = "Discord does not take what was sent: our own fault"


LOST: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Discord said no, broke, or could not be reached. (TimeoutError is an OSError.)"""
CUT_OFF: Final = (aiohttp.ClientError, OSError)
"""Nobody knows whether Discord has done it."""


class Garbled(aiohttp.ClientError):
    """An answer that makes no sense, such as a page of a proxy instead of Discord's."""


_JSON: Final = "application/json"


_TOO_OFTEN: Final = 30_046
_FOLDED: Final = 50_083
_DOES_NOT_FIT: Final = 50_035
"""An invalid body."""
_MEANINGS: Final = {
    10_008: Meaning.GONE,  # unknown message
    _TOO_OFTEN: Meaning.GONE,  # edited too often for a message that is older than an hour
    50_005: Meaning.GONE,  # written by somebody else
    10_007: Meaning.LEFT,  # unknown member
    10_011: Meaning.ROLE_GONE,  # unknown role
    10_013: Meaning.LEFT,  # unknown user
    10_003: Meaning.SHUT,  # unknown channel
    10_004: Meaning.SHUT,  # unknown server
    50_001: Meaning.SHUT,  # the bot does not see it
    50_007: Meaning.SHUT,  # direct messages that are closed to the bot
    50_008: Meaning.SHUT,  # no place for messages: a forum
    50_013: Meaning.SHUT,  # a right is missing
    50_024: Meaning.SHUT,  # not in this kind of channel
    _FOLDED: Meaning.SHUT,  # a thread that is folded away
    160_005: Meaning.SHUT,  # a locked thread
    10_015: Meaning.LATE,  # after a quarter of an hour
    10_062: Meaning.LATE,  # after three seconds
    40_060: Meaning.LATE,  # answered already
    50_027: Meaning.LATE,  # after a quarter of an hour, too
    20_016: Meaning.NOT_NOW,  # slow mode
    40_001: Meaning.NOT_NOW,  # the token is refused: that ends the gateway, not a match
}


def meaning(error: BaseException) -> Meaning | None:
    """None: Discord has nothing to do with it."""
    if isinstance(error, discord.HTTPException):
        if error.code in _MEANINGS:
            return _MEANINGS[error.code]
        if _is_of_a_proxy(error) or error.status in (401, 429) or error.status >= 500:
            return Meaning.NOT_NOW
        return Meaning.SHUT if error.status in (403, 404) else Meaning.NEVER
    return Meaning.NOT_NOW if isinstance(error, LOST) else None


def _is_of_a_proxy(error: discord.HTTPException) -> bool:
    """A page for people, from somebody between Discord and us who lets nobody through."""
    return getattr(error.response, "content_type", _JSON) != _JSON


def is_too_often(error: BaseException) -> bool:
    """Of an old message: it was edited too often just now, and can be again in a while."""
    return isinstance(error, discord.HTTPException) and error.code == _TOO_OFTEN


def cannot_be_edited(error: BaseException) -> bool:
    """What hangs there stays as it is: who has more to say says it in a new message.

    So is a message that does not take what is new in it, such as one without the picture that it is to show.
    """
    does_not_fit = isinstance(error, discord.HTTPException) and error.code == _DOES_NOT_FIT
    return does_not_fit or meaning(error) in (Meaning.GONE, Meaning.SHUT)


def takes_no_post(error: discord.HTTPException) -> bool:
    """Whatever was refused there, a new message would be, too. (A folded thread unfolds for one.)"""
    return _MEANINGS.get(error.code) is Meaning.SHUT and error.code != _FOLDED
