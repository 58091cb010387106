"""Words and signs at the table cover no tile, and all stands in line, on phones above all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import Scene, played, visit
from tests.browser.driver.scenes import TABLE, WAIT
from tests.browser.driver.tables import FULL, LONG
from tests.support import examples

from tilerummy.server.messages import Chatted

MakeRobot = Callable[..., Robot]

SMALL = Window(360, 640, touch=True)
PHONE = Window(390, 844, touch=True)
LANDSCAPE = Window(740, 360, touch=True)
TABLET = Window(768, 1024)
DESKTOP = Window(1280, 800)
LARGE = Window(1920, 1080)
PHONES = (SMALL, LANDSCAPE, *((PHONE,) if examples.LONG else ()))
DESKTOPS = (TABLET, DESKTOP, *((LARGE,) if examples.LONG else ()))
KINDS = pytest.mark.parametrize("windows", [PHONES, DESKTOPS], ids=["phones", "desktops"])
"""Pages that are touched, and those with a mouse; larger ones in a long run."""

CROWDED = replace(
    FULL,
    played="k1 k2 k3",
    moves=(played(2, "b1 b2 b3"), played(1, "k12 r12 b12 o12"), played(3, "k1 k2 k3")),
)
"""Nearly all tiles on the table, of which the others have laid some just now."""

BOXES = """(selector) => [...document.querySelectorAll(selector)].flatMap((e) => {
  if (!e.checkVisibility({ visibilityProperty: true })) return [];
  const { x, y, right, bottom } = e.getBoundingClientRect();
  return right - x > 1 ? [{ name: e.textContent.trim(), x, y, right, bottom }] : [];
})"""

STAY = """() => {
  const { setTimeout } = window;
  window.setTimeout = (run, after, ...more) =>
    after === 3000 ? 0 : setTimeout(run, after, ...more);
}"""
"""What is said stays while it is measured."""

SIGNS = """() => [...document.querySelectorAll('.tt-by')].map((sign) => {
  const box = (e) => e.getBoundingClientRect();
  const at = box(sign);
  const corner = box(sign.closest('.tt-pile'));
  const tile = [...document.querySelectorAll('.tt-on-table')]
    .find((e) => Math.hypot(box(e).x - corner.x, box(e).y - corner.y) < 2);
  const numeral = tile.querySelector('b');
  const text = document.createRange();
  text.selectNodeContents(numeral);
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  pen.font = `700 ${getComputedStyle(numeral).fontSize} Tile`;
  const ink = pen.measureText(numeral.textContent);
  const line = box(numeral);
  // the middle of capitals is near the middle of the line
  const bottom = (line.top + line.bottom) / 2 + ink.actualBoundingBoxAscent / 2;
  const left = box(text).left;
  const centre = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
  const far = Math.hypot(Math.max(left - centre[0], 0), Math.max(centre[1] - bottom, 0));
  const shape = box(tile.querySelector('i'));
  const pile = sign.closest('.tt-pile');
  const near = [...document.querySelectorAll('.tt-pile')].filter((e) => e !== pile).some((e) => {
    const { left, right, top, bottom } = box(e);
    return at.right > left + 1 && at.left < right - 1 && at.bottom > top + 1 && at.top < bottom - 1;
  });
  const felt = box(document.querySelector('.felt-ground'));
  return {
    width: at.width,
    tile: corner.height / 1.34,
    below: at.bottom - corner.bottom,
    off: Math.abs(centre[0] - corner.left),
    clear: far - at.width / 2,
    covers: at.right - (shape.left + shape.right) / 2 + corner.height * 0.075,
    touches: near,
    inside: at.left >= felt.left + 2 && at.bottom <= felt.bottom,
  };
})"""


def seen(player: Robot) -> list[dict[str, Any]]:
    """Return where tiles are seen: a felt that scrolls hides what is below its edge."""
    (felt,) = player.page.evaluate(BOXES, ".felt-ground")
    laid: list[dict[str, Any]] = player.page.evaluate(BOXES, ".tt-on-table")
    for tile in laid:
        tile["bottom"] = min(tile["bottom"], felt["bottom"])
    rack: list[dict[str, Any]] = player.page.evaluate(BOXES, ".tt-on-rack")
    return laid + rack


def covered(words: list[dict[str, Any]], tiles: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [
        (word["name"], tile["name"])
        for word in words
        for tile in tiles
        if min(word["right"], tile["right"]) - max(word["x"], tile["x"]) > 1
        and min(word["bottom"], tile["bottom"]) - max(word["y"], tile["y"]) > 1
    ]


@KINDS
@pytest.mark.parametrize("scene", [LONG, FULL], ids=["long", "full"])
@pytest.mark.parametrize("language", ["en", "he"])
def test_no_words_lie_over_tiles(
    robot: MakeRobot, windows: Sequence[Window], language: str, scene: Scene
) -> None:
    player = robot(windows[0], language)
    for window in windows:
        player.resize(window)
        stage = visit(player, scene)
        player.page.evaluate(STAY)
        for seat, reaction in enumerate(["hurry", "well_played", "oops"]):
            stage.react(seat, reaction)
        stage.send(
            Chatted(room="scene", name="Ana", text="Only three left, and then I am out!", seat=3)
        )

        expect(player.page.locator(".seat q")).to_have_count(4)
        tiles = seen(player)
        assert covered(player.page.evaluate(BOXES, ".seat q"), tiles) == [], window


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_words_hide_no_name_no_number_and_not_who_has_opened(
    robot: MakeRobot, language: str
) -> None:
    player = robot(SMALL, language)
    for window in PHONES:
        player.resize(window)
        stage = visit(player, TABLE)
        player.page.evaluate(STAY)
        for seat, reaction in enumerate(["good_luck", "hurry", "well_played"], 1):
            stage.react(seat, reaction)

        expect(player.page.locator(".seat:not(.own) q")).to_have_count(3)
        said = player.page.evaluate(BOXES, ".seat:not(.own) q")
        facts = player.page.evaluate(BOXES, ".seat:not(.own) :is(.bk em, .seat-name bdi, .op)")
        assert len(facts) == 9, window
        assert covered(said, facts) == [], window


def test_on_phones_the_number_says_that_few_tiles_are_left(robot: MakeRobot) -> None:
    player = robot(SMALL)
    for window in PHONES:
        player.resize(window)
        visit(player, LONG)

        expect(player.page.locator(".seat.few em")).to_be_visible()
        expect(player.page.locator(".seat q")).to_be_hidden()


@KINDS
@pytest.mark.parametrize("scene", [WAIT, CROWDED], ids=["wait", "crowded"])
def test_faces_at_melds_cover_no_numeral(
    robot: MakeRobot, windows: Sequence[Window], scene: Scene
) -> None:
    player = robot(windows[0])
    for window in windows:
        player.resize(window)
        visit(player, scene)
        player.page.locator(".tt-by").first.wait_for()

        for sign in player.page.evaluate(SIGNS):
            assert sign["below"] <= 3, window
            assert sign["off"] <= sign["width"] / 2, window
            assert sign["clear"] >= 0, window
            assert sign["covers"] <= 0, window
            assert sign["inside"], window
            assert not sign["touches"], window
            assert sign["width"] >= 13, window
            if window in (DESKTOP, LARGE) and scene is WAIT:
                assert sign["width"] >= 24, window


def test_the_points_are_inside_the_strip(robot: MakeRobot) -> None:
    player = robot(SMALL)
    visit(player, TABLE)

    for window in player.in_each(PHONES):
        (strip,), (points,) = (player.page.evaluate(BOXES, each) for each in (".strip", ".pts"))
        assert strip["y"] <= points["y"], window
        assert points["bottom"] <= strip["bottom"], window


@pytest.mark.parametrize("language", ["en", "he"])
def test_heads_are_in_line_with_the_felt(robot: MakeRobot, language: str) -> None:
    player = robot(SMALL, language)
    visit(player, TABLE)

    for window in player.in_each((SMALL, PHONE)):
        heads = player.page.evaluate(BOXES, ".seat:not(.own)")
        (felt,) = player.page.evaluate(BOXES, ".felt-ground") or [None]
        assert min(head["x"] for head in heads) == pytest.approx(felt["x"], abs=0.6), window
        assert max(head["right"] for head in heads) == pytest.approx(felt["right"], abs=0.6), window


@pytest.mark.parametrize("window", [SMALL, DESKTOP], ids=str)
def test_among_computers_no_face_has_a_sign(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    visit(player, TABLE)

    expect(player.page.locator(".bot")).to_have_count(0)
