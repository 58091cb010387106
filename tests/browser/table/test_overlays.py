"""Pages and dialogs opened during a game appear beside or over the table, and leave no trace."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.driver.ends import CLOSED_END
from tests.browser.driver.robot import DESKTOP, Robot, Window
from tests.browser.driver.scene import visit
from tests.browser.driver.scenes import TABLE
from tests.browser.test_access import serious
from tests.browser.test_people import menu

MakeRobot = Callable[..., Robot]
WINDOWS = {"phone": Window(390, 844, touch=True), "desktop": DESKTOP}
EACH = pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
ITEMS = ("Rules", "Settings", "Keyboard shortcuts")
"""Items in the table menu. On a phone, the last one is missing."""
PICKED = '.tt-tile[aria-pressed="true"]'


def close(page: Page, how: str) -> None:
    if how == "back":
        page.go_back()
    elif how == "escape":
        page.keyboard.press("Escape")
    else:
        page.get_by_role("dialog").get_by_role("button", name="Close").click()


@EACH
@pytest.mark.parametrize("how", ["escape", "back", "cross"])
def test_it_closes_by_key_cross_and_back_button_and_the_table_is_unchanged(
    robot: MakeRobot, window: Window, how: str
) -> None:
    player = robot(window)
    visit(player, TABLE)
    page, url = player.page, player.page.url
    player.pick(["r10"])
    for item in ITEMS if window is DESKTOP else ITEMS[:2]:
        before = page.evaluate("history.length")
        menu(player, item)
        dialog = page.get_by_role("dialog")
        expect(dialog.locator("header h2")).to_have_text(item)
        assert page.url == url, item
        assert page.locator(".tt-rack").count() == 1, item

        close(page, how)

        expect(dialog).to_have_count(0)
        page.wait_for_function("() => !history.state?.over")
        assert page.url == url, item
        assert page.locator(PICKED).count() == 1, item
        assert page.evaluate("history.length") <= before + 1, item
    expect(page.get_by_role("button", name="Table menu")).to_be_focused()


@EACH
def test_the_back_button_leaves_the_table_when_no_overlay_is_open(
    robot: MakeRobot, window: Window
) -> None:
    """Everything opened and closed in between has left the history unchanged."""
    player = robot(window)
    player.open("/privacy")
    visit(player, TABLE)
    page = player.page
    for how in ("escape", "cross", "back"):
        menu(player, "Rules")
        page.locator(".rules-over").wait_for()
        close(page, how)
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.wait_for_function("() => !history.state?.over")

    page.go_back()

    expect(page).to_have_url(f"{player.server.url}/privacy")


@EACH
def test_the_rules_are_read_with_the_clock_in_view(onlooker: MakeRobot, window: Window) -> None:
    robot = onlooker(window)
    visit(robot, TABLE, window)
    page = robot.page
    url = page.url
    menu(robot, "Rules")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("timer")).to_have_text(re.compile(r"0:\d\d"))
    expect(dialog.get_by_text("Your turn", exact=True)).to_be_in_viewport()

    dialog.get_by_role("link", name="Jokers").click()
    section = dialog.locator("#jokers")
    expect(section).to_be_in_viewport()
    assert page.url == url
    assert serious(robot) == []
    if window is DESKTOP:  # it is beside the table
        felt, box = page.locator(".felt-ground").bounding_box(), dialog.bounding_box()
        assert felt
        assert box
        assert felt["x"] + felt["width"] * 0.9 < box["x"]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_the_list_of_closed_hands_opens_at_the_declared_one(onlooker: MakeRobot) -> None:
    robot = onlooker(DESKTOP)
    visit(robot, CLOSED_END, DESKTOP, until=".result")
    url = robot.page.url

    robot.page.locator(".result").get_by_role("link", name="The forty closed hands").click()

    expect(robot.page.locator("#hand-13.target")).to_be_in_viewport()
    assert robot.page.url == url
    robot.page.keyboard.press("Escape")
    expect(robot.page.locator(".result")).to_be_visible()
