"""Speech bubbles and marks at the table cover no tile and are aligned, above all on phones."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import Scene, played, visit
from tests.browser.driver.scenes import TABLE, WAIT
from tests.browser.driver.tables import FULL, LONG, SIX_LONG
from tests.support import examples

from tilerummy.server.messages.server import Chatted, Snapshot
from tilerummy.server.room.room import Place
from tilerummy.server.room.round_views import GameViews

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
"""Touch windows and mouse windows; larger ones in a long run."""

CROWDED = replace(
    FULL,
    played="k1 k2 k3",
    moves=(played(2, "b1 b2 b3"), played(1, "k12 r12 b12 o12"), played(3, "k1 k2 k3")),
)
"""Nearly all tiles on the table, including some that the other players have just laid."""

SPEAKING = replace(
    TABLE,
    to_move=1,
    places=[
        Place(kind="person", guest="0", name="Noa"),
        *(
            Place(kind="computer", level="casual", guest=name, name=name)
            for name in ("Tom", "Mira", "Ana")
        ),
    ],
)
"""Three computer players that comment on their moves."""

BOXES = """(selector) => [...document.querySelectorAll(selector)].flatMap((e) => {
  if (!e.checkVisibility({ visibilityProperty: true })) return [];
  const { x, y, right, bottom } = e.getBoundingClientRect();
  return right - x > 1 ? [{ name: e.textContent.trim(), x, y, right, bottom }] : [];
})"""

FACTS = (
    ".seat > .face, .seat:not(.own) :is(.bk em, .seat-name bdi, .op), .clk, .pts,"
    " .table button:not(.seat-self)"
)
"""Information about the game apart from the tiles, and tap targets."""

STAY = """() => {
  const { setTimeout } = window;
  window.setTimeout = (run, after, ...more) =>
    after === 3000 ? 0 : setTimeout(run, after, ...more);
}"""
"""Speech bubbles stay while they are measured."""

SIGNS = """() => [...document.querySelectorAll('.tt-changed-by')].map((sign) => {
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
    shape: (shape.left + shape.right) / 2 - corner.height * 0.075 - at.right,
    touches: near,
    inside: at.left >= felt.left + 2 && at.bottom <= felt.bottom,
  };
})"""


IN_FRONT = """() => [...document.querySelectorAll('.seat q')].map((words) => {
  for (const seat of document.querySelectorAll('.seat')) seat.style.pointerEvents = 'auto';
  const { x, y, width, height } = words.getBoundingClientRect();
  return words.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
"""Returns a list with True for each bubble whose centre is visible, and otherwise False."""

TAILS = """() => [...document.querySelectorAll('.seat q')].map((words) => {
  const tail = getComputedStyle(words, '::after');
  const at = words.getBoundingClientRect();
  const face = words.parentElement.querySelector('.face').getBoundingClientRect();
  const x = at.x + parseFloat(tail.left) + parseFloat(tail.width) / 2;
  const y = at.y + parseFloat(tail.top) + parseFloat(tail.height) / 2;
  const outside = (value, from, to) => Math.max(from - value, value - to, 0);
  const off = [outside(x, face.left, face.right), outside(y, face.top, face.bottom)];
  return { drawn: tail.content !== 'none', off: Math.min(...off), x, y };
})"""
"""The start of each bubble's tail, and its distance from being level with or below a face."""


UNREAD = """() => [...document.querySelectorAll('.seat q')].flatMap((words) => {
  const [text, button] = words.children;
  const range = document.createRange();
  range.selectNodeContents(text);
  const cross = button.firstElementChild.getBoundingClientRect();
  const shown = text.getBoundingClientRect(); // a truncated line ends there
  const inside = (x) => Math.min(Math.max(x, shown.left), shown.right);
  const under = [...range.getClientRects()].some((line) =>
    inside(line.right) > cross.left + 1 && inside(line.left) < cross.right - 1
    && line.bottom > cross.top + 2 && line.top < cross.bottom - 2);
  const box = getComputedStyle(text).display !== 'inline';
  const cut = box && (text.scrollHeight > text.clientHeight + 1
    || text.scrollWidth > text.clientWidth + 1);
  return [...(under ? ['under the cross'] : []), ...(cut ? ['cut'] : [])];
})"""
"""The faults of a computer player's line: covered by its cross, or cut."""


class Watched(Scene):
    """A scene as a spectator sees it."""

    def snapshot(self) -> Snapshot:
        game = GameViews(self.room()).of(None)
        return msgspec.structs.replace(super().snapshot(), seat=None, game=game)


def seen(player: Robot) -> list[dict[str, Any]]:
    """Return the boxes of visible tiles, without those that a scrolling felt hides."""
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
def test_no_text_covers_tiles(
    onlooker: MakeRobot, windows: Sequence[Window], language: str, scene: Scene
) -> None:
    player = onlooker(windows[0], language)
    for window in windows:
        stage = visit(player, scene, window)
        player.page.evaluate(STAY)
        for seat, reaction in enumerate(["hurry", "well_played", "oops"]):
            stage.react(seat, reaction)
        stage.send(
            Chatted(room="scene", name="Ana", text="Only three left, and then I am out!", seat=3)
        )

        expect(player.page.locator(".seat q")).to_have_count(4)
        tiles = seen(player)
        assert covered(player.page.evaluate(BOXES, ".seat q"), tiles) == [], window


@KINDS
@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_bubbles_point_to_the_player_and_cover_no_face_name_number_or_clock(
    onlooker: MakeRobot, windows: Sequence[Window], language: str
) -> None:
    player = onlooker(windows[0], language)
    for window in windows:
        stage = visit(player, TABLE, window)
        player.page.evaluate(STAY)
        for seat, reaction in enumerate(["thanks", "good_luck", "hurry", "well_played"]):
            stage.react(seat, reaction)

        expect(player.page.locator(".seat q")).to_have_count(4)
        said = player.page.evaluate(BOXES, ".seat q")
        facts = player.page.evaluate(BOXES, FACTS)
        assert len(said) == 4, window
        assert len(facts) > 15, window
        assert covered(said, facts) == [], window
        for tail in player.page.evaluate(TAILS):
            assert tail["drawn"], window
            assert tail["off"] <= 1, (window, tail)


@KINDS
@pytest.mark.parametrize("position", [LONG, FULL], ids=["long", "full"])
def test_a_spectator_can_read_the_bubbles_of_all_four(
    onlooker: MakeRobot, windows: Sequence[Window], position: Scene
) -> None:
    watcher = onlooker(windows[0])
    scene = Watched(**{each.name: getattr(position, each.name) for each in fields(position)})
    for window in windows:
        stage = visit(watcher, scene, window)
        watcher.page.evaluate(STAY)
        for seat, reaction in enumerate(["hurry", "good_luck", "thanks", "well_played"]):
            stage.react(seat, reaction)

        expect(watcher.page.locator(".seat q")).to_have_count(4)
        said = watcher.page.evaluate(BOXES, ".seat q")
        assert covered(said, watcher.page.evaluate(BOXES, FACTS)) == [], window
        assert covered(said, seen(watcher)) == [], window
        assert all(watcher.page.evaluate(IN_FRONT)), (window, "one is behind another's plate")


def test_on_phones_bubbles_are_over_the_felt_until_melds_are_there(onlooker: MakeRobot) -> None:
    player = onlooker(SMALL)
    for window in (SMALL, PHONE):
        stage = visit(player, TABLE, window)
        player.page.evaluate(STAY)
        stage.send(Chatted(room="scene", name="Ana", text="Only three left!", seat=3))
        words = player.page.locator('.seat[data-seat="3"] q')
        expect(words).to_have_text("Only three left!")
        felt, box = (player.page.evaluate(BOXES, each)[0] for each in (".felt-ground", ".seat q"))
        assert (box["y"] + box["bottom"]) / 2 > felt["y"], window
        assert words.evaluate("(e) => e.firstChild.scrollWidth <= e.firstChild.clientWidth")

        stage.change(FULL)

        expect(player.page.locator(".tt-on-table")).to_have_count(100)
        player.settle()
        assert covered(player.page.evaluate(BOXES, ".seat q"), seen(player)) == [], window


def test_on_phones_the_number_shows_that_few_tiles_are_left(onlooker: MakeRobot) -> None:
    player = onlooker(SMALL)
    for window in PHONES:
        visit(player, LONG, window)

        expect(player.page.locator(".seat.few em")).to_be_visible()
        expect(player.page.locator(".seat q")).to_be_hidden()


@KINDS
@pytest.mark.parametrize("scene", [WAIT, CROWDED], ids=["wait", "crowded"])
def test_faces_at_melds_cover_no_numeral(
    onlooker: MakeRobot, windows: Sequence[Window], scene: Scene
) -> None:
    player = onlooker(windows[0])
    for window in windows:
        visit(player, scene, window)
        player.page.locator(".tt-changed-by").first.wait_for()

        for sign in player.page.evaluate(SIGNS):
            assert sign["below"] <= sign["width"] * 0.6, window
            assert sign["off"] <= sign["width"] / 2, window
            assert sign["clear"] >= 0, window
            assert sign["shape"] >= sign["tile"] * 0.09, window
            assert sign["inside"], window
            assert not sign["touches"], window
            assert sign["width"] >= 13, window
            if window in (DESKTOP, LARGE) and scene is WAIT:
                assert sign["width"] >= 21, window


def test_the_points_are_inside_the_strip(onlooker: MakeRobot) -> None:
    player = onlooker(SMALL)
    visit(player, TABLE)

    for window in player.in_each(PHONES):
        (strip,), (points,) = (player.page.evaluate(BOXES, each) for each in (".strip", ".pts"))
        assert strip["y"] <= points["y"], window
        assert points["bottom"] <= strip["bottom"], window


@pytest.mark.parametrize("language", ["en", "he"])
def test_seats_are_in_line_with_the_felt(onlooker: MakeRobot, language: str) -> None:
    player = onlooker(SMALL, language)
    visit(player, TABLE)

    for window in player.in_each((SMALL, PHONE)):
        heads = player.page.evaluate(BOXES, ".seat:not(.own)")
        (felt,) = player.page.evaluate(BOXES, ".felt-ground") or [None]
        assert min(head["x"] for head in heads) == pytest.approx(felt["x"], abs=0.6), window
        assert max(head["right"] for head in heads) == pytest.approx(felt["right"], abs=0.6), window


@pytest.mark.parametrize("window", [SMALL, DESKTOP], ids=str)
def test_among_computers_no_face_has_a_mark(onlooker: MakeRobot, window: Window) -> None:
    player = onlooker(window)
    visit(player, TABLE)

    expect(player.page.locator(".bot")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "he"])
@pytest.mark.parametrize("window", [SMALL, PHONE, LANDSCAPE, DESKTOP], ids=str)
def test_the_line_of_a_computer_player_is_legible_and_can_be_closed(
    robot: MakeRobot, window: Window, language: str
) -> None:
    player = robot(window)
    player.store("tilerummy.settings", json.dumps({"language": language, "sound": False}))
    stage = visit(player, SPEAKING, window)
    player.page.evaluate(STAY)
    for seat in [1, 2, 3] * 4 + [1]:  # about one in four moves has a line
        laid = played(seat, "k6 r6 b6 o6 / k9 k10 k11", "k6 r6 b6")
        stage.change(replace(SPEAKING, to_move=seat), laid)
        player.settle()

    words = player.page.locator(".seat q:has(button)")
    expect(words).to_have_count(3)
    assert player.page.evaluate(UNREAD) == []
    assert covered(player.page.evaluate(BOXES, ".seat q .icon"), seen(player)) == []
    words.first.get_by_role("button", include_hidden=True).click()
    expect(words).to_have_count(2)
    words.first.locator(".icon").click()
    expect(words).to_have_count(0)


SIX_SPEAKING = replace(
    SIX_LONG,
    position=FULL.position,
    to_move=1,
    places=[
        SPEAKING.places[0],
        *(
            Place(kind="computer", level="casual", guest=name, name=name)
            for name in SIX_LONG.names[1:]
        ),
    ],
)
"""Five computer players with long names, and no room on the felt for their lines."""


@pytest.mark.parametrize("language", ["de", "he"])
def test_the_cross_of_a_line_is_on_the_table_and_covers_no_number(
    robot: MakeRobot, language: str
) -> None:
    player = robot(PHONE)
    player.store("tilerummy.settings", json.dumps({"language": language, "sound": False}))
    for scene in (SIX_SPEAKING, replace(SPEAKING, position=FULL.position)):
        others = range(1, len(scene.names))
        stage = visit(player, scene, PHONE)
        player.page.evaluate(STAY)
        for seat in [*others] * 7:
            laid = played(seat, "k6 r6 b6 o6 / k9 k10 k11", "k6 r6 b6")
            stage.change(replace(scene, to_move=seat), laid)
            player.settle()

        crosses = player.page.evaluate(BOXES, ".seat q .icon")
        assert len(crosses) > 2
        edges = [(each["x"], each["right"]) for each in crosses]
        assert [edge for edge in edges if edge[0] < 1 or edge[1] > PHONE.width - 1] == []
        names = player.page.evaluate(BOXES, ".seat:not(.own) :is(.bk em, .seat-name bdi)")
        assert covered(crosses, names) == []
        assert covered(crosses, seen(player)) == []
