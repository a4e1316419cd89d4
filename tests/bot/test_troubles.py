"""Pauses that grow: what goes wrong is tried again, but never in haste."""

from __future__ import annotations

import logging

import pytest

from bot.club.troubles import PAUSES, Troubles


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def troubles(clock: Clock) -> Troubles:
    return Troubles(clock)


def tries_within(troubles: Troubles, clock: Clock, seconds: int) -> int:
    """How often something is tried that goes wrong every time, by somebody who asks every second."""
    tries = 0
    for _ in range(seconds):
        if troubles.may_try("match", 7):
            tries += 1
            troubles.note("match", 7, OSError("no"))
        clock.now += 1
    return tries


def test_what_never_works_is_tried_ten_times_an_hour_at_most(troubles: Troubles, clock: Clock) -> None:
    assert tries_within(troubles, clock, 3600) == 9
    assert tries_within(troubles, clock, 36_000) == 60


def test_of_many_that_fail_at_once_only_the_first_makes_the_pause_longer(
    troubles: Troubles, clock: Clock
) -> None:
    for _ in range(9):
        troubles.note("place", 5, OSError("no"))
    assert troubles.seconds_to_next("place") == PAUSES[0]


def test_a_change_that_is_told_ends_the_pause_of_those_it_concerns(troubles: Troubles) -> None:
    for place in (5, 6):
        troubles.note("place", place, "no right")
    assert troubles.hurry("place", 5)
    assert troubles.may_try("place", 5)
    assert not troubles.may_try("place", 6)
    assert not troubles.hurry("place", 99)
    assert troubles.hurry("place")
    assert troubles.may_try("place", 6)


def test_what_never_gets_well_does_not_fill_the_memory(troubles: Troubles) -> None:
    for place in range(10_100):
        troubles.note("place", place, "deleted")
    assert len(troubles.listed()) == 10_000
    assert not troubles.may_try("place", 10_099)


def test_a_clock_that_is_put_back_makes_nobody_wait_longer(troubles: Troubles, clock: Clock) -> None:
    troubles.note("match", 7, "no")
    assert not troubles.may_try("match", 7)
    clock.now -= 864_000
    assert troubles.may_try("match", 7)


def test_it_is_told_once_and_once_more_when_it_is_well(
    troubles: Troubles, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    tries_within(troubles, clock, 3600)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    (trouble,) = troubles.listed()
    assert (trouble.what, trouble.name, trouble.why, trouble.tries) == ("match", "7", "OSError: no", 9)
    troubles.settle("match", 7)
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert troubles.listed() == []
    assert troubles.may_try("match", 7)


def go_wrong(error: Exception) -> None:
    raise error


@pytest.mark.breaks
def test_what_goes_wrong_with_one_goes_no_further_and_what_goes_well_is_well_again(
    troubles: Troubles, caplog: pytest.LogCaptureFixture
) -> None:
    with troubles.alone("match", 7, OSError, why=lambda error: f"said: {error}"):
        go_wrong(OSError("no"))
    assert [trouble.why for trouble in troubles.listed()] == ["said: no"]
    assert caplog.records[-1].levelno == logging.WARNING
    with troubles.alone("match", 8, OSError):
        go_wrong(LookupError())
    assert caplog.records[-1].levelno == logging.ERROR
    assert caplog.records[-1].exc_info
    with troubles.alone("match", 7, OSError):
        pass
    assert [trouble.name for trouble in troubles.listed()] == ["8"]


def test_the_same_of_the_same_is_told_once_whatever_it_keeps_from(
    troubles: Troubles, caplog: pytest.LogCaptureFixture
) -> None:
    troubles.note("match", 7, "no right")
    troubles.note("silence", 7, "no right")
    assert len(caplog.records) == 1
    troubles.note("silence", 8, "no right")
    troubles.note("reminder", 7, "gone")
    assert len(caplog.records) == 3
