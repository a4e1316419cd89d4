"""Pictures of games without a field: felt, and panels at the foot for two to six seats."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace

from PIL import Image

from engines.game import Outcome, P
from render.fittings import TableFittings
from render.painting import Painting
from render.panels import Panel, dice_of
from render.plates import SHARED, WON, Plate
from render.scene import Scene
from render.sprite import Sprite


class TablePainting(Painting[P]):
    """Felt, and a panel for each of two to six seats at the foot."""

    _fittings: TableFittings

    def __init__(self, scene: Scene[P], ground: Image.Image, fittings: TableFittings) -> None:
        super().__init__(scene, ground, fittings)

    @abstractmethod
    def _panels(self) -> Sequence[Panel]:
        """One for each seat."""

    def dice(self) -> Iterable[tuple[Sprite, tuple[int, int]]]:
        return dice_of(self._panels())

    def _paint_seats(self) -> None:
        panels = self._panels()
        if not self._shows_dice:
            panels = [replace(panel, dice=()) for panel in panels]
        self._fittings.panels.draw(self._picture, panels, self._portraits)

    def _paint_middle_of_header(self) -> None:
        """When the match is over, the ribbon lies beside the name of the game."""
        outcome = self._position.outcome
        if outcome:
            plates = [self._ribbon(seat, outcome) for seat in outcome.winners or self._sharing(outcome)]
            self._fittings.header.draw_ribbon(self._picture, plates, self._portraits)
        else:
            super()._paint_middle_of_header()

    def _ribbon(self, seat: int, outcome: Outcome) -> Plate:
        state = WON if outcome.winners else SHARED
        return Plate(self._fittings.emblems[seat], outcome.scores[seat], state, person=self._person(seat))

    def _sharing(self, outcome: Outcome) -> Sequence[int]:
        """Who lies on the ribbon where nobody won."""
        return range(len(outcome.scores))
