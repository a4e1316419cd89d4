"""Why the bot ends when nobody has asked it to: one sentence for the host, and what is to be done about it.

Where only a person can help it ends at once, with the code for which a supervisor does not start it again.
Otherwise it waits before it ends, longer each time within an hour: whoever starts it again at once would
knock at Discord's door all day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import aiohttp
import discord

from bot.database.file import NewerFile
from bot.database.house import House
from bot.hosting.sessions import SessionsSpent

FOR_A_PERSON: Final = 2
"""The exit code that says: do not start it again."""
TRY_AGAIN: Final = 1

_UNKNOWN: Final = (
    "Discord does not know this token. Copy it anew from the Developer Portal (docs/hosting.md)."
)
_OLD: Final = "Discord no longer takes connections from this version of the bot. Install a newer one."
_INTENTS: Final = (
    "Discord withholds what the bot asks to hear of. Look under Bot in the Developer Portal whether the"
    " application may connect, and install the newest version of the bot."
)
_CLOSED_FOR_GOOD: Final = {4004: _UNKNOWN, 4012: _OLD, 4013: _INTENTS, 4014: _INTENTS}
"""Codes with which Discord closes a connection and means it."""
_LEFT_BEHIND: Final = (
    "A newer version of the bot has brought the database up to date, which this one does not know. Start that"
    " version here, too."
)
_MORE_SHARDS: Final = 4011

_FIRST_PAUSE: Final = 5
_LONGEST_PAUSE: Final = 900
_AN_HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Ending:
    sentence: str
    needs_a_person: bool = False
    pause: float = 0.0
    """Seconds that it has to wait at least before it is started again."""


def ending_of(error: Exception) -> Ending | None:
    """None for a fault of our own, which nobody has foreseen."""
    match error:
        case discord.LoginFailure():
            return Ending(_UNKNOWN, needs_a_person=True)
        case discord.PrivilegedIntentsRequired():
            return Ending(_INTENTS, needs_a_person=True)
        case discord.ConnectionClosed():
            return _closed(error.code)
        case NewerFile():
            return Ending(_LEFT_BEHIND, needs_a_person=True)
        case SessionsSpent():
            return _spent(error)
        case discord.HTTPException():
            return Ending(f"Discord is out of order: it answered {error.status}.")
        case discord.GatewayNotFound():
            return Ending("Discord is out of order: it does not say where to connect.")
        case aiohttp.ClientError() | OSError():
            return Ending(f"Discord cannot be reached: {error or repr(error)}.")
    return None


def _closed(code: int) -> Ending:
    if code in _CLOSED_FOR_GOOD:
        return Ending(_CLOSED_FOR_GOOD[code], needs_a_person=True)
    if code == _MORE_SHARDS:
        return Ending("Discord wants more shards than the bot began with; the next start asks how many.")
    return Ending(f"Discord has closed the connection, code {code}.")


def _spent(spent: SessionsSpent) -> Ending:
    """Until Discord counts from the beginning again."""
    wait = timedelta(seconds=round(spent.seconds))
    return Ending(
        f"Of the connections that Discord allows a day the bot needs {spent.needed}, and {spent.left} are"
        f" left: whoever goes on loses the token, so it waits until there are new ones, in {wait}.",
        pause=spent.seconds,
    )


async def pause_after_failure(house: House, now: int) -> float:
    """Seconds to wait before the next start: each failure within an hour of the last doubles them."""
    last, failures = await house.value("failed_at"), await house.value("failures") or 0
    failures = failures + 1 if last is not None and now - last < _AN_HOUR else 1
    await house.note(failed_at=now, failures=failures)
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** (failures - 1))
