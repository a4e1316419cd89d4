"""What Discord knows: people, channels, threads, messages - and how it writes them down for a bot."""

from __future__ import annotations

import itertools
import time
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tests.standin.layouts import BUTTON, SELECTS, fault, walk
from tests.standin.rights import ALL_RIGHTS, RIGHTS, USUAL_RIGHTS, Overwrite, Role

Payload = dict[str, Any]
"""JSON as Discord sends it."""

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
TEXT, DIRECT, THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15
THREADS: Final = (THREAD, PRIVATE_THREAD)
_EPOCH_MS: Final = 1_420_070_400_000
_AN_HOUR: Final = 3600

_serial = itertools.count()


def new_id(hours_old: float = 0) -> int:
    """A snowflake of this very moment, or of then: bots read the age of a message from its id."""
    moment = int((time.time() - hours_old * _AN_HOUR) * 1000)
    return (moment - _EPOCH_MS << 22) + next(_serial) % (1 << 22)


def age(snowflake: int) -> float:
    """Seconds."""
    return time.time() - ((snowflake >> 22) + _EPOCH_MS) / 1000


def now(hours_old: float = 0) -> str:
    return (datetime.now(UTC) - timedelta(hours=hours_old)).isoformat()


class RefusedError(Exception):
    """Discord's answer to a request it does not grant. `more` is said besides."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.payload: Payload = {"code": code, "message": message, **more}


@dataclass(slots=True)
class User:
    name: str
    locale: str = "en-US"
    bot: bool = False
    id: int = field(default_factory=new_id)
    roles: list[int] = field(default_factory=list)
    avatar: str | None = None
    """The name of one that lies with all others, or of none."""
    own_avatar: str | None = None
    """The same, for the guild alone."""

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": self.avatar,
            "bot": self.bot,
        }

    def member_payload(self, permissions: int = ALL_RIGHTS) -> Payload:
        return {
            "user": self.payload(),
            "nick": None,
            "avatar": self.own_avatar,
            "roles": [str(role) for role in self.roles],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(permissions),
        }


@dataclass(slots=True)
class Attachment:
    name: str
    content: bytes
    description: str | None
    url: str
    id: int = field(default_factory=new_id)

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "filename": self.name,
            "description": self.description,
            "size": len(self.content),
            "content_type": "image/png" if self.name.endswith(".png") else "application/octet-stream",
            "url": self.url,
            "proxy_url": self.url,
        }


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request: `files[index]`."""

    index: int
    name: str
    content: bytes


