"""Cards: how long one takes to draw and encode, and how large its file is.

    python tests/bench/bench_cards.py

Each kind of card twenty times, with other people and other numbers each time; the art of the games and the
grounds of the cards are made beforehand. Once with faces that were drawn lately, and once with new ones.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from engines import GAMES
from render import draw_card, draw_profile, draw_result, draw_season
from render.cards.leaderboard import Card, CardRow
from render.cards.result import ResultCard
from render.cards.season import SeasonCard, SeasonPodium, SeasonRow
from render.faces import photograph, round_face
from render.person import Person
from tests.render.cards_shown import NAMES, PROFILES, RESULTS
from tests.render.gallery import scene
from tests.render.portraits import portrait

TIMES = 20
BAR = 15.0
"""Milliseconds of processor, at the median."""
Draw = Callable[[int], bytes]


def people(turn: int, count: int) -> list[Person]:
    return [
        Person(f"{NAMES[(turn + number) % len(NAMES)]} {turn}", portrait(turn + number))
        for number in range(count)
    ]


def result(name: str) -> Draw:
    card, board = RESULTS[name]

    def drawn(turn: int) -> bytes:
        seats = zip(card.seats, people(turn, len(card.seats)), strict=True)
        played = tuple(
            replace(seat, person=person, rating=f"{1500 - turn} → {1512 + turn}") for seat, person in seats
        )
        changed: ResultCard = replace(card, seats=played)
        return draw_result(changed, scene(board))

    return drawn


def profile(turn: int) -> bytes:
    card = PROFILES["profile"]
    games = tuple(replace(each, points=str(1500 + turn), tally=f"{turn}-1-2") for each in card.games)
    return draw_profile(replace(card, person=people(turn, 1)[0], games=games))


def leaderboard(turn: int) -> bytes:
    rows = tuple(
        CardRow(number, person, str(1874 - turn * number), 212 - turn, 1 - number / 12, number == 4)
        for number, person in enumerate(people(turn, 10), start=1)
    )
    game = next(iter(GAMES))
    return draw_card(Card(game, GAMES[game].title, rows, with_podium=True))


def season(turn: int) -> bytes:
    podiums = tuple(
        SeasonPodium(
            game,
            GAMES[game].title,
            tuple(
                SeasonRow(number, person, str(1556 - number * turn), number == 1)
                for number, person in enumerate(people(turn + place, 3), start=1)
            ),
        )
        for place, game in enumerate(GAMES)
    )
    return draw_season(SeasonCard("The third quarter of 2026", podiums))


KINDS: dict[str, Draw] = {
    **{name: result(name) for name in RESULTS},
    "profile": profile,
    "leaderboard": leaderboard,
    "season": season,
}


def main() -> None:
    columns = ("first", "median", "p95", "new faces", "bytes", "")
    print(" " * 18 + "".join(f"{column:>12}" for column in columns))  # noqa: T201 - a program that speaks
    for name, draw in KINDS.items():
        print(row(name, draw))  # noqa: T201


def row(name: str, draw: Draw) -> str:
    first = timed(draw, 0)
    warm = [timed(draw, turn, beforehand=True) for turn in range(1, TIMES + 1)]
    fresh = []
    for turn in range(1, TIMES + 1):
        round_face.cache_clear()
        photograph.cache_clear()
        fresh.append(timed(draw, turn))
    verdict = "ok" if max(median(warm), median(fresh)) <= BAR else "MISSED"
    times = (first, median(warm), quantiles(warm, n=20)[-1], median(fresh))
    cells = [*(f"{each:.1f} ms" for each in times), str(largest(draw)), verdict]
    return f"{name:18}" + "".join(f"{cell:>12}" for cell in cells)


def largest(draw: Draw) -> int:
    return max(len(draw(turn)) for turn in range(1, TIMES + 1))


def timed(draw: Draw, turn: int, *, beforehand: bool = False) -> float:
    """Of this thread alone: what it would be on an idle machine. `beforehand`: the faces are known."""
    if beforehand:
        draw(turn)
    began = time.thread_time()
    draw(turn)
    return (time.thread_time() - began) * 1000


if __name__ == "__main__":
    main()
