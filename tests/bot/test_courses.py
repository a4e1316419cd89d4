"""Courses at hand: so many plies in all, and what is over goes first."""

from __future__ import annotations

import pytest

from bot.club import courses
from bot.club.course import Course, add
from bot.club.courses import Courses
from engines import GAMES
from engines.record import Ply

RECORD = ("lot 0", "b7-c6", "b6-b7")
MOST = 3 * len(RECORD)


def course(*texts: str) -> Course:
    game = GAMES["knopen"]
    followed = Course((), game.start({}, 2))
    for text in texts:
        followed = add(followed, Ply.read(game, followed.position, text))
    return followed


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Courses:
    monkeypatch.setattr(courses, "_MOST", MOST)
    return Courses()


def at_hand(kept: Courses) -> list[int]:
    return [match for match in range(1, 9) if kept.of(match, 0)]


def test_there_is_room_for_so_many_plies_and_not_for_so_many_matches(kept: Courses) -> None:
    for match in range(1, 7):
        kept.keep(match, 0, course(*RECORD))
    assert at_hand(kept) == [4, 5, 6]
    kept.keep(7, 0, course("lot 0"))
    assert at_hand(kept) == [5, 6, 7]
    assert kept.plies == 2 * len(RECORD) + 1


def test_what_is_over_goes_first(kept: Courses) -> None:
    kept.keep(1, 0, course(*RECORD))
    kept.keep(2, 0, course("lot 0", "leave 1"))
    for match in (3, 4):
        kept.keep(match, 0, course(*RECORD))
    assert at_hand(kept) == [1, 3, 4]


def test_what_was_asked_for_stays_longer(kept: Courses) -> None:
    for match in (1, 2, 3, 1, 4):
        kept.keep(match, 0, course(*RECORD))
    assert at_hand(kept) == [1, 3, 4]


def test_a_match_that_ends_or_goes_on_is_counted_once(kept: Courses) -> None:
    kept.keep(1, 0, course(*RECORD))
    kept.keep(1, 0, course(*RECORD, "leave 1"))
    assert kept.plies == len(RECORD) + 1
    kept.keep(1, 0, course(*RECORD))
    assert kept.plies == len(RECORD)
    kept.forget()
    assert (kept.plies, at_hand(kept)) == (0, [])


def test_the_newest_is_at_hand_however_long_it_is(kept: Courses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "_MOST", 2)
    kept.keep(1, 0, course("lot 0"))
    kept.keep(2, 0, course(*RECORD))
    assert at_hand(kept) == [2]


def test_what_was_taken_back_elsewhere_is_not_at_hand(kept: Courses) -> None:
    kept.keep(1, 0, course(*RECORD))
    assert kept.of(1, 1) is None
    kept.keep(1, 1, course("lot 0"))
    assert kept.of(1, 1) == course("lot 0")
    assert kept.plies == 1
