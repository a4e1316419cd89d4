"""A try at a puzzle while the bot is a process of its own, and those who think have much to do."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import cast

import pytest

from bot.club.deadlines import DAY
from engines import GAMES
from lessons import Task
from puzzles.daily import daily
from puzzles.puzzle import Puzzle, puzzles_of
from tests.bot.test_learning import keys_of
from tests.process.club import Club
from tests.puzzles.test_misses import wrong_moves
from tests.standin import Interaction, Message, Person
from tests.standin.interactions import Reply
from tests.standin.pondering import Pondering

DAILY = "daily"


def asked_for(what: str) -> tuple[Puzzle, str, int]:
    """One with a wrong move, where it is asked for, and what stands behind its number."""
    if what == DAILY:
        day = int(time.time()) // DAY
        return daily(day), DAILY, day
    return next(puzzle for puzzle in puzzles_of(what) if wrong_moves(GAMES[what], puzzle)), "puzzle", 0


async def misses(person: Person, page: Message, what: str) -> Interaction:
    """Of a wrong try all but the last press, which is still to be sent."""
    puzzle, feature, day = asked_for(what)
    game = GAMES[puzzle.game]
    text = game.write_move(wrong_moves(game, puzzle)[0])
    if text.startswith("build "):
        address = f"{feature}:written:{puzzle.number}:{day}::0"
        await person.send(person.writing(page, address, line=text.removeprefix("build ")))
        (pressed,) = (part["custom_id"] for part in page.buttons if ",build:" in part["custom_id"])
    else:
        asked = SimpleNamespace(position=game.read_position(puzzle.position), seat=puzzle.seat, game=game)
        keys = ",".join(keys_of(cast("Task", asked), text))
        pressed = f"{feature}:compose:{puzzle.number}:{day}:{keys}:0"
    return person.pressing(page, pressed.replace("daily:compose:", "daily:play:"))


@pytest.mark.parametrize("what", [*filter(puzzles_of, GAMES), DAILY])
async def test_a_wrong_try_is_acknowledged_before_anybody_has_thought_about_it(
    what: str, calm: Club, held_up: Pondering
) -> None:
    anna = calm.discord.join("Anna")
    page = (await anna.slash("puzzle")).original
    assert page is not None
    last = await misses(anna, page, what)
    held_up.stall()
    asked, tried = page.text, await anna.send(last)
    assert tried.reply is Reply.NOTHING_YET
    assert page.text == asked
    held_up.go_on()
    await calm.discord.until(lambda: page.text != asked)
    calm.check_log()
