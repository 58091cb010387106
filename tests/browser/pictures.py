"""The screenshots of README, taken by ``make pictures``, each of a page in a prepared state."""

from __future__ import annotations

import os
from collections.abc import Callable
from json import dumps
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.driver.robot import DESKTOP, Window
from tests.browser.driver.scene import Stage
from tests.browser.driver.scenes import END, TABLE
from tests.browser.driver.server_process import ServerProcess
from tests.review.games import game

from tilerummy.records import write_text

PICKED = ("r10", "r11", "r12")
POSITION = {
    "ruleset": "sabra",
    "table": "k5 r5 b5 o5 / r9 r10 r11",
    "rack": "b4 b6 b7 k1",
    "after": "k5 r5 o5 / r9 r10 r11 / b4 b5 b6 b7",
}
DRAWN = Path(__file__).parents[1] / "vision" / "pictures"
LARGEST = 250_000
"""The maximum size of a screenshot in README, in bytes."""


def table(page: Page, url: str) -> None:
    stage = Stage(page, TABLE)
    stage.open(url)
    page.wait_for_timeout(800)
    stage.react(3, "hurry")
    for tile in PICKED:
        page.locator(f'.tt-tile[id*="-{tile}"]').last.click()


def end(page: Page, url: str) -> None:
    Stage(page, END).open(url)
    page.locator(".result").wait_for()


def legal(page: Page, url: str) -> None:
    """Open the studio with a play in the link, which is judged immediately."""
    page.goto(f"{url}/studio#{urlencode(POSITION)}")
    page.locator(".verdict").wait_for()


def review(page: Page, url: str) -> None:
    """Open the review of a recorded game between two players, at its first mistake."""
    text = write_text(game("sabra", ("casual", "casual"), 3))
    record = {"id": "local-game", "name": "game", "text": text, "at": 1, "kept": True}
    page.goto(f"{url}/privacy")
    page.evaluate("text => localStorage.setItem('tilerummy.records', text)", dumps([record]))
    page.goto(f"{url}/games/local-game?review")
    page.locator(".review-mistake").wait_for(timeout=120_000)
    page.locator(".review-progress").wait_for(state="detached", timeout=120_000)
    page.locator(".review-buttons .button").nth(1).click()
    page.locator(".better").wait_for()


def puzzle(page: Page, url: str) -> None:
    """Open the daily puzzle of a day in spring."""
    page.clock.set_fixed_time("2026-04-11T12:00")
    page.goto(f"{url}/puzzles/daily")
    page.locator(".puzzle-play .tt-on-rack").first.wait_for()


def photo(page: Page, url: str, name: str = "home") -> None:
    """Have the client read a drawn picture."""
    page.goto(f"{url}/photo")
    page.locator("input[type=file]").last.set_input_files(DRAWN / f"{name}.jpg")
    page.get_by_role("button", name="That is my table").wait_for()


def unknown_tiles(page: Page, url: str) -> None:
    """Have the client read an unknown edition with large numbers."""
    photo(page, url, "large")


class Shot(NamedTuple):
    """A page in a state, and its window."""

    name: str
    show: Callable[[Page, str], None]
    window: Window
    scale: int = 1


SHOTS = [
    Shot("game", table, DESKTOP),
    Shot("phone", table, Window(390, 844, touch=True), scale=2),
    Shot("end", end, DESKTOP),
    Shot("legal", legal, DESKTOP),
    Shot("review", review, DESKTOP),
    Shot("puzzle", puzzle, DESKTOP),
    Shot("photo", photo, DESKTOP),
    Shot("photo-unknown", unknown_tiles, DESKTOP),
]


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_a_picture_of_readme_is_taken(
    browser: Browser, server: ServerProcess, tmp_path: Path, shot: Shot
) -> None:
    window = shot.window
    context = browser.new_context(
        viewport={"width": window.width, "height": window.height},
        has_touch=window.touch,
        is_mobile=window.touch,
        device_scale_factor=shot.scale,
        reduced_motion="reduce",
        locale="en-GB",
        bypass_csp=True,
    )
    page = context.new_page()
    shot.show(page, server.url)
    page.wait_for_timeout(600)

    folder = Path(os.environ.get("PICTURES", tmp_path))
    path = folder / f"{shot.name}.jpg"
    picture = page.screenshot(path=path, type="jpeg", quality=84)
    context.close()

    assert 20_000 < len(picture) <= LARGEST
