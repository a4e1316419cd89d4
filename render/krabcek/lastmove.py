"""What a picture of Krabcek tells of the last turn."""

from __future__ import annotations

from collections.abc import Sequence

from engines.krabcek.labyrinth import BOXES
from engines.krabcek.moves import ChooseGate, Enter, Fly, Start, Switch, Throw, Walk
from engines.krabcek.pieces import KINDS
from engines.krabcek.position import KrabcekPosition
from engines.record import Ply


class Step:
    """One move. Boxes are meant by their names."""

    def __init__(self, ply: Ply[KrabcekPosition]) -> None:
        self._before = ply.before
        self._move = ply.move

    @property
    def route(self) -> tuple[str, ...]:
        """Box by box, of a piece that walked or was brought on."""
        return self._before.route(self._move) if isinstance(self._move, Enter | Walk) else ()

    @property
    def entered(self) -> tuple[int, str] | None:
        """Side and kind of the piece that was brought on."""
        return (self._before.turn, KINDS[self._move.kind]) if isinstance(self._move, Enter) else None

    @property
    def flight(self) -> tuple[str, str] | None:
        """From gate to gate."""
        return (BOXES[self._move.source], BOXES[self._move.target]) if isinstance(self._move, Fly) else None

    @property
    def switched(self) -> tuple[str, str] | None:
        return (BOXES[self._move.one], BOXES[self._move.other]) if isinstance(self._move, Switch) else None

    @property
    def left(self) -> str | None:
        """The box that a piece went from."""
        if self.flight:
            return self.flight[0]
        return self.route[0] if self.route and not self.entered else None

    @property
    def arrivals(self) -> tuple[str, ...]:
        """The boxes where pieces came to stand."""
        if self.switched:
            return self.switched
        if self.flight:
            return self.flight[1:]
        return self.route[-1:]


class LastMove:
    """The last one of each side, where several turns are told."""

    def __init__(self, plies: Sequence[Ply[KrabcekPosition]]) -> None:
        self._plies = plies
        moves = {ply.before.turn: ply for ply in plies if isinstance(ply.move, Enter | Walk | Fly | Switch)}
        self.steps = tuple(Step(ply) for ply in moves.values())

    @property
    def chosen_gates(self) -> tuple[str, ...]:
        return tuple(BOXES[ply.move.gate] for ply in self._plies if isinstance(ply.move, ChooseGate))

    def unused_throw(self, side: int) -> int | None:
        """What a side threw for nothing: the higher starting throw, or the throw it could not move with."""
        for ply in reversed(self._plies):
            match ply.move:
                case Start(black, white) if black != white:
                    throws = black, white
                    return throws[side] if throws[side] > throws[1 - side] else None
                case Throw(eyes) if ply.before.turn == side:
                    return eyes if ply.after.outcome else None
        return None
