"""What Discord and the bot tell each other, copied: JSON, for which `deepcopy` takes three times as long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, Final

import pytest
import simcord.components
import simcord.gateway
import simcord.results
from simcord.backend import serializers
from simcord.http import router

_WORDS: Final = frozenset({str, int, bool, float, type(None)})
"""They never change."""


def copied(what: Any) -> Any:
    """As by `deepcopy`, but what stands in it twice is copied twice, as where it was sent."""
    kind = type(what)
    if kind in _WORDS:
        return what
    if kind is dict:
        return {key: copied(value) for key, value in what.items()}
    if kind is list:
        return [copied(each) for each in what]
    return deepcopy(what)


@contextmanager
def copying_quickly() -> Iterator[None]:
    """Meanwhile SimCord copies like this: all commands for each bot, and each message whenever it is seen."""
    with pytest.MonkeyPatch.context() as patch:
        for room in (simcord.components, simcord.results, serializers):
            patch.setattr(room, "deepcopy", copied)
        for room in (simcord.gateway, router):
            patch.setattr(room, "copy", SimpleNamespace(deepcopy=copied))
        yield
