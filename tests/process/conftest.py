from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.process.club import Club, club_with_bot


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_with_bot(tmp_path) as club:
        yield club
