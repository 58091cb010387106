"""A turn can be built in any order, undone and planned, and it ends when its time is up."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from tests.browser.driver.pool import retire
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.scene import Scene, Stage
from tests.browser.driver.waiting import wait_until

from tilerummy.server.messages.views import ClockView
from tilerummy.state import Penalised, TimedOut
from tilerummy.tiles import rack

MakeStage = Callable[..., Stage]
SIZES = pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])

MINE = Scene(
    position="table k5 r5 b5 o5 / k7 b7 o7 | rack r6 r7 r8 o13 k1 | opened 1 | turn 9",
    names=("Noa", "Mira"),
    counts=(8,),
    opened=(True,),
)
"""The viewer's turn in an untimed game, with tiles that only fit together with a table tile."""
THEIRS = replace(MINE, to_move=1)


@pytest.fixture
def stage(robot: Callable[..., Robot]) -> MakeStage:
    """Return a factory of stages with undoable draws, the default setting."""

    def make(scene: Scene, window: Window) -> Stage:
        player = robot(window)
        player.store("tilerummy.settings", "{}")
        page = player.page
        made = Stage(page, scene)
        made.open(player.server.url)
        page.locator(".tt-rack").wait_for(state="attached")
        expect(page.locator(".status .say")).not_to_be_empty()
        page.wait_for_timeout(400)  # until the deferred parts are loaded
        return made

    return make


def tap(page: Page, *faces: str) -> None:
    """Tap one tile after the other, slower than a double tap."""
    for face in faces:
        page.locator(f'.tt-tile[data-id^="{face}."]').first.click()
        page.wait_for_timeout(60)


def tap_felt(page: Page) -> None:
    """Tap an empty spot."""
    felt = page.locator(".tt-table").bounding_box()
    assert felt
    page.mouse.click(felt["x"] + felt["width"] - 30, felt["y"] + felt["height"] - 30)


def actions(stage: Stage) -> list[Sequence[str]]:
    return [
        each.get("actions", each["type"]) for each in stage.sent if each["type"] in {"act", "done"}
    ]


MELDS = """
() => [...document.querySelectorAll('.tt-pile')].map(pile =>
  (pile.getAttribute('aria-owns') ?? '').split(' ')
    .map(id => document.getElementById(id).dataset.id.split('.')[0]).join(' '))
"""
"""The melds on the table, each as its tiles."""


def wait_for_melds(page: Page, *melds: str) -> None:
    """Wait until these melds are on the table, which is drawn in the frame after the button."""
    page.wait_for_function(f"melds => melds.every(meld => ({MELDS})().includes(meld))", arg=melds)


@SIZES
def test_tiles_of_table_and_rack_are_picked_in_any_order(stage: MakeStage, window: Window) -> None:
    now = stage(MINE, window)
    first = now.page.locator("button.first")

    tap(now.page, "r6", "r5", "r8", "r7")
    expect(first).to_have_text(re.compile("^Lay"))
    tap_felt(now.page)

    expect(first).to_have_text(re.compile("^Done"))
    wait_for_melds(now.page, "k5 b5 o5", "k7 b7 o7", "r5 r6 r7 r8")
    first.click()
    assert actions(now) == ["done"]


@SIZES
def test_the_button_lays_the_picked_tiles(stage: MakeStage, window: Window) -> None:
    now = stage(MINE, window)
    tap(now.page, "r6", "r7", "r8")

    now.page.locator("button.first").click()

    expect(now.page.locator("button.first")).to_have_text(re.compile("^Done"))
    wait_for_melds(now.page, "r6 r7 r8")


@SIZES
def test_a_double_tap_moves_a_tile_to_where_it_fits(stage: MakeStage, window: Window) -> None:
    fits = replace(MINE, position="table r3 r4 r5 / k7 b7 o7 | rack r6 o13 k1 | opened 1 | turn 9")
    now = stage(fits, window)

    now.page.locator('.tt-tile[data-id^="r6."]').dblclick()

    expect(now.page.locator("button.first")).to_have_text(re.compile("^Done"))
    wait_for_melds(now.page, "r3 r4 r5 r6")


@SIZES
def test_leftover_table_tiles_are_only_reported_at_the_end(
    stage: MakeStage, window: Window
) -> None:
    now = stage(MINE, window)
    words = now.page.locator(".status").get_by_text("Tiles from the table must stay")
    tap(now.page, "r5", "k1")
    tap_felt(now.page)
    expect(words).to_have_count(0)

    now.page.locator("button.first").click()

    expect(words.first).to_be_visible()
    now.page.keyboard.press("Escape")
    expect(words).to_have_count(0)
    assert actions(now) == []


COVERED = """() => [...document.querySelectorAll('.corner.start button, .pool')].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const above = document.elementFromPoint(x + width / 2, y + height / 2);
  return !above.closest('.corner.start, .pool, .widget');
}).map((each) => each.className)"""


