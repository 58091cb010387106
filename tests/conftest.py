"""Settings for the complete test suite."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings
from tests.support import hanging
from tests.support.examples import LONG, QUICK

from tilerummy.solver import HAS_KERNEL

# Examples have no deadlines, because the machine may be busy.
settings.register_profile("fast", deadline=None, max_examples=30, print_blob=True)
settings.register_profile("long", settings.get_profile("fast"), max_examples=1000)
settings.register_profile("quick", settings.get_profile("fast"), max_examples=3)
settings.load_profile("long" if LONG else "quick" if QUICK else "fast")

gc.disable()  # during collection, which creates no garbage; this saves a seventh of the time

LONGEST_FIRST = (
    "tests/attacks",
    "tests/chaos",
    "tests/cluster",
    "tests/docs/test_site.py::test_every_link_of_every_page_works",
    "tests/browser/static/test_static_games.py::test_a_game_is_played_to_the_end",
    "tests/browser/test_games.py",
    "tests/browser",
    "tests/server",
    "tests/solver",
    "tests/records",
    "tests/laws",
    "tests/review",
    "tests/cli",
    "tests/analysis",
    "tests/docs",
    "tests/players",
    "tests/perft",
    "tests/worst",
)
"""The slowest tests, which often only wait, start first, so that they do not delay the end.

One test builds the documentation site and one the static folder long before they are needed,
because all other tests would wait. Complete games come just before the other browser tests: each
process starts one browser, once.
"""
REAL_TIME = (
    "tests/attacks",
    "tests/browser",
    "tests/chaos",
    "tests/cluster",
    "tests/server",
    "tests/worst",
)
"""Folders whose tests depend on real processes, sockets and browsers, or on short timeouts."""
WAITING = 3
"""The number of extra processes, because browsers and attacks mostly wait."""

IN_A_MINUTE = (
    *("analysis", "cases", "history", "jokers", "learn", "notation", "protocol"),
    *("records", "rules", "rules_text", "solver", "unit"),
    *("server/jobs", "server/puzzles", "server/room", "server/rooms"),
)
"""The folders of a quick run, which need no browser, database server, proxy or other process."""


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of coroutine tests."""
    return "asyncio"


def pytest_configure(config: pytest.Config) -> None:
    """Register the time limits."""
    config.pluginmanager.register(hanging)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip all other files in a quick run."""
    file = collection_path.relative_to(Path(__file__).parent).as_posix()
    if not QUICK or collection_path.is_dir() or file.startswith(IN_A_MINUTE):
        return None
    return True


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of processes for ``-n auto``."""
    return (os.cpu_count() or 1) + WAITING


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by duration, and retry those that need real time.

    A stalled machine looks like a failure. The retry, which the summary reports, has to succeed.
    """
    items.sort(key=_place)
    for item in items:
        if item.nodeid.startswith(REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _place(item: pytest.Item) -> int:
    parts = (i for i, part in enumerate(LONGEST_FIRST) if item.nodeid.startswith(part))
    return next(parts, len(LONGEST_FIRST))


def pytest_collection_finish() -> None:
    """Exclude thousands of tests from later garbage collections, to save a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_report_header() -> str:
    """Report the tested solvers."""
    return f"solver: plain Python{' and the C++ kernel' if HAS_KERNEL else ', there is no kernel'}"
