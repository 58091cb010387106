"""The pictures of README and docs, taken of a real game by ``make pictures``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.robot import DESKTOP, LARGE, PHONE, Robot, Window

MELDS = 9
"""So many melds lie on the table in the picture."""


@pytest.mark.parametrize(
    ("name", "window"), [("game", DESKTOP), ("phone", PHONE), ("large", LARGE)]
)
def test_a_game_makes_a_picture(
    robot: Callable[..., Robot], tmp_path: Path, name: str, window: Window
) -> None:
    folder = Path(os.environ.get("PICTURES", tmp_path))
    player = robot(window)
    player.open()
    player.press(player.page.get_by_label("2", exact=True).or_(player.button("2")).first)
    player.press(player.page.get_by_role("button", name="Play", exact=True))
    player.until("playing")
    for _ in range(60):
        player.until_my_turn()
        if len(player.game["table"]) >= MELDS or player.game["pool"] < 12:
            break
        player.take_turn()
    player.wait(600)
    picture = player.page.screenshot(path=folder / f"{name}.png")
    assert len(picture) > 20_000, "the picture is nearly empty"


@pytest.mark.parametrize("path", ["/", "/legal", "/house"])
def test_a_page_makes_a_picture(robot: Callable[..., Robot], tmp_path: Path, path: str) -> None:
    folder = Path(os.environ.get("PICTURES", tmp_path))
    visitor = robot(DESKTOP)
    visitor.open(path)
    visitor.page.locator("main h1, main h2").first.wait_for()
    visitor.wait(500)
    name = path.strip("/") or "home"
    assert len(visitor.page.screenshot(path=folder / f"{name}.png")) > 10_000
