"""The program of a process that thinks: it is told what about, answers, and is told the next thing.

It knows the engines and nothing else: no file, no Discord, and nothing that a player might not know. When
nobody is left who could tell it anything it ends, in the middle of a thought if need be.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Collection, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final

from engines import GAMES, quiz
from engines.game import Hint, Position
from engines.players import coach, hints, review, thinking
from engines.players.coach import Remark
from engines.players.decisions import quiz_of
from engines.players.looking import Better
from engines.players.review import Glance
from engines.players.thinking import Thought
from engines.quiz import Miss
from engines.record import Ply

Asked = tuple[str, tuple[Any, ...]]
"""What to do, by its name, and with what."""
Answer = tuple[bool, Any]
"""Whether it went well; then what came of it, else what went wrong."""


def think(game: str, position: str, seat: int, level: int, text: str) -> Thought:
    """Of a position as it is written, and as the seat knows it."""
    return thinking.think(GAMES[game], GAMES[game].read_position(position), seat, level, text)


def hint(game: str, position: Position, seat: int) -> Hint:
    """For whoever is to move."""
    return hints.hint(GAMES[game], position, seat)


def miss(game: str, position: Position, seat: int, asked: quiz.Asked, text: str) -> Miss:
    """Of a puzzle."""
    played = GAMES[game]
    return quiz_of(played).miss(position, seat, asked, played.read_move(position, seat, text))


def seen(position: Position, seat: int) -> Hint | None:
    """Afterwards, or by whoever is not to move: what the game says of it, if anything."""
    return position.hint(seat)


def glance(game: str, before: Position, text: str, level: int, gone: Collection[int]) -> Glance:
    """At a ply of a match that is over."""
    return review.glance(GAMES[game], Ply.read(GAMES[game], before, text), gone, level)


def look_again(game: str, before: Position, text: str, level: int, gone: Collection[int]) -> Better | None:
    return review.looked_again(GAMES[game], Ply.read(GAMES[game], before, text), gone, level)


def remark(game: str, turn: Sequence[tuple[Position, str]]) -> Remark | None:
    """Of what a seat played in its turn, each in its position."""
    return coach.remark(GAMES[game], [Ply.read(GAMES[game], before, text) for before, text in turn])


TASKS: Final[dict[str, Callable[..., Any]]] = {
    "think": think,
    "hint": hint,
    "miss": miss,
    "seen": seen,
    "glance": glance,
    "look_again": look_again,
    "remark": remark,
}


def send(there: IO[bytes], what: Asked | Answer) -> None:
    pickle.dump(what, there)
    there.flush()


def receive(there: IO[bytes]) -> Any:
    """Raises EOFError when nobody is left at the other end."""
    try:
        return pickle.load(there)  # noqa: S301 - from our own process
    except pickle.UnpicklingError as error:  # it ended in the middle of a word
        raise EOFError from error


BEHIND: int = 10
"""Steps that thinking stands behind the bot: whoever plays somebody else waits for no thought."""


def main() -> None:
    if sys.platform != "win32":
        os.nice(BEHIND)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the bot stops us by it
    asked: SimpleQueue[Asked] = SimpleQueue()
    Thread(target=_listen, args=(asked,), daemon=True).start()
    try:
        send(sys.stdout.buffer, (True, "ready"))
        while True:
            send(sys.stdout.buffer, _answer(*asked.get()))
    except BrokenPipeError:  # the bot has ended, and nobody is to hear of a thought that came later
        os._exit(0)


def _listen(asked: SimpleQueue[Asked]) -> None:
    try:
        while True:
            asked.put(receive(sys.stdin.buffer))
    finally:
        os._exit(0)


def _answer(what: str, about: tuple[Any, ...]) -> Answer:
    try:
        return True, TASKS[what](*about)
    except Exception as error:  # noqa: BLE001 - whatever it was, who asked is told
        return False, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
