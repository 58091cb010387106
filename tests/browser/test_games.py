"""Whole games in real browsers, by tapping and by typing, on phones and on desktops."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect
from tests.browser.robot import DESKTOP, LARGE, PATIENCE, PHONE, Robot, Window
from tests.browser.server_process import ServerProcess

MakeRobot = Callable[..., Robot]


def play_out(
    robots: Sequence[Robot],
    *,
    typing: Sequence[Robot] = (),
    between: Callable[[int], None] | None = None,
) -> None:
    """Have all robots play until the match is over; *between* happens before their turns."""
    turn = waited = 0
    while waited < PATIENCE and not any(r.phase == "over" for r in robots):
        mover = next((r for r in robots if r.my_turn), None)
        if mover is None:
            robots[0].wait(40)
            waited += 40
            continue
        if between:
            between(turn)
        mover.take_turn(by_keyboard=mover in typing)
        turn, waited = turn + 1, 0
    for robot in robots:
        robot.until("over")
    agree(robots)


def agree(robots: Sequence[Robot]) -> None:
    """All pages were sent the same results, and show them."""
    results = [r.seen["table"]["results"] for r in robots]
    assert all(result == results[0] for result in results)
    for robot in robots:
        robot.page.locator("#result-head").wait_for()
        for score in results[0][-1]["scores"]:
            shown = f"{score:+,}".replace("-", "−") if score else "0"
            assert robot.page.locator(".result .score", has_text=shown).count() > 0


def play_the_computer(robot: Robot, ruleset: str = "sabra") -> None:
    """Two clicks from the first page."""
    robot.open()
    if ruleset != "sabra":
        robot.page.get_by_label("Which rules?").select_option(ruleset)
    robot.press(robot.page.get_by_role("button", name="Play", exact=True))
    robot.until("playing")


def together(robots: Sequence[Robot], ruleset: str = "sabra") -> None:
    """The first opens a table, the others come by its link."""
    host, *guests = robots
    host.open(f"/new?ruleset={ruleset}")
    host.press(host.page.get_by_role("button", name=re.compile("^Open")))
    host.page.wait_for_url(re.compile("/t/"))
    link = host.page.locator("input[readonly], .invite code, a[href*='/i/']").first
    link.wait_for()
    code = re.search(
        r"/i/[\w-]+",
        link.input_value() if link.evaluate("e => e.tagName === 'INPUT'") else link.inner_text(),
    )
    assert code
    for guest in guests:
        guest.open(code.group())
        guest.until("waiting")
    expect(host.page.get_by_role("button", name=re.compile("^Start"))).to_be_enabled()
    host.press(host.page.get_by_role("button", name=re.compile("^Start")))
    for robot in robots:
        robot.until("playing")


@pytest.mark.parametrize(
    ("ruleset", "window", "how"),
    [
        ("sabra", DESKTOP, "taps"),
        ("sabra", PHONE, "taps"),
        ("rummikub", DESKTOP, "types"),
        ("sabra-way", PHONE, "taps"),
        ("mcgraw", LARGE, "taps"),
        ("american", DESKTOP, "types"),
        ("international", PHONE, "taps"),
    ],
)
def test_a_game_against_the_computer(
    robot: MakeRobot, ruleset: str, window: Window, how: str
) -> None:
    alone = robot(window)
    play_the_computer(alone, ruleset)
    play_out([alone], typing=[alone] if how == "types" else [])


@pytest.mark.parametrize("ruleset", ["sabra", "international"])
def test_two_people_play_on_a_phone_and_a_desktop(robot: MakeRobot, ruleset: str) -> None:
    robots = [robot(PHONE), robot(DESKTOP)]
    together(robots, ruleset)
    play_out(robots, typing=robots[1:])


def test_nothing_is_lost_by_reloading_cut_lines_and_a_killed_server(
    robot: MakeRobot, server: ServerProcess
) -> None:
    robots = [robot(DESKTOP), robot(PHONE)]
    together(robots)

    def trouble(turn: int) -> None:
        if turn == 4:
            robots[0].page.reload()
            robots[0].wait(500)
        if turn == 8:
            for each in robots:
                each.cut = True
            server.kill()
            server.start()
            for each in robots:
                each.page.locator(".game").wait_for()
                each.wait(1500)
        if turn == 12:
            robots[1].context.set_offline(True)
            robots[1].wait(400)
            robots[1].context.set_offline(False)
            robots[1].wait(800)

    play_out(robots, between=trouble)
