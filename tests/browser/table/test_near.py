"""Near closed hands have a button in the strip, and a panel that covers neither rack nor strip."""

from __future__ import annotations

import json
import re
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
  await null; // the position is set before the window is painted
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

    page.get_by_role("button", name="2 tiles missing for 900 points").click()

    panel = page.get_by_role("region", name="Within reach")
    nearest = panel.get_by_role("listitem").first
    expect(nearest).to_contain_text("Four colours")
    expect(nearest).to_contain_text("Four runs. All in different colours. For example:")
    expect(nearest).to_contain_text("Still unseen: blue 3 (2×)")
    expect(nearest.locator(".tile")).to_have_count(14)
    expect(nearest.get_by_role("img", name="missing:")).to_have_count(2)
    assert page.evaluate(COVERED) == []
    assert serious(robot) == []
    page.keyboard.press("Tab")
    expect(panel.get_by_role("button", name="Close")).to_be_focused()
    second = panel.get_by_role("listitem").nth(1)
    name = second.locator(".near-name").inner_text()
    second.get_by_role("button", name="Aim for this").click()
    expect(panel).to_be_hidden()
    expect(page.locator(".near-pill")).to_contain_text(f"{name}: ")
    page.locator(".near-pill").click()
    expect(nearest.locator(".near-name")).to_have_text(name)
    nearest.get_by_role("button", name="Your target").click()
    expect(nearest).to_contain_text("Four colours")
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

    panel.get_by_text("You could also open now").scroll_into_view_if_needed()

    expect(panel.get_by_text("You could also open now")).to_be_in_viewport()
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


BUILDING = replace(
    NEAR,
    position=(
        "table k5 r5 b5 / r9 r10 r11 | rack k10 r10 b10 k3 k4 b7 o7 r7 r12 o11 b6 k1 k2 r8"
        " | opened no | turn 15 | phase meld | trump o13 | seat 3 discards r1 b1 k7"
    ),
)
"""The viewer has drawn, and has fewer points than the opening needs."""
SMALL = Window(360, 640, touch=True)
CLIPPED = """() => {
  const head = document.querySelector('.status-head');
  return head.scrollHeight > head.clientHeight + 1;
}"""


INSIDE = """() => {
  const pill = document.querySelector('.near-pill');
  const words = document.createRange();
  words.selectNodeContents(pill);
  const [inner, outer] = [words, pill].map((each) => each.getBoundingClientRect());
  return [inner.top - outer.top, outer.bottom - inner.bottom, inner.left - outer.left,
    outer.right - inner.right];
}"""
"""The distances of the pill's words from its edges."""


@pytest.mark.parametrize("language", ["en-GB", "de", "fr", "tr"])
def test_on_a_phone_the_words_of_the_pill_keep_clear_of_its_edges(
    onlooker: MakeRobot, language: str
) -> None:
    robot = onlooker(SMALL, language)
    visit(robot, NEAR, SMALL, until=".near-pill")
    expect(robot.page.locator(".near-pill")).to_contain_text("900")
    robot.settle()
    assert min(robot.page.evaluate(INSIDE)) >= 3


SPILLED = """() => {
  const seats = [...document.querySelectorAll('.seat:not(.own)')];
  const beyond = seats.flatMap((seat) => {
    const edge = seat.getBoundingClientRect();
    return [...seat.querySelectorAll('.phone, em')].filter((each) => {
      const { width, left, right } = each.getBoundingClientRect();
      return width && (left < edge.left || right > edge.right);
    });
  });
  const pill = document.querySelector('.near-pill');
  if (pill.getBoundingClientRect().right > innerWidth) beyond.push(pill);
  return beyond.map((each) => each.textContent);
}"""


@pytest.mark.parametrize("language", ["en-GB", "fr"])
def test_at_200_percent_nothing_spills_from_the_seats_or_the_strip(
    onlooker: MakeRobot, language: str
) -> None:
    robot = onlooker(ZOOMED, language)
    visit(robot, NEAR, ZOOMED, until=".near-pill")
    expect(robot.page.locator(".near-pill")).to_contain_text("900")
    robot.settle()
    assert robot.page.evaluate(SPILLED) == []


def test_on_a_phone_the_status_is_complete_and_the_points_are_counted(onlooker: MakeRobot) -> None:
    for language in ("en-GB", "de"):
        robot = onlooker(SMALL, language)
        visit(robot, BUILDING, SMALL, until=".near-pill")
        pill, points = robot.page.locator(".near-pill"), robot.page.locator(".pts")
        assert not robot.page.evaluate(CLIPPED)
        robot.pick(["k10", "r10"])
        expect(points).to_be_visible()
        expect(pill).to_be_hidden()
        robot.page.keyboard.press("Escape")


def test_a_hint_names_the_discard_and_covers_no_button(onlooker: MakeRobot) -> None:
    robot = onlooker(SMALL)
    nothing = BUILDING.position.replace("k10 r10 b10", "k9 r3 b13")
    visit(robot, replace(BUILDING, position=nothing), SMALL, until=".near-pill")
    robot.press(robot.page.locator(".advice"))
    expect(robot.page.locator(".hint")).to_contain_text(re.compile(r"Discard \w+ \d+\. \w+"))
    robot.settle()
    keys, button = (
        robot.page.locator(part).evaluate("(e) => e.getBoundingClientRect().toJSON()")
        for part in (".hint-keys", ".turn-actions")
    )
    assert keys["right"] <= button["left"] + 1


def test_the_panel_leads_to_all_closed_hands(onlooker: MakeRobot) -> None:
    robot = onlooker(DESKTOP)
    visit(robot, NEAR, DESKTOP, until=".near-pill")
    robot.page.locator(".near-pill").click()
    panel = robot.page.get_by_role("region", name="Within reach")
    width = panel.locator(".tile").first.evaluate("(e) => e.getBoundingClientRect().width")
    assert width >= 24
    for window in (DESKTOP, Window(390, 844)):
        robot.resize(window)
        panel.get_by_role("link", name="The forty closed hands").click()
        expect(robot.page.get_by_role("table", name="The forty closed hands")).to_be_in_viewport()
        robot.settle()
        dialog = robot.page.get_by_role("dialog")
        box = "(e) => e.getBoundingClientRect().toJSON()"
        place = dialog.evaluate(box)
        for value in dialog.locator("#hand-1 > td").all():
            assert place["left"] <= value.evaluate(box)["left"], window
            assert value.evaluate(box)["right"] <= place["right"] - 8, window
        turn = dialog.locator(".over-turn").evaluate(box)
        assert abs(turn["bottom"] - place["bottom"]) <= 1, "it is the last line"
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)


def test_small_buttons_keep_their_place_beside_two_buttons_on_a_phone(robot: MakeRobot) -> None:
    player = robot(PHONE)
    visit(player, replace(NEAR, position=NEAR.position.replace("phase draw", "phase meld")))
    small = player.page.locator(":is(.corner, .tools) button:visible")
    expect(small).to_have_count(6)
    boxes = "all => all.map((e) => [e.ariaLabel, JSON.stringify(e.getBoundingClientRect())])"
    before = small.evaluate_all(boxes)
    player.pick(["k3", "k4", "k5", "k6"])
    player.press(player.button("Lay"))
    buttons = player.page.locator(".turn-actions button")
    expect(buttons).to_have_count(2)
    assert small.evaluate_all(boxes) == before
    beside = buttons.first.bounding_box()
    assert beside is not None
    assert all(json.loads(box)["right"] <= beside["x"] for _, box in before)
