"""What there is to choose from: the same boards on every table, side by side."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PIL import Image

from render import painted
from render.board import lying_wood, put
from render.fonts import black_font
from render.scene import Scene
from render.sheet import Sheet
from render.tables import TABLES, on_wood
from render.theme import MAPLE

_BOARD: Final = 176
"""The side of a board."""
_GAP: Final = 8
_HEAD: Final = 40
"""Room for the number of a table."""
_COLUMN: Final = _BOARD + 2 * _GAP
_COLOURS: Final = 256


def draw_tables(scenes: Sequence[Scene[Any]]) -> bytes:
    """As a PNG file. May be called from any thread."""
    file = io.BytesIO()
    paint_tables(scenes).save(file, "PNG")
    return file.getvalue()


def paint_tables(scenes: Sequence[Scene[Any]]) -> Image.Image:
    """A table a column, in the order of TABLES and numbered from 1; a scene a row."""
    picture = Image.new("RGB", (len(TABLES) * _COLUMN, _HEAD + len(scenes) * (_BOARD + _GAP)))
    for column, table in enumerate(TABLES):
        plank = lying_wood(_COLUMN, picture.height, table)
        number = Sheet(_COLUMN, _HEAD)
        number.letters((_COLUMN / 2, _HEAD / 2), str(column + 1), black_font(26), on_wood(MAPLE, table))
        put(plank, number, 0, 0)
        for row, scene in enumerate(scenes):
            board = painted(replace(scene, theme=table)).convert("RGB")
            small = board.resize((_BOARD, _BOARD), Image.Resampling.BOX)
            plank.paste(small, (_GAP, _HEAD + row * (_BOARD + _GAP)))
        picture.paste(plank, (column * _COLUMN, 0))
    return picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
