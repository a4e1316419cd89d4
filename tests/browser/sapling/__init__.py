"""The sandbox as a branch of a stem (tests/standin/stem.py): each test its own, and none waits for Python."""

from __future__ import annotations

from typing import Final

FOLDER: Final = "SPELTAFEL_TEST_FOLDER"
"""Where a branch is to be, as if it had been started there."""
