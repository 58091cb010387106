"""The analysis board: what is seen after an answer."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from tests.browser.driver.robot import PHONE, Robot


def test_a_play_that_is_shown_is_in_sight(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    visitor.open("/legal")
    visitor.page.locator(".legal-table .tt-tile").first.wait_for()
    visitor.page.get_by_role("radio", name="Make the play").check(force=True)
    visitor.page.locator(".legal .buttons .button:not(.primary)").first.click()
    show = visitor.page.locator("[role=status] .buttons .button")
    show.wait_for()
    show.click()

    expect(visitor.page.locator(".legal-table")).to_be_in_viewport(ratio=0.9)
