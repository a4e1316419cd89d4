"""What holds for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.costs import pytest_runtest_setup, pytest_runtest_teardown, pytest_terminal_summary
from tests.databases import mortal_server, postgres_server, programs, where
from tests.databases import of_both as pytest_generate_tests
from tests.exploring import EXPLORING
from tests.steady import _steady_lots

__all__ = [
    "_steady_lots",
    "mortal_server",
    "postgres_server",
    "pytest_generate_tests",
    "pytest_runtest_setup",
    "pytest_runtest_teardown",
    "pytest_terminal_summary",
    "where",
]

# How long an example takes says more of the machine than of us: speed is for tests/bench.
settings.register_profile(
    "unhurried",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not EXPLORING,
)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--renew-golden",
        action="store_true",
        help="take the pictures drawn, and the posts written, now as golden",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The modules and thousands of tests stay until the end: nobody looks through them again and again for
    what could go, neither now nor while they run; and among what is new, seldom.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


LONG = ("tests/test_new_game.py", "tests/browser/")
WAITING = "tests/process/"
"""Where a worker mostly waits for others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if programs() is None:
        for item in items:
            if item.get_closest_marker("postgres"):
                item.add_marker(pytest.mark.skip("there is no PostgreSQL here"))
    if (workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))) > 1:
        items[:] = _dealt(items, workers)


def _dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Workers side by side begin with an equal part each: the first with what takes longest, half of them
    with what waits, module by module. So none of it is left for the end, when nothing else is.
    """
    long = [item for item in items if item.nodeid.startswith(LONG)]
    waiting = [item for item in items if item.nodeid.startswith(WAITING)]
    others = [item for item in items if not item.nodeid.startswith((*LONG, WAITING))]
    modules = list(dict.fromkeys(item.path for item in waiting))
    who_wait = range(workers - workers // 2, workers)
    dealt = long
    for one, worker in enumerate(who_wait):
        room = max(len(items) * worker // workers - len(dealt), 0)
        own = set(modules[one :: len(who_wait)])
        dealt += others[:room] + [item for item in waiting if item.path in own]
        others = others[room:]
    return dealt + others
