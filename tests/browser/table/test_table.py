"""Tiles have the right size, position and visibility, and input is never delayed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect
from tests.browser.driver.robot import DESKTOP, PATIENCE, PHONE, Robot, Window
from tests.browser.driver.scene import Scene, Stage, played
from tests.browser.driver.scenes import GROUPS, RACK, RUNS, TABLE
from tests.browser.driver.waiting import wait_until

MakeRobot = Callable[..., Robot]

FULL = Scene(
    position="table "
    + " / ".join(
        " ".join(f"{colour}{number}" for colour in "krb" + ("o" if copy else ""))
        for copy in (0, 1)
        for number in range(1, 14)
    )
    + " | rack o1 o2 o5 | opened 1 | turn 40",
    counts=(2, 3, 1),
    names=("Noa", "Tom", "Mira", "Ana"),
)
"""A table of 91 tiles in 26 melds, the rest on racks."""

SIZES = {
    Window(1280, 800): (51, 54),
    Window(1920, 1080): (80, 88),
    Window(360, 640): (28, 45),
    Window(390, 844): (37, 49),
    Window(740, 360): (32, 36),
}
"""The tile width on the table and on the rack, by designed window."""

OUT = re.compile(r"\btt-out\b")
"""The class of a tile outside the visible part of the felt."""
NEVER_IN_SIGHT = """async (patience) => {
    const felt = document.querySelector('.tt-table');
    const inSight = (tile) => {
        const [at, around] = [tile, felt].map((each) => each.getBoundingClientRect());
        const inside = around.top - 1 <= at.top && at.bottom <= around.bottom + 1;
        return inside && !tile.classList.contains('tt-out');
    };
    const never = [];
    const until = performance.now() + patience;
    for (const tile of document.querySelectorAll('.tt-on-table')) {
        tile.focus();
        while (!inSight(tile) && performance.now() < until)
            await new Promise(requestAnimationFrame);
        if (!inSight(tile)) never.push(tile.dataset.id);
    }
    return never;
}"""
"""Moves the focus to every table tile; returns those that are then not visible."""


def _wide(tiles: Locator) -> float:
    return float(tiles.first.evaluate("tile => tile.getBoundingClientRect().width"))


def _places(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.tt-on-table')]
            .map(tile => [tile.dataset.id, tile.style.translate]))"""
    )
    return found


def _stage(robot: Robot, scene: Scene) -> Stage:
    stage = Stage(robot.page, scene)
    stage.open(robot.server.url)
    robot.page.locator(".tt-tile").first.wait_for()
    robot.settle()
    return stage


def test_tiles_have_the_designed_size(robot: MakeRobot) -> None:
    """Each window has its own player, because an open table does not reflow when resized."""
    for window, (table, rack) in SIZES.items():
        player = robot(window)
        _stage(player, TABLE)
        assert _wide(player.page.locator(".tt-on-table")) == table, window
        assert abs(_wide(player.page.locator(".tt-on-rack")) - rack) <= 1, window


def test_another_players_draft_moves_nothing_else_and_tidy_sorts_everything(
    robot: MakeRobot,
) -> None:
    player = robot(DESKTOP)
    page = player.page
    stage = _stage(player, TABLE)
    before = _places(page)
    more = f"table o7 o8 o9 / {GROUPS} / {RUNS} | rack {RACK} | opened no | turn 16"
    stage.change(replace(TABLE, position=more, counts=(15, 6, 3)), played(3, "o7 o8 o9"))
    page.wait_for_function("document.querySelectorAll('.tt-on-table').length === 47")
    page.wait_for_timeout(200)
    after = _places(page)
    assert {tile: after[tile] for tile in before} == before
    page.keyboard.press("o")
    wait_until(page, lambda: _places(page) != after)
    tidy = _places(page)
    stage.open(player.server.url)
    page.wait_for_function("document.querySelectorAll('.tt-on-table').length === 47")
    wait_until(page, lambda: sorted(_places(page).values()) == sorted(tidy.values()))


def test_a_text_never_shrinks_a_tile(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    page = player.page
    _stage(player, TABLE)
    before = _places(page)
    player.pick(["r10", "r11", "r12"])
    expect(page.locator(".tt-on-rack.tt-selected")).to_have_count(3)
    page.wait_for_timeout(200)
    assert _places(page) == before


def test_every_tile_of_a_full_table_is_reachable_on_the_smallest_phone(robot: MakeRobot) -> None:
    player = robot(PHONE)
    page = player.page
    _stage(player, FULL)
    tiles = page.locator(".tt-on-table")
    assert _wide(tiles) >= 24
    hidden = page.locator(".tt-on-table.tt-out")
    assert hidden.count() > 0, "there is nothing to look for"
    felt = page.locator(".tt-table").bounding_box()
    assert felt
    # by keyboard
    assert tiles.count() == 91
    assert page.evaluate(NEVER_IN_SIGHT, PATIENCE) == []
    # by wheel and by its keys
    page.mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2)
    page.mouse.wheel(0, -3000)
    first = page.locator(f"[data-id='{tiles.first.get_attribute('data-id')}']")
    expect(first).not_to_have_class(OUT)
    page.keyboard.press("+")
    wait_until(page, lambda: _wide(tiles) >= 30)
    page.keyboard.press("-")
    page.keyboard.press("PageDown")
    expect(first).to_have_class(OUT)


def test_pinching_enlarges_a_full_table(robot: MakeRobot) -> None:
    player = robot(PHONE)
    page = player.page
    _stage(player, FULL)
    felt = page.locator(".tt-table").bounding_box()
    assert felt
    x, y = felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2
    session = player.context.new_cdp_session(page)
    for kind, apart in [("touchStart", 30), ("touchMove", 45), ("touchMove", 60)]:
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(30)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_until(page, lambda: _wide(page.locator(".tt-on-table")) >= 40)
    session.detach()


def test_motion_is_visible_and_never_delays_a_move(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    page = player.page
    page.emulate_media(reduced_motion="no-preference")
    stage = _stage(player, TABLE)
    motion = player.context.new_cdp_session(page)
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0.01})  # for slow machines
    more = f"table {GROUPS} / {RUNS} / o7 o8 o9 | rack {RACK} | opened no | turn 16"
    stage.change(replace(TABLE, position=more, counts=(15, 6, 3)), played(3, "o7 o8 o9"))
    page.locator(".tt-flies").first.wait_for()
    longest = page.evaluate(
        "Math.max(...document.getAnimations().map(each => each.effect.getComputedTiming().endTime))"
    )
    assert 150 <= longest <= 400
    # a flying tile can be picked, without delay
    page.locator("[data-id='r10.0']").press("Enter")
    expect(page.locator("[data-id='r10.0']")).to_have_attribute("aria-pressed", "true")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 1})
    expect(page.locator(".tt-flies")).to_have_count(0)
    motion.detach()
