"""What somebody has made of the games here, as a card: from before their first match on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import cycle
from typing import Final

from PIL import Image

from render.board import put
from render.cards.canvas import Canvas, Ground
from render.cards.colours import FAINT, STRIPE
from render.cards.frame import RADIUS, lay_panel, plank, rays
from render.cards.graph import LOOKS, Look, draw_graph, draw_key
from render.cards.honours import MEDALS, medal
from render.cards.learnt import HEIGHT, Learning, lay_learning, paint_learning
from render.fonts import black_font, bold_font
from render.person import Person
from render.sheet import Sheet
from render.theme import BRASS, GROOVE, INK, IVORY, MAPLE, PAPER, PETROL, PETROL_HIGH, mix

UNMET, MET, BEATEN = range(3)
"""How somebody stands against a level."""
FORM: Final = 10
"""Results that are shown."""


@dataclass(frozen=True, slots=True)
class ProfileGame:
    game: str
    title: str
    points: str = ""
    """With a question mark while they are provisional; empty where nothing was rated."""
    rank: int = 0
    """0: none."""
    tally: str = ""
    ratings: tuple[tuple[int, int], ...] = ()
    """Of its line: when (a number that grows) and the rating after it."""
    levels: tuple[int, ...] = ()
    """Of the computer, from the first: UNMET, MET or BEATEN."""


@dataclass(frozen=True, slots=True)
class ProfileCard:
    person: Person
    games: tuple[ProfileGame, ...]
    form: tuple[tuple[str, str], ...] = ()
    """Game and result (`won`, `drawn`, `lost`) of the newest matches, the newest last; FORM at most."""
    columns: tuple[str, str, str] = ("", "", "")
    """What is said over the points, the rank, and the tally."""
    levels: str = ""
    """And over the levels."""
    note: tuple[str, ...] = ()
    """Said where there is no line yet."""
    learning: Learning | None = None
    """Below all of it; None where nothing was learnt or solved."""
    theme: str = ""


SIZE: Final = (1100, 700)
_FOOT: Final = 692
"""Where that begins which was learnt,"""
WITH_FOOT: Final = (SIZE[0], _FOOT + HEIGHT + 18)
"""and what is with it the size."""
_LEFT: Final = (18, 18, 394, 682)
_TABLE: Final = (408, 18, 1082, 358)
_FORM: Final = (408, 368, 1082, 452)
_GRAPH: Final = (408, 462, 1082, 682)
_FACE: Final = (206, 142, 196)
"""Its middle and its diameter."""
_NAME_Y: Final = 284
_LEVELS: Final = (352, 386, 672)
"""The middle of what stands over them, and their top and foot."""
_PIPS: Final = (128, 57)
"""The middle of the first level, and from one to the next."""
_PIP: Final = 50
ICON: Final = 46
"""The side of a piece."""
_HEAD: Final = 36
"""The height of what stands over the games."""
_KEY_X, _TITLE_X = 444, 486
_POINTS_X, _RANK_X, _TALLY_X = 796, 884, 1062
_TOKEN: Final = 62
_INSIDE: Final = 7
"""Within a panel, clear of its round corners."""


def paint_profile(card: ProfileCard, games: Sequence[str], pieces: Mapping[str, Image.Image]) -> Image.Image:
    """`games` are all there are, in their order: a line looks the same in every graph. `pieces` are what is
    known as each game's, with sides of `ICON` pixels.
    """
    looks = dict(zip(games, cycle(LOOKS), strict=False))
    ground = _ground(
        tuple((each.game, each.title, looks[each.game]) for each in card.games),
        card.columns,
        card.levels,
        has_foot=card.learning is not None,
    )
    canvas = Canvas(ground, card.theme)
    x, y, diameter = _FACE
    canvas.face(card.person, (x, y), diameter)
    canvas.name((x, _NAME_Y), card.person.name, 46, _LEFT[2] - _LEFT[0] - 40, IVORY, anchor="m", lines=2)
    for middle, each in zip(
        _rows(_TABLE[1] + _HEAD, _TABLE[3] - 4, len(card.games)), card.games, strict=True
    ):
        _paint_game(canvas, middle, each)
    _, top, foot = _LEVELS
    for middle, each in zip(_rows(top, foot, len(card.games)), card.games, strict=True):
        _paint_levels(canvas, middle, each, pieces[each.game])
    _paint_form(canvas, card.form, pieces)
    _paint_graph(canvas, card, looks)
    if card.learning:
        paint_learning(canvas, (_LEFT[0], _FOOT), card.learning, pieces)
    return canvas.finished()


def _rows(top: float, foot: float, count: int) -> list[float]:
    """Their middles."""
    return [top + (foot - top) * (number + 0.5) / count for number in range(count)]


def _paint_game(canvas: Canvas, middle: float, each: ProfileGame) -> None:
    if not each.points:
        canvas.text((_POINTS_X, middle), "–", 46, FAINT, anchor="r")  # noqa: RUF001 - no rating yet
        return
    number, mark = each.points.rstrip("?"), each.points.endswith("?")
    canvas.text((_POINTS_X, middle), number, 48, INK, anchor="r")
    if mark:
        canvas.text((_POINTS_X + 3, middle), "?", 40, FAINT)
    if each.rank in MEDALS:
        canvas.laid(medal(each.rank, 56), (_RANK_X, middle))
    elif each.rank:
        canvas.fitted((_RANK_X, middle), str(each.rank), 44, 84, FAINT, anchor="m")
    canvas.fitted((_TALLY_X, middle), each.tally, 44, 128, FAINT, anchor="r", bold=bold_font)


def _paint_levels(canvas: Canvas, middle: float, each: ProfileGame, piece: Image.Image) -> None:
    x = _LEFT[0] + 46
    canvas.inset(piece, (round(x - piece.width / 2), round(middle - piece.height / 2)), is_scene=True)
    first, step = _PIPS
    for number, state in enumerate(each.levels):
        canvas.laid(_pip(number + 1, state), (first + number * step, middle))


@cache
def _pip(level: int, state: int) -> Image.Image:
    """One that was beaten is a coin, one that was met a ring, and the others are holes."""
    sheet = Sheet(_PIP, _PIP)
    radius = _PIP / 2
    rim, face, digit = {
        BEATEN: (INK, BRASS, INK),
        MET: (MAPLE, PETROL, MAPLE),
        UNMET: (mix(PETROL, INK, 0.35), mix(PETROL, INK, 0.35), mix(PETROL_HIGH, IVORY, 0.25)),
    }[state]
    sheet.disc(sheet.middle, radius - (3 if state == UNMET else 0), rim)
    sheet.disc(sheet.middle, radius - 3, face)
    sheet.letters(sheet.middle, str(level), black_font(34 if state != UNMET else 30), digit)
    return sheet.finished()


def _paint_form(canvas: Canvas, form: Sequence[tuple[str, str]], pieces: Mapping[str, Image.Image]) -> None:
    left, top, right, foot = _FORM
    step = (right - left - 16) / FORM
    middle = (top + foot) / 2
    for number, (game, result) in enumerate(form):
        x = left + 8 + step * (FORM - len(form) + number + 0.5)
        canvas.laid(_setting(result), (x, middle))
        token = _with_mark(pieces[game], result)
        canvas.inset(token, (round(x - token.width / 2), round(middle - token.height / 2)), is_scene=True)


@cache
def _setting(result: str) -> Image.Image:
    """What the piece lies on: a coin where it won, a square tile where nobody did, and else a hole."""
    sheet = Sheet(_TOKEN, _TOKEN)
    low, high = 2, _TOKEN - 2
    if result == "won":
        sheet.disc(sheet.middle, _TOKEN / 2, INK)
        sheet.disc(sheet.middle, _TOKEN / 2 - 2.5, BRASS)
    elif result == "drawn":
        sheet.rounded((low, low, high, high), 8, INK)
        sheet.rounded((low + 2.5, low + 2.5, high - 2.5, high - 2.5), 6, PAPER)
    else:
        sheet.disc(sheet.middle, _TOKEN / 2 - 3, mix(GROOVE, INK, 0.7))
    return sheet.finished()


def _with_mark(piece: Image.Image, result: str) -> Image.Image:
    """A tick, an equals sign or a cross; a piece that lost is pale."""
    whole = Image.new("RGBA", (_TOKEN, _TOKEN))
    corner = ((_TOKEN - piece.width) // 2, (_TOKEN - piece.height) // 2)
    laid = piece.copy()
    if result == "lost":
        laid.putalpha(laid.getchannel("A").point(lambda covered: covered * 0.45))
    whole.alpha_composite(laid, corner)
    mark = _mark(result)
    whole.alpha_composite(mark, (_TOKEN - mark.width, _TOKEN - mark.height))
    return whole


@cache
def _mark(result: str) -> Image.Image:
    sheet = Sheet(26, 26)
    sheet.disc(sheet.middle, 13, INK)
    sheet.disc(sheet.middle, 11, IVORY)
    strokes = {
        "won": (((7.5, 13.5), (11.5, 17.5)), ((11.5, 17.5), (18.5, 8.5))),
        "drawn": (((8, 10), (18, 10)), ((8, 16), (18, 16))),
        "lost": (((8.5, 8.5), (17.5, 17.5)), ((17.5, 8.5), (8.5, 17.5))),
    }[result]
    for start, end in strokes:
        sheet.line(start, end, 3.2, INK)
    return sheet.finished()


def _paint_graph(canvas: Canvas, card: ProfileCard, looks: Mapping[str, Look]) -> None:
    left, top, right, foot = _GRAPH
    lines = [(each.ratings, looks[each.game]) for each in card.games if len(each.ratings) > 1]
    if lines:
        sheet = Sheet(right - left - 2 * _INSIDE, foot - top - 2 * _INSIDE, PETROL)
        draw_graph(sheet, (4, 12, right - left - 32, foot - top - 26), lines)
        canvas.picture.paste(sheet.finished(), (left + _INSIDE, top + _INSIDE))
        return
    for number, line in enumerate(card.note):
        middle = (top + foot) / 2 + (number - (len(card.note) - 1) / 2) * 52
        canvas.fitted(
            ((left + right) / 2, middle), line, 40, right - left - 40, MAPLE, anchor="m", bold=bold_font
        )


# The ground: whatever is the same for everybody


@lru_cache(4)
def _ground(
    games: tuple[tuple[str, str, Look], ...], columns: tuple[str, str, str], levels: str, *, has_foot: bool
) -> Ground:
    ground = plank(*(WITH_FOOT if has_foot else SIZE))
    if has_foot:
        lay_learning(ground, (_LEFT[0], _FOOT), _TABLE[2] - _LEFT[0])
    left, top, right, foot = _LEFT
    sheet = rays(right - left, foot - top, (_FACE[0] - left, _FACE[1] - top))
    lay_panel(ground, _LEFT, sheet.finished())
    lay_panel(ground, _TABLE, _table(games))
    lay_panel(ground, _FORM, _holes())
    lay_panel(ground, _GRAPH, PETROL)
    canvas = Canvas(Ground(ground), "")
    canvas.fitted((_FACE[0], _LEVELS[0]), levels, 34, right - left - 40, MAPLE, anchor="m", bold=bold_font)
    heads = zip(columns, ((_POINTS_X, 130, "r"), (_RANK_X, 90, "m"), (_TALLY_X, 136, "r")), strict=True)
    for text, (x, room, anchor) in heads:
        canvas.fitted((x, _TABLE[1] + 24), text, 28, room, FAINT, anchor=anchor, bold=bold_font)
    return Ground(canvas.picture)


def _table(games: Sequence[tuple[str, str, Look]]) -> Image.Image:
    left, top, right, foot = _TABLE
    table = Image.new("RGB", (right - left, foot - top), PAPER)
    sheet = Sheet(right - left, foot - top)
    rows = _rows(_HEAD, foot - top - 4, len(games))
    half = (foot - top - 4 - _HEAD) / len(games) / 2
    for number, (middle, (_, title, look)) in enumerate(zip(rows, games, strict=True)):
        if number % 2 == 0:
            sheet.rounded((7, middle - half, right - left - 7, middle + half), RADIUS - 6, STRIPE)
        draw_key(sheet, (_KEY_X - left, middle), look, 44)
        sheet.starting((_TITLE_X - left, middle), title, bold_font(44), INK)
    put(table, sheet, 0, 0)
    return table


def _holes() -> Image.Image:
    """Where results will lie."""
    left, top, right, foot = _FORM
    rail = Image.new("RGB", (right - left, foot - top), mix(GROOVE, INK, 0.2))
    sheet = Sheet(right - left, foot - top)
    step = (right - left - 16) / FORM
    for number in range(FORM):
        sheet.disc((8 + step * (number + 0.5), (foot - top) / 2), _TOKEN / 2 - 3, mix(GROOVE, INK, 0.7))
    put(rail, sheet, 0, 0)
    return rail
