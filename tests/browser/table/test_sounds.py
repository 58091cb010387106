"""The table plays sounds at the end of a round, and in the last seconds of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.browser.driver.pool import add_script
from tests.browser.driver.robot import DESKTOP, Robot
from tests.browser.driver.scene import Scene, Stage
from tests.browser.driver.scenes import END, TABLE
from tests.support.examples import LONG

from tilerummy.server.messages.views import ClockView
from tilerummy.state import Ended

MakeRobot = Callable[..., Robot]

WON, LOST, HURRY = [523, 659, 784, 1047], [494, 440, 330], [1175]
"""The first notes of each sound, in hertz."""

LISTEN = """
window.heard = [];
const gain = {
  setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {},
};
const node = (own) => ({ ...own, connect: (to) => to, start() {}, stop() {} });
window.AudioContext = class {
  state = 'running';
  currentTime = 0;
  sampleRate = 8000;
  createOscillator() {
    return node({ frequency: { set value(hertz) { window.heard.push(hertz); } } });
  }
  createGain() { return node({ gain }); }
  createBufferSource() { return node({}); }
  createBiquadFilter() { return node({ frequency: {}, Q: {} }); }
  createBuffer() { return { getChannelData: () => [] }; }
};
"""
"""Records the notes instead of playing them."""


def staged(robot: Robot, scene: Scene) -> Stage:
    """Show the robot a scene, and click somewhere: before that browsers play no sound."""
    robot.store("tilerummy.settings", "{}")  # the default settings, with sounds
    add_script(robot.page, LISTEN)
    stage = Stage(robot.page, scene)
    stage.open(robot.server.url)
    robot.page.locator(".tt-tile").first.wait_for()
    robot.page.locator(".felt-ground").click(position={"x": 40, "y": 500}, force=True)
    return stage


def wait_for_notes(robot: Robot, notes: list[int]) -> None:
    """Wait until these notes were played in sequence."""
    heard = "notes => heard.join().includes(notes.join())"
    robot.page.wait_for_function(heard, arg=notes)


def lost(scene: Scene) -> Scene:
    """Return the scene of the won round, but with the last player as the winner."""
    ended = scene.ended
    assert ended
    *mine, last = ended.racks
    racks = (last, *mine[1:], mine[0])
    return replace(scene, ended=Ended(ended.ending, (-83, -23, -21, 127), racks, winner=3))


@pytest.mark.parametrize(
    ("end", "notes"), [(END, WON), (lost(END), LOST)], ids=["my win", "another player's win"]
)
def test_a_win_sounds_different_from_a_loss(robot: MakeRobot, end: Scene, notes: list[int]) -> None:
    player = robot(DESKTOP)
    stage = staged(player, TABLE)
    assert end.ended

    stage.change(end, end.ended)

    wait_for_notes(player, notes)


@pytest.mark.parametrize("left_ms", [10_000, *([25_000] if LONG else [])])
def test_the_last_seconds_are_audible(robot: MakeRobot, left_ms: int) -> None:
    clock = ClockView(turn_ms=60_000, left_ms=left_ms, running=True, reserve_ms=[0, 0, 0, 0])
    player = robot(DESKTOP)
    staged(player, replace(TABLE, clock=clock))

    wait_for_notes(player, HURRY)
