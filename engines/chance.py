"""Chance from a text: the same text gives the same lots, throws and tiles, on every machine.

The engines own no chance; whoever hosts a match hands them a source. This one is a few lines long on
purpose, so that anybody can write it again elsewhere and check a match.
"""

from __future__ import annotations

import hashlib

_WORD = 2**64


class TextSource:
    """Numbers from SHA-256 of the text and a counter; too high ones are dropped, so that none is favoured."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._count = 0

    def below(self, n: int) -> int:
        if not 0 < n <= _WORD:
            raise ValueError(n)
        while True:
            digest = hashlib.sha256(f"{self._text}/{self._count}".encode()).digest()
            self._count += 1
            word = int.from_bytes(digest[:8], "big")
            if word < _WORD - _WORD % n:
                return word % n
