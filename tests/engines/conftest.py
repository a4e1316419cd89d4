"""A comparison of two positions that fails shows their boards, and what else is not the same."""

from __future__ import annotations

from dataclasses import fields
from difflib import ndiff

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
