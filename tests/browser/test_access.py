"""Every page passes the accessibility checks of axe, in all sizes and colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.driver.pages import PAGES
from tests.browser.driver.pool import RobotPool
from tests.browser.driver.robot import DESKTOP, LARGE, PHONE, Robot, Window
from tests.browser.driver.scene import Stage
from tests.browser.driver.scenes import SCENES
from tests.browser.driver.server_process import ServerProcess
from tests.support.examples import LONG

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
MOUSE = (DESKTOP, *((Window(768, 1024, dark=True), LARGE) if LONG else ()))
"""Windows of one browser that is resized; a phone in dark mode is another."""


RUN = """async () => {
    unpainted.disabled = true;
    const found = await axe.run(document, {resultTypes: ['violations']});
    unpainted.disabled = false;
    return found;
}"""
"""Axe looks at colours, so painting must be on."""


def serious(robot: Robot) -> list[str]:
    """Return the serious accessibility problems found by axe."""
    if not robot.page.evaluate("'axe' in window"):
        robot.page.add_script_tag(path=AXE)
    found = robot.page.evaluate(RUN)
    return [
        f"{v['id']}: {v['help']} {[n['target'] for n in v['nodes']][:3]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]


@pytest.fixture(scope="module")
def visitors(pool: RobotPool) -> Iterator[dict[str, Robot]]:
    """A browser with a mouse and a phone, which go from page to page."""
    robots = {"mouse": pool.lend(DESKTOP), "phone": pool.lend(PHONE)}
    for robot in robots.values():
        robot.open()
    yield robots
    for robot in robots.values():
        pool.take_back(robot)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("kind", "windows"), [("phone", (PHONE,)), *([("mouse", MOUSE)] if LONG else [])]
)
def test_a_page_is_accessible(
    visitors: dict[str, Robot], kind: str, path: str, windows: Sequence[Window]
) -> None:
    visitor = visitors[kind]
    visitor.errors.clear()
    visitor.go(path)
    visitor.page.locator("main h1, main h2").first.wait_for()
    for window in windows:
        visitor.resize(window)
        visitor.settle()
        assert serious(visitor) == [], window
        assert sideways(visitor) <= 1, f"horizontal scrolling: {window}"
    assert visitor.errors == []


def test_unreadable_text_is_a_serious_problem(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    visitor.open("/privacy")
    visitor.page.locator("main h1").wait_for()
    assert serious(visitor) == []

    visitor.page.locator("main h1").evaluate("head => { head.style.color = '#ccc' }")

    (found,) = serious(visitor)
    assert "color-contrast" in found


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=str)
def test_a_game_is_accessible(robot: Callable[..., Robot], window: Window) -> None:
    player = robot(window)
    player.play_now()
    player.until_my_turn()
    assert serious(player) == []
    assert sideways(player) <= 1
    assert player.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1


@pytest.mark.parametrize("language", ["de", "nl", "fr", "es", "tr", "he"])
def test_every_language_is_complete(server: ServerProcess, browser: Browser, language: str) -> None:
    visitor = Robot(server, browser, DESKTOP, locale=language)
    visitor.open()
    visitor.page.locator("main h1").wait_for()
    html = visitor.page.locator("html")
    expect(html).to_have_attribute("lang", language)
    expect(html).to_have_attribute("dir", "rtl" if language == "he" else "ltr")
    visitor.page.wait_for_load_state("networkidle")
    assert not re.search(r"[a-z]+\.[a-z]+\.[a-z]+", visitor.page.locator("main").inner_text())
    if LONG or language in ("de", "he"):
        assert serious(visitor) == []
    assert visitor.errors == []
    visitor.close()


ENHANCED = """async () => {
    unpainted.disabled = true;
    const found = await axe.run(document, {runOnly: ['color-contrast-enhanced']});
    unpainted.disabled = false;
    return found.violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
}"""
"""Axe's check of the contrast that WCAG requires at level AAA."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scene", ["table", "wait"])
def test_text_has_the_contrast_of_level_aaa_in_play(
    robot: Callable[..., Robot], scene: str, theme: Literal["light", "dark"]
) -> None:
    player = robot(DESKTOP)
    player.page.emulate_media(color_scheme=theme)
    Stage(player.page, SCENES[scene]).open(player.server.url)
    player.page.locator(".tt-tile").first.wait_for()
    player.settle()
    player.page.add_script_tag(path=AXE)
    for window in (DESKTOP, Window(390, 844)):
        player.page.set_viewport_size({"width": window.width, "height": window.height})
        player.settle()
        assert player.page.evaluate(ENHANCED) == [], window
    player.page.emulate_media(color_scheme="light")


def sideways(robot: Robot) -> int:
    width = robot.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert isinstance(width, int)
    return width
