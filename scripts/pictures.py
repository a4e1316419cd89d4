"""Draw the pictures of the README anew: `python scripts/pictures.py`.

docs/pictures/<game>.txt is the record of a match, a ply a line, that breaks off where somebody has a choice.
Two pictures are drawn of it: the board that everybody sees, and what the member to move sees while choosing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engines import GAMES
from engines.choices import Choices
from engines.record import Ply, last_turn
from render import Scene, draw
from render.person import called

SEATS = called(("Noor", "Bram"))
FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def pictures(record: Path) -> dict[str, bytes]:
    """The PNG files that belong beside a record, by name."""
    game = GAMES[record.stem]
    position = game.start({}, game.seats[0])
    plies: list[Ply[Any]] = []
    for text in record.read_text("ascii").splitlines():
        plies.append(Ply.read(game, position, text))
        position = plies[-1].after
    choices = position.choices(min(position.to_move))
    assert isinstance(choices, Choices), "the match goes on with a choice"
    last = tuple(last_turn(plies))
    return {
        f"{game.name}.png": draw(Scene(game.name, position, last, people=SEATS)),
        f"{game.name}-choices.png": draw(Scene(game.name, position, last, choices=choices, people=SEATS)),
    }


if __name__ == "__main__":
    for record in sorted(FOLDER.glob("*.txt")):
        for name, drawn in pictures(record).items():
            (FOLDER / name).write_bytes(drawn)
