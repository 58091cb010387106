"""After one visit, every page that works without a server opens offline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as WaitedTooLong
from tests.browser.driver.robot import PHONE, Robot
from tests.browser.driver.server_process import ServerProcess
from tests.browser.test_access import serious
from tests.support.examples import LONG

KEPT = "caches.open('tilerummy-3').then((c) => c.match('/offline.json')).then(Boolean)"
PAGES = (
    "/learn",
    "/learn/american",
    "/puzzles",
    "/puzzles/daily",
    "/rules",
    "/rules?ruleset=international",
    "/house",
    "/studio",
    "/privacy",
    "/verify",
)
NOT_REACHED = re.compile(r"/assets/offline-|/healthz")
"""The lazily loaded service worker chunk, and the server's health check."""


def _until_kept(robot: Robot) -> None:
    """Wait until loading has settled and everything is cached."""
    for _ in range(100):
        if robot.page.evaluate(KEPT):
            return
        robot.wait(200)
    raise AssertionError("the offline cache is incomplete")


@pytest.fixture(scope="module")
def installed(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Robot]:
    """A visitor who has opened the home page and the puzzles before the server stopped."""
    server = ServerProcess(tmp_path_factory.mktemp("gone"))
    server.start()
    robot = Robot(server, browser, PHONE, installed=True)
    try:
        robot.open()
        robot.page.locator("main h1").first.wait_for()
        _until_kept(robot)
        robot.open("/puzzles")  # pages loaded once are cached
        robot.page.locator(".puzzle-board").wait_for()
        robot.cut = True
        server.stop()
        yield robot
    finally:
        robot.close()
        server.kill()


def test_every_page_that_works_without_a_server_opens_offline(installed: Robot) -> None:
    for path in PAGES:
        installed.open(path)
        installed.page.locator("main h1, main h2").first.wait_for()
        installed.wait(300)
        expect(installed.page.locator("main")).not_to_contain_text("Can’t reach the server")
    installed.assert_nothing_wrong()


def test_a_lesson_is_solved_and_stored_offline(installed: Robot) -> None:
    installed.open("/learn?at=1")
    for tile in ("r7.0", "k7.0", "o7.0"):
        installed.press(installed.page.locator(f'[data-id="{tile}"]'))
    installed.press(installed.button("Lay"))
    expect(installed.button("Next")).to_have_attribute("aria-disabled", "false")
    installed.press(installed.button("Next"))
    expect(installed.page.locator("main h2")).to_have_text("Three in a row")
    installed.assert_nothing_wrong()


def test_judging_explains_that_it_needs_the_server(installed: Robot) -> None:
    installed.open("/studio")
    installed.page.get_by_role("radio", name="Most tiles").check(force=True)
    installed.press(installed.button("Most tiles"))
    expect(installed.page.locator("main")).to_contain_text("needs the server")
    installed.assert_nothing_wrong()


def test_a_page_without_its_server_waits_for_it(robot: Callable[..., Robot]) -> None:
    """If a lazy chunk is missing, the client reloads, but never without a server."""
    visitor = robot()
    visitor.cut = True
    visitor.page.route(NOT_REACHED, lambda route: route.abort())
    with visitor.page.expect_event("requestfailed", lambda request: "healthz" in request.url):
        visitor.open("/learn")
        visitor.page.evaluate("first = true")
    visitor.wait(1500)
    assert visitor.page.evaluate("first"), "reloaded without a server"
    expect(visitor.page.locator("main h1")).to_be_visible()

    visitor.page.unroute(NOT_REACHED)
    visitor.page.wait_for_function("typeof first === 'undefined'")
    expect(visitor.page.locator("main h1")).to_be_visible()


def test_puzzles_cached_on_the_first_visit_work_offline(
    server: ServerProcess, browser: Browser
) -> None:
    """The set was requested before the worker was active, so it is requested again."""
    visitor = Robot(server, browser, PHONE, installed=True)
    try:
        visitor.open("/puzzles")
        visitor.press(visitor.button("Save all for offline play"))
        expect(visitor.page.get_by_text("All puzzles are saved on this device.")).to_be_visible()
        _until_kept(visitor)
        visitor.cut = True
        visitor.context.set_offline(True)
        visitor.open("/puzzles/grid")
        visitor.page.locator(".puzzle-play .tt-on-rack").first.wait_for()
    finally:
        visitor.close()


def test_puzzles_that_fail_to_load_are_retried(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    visitor.page.route("**/api/puzzles", lambda route: route.abort())
    visitor.open("/puzzles")
    expect(visitor.page.locator("main")).to_contain_text("Can’t reach the server")
    with visitor.page.expect_request("**/api/puzzles"):
        visitor.press(visitor.button("Try again"))
    visitor.page.unroute("**/api/puzzles")
    with suppress(WaitedTooLong):  # it may have loaded automatically
        visitor.button("Try again").tap(timeout=1000)
    expect(visitor.page.locator("main h1")).to_have_text("Puzzles")
    visitor.errors.clear()


PART = ("**/api/puzzles/parts/*", ".puzzle-play .tt-on-rack")
"""The request of the puzzle pages, and the element shown after it."""


@pytest.mark.parametrize(
    ("path", "asked", "there"),
    [
        ("/games", "**/api/games?*", ".mine h1"),
        ("/puzzles/ladder", *PART),
        *((f"/puzzles/{each}", *PART) for each in (("daily", "run", "out") if LONG else ())),
        ("/rules?ruleset=american", "**/api/rules?*", ".rules-head h1"),
    ],
)
def test_a_page_reports_an_unreachable_server_and_loads_when_it_is_back(
    robot: Callable[..., Robot], path: str, asked: str, there: str
) -> None:
    visitor = robot(PHONE)
    visitor.cut = True
    visitor.page.route(asked, lambda route: route.abort())
    visitor.open(path)
    main = visitor.page.locator("main")
    expect(main).to_contain_text("Can’t reach the server")
    visitor.press(main.get_by_role("button", name="Try again"))
    expect(main.get_by_role("button", name="Try again")).to_be_visible()
    assert serious(visitor) == []

    visitor.page.unroute(asked)
    expect(visitor.page.locator(there).first).to_be_visible()


def test_the_retention_period_is_shown_once_the_server_is_back(
    robot: Callable[..., Robot],
) -> None:
    visitor = robot(PHONE)
    visitor.cut = True
    visitor.page.route("**/api/me", lambda route: route.abort())
    visitor.open("/privacy")
    expect(visitor.page.locator(".toast").first).to_contain_text("Can’t reach the server")
    visitor.page.unroute("**/api/me")
    expect(visitor.page.locator("main")).to_contain_text(re.compile(r"\d+ days"))
