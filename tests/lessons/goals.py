"""What each task asks, said once more in plain code: a judge of the conditions in lessons/<game>.toml.

What threatens, captures and leads away is asked of the engines that were written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines import GAMES
from tests.engines import knopen_reference, krabcek_reference, kriskras_reference
from tests.engines.test_knopen_reference import told_to_the_reference as knopen_told
from tests.engines.test_kriskras_reference import told_to_the_reference as kriskras_told

Goal = Callable[[Any, str, Any], bool]
"""Of the position before, the move as it is written, and the position after."""


# Knopen


def _threatened(position: Any, by: str = "R") -> set[str]:
    stones = knopen_told(position).stones
    return {knopen_reference.name(square) for square in knopen_reference.threatened(stones, by)}


def _are_apart(position: Any) -> bool:
    return not knopen_reference.offenders(knopen_told(position).stones, "R")


def _threatens(least: int) -> Goal:
    return lambda _, __, after: len(_threatened(after)) >= least and _are_apart(after)


def _nobody_is_lost(_: Any, __: str, after: Any) -> bool:
    return not _threatened(after, "B") and _are_apart(after)


# Krabcek


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


# Kris-kras


def _fewer(kind: str) -> Goal:
    def fewer(before: Any, _: str, after: Any) -> bool:
        counts = [
            len(kriskras_reference.squares(kriskras_told(each).board, "Z", kind)) for each in (before, after)
        ]
        return counts[1] == counts[0] - 1

    return fewer


def _home(position: Any, kinds: str) -> int:
    board = kriskras_told(position).board
    return sum(
        kriskras_reference.is_home(square, "W") for square in kriskras_reference.squares(board, "W", kinds)
    )


def _is_in_shelter(before: Any, text: str, _: Any) -> bool:
    end = kriskras_reference.square_named(text.rsplit("-", maxsplit=1)[-1])
    return text.startswith("f4-") and end[1] == kriskras_reference.OWN_ZONE["W"]


# Cubus


def _gains(points: int) -> Goal:
    def gains(before: Any, _: str, after: Any) -> bool:
        (builder,) = before.to_move
        return bool(after.totals()[builder] - before.totals()[builder] >= points)

    return gains


def _frees(tiles: int) -> Goal:
    return lambda before, _, after: bool(before.pile.tiles.total - after.pile.tiles.total >= tiles)


def _is(*texts: str) -> Goal:
    return lambda _, text, __: text in texts


def _has_won(reason: str) -> Goal:
    return lambda before, _, after: bool(
        after.outcome and after.outcome.reason == reason and after.outcome.winners == tuple(before.to_move)
    )


GOALS: Final[Mapping[tuple[str, str], Goal]] = {
    ("knopen", "holes"): _is("f9-f5"),
    ("knopen", "jump"): _is("e5-e8"),
    ("knopen", "pair"): _threatens(1),
    ("knopen", "both"): _threatens(2),
    ("knopen", "capture"): lambda _, __, after: after.taken[0] == 9,
    ("knopen", "two"): _threatens(2),
    ("knopen", "penalty"): lambda _, __, after: after.taken[0] == 9 and not _threatened(after, "B"),
    ("knopen", "escape"): _nobody_is_lost,
    ("knopen", "tempo"): lambda before, text, after: (
        _threatens(2)(before, text, after) and _nobody_is_lost(before, text, after)
    ),
    ("knopen", "win"): _has_won("target"),
    ("krabcek", "gate"): _is_best_gate,
    ("krabcek", "enter"): lambda _, text, __: text.startswith("M@"),
    ("krabcek", "bigboy"): _on_no_path,
    ("krabcek", "walk"): _moves("M"),
    ("krabcek", "edge"): _is("dh-h0"),
    ("krabcek", "fly"): lambda _, text, __: text.startswith("G6^"),
    ("krabcek", "switch"): lambda before, _, after: (
        "G@f0" in _fields(after)["black"] and "M@f0" in _fields(before)["black"]
    ),
    ("krabcek", "stack"): lambda _, __, after: "GM@" in _fields(after)["black"],
    ("krabcek", "block"): _is_shut_out,
    ("krabcek", "krabcek"): _has_won("krabcek"),
    ("kriskras", "hook"): _is("m9-j9-j11"),
    ("kriskras", "slant"): lambda _, text, __: text.startswith("e9-") and text.endswith("-e12"),
    ("kriskras", "capture"): _fewer("S"),
    ("kriskras", "choose"): _fewer("M"),
    ("kriskras", "arrive"): lambda before, _, after: _home(after, "MS") > _home(before, "MS"),
    ("kriskras", "exact"): lambda before, _, after: _home(after, "M") > _home(before, "M"),
    ("kriskras", "retreat"): _is_in_shelter,
    ("kriskras", "exchange"): lambda before, _, after: after.exchanges[0] > before.exchanges[0],
    ("kriskras", "win"): _has_won("home"),
    ("cubus", "crate"): lambda before, _, after: after.pile.tiles.lids > before.pile.tiles.lids,
    ("cubus", "more"): _gains(4),
    ("cubus", "gift"): lambda before, text, after: (
        _gains(3)(before, text, after) and after.hands == before.hands
    ),
    ("cubus", "gap"): _gains(5),
    ("cubus", "large"): _gains(9),
    ("cubus", "under"): _gains(8),
    ("cubus", "knock"): _is("knock"),
    ("cubus", "show"): _gains(3),
    ("cubus", "lower"): _frees(2),
}
