"""What is drawn in a test: the same each time it runs, unless the laws explore. What fails, fails again."""

from __future__ import annotations

import pytest

from bot.club import lots
from tests.exploring import EXPLORING
from tests.standin import launch


@pytest.fixture(autouse=True)
def _steady_lots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of this process, and of all that are started for the test."""
    if not EXPLORING:
        named = request.node.nodeid
        monkeypatch.setenv(launch.LOTS, named)
        monkeypatch.setattr(lots, "new_secret", launch.steady_secrets(named))
