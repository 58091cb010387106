"""In large print, every numeral is at least 24 px high, and the felt shows a part of the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page
from tests.browser.driver.pages import SETTINGS
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import Scene, Stage
from tests.browser.driver.scenes import GROUPS, RUNS, TABLE
from tests.browser.driver.waiting import wait_until

MakeRobot = Callable[..., Robot]

PHONE = Window(390, 844, touch=True)
WINDOWS = (
    PHONE,
    Window(844, 390, touch=True),
    Window(768, 1024),
    Window(1280, 800),
    Window(1920, 1080),
)
LONG_RACK = "k1 k2 k3 r1 r2 r3 b1 b3 b6 b7 b8 o6 o7 o8 o9 o10 o11 k12 k13 r9 r11 r12 b9 o12"
"""24 tiles, ten more than are dealt."""

NUMERALS = """() => {
    const pen = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('.tt-tile:not(.tt-out) > b')].map((numeral) => {
        const { font } = getComputedStyle(numeral);
        pen.font = font;
        return pen.measureText('8').actualBoundingBoxAscent;
    });
}"""
"""The heights of all numerals on the rack and the table in CSS pixels, without line spacing."""

WORDS = """() => [...document.querySelectorAll(
    '.strip *, .around *, .turn-actions *, .pool *, .zones *'
)].filter((each) => each.checkVisibility() && !each.closest('.sr-only, .seat.own, [aria-hidden] i'))
  .filter((each) => [...each.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((each) => each.getBoundingClientRect().width > 2)
  .map((each) => [each.textContent.trim(), parseFloat(getComputedStyle(each).fontSize)])
  .filter(([, size]) => size < 20)"""
"""The words around the table that are smaller than 20 px."""


def enlarged(player: Robot, scene: Scene) -> Page:
    player.store("tilerummy.settings", json.dumps({**SETTINGS, "print": "large"}))
    Stage(player.page, scene).open(player.server.url)
    player.page.locator(".tt-tile").first.wait_for()
    player.settle()
    return player.page


def corner(page: Page) -> list[float]:
    """Return the position of a tile on the table."""
    place = page.locator(".tt-on-table").first.evaluate("t => t.style.translate.split(' ')")
    return [float(each.removesuffix("px")) for each in place]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_numerals_and_words_are_large_in_every_window(robot: MakeRobot, window: Window) -> None:
    page = enlarged(robot(window), TABLE)

    heights = page.evaluate(NUMERALS)
    assert len(heights) > 15
    assert min(heights) >= 24
    assert page.evaluate(WORDS) == []


@pytest.mark.parametrize("window", WINDOWS[:1], ids=str)
def test_numerals_on_a_long_rack_are_large_and_inside_the_window(
    robot: MakeRobot, window: Window
) -> None:
    scene = replace(
        TABLE, position=f"table b10 b11 b12 b13 | rack {LONG_RACK} | opened no | turn 40"
    )
    page = enlarged(robot(window), scene)

    assert min(page.evaluate(NUMERALS)) >= 24
    assert page.locator(".tt-on-rack").count() == 24
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 1
    outside = page.locator(".tt-on-rack").evaluate_all(
        "all => all.filter((t) => t.getBoundingClientRect().right > innerWidth).length"
    )
    assert outside == 0


def test_the_felt_pans_both_ways_and_the_plan_goes_there(robot: MakeRobot) -> None:
    page = enlarged(robot(PHONE), TABLE)
    plan = page.locator(".tt-plan")
    box, felt = plan.bounding_box(), page.locator(".tt-table").bounding_box()
    assert box
    assert felt
    assert box["width"] >= 44
    assert box["height"] >= 44
    assert plan.locator("i").count() == len(f"{GROUPS} / {RUNS}".split("/"))
    plan.click(position={"x": 4, "y": 4})
    start = corner(page)

    plan.click(position={"x": box["width"] - 8, "y": box["height"] - 8})
    wait_until(page, lambda: corner(page)[0] < start[0] and corner(page)[1] < start[1])

    # the other way, by a finger on the felt between two melds
    far = corner(page)
    x, y = felt["x"] + 30, felt["y"] + felt["height"] - 6
    session = page.context.new_cdp_session(page)
    steps = [("touchStart", 0), ("touchMove", 40), ("touchMove", 90)]
    for kind, by in steps:
        points = [{"x": x + by, "y": y - by / 2, "id": 0}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(30)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
    wait_until(page, lambda: corner(page)[0] > far[0])


def test_the_focused_tile_is_always_in_sight(robot: MakeRobot) -> None:
    page = enlarged(robot(Window(390, 844)), TABLE)
    hidden = page.locator(".tt-on-table.tt-out")
    assert hidden.count() > 0, "there is nothing to look for"
    tile = page.locator(f"[data-id='{hidden.first.get_attribute('data-id')}']")

    tile.evaluate("tile => tile.focus()")

    wait_until(page, lambda: "tt-out" not in (tile.get_attribute("class") or ""))


def test_buttons_are_large_and_usual_print_is_unchanged(robot: MakeRobot) -> None:
    player = robot(PHONE)
    page = enlarged(player, TABLE)
    for button in page.locator(".turn-actions button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 64
    player.store("tilerummy.settings", json.dumps(SETTINGS))

    page.reload()
    page.locator(".tt-tile").first.wait_for()
    player.settle()

    assert page.locator(".tt-plan").is_hidden()
    assert page.locator(".tt-on-table.tt-out").count() == 0
