"""Draw the pictures of the README anew: `python scripts/pictures.py`.

docs/pictures/<game>.txt is the record of a match, a ply a line, whose last line is somebody's move. Two
pictures are drawn of it: the board that everybody sees, and what the member to move sees while choosing.
"""

from __future__ import annotations

from pathlib import Path

from engines import GAMES
from engines.game import Choices
from engines.record import read_ply
from render import Ply, Scene, draw

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def pictures(record: Path) -> dict[str, bytes]:
    """The PNG files that belong beside a record, by name."""
    game = GAMES[record.stem]
    position = game.start({}, game.seats[0])
    turn: list[Ply] = []
    for text in record.read_text("ascii").splitlines():
        who, move = read_ply(game, position, text)
        turn = [*turn, Ply(who, move)] if turn and turn[-1].who == who else [Ply(who, move)]
        position = position.play(who, move)
    choices = position.choices(min(position.to_move))
    assert isinstance(choices, Choices), "the match goes on with a choice"
    last = tuple(turn)
    return {
        f"{game.name}.png": draw(Scene(game.name, position, last)),
        f"{game.name}-choices.png": draw(Scene(game.name, position, last, choices=choices)),
    }


if __name__ == "__main__":
    for record in sorted(FOLDER.glob("*.txt")):
        for name, drawn in pictures(record).items():
            (FOLDER / name).write_bytes(drawn)
