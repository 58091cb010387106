"""Reactions, the panel, the menu and the way home work at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.scene import Stage
from tests.browser.driver.scenes import TABLE
from tests.browser.driver.tables import LONG

from tilerummy.server.messages.server import Chatted
from tilerummy.state import Ended, Ending
from tilerummy.tiles import rack

MakeRobot = Callable[..., Robot]
LANDSCAPE = Window(740, 360, touch=True)
PHONES = (PHONE, LANDSCAPE)
KINDS = pytest.mark.parametrize("windows", [PHONES, (DESKTOP,)], ids=["phone", "desktop"])
"""A phone in both orientations, and a desktop."""


def staged(robot: Robot) -> Stage:
    """Show the robot a table with four players."""
    stage = Stage(robot.page, TABLE)
    stage.open(robot.server.url)
    robot.page.locator(".seat").first.wait_for()
    return stage


@KINDS
def test_a_reaction_is_one_tap_away_and_appears_at_the_player(
    robot: MakeRobot, windows: Sequence[Window]
) -> None:
    player = robot(windows[0])
    stage = staged(player)
    for window, seat in zip(player.in_each(windows), (2, 1), strict=False):
        stage.sent.clear()

        player.press(player.button("Reactions"))
        player.press(player.page.locator(".pop").get_by_role("button", name="Nice!"))
        stage.react(seat, "oops")

        expect(player.page.locator(f'.seat[data-seat="{seat}"] q')).to_have_text("Oops")
        expect(player.page.locator(".pop")).to_have_count(0)
        assert {"type": "react", "room": "scene", "reaction": "well_played"} in stage.sent, window


def test_a_chat_message_appears_at_the_seat(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    stage = staged(player)

    stage.send(Chatted(room="scene", name="Ana", text="Only three left!", seat=3))

    expect(player.page.locator('.seat[data-seat="3"] q')).to_have_text("Only three left!")


def test_a_warning_of_few_tiles_appears_at_the_player(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    Stage(player.page, LONG).open(player.server.url)

    expect(player.page.locator('.seat[data-seat="3"] q')).to_have_text("only 2 tiles left")
    expect(player.page.locator('.seat[data-seat="2"] q')).to_have_count(0)


def test_moves_show_faces_and_tiles_and_read_as_sentences(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    staged(player)

    last = player.page.locator(".moves li").last
    expect(last.locator(".say")).to_have_text("Ana added")
    expect(last.locator(".mini .tile")).to_have_count(1)
    expect(last.locator(".sr-only").first).to_have_text(
        "Ana adds orange 8 to the group of 8s (black, red, and blue)."
    )


def test_phones_show_the_score_of_the_match(robot: MakeRobot) -> None:
    player = robot(PHONE)
    ended = Ended(Ending.WENT_OUT, (-109, 124, -8, -7), (rack(""),) * 4, winner=1)
    Stage(player.page, replace(TABLE, earlier=(ended,))).open(player.server.url)
    scores = player.page.locator(".seat-score")
    expect(scores).to_have_text(["124", "\u22128", "\u22127", "\u2212109"])
    for _ in player.in_each(PHONES):
        for each in scores.all():
            expect(each).to_be_visible()


def test_the_panel_collapses_and_stays_collapsed(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    staged(player)
    felt = player.page.locator(".felt-ground")
    narrow = felt.bounding_box()

    player.press(player.button("Hide the panel"))
    expect(player.page.locator(".game-side")).to_be_hidden()
    player.page.reload()
    player.page.locator(".seat").first.wait_for()
    expect(player.page.locator(".game-side")).to_be_hidden()
    wide = felt.bounding_box()
    player.press(player.button("Moves, Chat"))

    expect(player.page.locator(".game-side")).to_be_visible()
    assert narrow
    assert wide
    assert wide["width"] - narrow["width"] > 250


def test_on_phones_moves_and_chat_are_in_a_sheet(robot: MakeRobot) -> None:
    player = robot(PHONE)
    staged(player)
    sheet = player.page.locator("dialog .moves li")
    for _ in player.in_each(PHONES):
        player.press(player.button("Reactions"))
        player.press(player.page.locator(".pop").get_by_role("button", name="Moves, Chat"))

        expect(sheet.last).to_contain_text("Ana")
        player.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


@KINDS
def test_there_is_a_way_home_and_back(robot: MakeRobot, windows: Sequence[Window]) -> None:
    player = robot(windows[0])
    player.play_now()
    for _ in player.in_each(windows):
        player.page.locator(".tt-tile").first.wait_for()
        expect(player.page.locator("header.bar")).to_have_count(0)

        player.press(player.button("Table menu"))
        player.press(player.page.locator(".menu").get_by_text("Leave for now"))
        player.page.locator(".home").wait_for()
        expect(player.page.locator("header.bar")).to_be_visible()
        player.page.go_back()

        player.page.locator(".tt-tile").first.wait_for()
        expect(player.page.locator("header.bar")).to_have_count(0)


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=str)
def test_the_pool_is_a_stack_to_tap(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    player.play_now()
    player.until("playing")
    player.until_my_turn()
    tiles, version = len(player.game["rack"]), player.seen["version"]

    player.press(player.page.locator("button.pool"))
    player.until_after(version)

    assert len(player.game["rack"]) == tiles + 1


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=str)
def test_speech_bubbles_never_move_the_table(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    staged(player)
    places = """() => [...document.querySelectorAll('.tt-tile, .felt-ground, .rack-place, .seat')]
        .map(e => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width]; }).sort()"""
    player.wait(400)
    before = player.page.evaluate(places)

    player.page.keyboard.press("t")
    player.page.get_by_role("textbox").wait_for()
    typing = player.page.evaluate(places)
    player.type("nonsense")

    assert typing == before
    assert player.page.evaluate(places) == before


@KINDS
def test_important_menu_items_are_visible_without_scrolling(
    robot: MakeRobot, windows: Sequence[Window]
) -> None:
    player = robot(windows[0])
    staged(player)
    names = ["Pause", "Leave for now", "Rules", "Settings", "End the match"]
    if not player.window.touch:
        names.append("Keyboard shortcuts")
    for _ in player.in_each(windows):
        player.press(player.button("Table menu"))

        for name in names:
            item = player.page.locator(".menu li").filter(has_text=re.compile(f"^{name}")).last
            expect(item).to_be_in_viewport(ratio=1)
        player.page.keyboard.press("Escape")
        expect(player.page.locator(".menu li")).to_have_count(0)


def test_nothing_is_proposed_to_computers(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    staged(player)

    player.press(player.button("Table menu"))

    expect(player.page.locator(".menu").get_by_text("End the match")).to_be_visible()
    expect(player.page.get_by_text("Propose")).to_have_count(0)


def test_on_phones_a_chat_message_takes_two_taps(robot: MakeRobot) -> None:
    player = robot(PHONE)
    stage = staged(player)
    pop = player.page.locator(".pop")
    for window in player.in_each(PHONES):
        stage.sent.clear()

        player.press(player.button("Reactions"))
        field = pop.get_by_role("textbox")
        expect(field).to_be_in_viewport(ratio=1)
        expect(pop.get_by_role("button", name="Nice!")).to_be_in_viewport(ratio=1)
        field.fill("Well met")
        field.press("Enter")

        assert {"type": "say", "room": "scene", "text": "Well met"} in stage.sent, window
        expect(pop).to_have_count(0)


def test_a_reaction_and_a_new_name_add_a_line(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    stage = staged(player)
    stage.react(2, "oops")
    player.press(player.page.get_by_role("tab", name="Chat"))
    expect(player.page.locator(".chat li").last).to_have_text("Mira Oops")

    stage.rename(0, "Noah")
    player.press(player.page.get_by_role("tab", name="Moves"))

    expect(player.page.locator(".moves li").last).to_have_text("You are now called Noah.")
