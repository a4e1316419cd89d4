"""Pure rules: the standard library only; no clock, no files, no chance of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.cubus import Cubus
from engines.game import Game
from engines.knopen import Knopen
from engines.krabcek import Krabcek
from engines.kriskras import Kriskras

GAMES: Final[Mapping[str, Game[Any]]] = {
    game.name: game
    for game in (
        Krabcek(),
        Knopen(),
        Kriskras(),
        Cubus(),
    )
}
"""The register: one line a game."""
