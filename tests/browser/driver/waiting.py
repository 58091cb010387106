"""Waits for changes of a page, however slow the machine is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page
from tests.browser.driver.robot import PATIENCE


def wait_until(page: Page, happened: Callable[[], bool]) -> None:
    """Wait until *happened* is true; raises AssertionError on a timeout."""
    for _ in range(PATIENCE // 40):
        if happened():
            return
        page.wait_for_timeout(40)
    raise AssertionError("timed out waiting for a condition")
