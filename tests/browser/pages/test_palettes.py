"""The tiles are shown in the colours that the user chooses by looking at them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.driver.pages import SETTINGS
from tests.browser.driver.robot import DESKTOP, PHONE, Robot
from tests.browser.test_access import serious
from tests.support.examples import examples

from tilerummy.palettes import palette, palette_names

GROUND = "tile => getComputedStyle(tile).backgroundColor"
INK = "tile => getComputedStyle(tile.querySelector('b')).color"


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def wear(player: Robot, name: str) -> None:
    player.store("tilerummy.settings", json.dumps({**SETTINGS, "palette": name}))


def test_a_palette_is_chosen_in_the_settings_and_kept(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    visitor.open("/rules?ruleset=sabra")
    red = visitor.page.locator("main .tile[data-c=r]:not(.tile-as)").first
    assert red.evaluate(INK) == rgb(palette()["ink-r"][0])
    visitor.press(visitor.button("Settings"))

    visitor.page.get_by_role("radio", name="As printed").focus()
    visitor.page.keyboard.press("ArrowDown")

    expect(visitor.page.get_by_role("radio", name="High contrast")).to_be_checked()
    visitor.page.keyboard.press("Escape")
    for _ in range(2):
        red.wait_for()
        assert red.evaluate(GROUND) == rgb(palette("high-contrast")["tile-r"][0])
        assert red.evaluate(INK) == rgb("#ffffff")
        visitor.page.reload()
    assert visitor.errors == []


def test_every_palette_is_shown_by_tiles_in_its_own_colours(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    wear(visitor, "high-contrast")
    visitor.open()
    visitor.press(visitor.button("Settings"))

    for name in palette_names():
        sample = visitor.page.locator(f".palette-sample[data-palette={name}]")
        blue = sample.locator("[data-c=b]")
        dark = 1  # high contrast is dark
        assert blue.evaluate(INK) == rgb(palette(name)["ink-b"][dark])
        assert sample.locator(".tile > i").count() == 5, "a shape for each colour, and the joker"
    assert serious(visitor) == []


def test_tiles_that_are_green_instead_of_orange_are_called_green(
    robot: Callable[..., Robot],
) -> None:
    visitor = robot(DESKTOP)
    wear(visitor, "low-vision")
    visitor.open("/rules?ruleset=sabra")
    orange = visitor.page.locator("main .tile[data-c=o]").first
    expect(orange).to_have_attribute("aria-label", re.compile("green"))
    visitor.press(visitor.button("Settings"))

    visitor.page.get_by_role("radio", name="As printed").check(force=True)
    visitor.page.keyboard.press("Escape")

    visitor.go("/rules?ruleset=international")
    expect(visitor.page.locator("main .tile[data-c=o]").first).to_have_attribute(
        "aria-label", re.compile("orange")
    )


@pytest.mark.parametrize("name", palette_names()[1 : examples(2, 5)])
def test_a_game_is_accessible_in_each_palette(robot: Callable[..., Robot], name: str) -> None:
    player = robot(PHONE)
    wear(player, name)
    player.play_now()
    player.until_my_turn()

    assert serious(player) == []
    assert player.page.locator("html").get_attribute("data-palette") == name
