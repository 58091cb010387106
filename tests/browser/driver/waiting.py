"""Waits for what a page comes to in its own time, however slow the machine is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.browser.driver.robot import PATIENCE


def wait_until(page: Page, happened: Callable[[], bool]) -> None:
    """Wait until something has happened; raises AssertionError if it does not."""
    for _ in range(PATIENCE // 40):
        if happened():
            return
        page.wait_for_timeout(40)
    raise AssertionError("what was waited for has not happened")