@SIZES
def test_the_field_for_typed_moves_covers_no_message(stage: MakeStage, window: Window) -> None:
    """And no message covers the menu or the pool."""
    page = stage(MINE, window).page
    page.keyboard.press("t")
    field, status = page.locator(".typing"), page.locator(".status")
    field.wait_for()

    for line, message in (("hint", ".hint"), ("r5 k1 > new", ".say"), ("done", ".reasons")):
        field.get_by_role("textbox").fill(line)
        field.get_by_role("textbox").press("Enter")
        expect(status.locator(message)).to_be_visible()
        above, below = field.bounding_box(), status.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"] + 1, line
        assert page.evaluate(COVERED) == [], line


@SIZES
def test_a_draw_can_be_undone(stage: MakeStage, window: Window) -> None:
    now = stage(MINE, window)
    undo = now.page.locator(".status").get_by_role("button", name="Undo")

    retire(now.page)  # its clock no longer runs automatically
    now.page.clock.install()
    now.page.clock.pause_at(now.page.evaluate("Date.now()") / 1000 + 1)
    now.page.locator("button.first").click()
    undo.click()
    now.page.clock.resume()
    now.page.clock.fast_forward(10_000)

    assert actions(now) == []
    now.page.locator("button.first").click()
    expect(undo).to_be_visible()
    now.page.clock.fast_forward(10_000)
    expect(undo).to_have_count(0)
    wait_until(now.page, lambda: actions(now) == [["draw"]])


@SIZES
def test_a_draw_asks_after_changes(stage: MakeStage, window: Window) -> None:
    now = stage(MINE, window)
    question = now.page.locator(".status").get_by_text("Draw now?")

    tap(now.page, "k1")
    tap_felt(now.page)
    now.page.keyboard.press("d")
    expect(question.first).to_be_visible()
    now.page.get_by_role("button", name="Keep playing").click()
    expect(question).to_have_count(0)
    now.page.keyboard.press("d")
    now.page.locator(".status").get_by_role("button", name="Draw", exact=True).click()
    wait_until(now.page, lambda: actions(now) == [["draw"]])


def test_leaving_the_page_sends_a_draw_and_another_window_cancels_it(
    robot: Callable[..., Robot],
) -> None:
    alone = robot(DESKTOP)
    alone.store("tilerummy.settings", '{"grace":"untimed"}')
    alone.play_now()
    alone.until_my_turn()
    version = alone.seen["version"]
    other = alone.context.new_page()
    other.goto(alone.page.url)
    expect(other.locator("button.first")).to_have_text(re.compile("^Draw"))
    alone.page.locator("button.first").click()
    other.locator("button.first").click()

    other.close(run_before_unload=False)
    alone.until_after(version)
    tiles = alone.game["hands"][0]["tiles"]
    alone.wait(3500)

    assert tiles == 15
    assert alone.game["hands"][0]["tiles"] == 15
    alone.assert_nothing_wrong()


@SIZES
def test_a_plan_is_placed_on_another_players_draft(stage: MakeStage, window: Window) -> None:
    now = stage(THEIRS, window)
    tap(now.page, "r6", "r7", "r8")
    tap_felt(now.page)

    now.preview(["k5 r5 b5 o5", "k7 b7 o7 r7"], 7)

    expect(now.page.get_by_text("Mira is laying tiles").first).to_be_attached()
    switch = now.page.get_by_role("button", name="My plan")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(now.page.locator(".tt-ghost")).to_have_count(3)
    expect(now.page.locator(".tt-live")).to_have_count(1)
    switch.click()
    expect(now.page.locator(".tt-ghost")).to_have_count(0)
    expect(now.page.locator(".tt-live")).to_have_count(1)
    switch.click()
    expect(now.page.locator(".tt-ghost")).to_have_count(3)


@SIZES
def test_a_timeout_is_shown_with_its_penalty(stage: MakeStage, window: Window) -> None:
    clock = ClockView(turn_ms=60_000, left_ms=21_500, running=True, reserve_ms=[0, 0])
    now = stage(replace(MINE, clock=clock, terms={"turn_ms": 60_000}), window)

    expect(now.page.locator(".pulse .clk")).to_be_attached(timeout=30_000)
    now.change(
        replace(THEIRS, clock=ClockView(), terms={"turn_ms": 60_000}),
        TimedOut(0),
        Penalised(0, tuple(rack("k3 r9 b2"))),
    )

    expect(now.page.get_by_text("Time is up. It cost you 3 penalty tiles.").first).to_be_visible()


