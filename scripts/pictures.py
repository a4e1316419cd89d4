"""Draw the pictures of the README anew: `python scripts/pictures.py`.

docs/pictures/<game>.txt is the record of a match, a ply a line, that breaks off where somebody has a choice.
Two pictures are drawn of it: the board that everybody sees, and what the member to move sees while choosing.
The boards of all games together make a third: every table there is to choose.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engines import GAMES
from engines.choices import Choices
from engines.record import Ply, last_turn
from render import Scene, draw
from render.choosing import draw_tables
from render.person import called

SEATS = called(("Noor", "Bram"))
FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def scene(record: Path) -> Scene[Any]:
    """Where it breaks off."""
    game = GAMES[record.stem]
    position = game.start({}, game.seats[0])
    plies: list[Ply[Any]] = []
    for text in record.read_text("ascii").splitlines():
        plies.append(Ply.read(game, position, text))
        position = plies[-1].after
    return Scene(game.name, position, tuple(last_turn(plies)), people=SEATS)


def pictures() -> dict[str, bytes]:
    """All PNG files of the folder, by name."""
    scenes = [scene(FOLDER / f"{game}.txt") for game in GAMES]
    drawn = {"tables.png": draw_tables(scenes)}
    for one in scenes:
        choices = one.position.choices(min(one.position.to_move))
        assert isinstance(choices, Choices), "the match goes on with a choice"
        drawn[f"{one.game}.png"] = draw(one)
        drawn[f"{one.game}-choices.png"] = draw(replace(one, choices=choices))
    return drawn


if __name__ == "__main__":
    for name, drawn in pictures().items():
        (FOLDER / name).write_bytes(drawn)
