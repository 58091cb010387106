"""One server and one browser for all robots of a process; a page of its own for each player.

They end with the last test of this folder: Playwright keeps an event loop running, beside which
the tests of the server could not run theirs.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.driver.pool import RobotPool
from tests.browser.driver.robot import DESKTOP, PATIENCE, Robot, Window
from tests.browser.driver.server_process import ServerProcess

CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)

NEEDLESS = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
    # what Playwright turns off by itself, unless it is given features of its own
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
"""Features of Chromium that start processes beside each page and that no test looks at.

Without them a new page costs half as much time of the processor: pages of the address bar are
rendered for every window, though none is seen.
"""

expect.set_options(timeout=PATIENCE)

collect_ignore_glob = [] if CHROMIUM else ["test_*.py", "*/test_*.py"]
"""Where there is no Chromium, the tests in a browser are left out; ``make`` has said so."""


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[f"--disable-features={','.join(NEEDLESS)}"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def pool(server: ServerProcess, browser: Browser) -> Iterator[RobotPool]:
    """The robots that play with the server, whichever test they are in."""
    pool = RobotPool(server, browser)
    yield pool
    pool.close()


@pytest.fixture
def robot(
    pool: RobotPool, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., Robot]]:
    """Return a maker of robots, whose pages are looked through for errors at the end."""
    made: list[Robot] = []

    def make(window: Window = DESKTOP, language: str = "") -> Robot:
        made.append(pool.lend(window))
        if language:
            made[-1].read(language)
        return made[-1]

    yield make
    for number, each in enumerate(made):
        if request.session.testsfailed:
            each.page.screenshot(path=str(tmp_path / f"robot-{number}.png"))
    errors = [error for each in made for error in each.errors]
    for each in made:
        pool.take_back(each)
    assert errors == []
