"""Courses and the coached first game are solved by taps and by keyboard; mistakes get replies."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.driver.robot import DESKTOP, Robot, Window
from tests.browser.driver.turns import take_turn
from tests.browser.test_access import serious, sideways
from tests.support.examples import LONG

PHONE = Window(390, 844, touch=True)
COURSES = Path(__file__).parents[3] / "web" / "src" / "learn" / "courses"
SOLVED = "() => JSON.parse(localStorage.getItem('tilerummy.learn')).{course}.length === {n}"
AXED = ("group", "joker", "finish")
"""Positions checked with axe in a short run: the first, one with a joker, and the last."""
FOCUSED = """() => new Promise((then) => requestAnimationFrame(() =>
    then(document.activeElement?.dataset?.id)))"""
"""The focused tile, once a key has had its effect."""

Steps = list[tuple[str, ...]]
"""Tiles to pick and their target: a tile, or ``new`` for a new meld."""

BASIC: dict[str, Steps] = {
    "group": [("r7.0", "k7.0", "o7.0", "new")],
    "run": [("b4.0", "b5.0", "b6.0", "new")],
    "joker": [("o10.0", "*.0", "o12.0", "new")],
    "opening": [("k8.0", "r8.0", "o8.0", "new"), ("o4.0", "o5.0", "o6.0", "new")],
    "add": [("o5.0", "b5.0"), ("o11.0", "o10.0")],
    "steal": [("b6.0", "b7.0", "new"), ("b5.0", "b6.0")],
    "free": [("o9.0", "*.0"), ("*.0", "b4.0")],
    "split": [("r6.1", "r6.0")],
    "shift": [("b9.0", "b10.0", "new"), ("r8.0", "o8.0"), ("b8.0", "b9.0")],
    "finish": [
        ("r12.0", "r11.0"),
        ("o5.0", "o6.0", "new"),
        ("o4.0", "o5.0"),
        ("b8.0", "*.0"),
        ("*.0", "b7.0"),
    ],
}


def course(name: str) -> list[str]:
    """The names of a course's positions."""
    found = json.loads((COURSES / f"{name}.json").read_text())
    return [position["id"] for position in found["positions"]]


def tile(robot: Robot, name: str) -> Locator:
    return robot.page.locator(f'[data-id="{name}"]')


def title(robot: Robot) -> str:
    return robot.page.locator(".bubble h2").inner_text()


def taps(robot: Robot, steps: Steps) -> None:
    for *picked, goal in steps:
        for each in picked:
            robot.press(tile(robot, each))
        if goal != "new":
            robot.press(tile(robot, goal))
        elif robot.page.get_by_role("button", name="Lay", exact=True).is_visible():
            robot.press(robot.page.get_by_role("button", name="Lay", exact=True))
        else:
            felt = robot.page.locator(".learn-felt").bounding_box()
            assert felt
            robot.page.touchscreen.tap(
                felt["x"] + felt["width"] - 14, felt["y"] + felt["height"] - 14
            )
        robot.wait(60)


def walk(robot: Robot, name: str) -> None:
    """Move the focus to a tile with the arrow keys."""
    tile(robot, name).wait_for()
    for key in ("ArrowRight", "ArrowLeft") * 3:
        before = None
        for _ in range(40):
            at = robot.page.evaluate(FOCUSED)
            if at == name:
                return
            if at == before is not None:
                break  # the end in this direction
            before = at
            robot.page.keyboard.press(key)
    raise AssertionError(f"{name} cannot be reached with arrows")


def keys(robot: Robot, steps: Steps) -> None:
    for *picked, goal in steps:
        for each in picked:
            walk(robot, each)
            robot.page.keyboard.press("Space")
        if goal == "new":
            robot.page.keyboard.press("n")
        else:
            walk(robot, goal)
            robot.page.keyboard.press("Enter")
        robot.wait(60)


def go_on(robot: Robot, *, by_keyboard: bool = False) -> None:
    """Press Next, which has the focus once the goal is reached."""
    following = robot.button("Next")
    expect(following).to_have_attribute("aria-disabled", "false")
    if by_keyboard:
        expect(following).to_be_focused()
        robot.page.keyboard.press("Enter")
    else:
        robot.press(following)


@pytest.mark.skipif(not LONG, reason="the course by keyboard is the same")
def test_the_complete_course_by_taps(robot: Callable[..., Robot]) -> None:
    reader = robot(PHONE)
    reader.open("/learn")
    for name in course("basic"):
        tile(reader, BASIC[name][0][0]).wait_for()
        if LONG or name in AXED:
            assert serious(reader) == [], name
        assert sideways(reader) <= 1
        taps(reader, BASIC[name])
        go_on(reader)
    reader.page.get_by_text("You’re ready!").wait_for()
    assert serious(reader) == []
    assert reader.page.evaluate(SOLVED.format(course="basic", n=10))


