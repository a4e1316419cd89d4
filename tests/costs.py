"""What the tests cost: seconds of processor, which a busy machine changes less than those on the wall."""

from __future__ import annotations

import resource
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import pytest
from _pytest.terminal import TerminalReporter

SPOKEN_OF: Final = 60.0
"""Fewer seconds than these in all are not worth a word."""
_DEAREST: Final = 10
_PROCESSOR: Final = "processor"
_SHARED: Final = "processor of all"


@dataclass
class _Book:
    """Of this process, from its beginning."""

    branched: float = 0.0
    """By branches of a stem that have ended: they are children of the stem."""
    shared: float = 0.0
    """By what many tests have used: else the one in which it happens to end would have paid for it."""


_BOOK: Final = _Book()
_BEGAN: Final = pytest.StashKey[tuple[float, float]]()


def used() -> float:
    """By this process, and by those that it has started or branched off and that have ended; unshared."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent) + _BOOK.branched - _BOOK.shared


def book_branch(seconds: float) -> None:
    _BOOK.branched += seconds


@contextmanager
def shared() -> Iterator[None]:
    """What ends meanwhile was used by many."""
    began = used()
    try:
        yield
    finally:
        _BOOK.shared += used() - began


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    item.stash[_BEGAN] = used(), _BOOK.shared
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    try:
        return (yield)
    finally:
        own, of_all = item.stash[_BEGAN]
        item.user_properties.append((_PROCESSOR, used() - own))
        item.user_properties.append((_SHARED, _BOOK.shared - of_all))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """What all and the dearest of them took, also where several workers shared them."""
    costs: dict[str, float] = {}
    of_all = 0.0
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and report.when == "teardown":
                told = dict(report.user_properties)
                costs[report.nodeid] = float(str(told.get(_PROCESSOR, 0)))
                of_all += float(str(told.get(_SHARED, 0)))
    if (total := sum(costs.values()) + of_all) < SPOKEN_OF:
        return
    terminalreporter.section(f"{total:.0f} s of processor, stems and what was loaded before not counted")
    terminalreporter.line(f"{of_all:6.1f} s shared by many: servers, bots, a browser")
    for test, seconds in sorted(costs.items(), key=lambda cost: -cost[1])[:_DEAREST]:
        terminalreporter.line(f"{seconds:6.1f} s {test}")
