"""Settings for the whole test suite."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings
from tests.support import hanging
from tests.support.examples import LONG, QUICK

from tilerummy.solver import HAS_KERNEL

# Others work on the same machine: a slow example says nothing, so there are no deadlines.
settings.register_profile("fast", deadline=None, max_examples=30, print_blob=True)
settings.register_profile("long", settings.get_profile("fast"), max_examples=1000)
settings.register_profile("quick", settings.get_profile("fast"), max_examples=3)
settings.load_profile("long" if LONG else "quick" if QUICK else "fast")

gc.disable()  # until all is collected: nothing of it is garbage, and looking costs a seventh

TOGETHER = ("tests/cluster", "tests/laws", "tests/records", "tests/server/postgres")
"""Folders whose tests run in one process: they share rounds, or a database server."""
WITH_POSTGRES = "[postgres"
"""How the parameters of a test begin that needs the database server, in other folders."""
APART = "tests/browser/test_games.py"
"""The tests of this file run in any process each: they are whole games, and long."""
LONGEST_FIRST = (
    "tests/attacks",
    "tests/cluster",
    APART,
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
"""What takes longest, and much of it waiting, begins first, so that nothing is left for the end.

Whole games come just before the other tests in browsers: each process starts one browser, once.
"""
REAL_TIME = ("tests/attacks", "tests/browser", "tests/cluster", "tests/server", "tests/worst")
"""Folders whose tests run real processes, sockets and pages, or calls of the kernel for 2 ms."""
WAITING = 3
"""How many processes wait most of the time, for browsers and for attacks to end."""

IN_A_MINUTE = (
    *("analysis", "cases", "history", "jokers", "learn", "notation", "protocol"),
    *("records", "rules", "rules_text", "solver", "unit"),
    *("server/jobs", "server/puzzles", "server/room", "server/rooms"),
)
"""The folders of a quick run: they need no browser, database server, proxy or other process."""


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of tests that are coroutines."""
    return "asyncio"


def pytest_configure(config: pytest.Config) -> None:
    """Limit each test."""
    config.pluginmanager.register(hanging)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave all other files out of a quick run."""
    file = collection_path.relative_to(Path(__file__).parent).as_posix()
    if not QUICK or collection_path.is_dir() or file.startswith(IN_A_MINUTE):
        return None
    return True


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes ``-n auto`` starts."""
    return (os.cpu_count() or 1) + WAITING


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest; run what depends on real time once more before it fails.

    A machine that stands still for a minute looks like a fault. The second run, of which the
    summary tells, has to succeed. The tests of a file run in one process, those of some folders
    too, and whole games each in any.
    """
    items.sort(key=_place)
    for item in items:
        if group := _group(item.nodeid):
            item.add_marker(pytest.mark.xdist_group(group))
        if item.nodeid.startswith(REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _group(nodeid: str) -> str:
    """Return what runs in the same process as this test, nothing if it runs in any."""
    file = nodeid.partition("::")[0]
    if file == APART:
        return ""
    if WITH_POSTGRES in nodeid:
        file = "tests/server/postgres"
    group = next((part for part in TOGETHER if file.startswith(part)), file)
    return group.removeprefix("tests/").removesuffix(".py")


def _place(item: pytest.Item) -> int:
    parts = (i for i, part in enumerate(LONGEST_FIRST) if item.nodeid.startswith(part))
    return next(parts, len(LONGEST_FIRST))


def pytest_collection_finish() -> None:
    """Leave thousands of tests out of every later collection of garbage: a tenth less work."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_report_header() -> str:
    """Say which solvers are tested."""
    return f"solver: plain Python{' and the C++ kernel' if HAS_KERNEL else ', there is no kernel'}"