@dataclass(slots=True)
class Message:
    channel: Channel
    author: User
    cdn: str
    """Where its attachments are found."""
    content: str = ""
    embeds: list[Payload] = field(default_factory=list)
    components: list[Payload] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    reference: Payload | None = None
    thread: Channel | None = None
    edits: int = 0
    came_with: tuple[str, ...] = ()
    """The names of its files before any edit."""
    sent_at: str = field(default_factory=now)
    id: int = field(default_factory=new_id)

    @property
    def is_private(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def text(self) -> str:
        """All its words, wherever they stand."""
        embedded = (f"{embed.get('title', '')}\n{embed.get('description', '')}" for embed in self.embeds)
        displayed = (part["content"] for part in walk(self.components) if "content" in part)
        return "\n".join(filter(None, (self.content, *embedded, *displayed)))

    @property
    def buttons(self) -> list[Payload]:
        return [part for part in walk(self.components) if part.get("type") == BUTTON]

    @property
    def selects(self) -> list[Payload]:
        return [part for part in walk(self.components) if part.get("type") in SELECTS]

    def write(self, data: Payload, uploads: list[Upload]) -> None:
        """Take over what a request says; what it does not name stays. Raises RefusedError."""
        content = data.get("content", self.content) or ""
        embeds = data.get("embeds", self.embeds) or []
        components = data.get("components", self.components) or []
        flags = (self.flags & EPHEMERAL) | data.get("flags", self.flags & ~LOADING)
        if said := fault(content, embeds, components, was=self.flags, flags=flags):
            raise RefusedError(400, 50035, f"Invalid Form Body: {said}")
        self.content, self.embeds, self.components, self.flags = content, embeds, components, flags
        self.reference = data.get("message_reference", self.reference)
        if uploads or "attachments" in data:
            self._attach(data.get("attachments"), uploads)

    def _attach(self, named: list[Payload] | None, uploads: list[Upload]) -> None:
        """An edit must name every attachment it keeps; new files are named by their index."""
        by_id = {int(entry["id"]): entry for entry in named or ()}
        kept = [old for old in self.attachments if named is None or old.id in by_id]
        new = [
            Attachment(
                upload.name,
                upload.content,
                by_id.get(upload.index, {}).get("description"),
                url=f"{self.cdn}/{self.id}/{upload.name}",
            )
            for upload in uploads
        ]
        self.attachments = kept + new

    def payload(self) -> Payload:
        written: Payload = {
            "id": str(self.id),
            "type": 0,
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": self.sent_at,
            "edited_timestamp": now() if self.edits else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [attachment.payload() for attachment in self.attachments],
            "embeds": self.embeds,
            "components": self._resolved(self.components),
            "pinned": False,
            "flags": self.flags,
        }
        if self.reference:
            written["message_reference"] = {"channel_id": str(self.channel.id), **self.reference}
        if self.thread:
            written["thread"] = self.thread.payload()
        return written

    def _resolved(self, part: Any) -> Any:
        """The components as Discord gives them back: `attachment://name` has become an address."""
        if isinstance(part, list):
            return [self._resolved(child) for child in part]
        if not isinstance(part, dict):
            return part
        url = part.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            found = next((file for file in self.attachments if file.name == name), None)
            if found is None:
                raise RefusedError(400, 50035, f"No attachment of that name: {name}")
            return {"url": found.url, "proxy_url": found.url, "attachment_id": str(found.id)}
        return {key: self._resolved(value) for key, value in part.items()}


@dataclass(slots=True)
class Channel:
    name: str
    guild_id: int | None
    kind: int = TEXT
    parent: Channel | None = None
    owner_id: int = 0
    archived: bool = False
    locked: bool = False
    folds_after: int = 1440
    """Of a thread: minutes of silence."""
    has_bot: bool = True
    """Of a private thread: only who was brought in sees it."""
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    old_edits: deque[float] = field(default_factory=deque)
    """When messages older than an hour were edited here, by the clock of the world."""
    people: list[User] = field(default_factory=list)
    """Who sits in a direct channel."""
    posts: dict[int, Message] = field(default_factory=dict)
    id: int = field(default_factory=new_id)

    @property
    def messages(self) -> list[Message]:
        """What everybody there can read, oldest first."""
        return list(self.posts.values())

    @property
    def last(self) -> Message:
        return self.messages[-1]

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS

    @property
    def is_with_bot(self) -> bool:
        """A direct message with the bot, not a talk among people."""
        return self.kind == DIRECT and len(self.people) == 1

    def payload(self) -> Payload:
        written: Payload = {
            "id": str(self.id),
            "type": self.kind,
            "last_message_id": str(max(self.posts)) if self.posts else None,
            "flags": 0,
            "permissions": str(ALL_RIGHTS),
        }
        if self.kind == DIRECT:
            return written | {"recipients": [user.payload() for user in self.people]}
        written |= {"guild_id": str(self.guild_id), "name": self.name, "position": 0, "nsfw": False}
        written |= {"rate_limit_per_user": 0, "parent_id": None, "topic": None}
        written["permission_overwrites"] = [one.payload() for one in self.overwrites.values()]
        if self.kind == FORUM:
            written["available_tags"] = []
        if self.parent:
            written |= {
                "parent_id": str(self.parent.id),
                "owner_id": str(self.owner_id),
                "message_count": len(self.posts),
                "member_count": 1,
                "total_message_sent": len(self.posts),
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": self.folds_after,
                    "archive_timestamp": now(),
                    "locked": self.locked,
                },
            }
        return written


