"""Whether all is well with a bot, read from its sign of life, and said in one sentence."""

from __future__ import annotations

from typing import Final

from bot.database.where import Where
from bot.hosting.sign_of_life import SignOfLife, file_beside, read

_SILENT_AFTER: Final = 90.0
"""Seconds."""
_UNCONNECTED_AFTER: Final = 90.0
_LATE_AFTER: Final = 300.0
"""Seconds in which each errand comes round many times."""


def fault(database: Where, now: float) -> str | None:
    """What is wrong with the bot that uses this database; None if nothing is."""
    sign = read(database)
    if sign is None:
        return f"No bot has given a sign of life in {file_beside(database)}."
    return _silence(sign, now) or _separation(sign) or _lateness(sign)


def is_running(sign: SignOfLife, now: float) -> bool:
    return _silence(sign, now) is None


def _silence(sign: SignOfLife, now: float) -> str | None:
    if sign.ended:
        return f"The bot has ended: {sign.ended}"
    if now - sign.at > _SILENT_AFTER:
        return f"The bot has given no sign of life for {lasting(now - sign.at)}."
    return None


def _separation(sign: SignOfLife) -> str | None:
    since = sign.began_at if sign.connected_at is None else sign.connected_at
    if sign.at - since <= _UNCONNECTED_AFTER:
        return None
    away = [number for number, shard in sign.shards.items() if not shard.connected]
    which = f" (shard {', '.join(away)})" if away and len(sign.shards) > 1 else ""
    return f"The bot runs, and has not been connected to Discord for {lasting(sign.at - since)}{which}."


def _lateness(sign: SignOfLife) -> str | None:
    if not sign.rounds:
        return _idleness(sign)
    slowest = min(sign.rounds, key=lambda name: sign.rounds[name])
    late = sign.at - sign.rounds[slowest]
    if late <= _LATE_AFTER:
        return None
    return f"The bot runs, but its errand {slowest!r} has not come round for {lasting(late)}."


def _idleness(sign: SignOfLife) -> str | None:
    since = sign.first_connected_at
    if since is None or sign.at - since <= _LATE_AFTER:
        return None
    return f"The bot runs, but it has begun none of its errands for {lasting(sign.at - since)}."


def lasting(seconds: float) -> str:
    """In the two largest units, as people say it."""
    whole = max(0, int(seconds))
    parts = []
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, whole = divmod(whole, length)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"
