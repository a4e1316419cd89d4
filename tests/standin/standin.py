"""The stand-in as a test sees it: start it, join it, act, look."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container
from typing import Self

from aiohttp import web

from tests.patience import PATIENCE
from tests.standin import cdn
from tests.standin.changes import Changes
from tests.standin.faults import Call, Faults
from tests.standin.gateway import Gateway
from tests.standin.interactions import Interaction, Person
from tests.standin.rest import PREFIX, Rest
from tests.standin.world import Channel, User, World


class StandIn(Changes):
    """A small Discord on this machine: one guild, one channel, and nobody is a moderator."""

    def __init__(self) -> None:
        self.faults = Faults()
        self._changed = asyncio.Event()
        world = World()
        super().__init__(world, Gateway(world, self._changed.set))
        self._rest = Rest(self.world, self.gateway, self.faults, self._changed.set)
        self._cdn = cdn.Cdn(world, self.faults, self._changed.set)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.add_routes([*self._rest.routes(), web.get("/gateway/", self.gateway.connect)])
        app.add_routes(self._cdn.routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}{PREFIX}"
        self.gateway.url = f"ws://{host}:{port}/gateway/"
        self.world.cdn = f"http://{host}:{port}{cdn.PREFIX}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.faults.clear()
        await self.gateway.drop()
        if self._runner:
            await self._runner.cleanup()

    # Acting

    def join(self, name: str, locale: str = "en-US") -> Person:
        user = User(name, locale)
        self.world.people[user.id] = user
        return Person(user, self.world, self._interact)

    async def _interact(self, interaction: Interaction) -> None:
        interaction.sent_at = self.world.passed
        self._rest.interactions[interaction.token] = interaction
        await self.gateway.tell("INTERACTION_CREATE", interaction.payload(self.world))

    def limit(self, a_second: int) -> None:
        """From now on it takes so many requests a second, of all processes of the bot together."""
        self._rest.a_second = a_second

    def forget_nonces(self, shards: Container[int] | None = None) -> None:
        """Discord remembers a nonce for a few minutes; this is what is known after them, in servers of these
        shards or everywhere.
        """
        for nonce, message in list(self.world.nonces.items()):
            if shards is None or ((message.channel.guild_id or 0) >> 22) % self.gateway.shards in shards:
                del self.world.nonces[nonce]

    def forget(self, channel: Channel) -> None:
        """For benches that go on for long: what was said and asked there, and what the bot asked so far."""
        places = [channel, *(thread for thread in self.threads if thread.parent is channel)]
        for token, interaction in list(self._rest.interactions.items()):
            if interaction.channel in places:
                del self._rest.interactions[token]
        for place in places:
            place.posts.clear()
        self._rest.calls.clear()
        self.world.nonces.clear()

    # Looking

    @property
    def table(self) -> Channel:
        return self.world.table

    @property
    def threads(self) -> list[Channel]:
        return self.world.threads

    @property
    def calls(self) -> list[Call]:
        return self._rest.calls

    @property
    def avatar_calls(self) -> list[Call]:
        """For what people look like; `calls` has none of them."""
        return self._cdn.calls

    @property
    def interactions(self) -> list[Interaction]:
        """All that people did, oldest first."""
        return list(self._rest.interactions.values())

    def refused(self, since: int = 0) -> Counter[str]:
        """Requests that Discord refused, by method and path, since there were so many calls.

        Those that only came too early are not counted.
        """
        return Counter(
            f"{call.method} {call.path}"
            for call in self.calls[since:]
            if call.status and 400 <= call.status < 500 and call.status != 429
        )

    def calls_of(self, method: str, ending: str) -> list[Call]:
        return [one for one in self.calls if one.method == method and one.path.endswith(ending)]

    async def until(self, is_so: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for what some request of the bot's makes true. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while not is_so():
                self._changed.clear()
                await self._changed.wait()
