"""The result card shows every button, and nothing on it wraps, is cut or covered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.browser.driver.ends import CLOSED_END, ENDS, INTERNATIONAL_END, LOST
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import Scene, visit
from tests.browser.driver.scenes import END
from tests.support.examples import LONG

from tilerummy.state import Played

MakeRobot = Callable[..., Robot]

PHONES = (
    Window(360, 640, touch=True),
    Window(740, 360, touch=True),
    *((Window(390, 844, touch=True),) if LONG else ()),
)
"""A small phone in both orientations; a larger one in a long run."""
DESKTOP = Window(1280, 800, dark=True)
SCORINGS = ("won", "between", "international", "mcgraw")
"""The scenes that are also measured in other languages."""

MEASURE = """() => {
  const box = (e) => {
    const { x, y, right, bottom } = e.getBoundingClientRect();
    return { name: e.className + ' ' + e.textContent.trim().slice(0, 24), x, y, right, bottom };
  };
  const shown = (e) => e.checkVisibility({ visibilityProperty: true });
  const all = (within, selector) => [...within.querySelectorAll(selector)].filter(shown);
  const boxes = (selector) => all(document, selector).map(box);
  const lines = (e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    const seen = (r) => r.width > 1 && r.height > 1;
    return new Set([...range.getClientRects()].filter(seen).map((r) => Math.round(r.y / 8))).size;
  };
  const buttons = all(document, '.result :is(button, a)');
  const words = all(document, '.banner-words p, .result h2, .how');
  return {
    buttons: buttons.map(box),
    wrapped: all(document, '.result-buttons .button, .calculation')
      .flatMap((e) => (e.matches('.button') ? all(e, 'span:not(:has(*))') : [e]))
      .filter((e) => e.clientWidth !== 1 && lines(e) > 1).map((e) => e.textContent.trim()),
    cut: buttons.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim()),
    words: words.map(box),
    pieces: boxes('.confetti i'),
    spilled: all(document, '.seat[data-revealed]').flatMap((seat) => {
      const plate = seat.getBoundingClientRect();
      return all(seat, '.revealed .tile, .revealed em, .revealed-score').map(box).filter((b) =>
        b.x < plate.x || b.right > plate.right || b.y < plate.y || b.bottom > plate.bottom);
    }).map((b) => b.name),
    crowns: boxes('.result .crown'),
    tiles: boxes('.tt-tile.tt-on-table'),
    felt: boxes('[data-place=felt]')[0],
    table: boxes('.table')[0],
    banners: boxes('.ending-banner'),
    width: innerWidth,
    height: innerHeight,
  };
}"""
CONTRAST = """() => {
  const [, caption] = document.querySelectorAll('.banner-words p');
  const banner = getComputedStyle(document.querySelector('.ending-banner'));
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const draw = canvas.getContext('2d', { willReadFrequently: true });
  const paint = (colours) => {
    for (const colour of colours) {
      draw.fillStyle = colour;
      draw.fillRect(0, 0, 1, 1);
    }
    const parts = [...draw.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) => c / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const colours = banner.backgroundImage.match(/(rgba?|color)\\([^()]*\\)/g);
  const [glow, ...wood] = colours.filter((c) => !/, 0\\)|\\/ 0\\)/.test(c));
  const light = paint([getComputedStyle(caption).color]);
  return Math.min(...wood.map((each) => (light + 0.05) / (paint([each, glow]) + 0.05)));
}"""


def open_end(robot: Robot, scene: Scene, window: Window | None = None) -> None:
    """Open a finished table."""
    visit(robot, scene, window, until=".result")


def touching(ones: list[dict[str, Any]], others: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the overlaps between the first boxes and the second ones."""
    return [
        (one["name"], other["name"])
        for one in ones
        for other in others
        if min(one["right"], other["right"]) - max(one["x"], other["x"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["y"], other["y"]) > 1
    ]


def assert_in_order(found: dict[str, Any], case: str) -> None:
    hidden = [
        b["name"]
        for b in found["buttons"]
        if b["x"] < 0 or b["y"] < 0 or b["right"] > found["width"] or b["bottom"] > found["height"]
    ]
    assert found["buttons"], case
    assert hidden == [], case
    for fault in ("wrapped", "cut", "spilled"):
        assert found[fault] == [], case
    assert touching(found["pieces"], found["words"]) == [], case
    assert touching(found["crowns"], found["tiles"]) == [], case
    for banner in found["banners"]:
        assert abs(banner["x"] - found["table"]["x"]) <= 1, case
    # tiles are centred on the felt
    felt, tiles = found["felt"], found["tiles"]
    above = min(t["y"] for t in tiles) - felt["y"]
    below = felt["bottom"] - max(t["bottom"] for t in tiles)
    assert min(above, below) >= 0, case
    assert abs(above - below) <= 8, case


@pytest.mark.parametrize("language", ["en-GB", "de", "he"])
@pytest.mark.parametrize("windows", [PHONES, (DESKTOP,)], ids=["phones", "desktop"])
def test_every_button_is_visible_and_nothing_wraps(
    onlooker: MakeRobot, windows: tuple[Window, ...], language: str
) -> None:
    reader = onlooker(windows[0], language)
    names = [*ENDS] if language == "en-GB" else SCORINGS
    for name in names:
        open_end(reader, ENDS[name], windows[0])
        for window in reader.in_each(windows):
            assert_in_order(reader.page.evaluate(MEASURE), f"{name} at {window}")


LARGE_ZOOM = (Window(640, 400), Window(320, 200), Window(195, 422))
"""A desktop at 200 and 400 %, and a phone at 200 %."""
OUTSIDE = """() => [...document.querySelectorAll('.result :is(button, a, h2, .how)')]
  .filter((each) => {
    const { x, right } = each.getBoundingClientRect();
    each.scrollIntoView({ block: 'center' });
    const { y, bottom } = each.getBoundingClientRect();
    return x < 0 || right > innerWidth || y < 0 || bottom > innerHeight;
  }).map((each) => each.textContent.trim())"""


def test_at_large_zoom_everything_is_reached_by_scrolling_down(onlooker: MakeRobot) -> None:
    reader = onlooker(LARGE_ZOOM[0])
    for window in LARGE_ZOOM:
        open_end(reader, CLOSED_END, window)
        assert reader.page.evaluate(OUTSIDE) == [], window


BELOW = """() => {
  const words = document.querySelector('.result-words').getBoundingClientRect();
  return [...document.querySelectorAll('.result-seats li')]
    .filter((each) => each.getBoundingClientRect().bottom > words.bottom + 1)
    .map((each) => each.textContent.trim());
}"""


def test_beside_the_table_each_score_is_visible_without_scrolling(onlooker: MakeRobot) -> None:
    reader = onlooker(DESKTOP)
    for name, scene in {**ENDS, "closed hand": CLOSED_END}.items():
        open_end(reader, scene, DESKTOP)
        assert reader.page.evaluate(BELOW) == [], name


def test_the_card_has_the_designed_width(onlooker: MakeRobot) -> None:
    reader = onlooker(DESKTOP)
    open_end(reader, END)

    card = reader.page.locator(".result").bounding_box()
    close = reader.page.locator(".show-table .icon").bounding_box()
    head = reader.page.locator("#result-head").bounding_box()

    assert card
    assert close
    assert head
    assert card["width"] == 304
    # side by side, on one level
    assert abs(close["y"] + close["height"] / 2 - head["y"] - head["height"] / 2) <= 3
    words = reader.page.locator("#result-head").evaluate(
        "head => { const words = document.createRange(); words.selectNodeContents(head);"
        " return words.getBoundingClientRect().right; }"
    )
    assert words <= close["x"]


def test_the_caption_of_a_win_is_readable(onlooker: MakeRobot) -> None:
    reader = onlooker(DESKTOP)
    open_end(reader, END)

    for window in reader.in_each((DESKTOP, replace(DESKTOP, dark=False))):
        assert reader.page.evaluate(CONTRAST) >= 4.5, window


def test_only_the_last_play_is_marked(onlooker: MakeRobot) -> None:
    reader = onlooker(DESKTOP)
    for scene in (END, LOST, INTERNATIONAL_END):
        open_end(reader, scene)
        marked = reader.page.locator(".tt-last").evaluate_all(
            "tiles => tiles.map((each) => each.id.match(/[krbo]\\d+/)[0])"
        )
        *_, last = scene.moves
        assert isinstance(last, Played)
        assert sorted(marked) == sorted(map(str, last.placed))
        assert reader.page.locator(".tt-changed-by").count() == 0, last
