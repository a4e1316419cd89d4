"""Many servers more, as a bot that is loved has them: it is told of them once, and nothing happens there.

They are as large as servers usually are, since to read and keep them is what they cost. Nobody can act there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from tests.standin.rights import RIGHTS, USUAL_RIGHTS, Role

_FIRST: Final = 11_000_000_000_000_000
_STEP: Final = 41_944
"""Numbers of a server begin alike and end in two digits. So far apart each lies on the next shard."""
_MANY: Final = 100
_NUMBERED: Final = "00000000NUMBERED"
"""Stands in the payload where each server has its own digits."""
_CATEGORY, _TEXT, _VOICE = 4, 0, 2
_CHANNELS: Final = (
    *(("welcome", _CATEGORY), ("rules", _TEXT), ("announcements", _TEXT), ("introductions", _TEXT)),
    *(("talk", _CATEGORY), ("general", _TEXT), ("pictures", _TEXT), ("games-and-tables", _TEXT)),
    *(("lounge", _VOICE), ("game night", _VOICE)),
)
_READ_ONLY: Final = ("rules", "announcements")
_TOPIC: Final = "Be kind to each other, and ask before you post a link to something of your own."
_ROLES: Final = ("@everyone", "Owners", "Moderators", "Regulars", "Members", "Events")
_EMOJIS: Final = 8
_FEATURES: Final = ("COMMUNITY", "NEWS", "WELCOME_SCREEN_ENABLED", "THREE_DAY_THREAD_ARCHIVE", "SOUNDBOARD")


class Crowd:
    def __init__(self, servers: int = 0) -> None:
        self.servers = servers
        self._payload = ""

    def ids(self, shard: int, count: int) -> Iterator[int]:
        """Of those that belong to the shard, of so many."""
        for server in range(self.servers):
            guild = (_FIRST + server * _STEP) * _MANY
            if (guild >> 22) % count == shard:
                yield guild

    def unavailable(self, shard: int, count: int) -> list[dict[str, Any]]:
        """As they are named to a session that begins."""
        return [{"id": str(guild), "unavailable": True} for guild in self.ids(shard, count)]

    def told(self, shard: int, count: int, bot: dict[str, Any]) -> Iterator[str]:
        """What that session is told then, of one after the other. `bot`: as whom it is a member there."""
        payload = json.dumps({"op": 0, "s": None, "t": "GUILD_CREATE", "d": _guild(bot)})
        for guild in self.ids(shard, count):
            yield payload.replace(_NUMBERED, str(guild // _MANY))


def _own(number: int) -> str:
    return f"{_NUMBERED}{number:02}"


def _guild(bot: dict[str, Any]) -> dict[str, Any]:
    nothing = ("emojis", "stickers", "threads", "presences", "voice_states", "stage_instances")
    return {
        **{what: [] for what in nothing},
        "id": _own(0),
        "name": f"Friends of {_NUMBERED}",
        "owner_id": _own(90),
        "icon": "3b9a6b1e1f1c4d0fae57a7c6a5f0c2d1",
        "description": None,
        "preferred_locale": "en-US",
        "joined_at": "2025-03-01T12:00:00.000000+00:00",
        "large": False,
        "unavailable": False,
        "member_count": 87,
        "verification_level": 1,
        "default_message_notifications": 1,
        "explicit_content_filter": 2,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 1,
        "premium_subscription_count": 3,
        "system_channel_id": _own(21),
        "system_channel_flags": 0,
        "rules_channel_id": _own(21),
        "public_updates_channel_id": _own(22),
        "afk_timeout": 300,
        "max_members": 500_000,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "features": list(_FEATURES),
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "members": [bot, *(_member(number) for number in (91, 92))],
        "roles": [
            Role(name, place, 0, USUAL_RIGHTS, 0x3498DB if place else 0).payload() | {"id": _own(place)}
            for place, name in enumerate(_ROLES)
        ],
        "channels": [_channel(place, name, kind) for place, (name, kind) in enumerate(_CHANNELS)],
        "emojis": [_emoji(number) for number in range(_EMOJIS)],
    }


def _member(number: int) -> dict[str, Any]:
    user = {"id": _own(number), "username": f"member_{number}", "global_name": f"Member {number}"}
    return {
        "user": user
        | {"discriminator": "0", "avatar": "5a0c6e9d1c2b4f5f8a7e6d5c4b3a2f1e", "public_flags": 0},
        "nick": None,
        "avatar": None,
        "roles": [_own(3), _own(4)],
        "joined_at": "2025-03-01T12:00:00.000000+00:00",
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def _channel(place: int, name: str, kind: int) -> dict[str, Any]:
    above = None if kind == _CATEGORY else _own(20 if place < len(_CHANNELS) // 2 - 1 else 24)
    written = {
        "id": _own(20 + place),
        "type": kind,
        "name": name,
        "position": place,
        "parent_id": above,
        "flags": 0,
        "permission_overwrites": _for_staff_to_write_in() if name in _READ_ONLY else [],
    }
    if kind == _TEXT:
        topic = {"topic": _TOPIC, "last_message_id": _own(40 + place), "last_pin_timestamp": None}
        written |= topic | {"nsfw": False, "rate_limit_per_user": 0}
    if kind == _VOICE:
        written |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "nsfw": False}
    return written


def _for_staff_to_write_in() -> list[dict[str, Any]]:
    writes = str(RIGHTS["send_messages"])
    everybody = {"id": _own(0), "type": 0, "allow": "0", "deny": writes}
    return [everybody, *({"id": _own(role), "type": 0, "allow": writes, "deny": "0"} for role in (1, 2))]


def _emoji(number: int) -> dict[str, Any]:
    return {
        "id": _own(50 + number),
        "name": f"emoji_{number}",
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
