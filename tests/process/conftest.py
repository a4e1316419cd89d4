from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.process.club import Club, club_with_bot
from tests.standin import launch


@pytest.fixture(autouse=True)
def _paints_are_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The art of all games is two seconds' work for a processor, and most of these bots live no longer."""
    monkeypatch.setenv(launch.LATE_PAINTS, "yes")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_with_bot(tmp_path) as club:
        yield club


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Club]:
    """A minute of the bot's is a second."""
    async with club_with_bot(tmp_path, test_haste="60") as club:
        yield club


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(launch.LATE_PAINTS, "yes")
        async with club_with_bot(tmp_path_factory.mktemp("lasting"), test_haste="60") as club:
            yield club


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
