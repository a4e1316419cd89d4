"""What a picture of Krabcek tells of the last turn."""

from __future__ import annotations

from collections.abc import Sequence

from engines.krabcek.labyrinth import BOXES
from engines.krabcek.moves import ChooseGate, Enter, Fly, Start, Switch, Throw, Walk
from engines.krabcek.pieces import KINDS
from engines.krabcek.position import KrabcekPosition
from engines.record import Ply


class LastMove:
    """Boxes are meant by their names."""

    def __init__(self, plies: Sequence[Ply[KrabcekPosition]]) -> None:
        moves = [ply for ply in plies if isinstance(ply.move, Enter | Walk | Fly | Switch)]
        self._ply = moves[-1] if moves else None
        self._plies = plies

    @property
    def route(self) -> tuple[str, ...]:
        """Box by box, of a piece that walked or was brought on."""
        if self._ply and isinstance(self._ply.move, Enter | Walk):
            return self._before.route(self._ply.move)
        return ()

    @property
    def entered(self) -> tuple[int, str] | None:
        """Side and kind of the piece that was brought on."""
        if self._ply and isinstance(self._ply.move, Enter):
            return self._before.turn, KINDS[self._ply.move.kind]
        return None

    @property
    def flight(self) -> tuple[str, str] | None:
        """From gate to gate."""
        if self._ply and isinstance(self._ply.move, Fly):
            return BOXES[self._ply.move.source], BOXES[self._ply.move.target]
        return None

    @property
    def switched(self) -> tuple[str, str] | None:
        if self._ply and isinstance(self._ply.move, Switch):
            return BOXES[self._ply.move.one], BOXES[self._ply.move.other]
        return None

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

    @property
    def _before(self) -> KrabcekPosition:
        assert self._ply
        return self._ply.before
