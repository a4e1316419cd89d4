"""Thinking for longer than people who press buttons can wait for: in processes of their own.

There are as many as the machine has cores, less one for the bot itself. Each is started when it is first
needed, thinks one thing at a time, and is killed when that takes too long; the next thought starts another.
"""

from __future__ import annotations

import asyncio
import atexit
import itertools
import logging
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Timer
from typing import Any, Final

from bot.club import thinking
from bot.club.computers import level_of
from bot.club.fair_queue import FairQueue
from bot.club.match import Match
from bot.club.refused import Refused
from engines.game import Hint, Position
from engines.players.thinking import Thought
from engines.quiz import Asked, Miss

log = logging.getLogger(__name__)

PROCESSES: Final = max(1, (os.cpu_count() or 1) - 1)
PROGRAM: Sequence[str] = ("-m", thinking.__name__)
"""What Python runs in each of them."""
LONGEST: float = 30.0
"""Seconds for a thought. Whatever takes longer never ends."""
UNHURRIED: float = 10 * LONGEST
"""Seconds for what no answer hangs on: on a busy machine a look of one second takes minutes, and is kept."""
_PATIENCE: float = 10.0
"""Seconds for a hint: what is not found by then is done without."""
_STARTS_WITHIN: Final = 60.0
"""Seconds until a process is ready to think, or as long as its first thought may take if that is longer."""
_OURS: Final = "SPELTAFEL_"
"""How the settings of the bot begin, among them its token: they are nothing to think about."""


class Failed(Exception):
    """A thought came to nothing: it took too long, or its process ended."""


class _Process:
    """One of them; and a thread that waits for it."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[bytes] | None = None
        self._waiting = ThreadPoolExecutor(1, thread_name_prefix="thinker")

    async def do(self, what: str, *about: Any, within: float) -> Any:
        """Raises Failed."""
        loop = asyncio.get_running_loop()
        try:
            went_well, answer = await loop.run_in_executor(self._waiting, self._ask, what, about, within)
        except (EOFError, OSError) as error:
            raise Failed(f"killed, or after {within:g} seconds: {error!r}") from error
        except asyncio.CancelledError:  # nobody wants to know any more
            self.kill()
            raise
        if not went_well:
            raise Failed(answer)
        return answer

    def kill(self) -> None:
        if self._running:
            self._running.kill()

    def _ask(self, what: str, about: tuple[Any, ...], within: float) -> thinking.Answer:
        """In the thread. Raises EOFError or OSError if the process ends meanwhile: after that time it does,
        however busy the bot is.
        """
        if self._running and self._running.poll() is not None:
            self._bury(self._running)
        if self._running is None:
            self._running = _started()
            self._heard_from(self._running, max(_STARTS_WITHIN, within))
        running = self._running
        assert running.stdin
        with suppress(OSError):  # it has ended: there is nothing to be heard either
            thinking.send(running.stdin, (what, about))
        return self._heard_from(running, within)

    def _heard_from(self, running: subprocess.Popen[bytes], within: float) -> thinking.Answer:
        """Raises EOFError or OSError if there is nothing to be heard any more."""
        assert running.stdout
        watchdog = Timer(within, running.kill)
        watchdog.start()
        try:
            answer: thinking.Answer = thinking.receive(running.stdout)
        except (EOFError, OSError):
            running.kill()
            self._bury(running)
            raise
        finally:
            watchdog.cancel()
        return answer

    def end(self) -> None:
        """While nobody asks it anything."""
        if self._running:
            self._running.kill()
            self._bury(self._running)

    def _bury(self, dead: subprocess.Popen[bytes]) -> None:
        self._running = None
        dead.wait()
        for pipe in filter(None, (dead.stdin, dead.stdout)):
            with suppress(OSError):  # what it was never told is lost with it
                pipe.close()


def _started() -> subprocess.Popen[bytes]:
    """It takes nothing of ours along but where its program is found."""
    theirs = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    theirs["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, *PROGRAM]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=theirs)  # noqa: S603 - our own program


_ALL: Final = [_Process() for _ in range(PROCESSES)]
_IDLE: Final = list(_ALL)
"""Whoever thought last thinks next: on a quiet table the others are never started."""


def _another() -> _Process:
    """For a second bot in the same program."""
    _ALL.append(_Process())
    return _ALL[-1]


@atexit.register
def end_all() -> None:
    """The next thought starts them anew."""
    for process in _ALL:
        process.end()


class Thinker:
    """Who asks for much waits for themselves; and what a board waits for comes first."""

    def __init__(self) -> None:
        self.queue = FairQueue("one_hint_after_another", at_once=PROCESSES, most_waiting=1)
        self._reviews = itertools.count(1)

    async def think(self, match: Match, seat: int) -> Thought:
        """What the computer that is to move at that seat would do. Raises Failed, or Refused where many wait.

        Only what the seat may know leaves the bot; and the same match, ply and seat bring the same thought.
        """
        return await self._think(match, match.position.known_to(seat), seat, level_of(match.members[seat]))

    async def odds(self, match: Match, seat: int) -> float:
        """That the computer at that seat wins, of two, as its level sees it: whoever is to move.

        Raises as above.
        """
        known = match.position.known_to(seat)
        mover = seat if seat in known.to_move else min(known.to_move)
        thought = await self._think(match, known, mover, level_of(match.members[seat]))
        return thought.odds if mover == seat else 1 - thought.odds

    async def _think(self, match: Match, known: Position, seat: int, level: int) -> Thought:
        about = (match.game.name, match.game.write_position(known), seat, level, f"{match.id}/{match.ply}")
        async with self.queue.turn_of(match.people[0]):
            thought: Thought = await self._do("think", *about, within=LONGEST)
        return thought

    async def hint(self, game: str, position: Position, seat: int, member: int) -> Hint | None:
        """What a good player would do for the seat that is to move, for a member who asks; None if it took
        too long.
        """
        async with self.queue.turn_of(member):
            return await self._hint("hint", game, position, seat)

    async def miss(self, match: Match, seat: int, asked: Asked, text: str, member: int) -> Miss | None:
        """Why a try of theirs at a puzzle is not the answer; None if nobody had time to think about it."""
        try:
            async with self.queue.turn_of(member):
                about = (match.game.name, match.position, seat, asked, text)
                found: Miss = await self._do("miss", *about, within=_PATIENCE)
        except (Failed, Refused) as failed:
            log.warning("no reason", extra={"why": repr(failed)})
            return None
        return found

    async def review(self, position: Position, seat: int) -> Hint | None:
        """What there was to be seen, for a board that everybody waits for."""
        nobody = -next(self._reviews)
        try:
            async with asyncio.timeout(_PATIENCE), self.queue.turn_of(nobody, first=True):
                return await self._hint("seen", position, seat)
        except TimeoutError as error:
            log.warning("no hint", extra={"why": repr(error)})
            return None

    async def piece(self, what: str, *about: Any) -> Any:
        """Of a review, or for a coach: whoever waits for anything else has come first. Raises Failed, or
        Refused as above.
        """
        async with self.queue.turn_of(-next(self._reviews)):
            return await self._do(what, *about, within=UNHURRIED)

    async def _hint(self, what: str, *about: Any) -> Hint | None:
        try:
            hint: Hint | None = await self._do(what, *about, within=_PATIENCE)
        except Failed as failed:
            log.warning("no hint", extra={"why": repr(failed)})
            return None
        return hint

    async def _do(self, what: str, *about: Any, within: float) -> Any:
        process = _IDLE.pop() if _IDLE else _another()
        try:
            return await process.do(what, *about, within=within)
        finally:
            _IDLE.append(process)
