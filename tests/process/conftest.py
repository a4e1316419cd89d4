from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.database.where import Where
from tests.costs import shared
from tests.patience import PATIENCE
from tests.process.club import Club, club_with_bot
from tests.standin import launch, pondering, stem
from tests.standin.pondering import Pondering

QUICKLY = {launch.LATE_PAINTS: "yes", launch.PAINTED: "yes", stem.WANTED: "yes"}
"""To load everything takes a processor a second, the art of all games two: most bots here live no longer."""


@pytest.fixture(autouse=True)
def _bots_start_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in QUICKLY.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
async def club(tmp_path: Path, where: Where) -> AsyncIterator[Club]:
    async with club_with_bot(tmp_path, where) as club:
        yield club


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Club]:
    """A minute of the bot's is a second."""
    async with club_with_bot(tmp_path, test_haste="60") as club:
        yield club


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    with pytest.MonkeyPatch.context() as environment:
        for name, value in QUICKLY.items():
            environment.setenv(name, value)
        async with club_with_bot(tmp_path_factory.mktemp("lasting"), test_haste="60") as club:
            yield club
            with shared():
                await club.bot.kill()


@pytest.fixture
def steady(lasting: Club) -> Iterator[Club]:
    """As `hasty`, and one bot for many tests, each with matches of its own: to start one takes a second."""
    lasting.bot.log.clear()
    yield lasting
    lasting.discord.faults.clear()


@pytest.fixture
async def patient(tmp_path: Path) -> AsyncIterator[Club]:
    """A minute of the bot's is an hour: what is done again before, is done because the bot was told so."""
    async with club_with_bot(tmp_path, test_haste=f"{1 / 60}") as club:
        yield club


@pytest.fixture
def held_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pondering:
    folder = tmp_path / "pondering"
    folder.mkdir()
    monkeypatch.setenv(launch.PONDERING, "yes")
    monkeypatch.setenv(pondering.FOLDER, str(folder))
    return Pondering(folder)


@pytest.fixture
async def calm(tmp_path: Path, held_up: Pondering) -> AsyncIterator[Club]:
    """A minute of the bot's is a second; thoughts have all the time there is."""
    async with club_with_bot(tmp_path, test_haste="60", test_thought=str(PATIENCE)) as club:
        yield club
