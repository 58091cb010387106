"""Nothing serious stands in anybody's way: axe looks at every page, in all sizes and colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.robot import DESKTOP, PHONE, Robot, Window

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "/",
    "/new",
    "/rules?ruleset=sabra",
    "/rules?ruleset=international",
    "/house",
    "/legal",
    "/privacy",
    "/verify",
    "/nowhere",
)
WINDOWS = (DESKTOP, PHONE, Window(768, 1024, dark=True), Window(1920, 1080))


def serious(robot: Robot) -> list[str]:
    """Return what axe finds that keeps people out."""
    robot.page.add_script_tag(path=AXE)
    found = robot.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{v['id']}: {v['help']} {[n['target'] for n in v['nodes']][:3]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_a_page_is_open_to_everybody(
    robot: Callable[..., Robot], path: str, window: Window
) -> None:
    visitor = robot(window)
    visitor.open(path)
    visitor.page.locator("main h1, main h2").first.wait_for()
    visitor.wait(200)
    assert serious(visitor) == []
    assert sideways(visitor) <= 1, "the page can be scrolled sideways"


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=str)
def test_a_game_is_open_to_everybody(robot: Callable[..., Robot], window: Window) -> None:
    player = robot(window)
    player.open()
    player.press(player.page.get_by_role("button", name="Play", exact=True))
    player.until("playing")
    player.until_my_turn()
    assert serious(player) == []
    assert sideways(player) <= 1
    assert player.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1


@pytest.mark.parametrize("language", ["de", "nl", "fr", "es", "tr", "he"])
def test_every_language_is_complete(robot: Callable[..., Robot], language: str) -> None:
    visitor = robot(DESKTOP, language=language)
    visitor.open()
    visitor.page.locator("main h1").wait_for()
    html = visitor.page.locator("html")
    expect(html).to_have_attribute("lang", language)
    expect(html).to_have_attribute("dir", "rtl" if language == "he" else "ltr")
    visitor.page.wait_for_load_state("networkidle")
    assert not re.search(r"[a-z]+\.[a-z]+\.[a-z]+", visitor.page.locator("main").inner_text())
    assert serious(visitor) == []


def sideways(robot: Robot) -> int:
    width = robot.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert isinstance(width, int)
    return width
