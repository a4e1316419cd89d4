"""What a turn asks of Discord. It lets a bot ask fifty things a second, answers to people not counted."""

from __future__ import annotations

from collections import Counter

from tests.bench.bench_turns import QuietMatch
from tests.process.club import Club


async def test_a_turn_asks_discord_two_things_that_count(club: Club) -> None:
    match = QuietMatch(await club.begin())
    for _ in range(2):
        await match.play_turn()
        await match.tidied()
    await club.discord.until(lambda: not _under_way(club))
    before = len(club.discord.calls)
    await match.play_turn()
    await match.tidied()
    await club.discord.until(lambda: len(club.discord.calls) >= before + 4)
    asked = club.discord.calls[before:]
    assert Counter(call.method for call in asked if call.is_counted) == {"POST": 1, "PATCH": 1}
    assert Counter(call.method for call in asked if not call.is_counted) == {"POST": 1, "DELETE": 1}


def _under_way(club: Club) -> bool:
    return any(not call.status for call in club.discord.calls)
