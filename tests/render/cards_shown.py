"""Cards that show what cards can be: who is on them, and what they have done."""

from __future__ import annotations

from random import Random
from typing import Final

from engines import GAMES
from render import DRAWERS
from render.cards.learnt import Learning, Learnt
from render.cards.profile import BEATEN, FORM, MET, UNMET, ProfileCard, ProfileGame
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


_OF_TWO: Final = [game for game in GAMES if GAMES[game].seats == (2, 2)]
_ONE, _OTHER, _THIRD = (_OF_TWO[number % len(_OF_TWO)] for number in (1, 0, 2))
_OF_MANY: Final = next(game for game in GAMES if GAMES[game].seats[1] > 2)


def _sides(game: str) -> tuple[str, ...]:
    return tuple(DRAWERS[game].sides)


def many(seats: int, winners: int, reason: str = "Won, most points") -> ResultCard:
    """At a table for so many."""
    return card(
        _OF_MANY,
        reason,
        *(
            seat(
                number,
                _sides(_OF_MANY)[number],
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
            _ONE,
            "Won, by captures",
            seat(0, _sides(_ONE)[0], won=True, score="10", rating="1500 → 1512?", gained="+12"),
            seat(1, _sides(_ONE)[1], score="7", rating="1538 → 1526", gained="\N{MINUS SIGN}12"),
        ),
        f"{_ONE}_ended",
    ),
    "result-drawn": (
        card(
            _OTHER,
            "Drawn, by agreement",
            seat(2, _sides(_OTHER)[0], rating="1500 → 1503?", gained="+3"),
            seat(3, _sides(_OTHER)[1], rating="1538 → 1535", gained="\N{MINUS SIGN}3"),
        ),
        f"{_OTHER}_drawn_end",
    ),
    "result-alone": (
        card(
            _THIRD,
            "Won, three musketeers across",
            ResultSeat(Person("Mina", level=3), _sides(_THIRD)[1], won=True, rating="Level 3"),
            seat(1, _sides(_THIRD)[0]),
            lines=("19 November 2026", "Against the computer", "Match 12"),
        ),
        f"{_THIRD}_ended",
    ),
    "result-three": (many(3, 2, "Shared win, most points"), f"{_OF_MANY}_shared_end"),
    "result-six": (many(6, 1), f"{_OF_MANY}_six_hands"),
    "result-contrast": (
        card(
            _ONE,
            "Won, by captures",
            seat(0, _sides(_ONE)[0], won=True, score="10", rating="1500 → 1512?", gained="+12"),
            seat(1, _sides(_ONE)[1], score="7", rating="1538 → 1526", gained="\N{MINUS SIGN}12"),
            theme="contrast",
        ),
        f"{_ONE}_ended",
    ),
}
"""By the names of their golden pictures: the card, and the scene of its last board."""


# Profiles

_COLUMNS: Final = ("rating", "rank", "W–D–L")  # noqa: RUF001 - dashes
_HEAD: Final = "Levels beaten"


def walk(game: int, matches: int) -> tuple[tuple[int, int], ...]:
    """A line of ratings, a match in four."""
    lots = Random(game)  # noqa: S311 - the same every time
    rating, points = 1500, []
    for match in range(matches):
        rating += lots.randint(-28, 34)
        points.append((4 * match + game, rating))
    return tuple(points)


def played(number: int, game: str) -> ProfileGame:
    points = walk(number, 25)
    beaten = 4 - number % 3
    return ProfileGame(
        game,
        GAMES[game].title,
        f"{points[-1][1]}{'?' if number > 1 else ''}",
        rank=(1, 12, 3, 140)[number % 4],
        tally=f"{42 - 9 * number}–{number}–{12 + number}",  # noqa: RUF001 - dashes
        ratings=points,
        levels=(*[BEATEN] * beaten, MET, *[UNMET] * (4 - beaten)),
    )


def unplayed(game: str) -> ProfileGame:
    return ProfileGame(game, GAMES[game].title, levels=(UNMET,) * 5)


_GAMES: Final = tuple(DRAWERS)[:4]
"""Those of the house, by the order of the register: a new one stands behind them."""
_HEADS: Final = ("puzzles", "lessons", "days in a row")


def learnt(number: int, game: str) -> Learnt:
    """A rating or none; a lesson not begun, on the way, or done."""
    return Learnt(
        game, ("1540", "", "988", "2016")[number % 4], (7, 0, 9, 11)[number % 4], (10, 11, 9, 11)[number % 4]
    )


_RESULTS: Final = ("won", "lost", "won", "drawn", "lost")
_ALL: Final = tuple(played(number, game) for number, game in enumerate(_GAMES))
_FORM_OF_ALL: Final = tuple(
    (_GAMES[number % len(_GAMES)], _RESULTS[number % len(_RESULTS)]) for number in range(FORM)
)
_FIRST, *_OTHERS = _GAMES
PROFILES: Final[dict[str, ProfileCard]] = {
    "profile": ProfileCard(PEOPLE[0], _ALL, _FORM_OF_ALL, _COLUMNS, _HEAD),
    "profile-one-game": ProfileCard(
        PEOPLE[2],
        (
            ProfileGame(
                *(_FIRST, GAMES[_FIRST].title, "1558?", 2, "3–1–1"),  # noqa: RUF001 - dashes
                ratings=((0, 1558), (1, 1590), (2, 1602), (3, 1575), (4, 1558)),
                levels=(BEATEN, MET, UNMET, UNMET, UNMET),
            ),
            *map(unplayed, _OTHERS),
        ),
        tuple((_FIRST, result) for result in _RESULTS),
        _COLUMNS,
        _HEAD,
    ),
    "profile-before-the-first-match": ProfileCard(
        PEOPLE[8],
        tuple(map(unplayed, _GAMES)),
        columns=_COLUMNS,
        levels=_HEAD,
        note=("No rated match here yet", "/play begins one"),
    ),
    "profile-learning": ProfileCard(
        PEOPLE[0],
        _ALL,
        _FORM_OF_ALL,
        _COLUMNS,
        _HEAD,
        learning=Learning(tuple(learnt(number, game) for number, game in enumerate(_GAMES)), _HEADS, 112),
    ),
    "profile-contrast": ProfileCard(PEOPLE[0], _ALL, _FORM_OF_ALL, _COLUMNS, _HEAD, theme="contrast"),
}
"""By the names of their golden pictures."""
