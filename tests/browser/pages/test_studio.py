"""The studio analyses a position, by keyboard and link, on phone and desktop."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.driver.pool import retire
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways

MakeRobot = Callable[..., Robot]
SMALL = "/studio#table=k5+r5+b5&rack=o5"


def choose(visitor: Robot, name: str) -> None:
    visitor.page.get_by_role("radio", name=name, exact=True).check(force=True)


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_plays_are_compared_and_shown_on_the_table(robot: MakeRobot, window: Window) -> None:
    visitor = robot(window)
    page = visitor.page
    visitor.open(SMALL)
    plays = page.locator(".plays button")
    expect(plays).to_have_count(2)
    expect(plays.first).to_contain_text("Lay 1 and go out")
    expect(plays.first).to_contain_text("100%")
    expect(plays.first).to_have_attribute("aria-pressed", "true")
    placed = page.locator(".tt-on-table.tt-placed")
    expect(placed).to_have_count(1)
    assert serious(visitor) == []
    assert sideways(visitor) <= 1

    choose(visitor, "Before")
    expect(page.locator(".tt-on-rack")).to_have_count(1)
    choose(visitor, "After")
    expect(page.locator(".tt-on-rack")).to_have_count(0)
    visitor.press(plays.nth(1))
    expect(placed).to_have_count(0)
    if window.touch:
        visitor.press(visitor.button("Why the first?"))
    expect(page.locator(".why")).to_have_text("It goes out and ends the round.")


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_the_rack_of_the_example_has_no_gaps(robot: MakeRobot, window: Window) -> None:
    visitor = robot(window)
    page = visitor.page
    visitor.open("/studio")
    labelled = page.locator(".tt-on-rack[aria-label]")  # the labels come after the first paint
    expect(labelled).to_have_count(4)
    page.wait_for_function(
        """() => {
            const tiles = [...document.querySelectorAll('.tt-on-rack')].map(tile =>
                [tile.getBoundingClientRect(), tile.getAttribute('aria-label').split(',')[0]]);
            tiles.sort(([a], [b]) => a.left - b.left);
            const gaps = tiles.slice(1).map(([box], i) => box.left - tiles[i][0].right);
            const order = tiles.map(([, name]) => name).join();
            return Math.max(...gaps) < 10 && order === 'blue 4,blue 6,blue 7,black 1';
        }"""
    )


def test_hints_come_before_the_whole_play(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    visitor.open("/studio")
    choose(visitor, "Most tiles")
    hint, said = visitor.button(re.compile("^Hint")), page.locator(".studio-hint")
    hint.press("Enter")
    expect(said).to_have_text("3 tiles can be laid.")
    hint.press("Enter")
    expect(said.locator(".tile")).to_have_count(3)
    hint.press("Enter")
    expect(page.locator(".plays button")).to_contain_text("Lay 3")
    visitor.press(visitor.button("Step by step"))
    expect(page.locator(".numbered li").first).to_be_visible()
    expect(page.locator(".tt-on-table.tt-placed")).to_have_count(3)


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_tiles_are_added_and_taken_back_with_the_keyboard(robot: MakeRobot, window: Window) -> None:
    visitor = robot(window)
    page = visitor.page
    visitor.open(SMALL)
    page.locator(".tt-tile").first.wait_for()
    expect(visitor.button("Undo")).to_be_visible()
    expect(page.get_by_role("link", name="From a photo")).to_be_visible()
    if window.touch:
        visitor.press(visitor.button("Tile keyboard"))
        choose(visitor, "blue")
    visitor.press(visitor.button("blue 6, 2 left"))
    rack = page.locator(".tt-on-rack")
    expect(rack).to_have_count(2)
    visitor.press(visitor.button("blue 6, 1 left"))
    expect(rack).to_have_count(3)
    expect(visitor.button("blue 6, none left")).to_be_visible()
    expect(rack.first).not_to_have_attribute("aria-label", re.compile("this turn"))
    visitor.press(page.locator(".take-back"))
    expect(rack).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(rack).to_have_count(1)
    visitor.press(visitor.button("blue 6, 2 left"))
    assert serious(visitor) == []

    visitor.press(visitor.button("or type b6 b7 *"))
    text = page.get_by_role("textbox", name="The rack")
    expect(text).to_have_value(re.compile("b6"))
    text.fill("red 5, blue 9, J")
    text.press("Tab")
    expect(rack).to_have_count(3)


def test_the_studio_keeps_the_last_position_until_it_is_cleared(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    rack = visitor.page.locator(".tt-on-rack")
    visitor.open("/studio")
    expect(rack).to_have_count(4)  # the example
    visitor.press(visitor.button("orange 13, 2 left"))
    expect(rack).to_have_count(5)
    visitor.go("/")
    visitor.go("/studio")
    expect(rack).to_have_count(5)
    choose(visitor, "Is it legal?")
    visitor.page.reload()
    expect(rack).to_have_count(5)
    expect(visitor.page.get_by_role("radio", name="Is it legal?")).to_be_checked()
    visitor.go("/")
    visitor.go(SMALL)
    expect(rack).to_have_count(1)  # a link has precedence
    visitor.press(visitor.button("Clear all"))
    expect(rack).to_have_count(0)
    visitor.go("/")
    visitor.go("/studio")
    expect(rack).to_have_count(4)


def test_the_link_contains_the_other_players(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    visitor.open(f"{SMALL}&players=3&held=4+12&pool=20")
    expect(page.locator(".plays li")).to_have_count(2)
    picture = page.get_by_role("link", name="Picture").get_attribute("href") or ""
    assert page.request.get(visitor.server.url + picture).body()[:4] == b"\x89PNG"
    visitor.press(visitor.button(re.compile("^Against")))
    fields = page.locator(".assumed input[type=number]")
    assert [each.input_value() for each in fields.all()] == ["4", "12", "20"]
    page.get_by_label("Tiles in the pool").fill("7")
    page.get_by_label("Tiles in the pool").press("Enter")
    page.get_by_label("Player 3 has opened").uncheck()
    visitor.press(visitor.button("Add a player"))
    expect(fields).to_have_count(4)

    with page.expect_request("**/api/analyse") as asked:
        visitor.press(visitor.button("Best for winning"))
    question = json.loads(asked.value.post_data or "")
    assert (question["players"], question["held"], question["pool"]) == (4, [4, 12, 10], 7)
    assert question["unopened"] == [2]
    visitor.press(visitor.button("Copy a link to this position"))
    expect(page).to_have_url(re.compile(r"ask=win#.*players=4&held=4\+12\+10&unopened=2&pool=7$"))
    expect(page.locator(".toast.good")).to_contain_text("Copied")


@pytest.mark.parametrize("clipboard", ["undefined", "{writeText: async () => { throw 'denied'; }}"])
def test_a_link_is_copied_without_access_to_the_clipboard(robot: MakeRobot, clipboard: str) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    visitor.open(SMALL)
    page.locator(".tt-tile").first.wait_for()
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}}})")
    copy = visitor.button("Copy a link to this position")
    visitor.press(copy)
    expect(page.locator(".toast.good")).to_contain_text("Copied")

    page.evaluate("document.execCommand = () => false")
    visitor.press(copy)
    expect(page.locator(".toast.bad")).to_contain_text("doesn’t allow copying")
    retire(page)


def test_a_position_is_played_on(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    page = visitor.page
    visitor.open("/studio#table=k5+r5+b5&rack=o5+k1&pool=20")
    expect(page.locator(".plays button").first).to_have_attribute("aria-pressed", "true")
    visitor.press(visitor.button("Play on from here"))
    expect(page.locator(".news")).to_contain_text("Player 2 laid")
    expect(page.locator(".tt-placed")).to_have_count(0)
    expect(visitor.button("Best for winning")).to_be_enabled()

    visitor.press(visitor.button("Tile keyboard"))
    visitor.press(visitor.button("Undo").first)
    expect(page.locator(".tt-on-table.tt-placed")).to_have_count(1)
    expect(page.locator(".tt-on-rack")).to_have_count(1)
    expect(page.locator(".news")).to_have_count(0)


def test_old_addresses_redirect(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    for old in ("legal", "analysis"):
        visitor.open(f"/{old}#ruleset=sabra&table=k5+r5+b5&rack=o5")
        expect(visitor.page.get_by_role("heading", name="Studio")).to_be_visible()
        assert visitor.page.url.endswith("/studio#ruleset=sabra&table=k5+r5+b5&rack=o5")


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_a_table_in_a_mess_is_arranged(robot: MakeRobot, window: Window) -> None:
    visitor = robot(window)
    page = visitor.page
    visitor.open("/studio?ask=mess#table=b5+k3+r4+k4+b3+r3+k5+r5+b4")
    ways = page.get_by_role("button", name=re.compile("^Show arrangement"))
    expect(ways).to_have_count(2)
    expect(page.locator(".found")).to_have_text("There are only these 2 arrangements:")
    visitor.press(ways.first)
    expect(ways.first).to_have_attribute("aria-pressed", "true")
    expect(ways.nth(1)).to_have_attribute("aria-pressed", "false")
    assert serious(visitor) == []

    visitor.open("/studio?ruleset=sabra&ask=mess#table=k3+k4+k5+r9")
    expect(page.locator(".answer")).to_contain_text("At least one tile is left over")


def test_a_dispute_is_settled_with_the_rule_of_the_edition(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    position = "table=b5+b6+*b7+b8&rack=r8+o8&after=b5+b6+*b7+/+b8+r8+o8"
    visitor.open(f"/studio?ask=legal&ruleset=sabra#{position}")
    expect(page.locator(".verdict")).to_have_text("No, this is not legal.")
    expect(page.locator("blockquote")).to_contain_text("no tile may be taken from it")
    expect(page.locator("figure")).to_contain_text("Sabra")

    # without a play, the stage for laying one is opened
    visitor.open("/studio?ask=legal&ruleset=sabra&again#table=b5+b6+b7&rack=b8")
    expect(page.get_by_role("radio", name="After", exact=True)).to_be_checked()
    expect(page.locator(".answer")).to_contain_text("Move a tile first")


def test_with_discards_the_most_tiles_are_sought_and_the_reason_is_given(robot: MakeRobot) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    visitor.open("/studio#ruleset=american&table=k5+r5+b5&rack=o5+k1")
    expect(page.get_by_role("radio", name="Most tiles", exact=True)).to_be_checked()
    expect(page.locator(".answer")).to_contain_text("every turn ends with a discard")
    visitor.press(visitor.button("Most tiles"))
    expect(page.locator(".plays button")).to_contain_text("Lay 1")
    expect(page.locator(".answer")).not_to_contain_text("every turn ends with a discard")
