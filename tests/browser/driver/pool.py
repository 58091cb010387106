"""A pool of robots that tests share, because a reused page costs half as much."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from weakref import WeakSet

from playwright.sync_api import Browser, Page
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import leave_stage, leave_table
from tests.browser.driver.server_process import ServerProcess

_RETIRED: WeakSet[Page] = WeakSet()


def retire(page: Page) -> None:
    """Mark a page as unusable for other tests, after a lasting change."""
    _RETIRED.add(page)


def add_script(page: Page, script: str) -> None:
    """Run a script in everything loaded from now on; retires the robot."""
    page.add_init_script(script)
    retire(page)


def _spoilt(robot: Robot) -> bool:
    return robot.page in _RETIRED or robot.page.is_closed()


@dataclass(frozen=True, slots=True)
class _Open:
    """A robot whose page is still open, with its language and the file of its tests."""

    robot: Robot
    language: str
    file: str


class RobotPool:
    """Lends robots, and resets those that are returned: storage and identity are cleared.

    Robots that only look at tables may return with their page open for the next test of the same
    file: reloading costs as much as looking at two tables.
    """

    def __init__(self, server: ServerProcess, browser: Browser) -> None:
        self._server, self._browser = server, browser
        self._free: defaultdict[bool, list[Robot]] = defaultdict(list)
        self._open: dict[bool, _Open] = {}

    def lend(self, window: Window) -> Robot:
        """Return a robot with this window: an idle one if possible, otherwise a new one."""
        free = self._free[window.touch]
        if not free and (left := self._open.pop(window.touch, None)):
            self.take_back(left.robot)
        if not free:
            return Robot(self._server, self._browser, window)
        robot = free.pop()
        robot.resize(window)
        return robot

    def take_back(self, robot: Robot) -> None:
        """Keep a robot for other tests, unless its page was retired."""
        if _spoilt(robot):
            robot.close()
            return
        leave_stage(robot.page)
        robot.forget()
        self._free[robot.window.touch].append(robot)

    def lend_open(self, window: Window, language: str, file: str) -> Robot:
        """Return a robot in *language*, if possible with a page left open by an earlier test."""
        left = self._open.get(window.touch)
        if left and (left.language, left.file) == (language, file):
            del self._open[window.touch]
            left.robot.resize(window)
            return left.robot
        robot = self.lend(window)
        if language:
            robot.read(language)
        return robot

    def leave_open(self, robot: Robot, language: str, file: str) -> None:
        """Keep a robot and its open page for the next test of the file."""
        if _spoilt(robot) or robot.window.touch in self._open:
            self.take_back(robot)
            return
        leave_table(robot)
        robot.errors = []
        self._open[robot.window.touch] = _Open(robot, language, file)

    def close(self) -> None:
        """Close all pages."""
        for robots in (*self._free.values(), [left.robot for left in self._open.values()]):
            for robot in robots:
                robot.close()
