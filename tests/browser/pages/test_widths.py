"""Every page fits every window, in every language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.driver.pages import PAGES
from tests.browser.driver.robot import Robot, Window
from tests.support.examples import LONG

from tilerummy.texts import languages

WINDOWS = [Window(360, 640), Window(740, 360), Window(1280, 800)]
"""A phone in both orientations and a desktop; a long run adds other sizes."""
if LONG:
    WINDOWS += [Window(390, 844), Window(768, 1024), Window(1920, 1080)]
LANGUAGES = languages() if LONG else ("de", "he")
"""All languages, or one with long words and one from right to left."""
OUTSIDE = """
() => {
  const APART = 'svg, .sr-only, .tt, .hero-tiles, .palette, .scroll';
  const wide = document.documentElement.scrollWidth - innerWidth;
  const found = wide > 1 ? [`${wide} px wider than the window`] : [];
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
"""Elements wider than the window or than their own box."""


MARGINS = """
() => {
  const boxes = [...document.querySelectorAll(':is(.text-page, .mine-main) > *')]
    .map((e) => e.getBoundingClientRect())
    .filter((box) => box.width);
  const main = document.querySelector('main').getBoundingClientRect();
  return {
    left: Math.min(...boxes.map((box) => box.left)) - main.left,
    right: main.right - Math.max(...boxes.map((box) => box.right)),
  };
}
"""
"""The free space at the sides of a page."""


def too_wide(robot: Robot, page: str) -> list[str]:
    """Return the elements that are too wide, in every window."""
    found = []
    for window in robot.in_each(WINDOWS):
        found += [f"{page} {window.width}: {each}" for each in robot.page.evaluate(OUTSIDE)]
    return found


def test_narrow_pages_are_centred_in_a_wide_window(robot: Callable[..., Robot]) -> None:
    visitor = robot(Window(1920, 1080))
    visitor.open("/privacy")
    for path in ("/privacy", "/verify", "/games"):
        visitor.go(path)
        visitor.page.locator("main h1").wait_for()
        visitor.page.locator(":is(.text-page, .mine-main) > *").first.wait_for()
        visitor.settle()
        free = visitor.page.evaluate(MARGINS)
        assert abs(free["left"] - free["right"]) <= 1, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_its_container(robot: Callable[..., Robot], language: str) -> None:
    visitor = robot(WINDOWS[0], language)
    visitor.open("/privacy")
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
