"""A server offers the game for offline play, under its security policy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.driver.robot import PATIENCE
from tests.browser.driver.server_process import ServerProcess
from tests.browser.static.conftest import PYODIDE
from tests.browser.static.robot import until_true
from tests.support.examples import LONG

from tilerummy.cli.static.folder import write_folder

DOWNLOADED = """navigator.serviceWorker.getRegistration('/offline-game/').then(
    (found) => found?.scope.endsWith('/offline-game/') && found.active?.state === 'activated')"""
CACHED = "caches.open('tilerummy-3').then((c) => c.match('/offline.json')).then(Boolean)"


@pytest.fixture
def offering(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that offers the game."""
    folder = tmp_path / "game"
    write_folder(folder, PYODIDE)
    (tmp_path / "data").mkdir()
    server = ServerProcess(tmp_path / "data", more=("--offline-game", str(folder)))
    server.start()
    yield server
    server.kill()


def deal(page: Page) -> None:
    """Start a game from the home page, and wait for the tiles and the engine."""
    page.get_by_role("button", name="Play now").click()
    with_help = page.get_by_role("button", name="I know it")
    with_help.or_(page.locator(".tt-on-rack").first).first.wait_for()
    if with_help.is_visible():
        with_help.click()
    expect(page.locator(".tt-on-rack")).to_have_count(14)
    page.evaluate("tilerummyGames.started")


@pytest.mark.skipif(not LONG, reason="tests/server/asgi covers what the server sends")
def test_the_game_is_downloaded_and_played_after_the_server_has_ended(
    offering: ServerProcess, browser: Browser
) -> None:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda m: faults.append(m.text) if "Content Security" in m.text else None)
    page.goto(offering.url)
    until_true(page, CACHED)
    page.get_by_role("link", name="Play offline (8 MB)").click()
    page.wait_for_url("**/offline-game/**")
    deal(page)
    until_true(page, DOWNLOADED)

    offering.stop()
    page.goto(offering.url)
    page.get_by_role("link", name="Play offline").click()
    page.wait_for_url("**/offline-game/**")
    page.get_by_role("link", name="Continue").first.wait_for()
    assert faults == []
    context.close()
