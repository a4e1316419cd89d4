"""Pictures: a picture is a function of a scene. No Discord, no rules, no people, and no words."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final

from PIL import Image

from engines.choices import Choices
from render import reading
from render.board import SIDE
from render.cards.leaderboard import Card, paint_card
from render.cards.profile import ICON, ProfileCard, paint_profile
from render.cards.result import BOARD, ResultCard, badge_of, paint_result
from render.cards.review import PIECE, ReviewCard, paint_review
from render.cards.scale import Scale, paint_scale
from render.cards.season import SeasonCard, paint_season
from render.contrast import seen_on_any_ground
from render.cubus import CubusDrawer
from render.drawer import Drawer
from render.knopen import KnopenDrawer
from render.krabcek import KrabcekDrawer
from render.kriskras import KriskrasDrawer
from render.palette import Palette
from render.scene import PAGE, Ply, Scene
from render.sheet import Sheet
from render.tables import TABLES, USUAL, Recolour, palette_in, things
from render.theme import Colour

__all__ = [
    "DRAWERS",
    "MOST_BYTES",
    "PAGE",
    "TABLES",
    "USUAL",
    "Drawer",
    "Ply",
    "Scene",
    "as_read",
    "draw",
    "draw_card",
    "draw_profile",
    "draw_result",
    "draw_review",
    "draw_scale",
    "draw_season",
    "piece_of",
    "text_board",
    "tone",
    "warm",
]

DRAWERS: Final[Mapping[str, Drawer[Any, Any]]] = {
    "knopen": KnopenDrawer(),
    "krabcek": KrabcekDrawer(),
    "kriskras": KriskrasDrawer(),
    "cubus": CubusDrawer(),
}
"""The register: one line a game."""

MOST_BYTES: Final = 60_000
"""Of a picture's file."""
_QUICK, _THOROUGH = 3, 6
"""Compression levels of zlib. The thorough one takes twice as long and saves a seventh of the bytes."""


def draw(scene: Scene[Any]) -> bytes:
    """The scene as a PNG file. May be called from any thread."""
    picture = painted(scene)
    file = _encoded(picture, _QUICK)
    return file if len(file) < MOST_BYTES else _encoded(picture, _THOROUGH)


def painted(scene: Scene[Any]) -> Image.Image:
    """The scene in mode P, in the colours of its table; the caller's own."""
    picture = DRAWERS[scene.game].picture(scene)
    if scene.theme in TABLES and scene.theme != USUAL:
        colours = colours_of(scene.game, scene.theme)
        picture.putpalette(colours + bytes(picture.getpalette() or ())[len(colours) :])
    return picture


@cache
def colours_of(game: str, table: str) -> bytes:
    """The colours of a game's palette in a table, as files write them."""
    colours = palette_in(table, DRAWERS[game].palette, recolour_of(game, table))
    return bytes(part for each in colours for part in each)


@cache
def recolour_of(game: str, table: str) -> Recolour:
    """What becomes of a colour of the game in a table."""
    drawer = DRAWERS[game]
    return things(table, {*drawer.pinned, drawer.accent}, drawer.laid)


def _encoded(picture: Image.Image, level: int) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=level)
    return file.getvalue()


def draw_card(card: Card) -> bytes:
    """A leaderboard as a PNG file. May be called from any thread."""
    return _encoded(paint_card(card, DRAWERS[card.game].accent), _QUICK)


def draw_profile(card: ProfileCard) -> bytes:
    """What somebody has made of the games, as a PNG file. May be called from any thread."""
    pieces = {game: piece_of(game, "", ICON, card.theme) for game in DRAWERS}
    return _encoded(paint_profile(card, tuple(DRAWERS), pieces), _QUICK)


def draw_review(card: ReviewCard) -> bytes:
    """The curve of a match as a PNG file. May be called from any thread."""
    drawer = DRAWERS[card.game]
    pieces = [piece_of(card.game, seat.side, PIECE, card.theme) for seat in card.seats]
    return _encoded(paint_review(card, drawer.sides, drawer.accent, drawer.draw_piece, pieces), _THOROUGH)


def draw_result(card: ResultCard, scene: Scene[Any]) -> bytes:
    """How a match ended, with its last scene, as a PNG file. May be called from any thread."""
    drawer = DRAWERS[card.game]
    board = painted(replace(scene, theme=card.theme)).convert("RGB").reduce(SIDE // BOARD)
    badge = badge_of(len(card.seats))
    pieces = [piece_of(card.game, seat.side, badge, card.theme) for seat in card.seats]
    return _encoded(paint_result(card, drawer.accent, board, pieces), _QUICK)


@lru_cache(128)
def piece_of(game: str, side: str, diameter: int, theme: str = USUAL) -> Image.Image:
    """What is known as this side's, on nothing: in mode RGBA, with sides of so many pixels. It is kept."""
    sheet = Sheet(diameter, diameter)
    DRAWERS[game].draw_piece(sheet, sheet.middle, diameter / 2 - 2, side)
    drawing = sheet.finished()
    piece = Palette.of(game).patch(drawing)
    piece.putpalette(colours_of(game, theme))
    piece = piece.convert("RGBA")
    piece.putalpha(drawing.getchannel("A"))
    return piece


def draw_scale(scale: Scale) -> bytes:
    """What ratings mean as a PNG file. May be called from any thread."""
    return _encoded(paint_scale(scale), _QUICK)


def draw_season(card: SeasonCard) -> bytes:
    """The podiums of a season as a PNG file. May be called from any thread."""
    accents = [DRAWERS[podium.game].accent for podium in card.podiums]
    return _encoded(paint_season(card, accents), _QUICK)


def as_read(scene: Scene[Any]) -> Choices:
    """The step of the scene; numbered options in the order in which they are read from the picture."""
    assert scene.choices is not None, "there is something to choose"
    if not scene.choices.numbered:
        return scene.choices
    where = DRAWERS[scene.game].where(scene)
    return replace(scene.choices, options=reading.as_read(scene.choices.options, where))


def text_board(scene: Scene[Any]) -> str:
    """The scene in characters of one width, without words: fits a phone and a post."""
    return DRAWERS[scene.game].text_board(scene)


def tone(scene: Scene[Any]) -> Colour:
    """The colour of whoever is to move, or has won; where it is nobody, or several, that of the game.

    For the edge of a post, whatever the ground that its reader likes.
    """
    position, drawer = scene.position, DRAWERS[scene.game]
    seats = position.outcome.winners if position.outcome else tuple(position.to_move)
    side = position.side(seats[0]) if len(seats) == 1 and seats[0] >= 0 else ""
    found = drawer.sides.get(side, drawer.accent)
    return seen_on_any_ground(recolour_of(scene.game, scene.theme)(found))


def warm(game: str) -> None:
    """Make the art of a game now rather than at its first picture."""
    _ = DRAWERS[game].art
