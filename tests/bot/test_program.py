"""`python -m bot` as a program: what it says to whoever starts it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app import make_bot
from bot.club.troubles import Trouble
from bot.database.file import File
from bot.hosting.environment import BadSetting, Settings
from bot.hosting.health import fault
from bot.hosting.log import Memory, Remembered, set_up
from bot.hosting.sign_of_life import Heart, Inside, Shard, SignOfLife, read, write
from bot.hosting.status import Status
from tests.patience import PATIENCE

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


ROOT = Path(__file__).parents[2]


def bot(*arguments: str, directory: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SPELTAFEL")}
    return subprocess.run(
        [sys.executable, *_program(environment), *arguments],
        cwd=directory,
        env={**plain, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def _program(environment: dict[str, str]) -> list[str]:
    """The bot, or the bot with Discord at the address that the environment names."""
    launched = [str(ROOT / "tests" / "standin" / "launch.py"), "bot"]
    return launched if "STANDIN_REST" in environment else ["-m", "bot"]


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "python -m bot sandbox"),
        ({"SPELTAFEL_TOKEN": " "}, "python -m bot sandbox"),
        ({"SPELTAFEL_LOG_LEVEL": "LOUD"}, "SPELTAFEL_LOG_LEVEL must be one of"),
        ({"SPELTAFEL_LOG_FORMAT": "xml"}, "SPELTAFEL_LOG_FORMAT must be"),
        ({"SPELTAFEL_REVIEWS": "never"}, "SPELTAFEL_REVIEWS must be"),
        ({"SPELTAFEL_SHARDS": "8"}, "SPELTAFEL_SHARDS must say which"),
        ({"SPELTAFEL_TOKEN": "x", "SPELTAFEL_SHARDS": "0-3/8"}, "is one process's alone"),
        ({"SPELTAFEL_TOKEN": "x", "SPELTAFEL_DATABASE": "/proc/nowhere/file"}, "cannot be opened"),
    ],
)
def test_a_wrong_setting_ends_it_with_one_sentence(
    tmp_path: Path, environment: dict[str, str], said: str
) -> None:
    ended = bot(directory=tmp_path, **environment)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "speltafel.sqlite3").write_text("a shopping list, and quite a long one at that" * 9)
    ended = bot(directory=tmp_path, SPELTAFEL_TOKEN="x")
    assert ended.returncode == 2
    assert "cannot be opened" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


def test_settings_come_from_a_file_and_the_environment_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("SPELTAFEL"):
            monkeypatch.delenv(name)
    (tmp_path / ".env").write_text("SPELTAFEL_TOKEN=from-file\nSPELTAFEL_DATABASE=here.sqlite3\n")
    assert Settings.read().token == "from-file"
    monkeypatch.setenv("SPELTAFEL_TOKEN", "from-environment")
    settings = Settings.read()
    assert settings.token == "from-environment"
    assert settings.database == Path("here.sqlite3")


def test_the_token_is_in_no_log_and_no_repr(capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings.read({"SPELTAFEL_TOKEN": TOKEN, "SPELTAFEL_LOG_LEVEL": "debug"})
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        for form in ("json", "plain"):
            set_up(Settings(settings.token, settings.database, settings.log_level, form))
            try:
                raise ValueError(f"with {TOKEN}")
            except ValueError:
                logging.getLogger("x").exception("broke with %s", TOKEN, extra={"more": f"<{TOKEN}>"})
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    logged = capsys.readouterr().err
    assert "broke with [token]" in logged
    assert TOKEN not in logged
    assert TOKEN not in repr(settings)


def test_without_a_network_it_ends_with_a_line_in_the_log(tmp_path: Path) -> None:
    nowhere = {"STANDIN_REST": "http://127.0.0.1:9/api/v10", "STANDIN_GATEWAY": "ws://127.0.0.1:9"}
    ended = bot(directory=tmp_path, SPELTAFEL_TOKEN=TOKEN, **nowhere)
    assert ended.returncode == 1
    lines = [json.loads(line) for line in ended.stderr.splitlines()]
    (sentence,) = [line["what"] for line in lines if line["level"] == "ERROR"]
    assert sentence.startswith("Discord cannot be reached")
    assert "Traceback" not in ended.stderr


def test_a_backup_is_made_by_command_and_overwrites_nothing(tmp_path: Path) -> None:
    nothing = bot("backup", "copy.sqlite3", directory=tmp_path)
    assert (nothing.returncode, "no database" in nothing.stderr) == (2, True)
    with sqlite3.connect(tmp_path / "speltafel.sqlite3") as connection:
        connection.execute("PRAGMA user_version = 0")
    connection.close()
    assert bot("backup", "copy.sqlite3", directory=tmp_path).returncode == 0
    assert (tmp_path / "copy.sqlite3").exists()
    again = bot("backup", "copy.sqlite3", directory=tmp_path)
    assert (again.returncode, "exists already" in again.stderr) == (2, True)


NOW = 1_790_000_000.0
WELL = SignOfLife(
    at=NOW - 5,
    began_at=NOW - 7_500,
    version="0.2.0",
    connected_at=NOW - 5,
    shards={"0": Shard(True, 41), "1": Shard(True, None)},
    rounds={"deadlines": NOW - 30, "boards": NOW - 20},
)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "speltafel.sqlite3"


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        (WELL, None),
        (replace(WELL, at=NOW - 91), "no sign of life for 1 min 31 s"),
        (replace(WELL, ended="It was stopped."), "has ended: It was stopped."),
        (replace(WELL, connected_at=NOW - 125), "not been connected to Discord for 2 min."),
        (replace(WELL, connected_at=None), "not been connected to Discord for 2 h 4 min."),
        (replace(WELL, connected_at=NOW - 65), None),
        (
            replace(WELL, connected_at=NOW - 125, shards={"0": Shard(True, 41), "1": Shard(False, None)}),
            "for 2 min (shard 1).",
        ),
        (
            replace(WELL, rounds=WELL.rounds | {"boards": NOW - 306}),
            "'boards' has not come round for 5 min 1 s",
        ),
        (replace(WELL, rounds=WELL.rounds | {"boards": NOW - 304}), None),
        (replace(WELL, rounds={}, first_connected_at=NOW - 306), "none of its errands for 5 min 1 s"),
        (replace(WELL, rounds={}, first_connected_at=NOW - 304), None),
        (replace(WELL, unheld_since={"3": NOW - 3_600}), None),  # a restart of this one brings it to nobody
    ],
)
def test_health_says_in_one_sentence_what_is_wrong(
    database: Path, sign: SignOfLife, said: str | None
) -> None:
    write(database, sign)
    wrong = fault(database, NOW)
    assert (wrong is None) == (said is None)
    assert (said or "") in (wrong or "")


@pytest.mark.parametrize("spoilt", [None, "", "{", "[]", '{"at": 1}'])
def test_without_a_sign_of_life_nothing_is_well(database: Path, spoilt: str | None) -> None:
    if spoilt is not None:
        database.with_name("speltafel.sqlite3-alive").write_text(spoilt)
    assert "No bot has given a sign of life" in (fault(database, NOW) or "")
    assert "no sign of life" in "".join(Status(database, NOW).lines())


def test_health_ends_with_a_number(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPELTAFEL_DATABASE", str(database))
    write(database, replace(WELL, at=time.time(), connected_at=time.time(), rounds={}))
    assert (main(["health"]), capsys.readouterr().out) == (0, "")
    write(database, WELL)
    assert main(["health"]) == 1
    assert capsys.readouterr().out.count("\n") == 1


def test_the_status_tells_all_that_the_bot_knows_of_itself(database: Path) -> None:
    trouble = Trouble("match", "17", "no right to post", tries=4, since=int(NOW) - 600, next_at=int(NOW) + 60)
    error = Remembered(NOW - 100, "WARNING", "bot.ui.posts", "a board waits")
    write(database, replace(WELL, troubles=[trouble], errors=[error]))
    bot, *others = Status(database, NOW).lines()
    assert bot.startswith("bot         version 0.2.0, running since 2026-09-21 12:08:20 UTC; last sign of")
    assert bot.endswith("life 2026-09-21 14:13:15 UTC, 5 s ago")
    assert others == [
        "shard 0     connected, 41 ms",
        "shard 1     connected",
        f"database    there is none at {database}",
        "errand      deadlines, 30 s ago",
        "errand      boards, 20 s ago",
        "trouble     match 17: no right to post; tries: 4 in 10 min, the next in 1 min",
        "log         2026-09-21 14:11:40 UTC WARNING bot.ui.posts: a board waits",
    ]


@pytest.mark.breaks
async def test_a_sign_of_life_that_fails_is_told_once_and_followed_by_others(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = await File.open(database)
    asked = 0

    async def unshown() -> list[int]:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise ValueError("a damaged page")
        return [5]

    def errors() -> tuple[Remembered, ...]:
        """Something else went wrong, so that it is written anew at once."""
        return (Remembered(NOW, "WARNING", "x", str(time.monotonic())),)

    async with make_bot(file) as client:
        heart = Heart(client, database, Inside(unshown, unshown, rounds={}, troubles=list), errors)
        beating = asyncio.create_task(heart.beat_on())
        async with asyncio.timeout(PATIENCE):
            while not database.with_name("speltafel.sqlite3-alive").exists():  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # a thread writes it
        beating.cancel()
    await file.close()
    sign = read(database)
    assert sign is not None
    assert list(sign.challenges_wait_since) == ["5"]
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == [
        "no sign of life"
    ]


def test_the_status_of_a_file_that_is_no_database_says_so(database: Path) -> None:
    database.write_text("a shopping list, and quite a long one at that" * 9)
    assert "cannot be read" in "".join(Status(database, NOW).lines())


def test_the_last_ten_troubles_are_remembered_without_people() -> None:
    memory, log = Memory(TOKEN), logging.getLogger("remembered")
    log.addHandler(memory)
    for number in range(12):
        why = f"/webhooks/{10**17}/{'aW50' * 20}"
        log.warning("%d: %s wrote to %d", number, TOKEN, 10**17, extra={"why": why})
    log.info("all is well")
    log.removeHandler(memory)
    lines = memory.lines()
    assert [line.what.split(":")[0] for line in lines] == [str(number) for number in range(2, 12)]
    assert lines[0].what == "2: [token] wrote to …, why: /webhooks/…/…"


def test_bad_settings_are_one_kind_of_error() -> None:
    with pytest.raises(BadSetting):
        Settings.read({"SPELTAFEL_LOG_LEVEL": "silent"})
