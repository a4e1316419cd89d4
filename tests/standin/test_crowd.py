"""A crowd of servers is told of as Discord would: each to the shard that it belongs to, in one stream."""

from __future__ import annotations

import json
import zlib
from typing import Any

import aiohttp

from tests.standin import StandIn
from tests.standin.crowd import Crowd

SERVERS = 500


def crowd() -> Crowd:
    return Crowd(SERVERS)


def told(shard: int, shards: int) -> list[dict[str, Any]]:
    return [json.loads(event)["d"] for event in crowd().told(shard, shards, {"user": {}})]


def test_every_server_belongs_to_one_shard_and_no_shard_has_many_more_than_another() -> None:
    shares = [list(crowd().ids(shard, 5)) for shard in range(5)]
    assert len({guild for share in shares for guild in share}) == SERVERS
    assert max(map(len, shares)) - min(map(len, shares)) <= 2


def test_a_shard_is_told_of_the_servers_that_it_was_promised() -> None:
    promised = [guild["id"] for guild in crowd().unavailable(1, 5)]
    assert [guild["id"] for guild in told(1, 5)] == promised


def test_servers_share_no_number() -> None:
    one, other, *_ = told(0, 1)
    assert not _numbers(one) & _numbers(other)


def _numbers(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(_numbers, part))
    if not isinstance(part, dict):
        return set()
    own = {part["id"]} if "id" in part else set()
    return own.union(*map(_numbers, part.values()))


async def test_who_asks_for_it_hears_the_gateway_compressed_as_one_stream() -> None:
    async with StandIn() as discord, aiohttp.ClientSession() as client:
        discord.gateway.crowd.servers = SERVERS
        async with client.ws_connect(f"{discord.gateway.url}?compress=zlib-stream") as socket:
            stream = zlib.decompressobj()
            hello = json.loads(stream.decompress(await socket.receive_bytes()))
            await socket.send_json({"op": 2, "d": {"intents": 1}})
            events = [json.loads(stream.decompress(await socket.receive_bytes())) for _ in range(SERVERS + 2)]
    assert hello["op"] == 10
    ready, *guilds = events
    named = {guild["id"] for guild in ready["d"]["guilds"]}
    assert {guild["d"]["id"] for guild in guilds} == named
    assert len(named) == SERVERS + 1


async def test_who_does_not_ask_for_it_hears_plain_text() -> None:
    async with (
        StandIn() as discord,
        aiohttp.ClientSession() as client,
        client.ws_connect(discord.gateway.url) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
