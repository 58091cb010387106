"""Reviews, records, puzzles, courses and the studio on the static page, offline.

The robots are the same as for a server's pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Window
from tests.browser.pages import (
    test_evening,
    test_learn,
    test_photo,
    test_puzzles,
    test_studio,
)
from tests.browser.pages.test_reviewed_games import reviewed
from tests.browser.static.robot import StaticRobot
from tests.browser.test_games import play_out
from tests.support.examples import LONG

from tilerummy.puzzles import bundled_puzzles
from tilerummy.records import read_record

MakeRobot = Callable[..., StaticRobot]
SMALL = "/new?ruleset=sabra%2Btiles.copies%3D1%2Btiles.numbers%3D7&opponents=1&level=casual"


@pytest.fixture
def cut_off(static_robot: MakeRobot) -> MakeRobot:
    """Return a factory of robots whose page was loaded once, and has no network since."""

    def make(window: Window = DESKTOP) -> StaticRobot:
        robot = static_robot(window)
        robot.open()
        robot.until_state("ready")
        robot.lose_network()
        return robot

    return make


@pytest.mark.skipif(not LONG, reason="another complete game")
def test_a_finished_game_is_reviewed_and_its_record_saved(
    cut_off: MakeRobot, tmp_path: Path
) -> None:
    robot = cut_off(PHONE)
    robot.open(SMALL)
    robot.until_state("ready")
    robot.press(robot.page.get_by_role("button", name="Play", exact=True))
    robot.until("playing")
    play_out([robot])
    room = robot.page.url.rpartition("/")[2]
    robot.open(f"/games/{room}?review")
    reviewed(robot)

    robot.open(f"/games/{room}")
    with robot.page.expect_download() as saved:
        robot.press(robot.page.locator("a[href*='/record']").first)
    file = tmp_path / "record.txt"
    saved.value.save_as(file)
    assert len(read_record(file).rounds) == 1


@pytest.mark.skipif(not LONG, reason="the pages are the same as a server's")
def test_puzzles_are_solved_and_rated(cut_off: MakeRobot) -> None:
    robot = cut_off(PHONE)
    robot.open("/puzzles/only_opening")
    puzzle = test_puzzles.shown(robot, bundled_puzzles())
    for meld in Counter(map(str, puzzle.answer)) - Counter(map(str, puzzle.table)):
        for each in meld.split():
            robot.press(test_puzzles.tile(robot, each))
        robot.press(robot.button("Lay"))
    bubble = robot.page.locator(".bubble")
    expect(bubble.locator("h2")).to_have_text("Solved!")

    robot.go("/puzzles/ladder")
    for _ in range(3):
        robot.press(robot.button("Hint"))
    robot.press(robot.button("Solution"))
    robot.press(robot.button("Stop"))
    expect(bubble).to_contain_text("Your rating: ")


@pytest.mark.skipif(not LONG, reason="the pages are the same as a server's")
def test_courses_and_the_studio_are_the_same(cut_off: MakeRobot) -> None:
    robot = cut_off(DESKTOP)
    make = lambda *_: robot  # noqa: E731
    for walk in (
        test_learn.test_the_complete_course_by_keyboard,
        test_learn.test_the_american_course,
        test_learn.test_the_international_course,
        partial(test_studio.test_plays_are_compared_and_shown_on_the_table, window=DESKTOP),
        test_studio.test_hints_come_before_the_whole_play,
    ):
        walk(make)


def test_a_photo_is_read_without_a_network(cut_off: MakeRobot) -> None:
    test_photo.read_picture(cut_off(PHONE))


def test_an_evening_with_real_tiles_is_scored_and_saved(cut_off: MakeRobot, tmp_path: Path) -> None:
    robot = cut_off(PHONE)
    test_evening.start(robot, 4)
    played = (2, ((13, 9, 9), (0, 5, 3), None, (12, 5, 8)))
    test_evening.enter(robot, played)
    test_evening.shown_totals(robot, test_evening.sheet(4, [played]).totals)

    robot.press(robot.button("Finish"))
    robot.press(robot.page.locator(".end-acts .button").nth(1))
    with robot.page.expect_download() as saved:
        robot.press(robot.button("Save the record (.rummy)"))
    file = tmp_path / "evening.rummy"
    saved.value.save_as(file)
    assert read_record(file).totals == (-31, -38, 94, -25)


@pytest.mark.skipif(not LONG, reason="it starts the engine four times")
@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_six_play_an_evening_with_disputes_and_corrections(
    cut_off: MakeRobot, window: Window, tmp_path: Path
) -> None:
    test_evening.test_six_play_eight_rounds_with_two_corrections_and_three_disputes(
        cut_off, window, tmp_path
    )


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_a_photo_is_judged_in_few_taps(cut_off: MakeRobot, window: Window) -> None:
    test_photo.judge_in_few_taps(cut_off(window))