def test_the_complete_course_by_keyboard(robot: Callable[..., Robot]) -> None:
    reader = robot(DESKTOP)
    reader.open("/learn")
    for name in course("basic"):
        tile(reader, BASIC[name][0][0]).wait_for()
        expect(reader.page.locator(".bubble h2")).to_be_focused()
        keys(reader, BASIC[name])
        go_on(reader, by_keyboard=True)
    reader.page.get_by_text("You’re ready!").wait_for()


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_a_mistake_is_explained_and_undone(robot: Callable[..., Robot], window: Window) -> None:
    reader = robot(window)
    reader.open("/learn?at=7")
    nudge = reader.page.locator(".learn-nudge")
    spoken = reader.page.locator("[aria-live=assertive]")

    reader.press(tile(reader, "r9.0"))
    reader.press(tile(reader, "*.0"))

    said = "Nearly: that 9 is red. The joker stands for an orange one."
    expect(nudge).to_contain_text(said)
    expect(spoken).to_contain_text(said)
    expect(reader.button("Next")).to_have_attribute("aria-disabled", "true")
    assert serious(reader) == []

    reader.page.keyboard.press("Escape")
    if reader.button("Undo").is_visible():
        reader.press(reader.button("Undo"))
    taps(reader, [("o9.0", "*.0")])
    expect(reader.page.locator(".bubble")).to_contain_text("The joker can’t stay by itself")


def test_the_solution_is_shown_and_the_reader_may_continue(robot: Callable[..., Robot]) -> None:
    reader = robot(PHONE)
    reader.open("/learn?at=6")
    reader.press(reader.button("Show me"))
    expect(reader.page.locator('[data-id="b6.0"].tt-on-table')).to_be_visible()
    expect(reader.page.locator('[data-id="b6.0"].tt-on-rack')).to_be_visible()
    expect(reader.page.locator(".bubble")).to_contain_text("Now you! You have the blue 6 and 7.")
    reader.press(reader.button("Skip this one"))
    assert title(reader) == "Free the joker"
    assert reader.page.locator(".learn-bar .on").count() == 0


def test_progress_is_stored_skipped_and_reset(robot: Callable[..., Robot]) -> None:
    reader = robot(PHONE)
    reader.open("/learn")
    taps(reader, BASIC["group"])
    go_on(reader)
    expect(reader.page.locator(".bubble h2")).to_have_text("Three in a row")

    reader.open("/learn")
    expect(reader.page.locator(".bubble h2")).to_have_text("Three in a row")
    assert reader.page.locator(".learn-bar .on").count() == 1

    reader.press(reader.button("2 of 10"))
    assert serious(reader) == []
    reader.press(reader.button("Skip this one"))
    expect(reader.page.locator(".bubble h2")).to_have_text("The joker helps out")
    reader.press(reader.button("3 of 10"))
    reader.press(reader.button("Start over"))
    expect(reader.page.locator(".bubble h2")).to_have_text("Three of a kind")
    assert reader.page.locator(".learn-bar .on").count() == 0


def test_the_american_course(robot: Callable[..., Robot]) -> None:
    reader = robot(PHONE)
    reader.open("/learn/american")
    reader.press(tile(reader, "k9.0"))
    expect(reader.page.locator(".learn-nudge")).to_contain_text("Not yet")
    reader.press(reader.page.locator(".tt-on-zone").first)
    go_on(reader)
    reader.press(tile(reader, "k6.0"))
    taps(reader, [("k4.0", "k5.0", "k6.0", "new")])
    go_on(reader)
    taps(reader, [("k12.0", "k13.0", "k1.0", "new")])
    go_on(reader)
    taps(reader, [("b8.0", "b7.0")])
    go_on(reader)
    taps(reader, [("r9.0", "r8.0")])
    reader.press(tile(reader, "o4.0"))
    reader.press(reader.button("Discard orange 4"))
    go_on(reader)
    reader.page.get_by_text("That’s the game!").wait_for()


def test_the_international_course(robot: Callable[..., Robot]) -> None:
    reader = robot(DESKTOP)
    reader.open("/learn/international")
    reader.press(reader.button("Draw"))
    go_on(reader)
    walk(reader, "b7.0")
    reader.page.keyboard.press("Enter")
    reader.press(tile(reader, "o3.0"))
    reader.press(reader.button("Discard orange 3"))
    go_on(reader)
    keys(reader, [("r9.0", "b9.0", "o9.0", "new"), ("k12.0", "k13.0", "k1.0", "new")])
    go_on(reader)
    keys(reader, [("b7.0", "*.0"), ("*.0", "k3.0", "k4.0", "new")])
    go_on(reader)
    reader.press(tile(reader, "o1.0"))
    reader.press(reader.button("Declare: Discard orange 1"))
    go_on(reader)
    reader.page.get_by_text("That’s the game!").wait_for()


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_the_teacher_accompanies_the_first_game(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    player.open("/learn")
    done = json.dumps({"basic": list(range(10))})
    player.page.evaluate("done => localStorage.setItem('tilerummy.learn', done)", done)
    player.open("/learn")
    player.press(player.button("Play my first game"))
    bubble = player.page.locator(".coach")
    said = set()
    for _ in range(3):
        player.until_my_turn()
        bubble.wait_for()
        said.add(bubble.inner_text())
        if LONG or len(said) == 1:
            assert serious(player) == []
        player.press(player.button("Got it"))
        expect(bubble).to_be_hidden()
        take_turn(player)
    assert len(said) == 3
    player.until_my_turn()
    bubble.wait_for()
    player.press(player.button("Turn off tips"))
    take_turn(player)
    player.until_my_turn()
    player.wait(600)
    expect(bubble).to_be_hidden()
