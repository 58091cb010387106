"""Several players on one device: the curtain between turns, complete games, and a rematch."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.turns import take_turn
from tests.browser.test_access import serious, sideways
from tests.browser.test_games import BRIEF, know_rules
from tests.support.examples import LONG

MakeRobot = Callable[..., Robot]
SHOW = "Show my rack"
ALL_ON_TABLE = """() => {
    const piles = [...document.querySelectorAll(".tt-pile")];
    const owned = piles.flatMap((pile) => (pile.getAttribute("aria-owns") ?? "").split(" "));
    return [...document.querySelectorAll(".tt-tile")].every(({ id }) => owned.includes(id));
}"""


def share(robot: Robot, *names: str, computers: int = 0) -> None:
    """Start a game of the guest, players with these *names* on the same device, and computers."""
    robot.open("/new")
    begin(robot, *names, computers=computers)


def begin(robot: Robot, *names: str, computers: int = 0) -> None:
    """Fill the new table that is shown, as in :func:`share`, and start its game."""
    for name in names:
        seat(robot, name)
    for _ in range(computers):
        robot.press(robot.button("Add a computer player").first)
    robot.press(robot.page.locator(".new-play"))
    robot.page.get_by_role("textbox", name="Your name").fill("Ann")
    robot.press(robot.button("Save"))
    robot.until("playing")
    robot.button(SHOW).wait_for()


def seat(robot: Robot, name: str) -> None:
    """Give the first free seat to another player on this device."""
    robot.press(robot.button("At this device").first)
    field = robot.page.get_by_role("textbox", name="Name")
    field.fill(name)
    robot.press(robot.button("Save"))
    expect(field).to_have_count(0)


def until_no_rack(robot: Robot) -> None:
    """Wait until every tile shown is on the table, which a computer may be changing."""
    robot.page.wait_for_function(ALL_ON_TABLE)


def open_curtain(robot: Robot) -> None:
    """Check that racks are hidden, and show the next player's."""
    curtain = robot.page.locator(".curtain")
    curtain.wait_for()
    assert robot.game["rack"] is None
    until_no_rack(robot)
    robot.press(robot.button(SHOW))
    curtain.wait_for(state="detached")
    robot.until_my_turn()
    game = robot.game
    assert len(game["rack"]) == game["hands"][robot.seen["seat"]]["tiles"]


def play_on(robot: Robot, turns: int) -> None:
    """Play this number of turns, each by the player named on the curtain."""
    for _ in range(turns):
        open_curtain(robot)
        take_turn(robot)


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_two_people_play_a_whole_game_and_another_one(robot: MakeRobot, window: Window) -> None:
    people = robot(window)
    rules = "sabra" if LONG else BRIEF
    know_rules(people, rules)
    people.open(f"/new?ruleset={quote(rules)}")
    begin(people, "Ben")
    curtain = people.page.locator(".curtain")
    seen = set[str]()
    while people.phase == "playing":
        curtain.wait_for()
        seen.add(curtain.get_by_role("heading").inner_text())
        open_curtain(people)
        take_turn(people)
    assert seen == {"Ann, your turn", "Ben, your turn"}
    expect(curtain).to_have_count(0)
    expect(people.page.locator("#result-head")).to_be_visible()
    expect(people.page.locator(".result")).not_to_contain_text("You won")

    people.press(people.button("Rematch"))
    people.page.locator(".game:not(:has(.result))").wait_for()
    people.until("playing")
    open_curtain(people)
    people.assert_nothing_wrong()


def test_a_reload_hides_the_rack_and_keeps_the_draft(robot: MakeRobot) -> None:
    people = robot(DESKTOP)
    share(people, "Ben", "Cy")
    open_curtain(people)
    rack = people.game["rack"]
    people.pick([rack[0]])
    people.tap_the_felt()
    people.page.reload()
    curtain = people.page.locator(".curtain")
    curtain.wait_for()
    until_no_rack(people)
    expect(people.button("Restore")).to_have_count(0)
    expect(people.button(SHOW)).to_be_focused()
    people.page.keyboard.press("Enter")
    curtain.wait_for(state="detached")
    assert people.game["rack"] == rack
    people.press(people.button("Restore"))
    people.assert_nothing_wrong()


def test_a_computer_plays_between_two_people(robot: MakeRobot) -> None:
    people = robot(PHONE)
    share(people, "Ben", computers=1)
    play_on(people, turns=4)
    people.assert_nothing_wrong()


def test_names_are_remembered_and_cannot_be_used_twice(robot: MakeRobot) -> None:
    people = robot(DESKTOP)
    people.open("/new")
    seat(people, "Ben")
    people.press(people.button("At this device").first)
    people.page.get_by_role("textbox", name="Name").fill("ben")
    people.press(people.button("Save"))
    expect(
        people.page.get_by_role("alert").filter(has_text="already has that name")
    ).to_be_visible()
    people.page.reload()
    people.press(people.button("At this device").first)
    expect(people.button("Change Ben")).to_be_visible()
    people.press(people.button("Remove Ben"))
    expect(people.button("Change Ben")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_curtain_fits_every_window(robot: MakeRobot, language: str) -> None:
    people = robot(PHONE)
    people.read(language)
    people.open("/new")
    people.page.locator(".seat-do").first.click()
    people.page.locator(".who-form input").first.fill("Wilhelmina van Dyk")
    people.page.locator(".who-form .primary").click()
    people.press(people.page.locator(".new-play"))
    people.page.locator(".who-form .primary").click()
    people.until("playing")
    people.page.locator(".curtain").wait_for()
    drawn = Window(390, 844, touch=True)
    for window in (PHONE, drawn, Window(740, 360, touch=True), Window(768, 1024, touch=True)):
        people.resize(window)
        people.settle()
        assert not sideways(people)
        assert not serious(people)
        box = people.page.locator(".curtain button").bounding_box()
        assert box
        assert box["y"] + box["height"] <= window.height
        assert box["height"] >= 44
        curtain = people.page.locator(".curtain").bounding_box()
        felt = people.page.locator(".felt-ground").bounding_box()
        assert curtain
        assert felt
        assert felt["y"] + felt["height"] <= curtain["y"] + 1, "it never covers the table"
        if window == drawn:
            assert curtain["height"] == pytest.approx(436, abs=1)
