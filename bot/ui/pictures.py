"""Pictures for messages, drawn in threads: boards, films and cards. Nobody else asks for any.

A picture that fails is logged and left out; whatever it shows can be said in letters.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import discord

from bot.club.computers import is_computer, level_of
from bot.club.match import Match
from bot.ui import limits
from bot.words import sentences
from bot.words.films import described_film
from bot.words.language import LANGUAGES, Language, language, shortened
from engines import GAMES
from engines.choices import Choices
from engines.game import Game, Hint, Position
from engines.players.looking import Odds
from engines.players.review import Review, evened
from render import as_read as in_order
from render import (
    draw,
    draw_card,
    draw_profile,
    draw_result,
    draw_review,
    draw_scale,
    draw_season,
    text_board,
    tone,
    warm,
)
from render.avatar import face_of
from render.cards.leaderboard import Card, CardRow
from render.cards.learnt import Learning, Learnt
from render.cards.profile import BEATEN, FORM, MET, UNMET, ProfileCard, ProfileGame
from render.cards.result import ResultCard, ResultSeat
from render.cards.review import ReviewCard, ReviewSeat
from render.cards.scale import Scale
from render.cards.season import SeasonCard, SeasonPodium, SeasonRow
from render.choosing import draw_tables
from render.film import Film, Heard
from render.film import film as draw_film
from render.names import is_lettered
from render.person import Person
from render.scene import PAGE, Scene
from render.tables import TABLES, USUAL
from render.tempo import spread

log = logging.getLogger(__name__)

__all__ = [
    "BEATEN",
    "FORM",
    "HINT",
    "MET",
    "PAGE",
    "RESULT",
    "TABLES",
    "UNMET",
    "USUAL",
    "Card",
    "CardRow",
    "Learning",
    "Learnt",
    "Person",
    "ProfileCard",
    "ProfileGame",
    "ResultCard",
    "ResultSeat",
    "ReviewCard",
    "ReviewSeat",
    "Scale",
    "SeasonCard",
    "SeasonPodium",
    "SeasonRow",
    "Seen",
    "as_read",
    "board",
    "card",
    "colour_of",
    "face",
    "figure",
    "film",
    "hint",
    "is_lettered",
    "lay_out_paints",
    "people_of",
    "person",
    "profile",
    "result",
    "review",
    "scale",
    "season",
    "spread",
    "tables",
]

Seen = Mapping[int, bytes]
"""By member, as PNG files: those that there are."""

_PAINTERS: Final = ThreadPoolExecutor(2, thread_name_prefix="painter")
"""Half of drawing is Python, one thread at a time: more painters would only hold up each other and us."""
_PROJECTOR: Final = ThreadPoolExecutor(1, thread_name_prefix="projector")
"""For films and cards of people. A film takes as long as a hundred boards: no board waits for one."""


HINT: Final = "-hint"
"""Ends the name of a picture that shows one: in posts it names nobody."""
RESULT: Final = "-result"
"""Ends the name of a picture that tells how a match ended."""


async def lay_out_paints() -> None:
    """Make the art of all games, so that nobody waits for it at the first picture."""
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(loop.run_in_executor(_PAINTERS, warm, game) for game in GAMES))


async def face(avatar: bytes) -> bytes:
    """As it is kept; empty where the file is no picture that we show. No board waits for it."""
    return await asyncio.to_thread(face_of, avatar)


async def picture_of(scene: Scene[Any], *, name: str, alt: str) -> tuple[list[discord.File], str]:
    """The picture as a file; or, if drawing fails, no file and a board in letters for the message itself."""
    files = await _painted(partial(draw, scene), name=name, alt=alt)
    return files, "" if files else f"\n```\n{text_board(scene)}\n```"


async def card(card: Card, *, name: str, alt: str) -> list[discord.File]:
    """A leaderboard as a picture; no file if drawing fails, for the message says all of it."""
    return await _painted(partial(draw_card, card), name=name, alt=alt, by=_PROJECTOR)


async def season(card: SeasonCard, *, name: str, alt: str) -> list[discord.File]:
    """The podiums of a season; no file if drawing fails."""
    return await _painted(partial(draw_season, card), name=name, alt=alt, by=_PROJECTOR)


async def result(
    card: ResultCard, match: Match, words: Language, faces: Seen, *, seat: int, alt: str
) -> list[discord.File]:
    """How the match ended, with its last board as it is seen from a seat; no file if drawing fails."""
    scene = replace(_scene(match, words, faces), seat=seat)
    name = f"{match.game.name}-{match.id}-{match.ply}{RESULT}"
    return await _painted(partial(draw_result, card, scene), name=name, alt=alt)


async def profile(card: ProfileCard, *, name: str, alt: str) -> list[discord.File]:
    """What somebody has made of the games; no file if drawing fails, for the message says it."""
    return await _painted(partial(draw_profile, card), name=name, alt=alt, by=_PROJECTOR)


async def review(card: ReviewCard, *, name: str, alt: str) -> list[discord.File]:
    """The curve of a match; no file if drawing fails."""
    return await _painted(partial(draw_review, card), name=name, alt=alt, by=_PROJECTOR)


async def scale(scale: Scale, *, name: str, alt: str) -> list[discord.File]:
    """What ratings mean; no file if drawing fails, for the message says it."""
    return await _painted(partial(draw_scale, scale), name=name, alt=alt, by=_PROJECTOR)


async def tables(*, alt: str) -> list[discord.File]:
    """All games at every table there is to choose; no file if drawing fails."""
    return await _painted(_tables, name="tables", alt=alt)


@cache
def _tables() -> bytes:
    """With positions that the rules tell of."""
    return draw_tables([Scene(name, _shown_of(game)) for name, game in GAMES.items()])


def _shown_of(game: Game[Any]) -> Position:
    figures = [page.figure for page in language(LANGUAGES[0]).pages(game.name) if page.figure]
    shown: Position = (
        game.read_position(figures[len(figures) // 2].position) if figures else game.start({}, game.seats[0])
    )
    return shown


async def _painted(
    paint: Callable[[], bytes], *, name: str, alt: str, by: Executor = _PAINTERS
) -> list[discord.File]:
    """The picture as a file; none if drawing fails."""
    try:
        drawn = await asyncio.get_running_loop().run_in_executor(by, paint)
    except Exception:
        log.exception("a picture failed", extra={"picture": name})
        return []
    return [discord.File(io.BytesIO(drawn), filename=f"{name}.png", description=shortened(alt, limits.ALT))]


async def board(
    match: Match,
    words: Language,
    faces: Seen,
    *,
    seat: int = 0,
    choices: Choices | None = None,
    page: int = 0,
    theme: str = "",
) -> tuple[list[discord.File], str]:
    """The board of a match, for everybody or for one seat's eyes, perhaps with numbered options on it."""
    scene = replace(_scene(match, words, faces), seat=seat, choices=choices, page=page, theme=theme)
    name = f"{match.game.name}-{match.id}-{match.ply}"
    return await picture_of(scene, name=name, alt=_described(match, words, choices))


