"""How long the tests wait for what must come. It ends a hang and judges nothing: tests/bench measures."""

from typing import Final

PATIENCE: Final = 120.0
"""Seconds. A machine may do much besides."""
