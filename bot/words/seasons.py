"""How seasons are said: their podiums, who stands there, and when they end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.club.podiums import LEAST_OPPONENTS, Place, Season
from bot.words import ladders
from bot.words.language import Language
from engines import GAMES

Named = Callable[[int], str]
"""What a member is called where it is said."""
_MOST: Final = (5, 3, 1)
"""On one podium, said one by one: as many as there is room for."""
_ROOM: Final = 1500
"""Characters, for all podiums."""


def by_game(places: Iterable[Place]) -> Iterator[tuple[str, list[Place]]]:
    """The games in the order of the house; none that is gone from it."""
    known = {game: list(own) for game, own in groupby(places, key=lambda place: place.game)}
    yield from ((game, known[game]) for game in GAMES if game in known)


def name(season: Season, words: Language) -> str:
    """As it stands alone: `The fourth quarter of 2026`."""
    said = ladders.period(season.period, words)
    return said[:1].upper() + said[1:]


def podiums(places: Sequence[Place], named: Named, words: Language) -> list[str]:
    """Of each game its name and who stands on the steps, a line each."""
    lines: list[str] = []
    for most in _MOST:
        lines = _podiums(places, named, words, most)
        if len("\n".join(lines)) <= _ROOM:
            break
    return lines


def _podiums(places: Sequence[Place], named: Named, words: Language, most: int) -> list[str]:
    lines: list[str] = []
    for game, own in by_game(places):
        lines.append(words.say("seasons.game", game=GAMES[game].title))
        lines += [_line(place, named, words) for place in own[:most]]
        if len(own) > most:
            lines.append(words.say("seasons.more", count=len(own) - most))
    return lines


def _line(place: Place, named: Named, words: Language) -> str:
    return words.say(
        "seasons.champion" if place.is_champion else "seasons.place",
        rank=ladders.rank(place.standing),
        name=named(place.standing.member),
        points=ladders.points(place.standing),
        tally=ladders.tally(place.standing, words),
    )


def alt(places: Sequence[Place], season: Season, named: Named, words: Language) -> str:
    """All podiums for those who cannot see the picture."""
    games = [
        words.say(
            "seasons.alt_game",
            game=GAMES[game].title,
            rows="; ".join(
                f"{place.standing.rank}. {named(place.standing.member)} {ladders.points(place.standing)}"
                for place in own
            ),
        )
        for game, own in by_game(places)
    ]
    return words.say("seasons.alt", season=ladders.period(season.period, words), games=" ".join(games))


def ends(season: Season) -> str:
    return f"<t:{season.ends_at}:f>"


def next_one(season: Season, least: int, words: Language) -> str:
    """The season after one that is over, and what it takes to stand on its podium."""
    return words.say(
        "seasons.next",
        season=name(season, words),
        end=ends(season),
        least=least,
        opponents=LEAST_OPPONENTS,
    )
