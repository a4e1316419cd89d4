"""Discord is slow to answer: nobody waits for what is not his."""

from __future__ import annotations

import asyncio

from tests.process.club import PLAYED, Club


async def test_the_board_does_not_wait_until_the_mover_has_his_answer(club: Club) -> None:
    match = await club.begin()
    turn = match.next_turn()
    hold = club.discord.faults.hold("POST", "/interactions/*/callback")
    playing = asyncio.create_task(turn.play())
    await match.settled(turn.ply + 1)
    assert not playing.done()
    hold.release()
    assert PLAYED in (await playing).text
    match.check_boards()


async def test_one_match_does_not_wait_for_the_board_of_another(club: Club) -> None:
    slow, quick = await club.begin(), await club.begin()
    turn = slow.next_turn()
    hold = club.discord.faults.hold("POST", f"/channels/{slow.venue.id}/messages")
    await turn.play()
    await hold.reached()
    for _ in range(3):
        await quick.play_turn()
    assert turn.ply + 1 not in slow.boards()
    hold.release()
    await slow.settled(turn.ply + 1)
    for match in (slow, quick):
        match.check_boards()
