"""All robots in a process share a server and a browser, but each has a page of its own.

They end with the last test of this folder: Playwright leaves an event loop running, which would
conflict with the loops of the server tests.
"""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.driver.pool import RobotPool
from tests.browser.driver.robot import DESKTOP, PATIENCE, Robot, Window
from tests.browser.driver.server_process import ServerProcess
from tests.support.examples import LONG

HERE = Path(__file__).parent

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
    # Playwright's own defaults, which a custom list replaces
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
"""Features of Chromium that start processes for each page and that no test needs.

Without them a new page takes half the CPU time: invisible address bar pages are rendered for every
window.
"""

TOGETHER = ("--enable-features=NetworkServiceInProcess2", "--in-process-gpu")
"""Network and GPU in the browser process, which saves communication between processes."""

PLAIN_SCRIPTS = "--js-flags=--no-opt,--no-maglev"
"""No page lives long enough to benefit from optimised scripts."""

FAILED = pytest.StashKey[bool]()
"""Set once the test has failed."""

expect.set_options(timeout=PATIENCE)

collect_ignore_glob = [] if CHROMIUM else ["test_*.py", "*/test_*.py"]
"""The browser tests need Chromium; ``make`` has reported if it is missing."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep one window of each test that is repeated in several, unless the run is long.

    A test selected on the command line runs in all its windows.
    """
    if LONG or any("::" in argument for argument in config.args):
        return
    repeated = defaultdict(list)
    for item in items:
        if HERE in item.path.parents:
            repeated[_without_window(item)].append(item)
    left = {item for same in repeated.values() for item in same if item is not _chosen(same)}
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]


def _without_window(item: pytest.Item) -> str:
    """Return the test and its parameters apart from its windows."""
    call = getattr(item, "callspec", None)
    parameters = call.params if call else {}
    rest = {name: value for name, value in parameters.items() if name not in ("window", "windows")}
    return f"{_function(item)} {rest}"


def _chosen(same: list[pytest.Item]) -> pytest.Item:
    """Choose by the test's name: some tests run on a phone, some on a desktop."""
    return same[crc32(_function(same[0]).encode()) % len(same)]


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


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
    """A pool of robots that play on the server; all tests share it."""
    pool = RobotPool(server, browser)
    yield pool
    pool.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, object]:
    """Store whether the test failed, so that its fixtures can find out."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def robot(
    pool: RobotPool, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., Robot]]:
    """Return a factory of robots; errors on their pages fail the test at the end."""
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
    """Return a factory of robots that only look at scenes; the next test reuses their pages."""
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
    """Print what each robot saw after a failed test."""
    for number, each in enumerate(robots):
        if request.session.testsfailed:
            each.page.screenshot(path=str(folder / f"robot-{number}.png"))
