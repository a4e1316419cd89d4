"""What a bot may do where: a role for everybody, and what single channels take away from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

RIGHTS: Final = {
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "manage_roles": 1 << 28,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
}
"""Those that are asked for here, by the names that discord.py gives them."""
ALL_RIGHTS: Final = (1 << 53) - 1
_MODERATORS: Final = (
    *("administrator", "manage_channels", "manage_guild"),
    *("manage_messages", "manage_roles", "manage_threads"),
)
USUAL_RIGHTS: Final = ALL_RIGHTS & ~sum(RIGHTS[name] for name in _MODERATORS)
"""What nobody needs to be a moderator for."""


@dataclass(slots=True)
class Role:
    name: str
    position: int
    id: int
    permissions: int = 0
    colour: int = 0
    is_managed: bool = False
    """It is a bot's own, and nobody else gets it."""

    def payload(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "color": self.colour,
            "colors": {"primary_color": self.colour},
            "position": self.position,
            "hoist": False,
            "managed": self.is_managed,
            "mentionable": False,
            "flags": 0,
        }


@dataclass(slots=True)
class Overwrite:
    """What a channel takes away from everybody, or from one member; or gives them."""

    owner: int
    is_member: bool
    denied: int = 0
    allowed: int = 0

    def change(self, *, denied: int = 0, allowed: int = 0) -> None:
        self.denied = self.denied & ~allowed | denied
        self.allowed = self.allowed & ~denied | allowed

    def applied_to(self, rights: int) -> int:
        return rights & ~self.denied | self.allowed

    def payload(self) -> dict[str, Any]:
        kind = 1 if self.is_member else 0
        return {"id": str(self.owner), "type": kind, "allow": str(self.allowed), "deny": str(self.denied)}
