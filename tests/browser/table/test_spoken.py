"""A game can be played to its end with only the accessibility tree and a keyboard."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from statistics import median

import pytest
from tests.browser.driver.pages import SETTINGS
from tests.browser.driver.robot import DESKTOP, Robot
from tests.browser.driver.spoken import SpokenPlayer
from tests.support.examples import examples

from tilerummy import ruleset

MakeRobot = Callable[..., Robot]

FAMILIES = ("sabra", "mcgraw", "american", "international")
SHORT = ("sabra+tiles.copies=1", "american+tiles.copies=1")
"""Games of a normal run: one of each kind of turn, with half as many tiles."""
GAMES = examples(1, 50)
GAMES_OF_GUEST = 10
"""A guest can open 20 tables an hour."""
MOST_PRESSES = 30


def play(player: Robot, rules: str) -> SpokenPlayer:
    choice = {"preset": rules, "opponents": 1, "level": "casual"}
    player.store("tilerummy.choice", json.dumps(choice))
    player.play_now()
    spoken = SpokenPlayer(player.page, ruleset(rules))
    spoken.play()
    return spoken


@pytest.mark.parametrize("rules", FAMILIES if GAMES > 1 else SHORT)
def test_games_are_played_to_the_end_by_ear(robot: MakeRobot, rules: str) -> None:
    """Reach the result each time, with at most thirty key presses in half of all turns."""
    presses: list[int] = []
    for game in range(GAMES):
        if game % GAMES_OF_GUEST == 0:
            player = robot(DESKTOP)
        presses += play(player, rules).presses
        assert player.errors == []

    assert len(presses) >= 3 * GAMES
    assert median(presses) <= MOST_PRESSES


def test_a_laid_turn_can_be_taken_back_while_only_computers_wait(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    player.store("tilerummy.settings", json.dumps({**SETTINGS, "takeBack": True}))
    choice = {"preset": "first-game", "opponents": 1, "level": "beginner"}
    player.store("tilerummy.choice", json.dumps(choice))
    player.play_now()
    spoken = SpokenPlayer(player.page, ruleset("first-game"))
    meld = first_meld(player, spoken)
    spoken.open_field()
    spoken.type(meld)
    spoken.type("done")
    player.page.locator(".chip.held").wait_for()

    spoken.press("Escape")  # closes the field
    spoken.press("u")

    spoken.wait(lambda heard: "you can change it" in heard.tree)
    spoken.wait(lambda heard: not Counter(meld.split()) - Counter(heard.rack))

    spoken.open_field()
    spoken.type(meld)
    spoken.type("done")
    spoken.wait(lambda heard: not heard.my_turn or heard.over)


def first_meld(player: Robot, spoken: SpokenPlayer) -> str:
    """Draw until the rack has a meld, and return it."""
    for _ in range(20):
        heard = spoken.wait(lambda heard: heard.my_turn)
        melds = [*spoken.melds(heard)]
        if melds and len(melds[0].split()) < len(heard.rack):
            return melds[0]
        spoken.take_turn(heard)
    raise AssertionError(f"no meld in twenty turns: {player.status()}")
