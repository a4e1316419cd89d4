"""Plain for now."""

from __future__ import annotations

from typing import cast

from PIL import Image, ImageDraw

from engines.knopen.board import BIT, COLUMNS, HOLES, INDEX, SIZE
from engines.knopen.position import BLUE, RED, KnopenPosition
from render.scene import Scene
from render.textboard import grid, told, turn_sign

_SIGNS = {RED: "R", BLUE: "B"}


class KnopenDrawer:
    def warm(self) -> None:
        pass

    def picture(self, scene: Scene) -> Image.Image:
        position = cast(KnopenPosition, scene.position)
        image = Image.new("P", (800, 800))
        image.putpalette([74, 46, 30, 236, 217, 178, 239, 95, 88, 29, 75, 159])
        pen = ImageDraw.Draw(image)
        for index, bit in enumerate(BIT):
            x, y = 60 + 68 * (index % SIZE), 92 + 68 * (SIZE - 1 - index // SIZE)
            pen.rectangle((x + 1, y + 1, x + 66, y + 66), fill=1)
            if (position.red | position.blue) & bit:
                pen.ellipse((x + 4, y + 4, x + 63, y + 63), fill=2 if position.red & bit else 3)
            pen.text((x + 30, y + 28), str(HOLES[index]), fill=0)
        return image

    def text_board(self, scene: Scene) -> str:
        position = cast(KnopenPosition, scene.position)
        rows = [str(row) for row in range(SIZE, 0, -1)]
        columns = list(COLUMNS)
        if scene.seat:
            rows, columns = rows[::-1], columns[::-1]
        board = grid(columns, rows, lambda column, row: _cell(position, column + row))
        return f"{_score(position)}\n{board}\n{told(scene)}".rstrip()


def _cell(position: KnopenPosition, square: str) -> str:
    index = INDEX[square]
    bit = BIT[index]
    sign = "R" if position.red & bit else "B" if position.blue & bit else " "
    threatened = position.threatened(RED) | position.threatened(BLUE)
    return f"{sign}{HOLES[index]}" + ("!" if threatened & bit else "")


def _score(position: KnopenPosition) -> str:
    parts = (
        f"{turn_sign(position, seat)}{_SIGNS[position.colour_of(seat)]} {position.taken[position.colour_of(seat)]}"
        for seat in (0, 1)
    )
    return "   ".join(parts)
