"""What Discord tells twice is done once: after a connection broke it may say again what was heard before."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_REMEMBERED: Final = 10_000
"""Of what people did, whoever they were: more than can be told again."""


class ToldOnce:
    def __init__(self) -> None:
        self._told: OrderedDict[int, None] = OrderedDict()

    def is_new(self, number: int) -> bool:
        """Whether this, by its number, was never asked about before."""
        if number in self._told:
            return False
        self._told[number] = None
        if len(self._told) > _REMEMBERED:
            self._told.popitem(last=False)
        return True
