"""The clock for a game at a real table, on phone and desktop."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.driver.pool import retire
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways

MakeRobot = Callable[..., Robot]
PEOPLE = ("Ruth", "Ben", "Ada", "Jo", "Max", "Eva")
START = 1_800_000_000_000
"""The time of day when the tests begin, in milliseconds."""
LISTEN = """() => {
    window.said = [];
    const speak = ({ text, lang }) => void said.push([text, lang]);
    Object.defineProperty(window, 'speechSynthesis', { value: { cancel() {}, speak } });
}"""
WATCH = """() => {
    window.locks = [];
    const request = async (kind) => (locks.push(kind), { release: async () => void locks.pop() });
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
}"""


class Table:
    """A clock for players at a real table."""

    def __init__(
        self, robot: Robot, people: int, ruleset: str = "sabra", **control: int | bool
    ) -> None:
        self.robot, self.page = robot, robot.page
        retire(robot.page)  # because of its changed time
        self.page.clock.install(time=START / 1000)
        robot.open("/healthz")
        limits = {"turn_ms": 60_000, "reserve_ms": 0, "increment_ms": 0, "bronstein_ms": 0}
        each = {**limits, "warns_only": False, **control}
        names = PEOPLE[:people]
        saved = {
            "people": [{"name": name, "face": "bear", "colour": "sky"} for name in names],
            "clock": {
                "controls": [each] * people,
                "reserves": [each["reserve_ms"]] * people,
                "mover": 0,
                "used": 0,
                "since": None,
                "past": [],
            },
            "booked": [0] * people,
            "voice": True,
        }
        robot.store("tilerummy.evening.clocks", json.dumps({"": saved}))
        robot.open(f"/evening/clock?ruleset={quote(ruleset)}")
        self.mover.wait_for()
        self.page.evaluate(LISTEN)
        self.page.evaluate(WATCH)
        self.page.clock.pause_at(START / 1000 + 120)

    @property
    def mover(self) -> Locator:
        return self.page.locator(".zone.mover")

    @property
    def other(self) -> Locator:
        return self.page.locator(".zone:not(.mover)")

    @property
    def penalties(self) -> Locator:
        return self.page.locator(".penalties")

    def has_noted(self, tiles: int) -> None:
        """Wait until the first player's plate shows this number of penalty tiles."""
        noted = self.page.locator(".people li").first.locator("em")
        if tiles:
            expect(noted).to_contain_text(f"+{tiles}")
        else:
            expect(noted).to_have_count(0)

    def press(self, place: Locator) -> None:
        self.robot.press(place)
        self.page.clock.run_for(500)

    def tool(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.locator(".clock-tools").get_by_role("button", name=name)

    def pass_time(self, seconds: float) -> None:
        self.page.clock.run_for(round(seconds * 1000))

    def shows(self, name: str, time: str) -> None:
        expect(self.mover.locator("b")).to_have_text(name)
        expect(self.mover.locator(".big")).to_have_text(time)

    def is_accessible(self) -> bool:
        """Return whether axe finds no problem, which takes time that passes."""
        self.page.clock.resume()
        found = serious(self.robot)
        self.page.clock.pause_at(START / 1000 + 3600)
        return found == []

    def said(self) -> list[list[str]]:
        found: list[list[str]] = self.page.evaluate("said.splice(0)")
        return found


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
@pytest.mark.parametrize("people", [2, 3, 6])
def test_a_tap_on_either_zone_passes_the_turn(
    robot: MakeRobot, window: Window, people: int
) -> None:
    table = Table(robot(window), people)
    table.press(table.tool("Start"))
    table.pass_time(17.5)
    table.shows("Ruth", "0:42")
    for n, name in enumerate((*PEOPLE[1:people], "Ruth")):
        table.press(table.other if n % 2 else table.mover)
        table.shows(name, "1:00")
        assert table.said()[-1] == [name, "en"]
    assert table.is_accessible()
    assert sideways(table.robot) == 0
    height = table.page.viewport_size["height"]  # type: ignore[index]
    box = table.page.locator(".table-clock").bounding_box()
    assert box
    assert box["height"] <= height + 1
    assert table.robot.errors == []


def test_the_far_half_is_turned_for_two_at_one_phone(robot: MakeRobot) -> None:
    table = Table(robot(PHONE), 2)
    turned = "zone => getComputedStyle(zone).rotate"
    assert table.page.locator(".zone").evaluate_all(f"all => all.map({turned})") == [
        "180deg",
        "none",
    ]


def test_the_time_goes_on_while_the_page_is_closed(robot: MakeRobot) -> None:
    table = Table(robot(DESKTOP), 4, reserve_ms=600_000)
    table.press(table.tool("Start"))
    table.pass_time(9.5)
    table.page.clock.resume()
    table.robot.open("/healthz")
    table.page.clock.pause_at(START / 1000 + 120 + 110)
    table.page.clock.resume()
    table.robot.open("/evening/clock")
    expect(table.mover.locator(".big")).to_have_text(re.compile("9:[012]\\d"))
    expect(table.mover.locator(".state")).to_have_text("on reserve time")


def test_a_pause_and_a_step_back_keep_the_time(robot: MakeRobot) -> None:
    table = Table(robot(DESKTOP), 3)
    table.press(table.tool("Start"))
    table.pass_time(19.5)
    table.page.keyboard.press("p")
    table.pass_time(600)
    table.shows("Ruth", "0:40")
    table.press(table.tool("Continue"))
    table.pass_time(9.5)
    table.page.locator("body").click(position={"x": 1, "y": 1})
    table.page.keyboard.press(" ")
    table.pass_time(5)
    table.shows("Ben", "0:55")
    table.press(table.tool("Back to Ruth"))
    table.shows("Ruth", "0:30")


def test_names_are_spoken_until_a_tap_turns_it_off(robot: MakeRobot) -> None:
    table = Table(robot(PHONE), 2, reserve_ms=30_000)
    table.press(table.tool("Start"))
    table.pass_time(95)
    assert [text for text, _ in table.said()] == [
        "Ruth",
        "Ruth, your reserve is running",
        "Ruth, ten seconds",
        "Ruth, time is up",
    ]
    expect(table.mover.locator(".state")).to_have_text("Time is up")
    table.press(table.tool("Say names"))
    table.press(table.mover)
    table.pass_time(95)
    assert table.said() == []
    expect(table.page.locator("[aria-live='assertive']")).to_contain_text("Ben, time is up")


def test_the_screen_stays_on_while_the_clock_runs(robot: MakeRobot) -> None:
    table = Table(robot(PHONE), 2)
    assert table.page.evaluate("locks") == []
    table.press(table.tool("Start"))
    assert table.page.evaluate("locks") == ["screen"]
    table.press(table.tool("Pause"))
    assert table.page.evaluate("locks") == []


@pytest.mark.parametrize("warns", [False, True])
def test_the_penalty_of_the_rules_is_told_and_noted(robot: MakeRobot, *, warns: bool) -> None:
    table = Table(robot(DESKTOP), 3, warns_only=warns)
    table.press(table.tool("Start"))
    table.pass_time(61)
    if warns:
        expect(table.penalties).to_have_count(0)
        return
    said = "If you run out of time before playing, you draw one tile."
    expect(table.penalties).to_contain_text(said)
    table.press(table.tool("Ruth draws 1 tile"))
    table.has_noted(1)
    table.press(table.tool("1 penalty tile noted"))
    table.has_noted(0)


def test_the_penalty_for_an_invalid_table_is_noted_instead(robot: MakeRobot) -> None:
    table = Table(robot(PHONE), 3)
    table.press(table.tool("Start"))
    table.pass_time(61)
    table.press(table.tool("Ruth draws 1 tile"))
    table.has_noted(1)
    table.press(table.tool("Table not right: Ruth draws 3 tiles"))
    table.has_noted(3)
    said = "If you run out of time with an invalid table, you take everything back and draw three"
    expect(table.penalties).to_contain_text(said)
    assert table.is_accessible()
    table.press(table.tool("3 penalty tiles noted"))
    table.has_noted(0)
    expect(table.tool("Table not right: Ruth draws 3 tiles")).to_be_visible()


@pytest.mark.parametrize("ruleset", ["mcgraw", "american"])
def test_rules_without_a_penalty_for_an_invalid_table_note_none(
    robot: MakeRobot, ruleset: str
) -> None:
    table = Table(robot(DESKTOP), 3, ruleset)
    table.press(table.tool("Start"))
    table.pass_time(61)
    expect(table.penalties).to_contain_text("you")
    expect(table.penalties.get_by_role("button")).to_have_count(0)


def test_who_ends_a_turn_with_an_illegal_play_draws_under_strict_rules(robot: MakeRobot) -> None:
    table = Table(robot(PHONE), 3, "sabra+invalid_play=penalty+penalty.invalid=2")
    table.press(table.tool("Start"))
    expect(table.penalties).to_have_count(0)
    table.press(table.mover)
    table.shows("Ben", "1:00")
    table.press(table.tool("Table not right: Ruth draws 2 tiles"))
    expect(table.penalties).to_contain_text("If you submit an illegal play, you take it back and")
    table.has_noted(2)
    table.press(table.tool("2 penalty tiles noted"))
    table.has_noted(0)
    table.press(table.mover)
    expect(table.tool("Table not right: Ben draws 2 tiles")).to_be_visible()


def test_nothing_is_cut_off_on_a_small_phone(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    visitor.read("de")
    table = Table(visitor, 6)
    table.press(table.tool("Start"))
    table.pass_time(75)
    expect(table.penalties).to_be_visible()
    cut = """zone => {
        const box = zone.getBoundingClientRect();
        return [...zone.querySelectorAll('b, .big, .state, .hint, small, .face')]
            .map((each) => [each.className, each.getBoundingClientRect()])
            .filter(([, { top, bottom }]) => bottom > top)
            .filter(([, { top, bottom }]) => top < box.top - 1 || bottom > box.bottom + 1)
            .map(([name]) => name);
    }"""
    assert table.page.locator(".zone").evaluate_all(f"all => all.flatMap({cut})") == []


def test_a_bronstein_delay_is_given_to_one_person(robot: MakeRobot) -> None:
    table = Table(robot(DESKTOP), 3, turn_ms=60_000)
    page = table.page
    table.press(table.tool("Settings of the clock"))
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Ruth").check(force=True)
    dialog.get_by_role("radio", name=re.compile("10 minutes for all turns.*10 seconds back")).check(
        force=True
    )
    assert table.is_accessible()
    page.keyboard.press("Escape")
    table.press(table.tool("Start"))
    table.shows("Ruth", "10:00")
    table.pass_time(24.5)
    table.press(table.mover)
    table.shows("Ben", "1:00")
    expect(page.locator(".people li").first).to_contain_text("9:45")


def test_people_are_added_and_named(robot: MakeRobot) -> None:
    table = Table(robot(PHONE), 2)
    dialog = table.page.get_by_role("dialog")
    table.press(table.tool("Settings of the clock"))
    table.press(dialog.get_by_role("button", name="Add someone"))
    dialog.get_by_role("textbox").fill("Grandma")
    table.press(dialog.get_by_role("button", name="Save"))
    table.press(dialog.get_by_role("button", name="Grandma starts"))
    table.page.keyboard.press("Escape")
    table.shows("Grandma", "1:00")
    assert table.robot.errors == []
