"""Layout tests for the table in a real browser, at the designed sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import Stage, visit
from tests.browser.driver.scenes import RACK, TABLE
from tests.browser.driver.tables import (
    FIVE,
    FULL,
    GONE,
    INTERNATIONAL,
    LONG,
    MANY,
    MCGRAW,
    SIX_LONG,
    THREE,
    TWO,
)
from tests.support import examples

MakeRobot = Callable[..., Robot]

SMALL = Window(360, 640, touch=True)
PHONE = Window(390, 844, touch=True, dark=True)
LANDSCAPE = Window(740, 360, touch=True)
TABLET = Window(768, 1024)
DESKTOP = Window(1280, 800, dark=True)
LARGE = Window(1920, 1080)
TOUCHED = Window(1024, 768, touch=True)
KINDS = pytest.mark.parametrize(
    "windows",
    [
        (SMALL, LANDSCAPE, TOUCHED, *((PHONE,) if examples.LONG else ())),
        (DESKTOP, TABLET, *((LARGE,) if examples.LONG else ())),
    ],
    ids=["touched", "mouse"],
)
"""Windows for touch and for a mouse; each page is made wider and narrower in both."""
SCENES = {
    "long names": LONG,
    "missing players": GONE,
    "two players": TWO,
    "three players": THREE,
    "five players": FIVE,
    "six players with long names": SIX_LONG,
    "piles and trump": INTERNATIONAL,
    "free tiles": MCGRAW,
    "many tiles": MANY,
}
FINGER, POINTER, SMALLEST_TILE = 44, 36, 24
TWICE = {Window(640, 400): 31, Window(683, 384): 29, Window(568, 320): 25, Window(960, 540): 40}
"""The minimum tile width with fourteen tiles, in windows with everything twice as large."""
FOURTEEN = replace(TABLE, position=TABLE.position.replace(RACK, f"{RACK} k7 k4 b9"))
MELD = "table k5 r5 b5"
TURN = "opened no | turn 15 | phase draw | trump o13 | seat 3 discards r1 b1 k7"
PAUSED = replace(LONG, phase="paused")
RACKS = {SMALL: 29, PHONE: 31, LANDSCAPE: 27, TABLET: 40, DESKTOP: 41, LARGE: 66}
"""The minimum tile width with twenty-eight tiles, by window."""

MEASURE = """() => {
  unpainted.disabled = true;
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((e) => {
      const { x, y, right, bottom } = e.getBoundingClientRect();
      return { name: e.className + ' ' + e.textContent.trim().slice(0, 24), x, y, right, bottom };
    })
    .filter((b) => b.right - b.x > 1 && b.bottom - b.y > 1);
  // texts that do not fit; only a name may be truncated, with its full form for screen readers
  const words = '.table :is(.op, em, .pool b, .pool small, .turn-actions .button)';
  const cut = [...document.querySelectorAll(words)]
    .filter((e) => e.checkVisibility() && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.className + ' ' + e.textContent.trim());
  const found = {
    parts: boxes('.table .seat:not(.own), .seat.own > .face, .felt-ground, .pool, .zone-place,'
      + ' .strip, .rack-place, .tools > *, .turn-actions > *, .corner > *'),
    inside: boxes('.seat:not(.own) > :is(.face, .seat-name, .op, .bk)'),
    targets: boxes('.table :is(button, a):not(.tt *)').map((b) => ({
      ...b, w: b.right - b.x, h: b.bottom - b.y })),
    tiles: boxes('.tt-tile'),
    felt: boxes('.felt-ground')[0],
    cut,
    width: innerWidth,
    height: innerHeight,
    wide: document.documentElement.scrollWidth,
    high: document.documentElement.scrollHeight,
  };
  unpainted.disabled = false;
  return found;
}"""


def measure(robot: Robot) -> dict[str, Any]:
    """Return the boxes of everything at the table."""
    found: dict[str, Any] = robot.page.evaluate(MEASURE)
    return found


def overlaps(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the pairs of boxes that overlap by more than a rounded pixel."""
    return [
        (one["name"], other["name"])
        for i, one in enumerate(boxes)
        for other in boxes[i + 1 :]
        if min(one["right"], other["right"]) - max(one["x"], other["x"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["y"], other["y"]) > 1
    ]


def outside(boxes: list[dict[str, Any]], found: dict[str, Any]) -> list[str]:
    """Return the boxes that are not completely inside the window."""
    return [
        b["name"]
        for b in boxes
        if b["x"] < -1
        or b["y"] < -1
        or b["right"] > found["width"] + 1
        or b["bottom"] > found["height"] + 1
    ]


def assert_in_order(found: dict[str, Any], case: str, least: int) -> None:
    assert found["parts"], case
    assert found["wide"] <= found["width"], case
    assert found["high"] <= found["height"], case
    assert overlaps(found["parts"]) == [], case
    assert overlaps(found["inside"]) == [], case
    assert outside(found["parts"] + found["inside"], found) == [], case
    assert found["cut"] == [], case
    small = [t["name"] for t in found["targets"] if min(t["w"], t["h"]) < least - 0.5]
    assert small == [], case


def assert_all_in_order(robot: Robot, windows: Sequence[Window], *names: str) -> None:
    """Open each scene in the first window, and check it there and in the other windows."""
    least = FINGER if robot.window.touch else POINTER
    for name in names:
        visit(robot, SCENES[name], windows[0])
        for window in robot.in_each(windows):
            assert_in_order(measure(robot), f"{name} in {window}", least)


@KINDS
def test_nothing_touches_and_nothing_is_cut(onlooker: MakeRobot, windows: Sequence[Window]) -> None:
    assert_all_in_order(onlooker(windows[0]), windows, *SCENES)


@pytest.mark.parametrize("language", ["de", *(["fr"] if examples.LONG else []), "he", "tr"])
@pytest.mark.parametrize("windows", [(SMALL, LANDSCAPE), (DESKTOP,)], ids=["phone", "desktop"])
def test_other_languages_fit(onlooker: MakeRobot, windows: Sequence[Window], language: str) -> None:
    assert_all_in_order(onlooker(windows[0], language), windows, "long names", "piles and trump")


def test_in_landscape_the_felt_has_three_fifths_of_the_height(onlooker: MakeRobot) -> None:
    player = onlooker(LANDSCAPE)
    for scene in (LONG, MANY):
        visit(player, scene)
        felt = measure(player)["felt"]
        assert felt["bottom"] - felt["y"] >= 0.6 * LANDSCAPE.height, scene


BANNER = """() => {
  const banner = document.createElement('p');
  banner.className = 'net';
  banner.innerHTML = `<span class="spin"></span><span>No connection. Trying again …</span><span
    class="net-hint">Nothing is lost. Your play is saved here and will be sent when you’re back
    online.</span>`;
  document.getElementById('main').before(banner);
}"""
COVERED = """() => {
  unpainted.disabled = true;
  const of = (e) => e.getBoundingClientRect();
  const a = of(document.querySelector('.net'));
  return [...document.querySelectorAll('.seat, .game :is(a, button:not(.tile))')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((e) => {
      const b = of(e);
      return b.width && a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
    })
    .map((e) => e.className || e.textContent.trim());
}"""


@KINDS
def test_the_connection_message_covers_no_player_and_no_button(
    onlooker: MakeRobot, windows: Sequence[Window]
) -> None:
    player = onlooker(windows[0])
    for scene in (LONG, TWO):
        visit(player, scene, windows[0])
        player.page.evaluate(BANNER)
        for window in player.in_each(windows):
            assert player.page.evaluate(COVERED) == [], (scene, window)
        player.page.locator(".net").evaluate("banner => banner.remove()")


@KINDS
def test_the_tiles_of_a_large_rack_use_the_room(
    onlooker: MakeRobot, windows: Sequence[Window]
) -> None:
    player = onlooker(windows[0])
    visit(player, MANY)
    for window in player.in_each(each for each in RACKS if each.touch is windows[0].touch):
        rack = [t for t in measure(player)["tiles"] if "tt-on-rack" in t["name"]]
        assert len(rack) == 28, window
        assert min(t["right"] - t["x"] for t in rack) >= RACKS[window] - 0.5, window


def test_on_upright_phones_a_rack_that_grows_keeps_the_size_of_its_tiles(
    onlooker: MakeRobot,
) -> None:
    tiles = f"{RACK} k7 k4 b9 k1 k2 b5 b8 o13 r13 r2 b13 o2".split()
    player = onlooker(SMALL)
    for window in (SMALL, PHONE):
        widths = []
        for many in (15, 16, 18, 20, 23):
            rack = " ".join(tiles[:many])
            scene = replace(INTERNATIONAL, position=f"{MELD} | rack {rack} | {TURN}", fresh="")
            visit(player, scene, window)
            laid = [tile for tile in measure(player)["tiles"] if "tt-on-rack" in tile["name"]]
            assert len(laid) == many
            widths.append(laid[0]["right"] - laid[0]["x"])
        assert max(widths) - min(widths) <= 1, (window, widths)


def test_a_rack_on_a_page_twice_as_large_uses_its_tray(onlooker: MakeRobot) -> None:
    player = onlooker(DESKTOP)
    for window, least in TWICE.items():
        visit(player, FOURTEEN, window)
        rack = [t for t in measure(player)["tiles"] if "tt-on-rack" in t["name"]]
        assert len(rack) == 14, window
        assert min(t["right"] - t["x"] for t in rack) >= least - 0.5, window
        tray = player.page.locator(".rack-place").bounding_box()
        assert tray
        high = max(t["bottom"] for t in rack) - min(t["y"] for t in rack)
        assert high >= 0.65 * tray["height"], window


@KINDS
def test_a_pause_is_on_the_felt_and_the_pool_in_line_with_the_piles(
    onlooker: MakeRobot, windows: Sequence[Window]
) -> None:
    player = onlooker(windows[0])
    visit(player, LONG, windows[0]).change(PAUSED)
    player.page.locator(".pause").wait_for()
    for window in player.in_each(windows):
        pause, felt = (player.page.locator(f".{each}") for each in ("pause", "felt-ground"))
        assert pause.bounding_box() == felt.bounding_box(), window
    for scene in (MCGRAW, INTERNATIONAL):
        visit(player, scene, windows[0])
        for window in player.in_each(w for w in windows if w.width < 500):
            boxes = measure(player)["parts"]
            plates = [b for b in boxes if b["name"].startswith(("pool", "zone-place"))]
            assert len(plates) > 1, window
            assert len({(b["y"], b["bottom"]) for b in plates}) == 1, window


def test_the_felt_with_two_players_takes_the_side_without_a_seat(onlooker: MakeRobot) -> None:
    player = onlooker(DESKTOP)
    visit(player, TWO)
    two = measure(player)["felt"]
    visit(player, THREE)
    three = measure(player)["felt"]

    assert two["x"] < 30
    assert two["right"] == three["right"]


def test_all_tiles_of_the_game_are_large_enough_to_tap(onlooker: MakeRobot) -> None:
    player = onlooker(SMALL)
    for window in (SMALL, LANDSCAPE):
        visit(player, FULL, window)
        tiles = measure(player)["tiles"]
        assert tiles, window
        assert all(t["right"] - t["x"] >= SMALLEST_TILE - 0.5 for t in tiles), window


BROKEN = """() => [...document.querySelectorAll('.turn-actions > .button')].flatMap((button) => {
  const text = [...button.childNodes].find((each) => each.nodeType === 3);
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.y))).size;
  const box = button.getBoundingClientRect();
  const runsOut = [...button.querySelectorAll('small')].some((each) => {
    const { x, right } = each.getBoundingClientRect();
    return each.scrollWidth > each.clientWidth + 1 || (right && (x < box.x || right > box.right));
  });
  const broken = lines > text.textContent.trim().split(/\\s+/).length;
  return broken || runsOut ? [button.textContent.trim()] : [];
})"""
"""The buttons with a word that is broken, or with a line that runs out of the button."""
PICKED = {"one table tile": ("r6.0",), "a group": ("k8.0", "r8.0", "o8.0")}
LOOSE = replace(
    TABLE,
    position="table k5 r5 b5 o5 / r6 r7 r8 r9 | rack k8 b12 o8 | opened 3 | turn 15",
    fresh="",
    played="",
    moves=(),
)


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_buttons_for_picked_tiles_break_no_word(onlooker: MakeRobot, window: Window) -> None:
    player = onlooker(window)
    for name, ids in PICKED.items():
        visit(player, LOOSE, window)
        for each in ids:
            player.press(player.page.locator(f'[data-id="{each}"]'))
        player.page.locator('[data-action="place"]').wait_for()
        assert player.page.evaluate(BROKEN) == [], name


ZOOMED = (Window(320, 480), Window(320, 200))
"""A desktop at 400 %, with a high and a low window."""
UNREACHED = """() => [...document.querySelectorAll('.turn-actions button, .tools button, .tt-tile')]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    each.scrollIntoView({ block: 'nearest' });
    const { x, right, y, bottom } = each.getBoundingClientRect();
    return x < -1 || right > innerWidth + 1 || y < -1 || bottom > innerHeight + 1;
  }).map((each) => each.className + ' ' + each.textContent.trim())"""
LAST_BUTTON = """() => {
  const [button] = [...document.querySelectorAll('.turn-actions button')].slice(-1);
  return button.getBoundingClientRect().bottom <= innerHeight + 1;
}"""


def test_at_large_zoom_rack_and_buttons_are_reached_by_scrolling(onlooker: MakeRobot) -> None:
    player = onlooker(ZOOMED[0])
    for window in ZOOMED:
        visit(player, LOOSE, window)
        player.page.mouse.move(160, 100)
        for _ in range(3):
            player.page.mouse.wheel(0, 500)
        player.page.wait_for_function(LAST_BUTTON)
        assert player.page.evaluate(UNREACHED) == [], window


OUTSIDE = """() => [...document.querySelectorAll(
    '.felt-place, .tt-on-rack, .turn-actions button, .corner.start button')]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { x, right, y, bottom } = each.getBoundingClientRect();
    return x < -1 || right > innerWidth + 1 || y < -1 || bottom > innerHeight + 1;
  }).map((each) => each.className + ' ' + each.textContent.trim())"""
SIGHT = """() => {
  const felt = document.querySelector('.felt-place').getBoundingClientRect();
  const tiles = [...document.querySelectorAll('.tt-pile .tt-tile, .tt-tile:not(.tt-on-rack)')];
  const ys = tiles.map((each) => each.getBoundingClientRect().y - felt.y);
  return [Math.min(...ys), felt.height, tiles[0].getBoundingClientRect().width];
}"""


@pytest.mark.parametrize("window", [Window(320, 256), Window(320, 200)], ids=["256", "200"])
def test_at_large_zoom_table_rack_and_buttons_are_visible_together(
    onlooker: MakeRobot, window: Window
) -> None:
    player = onlooker(window)
    visit(player, TABLE, window)
    assert player.page.evaluate(OUTSIDE) == []
    top, height, width = player.page.evaluate(SIGHT)
    assert height >= 2 * 40
    assert width >= 28

    # the wheel over the felt shows the other melds, and does not move the rack
    player.page.mouse.move(140, 60)
    player.page.mouse.wheel(0, 60)
    player.settle()
    assert player.page.evaluate(SIGHT)[0] < top - 20
    assert player.page.evaluate(OUTSIDE) == []


def test_melds_keep_still_when_the_page_is_reloaded(robot: MakeRobot) -> None:
    few, rest = "r3 r4 r5 / b7 b8 b9", "rack k5 | opened 3 | turn 9"
    player = robot(PHONE)
    stage = Stage(player.page, replace(TABLE, position=f"table {few} | {rest}"))
    stage.open(player.server.url)
    melds = player.page.locator(".tt-pile")
    expect(melds).to_have_count(2)
    player.settle()
    stage.scene = replace(TABLE, position=f"table {few} / k1 b1 o1 / b2 b3 b4 | {rest}")
    stage.send(stage.scene.snapshot())
    expect(melds).to_have_count(4)
    player.settle()
    before = measure(player)["tiles"]

    player.page.reload()
    expect(melds).to_have_count(4)
    player.settle()
    after = measure(player)["tiles"]
    player.press(player.button("Table menu"))
    player.press(player.button("Tidy the table"))
    player.settle()

    assert positions(after) == positions(before)
    assert positions(measure(player)["tiles"]) != positions(before)


def positions(tiles: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    """Return the text and position of each tile, sorted."""
    return sorted((b["name"].split()[-1], round(b["x"]), round(b["y"])) for b in tiles)
