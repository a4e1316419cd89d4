"""Cards that show what cards can be: who is on them, and what they have done."""

from __future__ import annotations

from typing import Final

from engines import GAMES
from render.cards.result import ResultCard, ResultSeat
from render.person import Person
from tests.render.portraits import portrait

NAMES: Final = (
    *("Anneke de Knopenkoning", "Björn", "señor_ñandú", "Игорь", "Łukasz Wójcik"),
    *("a very long display name that never ends", "Ελένη", "Müller-Lüdenscheidt", "Ødegård", "Zoë 🎲"),
)
PEOPLE: Final = tuple(
    Person(name, portrait(number) if number % 3 != 2 else b"") for number, name in enumerate(NAMES)
)
"""Every third has no face."""
_LINES: Final = ("19 November 2026", "Rated", "Match 12")


def seat(number: int, side: str, **told: str | bool) -> ResultSeat:
    return ResultSeat(PEOPLE[number], side, **told)  # type: ignore[arg-type]


def card(
    game: str, reason: str, *seats: ResultSeat, lines: tuple[str, ...] = _LINES, theme: str = ""
) -> ResultCard:
    return ResultCard(game, GAMES[game].title, reason, seats, lines, theme)


_SIGNS: Final = ("disc", "triangle", "square", "diamond", "star", "plus")


def many(seats: int, winners: int, reason: str = "Won, most points") -> ResultCard:
    """At a table for so many."""
    return card(
        "cubus",
        reason,
        *(
            seat(
                number,
                _SIGNS[number],
                won=number < winners,
                score=str(41 - 6 * max(number, winners - 1)),
                rating=f"{1512 - 9 * number} → {1540 - 21 * number}?",
                gained="+28" if number < seats / 2 else "\N{MINUS SIGN}19",
            )
            for number in range(seats)
        ),
    )


RESULTS: Final[dict[str, tuple[ResultCard, str]]] = {
    "result-won": (
        card(
            "knopen",
            "Won, by captures",
            seat(0, "red", won=True, score="10", rating="1500 → 1512?", gained="+12"),
            seat(1, "blue", score="7", rating="1538 → 1526", gained="\N{MINUS SIGN}12"),
        ),
        "knopen_ended",
    ),
    "result-drawn": (
        card(
            "krabcek",
            "Drawn, by agreement",
            seat(2, "black", rating="1500 → 1503?", gained="+3"),
            seat(3, "white", rating="1538 → 1535", gained="\N{MINUS SIGN}3"),
        ),
        "krabcek_drawn_end",
    ),
    "result-alone": (
        card(
            "kriskras",
            "Won, three musketeers across",
            ResultSeat(Person("Mina", level=3), "white", won=True, rating="Level 3"),
            seat(1, "black"),
            lines=("19 November 2026", "Against the computer", "Match 12"),
        ),
        "kriskras_ended",
    ),
    "result-three": (many(3, 2, "Shared win, most points"), "cubus_shared_end"),
    "result-six": (many(6, 1), "cubus_six_hands"),
    "result-contrast": (
        card(
            "knopen",
            "Won, by captures",
            seat(0, "red", won=True, score="10", rating="1500 → 1512?", gained="+12"),
            seat(1, "blue", score="7", rating="1538 → 1526", gained="\N{MINUS SIGN}12"),
            theme="contrast",
        ),
        "knopen_ended",
    ),
}
"""By the names of their golden pictures: the card, and the scene of its last board."""
