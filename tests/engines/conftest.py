"""A comparison of two positions that fails shows their boards, and what else is not the same.

What thoughts and walks keep is seldom looked through for what could go: all of it stays until they are over,
and the matches that are shared stay longer.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from dataclasses import fields
from difflib import ndiff

import pytest

from engines.game import Position


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    if op != "==" or not (isinstance(left, Position) and type(left) is type(right)):
        return None
    names = [field.name for field in fields(left)]
    others = [name for name in names if getattr(left, name) != getattr(right, name)]
    return [
        "two positions are the same",
        *ndiff(str(right).splitlines(), str(left).splitlines()),
        *(f"{name}: {getattr(left, name)!r} instead of {getattr(right, name)!r}" for name in others),
    ]


@pytest.fixture(scope="package", autouse=True)
def _seldom_collected() -> Generator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(100 * usual[0], *usual[1:])
    yield
    gc.freeze()
    gc.set_threshold(*usual)
