"""Complete games on the static page, without a network."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from tests.browser.driver.robot import DESKTOP, PHONE, Window
from tests.browser.static.robot import StaticRobot
from tests.browser.test_games import play_out
from tests.support.examples import LONG

MakeRobot = Callable[..., StaticRobot]

SHORT = "+tiles.copies=1"
GAMES: tuple[tuple[str, Window], ...] = ((f"sabra{SHORT}", PHONE),)
"""A long run plays a game of each family."""
if LONG:
    GAMES += (("sabra", DESKTOP), ("mcgraw", DESKTOP))
    GAMES += ((f"international{SHORT}", PHONE), (f"american{SHORT}", DESKTOP))
SURVIVED = 3
"""The number of turns played before the page is reloaded."""


@pytest.mark.parametrize(("ruleset", "window"), GAMES)
def test_a_game_is_played_to_the_end_without_a_network(
    static_robot: MakeRobot, ruleset: str, window: Window
) -> None:
    robot = static_robot(window)
    robot.open()
    robot.until_state("ready")
    robot.go(f"/new?ruleset={quote(ruleset)}&opponents=1&level=casual")
    robot.press(robot.page.get_by_role("button", name="Play", exact=True))
    robot.until("playing")
    play_out([robot], turns=SURVIVED)
    before = robot.seen["version"]
    robot.lose_network()
    robot.page.reload()
    robot.until_state("ready")
    robot.until_after(before - 1)
    play_out([robot])
    robot.go("/games")
    robot.page.locator("a[href^='/games/']").first.wait_for()


def test_only_one_tab_uses_the_games(static_robot: MakeRobot) -> None:
    robot = static_robot()
    robot.open()
    robot.until_state("ready")
    other = robot.context.new_page()
    other.goto(robot.server.url)
    other.get_by_text("open in another tab").wait_for()
    robot.page.close()
    other.wait_for_function("window.engineState === 'ready'")
    other.get_by_text("open in another tab").wait_for(state="hidden")
    robot.page = other
