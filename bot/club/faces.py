"""What members look like: kept of those who like to be seen, for a week after they were last met.

Whoever asks gets what is here, and waits for nobody: who has no face just now is drawn as a token.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from bot.club.computers import is_member
from bot.club.match import Match
from bot.club.preferences import Preferences
from bot.club.refused import Refused
from bot.database.faces import EVERYWHERE, StoredFaces
from bot.database.file import File

KEPT: Final = timedelta(days=7)
_MOST: Final = 4_000
"""In the file, of about 30 kB each: those that were not met for longest make room."""
_AT_HAND: Final = 300
"""Members whose faces need not be read."""
_REMEMBERED: Final = 10_000
"""Members with whose looks there is nothing to do."""
_AGAIN: Final = timedelta(days=1)
"""After which an avatar is looked at again that is known already, or was of no use."""


Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Look:
    """What a member looks like where they were met."""

    guild: int
    member: int
    avatar: str
    """As Discord calls it: a new one has another name. Empty: they have none."""
    is_own: bool = False
    """It was chosen for that server, and is to be seen on no other."""

    @property
    def place(self) -> int:
        return self.guild if self.is_own else EVERYWHERE


class _ByServer(Generic[Kept]):
    """By member and server; of the members those that were asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[int, dict[int, Kept]] = OrderedDict()

    def get(self, guild: int, member: int) -> Kept | None:
        if member not in self._kept:
            return None
        self._kept.move_to_end(member)
        return self._kept[member].get(guild)

    def put(self, guild: int, member: int, kept: Kept) -> None:
        self._kept.setdefault(member, {})[guild] = kept
        self._kept.move_to_end(member)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self, member: int) -> None:
        self._kept.pop(member, None)

    def clear(self) -> None:
        self._kept.clear()


class Faces:
    """`clock` tells the time, in UTC."""

    def __init__(self, file: File, preferences: Preferences, clock: Callable[[], datetime]) -> None:
        self._stored = StoredFaces(file)
        self._preferences = preferences
        self._clock = clock
        self._faces = _ByServer[bytes](_AT_HAND)
        """Empty where there is none."""
        self._looks = _ByServer[tuple[Look, datetime]](_REMEMBERED)
        """With which there is nothing to do, until then."""
        self._changes = 0
        """How often somebody's was forgotten: what was read before is not to be kept at hand."""

    # Whose are seen

    def is_seen(self, guild: int, member: int) -> bool:
        """They like to be seen with it, and the server likes faces."""
        return self.is_shown(member) and self._preferences.server(guild).faces

    def is_shown(self, member: int) -> bool:
        """They like to be seen, if a server likes it."""
        likes = self._preferences.member(member)
        return is_member(member) and not likes.hidden and not likes.faceless

    async def of(self, guild: int, members: Iterable[int]) -> Mapping[int, bytes]:
        """As PNG files, of those members of a server who are seen there and have one."""
        seen = [member for member in dict.fromkeys(members) if self.is_seen(guild, member)]
        faces = {member: self._faces.get(guild, member) for member in seen}
        unread = [member for member, face in faces.items() if face is None]
        if unread:
            faces |= await self._read(guild, unread)
        return {member: face for member, face in faces.items() if face}

    async def _read(self, guild: int, members: Collection[int]) -> Mapping[int, bytes]:
        before = self._changes
        try:
            read = await self._stored.of(guild, members)
        except Refused:  # a damaged page: no board is missing for it
            return {}
        faces = {member: read.get(member, b"") for member in members}
        if self._changes == before:
            for member, face in faces.items():
                self._faces.put(guild, member, face)
        return faces

    async def at(self, match: Match) -> Mapping[int, bytes]:
        """Of those who play in it, as they are seen where it is played."""
        return await self.of(match.stored.guild, match.members)

    async def elsewhere(self, guild: int, members: Iterable[int]) -> Mapping[int, bytes]:
        """Of members of other servers, as they are seen on boards of this one."""
        if not self._preferences.server(guild).faces:
            return {}
        named = [member for member in members if not self._preferences.member(member).nameless]
        return await self.of(EVERYWHERE, named)

    # As they are met

    def is_news(self, look: Look) -> bool:
        """It may have to be kept. Nobody waits for the answer."""
        if not self.is_seen(look.guild, look.member):
            return False
        known, until = self._looks.get(look.guild, look.member) or (None, self._clock())
        return known != look or self._clock() >= until

    async def lacks(self, look: Look) -> bool:
        """Whether the avatar is to be fetched. If there was another before, that is forgotten. Raises
        Refused.
        """
        if not look.is_own and look.guild != EVERYWHERE:
            await self._drop(look.guild, look.member)
        known = await self._stored.met(look.place, look.member)
        if known is not None and known[0] != look.avatar:
            await self._drop(look.place, look.member)
            known = None
        if known is None and look.avatar:
            return await self._stored.may_be_kept(look.guild, look.member)
        if known is not None and self._now() - known[1] >= _AGAIN.total_seconds():
            await self._stored.meet(look.place, look.member, self._now())
        self._note(look)
        return False

    async def keep(self, look: Look, face: bytes) -> None:
        """Empty: the avatar is of no use, and is not asked for again before tomorrow. Raises Refused."""
        if face:
            is_kept = await self._stored.keep(
                guild=look.guild,
                place=look.place,
                member=look.member,
                avatar=look.avatar,
                picture=face,
                now=self._now(),
                may=lambda: self.is_seen(look.guild, look.member),
            )
            self._forget([look.member])
            if not is_kept:
                return
        self._note(look)

    # As they are forgotten

    async def drop(self, member: int) -> None:
        """They do not like to be seen any more."""
        await self._stored.drop_member(member)
        self._forget([member])

    async def drop_server(self, guild: int) -> None:
        """The server does not like faces any more."""
        await self._stored.drop_server(guild)
        self.forget()

    async def clear(self) -> None:
        """What is too old, or too much. To be asked every few minutes."""
        self._forget(await self._stored.clear(self._now() - int(KEPT.total_seconds()), _MOST))

    def left(self, members: Collection[int]) -> None:
        """Their server; in the file that is noted."""
        self._forget(members)

    def forget(self) -> None:
        """All is read anew."""
        self._changes += 1
        self._faces.clear()
        self._looks.clear()

    async def _drop(self, place: int, member: int) -> None:
        with suppress(Refused):  # a full disk is told to those who play
            await self._stored.drop(place, member)
        self._forget([member])

    def _forget(self, members: Iterable[int]) -> None:
        self._changes += 1
        for member in members:
            self._faces.forget(member)
            self._looks.forget(member)

    def _note(self, look: Look) -> None:
        self._looks.put(look.guild, look.member, (look, self._clock() + _AGAIN))

    def _now(self) -> int:
        return int(self._clock().timestamp())
