"""A closed hand is laid out on the felt with its name, at the end and in the replay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from tests.browser.driver.ends import CLOSED_END
from tests.browser.driver.robot import DESKTOP, Robot, Window
from tests.browser.driver.scene import Stage, visit
from tests.browser.driver.server_process import ServerProcess
from tests.browser.driver.tables import INTERNATIONAL
from tests.support.examples import LONG

MakeRobot = Callable[..., Robot]
WINDOWS = {
    "360": Window(360, 640, touch=True, dark=True),
    "390": Window(390, 844, touch=True),
    "1280": DESKTOP,
    **({"740": Window(740, 360, touch=True), "768": Window(768, 1024)} if LONG else {}),
}

RECORD = """\
Ruleset: international
Player: Ann
Player: Ben

Round 1
Starter: Ann
Pool: k3
Rack Ann: k1 k2 k3 r4 r5 r6 b7 b8 b9 o10 o11 o12 o13 * k9
1. Ann: declare k9
Left Ben: k1 k2 k3 r4 r5 r6 b7 b8 b9 o10 o11 o12 o13 r1
"""

FAULTS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const inside = (a, b) =>
    a.x >= b.x - 1 && a.y >= b.y - 1 && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
  const felt = box(document.querySelector('.felt-ground, .replay-felt'));
  const hand = document.querySelector('.closed-hand');
  const lid = box(hand.querySelector('.hand-lid'));
  const tiles = [...hand.querySelectorAll('.tile')].map(box);
  const found = [];
  if (!inside(box(hand), felt) || !inside(lid, felt)) found.push('the hand leaves the felt');
  for (const tile of tiles) {
    if (!inside(tile, box(hand))) found.push('a tile leaves the plate');
    if (tile.y < lid.bottom) found.push('the lid covers a tile');
    if (tile.width < 24) found.push(`a tile of ${tile.width} px`);
  }
  for (const each of document.querySelectorAll('.tt-pile')) {
    if (box(each).bottom > lid.y + 1) found.push('the hand covers a meld');
  }
  for (const each of hand.querySelectorAll('.hand-lid *')) {
    if (each.scrollWidth > each.clientWidth + 1) found.push(`${each.textContent} is cut`);
  }
  return found;
}"""
"""Returns the faults in the layout of the closed hand."""


def tiles(page: Page) -> list[str]:
    """The names of the hand's tiles, in order."""
    found: list[str] = page.locator(".closed-hand .tile").evaluate_all(
        "all => all.map((each) => each.ariaLabel)"
    )
    return found


def run(colour: str, *numbers: int) -> list[str]:
    return [f"{colour} {number}" for number in numbers]


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
def test_it_is_on_the_felt_at_the_end_of_the_round(onlooker: MakeRobot, window: Window) -> None:
    """S4.153: the player shows the fourteen tiles. Only they are marked as the last play."""
    robot = onlooker(window)
    visit(robot, CLOSED_END, window, until=".result")

    hand = robot.page.get_by_role("region", name="Four colours, a closed hand without a joker: 900")
    expect(hand).to_be_visible()
    for part in ("13", "Four colours", "a closed hand without a joker", "900"):
        expect(hand.locator(".hand-lid").get_by_text(part, exact=True)).to_be_visible()
    assert tiles(robot.page) == [
        *run("black", 3, 4, 5, 6),
        *run("red", 7, 8, 9, 10),
        *run("blue", 1, 2, 3),
        *run("orange", 10, 11, 12),
    ]
    assert robot.page.locator(".closed-hand .tt-last").count() == 14
    assert robot.page.locator(".tt-pile").count() == 3
    # the last drawn tile looks like one on the table
    assert robot.page.locator(".tt-tile.tt-last").count() == 0
    assert robot.page.evaluate(FAULTS) == []


def test_it_appears_at_the_table(robot: MakeRobot, server: ServerProcess) -> None:
    """A player present at the declaration sees it too, and the table's melds stay."""
    page = robot(DESKTOP).page
    before = replace(
        CLOSED_END, phase="playing", declared="", ended=None, counts=(9, 4, 5), moves=()
    )
    stage = Stage(page, before)
    stage.open(server.url)
    page.locator(".tt-pile").first.wait_for()
    stage.change(CLOSED_END, *CLOSED_END.moves)

    expect(page.locator(".closed-hand .tile")).to_have_count(14)
    page.locator(".result").wait_for()
    assert page.locator(".tt-pile").count() == 3
    assert page.locator(".tt-tile.tt-last").count() == 0


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)
def test_the_replay_shows_it_after_the_turn_that_declared_it(
    robot: MakeRobot, window: Window
) -> None:
    """A record without page data is enough: a hand number and its tiles."""
    visitor = robot(window)
    page = visitor.page
    visitor.open("/open")
    page.locator(".open-record textarea").fill(RECORD)
    page.locator(".open-record .primary").click()
    page.locator(".replay-stage .tt-rack").first.wait_for()
    assert page.locator(".closed-hand").count() == 0

    page.keyboard.press("End")

    page.get_by_role("region", name="Little Blitz, a closed hand with 1 joker: 1,400").wait_for()
    visitor.settle()
    assert tiles(page)[-2:] == ["orange 13", "joker for orange 1"]
    assert len(tiles(page)) == 14
    assert page.evaluate(FAULTS) == []
    rack, seen = (page.locator(each).bounding_box() for each in (".replay-rack > *", ".tt-rack"))
    assert rack == seen
    expect(page.locator(".tt-thumb")).to_be_hidden()
    page.keyboard.press("Home")
    expect(page.locator(".closed-hand")).to_have_count(0)


OFFERED = replace(
    INTERNATIONAL,
    position=(
        "table k11 r11 o11 / b5 b6 b7 | rack k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 b3 o10 o11 o12 k13"
        " | opened no | turn 15 | phase meld | trump r13"
    ),
)
"""The viewer's turn, with a closed hand of fourteen tiles."""
CUT = """() => [...document.querySelectorAll('.turn-actions button, .status-head')].filter(each => {
  const { top, bottom } = each.getBoundingClientRect();
  return each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1
    || bottom > innerHeight || top < 0;
}).map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("language", ["en-GB", "de", "fr", "tr"])
@pytest.mark.parametrize("window", [Window(360, 640, touch=True), DESKTOP], ids=["360", "1280"])
def test_it_is_announced_and_offered_without_truncated_text(
    onlooker: MakeRobot, window: Window, language: str
) -> None:
    robot = onlooker(window, language)
    visit(robot, OFFERED, window)

    expect(robot.page.locator(".status .say")).to_be_visible()
    expect(robot.first()).to_have_attribute("data-action", "declare")
    assert robot.page.evaluate(CUT) == []
