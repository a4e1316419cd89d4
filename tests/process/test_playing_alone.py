"""A real process whose thoughts can be held up: killed in the middle of one, and one that never ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.club.computers import is_computer
from bot.words.language import language
from tests.patience import PATIENCE
from tests.process.club import Club, Match, Turn, club_with_bot
from tests.process.test_kill import killed_at
from tests.standin import Message, Person, When, pondering
from tests.standin.pondering import Pondering

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the processes of a process")

EN = language("en")
STUCK = EN.say("computer.stuck")
WIN = EN.say("buttons.win")


class Alone(Match):
    """Anna plays the computer."""

    def __init__(self, club: Club, **how: Any) -> None:
        super().__init__(club, **how)
        self.club = club

    @property
    def seated(self) -> list[Person]:
        """At both seats: she moves, or nobody does."""
        rows = self.club.rows("SELECT member FROM seats WHERE match = ?", self.number)
        return [self.anna for _ in rows]

    @property
    def is_hers(self) -> bool:
        """She is to move."""
        rows = self.club.rows("SELECT member FROM seats WHERE match = ? ORDER BY seat", self.number)
        return any(not is_computer(rows[seat][0]) for seat in self.position.to_move)

    async def hers(self, plies: int = 0) -> None:
        """Wait until it is her turn, and the board says so."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.settled(plies)
                if self.is_hers:  # perhaps since a moment ago, and what made it so is not shown yet
                    await self.settled(plies)
                    return
                await asyncio.sleep(0.01)

    async def board_says(self, words: str) -> Message:
        await self.discord.until(lambda: words in self.board.text)
        return self.board


async def begun(club: Club, *, game: str = "knopen", level: int = 2) -> Alone:
    match = Alone(club, game=game)
    await match.anna.slash(f"play {game}", level=level)
    await club.told("SELECT 1 FROM matches WHERE post IS NOT NULL")
    ((match.number,),) = club.rows("SELECT max(id) FROM matches")
    await match.hers()
    return match


@pytest.fixture
async def hasty(tmp_path: Path, held_up: Pondering) -> AsyncIterator[Club]:
    """A minute of the bot's is a second, and no thought may take longer than four."""
    async with club_with_bot(tmp_path, test_haste="60", test_thought="4") as club:
        yield club


async def told_more(held_up: Pondering, than: int) -> None:
    """Wait until somebody thinks."""
    async with asyncio.timeout(PATIENCE):
        while len(held_up.told) <= than:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.01)


def thinking(bot: int) -> list[int]:
    """The processes that think for it."""
    tasks = Path(f"/proc/{bot}/task").glob("*/children")
    return [int(child) for path in tasks for child in path.read_text().split()]


def settings_of(process: int) -> str:
    return Path(f"/proc/{process}/environ").read_text()


async def moved_and_thinking(match: Alone, held_up: Pondering) -> Turn:
    """She has moved, and the computer thinks until it is let."""
    turn, before = match.next_turn(), len(held_up.told)
    held_up.stall()
    await turn.play()
    await told_more(held_up, before)
    return turn


async def test_who_waits_for_a_long_thought_sees_their_move_and_then_both_in_one_post(
    calm: Club, held_up: Pondering
) -> None:
    match = await begun(calm)
    turn = await moved_and_thinking(match, held_up)
    board = await match.board_says(EN.say("computer.thinking.one", who="").strip())
    assert turn.text.split("-")[-1] in board.text, "her move is told"
    held_up.go_on()
    await match.hers(turn.ply + 2)
    assert len(match.discord.table.messages) == 1
    assert match.record[turn.ply] == turn.text
    calm.check_log()


async def test_killed_in_the_middle_of_a_thought_it_thinks_again(calm: Club, held_up: Pondering) -> None:
    match = await begun(calm)
    turn = await moved_and_thinking(match, held_up)
    await calm.bot.kill()
    assert match.record[turn.ply :] == [turn.text], "nothing is lost"
    held_up.go_on()
    await calm.bot.start()
    await match.hers(turn.ply + 2)
    await match.play_turn()
    await match.hers()
    assert match.record[turn.ply] == turn.text
    assert len(match.discord.table.messages) == 1, "and nothing hangs there twice"
    match.check_boards()