async def as_read(game: str, position: Position, choices: Choices, *, seat: int = 0) -> Choices:
    """The step with its options in the order in which this seat reads them from the board."""
    scene = Scene(game, position, seat=seat, choices=choices)
    try:
        return await asyncio.get_running_loop().run_in_executor(_PAINTERS, in_order, scene)
    except Exception:
        log.exception("an order failed", extra={"game": game})
        return choices


async def hint(
    match: Match, hint: Hint, words: Language, faces: Seen | None, *, seat: int = 0, theme: str = ""
) -> tuple[list[discord.File], str]:
    """What it shows; nothing where there is nothing to see. Without `faces` it shows and names nobody."""
    if hint.step is None:
        return [], ""
    scene = replace(_scene(match, words, faces or {}), seat=seat, choices=hint.step, theme=theme)
    scene = scene if faces is not None else replace(scene, people=())
    name = f"{match.game.name}-{match.id}-{match.ply}{HINT}"
    describe = sentences.described if faces is None else _described
    return await picture_of(scene, name=name, alt=describe(match, words, hint.step))


def _described(match: Match, words: Language, choices: Choices | None) -> str:
    """With those whom the picture shows. The position comes first: what is too long is cut off at its end."""
    parts = sentences.described(match, words, choices), sentences.seated(match, words)
    return " ".join(filter(None, parts))


