"""The analysis board: showing a play, and its old address."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from tests.browser.driver.robot import PHONE, Robot


def test_show_scrolls_the_play_into_view(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    visitor.open("/analysis")
    visitor.page.locator(".analysis-table .tt-tile").first.wait_for()
    visitor.page.get_by_role("radio", name="Make the play").check(force=True)
    visitor.page.locator(".analysis .buttons .button:not(.primary)").first.click()
    show = visitor.page.locator("[role=status] .buttons .button")
    show.wait_for()
    show.click()

    expect(visitor.page.locator(".analysis-table")).to_be_in_viewport(ratio=0.9)


def test_the_old_address_redirects(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    visitor.open("/legal#ruleset=sabra&table=k5+r5+b5&rack=o5")

    expect(visitor.page.get_by_role("heading", name="Analysis board")).to_be_visible()
    assert visitor.page.url.endswith("/analysis#ruleset=sabra&table=k5+r5+b5&rack=o5")
