"""What would be quicker: processor time of turns and of starts, beside the bot as it is, in one run.

Each of them is a folder with packages (pip install --target), or a word for what is only switched on. They
all run at once and are measured one after the other, round after round: a busy machine slows all of them.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.scale.processes import crowded, processor
from tests.bench.scale.turns import Playing, measured, tapped
from tests.process.club import Club
from tests.standin import launch

PLAIN: Final = "as it is"
COLLECTOR: Final = "collector"
"""Python's search for garbage, with what is loaded left out of it, and more seldom."""
MATCHES: Final = 5
ROUNDS: Final = 5
TURNS: Final = 5
"""Of each match in a round."""
STARTS: Final = 3
SERVERS: Final = 10_000


def _surroundings(variant: str) -> dict[str, str]:
    """All of them throw the same dice."""
    same = {launch.LOTS: "the same", "PYTHONPATH": ""}
    if variant == PLAIN:
        return same
    if variant == COLLECTOR:
        return same | {launch.SELDOM: "yes"}
    folders = variant.split(":")
    loop = {launch.UVLOOP: "yes"} if any((Path(folder) / "uvloop").exists() for folder in folders) else {}
    return same | loop | {"PYTHONPATH": variant}


async def speedups(variants: list[str]) -> AsyncIterator[str]:
    sys.path += [folder for variant in variants for folder in variant.split(":")]  # what the gateway speaks
    variants = [PLAIN, *variants]
    async for line in _turns(variants):
        yield line
    async for line in _starts(variants):
        yield line


async def _turns(variants: list[str]) -> AsyncIterator[str]:
    took: dict[str, list[float]] = {variant: [] for variant in variants}
    async with AsyncExitStack() as stack:
        playing: dict[str, tuple[Club, list[Playing]]] = {}
        for variant in variants:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            club = await stack.enter_async_context(crowded(folder, 0, **_surroundings(variant)))
            playing[variant] = club, await tapped(club, MATCHES)
        for _ in range(1 + ROUNDS):
            for variant, (club, matches) in playing.items():
                took[variant].append((await measured(club, matches, TURNS)).a_turn)
    warm = {variant: rounds[1:] for variant, rounds in took.items()}
    for line in _compared("a turn by taps", warm, "ms"):
        yield line


async def _starts(variants: list[str]) -> AsyncIterator[str]:
    took: dict[str, list[float]] = {variant: [] for variant in variants}
    for _ in range(STARTS):
        for variant in variants:
            with TemporaryDirectory() as folder:
                async with crowded(Path(folder), SERVERS, **_surroundings(variant)) as club:
                    took[variant].append(processor(club.bot.pid))
    for line in _compared(f"to ready on {SERVERS:,} servers", took, "s"):
        yield line


def _compared(what: str, took: dict[str, list[float]], unit: str) -> list[str]:
    """Each beside the bot as it is, in the same rounds."""
    lines = [f"processor, {what}"]
    for variant, seconds in took.items():
        ratios = [one / plain for one, plain in zip(seconds, took[PLAIN], strict=True)]
        spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        lines.append(f"  {median(seconds):6.2f} {unit}  {spread}  {_name(variant)}")
    return lines


def _name(variant: str) -> str:
    return " + ".join(Path(folder).name for folder in variant.split(":"))
