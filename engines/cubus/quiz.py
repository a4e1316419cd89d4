"""What may be asked of a position of Cubus as a puzzle: the most points that the tiles are worth."""

from __future__ import annotations

from typing import Final

from engines.codes import Note
from engines.cubus.builds import obvious_builds
from engines.cubus.moves import Build, Step
from engines.cubus.notation import find_move, write_move
from engines.cubus.position import CubusPosition
from engines.cubus.solver import BEST_NODES, best_build
from engines.moves import Move
from engines.quiz import MOST, Asked, Miss, Quiz

_LEAST_POINTS: Final = 2
_DEEPER: Final = 5


class MostPoints(Quiz[CubusPosition]):
    """Every build counts, by how much of the most it is worth."""

    def asked(self, position: CubusPosition, seat: int) -> Asked | None:
        if position.step is not Step.BUILD or position.opening or not position.is_building(seat):
            return None
        before, hand, young = position.pile, position.building_hand, position.rules.young
        best = best_build(before, hand, young=young, nodes=BEST_NODES)
        if best.pile is None or not best.exact or best.points < _LEAST_POINTS:
            return None
        obvious = (position.verdict(pile).points for pile in obvious_builds(before, hand, young=young))
        if max(obvious, default=0) == best.points:
            return None
        text = write_move(Build(best.pile))
        return Asked(MOST, (text,), (text,), best.points)

    def is_confirmed(self, position: CubusPosition, seat: int, asked: Asked, times: int = 1) -> bool:  # noqa: ARG002
        """There is no better one, and that is proved."""
        nodes = _DEEPER * times * BEST_NODES
        best = best_build(position.pile, position.building_hand, young=position.rules.young, nodes=nodes)
        return best.exact and best.points == asked.points

    def share(self, position: CubusPosition, seat: int, asked: Asked, move: Move) -> float:  # noqa: ARG002
        points = position.verdict(move.pile).points if isinstance(move, Build) else 0
        return min(max(points, 0) / asked.points, 1.0)

    def miss(self, position: CubusPosition, seat: int, asked: Asked, move: Move) -> Miss:
        """Beside a build that is worth most: that makes more crates, or takes fewer tiles."""
        best = find_move(position, seat, asked.answers[0])
        assert isinstance(best, Build)
        return Miss(_note(position, best, move), (write_move(move),))


def _note(position: CubusPosition, best: Build, move: Move) -> Note:
    most = position.verdict(best.pile)
    if not isinstance(move, Build):
        return Note("none_seen", {"count": most.points})
    own = position.verdict(move.pile)
    code = "more_crates" if most.new > own.new else "fewer_tiles"
    return Note(code, {"points": own.points, "count": most.points})
