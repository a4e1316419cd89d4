"""What a review says: of each seat, of where it tipped, and of the curve for who cannot see it."""

from __future__ import annotations

from typing import Final

from bot.club.match import Match
from bot.words import hints, sentences
from bot.words.language import Language
from engines.moves import CHANCE, TABLE
from engines.players.review import Points, Review, Turning, move_of

_MISSED: Final = 5
"""Turns that are named in which points were missed, those with most."""


def pieces_of(review: Review, seat: int, words: Language) -> tuple[str, str, str]:
    """Its accuracy, its luck and what moves did, in points of odds."""
    accuracy = review.accuracy[seat]
    said = words.say("review.nothing")
    if accuracy is not None:
        whole, tenth = divmod(round(10 * accuracy), 10)
        said = words.say("review.tenths", whole=whole, tenth=tenth)
    return said, _signed(review.luck[seat]), _signed(review.skill[seat])


def seat_of(match: Match, review: Review, seat: int, words: Language) -> str:
    accuracy, luck, skill = pieces_of(review, seat, words)
    who = sentences.who(match, seat, words)
    return words.say("review.seat", who=who, accuracy=accuracy, luck=luck, skill=skill)


def tipped(match: Match, review: Review, turning: Turning, words: Language) -> str:
    """Who played what, what was better, and what that would have brought."""
    ply = match.played[turning.ply]
    before, after = review.odds[turning.ply], review.odds[turning.ply + 1]
    changes = [there - here for here, there in zip(before, after, strict=True)]
    gained = max(range(len(changes)), key=changes.__getitem__)
    seat = gained if ply.who == CHANCE else ply.who
    key = "chance" if ply.who == CHANCE else "better" if turning.better else "played"
    told = sentences.told_last(match.at(turning.ply + 1), words) if ply.who == CHANCE else ""
    return words.say(
        f"review.tipped_{key}",
        told=told or f"**{was_played(match, turning, words)}**.",
        turn=_turn(match, turning.ply),
        who=sentences.who(match, seat, words),
        played=was_played(match, turning, words),
        better=was_better(match, turning, words),
        gives=max(1, _points(turning.gives)),
        before=_points(before[seat]),
        after=_points(after[seat]),
    )


def was_played(match: Match, turning: Turning, words: Language) -> str:
    ply = match.played[turning.ply]
    return hints.named(match.game.name, ply.before.notes(ply.who, ply.move), turning.played, words)


def was_better(match: Match, turning: Turning, words: Language) -> str:
    """Empty where nothing was."""
    if turning.better is None:
        return ""
    ply = match.played[turning.ply]
    told = ply.before.notes(ply.who, move_of(match.game, ply, turning.better))
    return hints.named(match.game.name, told, turning.better, words)


def never_tipped(match: Match, words: Language) -> str:
    """Of a match of which no turn did much; but then its end may have come of itself."""
    return words.say("review.broken_off" if match.played[-1].who == TABLE else "review.never_tipped")


def points_made(match: Match, review: Review, words: Language) -> list[str]:
    """Of all that there were, seat by seat; and where most of them were missed."""
    lines = []
    for seat in range(len(match.seats)):
        own = [one for one in review.points if match.played[one.ply].who == seat]
        if own:
            made, most = sum(one.made for one in own), sum(one.most for one in own)
            who = sentences.who(match, seat, words)
            lines.append(words.of_game(match.game.name, "looked_back.points", who=who, made=made, most=most))
    missed = sorted(review.points, key=lambda one: one.made - one.most)[:_MISSED]
    worst = sorted((one for one in missed if one.made < one.most), key=lambda one: one.ply)
    return [*lines, *(_missed(match, one, words) for one in worst)]


def points_at(match: Match, review: Review, then: Match, words: Language) -> str:
    """What there was to be made in the turn that is over there; empty where the game says nothing of it."""
    first = then.ply - len(then.last)
    missed = [one for one in review.points if first <= one.ply < then.ply and one.made < one.most]
    return "\n".join(_missed(match, one, words) for one in missed)


def _missed(match: Match, one: Points, words: Language) -> str:
    ply = match.played[one.ply]
    key = "missed" if one.made else "overlooked"
    who = sentences.who(match, ply.who, words)
    return words.of_game(
        match.game.name,
        f"looked_back.{key}",
        turn=_turn(match, one.ply),
        who=who,
        made=one.made,
        most=one.most,
    )


def _turn(match: Match, ply: int) -> int:
    return match.turns.index(turn_ends(match, ply)) + 1


def turn_ends(match: Match, ply: int) -> int:
    """After how many plies the turn is over in which this one was played."""
    return next((after for after in match.turns if after > ply), match.turns[-1])


def curve_in_words(match: Match, review: Review, words: Language) -> str:
    """Where the odds began, how high and how low they were, and where it tipped."""
    names = sentences.names(match.stored, words)
    said = [words.say("review.alt", game=match.game.title, number=match.id)]
    for seat, name in enumerate(names):
        odds = [_points(each[seat]) for each in review.odds]
        accuracy, luck, skill = pieces_of(review, seat, words)
        said.append(
            words.say(
                "review.alt_seat",
                who=name or words.say("former_member"),
                start=odds[0],
                most=max(odds[:-1]),
                least=min(odds[:-1]),
                end=odds[-1],
                accuracy=accuracy,
                luck=luck,
                skill=skill,
            )
        )
    said += [
        words.say(
            "review.alt_better",
            played=was_played(match, turning, words),
            better=was_better(match, turning, words),
        )
        if turning.better
        else words.say("review.alt_tipped", played=was_played(match, turning, words))
        for turning in review.turning
    ]
    return " ".join(said)


def _points(odds: float) -> int:
    return round(100 * odds)


def _signed(odds: float) -> str:
    return f"{_points(odds):+d}" if _points(odds) else "0"
