"""A table whose window was rotated looks like one opened in a window of that shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import Stage, visit
from tests.browser.driver.scenes import WAIT
from tests.browser.driver.tables import INTERNATIONAL
from tests.browser.table.test_speech_bubbles import CROWDED, STAY
from tests.support import examples

MakeRobot = Callable[..., Robot]

UPRIGHT = Window(360, 640, touch=True)
LYING = Window(740, 360, touch=True)
PHONE = Window(390, 844, touch=True)
LYING_PHONE = Window(844, 390, touch=True)
TABLET = Window(768, 1024)
DESKTOP = Window(1280, 800)
SMALL, LARGE, OTHERS = (UPRIGHT, LYING), (TABLET, DESKTOP), (PHONE, LYING_PHONE)
SCENES = {"signs and words": WAIT, "all tiles": CROWDED, "piles and trump": INTERNATIONAL}
CASES = [
    (SMALL, "signs and words"),
    (SMALL, "all tiles"),
    (LARGE, "signs and words"),
    (LARGE, "piles and trump"),
    *((windows, scene) for windows in (SMALL, LARGE, OTHERS) for scene in SCENES if examples.LONG),
]

LOOK = """() => {
  unpainted.disabled = true;
  const felt = document.querySelector('.felt-ground').getBoundingClientRect();
  const look = { outside: [] };
  const parts = '.table :is(.seat, .seat > *, .felt-ground, .pool, .zone-place, .strip,'
    + ' .rack-place, .tools > *, .turn-actions > *, .corner > *),'
    + ' .tt-tile, .tt-pile, .tt-changed-by, .tt-zone';
  for (const each of document.querySelectorAll(parts)) {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { x, y, width, height, right, bottom } = each.getBoundingClientRect();
    const kind = each.className.baseVal ?? each.className;
    const name = `${kind} ${each.dataset.id ?? each.dataset.seat ?? ''}`;
    (look[name] ??= []).push([x, y, width, height].map((n) => Math.round(n)).join(' '));
    const over = x < felt.x || y < felt.y || right > felt.right || bottom > felt.bottom;
    if (each.matches('.tt-pile, .tt-changed-by') && over) look.outside.push(name);
  }
  unpainted.disabled = false;
  return look;
}"""
"""The boxes of everything that matters at the table, and melds and marks that are off the felt."""


def say(stage: Stage) -> None:
    """Give every player a speech bubble that stays."""
    stage.page.evaluate(STAY)
    for seat, reaction in enumerate(["hurry", "good_luck", "thanks", "well_played"]):
        stage.react(seat, reaction)
    stage.page.locator(".seat q").nth(len(stage.scene.names) - 1).wait_for(state="attached")


def look(robot: Robot) -> dict[str, Any]:
    robot.settle()
    found: dict[str, Any] = robot.page.evaluate(LOOK)
    return found


@pytest.mark.parametrize(("windows", "name"), CASES)
def test_a_rotated_window_looks_like_one_opened_at_that_size(
    onlooker: MakeRobot, windows: Sequence[Window], name: str
) -> None:
    scene = SCENES[name]
    player = onlooker(windows[0])
    opened = {}
    for window in reversed(windows):
        say(visit(player, scene, window))
        opened[window] = look(player)

    for window in reversed(windows):
        player.resize(window)

        turned = look(player)
        different = {
            part: (there, turned.get(part))
            for part, there in opened[window].items()
            if there != turned.get(part)
        }
        assert different == {}, window
        assert turned.keys() == opened[window].keys(), window
        assert turned["outside"] == [] or scene is CROWDED, window
