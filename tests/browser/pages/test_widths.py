"""Every page fits into every window, in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.driver.pages import PAGES
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.server_process import ServerProcess
from tests.support.examples import LONG

from tilerummy.rules_text.catalogue import languages

SIZES = ((360, 640), (390, 844), (740, 360), (768, 1024), (1280, 800), (1920, 1080))
WINDOWS = [Window(*size) for size in SIZES]
LANGUAGES = languages() if LONG else ("de", "he", "tr")
"""All of them, or those with the longest words and from right to left."""
OUTSIDE = """
() => {
  const APART = 'svg, .sr-only, .tt, .hero-tiles, .palette, .scroll';
  const wide = document.documentElement.scrollWidth - innerWidth;
  const found = wide > 1 ? [`the page is ${wide} px too wide`] : [];
  for (const each of document.querySelectorAll('main *, dialog *')) {
    const box = each.getBoundingClientRect();
    if (!box.width || each.closest(APART)) continue;
    const style = getComputedStyle(each);
    if (style.overflowX !== 'visible' || style.display === 'inline') continue;
    if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth) {
      found.push(`${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`);
    }
  }
  return found.slice(0, 5);
}
"""
"""What is wider than the window, or than its own box."""
UNPAINTED = ":root { opacity: 0 }"
"""What is only measured need not be painted in six windows."""


@pytest.fixture(params=LANGUAGES)
def visitor(
    server: ServerProcess, browser: Browser, request: pytest.FixtureRequest
) -> Iterator[Robot]:
    robot = Robot(server, browser, WINDOWS[0], request.param)
    yield robot
    robot.close()
    assert robot.errors == []


def too_wide(robot: Robot, page: str) -> list[str]:
    """Return what is too wide on the page, in every window."""
    found = []
    for window in WINDOWS:
        robot.resize(window)
        robot.settle()
        found += [f"{page} {window.width}: {each}" for each in robot.page.evaluate(OUTSIDE)]
    return found


def test_nothing_is_wider_than_its_place(visitor: Robot) -> None:
    visitor.open("/privacy")
    visitor.page.add_style_tag(content=UNPAINTED)
    found = []
    for path in PAGES:
        visitor.go(path)
        visitor.page.locator("main h1, main h2").first.wait_for()
        visitor.settle()
        if path == "/":
            visitor.press(visitor.page.locator(".hero-change"))
        found += too_wide(visitor, path)
        if path == "/":
            visitor.press(visitor.page.locator(".rules-field button"))
            visitor.page.locator(".picker-row").first.wait_for()
            found += too_wide(visitor, "the picker")
    assert found == []
