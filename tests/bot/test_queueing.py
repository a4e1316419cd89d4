"""What takes long is had so often by the minute, and waits for its turn; nobody waits for another's."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest

from bot.ui import pictures
from tests.bot.playing import Table, begin
from tests.bot.simulated import Answer, Club, Member
from tests.bot.test_allowances import refused
from tests.bot.test_play import say
from tests.patience import PATIENCE


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram)


@pytest.mark.parametrize(
    ("command", "most", "code"),
    [
        ("replay", 10, "enough_films"),
        ("leaderboard", 20, "enough_cards"),
        ("profile", 20, "enough_cards"),
        ("privacy export", 3, "enough_files"),
    ],
)
async def test_what_costs_much_is_had_so_often_a_minute(
    table: Table, club: Club, command: str, most: int, code: str
) -> None:
    options: dict[str, Any] = {"match": table.id} if command == "replay" else {}
    for _ in range(most):
        answer = await table.red.command(command, **options)
        assert not refused_at_all(answer, table.red)
    assert refused(await table.red.command(command, **options), table.red, code)
    assert not refused_at_all(await table.blue.command(command, **options), table.blue)
    await club.wait(minutes=1)
    assert not refused_at_all(await table.red.command(command, **options), table.red)


def refused_at_all(answer: Answer, member: Member) -> bool:
    return any(
        refused_with(answer, member, code) for code in ("enough_films", "enough_cards", "enough_files")
    )


def refused_with(answer: Answer, member: Member, code: str) -> bool:
    told = say(member, f"refusals.{code}", when="<t:").partition("<t:")[0]
    return any(message.content.startswith(told) for message in answer.messages)


@pytest.mark.parametrize(
    ("what", "most", "code"), [("record", 10, "enough_files"), ("more", 20, "enough_looks")]
)
async def test_what_is_pressed_under_a_board_is_had_so_often_a_minute(
    table: Table, club: Club, what: str, most: int, code: str
) -> None:
    await club.wait(minutes=1)  # to accept the challenge was a look, too
    feature = {"record": "archive", "more": "play"}[what]
    click = table.red.forging(table.post, f"{feature}:{what}:{table.id}:1")
    for _ in range(most):
        (answer,) = await club.deliver(click)
        assert not refused_with(answer, table.red, code)
    (answer,) = await club.deliver(click)
    assert refused(answer, table.red, code)


async def told_privately(member: Member, table: Table, count: int) -> list[str]:
    """What the bot said to this member alone, as soon as there is so much of it."""
    async with asyncio.timeout(PATIENCE):
        while len(said := _said_to(member, table)) < count:  # noqa: ASYNC110 - nobody tells us
            await asyncio.sleep(0.01)
    return said


def _said_to(member: Member, table: Table) -> list[str]:
    """Without answers that are only promised so far."""
    return [one.content for one in member.private_messages(table.venue) if one.content]


async def test_beside_the_film_that_is_made_five_wait_and_more_are_refused(table: Table, club: Club) -> None:
    click = table.red.forging(table.post, f"archive:replay:{table.id}:0")
    async with club.bot.table.studio.turn_of(0):  # somebody is served
        flood = asyncio.create_task(club.deliver(*[click] * 8))
        said = await told_privately(table.red, table, 2)
    assert said == [say(table.red, "refusals.one_after_another", most=6)] * 2
    await flood
    shown = [picture for one in table.red.private_messages(table.venue) for picture in one.pictures]
    assert len([picture for picture in shown if picture.name.endswith("gif")]) == 6


async def test_cards_and_films_are_one_queue(table: Table, club: Club) -> None:
    async with club.bot.table.studio.turn_of(0):
        click = table.red.forging(table.post, f"archive:replay:{table.id}:0")
        page = table.red.forging(table.post, "ladder:page:0:0:knopen:here:all")
        flood = asyncio.create_task(club.deliver(*[click] * 3, *[page] * 5))
        said = await told_privately(table.red, table, 2)
        assert say(table.red, "refusals.one_after_another", most=6) in said
    await flood


async def test_a_board_waits_for_no_film(table: Table, club: Club) -> None:
    """The projector runs, and goes on running."""
    is_over = Event()
    pictures._PROJECTOR.submit(is_over.wait)
    try:
        await table.red.command("move", where=table.venue, text="b7-c6")
        assert "b7 → c6" in table.post.content
        assert table.post.picture.name == f"knopen-{table.id}-2.png"
    finally:
        is_over.set()
