"""Numbers for Prometheus: what happens is counted, where somebody has asked for it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.patience import PATIENCE
from tests.process.club import Club, club_with_bot
from tests.standin.stem import ROOT

TURNS = "speltafel_turn_seconds_count"
REFUSED = 'speltafel_requests_total{method="PATCH",outcome="404"}'
UNSHOWN = 'speltafel_unshown{what="board"}'
READY = '"what": "ready"'
WITHOUT_THE_PART = """
import sys
sys.modules["prometheus_client"] = None
from bot.__main__ import main
sys.exit(main([]))
"""


def numbers(club: Club) -> dict[str, float]:
    """What Prometheus would read, by name and labels."""
    (port,) = [json.loads(line)["port"] for line in club.bot.log if '"what": "metrics"' in line]
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        written = answer.read().decode()
    return {
        name: float(value) for name, value in re.findall(r"^(speltafel\S+) (\S+)$", written, re.MULTILINE)
    }


async def counted(club: Club, name: str, so_many: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while numbers(club).get(name) != so_many:  # noqa: ASYNC110 - another process counts
            await asyncio.sleep(0.05)


async def test_what_happens_is_counted(tmp_path: Path) -> None:
    async with club_with_bot(tmp_path, metrics="0") as club:
        await club.bot.said(READY)
        match = await club.begin()
        await counted(club, TURNS, 1)  # the first board
        before = numbers(club)
        club.discord.faults.fail("PATCH", f"{match.posts}/*", 404, 10_008)  # the buttons of an older board
        turn = match.next_turn()
        await turn.play()
        await counted(club, TURNS, 2)
        other = match.ben if turn.person is match.anna else match.anna
        if match.next_turn().person is other:
            other = turn.person
        await other.slash("move", channel=match.venue, text="a1-a2")
        await counted(club, "speltafel_shards_connected", 1)
        await counted(club, REFUSED, 1)
        await counted(club, UNSHOWN, 0)
        after = numbers(club)
    grown = {name: value - before.get(name, 0.0) for name, value in after.items()}
    assert grown['speltafel_interactions_total{kind="command"}'] == 2
    assert grown['speltafel_refusals_total{code="not_your_turn"}'] == 1
    assert grown['speltafel_requests_total{method="POST",outcome="2xx"}'] >= 2
    assert grown["speltafel_commit_seconds_count"] >= 2


async def test_nothing_is_served_where_nobody_has_asked(club: Club) -> None:
    await club.bot.said(READY)
    assert not any("metrics" in line for line in club.bot.log)


@pytest.mark.parametrize(
    ("program", "asked", "said"),
    [
        (["-c", WITHOUT_THE_PART], "9464", "pip install '.[metrics]'"),
        (["-m", "bot"], "not-a-port", "SPELTAFEL_METRICS must be a port"),
        (["-m", "bot"], "203.0.113.1:9464", "There can be no metrics at 203.0.113.1:9464"),
    ],
    ids=["not installed", "no port", "an address of others"],
)
def test_what_cannot_be_served_is_said_in_one_sentence(
    tmp_path: Path, program: list[str], asked: str, said: str
) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SPELTAFEL_")}
    path = os.pathsep.join([str(ROOT), plain.get("PYTHONPATH", "")])
    ended = subprocess.run(
        [sys.executable, *program],
        cwd=tmp_path,
        env={**plain, "PYTHONPATH": path, "SPELTAFEL_TOKEN": "x", "SPELTAFEL_METRICS": asked},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr
    assert len(ended.stderr.splitlines()) == 1
