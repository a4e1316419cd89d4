"""What branches off a loaded process is what would have been started."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests import costs
from tests.standin import BotProcess, StandIn, stem
from tests.standin.process import begun
from tests.standin.stem import Branch

TOY = "tests.standin.toy"

pytestmark = pytest.mark.skipif(not stem.IS_POSSIBLE, reason="processes are always started here")


@pytest.fixture(autouse=True)
def _branching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(stem.WANTED, "yes")


async def test_each_branch_is_a_process_of_its_own() -> None:
    async with StandIn() as discord, BotProcess(discord, TOY) as one, BotProcess(discord, TOY) as other:
        assert len({one.pid, other.pid, os.getpid()}) == 3
        await one.kill()
        assert (await discord.join("Anna").slash("look")).private
        assert await other.stop() == -signal.SIGTERM


async def test_a_branch_has_the_environment_of_whoever_asked_and_not_that_of_the_stem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "other"):
        monkeypatch.setenv("SPELTAFEL_DATABASE", str(tmp_path / name))
        process = await begun("bot", "backup", "copy", environment=os.environ)
        assert process.stdout
        assert (await process.stdout.read()).decode() == f"There is no database at {tmp_path / name}.\n"
        assert await process.wait() == 2


@pytest.mark.parametrize("arguments", [("no-such-command",), ("--help",), ("health",), ("status", "--json")])
async def test_a_branch_says_and_ends_as_a_process_that_was_started(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    plain = {name: value for name, value in os.environ.items() if name != stem.WANTED}
    plain |= {"SPELTAFEL_DATABASE": str(tmp_path / "nothing")}
    said = []
    for environment in (plain, plain | {stem.WANTED: "yes"}):
        process = await begun("bot", *arguments, environment=environment)
        assert process.stdout
        said.append((await process.stdout.read(), await process.wait()))
    started, branched = said
    assert branched == started
    assert started[0]


async def test_a_branch_tells_what_it_took_and_whoever_waits_has_used_that() -> None:
    branch = await begun("bot", "--help", environment=os.environ)
    assert isinstance(branch, Branch)
    assert not branch.took
    before = costs.used()
    await branch.wait()
    assert branch.took
    assert costs.used() - before >= branch.took


def test_what_is_shared_by_many_is_used_by_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "_BOOK", costs._Book())  # what is booked here was never spent
    before = costs.used()
    with costs.shared():
        costs.book_branch(10)
    assert costs.used() - before < 10


async def test_a_module_that_is_not_there_is_said_to_be_none() -> None:
    async with StandIn() as discord:
        with pytest.raises(AssertionError, match="No module named"):
            await BotProcess(discord, "no_such_bot").start()
