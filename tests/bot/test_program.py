"""`python -m bot` as a program: what it says to whoever starts it."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.hosting.environment import BadSetting, Settings
from bot.hosting.health import is_alive
from bot.hosting.log import set_up
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
    assert "Discord cannot be reached" in {line["what"] for line in lines}


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


def test_health_is_a_file_touched_a_moment_ago(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "speltafel.sqlite3"
    monkeypatch.setenv("SPELTAFEL_DATABASE", str(database))
    assert main(["health"]) == 1
    sign = tmp_path / "speltafel.sqlite3-alive"
    sign.touch()
    assert is_alive(database)
    assert main(["health"]) == 0
    os.utime(sign, (0, 0))
    assert main(["health"]) == 1


def test_bad_settings_are_one_kind_of_error() -> None:
    with pytest.raises(BadSetting):
        Settings.read({"SPELTAFEL_LOG_LEVEL": "silent"})
