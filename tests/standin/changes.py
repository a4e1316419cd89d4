"""What people and Discord itself do to a guild while a bot is in it. `told`: the gateway tells the bot.

A bot does not always hear: a connection was lost, an event was dropped, the bot was down.
"""

from __future__ import annotations

from tests.standin.gateway import Gateway
from tests.standin.interactions import Person
from tests.standin.rights import RIGHTS, Overwrite, Role
from tests.standin.world import FORUM, PRIVATE_THREAD, TEXT, Channel, Message, Payload, World


class Changes:
    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway

    # Channels, threads and messages

    async def open_channel(self, name: str, kind: int = TEXT, *, told: bool = True) -> Channel:
        channel = self.world.open_channel(name, kind)
        await self._tell("CHANNEL_CREATE", channel.payload(), told=told)
        return channel

    async def open_forum(self, name: str) -> Channel:
        return await self.open_channel(name, FORUM)

    async def open_post(self, person: Person, forum: Channel, name: str) -> Channel:
        """A thread in a forum, begun by somebody."""
        post = self.world.open_thread(name, forum)
        post.owner_id = person.user.id
        first = Message(post, person.user, self.world.cdn, content=name, id=post.id)
        post.posts[first.id] = first
        await self._tell("THREAD_CREATE", post.payload() | {"newly_created": True}, told=True)
        return post

    async def open_private_thread(self, name: str, parent: Channel) -> Channel:
        """Nobody has brought the bot in, and it hears nothing of it."""
        thread = self.world.open_thread(name, parent, kind=PRIVATE_THREAD)
        thread.has_bot = False
        return thread

    async def bring_in(self, thread: Channel, *, told: bool = True) -> None:
        thread.has_bot = True
        await self._tell("THREAD_CREATE", thread.payload(), told=told)

    async def archive(self, thread: Channel, *, archived: bool = True, told: bool = True) -> None:
        thread.archived = archived
        await self._tell("THREAD_UPDATE", thread.payload(), told=told)

    async def lock(self, thread: Channel, *, locked: bool = True, told: bool = True) -> None:
        thread.locked = locked
        await self._tell("THREAD_UPDATE", thread.payload(), told=told)

    async def delete(self, channel: Channel, *, told: bool = True) -> None:
        """With its threads, of which Discord tells nothing besides."""
        self.world.remove(channel)
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        await self._tell(name, channel.payload(), told=told)

    async def delete_message(self, message: Message, *, told: bool = True) -> None:
        """A thread that was begun by it stays."""
        message.channel.posts.pop(message.id, None)
        gone: Payload = {"id": str(message.id), "channel_id": str(message.channel.id)}
        gone["guild_id"] = str(self.world.guild_id)
        await self._tell("MESSAGE_DELETE", gone, told=told)

    # Rights

    async def forbid(
        self, channel: Channel | None, *rights: str, everybody: bool = False, told: bool = True
    ) -> None:
        """Take them away in a channel from the bot, or from everybody; without a channel, everywhere."""
        denied = sum(RIGHTS[name] for name in rights)
        if channel is None:
            self.world.rights &= ~denied
        else:
            self._overwrite(channel, everybody=everybody).change(denied=denied)
        await self._tell_rights(channel, told=told)

    async def allow(
        self, channel: Channel | None, *rights: str, everybody: bool = False, told: bool = True
    ) -> None:
        allowed = sum(RIGHTS[name] for name in rights)
        if channel is None:
            self.world.rights |= allowed
        else:
            self._overwrite(channel, everybody=everybody).change(allowed=allowed)
        await self._tell_rights(channel, told=told)

    def _overwrite(self, channel: Channel, *, everybody: bool) -> Overwrite:
        owner = self.world.guild_id if everybody else self.world.bot.id
        return channel.overwrites.setdefault(owner, Overwrite(owner, is_member=not everybody))

    async def _tell_rights(self, channel: Channel | None, *, told: bool) -> None:
        if channel:
            await self._tell("CHANNEL_UPDATE", channel.payload(), told=told)
        else:
            role: Payload = {"guild_id": str(self.world.guild_id), "role": self.world.everyone_payload()}
            await self._tell("GUILD_ROLE_UPDATE", role, told=told)

    # People and their roles

    def direct(self, person: Person) -> Channel:
        """Where they and the bot are alone."""
        return self.world.open_direct(person.user)

    def close_direct(self, person: Person) -> None:
        """They take no direct messages from the bot, or have blocked it."""
        self.world.closed.add(self.direct(person).id)

    def open_direct(self, person: Person) -> None:
        self.world.closed.discard(self.direct(person).id)

    def leave(self, person: Person) -> None:
        """Of people who come and go a bot hears nothing without the intent for it."""
        self.world.people.pop(person.user.id)

    async def delete_role(self, role: Role, *, told: bool = True) -> None:
        del self.world.roles[role.id]
        for user in self.world.people.values():
            user.roles = [one for one in user.roles if one != role.id]
        gone: Payload = {"guild_id": str(self.world.guild_id), "role_id": str(role.id)}
        await self._tell("GUILD_ROLE_DELETE", gone, told=told)

    async def move_role(self, role: Role, position: int, *, told: bool = True) -> None:
        role.position = position
        moved: Payload = {"guild_id": str(self.world.guild_id), "role": role.payload()}
        await self._tell("GUILD_ROLE_UPDATE", moved, told=told)

    # The guild

    async def remove_bot(self, *, told: bool = True) -> None:
        self.world.has_bot = False
        await self._tell("GUILD_DELETE", {"id": str(self.world.guild_id)}, told=told)

    async def invite_bot(self) -> None:
        """Back again. Of a guild that is new to a bot nothing is said about an outage."""
        self.world.has_bot = True
        guild = self.world.guild_payload()
        del guild["unavailable"]
        await self._tell("GUILD_CREATE", guild, told=True)

    async def begin_outage(self, *, told: bool = True) -> None:
        self.world.is_out = True
        await self._tell("GUILD_DELETE", {"id": str(self.world.guild_id), "unavailable": True}, told=told)

    async def end_outage(self, *, told: bool = True) -> None:
        self.world.is_out = False
        await self._tell("GUILD_CREATE", self.world.guild_payload(), told=told)

    # Time

    def let_pass(self, seconds: float) -> None:
        """For answers that come too late, and limits that end. Nobody else's clock is moved."""
        self.world.passed += seconds

    def age(self, hours: float) -> None:
        """Messages are born so old from now on."""
        self.world.hours_old = hours

    async def _tell(self, name: str, data: Payload, *, told: bool) -> None:
        if told:
            await self.gateway.tell(name, data)