class World:
    """One guild with one text channel, the bot, and whoever joins."""

    def __init__(self) -> None:
        self.cdn = ""
        self.avatars: dict[str, bytes] = {}
        """By where they lie on that host."""
        self.guild_id = new_id()
        self.others: list[int] = []
        """More guilds that have the bot."""
        self.locale = "en-US"
        self.rights = USUAL_RIGHTS
        """What everybody, the bot among them, may do here."""
        self.has_bot = True
        """False: it was removed from the guild."""
        self.is_out = False
        """An outage: the guild is there, and nobody can reach it."""
        self.is_full = False
        """There are as many active threads as a guild may have."""
        self.old_edits = (3, 6.0)
        """So many edits of messages older than an hour, in so many seconds, in a channel."""
        self.hours_old = 0.0
        """New messages are born so old."""
        self.passed = 0.0
        """Seconds that a test let pass."""
        self.closed: set[int] = set()
        """Channels of direct messages whose owners take nothing from the bot."""
        self.bot = User("Speltafel", bot=True)
        self.owner = User("Olga")
        self.people: dict[int, User] = {self.bot.id: self.bot}
        self.bot_role = Role(self.bot.name, 1, new_id(), is_managed=True)
        self.bot.roles.append(self.bot_role.id)
        self.roles: dict[int, Role] = {self.bot_role.id: self.bot_role}
        """Without that of everybody."""
        self.channels: dict[int, Channel] = {}
        self.commands: list[Payload] = []
        self.nonces: dict[str, Message] = {}
        self.table = self.open_channel("table")

    @property
    def threads(self) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.is_thread]

    def is_home(self, channel: Channel) -> bool:
        """In the guild that has the bot; elsewhere it is installed by whoever uses it."""
        return channel.guild_id in self.homes

    @property
    def homes(self) -> list[int]:
        """The guilds that have the bot."""
        return [self.guild_id, *self.others]

    def open_guild(self, shard: int = 0, shards: int = 1) -> Channel:
        """One more, of that shard, with the same people and one channel. To be opened before a bot comes."""
        guild = self.others[-1] if self.others else self.guild_id
        guild = ((guild >> 22) + 1) << 22
        guild += ((shard - (guild >> 22)) % shards) << 22
        self.others.append(guild)
        return self._add(Channel("table", guild, TEXT))

    def open_channel(self, name: str, kind: int = TEXT) -> Channel:
        return self._add(Channel(name, self.guild_id, kind))

    def open_thread(
        self, name: str, parent: Channel, message: Message | None = None, kind: int = THREAD
    ) -> Channel:
        """A thread opened from a message has the id of that message; there is one at most."""
        thread = Channel(name, parent.guild_id, kind, parent, self.bot.id)
        if message:
            if message.thread:
                raise RefusedError(400, 160004, "A thread has already been created for this message")
            thread.id = message.id
            message.thread = thread
        return self._add(thread)

    def open_direct(self, user: User) -> Channel:
        known = (one for one in self.channels.values() if one.kind == DIRECT and user in one.people)
        return next(known, None) or self._add(Channel("", None, DIRECT, people=[user]))

    def _add(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        return channel

    def remove(self, channel: Channel) -> None:
        """With the threads below it."""
        for below in [one for one in self.channels.values() if one.parent is channel]:
            self.remove(below)
        self.channels.pop(channel.id, None)
        begun_by = channel.parent.posts.get(channel.id) if channel.parent else None
        if begun_by:
            begun_by.thread = None

    # What a request may reach

    def channel(self, channel_id: int | str) -> Channel:
        """As far as the bot may see it."""
        try:
            channel = self.channels[int(channel_id)]
        except KeyError:
            raise RefusedError(404, 10003, "Unknown Channel") from None
        if channel.guild_id:
            self.check_guild()
            if not self.sees(channel):
                raise RefusedError(403, 50001, "Missing Access")
        return channel

    def check_guild(self) -> None:
        if self.is_out:
            raise RefusedError(503, 0, "Service Unavailable")
        if not self.has_bot:
            raise RefusedError(403, 50001, "Missing Access")

    def message(self, channel_id: int | str, message_id: int | str) -> Message:
        try:
            return self.channel(channel_id).posts[int(message_id)]
        except KeyError:
            raise RefusedError(404, 10008, "Unknown Message") from None

    def user(self, user_id: int | str) -> User:
        try:
            return self.people[int(user_id)]
        except KeyError:
            raise RefusedError(404, 10007, "Unknown Member") from None

    # What the bot may do

    def rights_in(self, channel: Channel) -> int:
        """A thread has those of the channel above it."""
        rights = self.rights
        for owner in (self.guild_id, self.bot.id):
            overwrite = (channel.parent or channel).overwrites.get(owner)
            rights = overwrite.applied_to(rights) if overwrite else rights
        return rights

    def may(self, right: str, channel: Channel) -> bool:
        return channel.guild_id is None or bool(self.rights_in(channel) & RIGHTS[right])

    def sees(self, channel: Channel) -> bool:
        return channel.has_bot and self.may("view_channel", channel)

    def check_may(self, right: str, channel: Channel) -> None:
        if not self.may(right, channel):
            raise RefusedError(403, 50013, "Missing Permissions")

    def check_may_post(self, channel: Channel, uploads: list[Upload]) -> None:
        if channel.id in self.closed:
            raise RefusedError(403, 50007, "Cannot send messages to this user")
        if channel.kind == FORUM:
            raise RefusedError(400, 50008, "Cannot send messages in a non-text channel")
        self.check_may("send_messages_in_threads" if channel.is_thread else "send_messages", channel)
        if uploads:
            self.check_may("attach_files", channel)
        self.check_unlocked(channel)
        if channel.archived:
            self.check_room()

    def check_unlocked(self, channel: Channel) -> None:
        """Only the codes are documented; a locked thread has been seen to be called archived."""
        if channel.locked and not self.may("manage_threads", channel):
            if channel.archived:
                raise RefusedError(403, 50083, "Thread is archived")
            raise RefusedError(403, 160005, "Thread is locked")

    def check_unfolded(self, channel: Channel) -> None:
        """In an archived thread nothing is done but to post, which unfolds it."""
        self.check_unlocked(channel)
        if channel.archived:
            raise RefusedError(400, 50083, "Thread is archived")

    def check_room(self) -> None:
        """For one more active thread."""
        if self.is_full:
            raise RefusedError(400, 160006, "Maximum number of active threads reached")

    def check_may_edit(self, message: Message) -> None:
        self.check_unfolded(message.channel)
        if message.author is not self.bot:
            raise RefusedError(403, 50005, "Cannot edit a message authored by another user")
        if age(message.id) < _AN_HOUR:
            return
        most, seconds = self.old_edits
        edits, moment = message.channel.old_edits, time.monotonic() + self.passed
        while edits and edits[0] <= moment - seconds:
            edits.popleft()
        if len(edits) >= most:
            wait = edits[0] + seconds - moment if edits else seconds
            said = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            raise RefusedError(429, 30046, said, retry_after=wait, **{"global": False})
        edits.append(moment)

    # Messages and the guild

    def new_message(self, channel: Channel, data: Payload, uploads: list[Upload]) -> Message:
        """A message of the bot's, not yet shown to anybody. Raises RefusedError for an empty one."""
        message = Message(channel, self.bot, self.cdn, sent_at=now(self.hours_old), id=new_id(self.hours_old))
        message.write(data, uploads)
        message.came_with = tuple(file.name for file in message.attachments)
        if not (message.content or message.embeds or message.components or message.attachments):
            raise RefusedError(400, 50006, "Cannot send an empty message")
        message.payload()
        return message

    def guild_payload(self, guild: int | None = None) -> Payload:
        """Of the first guild, or of another."""
        guild = guild or self.guild_id
        own = [one for one in self.channels.values() if one.guild_id == guild]
        return {
            "id": str(guild),
            "name": "Games",
            "owner_id": str(self.owner.id),
            "preferred_locale": self.locale,
            "unavailable": False,
            "member_count": len(self.people),
            "members": [self.bot.member_payload()],
            "roles": [self.everyone_payload(guild), *(role.payload() for role in self.roles.values())],
            "channels": [one.payload() for one in own if one.kind in (TEXT, FORUM)],
            "threads": [
                one.payload() for one in own if one.is_thread and not one.archived and self.sees(one)
            ],
            "features": [],
            "emojis": [],
        }

    def everyone_payload(self, guild: int | None = None) -> Payload:
        return Role("@everyone", 0, guild or self.guild_id, self.rights).payload()

    # Roles

    def check_may_everywhere(self, right: str) -> None:
        self.check_guild()
        if not self.rights & RIGHTS[right]:
            raise RefusedError(403, 50013, "Missing Permissions")

    def new_role(self, data: Payload) -> Role:
        """Just above everybody's; all others move up, so that a bot's own stays above those it makes."""
        self.check_may_everywhere("manage_roles")
        permissions = int(data.get("permissions", 0))
        if permissions & ~self.rights:
            raise RefusedError(403, 50013, "Missing Permissions")
        for other in self.roles.values():
            other.position += 1
        role = Role(data.get("name", "new role"), 1, new_id(), permissions, data.get("color", 0))
        self.roles[role.id] = role
        return role

    def role_to_hand(self, user_id: int | str, role_id: int | str) -> tuple[User, int]:
        """Whom it is given to or taken from, and its id. A bot can hand on what is below its own."""
        self.check_may_everywhere("manage_roles")
        user = self.user(user_id)
        if int(role_id) not in self.roles:
            raise RefusedError(404, 10011, "Unknown Role")
        role = self.roles[int(role_id)]
        if role.is_managed or role.position >= self.bot_role.position:
            raise RefusedError(403, 50013, "Missing Permissions")
        return user, role.id
