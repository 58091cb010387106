"""One server and one browser for all robots of a process; a page of its own for each player.

They end with the last test of this folder: Playwright keeps an event loop running, beside which
the tests of the server could not run theirs.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator
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

TOGETHER = ("--enable-features=NetworkServiceInProcess2", "--in-process-gpu")
"""Loading and drawing in the process of the browser: what they tell each other costs more."""

PLAIN_SCRIPTS = "--js-flags=--no-opt,--no-maglev"
"""No page lives long enough for what optimising its scripts costs."""

FAILED = pytest.StashKey[bool]()
"""Whether the test has failed."""

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
            executable_path=CHROMIUM,
            args=[f"--disable-features={','.join(NEEDLESS)}", *TOGETHER, PLAIN_SCRIPTS],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def pool(server: ServerProcess, browser: Browser) -> Iterator[RobotPool]:
    """The robots that play with the server, whichever test they are in."""
    pool = RobotPool(server, browser)
    yield pool
    pool.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, object]:
    """Let the fixtures of a test know that it has failed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


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
    picture_after_a_failure(request, made, tmp_path)
    errors = [error for each in made for error in each.errors]
    for each in made:
        pool.take_back(each)
    assert errors == []


@pytest.fixture
def onlooker(
    pool: RobotPool, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., Robot]]:
    """Return a maker of robots that only look at scenes; the next test goes on with their pages."""
    made: list[tuple[Robot, str]] = []
    file = request.path.name

    def make(window: Window = DESKTOP, language: str = "") -> Robot:
        robot = pool.lend_open(window, language, file)
        made.append((robot, language))
        return robot

    yield make
    picture_after_a_failure(request, [each for each, _ in made], tmp_path)
    errors = [error for each, _ in made for error in each.errors]
    for each, language in made:
        if errors or FAILED in request.node.stash:
            pool.take_back(each)
        else:
            pool.leave_open(each, language, file)
    assert errors == []


def picture_after_a_failure(
    request: pytest.FixtureRequest, robots: Iterable[Robot], folder: Path
) -> None:
    """Show what each robot saw when a test had failed."""
    for number, each in enumerate(robots):
        if request.session.testsfailed:
            each.page.screenshot(path=str(folder / f"robot-{number}.png"))
