"""Time limits for the setup, the call and the teardown of each test.

pytest-timeout limits only the test, or all its runs together, so a test that hangs twice would hang
forever. ``tests/conftest.py`` registers these hooks for the complete suite.
"""

from __future__ import annotations

import faulthandler
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from tests.support.examples import LONG

HANGS = 7200 if LONG else 300
"""The limit in seconds for each of the three phases."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """Limit the setup of a test."""
    with _limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Limit a test."""
    with _limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Limit the teardown of a test.

    A failed test may leave tasks that cannot be cancelled, and its event loop waits for them.
    """
    with _limited():
        return (yield)


@contextmanager
def _limited() -> Iterator[None]:
    """Fail after HANGS seconds with a traceback, and again if the first failure was caught."""
    signal.signal(signal.SIGALRM, _hangs)
    signal.setitimer(signal.ITIMER_REAL, HANGS, 60)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _hangs(*_: object) -> None:
    faulthandler.dump_traceback()
    pytest.fail(f"this took longer than {HANGS} seconds")
