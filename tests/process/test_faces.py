"""Avatars in a bot that is a process of its own: fetched once, in nobody's way, whatever Discord sends."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from render.avatar import face_of
from tests.process.club import Club, club_with_bot
from tests.process.test_beside import beside
from tests.render.portraits import portrait
from tests.render.test_avatar import BROKEN
from tests.standin import ALWAYS, Person

KEPT = "SELECT picture FROM faces WHERE member = ?"
AVATARS = "/cdn/*"
HOSTILE: Final[dict[str, Callable[[], bytes | None]]] = {
    "ten megabytes": lambda: bytes(10_000_000),
    "a picture of ten megabytes": lambda: portrait(1) + bytes(10_000_000),
    **{
        what: BROKEN[what]
        for what in (
            *("words", "a picture that ends in the middle", "a comment without end"),
            *("a few bytes that would fill the memory", "a GIF that moves", "a PNG that moves"),
        )
    },
    "nothing": lambda: None,
}


async def met(*people: Person) -> None:
    for person in people:
        await person.slash("help")


async def kept(club: Club, person: Person) -> bytes:
    """Wait until they have a face."""
    await club.told(KEPT, person.user.id)
    ((picture,),) = club.rows(KEPT, person.user.id)
    return bytes(picture)


async def test_an_avatar_is_fetched_small_and_still_and_once(club: Club) -> None:
    anna = club.discord.join("Anna")
    anna.wear("a_moving", portrait(1))
    await met(anna)
    assert await kept(club, anna) == face_of(portrait(1))
    (call,) = club.discord.avatar_calls
    assert call.path == f"/cdn/avatars/{anna.user.id}/a_moving.png"
    assert call.query == {"size": "128"}
    await club.bot.kill()
    await club.bot.start()
    ben = club.discord.join("Ben")
    ben.wear("b1", portrait(2))
    await met(anna, anna, ben)
    await kept(club, ben)
    assert len(club.discord.avatar_calls) == 2


async def test_the_one_that_was_chosen_for_the_server_is_fetched_there(club: Club) -> None:
    anna = club.discord.join("Anna")
    anna.wear("everywhere", portrait(1))
    anna.wear("here", portrait(2), here=True)
    await met(anna)
    assert await kept(club, anna) == face_of(portrait(2))
    assert club.rows("SELECT guild FROM faces") == [(club.discord.world.guild_id,)]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("what", HOSTILE)
async def test_what_is_no_picture_of_ours_does_no_harm(steady: Club, what: str) -> None:
    """They are fetched one after another: when the second is kept the first was looked at."""
    anna, ben = steady.discord.join("Anna"), steady.discord.join("Ben")
    anna.wear("a1", HOSTILE[what]())
    ben.wear("b1", portrait(2))
    await met(anna, ben)
    assert await kept(steady, ben) == face_of(portrait(2))
    assert steady.rows(KEPT, anna.user.id) == []
    await met(anna, ben)
    calls = [call.path for call in steady.discord.avatar_calls if str(anna.user.id) in call.path]
    assert len(calls) == 1, "it is not asked for again"
    assert not steady.complaints


async def test_a_board_waits_for_no_avatar(club: Club) -> None:
    hold = club.discord.faults.hold("GET", AVATARS)
    match = await club.begin()
    match.anna.wear("a1", portrait(1))
    await met(match.anna)
    await hold.reached()
    await match.play_turn()
    match.check_boards()
    assert club.rows(KEPT, match.anna.user.id) == []
    hold.release()
    assert await kept(club, match.anna) == face_of(portrait(1))


async def test_avatars_are_fetched_one_after_another(club: Club) -> None:
    hold = club.discord.faults.hold("GET", AVATARS)
    people = [club.discord.join(f"Somebody {number}") for number in range(5)]
    for number, person in enumerate(people):
        person.wear("a1", portrait(number))
    await met(*people)
    await hold.reached()
    assert len(club.discord.avatar_calls) == 1
    hold.release()
    for person in people:
        await kept(club, person)


@pytest.fixture
async def impatient(tmp_path: Path) -> AsyncIterator[Club]:
    """A request may take five seconds, and a minute of the bot's is an hour."""
    async with club_with_bot(tmp_path, test_haste=f"{1 / 60}", test_limit="5") as club:
        yield club


@pytest.mark.parametrize("trouble", [500, 503, 403, "limit", "ban", "drop", "hold"])
async def test_while_discord_has_trouble_it_is_let_be(impatient: Club, trouble: int | str) -> None:
    """Whoever is met meanwhile, and however often, is not asked for."""
    faults = impatient.discord.faults
    match trouble:
        case int():
            faults.fail("GET", AVATARS, trouble, times=ALWAYS)
        case "limit":
            faults.limit("GET", AVATARS, 1.0, times=ALWAYS)
        case "ban":
            faults.ban("GET", AVATARS, times=ALWAYS)
        case "drop":
            faults.drop("GET", AVATARS, times=ALWAYS)
        case _:
            faults.hold("GET", AVATARS, times=ALWAYS)
    anna, ben = impatient.discord.join("Anna"), impatient.discord.join("Ben")
    anna.wear("a1", portrait(1))
    ben.wear("b1", portrait(2))
    await met(anna)
    await impatient.bot.said("avatars are let be")
    asked = len(impatient.discord.avatar_calls)
    assert asked <= 2, "aiohttp itself tries a lost connection once more"
    for _ in range(5):
        await met(anna, ben)
    assert len(impatient.discord.avatar_calls) == asked
    assert not impatient.complaints


async def test_when_discord_is_well_again_they_are_seen(hasty: Club) -> None:
    hasty.discord.faults.fail("GET", AVATARS, 500, times=2)
    anna = hasty.discord.join("Anna")
    anna.wear("a1", portrait(1))
    while not hasty.rows(KEPT, anna.user.id):
        await met(anna)
        await asyncio.sleep(0.05)
    assert len(hasty.discord.avatar_calls) == 3


async def test_who_is_forgotten_while_the_bot_runs_is_so_with_their_face(club: Club) -> None:
    anna = club.discord.join("Anna")
    anna.wear("a1", portrait(1))
    await met(anna)
    await kept(club, anna)
    await beside(club.database, "forget", "member", str(anna.user.id))
    assert club.rows(KEPT, anna.user.id) == []


async def test_what_is_kept_is_a_square(club: Club) -> None:
    anna = club.discord.join("Anna")
    file = io.BytesIO()
    Image.new("RGB", (300, 200), "red").save(file, "PNG")
    anna.wear("a1", file.getvalue())
    await met(anna)
    with Image.open(io.BytesIO(await kept(club, anna))) as face:
        assert face.size == (128, 128)
