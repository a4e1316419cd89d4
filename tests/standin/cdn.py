"""The host where Discord keeps files: what was attached to messages, and what people look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aiohttp import web

from tests.standin.faults import Answer, Call, ConnectionLostError, Faults, When
from tests.standin.world import World

PREFIX: Final = "/cdn"


class Cdn:
    def __init__(self, world: World, faults: Faults, wake: Callable[[], None]) -> None:
        self.calls: list[Call] = []
        """For avatars, oldest first: they are no requests of a turn."""
        self._world = world
        self._faults = faults
        self._wake = wake

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get(PREFIX + "/{message:[0-9]+}/{name}", self._attachment),
            web.get(PREFIX + "/{avatar:.+}", self._avatar),
        ]

    async def _attachment(self, request: web.Request) -> web.Response:
        wanted = request.match_info
        for channel in self._world.channels.values():
            message = channel.posts.get(int(wanted["message"]))
            for file in message.attachments if message else ():
                if file.name == wanted["name"]:
                    return web.Response(body=file.content)
        raise web.HTTPNotFound

    async def _avatar(self, request: web.Request) -> web.Response:
        """Whatever lies there, Discord says that it is a picture."""
        call = Call(request.method, request.path, query=dict(request.query))
        self.calls.append(call)
        self._wake()
        try:
            answer = await self._faults.meet(call, When.BEFORE)
        except ConnectionLostError:
            if request.transport:
                request.transport.abort()
            return web.Response()
        finally:
            self._wake()
        picture = self._world.avatars.get(request.match_info["avatar"])
        if answer is None and picture is None:
            answer = Answer(404, {}, raw=b"", content_type="text/plain")
        call.status = answer.status if answer else 200
        if answer:
            return web.Response(
                status=answer.status,
                body=answer.raw or b"",
                headers=answer.headers,
                content_type=answer.content_type,
            )
        return web.Response(body=picture, content_type="image/png")
