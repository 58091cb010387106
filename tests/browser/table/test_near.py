"""Near closed hands have a button in the strip, and a panel that covers neither rack nor strip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.scene import Scene, visit
from tests.browser.test_access import serious

MakeRobot = Callable[..., Robot]

NEAR = Scene(
    preset="international",
    position=(
        "table k11 r11 o11 / b5 b6 b7 / o1 o2 o3"
        " | rack k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 o10 o11 o4 k13 | opened no | turn 15 | phase draw"
        " | trump r13 | seat 3 discards b9"
    ),
    names=("Noa", "Tom", "Mira", "Ana"),
    counts=(14, 9, 14),
    opened=(False, True, False),
)
"""The viewer lacks two tiles for Four colours."""

ZOOMED = Window(195, 422, touch=True)
"""A phone at 200 %."""
LARGEST = Window(320, 200)
"""A desktop at 400 %."""

COVERED = """() => {
  const panel = document.querySelector('.near-panel').getBoundingClientRect();
  const others = [...document.querySelectorAll('.rack-place, .strip, .first')];
  const found = others.filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < panel.right - 1 && right > panel.left + 1
      && top < panel.bottom - 1 && bottom > panel.top + 1;
  });
  const cut = [...document.querySelectorAll('.near-panel *')].filter(
    (each) => each.getBoundingClientRect().right > panel.right + 1);
  return [...found, ...cut].map((each) => each.className);
}"""


AT_ONCE = """async () => {
  document.querySelector('.near-pill').click();
  await null; // the page sets the place before the window is painted
  const before = document.querySelector('.near-panel').getBoundingClientRect().toJSON();
  await new Promise((then) => setTimeout(then, 200));
  const after = document.querySelector('.near-panel').getBoundingClientRect().toJSON();
  return [before, after];
}"""


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_nearest_hands_are_shown_beside_rack_and_strip(
    onlooker: MakeRobot, window: Window
) -> None:
    robot = onlooker(window)
    visit(robot, NEAR, window, until=".near-pill")
    page = robot.page

    page.get_by_role("button", name="2 tiles from 900").click()

    panel = page.get_by_role("region", name="Within reach")
    nearest = panel.get_by_role("listitem").first
    expect(nearest).to_contain_text("Four colours")
    expect(nearest).to_contain_text("Still unseen: blue 3 (2×)")
    expect(nearest.locator(".tile")).to_have_count(14)
    expect(nearest.get_by_role("img", name="missing:")).to_have_count(2)
    assert page.evaluate(COVERED) == []
    assert serious(robot) == []
    page.keyboard.press("Tab")
    expect(panel.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_it_opens_after_it_was_not_offered_for_a_while(onlooker: MakeRobot) -> None:
    robot = onlooker(DESKTOP)
    stage = visit(robot, NEAR, DESKTOP, until=".near-pill")
    pill, panel = robot.page.locator(".near-pill"), robot.page.locator(".near-panel")

    for _ in range(2):
        stage.change(replace(NEAR, position=NEAR.position.replace("opened no", "opened 3")))
        expect(pill).to_have_count(0)
        expect(panel).to_have_count(0)
        stage.change(NEAR)
        expect(pill).to_have_count(1)

    pill.click()
    expect(panel).to_be_visible()


def test_it_appears_in_its_place_and_does_not_jump(onlooker: MakeRobot) -> None:
    for window in (PHONE, DESKTOP):
        robot = onlooker(window)
        visit(robot, NEAR, window, until=".near-pill")

        before, after = robot.page.evaluate(AT_ONCE)

        assert before == after, window


def test_in_a_phone_at_200_percent_nothing_is_cut(onlooker: MakeRobot) -> None:
    robot = onlooker(ZOOMED)
    visit(robot, NEAR, ZOOMED, until=".near-pill")

    robot.page.locator(".near-pill").click()

    expect(robot.page.locator(".near-panel")).to_be_visible()
    assert robot.page.evaluate(COVERED) == []


def test_at_400_percent_the_panel_scrolls_below_its_heading(onlooker: MakeRobot) -> None:
    robot = onlooker(LARGEST)
    visit(robot, NEAR, LARGEST, until=".near-pill")
    robot.page.locator(".near-pill").click()
    panel = robot.page.get_by_role("region", name="Within reach")

    panel.get_by_text("Or open now").scroll_into_view_if_needed()

    expect(panel.get_by_text("Or open now")).to_be_in_viewport()
    expect(panel.get_by_role("button", name="Close")).to_be_in_viewport()
    expect(panel.get_by_role("heading")).to_be_in_viewport()


def test_it_is_not_offered_without_hints_or_to_a_player_who_has_opened(
    onlooker: MakeRobot,
) -> None:
    robot = onlooker(PHONE)
    opened = NEAR.position.replace("opened no", "opened 3")
    stage = visit(robot, NEAR, until=".near-pill")
    stage.sent.clear()
    for scene in (replace(NEAR, terms={"hints": False}), replace(NEAR, position=opened)):
        visit(robot, scene)
        assert not [each for each in stage.sent if each["type"] == "ask_near"]
        expect(robot.page.locator(".near-pill")).to_have_count(0)
