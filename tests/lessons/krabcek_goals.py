"""What each task of Krabcek asks, once more in plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines import GAMES
from tests.engines import krabcek_reference
from tests.lessons.goals import Goal, by_winning, by_writing


def _is_best_gate(before: Any, text: str, _: Any) -> bool:
    touching = krabcek_reference.paths(_fields(before)["lay"]).touching
    gate = f"G{text.split()[1]}"
    return len(touching[gate]) == max(map(len, (touching[free] for free in krabcek_reference.GATES.values())))


def _fields(position: Any) -> dict[str, str]:
    lay, gates, black, white, *_ = GAMES["krabcek"].write_position(position).split()
    return {"lay": lay, "gates": gates, "black": black, "white": white}


def _on_no_path(_: Any, text: str, after: Any) -> bool:
    """Bigboy, where it is in nobody's way."""
    touching = krabcek_reference.paths(_fields(after)["lay"]).touching
    return text.startswith("G@") and not touching[text.removeprefix("G@")]


def _moves(kind: str) -> Goal:
    """A walk of this kind of piece."""

    def moves(before: Any, text: str, _: Any) -> bool:
        source, dash, _ = text.partition("-")
        return bool(dash) and f"{kind}@{source}" in _fields(before)["black"].split(",")

    return moves


def _is_shut_out(_: Any, __: str, after: Any) -> bool:
    """White has no gate to come on through."""
    fields = _fields(after)
    taken = {piece.split("@")[1] for piece in f"{fields['black']},{fields['white']}".split(",")}
    return {f"G{number}" for number, owner in enumerate(fields["gates"], 1) if owner == "W"} <= taken


GOALS: Final[Mapping[str, Goal]] = {
    "gate": _is_best_gate,
    "enter": lambda _, text, __: text.startswith("M@"),
    "bigboy": _on_no_path,
    "walk": _moves("M"),
    "edge": by_writing("dh-h0"),
    "fly": lambda _, text, __: text.startswith("G6^"),
    "switch": lambda before, _, after: (
        "G@f0" in _fields(after)["black"] and "M@f0" in _fields(before)["black"]
    ),
    "stack": lambda _, __, after: "GM@" in _fields(after)["black"],
    "block": _is_shut_out,
    "krabcek": by_winning("krabcek"),
}