@pytest.mark.parametrize("when", When)
async def test_killed_while_the_first_board_is_posted_it_hangs_there_once(calm: Club, when: When) -> None:
    match = Alone(calm)
    hold = calm.discord.faults.hold("POST", "/interactions/*/callback", when)
    asking = asyncio.create_task(match.anna.slash("play knopen", level=2))
    await hold.reached()
    await calm.bot.kill()
    hold.lose()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await calm.bot.start()
    ((match.number,),) = calm.rows("SELECT max(id) FROM matches")
    await match.hers()
    await match.play_turn()
    await match.hers()
    # On a busy machine there may also be the word that somebody thinks, which nobody is there to take back.
    assert len([post for post in match.discord.table.messages if post.attachments]) == 1
    match.check_boards()


@pytest.mark.parametrize("when", When)
async def test_killed_while_an_answer_is_shown_it_is_shown_after_the_start(calm: Club, when: When) -> None:
    match = await begun(calm)
    turn = match.next_turn()
    hold = calm.discord.faults.hold("PATCH", "/channels/*/messages/*", when)
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    await calm.bot.kill()
    hold.lose()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    saved = match.record
    assert saved[turn.ply] == turn.text
    await calm.bot.start()
    await match.hers(turn.ply + 2)
    assert match.record[: len(saved)] == saved
    match.check_boards()


@pytest.mark.parametrize("when", When)
async def test_killed_between_a_move_and_what_the_coach_says_of_it_nothing_is_lost_or_said_twice(
    calm: Club, when: When
) -> None:
    match = await begun(calm)
    await match.anna.click(match.board, EN.say("buttons.coach"))
    await match.board_says("\N{SPEECH BALLOON}")
    turn = match.next_turn()
    await killed_at(calm, calm.discord.faults.hold("PATCH", "/channels/*/messages/*", when), turn.play())
    await match.hers(turn.ply + 2)
    await match.play_turn()
    await match.hers()
    assert match.record[turn.ply] == turn.text
    assert len(match.discord.table.messages) == 1
    assert match.board.text.count("\N{SPEECH BALLOON}") <= 1
    assert calm.rows("SELECT count(*) FROM seats WHERE coach = 1") == [(1,)], "it is still called"
    match.check_boards()


async def test_a_thought_that_never_ends_is_ended_and_one_may_claim_the_win(
    hasty: Club, held_up: Pondering
) -> None:
    match = await begun(hasty)
    await match.next_turn().play()
    await match.hers()
    held_up.stall()
    await match.next_turn().play()
    board = await match.board_says(STUCK)
    stranger = hasty.discord.join("Ben")
    refused = await stranger.click(board, WIN)
    assert refused.text == EN.say("refusals.stranger")
    await match.anna.click(board, WIN)
    await hasty.told("SELECT 1 FROM matches WHERE ended_at IS NOT NULL AND posted_ply = plies")
    ((winner,),) = hasty.rows("SELECT member FROM seats WHERE won = 1")
    assert winner == match.anna.user.id
    assert len(match.discord.table.messages) == 1
    assert any(button["custom_id"].startswith("challenge:rematch:") for button in match.board.buttons)
    hasty.check_log()


async def test_who_waits_for_a_thought_that_failed_gets_it_later(hasty: Club, held_up: Pondering) -> None:
    match = await begun(hasty)
    await match.next_turn().play()
    await match.hers()
    turn = match.next_turn()
    held_up.stall()
    await turn.play()
    await match.board_says(STUCK)
    held_up.go_on()
    await match.hers(turn.ply + 2)
    assert STUCK not in match.board.text
    assert WIN not in [button["label"] for button in match.board.buttons]
    await match.play_turn()
    await match.hers()
    assert len(match.discord.table.messages) == 1
    hasty.check_log()


async def test_a_thinking_process_that_is_killed_is_followed_by_another(
    calm: Club, held_up: Pondering
) -> None:
    match = await begun(calm)
    turn = await moved_and_thinking(match, held_up)
    (thinker,) = thinking(calm.bot.pid)
    os.kill(thinker, signal.SIGKILL)
    held_up.go_on()
    await match.hers(turn.ply + 2)
    (another,) = thinking(calm.bot.pid)
    assert another != thinker
    calm.check_log()


async def test_a_thinking_process_knows_none_of_the_settings(calm: Club) -> None:
    match = await begun(calm)
    await match.play_turn()
    await match.hers()
    (thinker,) = thinking(calm.bot.pid)
    environment = settings_of(thinker)
    assert pondering.FOLDER in environment
    assert "SPELTAFEL_" not in environment
