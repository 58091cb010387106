"""Robots that play in one test after the other: a page that was open before costs half as much."""

from __future__ import annotations

from collections import defaultdict
from weakref import WeakSet

from playwright.sync_api import Browser, Page
from tests.browser.driver.robot import Robot, Window
from tests.browser.driver.scene import leave_stage
from tests.browser.driver.server_process import ServerProcess

_RETIRED: WeakSet[Page] = WeakSet()


def retire(page: Page) -> None:
    """Lend the page to no other test: something that lasts is done to it."""
    _RETIRED.add(page)


def add_script(page: Page, script: str) -> None:
    """Run a script in whatever the page loads from now on; it serves no other test then."""
    page.add_init_script(script)
    retire(page)


class RobotPool:
    """Lends robots, and makes those that come back like new: nothing is kept, nobody is known."""

    def __init__(self, server: ServerProcess, browser: Browser) -> None:
        self._server, self._browser = server, browser
        self._free: defaultdict[bool, list[Robot]] = defaultdict(list)

    def lend(self, window: Window) -> Robot:
        """Return a robot whose window is this."""
        free = self._free[window.touch]
        if not free:
            return Robot(self._server, self._browser, window)
        robot = free.pop()
        robot.resize(window)
        return robot

    def take_back(self, robot: Robot) -> None:
        """Keep a robot for another test, unless its page has changed for good."""
        if robot.page in _RETIRED or robot.page.is_closed() or robot.cut:
            robot.close()
            return
        leave_stage(robot.page)
        robot.forget()
        self._free[robot.window.touch].append(robot)

    def close(self) -> None:
        """Close all pages."""
        for robots in self._free.values():
            for robot in robots:
                robot.close()