@SIZES
def test_the_opening_points_are_always_shown(stage: MakeStage, window: Window) -> None:
    begins = replace(MINE, position="table | rack r10 r11 r12 k2 b2 o2 | opened no | turn 3")
    now = stage(begins, window)
    points = now.page.locator(".pts")

    expect(points).to_have_text("0 of 30")
    tap(now.page, "k2", "b2", "o2")
    expect(points).to_have_text("6 of 30")
    now.page.locator("button.first").click()
    tap(now.page, "r10", "r11", "r12")
    expect(points).to_have_text("39 of 30")
    expect(points).to_have_class(re.compile("enough"))


def test_enter_confirms_after_play_by_mouse(stage: MakeStage) -> None:
    now = stage(MINE, DESKTOP)
    first = now.page.locator("button.first")
    expect(first).to_have_attribute("title", "Enter")
    tap(now.page, "r6", "r7", "r8")

    now.page.keyboard.press("Enter")
    expect(first).to_have_text(re.compile("^Done"))
    wait_for_melds(now.page, "r6 r7 r8")
    now.page.keyboard.press("Enter")
    wait_until(now.page, lambda: actions(now) == ["done"])


def test_enter_acts_on_the_tile_with_keyboard_focus(stage: MakeStage) -> None:
    now = stage(MINE, DESKTOP)
    tap(now.page, "r6")
    now.page.keyboard.press("Escape")

    now.page.keyboard.press("ArrowRight")
    now.page.keyboard.press("Enter")
    now.page.wait_for_timeout(200)

    wait_for_melds(now.page, "k7 r7 b7 o7")
    assert actions(now) == []


@SIZES
def test_a_tile_that_fits_nowhere_explains_why(stage: MakeStage, window: Window) -> None:
    now = stage(MINE, window)
    words = now.page.locator(".status .notice")

    now.page.locator('.tt-on-rack[data-id^="o13."]').dblclick()
    expect(words).to_have_text("This tile doesn’t fit anywhere on the table.")
    now.page.keyboard.press("Escape")
    tap(now.page, "k7")
    rack = now.page.locator(".rack-place").bounding_box()
    assert rack
    now.page.mouse.click(rack["x"] + 3, rack["y"] + 3)
    expect(words).to_have_text("Tiles from the table must stay on the table.")

    wait_for_melds(now.page, "k5 r5 b5 o5", "k7 b7 o7")


@SIZES
def test_the_value_of_a_joker_is_asked_beside_its_meld(stage: MakeStage, window: Window) -> None:
    asks = replace(MINE, position="table k7 b7 o7 | rack r8 r9 * k1 | opened 1 | turn 9")
    now = stage(asks, window)
    tap(now.page, "r9", "*", "r8")

    now.page.locator("button.first").click()

    question = now.page.locator(".ask")
    expect(question).to_contain_text("What does the joker stand for?")
    now.page.wait_for_timeout(300)
    at, meld = question.bounding_box(), now.page.locator(".tt-pile").last.bounding_box()
    assert at
    assert meld
    assert max(at["y"] - meld["y"] - meld["height"], meld["y"] - at["y"] - at["height"]) < 16
    assert abs(at["x"] + at["width"] / 2 - meld["x"] - meld["width"] / 2) < at["width"] / 2
    assert float(question.locator(".tile").first.evaluate("e => e.clientWidth")) >= 30


@SIZES
def test_a_freed_joker_is_placed_beside_its_meld(stage: MakeStage, window: Window) -> None:
    held = replace(
        MINE, position="table r3 *r4 r5 / k7 b7 o7 / b1 b2 b3 | rack r4 o13 k1 | opened 1 | turn 9"
    )
    now = stage(held, window)

    tap(now.page, "r4", "*")

    wait_for_melds(now.page, "r3 r4 r5")
    now.page.wait_for_timeout(300)
    joker = now.page.locator('[data-id^="*."]').bounding_box()
    r3, r5 = (now.page.locator(f'[data-id^="{each}."]').bounding_box() for each in ("r3", "r5"))
    assert joker
    assert r3
    assert r5
    ends = [joker["x"] - r5["x"], r3["x"] - joker["x"]]
    assert abs(joker["y"] - r3["y"]) < 1.5 * joker["height"]
    assert max(ends) < 2 * joker["width"]


def test_undo_restores_every_position(stage: MakeStage) -> None:
    now = stage(MINE, PHONE)
    places = """() => Object.fromEntries([...document.querySelectorAll('.tt-tile')]
        .map(e => [e.dataset.id, e.style.translate + e.getBoundingClientRect().width]))"""
    before = now.page.evaluate(places)

    tap(now.page, "r5", "r6", "r7")
    tap_felt(now.page)
    tap(now.page, "r8", "k7")
    tap_felt(now.page)
    wait_until(now.page, lambda: now.page.evaluate(places) != before)
    for _ in range(2):
        now.page.get_by_role("button", name="Undo").click()
    wait_until(now.page, lambda: now.page.evaluate(places) == before)
