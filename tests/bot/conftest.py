"""The club of the bot's tests: see simulated.py."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import simcord
from discord import app_commands

from bot.app import Speltafel, make_bot
from bot.club import lots, opponents, thinker, thinking
from bot.club.refused import Refused
from bot.database.file import File
from bot.database.where import Where
from bot.hosting.environment import ONE_SHARD
from bot.sandbox.settling import PatientEnv, reading_in, settling_quickly
from bot.ui import pictures
from bot.words.language import LANGUAGES
from engines import GAMES
from render import warm
from tests import grown
from tests.bot.alone import make_pondering
from tests.bot.copies import copying_quickly
from tests.bot.golden_posts import SECRET
from tests.bot.simulated import Club, Database, HeardFile, Member
from tests.costs import shared
from tests.patience import PATIENCE
from tests.standin import remembering
from tests.standin.pondering import Pondering


@pytest.fixture(scope="session", autouse=True)
def _quick() -> Iterator[None]:
    with settling_quickly(), copying_quickly():
        yield


@pytest.fixture(scope="session", autouse=True)
def _commands_are_translated_once() -> Iterator[None]:
    """For thirty locales, and not by each bot again, unless they say something else."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
            patch.setattr(kind, "get_translated_payload", _kept(kind.get_translated_payload))
        yield


def _kept(translate: Any) -> Any:
    known: dict[tuple[object, str], Any] = {}

    async def payload(command: Any, tree: Any, translator: Any) -> Any:
        said = command, json.dumps(command.to_dict(tree))
        if said not in known:
            known[said] = await translate(command, tree, translator)
        return known[said]

    return payload


@pytest.fixture(scope="session", autouse=True)
def _pictures_are_kept() -> Iterator[None]:
    """What is asked of a painter is all that a picture shows: nobody paints the same one again."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("", "_card", "_profile", "_result", "_review", "_scale", "_season"):
            name = f"draw{kind}"
            patch.setattr(pictures, name, _painted_once(getattr(pictures, name)))
        yield


def _painted_once(paint: Callable[..., bytes]) -> Callable[..., bytes]:
    kept = cache(paint)

    def painted(*asked: Any) -> bytes:
        try:
            return kept(*asked)
        except TypeError:  # it cannot be remembered
            return paint(*asked)

    return painted


@pytest.fixture(scope="session")
def paints() -> None:
    """Else the first bot of all would make the art of all games while it starts."""
    for game in GAMES:
        warm(game)


@pytest.fixture(scope="session", autouse=True)
def _thoughts_are_kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """By all workers for all, except what is to be thought anew."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "thoughts"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(remembering.FOLDER, str(folder))
        patch.setattr(thinker, "PROGRAM", (remembering.__file__,))
        thinker.end_all()  # those that remember nothing
        yield
        with shared():
            thinker.end_all()


@pytest.fixture
def thinks_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In the very process in which the bot has it thought elsewhere."""
    monkeypatch.setattr(thinker, "PROGRAM", ("-m", thinking.__name__))
    with shared():
        thinker.end_all()
    yield
    thinker.end_all()


@pytest.fixture(autouse=True)
def _the_thinker_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that comes late on a busy machine is told all the same."""
    monkeypatch.setattr(thinker, "_PATIENCE", PATIENCE)


@pytest.fixture(autouse=True)
def _computers_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They let nobody else be first: SimCord would wait for it by the clock."""
    for pause in ("SOON", "QUICKEST", "SLOWEST"):
        monkeypatch.setattr(opponents, pause, 0.0)


@pytest.fixture
async def file(where: Where) -> AsyncIterator[File]:
    file = await File.open(where)
    yield file
    await file.close()


@pytest.fixture
async def database(where: Where) -> AsyncIterator[Database]:
    if isinstance(where, Path):
        grown.lay_out(where)
    database = Database(where, await HeardFile.open(where))
    yield database
    await database.file.close()


@pytest.fixture
def locales() -> Iterator[dict[int, str]]:
    """The language each user reads, by id."""
    locales: dict[int, str] = {}
    with reading_in(locales):
        yield locales


@pytest.fixture
def time() -> list[simcord.Env]:
    """Where the time is read: what the test does itself takes place at the simulated hour, too."""
    return []


@pytest.fixture
async def simcord_bot(database: Database, time: list[simcord.Env], paints: None) -> Speltafel:
    def now() -> datetime:
        return time[0].now()

    return make_bot(database.file, now, shards=ONE_SHARD)


@pytest.fixture
async def simcord_env(simcord_bot: Speltafel, time: list[simcord.Env]) -> AsyncIterator[simcord.Env]:
    """As SimCord's own, but a refusal that was answered is no error."""
    env = PatientEnv(simcord_bot, check_errors=False, settle_timeout=PATIENCE)
    time.append(env)
    await env.start()
    yield env
    await env.shutdown()
    unexpected = [error for error in env.errors if not isinstance(getattr(error, "original", error), Refused)]
    assert not unexpected


@pytest.fixture(autouse=True)
def _nothing_breaks(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What the bot would only log as its own fault fails the test, unless the test is about that."""
    yield
    if request.node.get_closest_marker("breaks"):
        return
    broken = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not broken, [record.getMessage() for record in broken]


@pytest.fixture
def club(simcord_env: simcord.Env, database: Database, locales: dict[int, str]) -> Club:
    return Club(simcord_env, database, locales)


@pytest.fixture
def pondering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pondering]:
    """A thinker that can be held up and listened to."""
    folder = tmp_path / "pondering"
    folder.mkdir()
    pondering = make_pondering(folder, monkeypatch)
    yield pondering
    pondering.go_on()
    thinker.end_all()


@pytest.fixture
def alice(club: Club) -> Member:
    """She reads English."""
    return club.alice


@pytest.fixture
def bram(club: Club) -> Member:
    """He reads Dutch."""
    return club.bram


@pytest.fixture
def cleo(club: Club) -> Member:
    return club.join("Cleo")


@pytest.fixture
def stranger(club: Club) -> Member:
    """Somebody who is in no match."""
    return club.stranger


@pytest.fixture(params=LANGUAGES)
def code(request: pytest.FixtureRequest, club: Club, monkeypatch: pytest.MonkeyPatch) -> str:
    """The language of the server, each in turn; and the lots fall the same way each time."""
    monkeypatch.setattr(lots, "new_secret", lambda: SECRET)
    code: str = request.param
    club.speak(code)
    return code