def colour_of(game: str, position: Position, theme: str = "") -> int:
    """As Discord writes it: the colour of whoever is to move, or has won; else that of the game."""
    red, green, blue = tone(Scene(game, position, theme=theme))
    return red << 16 | green << 8 | blue


def _scene(match: Match, words: Language, faces: Seen) -> Scene[Any]:
    people = people_of(match, words, faces)
    return Scene(game=match.game.name, position=match.position, last=match.last, people=people)


def people_of(match: Match, words: Language, faces: Seen) -> tuple[Person, ...]:
    """Who plays it, seat by seat."""
    named = zip(match.members, sentences.names(match.stored, words), strict=True)
    return tuple(person(member, name, faces) for member, name in named)


def person(member: int, name: str, faces: Seen) -> Person:
    """As a picture shows them: by their face or, where they have none, by a token of their own."""
    return Person(name, faces.get(member, b""), level_of(member) if is_computer(member) else 0)


async def film(
    match: Match,
    words: Language,
    faces: Seen,
    *,
    most_bytes: int,
    seat: int = 0,
    theme: str = "",
    heard: Heard | None = None,
    review: Review | None = None,
) -> tuple[list[discord.File], str]:
    """The whole match, a board a turn, and what is to be said of it; or, if that fails, letters.

    It is `heard` how many turns of how many are drawn, from another thread. With a review the curve of the
    odds grows under the boards.
    """
    odds = _at_turns(match, review) if review else ()
    as_liked = partial(replace, seat=seat, theme=theme)
    paint = partial(_film, match, words, faces, most_bytes, as_liked, heard, odds)
    try:
        shown, turns = await asyncio.get_running_loop().run_in_executor(_PROJECTOR, paint)
    except Exception:
        log.exception("a film failed", extra={"game": match.game.name, "match": match.id})
        return [], f"\n```\n{text_board(_scene(match, words, faces))}\n```"
    alt = described_film(match, turns, words, review)
    name = f"{match.game.name}-{match.id}{'-curve' if review else ''}.gif"
    note = words.say("replay.thinned", shown=shown.turns, turns=turns) if shown.turns < turns else ""
    return [discord.File(io.BytesIO(shown.file), filename=name, description=shortened(alt, limits.ALT))], note


def _at_turns(match: Match, review: Review) -> list[Odds]:
    """The odds that are drawn when the board of each turn is shown."""
    _, *drawn = evened(review.odds, match.turns)
    return [odds for _, odds in drawn]


def _film(
    match: Match,
    words: Language,
    faces: Seen,
    most_bytes: int,
    as_liked: Callable[[Scene[Any]], Scene[Any]],
    heard: Heard | None,
    odds: Sequence[Odds],
) -> tuple[Film, int]:
    scenes = [as_liked(_scene(match.at(ply), words, faces)) for ply in match.turns]
    return draw_film(scenes, most_bytes, heard, odds), len(scenes)


async def figure(
    game: str,
    position: Position,
    *,
    name: str,
    alt: str,
    choices: Choices | None = None,
    marked: tuple[tuple[str, ...], ...] = (),
    ways: tuple[tuple[str, str, str], ...] = (),
    around: tuple[str, ...] | None = None,
    theme: str = "",
) -> tuple[list[discord.File], str]:
    """A position outside a match: a challenge, a rules page with what it tells of."""
    scene = Scene(game, position, choices=choices, marked=marked, ways=ways, around=around, theme=theme)
    return await picture_of(scene, name=name, alt=alt)
