"""What the notations of all games share: how numbers, fields and ends of matches are written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engines.game import Outcome


def write_numbers(numbers: Iterable[int]) -> str:
    """Such as `0,2`; `-` for none."""
    return ",".join(map(str, numbers)) or "-"


def read_numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))


def read_number(text: str) -> int | None:
    """None for `-`."""
    return None if text == "-" else int(text)


def write_fields(fields: Mapping[str, object], outcome: Outcome | None) -> str:
    """Such as `quiet=0 first=- over=left:1`: None is a dash, and the end stands last, if there is one."""
    written = [f"{name}={'-' if value is None else value}" for name, value in fields.items()]
    if outcome:
        written.append(f"over={outcome.reason}:{write_numbers(sorted(set(outcome.winners)))}")
    return " ".join(written)


def read_outcome(found: re.Match[str], totals: tuple[int, ...]) -> Outcome | None:
    """The end as a pattern has found it by its groups `reason` and `winners`."""
    return Outcome(found["reason"], read_numbers(found["winners"]), totals) if found["reason"] else None
