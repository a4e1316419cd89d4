"""One picture of Cubus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from PIL import Image

from engines.cubus.builds import Verdict
from engines.cubus.moves import Step
from engines.cubus.pile import NAMES, Column, name_of
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import Sketch
from engines.cubus.view import FACES, Face, Triangle, View, view_of
from engines.game import Outcome
from render.cubus.art import ON_CHOSEN, ON_LID, ON_TABLE, ON_WELL, Art
from render.cubus.crates import FAULTY_LOOK, LID, NAMED_LOOK, NEW_LOOK, OPEN, PLAIN_LOOK
from render.cubus.placing import Corner, Stand, corner_of, fit, spans_of
from render.cubus.plan import Plan
from render.cubus.signs import ANSWERED, KNOCKED, PASSED
from render.cubus.stage import Stage
from render.cubus.subject import Subject, plan_of, subject_of
from render.cut import Piece, lay_pieces
from render.panels import GO, GONE, IDLE, LIT, Panel
from render.plates import Plate
from render.scene import Scene
from render.sprite import stamp
from render.tablepainting import TablePainting

_ASIDE: Final = 0.6
"""Of half the width of a lid."""


class CubusPainting(TablePainting[CubusPosition]):
    """Laid from the felt upwards."""

    def __init__(self, art: Art, scene: Scene[CubusPosition], subject: Subject | None = None) -> None:
        """Perhaps of another pile than lies there."""
        super().__init__(scene, art.ground, art.fittings)
        self._art = art
        self._subject = subject or subject_of(scene)

    # The header

    def _paint_middle_of_header(self) -> None:
        self._paint_counts()
        if self._subject.verdict:
            self._paint_bar(self._subject.verdict)
        elif not self._position.outcome and self._position.step in (Step.WINDOW, Step.KNOCK):
            self._art.bars.draw_claim(self._picture, self._position.turn, self._position.knocker)
        elif self._position.outcome:
            super()._paint_middle_of_header()

    def _paint_counts(self) -> None:
        """On the plates: the crates of the pile, and the tiles that can still be drawn."""
        drawn = self._subject.told.drawn
        last = (self._art.drawn[drawn],) if drawn else ()
        stack = Plate(self._art.stack, self._position.stack.total, IDLE, dice=last)
        crates = Plate(self._art.crate, self._position.pile.crates, IDLE)
        self._fittings.header.draw(self._picture, (crates, stack))

    def _sharing(self, outcome: Outcome) -> Sequence[int]:  # noqa: ARG002 - who left has no share
        return self._position.playing

    def _paint_bar(self, verdict: Verdict) -> None:
        """An untouched pile is no build, but nobody has done anything wrong yet."""
        pile = self._position.pile
        is_sound = verdict.fault is None or self._subject.sketch == Sketch(pile.heights, pile.open)
        crates = (pile.crates, verdict.crates)
        self._art.bars.draw_build(self._picture, crates, verdict.points, is_sound=is_sound)

    # The pile and its plan

    @cached_property
    def _seen(self) -> View:
        return view_of(self._subject.sketch.heights)

    @cached_property
    def _faces(self) -> list[Face]:
        """From back to front."""
        return sorted(set(self._seen.values()), key=lambda face: (face.x + face.y + face.z, face))

    @property
    def _ghost(self) -> tuple[Face, ...]:
        """Of the crate that was taken away."""
        lowered = self._subject.told.lowered
        return tuple(Face(kind, *lowered) for kind in FACES) if lowered else ()

    @cached_property
    def _plan(self) -> Plan:
        return plan_of(self._subject)

    @cached_property
    def _fitted(self) -> tuple[Stand, Corner]:
        """Where the pile stands, and where its plan hangs."""
        stage = self._scene.stage
        if isinstance(stage, Stage):
            return stage.stand, corner_of(self._plan.size)
        return fit(spans_of((*self._faces, *self._ghost), self._subject.free), self._plan.size)

    def _paint_table(self) -> None:
        if not self._faces and not self._subject.free:
            return
        plan, (stand, corner) = self._plan, self._fitted
        lay_pieces(self._picture, list(self._on_table(stand)))
        lay_pieces(self._picture, list(self._tiles(stand)))
        self._art.card.draw(self._picture, plan, *corner)
        self._paint_marks(stand)
        self._paint_badges()

    def _on_table(self, stand: Stand) -> Iterator[Piece]:
        crates, heights = self._art.crates[stand.size], self._subject.sketch.heights
        for x, y in heights if not self._subject.free else ():
            if (x + 1, y) not in heights or (x, y + 1) not in heights:
                yield crates.shadow, *stand.middle(x, y, -1)
        for x, y in self._subject.free:
            yield crates.free, *stand.middle(x, y, -1)

    def _tiles(self, stand: Stand) -> Iterator[Piece]:
        crates = self._art.crates[stand.size]
        for face in self._faces:
            key = self._kind(face), self._look(face), self._is_special(face)
            yield crates.tiles[key], *stand.middle(*face[1:])

    def _kind(self, face: Face) -> str:
        is_open = face.kind == LID and (face.x, face.y) in self._subject.sketch.open
        return OPEN if is_open and face.z == self._subject.sketch.heights[face.x, face.y] - 1 else face.kind

    def _look(self, face: Face) -> str:
        before = self._subject.told.before
        if face == self._subject.faulty:
            return FAULTY_LOOK
        if before is None or face.z < before.get((face.x, face.y), 0):
            return PLAIN_LOOK
        return NAMED_LOOK if self._subject.verdict and face.kind == LID else NEW_LOOK

    def _is_special(self, face: Face) -> bool:
        """In the shadow of the column to its left; or, of a side, on the table."""
        if face.kind == LID:
            return self._subject.sketch.heights.get((face.x - 1, face.y), 0) > face.z + 1
        return face.z == 0

    # What is written on it

    def _paint_marks(self, stand: Stand) -> None:
        crates, subject = self._art.crates[stand.size], self._subject
        if subject.told.lowered:
            stamp(self._picture, crates.ghost, *stand.middle(*subject.told.lowered))
        if subject.column is not None:
            x, y = subject.column
            stamp(self._picture, crates.ring, *stand.middle(x, y, subject.sketch.heights.get((x, y), 0) - 1))
        if subject.verdict:
            lay_pieces(self._picture, list(self._names(stand)))
        seen = [triangle for triangle, face in self._seen.items() if face == subject.faulty]
        if seen:
            stamp(self._picture, crates.cross, *self._beside_name(stand, seen))

    def _beside_name(self, stand: Stand, seen: list[Triangle]) -> tuple[int, int]:
        """In the middle of what is seen of a face; on a whole lid to the left of its name."""
        x, y = stand.middle_of(seen)
        face = self._seen[seen[0]]
        return (x - round(stand.size.half * _ASIDE), y) if face.kind == LID and len(seen) > 1 else (x, y)

    def _names(self, stand: Stand) -> Iterator[Piece]:
        heights, opened, chosen = (
            self._subject.sketch.heights,
            self._subject.sketch.open,
            self._subject.column,
        )
        for column in (*heights, *self._subject.free):
            height = heights.get(column, 0)
            where = ON_WELL if column in opened else ON_LID if height else ON_TABLE
            label = self._art.label(
                name_of(column), ON_CHOSEN if column == chosen else where, stand.size.half
            )
            if label and self._is_open_to_view(column, height):
                x, y = stand.middle(*column, height - 1)
                yield label, x, y - stand.size.edge // 2

    def _is_open_to_view(self, column: Column, height: int) -> bool:
        """The middle of the lid, or of the place on the table, can be seen."""
        lid = Face(LID, *column, height - 1)
        a, b = lid.x - lid.z - 1, lid.y - lid.z - 1
        return all(self._seen.get((half, a, b), lid) == lid for half in (0, 1))

    def _badge_on(self, name: str) -> tuple[int, int]:
        """On the lid of a column."""
        (stand, _), column = self._fitted, NAMES[name]
        x, y = stand.middle(*column, self._subject.sketch.heights.get(column, 0) - 1)
        return x, y - stand.size.edge // 2

    def _paint_badges(self) -> None:
        """Of the columns that may be pulled down."""
        if self._subject.verdict:
            return
        for number, option in self._numbered():
            for name in option.places:
                stamp(self._picture, self._fittings.badges[number - 1], *self._badge_on(name))

    # The panels

    def _paint_seats(self) -> None:
        position, verdict, seat = self._position, self._subject.verdict, self._subject.seat
        if verdict:
            owner = position.turn if position.step is Step.KNOCK else None
            hand = position.building_hand
            self._art.needs.draw(self._picture, self._panel(seat), self._portraits, owner, hand, verdict.laid)
        else:
            super()._paint_seats()

    def _panels(self) -> Sequence[Panel]:
        return [replace(self._panel(seat), slots=self._slots(seat)) for seat in range(self._position.seats)]

    def _panel(self, seat: int) -> Panel:
        """Who it is."""
        return Panel(
            seat=seat,
            score=self._position.totals()[seat],
            state=self._state(seat),
            mark=self._mark(seat),
            person=self._person(seat),
        )

    def _slots(self, seat: int) -> tuple[Image.Image, ...]:
        """What it has."""
        position, state = self._position, self._state(seat)
        parts = position.parts(seat)
        if parts:
            return self._art.hands.of_parts(parts, state, position.seats)
        return self._art.hands.of(position.hands[seat], state, position.seats)

    def _state(self, seat: int) -> str:
        position = self._position
        if seat in position.left:
            return GONE
        if position.outcome:
            return LIT if seat in position.outcome.winners else IDLE
        is_drawing = position.step is Step.DRAW and seat == position.turn
        return LIT if seat in position.to_move or is_drawing else IDLE

    def _mark(self, seat: int) -> str | None:
        position = self._position
        if position.outcome or seat in position.left:
            return None
        if seat == position.knocker:
            return KNOCKED
        if seat == position.turn and position.step in (Step.WINDOW, Step.KNOCK):
            return PASSED
        if seat in position.answered or seat in dict(position.bids):
            return ANSWERED
        return GO if self._state(seat) == LIT else None
