"""What scripts/new_game lays out plays, and nothing else has to be touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAME, TITLE = "tellentotertwintigst", "Tel af"
"""A name as long as names may be."""
ROOMS = {"engines", "lessons", "puzzles", "render", "bot", "tests", "scripts", "docs", ".ci"}
FILES = (
    *("tests/engines", "tests/render", "tests/bot/test_every_game.py", "tests/bot/test_texts.py"),
    *("tests/bot/test_hints.py", "tests/bot/test_layouts.py", "tests/test_docs.py", "tests/test_rooms.py"),
    *("tests/bot/test_playing_alone.py", "tests/bot/test_golden_answers.py", "tests/puzzles"),
    "tests/lessons",
)
WHOEVER_IT_IS = (
    *("playable", "those_that_are_drawn_now", "names_a_game", "same_keys", "same_placeholders"),
    *("files_are_small", "profiles_look_so", "what_the_table_is", "is_the_next_game", "hundred_puzzles"),
    *("has_them_in_turn", "puzzles_that_are_added", "files_that_are_named", "has_a_lesson"),
)
"""What a game could break that is not called by its name."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Another one just like ours, where the new game may be laid out."""
    house = tmp_path_factory.mktemp("house")
    for path in ROOT.iterdir():
        if path.name in ROOMS:
            shutil.copytree(path, house / path.name, ignore=shutil.ignore_patterns("__pycache__", "failed"))
        elif path.is_file():
            shutil.copy(path, house)
    with compiled_as_ours(house):
        yield house


@contextmanager
def compiled_as_ours(house: Path) -> Iterator[None]:
    """What Python has compiled of a file of ours is also that of its twin: length and time are the same."""
    if not sys.pycache_prefix:  # else it lies beside the tree, by the whole paths of the files
        yield
        return
    ours, theirs = (Path(sys.pycache_prefix, *place.parts[1:]) for place in (ROOT, house))
    for room in ROOMS:
        if (ours / room).exists():
            shutil.copytree(ours / room, theirs / room)
    yield
    shutil.rmtree(theirs, ignore_errors=True)


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(house)}
    return subprocess.run(
        [sys.executable, *command], cwd=house, env=environment, capture_output=True, text=True, check=False
    )


def test_a_new_game_plays_keeps_every_law_and_is_documented(house: Path) -> None:
    laid_out = run(house, "scripts/new_game.py", NAME, TITLE)
    assert laid_out.returncode == 0, laid_out.stderr
    assert f"{TITLE} plays" in laid_out.stdout
    assert "skeleton" not in "".join(path.read_text("utf-8").lower() for path in house.rglob(f"{NAME}/*.py"))
    for looked_at in (("check",), ("format", "--check")):
        style = run(house, "-m", "ruff", *looked_at)
        assert style.returncode == 0, style.stdout[-4000:]
    newest, _, _ = (house / "CHANGELOG.md").read_text("utf-8").partition("\n## 0.1.0")
    assert f"\n- {TITLE}: " in newest
    tested = run(house, "-m", "pytest", "-q", "-k", " or ".join((NAME, *WHOEVER_IT_IS)), *FILES)
    assert tested.returncode == 0, tested.stdout[-4000:]
    again = run(house, "scripts/new_game.py", NAME)
    assert again.returncode != 0
    assert "choose another name" in again.stderr


@pytest.mark.parametrize("name", ["Tellen", "tel-af", "1", "skeleton", "knopen"])
def test_a_name_that_cannot_be_is_refused_in_a_sentence(name: str) -> None:
    refused = run(ROOT, "scripts/new_game.py", name)
    assert refused.returncode != 0
    assert refused.stderr.count("\n") == 1
