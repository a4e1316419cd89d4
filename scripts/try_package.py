"""Try the installed package: is everything there that is not code?

    PYTHONPATH=<folder> python scripts/try_package.py <folder>

The folder is where the package was installed; the working directory should be an empty one.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import bot
from bot.database.file import File
from bot.database.matches import StoredMatches
from bot.words.language import LANGUAGES, language
from engines import GAMES
from lessons import LESSONS
from render import Scene, draw

WITHOUT_SIMULATED_DISCORD = """
import sys
sys.modules["simcord"] = None
from bot.__main__ import main
sys.exit(main(["sandbox"]))
"""


def main(folder: Path) -> None:
    assert Path(bot.__file__).is_relative_to(folder), f"this is not the installed package: {bot.__file__}"
    for game in GAMES.values():
        draw(Scene(game.name, game.start({}, game.seats[0])))
        for code in LANGUAGES:
            assert language(code).pages(game.name)
    assert LESSONS
    assert all((folder / "bot" / "sandbox" / f"sandbox.{kind}").exists() for kind in ("js", "css", "svg"))
    asyncio.run(migrate(Path("tried.sqlite3")))
    assert "python -m bot sandbox" in refusal("-m", "bot")
    assert "scripts/sandbox" in refusal("-c", WITHOUT_SIMULATED_DISCORD)


async def migrate(database: Path) -> None:
    file = await File.open(database)
    assert await StoredMatches(file).load(1) is None
    await file.close()


def refusal(*arguments: str) -> str:
    """The one sentence with which it does not start."""
    without = {name: value for name, value in os.environ.items() if not name.startswith("SPELTAFEL_")}
    ended = subprocess.run(
        [sys.executable, *arguments], env=without, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2, ended
    assert len(ended.stderr.splitlines()) == 1, ended
    return ended.stderr


if __name__ == "__main__":
    main(Path(sys.argv[1]))
