"""What engines say, in codes with values: notes and refusals. The sentences stand elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

Value = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth saying of a move, an option or a position: a code, and the values of its sentence."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deed:
    """What a move has done for its seat, and against it: true of the position right after it."""

    gains: tuple[Note, ...] = ()
    costs: tuple[Note, ...] = ()


class Refusal(Exception):
    """What cannot be done, and why. It changes nothing."""

    kind: ClassVar[str] = "refused"

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, values)
        self.code = code
        self.values: Mapping[str, Value] = values


class Unreadable(Refusal):
    """The text is no move (position, option) of this game, whatever the position."""

    kind = "unreadable"


class IllegalMove(Refusal):
    """The text is a move, but not here, not now or not yours."""

    kind = "illegal"


class Ambiguous(Refusal):
    """The text means more than one move; `values['moves']` names them."""

    kind = "ambiguous"
