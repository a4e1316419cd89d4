"""What the tests cost: seconds of processor, which a busy machine changes less than those on the wall."""

from __future__ import annotations

import resource
from collections.abc import Generator
from typing import Final

import pytest
from _pytest.terminal import TerminalReporter

SPOKEN_OF: Final = 60.0
"""Fewer seconds than these in all are not worth a word."""
_DEAREST: Final = 10
_PROCESSOR: Final = "processor"
_BEGAN: Final = pytest.StashKey[float]()


def used() -> float:
    """By this process, and by those that it has started and that have ended."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    item.stash[_BEGAN] = used()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    try:
        return (yield)
    finally:
        item.user_properties.append((_PROCESSOR, used() - item.stash[_BEGAN]))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """What all and the dearest of them took, also where several workers shared them."""
    costs: dict[str, float] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and report.when == "teardown":
                costs[report.nodeid] = float(str(dict(report.user_properties).get(_PROCESSOR, 0)))
    if sum(costs.values()) < SPOKEN_OF:
        return
    terminalreporter.section(f"{sum(costs.values()):.0f} s of processor, bots that branched off not counted")
    for test, seconds in sorted(costs.items(), key=lambda cost: -cost[1])[:_DEAREST]:
        terminalreporter.line(f"{seconds:6.1f} s {test}")
