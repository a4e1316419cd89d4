"""Who composes a build, and beside it what the build takes, in place of the panels of the other seats."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engines.cubus.tiles import Tiles
from render.boardfaces import Faces
from render.cubus.crates import KINDS
from render.cubus.hands import NEEDS, Hands, slot_in
from render.panels import IDLE, Panel, Panels, place_beside, places
from render.sprite import lay

_BUILDER: Final = places(4)[0]
NEEDED: Final = place_beside(_BUILDER)
_OWNER: Final = 44
"""The room for the sign of the seat whose tiles are used."""
_SIGN: Final = 30
"""From the left end to the middle of that sign."""


class Needs:
    """Made once a game."""

    def __init__(self, panels: Panels, hands: Hands) -> None:
        self._panels, self._hands = panels, hands

    def draw(
        self,
        picture: Image.Image,
        panel: Panel,
        faces: Faces | None,
        owner: int | None,
        owned: Tiles,
        needed: Tiles,
    ) -> None:
        """What is needed, of what there is; perhaps another seat's."""
        self._panels.draw_alone(picture, panel, _BUILDER, faces)
        self._panels.lay_plate(picture, NEEDED, IDLE)
        room = NEEDED.whole_room
        if owner is not None:
            _, y = NEEDED.middle
            self._panels.lay_sign(picture, owner, IDLE, NEEDED.left + _SIGN, y)
            room = room._replace(left=room.left + _OWNER, width=room.width - _OWNER)
        left = room.left
        for kind, need, own in zip(KINDS, needed, owned, strict=True):
            slot = slot_in(NEEDS, room, kind, _need(need, own), IDLE, is_lacking=need > own)
            lay(picture, self._hands.patch(slot), left, room.top)
            left += slot.width


def _need(needed: int, owned: int) -> str:
    """Of what there is; or how many come back."""
    return f"{needed}/{owned}" if needed >= 0 else f"+{-needed}"
