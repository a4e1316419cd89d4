"""What the table refuses people, by code. The sentences are in texts/."""

from __future__ import annotations

from engines.codes import Refusal, Value


class Refused(Exception):
    """Somebody asked for what cannot be. Nothing has changed."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        """For the log. The values may tell who it was, or what they wrote."""
        return self.code

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code})"


class RefusedByGame(Refused):
    """The engine refused a move or a setting; its sentence may be the game's own."""

    def __init__(self, game: str, refusal: Refusal) -> None:
        super().__init__(refusal.code, **refusal.values)
        self.game = game
        self.kind = refusal.kind
