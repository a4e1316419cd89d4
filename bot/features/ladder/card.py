"""A profile as a card, and what is said of it to those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.club.standings import Result, SolverTally, Summary
from bot.club.tallies import LevelTally
from bot.ui import pictures
from bot.words.language import Language
from engines import GAMES
from engines.players.thinking import LEVELS
from lessons import LESSONS


@dataclass(frozen=True, slots=True)
class Made:
    """What somebody has made of the games."""

    summaries: tuple[Summary, ...]
    newest: tuple[Result, ...]
    """The newest first."""
    tallies: tuple[LevelTally, ...]
    least: int | None
    """Matches it takes to have a rank; None: they stand on no leaderboard."""
    solved: tuple[SolverTally, ...] = ()
    learnt: tuple[tuple[str, int], ...] = ()
    """By game: the tasks of its lesson that were done."""
    streak: int = 0
    """Of dailies: days in a row."""


def profile_card(person: pictures.Person, made: Made, words: Language, theme: str) -> pictures.ProfileCard:
    points, rank, tally = (words.say(f"profile.column.{name}") for name in ("points", "rank", "tally"))
    form = made.newest[: pictures.FORM]
    return pictures.ProfileCard(
        person,
        tuple(_game(game, made) for game in GAMES),
        form=tuple((result.game, result.result) for result in reversed(form) if result.game in GAMES),
        columns=(points, rank, tally),
        levels=words.say("profile.beaten"),
        note=_instead_of_lines(made, words),
        learning=_learning(made, words),
        theme=theme,
    )


def _learning(made: Made, words: Language) -> pictures.Learning | None:
    """None where there is nothing of it yet."""
    if not (made.solved or made.learnt or made.streak):
        return None
    ratings = {tally.game: str(tally.skill.shown) for tally in made.solved}
    done = dict(made.learnt)
    puzzles, lessons, streak = (
        words.say(f"profile.learning.{name}") for name in ("puzzles", "lessons", "streak")
    )
    games = tuple(
        pictures.Learnt(
            game, ratings.get(game, ""), done.get(game, 0), len(LESSONS[game].tasks) if game in LESSONS else 0
        )
        for game in GAMES
    )
    return pictures.Learning(games, (puzzles, lessons, streak), made.streak)


def _instead_of_lines(made: Made, words: Language) -> tuple[str, ...]:
    if made.newest:
        return (words.say("profile.no_line"),)
    return words.say("profile.nothing"), words.say("profile.begin")


def _game(game: str, made: Made) -> pictures.ProfileGame:
    title, levels = GAMES[game].title, tuple(_level(game, level, made) for level in LEVELS)
    summary = next((one for one in made.summaries if one.game == game), None)
    if summary is None:
        return pictures.ProfileGame(game, title, levels=levels)
    here, standing = summary.here, summary.standing
    has_rank = made.least is not None and standing.matches >= made.least
    return pictures.ProfileGame(
        game,
        title,
        points=f"{here.skill.shown}{'?' if here.is_provisional else ''}",
        rank=standing.rank if has_rank else 0,
        tally="–".join(map(str, (standing.won, standing.drawn, standing.lost))),  # noqa: RUF001 - a dash
        ratings=tuple(
            (number, result.rating)
            for number, result in enumerate(reversed(made.newest))
            if result.game == game
        ),
        levels=levels,
    )


def _level(game: str, level: int, made: Made) -> int:
    tally = next((one for one in made.tallies if (one.game, one.level) == (game, level)), None)
    if tally is None:
        return pictures.UNMET
    return pictures.BEATEN if tally.won else pictures.MET


def described(card: pictures.ProfileCard, words: Language) -> str:
    told = " ".join(_told(card, words))
    return words.say("profile.alt", who=card.person.name, told=told)


def _told(card: pictures.ProfileCard, words: Language) -> Iterator[str]:
    rated = [each for each in card.games if each.points]
    yield "; ".join(_rated(each, words) for each in rated) + "." if rated else words.say("profile.alt_none")
    lines = [
        words.say("profile.alt_line", game=each.title, first=each.ratings[0][1], last=each.ratings[-1][1])
        for each in rated
        if len(each.ratings) > 1
    ]
    if lines:
        yield words.say("profile.alt_lines", lines="; ".join(lines))
    if card.form:
        form = ", ".join(words.say(f"results.{result}") for _, result in reversed(card.form))
        yield words.say("profile.alt_form", form=form)
    beaten = [words.say("profile.alt_beaten", game=title, levels=levels) for title, levels in _beaten(card)]
    if beaten:
        yield words.say("profile.alt_levels", levels="; ".join(beaten))
    if card.learning:
        yield from _told_of_learning(card.learning, words)


def _told_of_learning(learning: pictures.Learning, words: Language) -> Iterator[str]:
    solved = [f"{GAMES[each.game].title} {each.rating}" for each in learning.games if each.rating]
    if solved:
        yield words.say("profile.alt_puzzles", ratings=", ".join(solved))
    learnt = [
        words.say("profile.lesson", game=GAMES[each.game].title, done=each.done, tasks=each.tasks)
        for each in learning.games
        if each.done
    ]
    if learnt:
        yield words.say("profile.alt_lessons", lessons=", ".join(learnt))
    if learning.streak:
        yield words.say("profile.alt_streak", count=learning.streak)


def _rated(each: pictures.ProfileGame, words: Language) -> str:
    key = "profile.alt_ranked" if each.rank else "profile.alt_game"
    return words.say(key, game=each.title, points=each.points, rank=each.rank, tally=each.tally)


def _beaten(card: pictures.ProfileCard) -> Iterator[tuple[str, tuple[str, ...]]]:
    for each in card.games:
        levels = [
            str(level) for level, state in zip(LEVELS, each.levels, strict=True) if state == pictures.BEATEN
        ]
        if levels:
            yield each.title, tuple(levels)
