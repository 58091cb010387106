"""A limit for what hangs: for setting a test up, for the test, and for clearing up, each by itself.

pytest-timeout limits either the test alone or all its runs together, so that the second run of a
test that hangs would hang for ever. ``tests/conftest.py`` has these hooks for the whole suite.
"""

from __future__ import annotations

import faulthandler
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from tests.support.examples import LONG

HANGS = 7200 if LONG else 300
"""The seconds after which a test, or what prepares it or clears up after it, fails as hanging."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """Fail what prepares a test and hangs."""
    with _limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Fail a test that hangs."""
    with _limited():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Fail what clears up after a test and hangs.

    A test that failed may leave tasks that cannot be cancelled, and its event loop waits for them.
    """
    with _limited():
        return (yield)


@contextmanager
def _limited() -> Iterator[None]:
    """Fail what takes longer than HANGS, and show where; once more if that was caught."""
    signal.signal(signal.SIGALRM, _hangs)
    signal.setitimer(signal.ITIMER_REAL, HANGS, 60)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _hangs(*_: object) -> None:
    faulthandler.dump_traceback()
    pytest.fail(f"this took longer than {HANGS} seconds")
