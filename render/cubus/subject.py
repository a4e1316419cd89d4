"""What lies on the table: the pile, or the draft of another."""

from __future__ import annotations

from dataclasses import dataclass

from engines.cubus.builds import Verdict
from engines.cubus.composing import Preview
from engines.cubus.pile import BACK, Column
from engines.cubus.position import CubusPosition
from engines.cubus.sketch import Sketch
from engines.cubus.view import Face
from render.cubus.lastbuild import LastBuild, last_build
from render.cubus.plan import Plan, lines_of
from render.scene import Scene


@dataclass(frozen=True, slots=True)
class Subject:
    """In the frame of the present pile."""

    sketch: Sketch
    told: LastBuild
    verdict: Verdict | None = None
    """Of what is composed."""
    column: Column | None = None
    seat: int = 0
    """Who composes it."""

    @property
    def faulty(self) -> Face | None:
        return self.verdict.fault.face if self.verdict and self.verdict.fault else None

    @property
    def free(self) -> tuple[Column, ...]:
        """Where a column may be set up, while a build is composed; the selected one among them."""
        if self.verdict is None:
            return ()
        chosen = () if self.column is None or self.column in self.sketch.heights else (self.column,)
        return tuple(dict.fromkeys((*self.sketch.ring, *chosen)))

    @property
    def new(self) -> frozenset[Column]:
        before = self.told.before
        if before is None:
            return frozenset()
        return frozenset(
            column for column, height in self.sketch.heights.items() if height > before.get(column, 0)
        )


def subject_of(scene: Scene[CubusPosition]) -> Subject:
    position = scene.position
    preview = scene.choices.preview if scene.choices else None
    if isinstance(preview, Preview):
        told = LastBuild(before=position.pile.heights)
        return Subject(preview.sketch, told, preview.verdict, preview.column, preview.seat)
    told = LastBuild() if scene.choices else last_build(position, scene.last)
    return Subject(Sketch(position.pile.heights, position.pile.open), told)


def plan_of(subject: Subject) -> Plan:
    """With the free lines round it where a build is composed."""
    columns, rows = lines_of((*subject.sketch.heights, *subject.sketch.open, *subject.free))
    if subject.verdict:
        columns, rows = range(BACK, columns.stop), range(BACK, rows.stop)
    return Plan(
        heights=subject.sketch.heights,
        open=subject.sketch.open,
        columns=columns,
        rows=rows,
        new=subject.new,
        chosen=subject.column,
        faulty=subject.faulty and (subject.faulty.x, subject.faulty.y),
    )
