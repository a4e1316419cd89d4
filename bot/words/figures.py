"""What figures of the rules show, in words, for those who cannot see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.words.language import Figure, Language
from engines import GAMES
from engines.choices import Choices
from engines.game import Position


def described(
    game: str, position: Position, figure: Figure, words: Language, choices: Choices | None = None
) -> str:
    """What it is about and what is marked first, then the position; the choices as they are numbered."""
    said = [f"{GAMES[game].title}.", *_marks(game, figure, words)]
    if choices:
        said += _choices(game, choices, words)
    return " ".join([*said, *words.notes(game, "summary", position.summary())])


def _marks(game: str, figure: Figure, words: Language) -> Iterator[str]:
    if figure.around:
        yield words.say("figures.around", places=figure.around)
    if figure.marked:
        yield words.say("figures.numbered", numbers=_numbers(enumerate(figure.marked, start=1)))
    for (kind, source), ways in groupby(figure.ways, key=lambda way: way[:2]):
        yield words.of_game(game, f"ways.{kind}", source=source, targets=tuple(end for _, _, end in ways))


def _choices(game: str, choices: Choices, words: Language) -> Iterator[str]:
    if choices.chosen:
        yield words.say("figures.chosen", places=choices.chosen)
    numbered = [
        (option.number or number, option.places)
        for number, option in enumerate(choices.options, start=1)
        if option.places and choices.numbered
    ]
    if numbered:
        yield words.say("figures.numbered", numbers=_numbers(numbered))
    yield from words.notes(game, "composed", choices.in_words)


def _numbers(numbered: Iterable[tuple[int, tuple[str, ...]]]) -> str:
    """Such as `1: a5, h5; 2: h7`."""
    return "; ".join(f"{number}: {', '.join(places)}" for number, places in numbered)
