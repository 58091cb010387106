"""My games and the analysis board, on a phone and a desktop."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from playwright.sync_api import Route, expect
from tests.browser.driver.robot import DESKTOP, NARROW, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.server.games.test_own_games import GAMES, ME, reviewed

from tilerummy.server.games.listing import Filter, games_page
from tilerummy.server.games.statistics import game_statistics

STORED = {f"g{n}": msgspec.json.encode((GAMES * 6)[n]) for n in reversed(range(len(GAMES) * 6))}


def answer(route: Route) -> None:
    """Respond like a server with these games."""
    url = urlsplit(route.request.url)
    if url.path.endswith("statistics"):
        reviews = {
            (f"g{n}", seat): reviewed(error=n / 70, luck=(4 - n) / 100)
            for n in range(9)
            for seat in (0, 1)
        }
        body = game_statistics(STORED, ME, reviews, 0)
    else:
        asked = {name: values[0] for name, values in parse_qs(url.query).items()}
        wanted = Filter(
            result=asked.get("result", ""),
            text=asked.get("q", ""),
            page=int(asked.get("page", "1")),
        )
        body = games_page(STORED, ME, wanted, 0)
    route.fulfill(body=body, content_type="application/json")


def test_games_are_found_paged_and_counted(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    page = visitor.page
    page.route("**/api/games?*", answer)
    page.route("**/api/games/statistics", answer)
    visitor.open("/privacy")
    visitor.press(page.get_by_role("navigation").get_by_role("link", name="My games"))
    rows = page.locator(".mine-list li")
    expect(rows).to_have_count(25)
    expect(page.locator(".mine-plots figure")).to_have_count(5)
    for _ in visitor.in_each([DESKTOP, NARROW]):
        assert serious(visitor) == []
        assert sideways(visitor) <= 1

    page.locator(".mine-pages .button").last.press("Enter")
    expect(rows).to_have_count(5)
    page.locator(".mine-filters input").fill("otto")
    expect(rows).to_have_count(18)
    page.locator(".mine-filters select").nth(1).select_option("lost")
    expect(rows).to_have_count(6)
    assert rows.first.locator("a").get_attribute("href") == "/games/g26"


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_the_board_shows_the_best_plays_with_their_chances(
    robot: Callable[..., Robot], window: Window
) -> None:
    visitor = robot(window)
    visitor.open("/analysis#table=k5+r5+b5&rack=o5")
    page = visitor.page
    hint, said = page.get_by_role("button", name="Hint"), page.locator(".board-hint")
    hint.press("Enter")
    expect(said).to_have_text("1 tile can be laid.")
    hint.press("Enter")
    expect(said).to_contain_text("Lay these tiles from the rack:")
    expect(said.locator("[aria-label], .tile")).not_to_have_count(0)
    expect(page.locator(".verdict")).to_have_count(0)
    hint.press("Enter")
    expect(page.locator(".verdict.yes")).to_have_text("1 tile can be laid.")
    expect(hint).to_be_disabled()
    picture = page.get_by_role("link", name="Picture").get_attribute("href") or ""
    assert visitor.page.request.get(visitor.server.url + picture).body()[:4] == b"\x89PNG"

    page.get_by_role("button", name="Best for winning").press("Enter")
    plays = page.locator(".next-plays li")
    expect(plays).to_have_count(2)
    expect(plays.first).to_contain_text("100%")
    assert serious(visitor) == []
    plays.first.locator(".button").press("Enter")
    expect(page.locator(".next-plays")).to_have_count(1)
    expect(page.locator(".analysis-table .tt-tile")).to_have_count(4)


def test_tiles_of_a_set_up_position_belong_to_no_turn(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    visitor.open("/analysis#table=k5+r5+b5&rack=o5")
    tile = visitor.page.locator(".analysis-table .tt-on-table").first
    expect(tile).to_have_attribute("aria-label", re.compile("black 5"))
    expect(tile).not_to_have_attribute("aria-label", re.compile("this turn"))


def test_the_link_to_a_position_includes_the_seats_and_the_pool(
    robot: Callable[..., Robot],
) -> None:
    visitor = robot(PHONE)
    visitor.open("/analysis#table=k5+r5+b5&rack=o5&players=3&held=4+12&pool=20")
    page = visitor.page
    fields = page.locator(".analysis-players input")
    expect(fields).to_have_count(3)
    assert [each.input_value() for each in fields.all()] == ["4", "12", "20"]
    page.get_by_label("Tiles in the pool").fill("7")
    page.get_by_label("Tiles in the pool").press("Enter")
    page.get_by_label("Players").select_option("4")
    expect(fields).to_have_count(4)
    visitor.settle()
    assert serious(visitor) == []
    assert sideways(visitor) <= 1

    with page.expect_request("**/api/analyse") as asked:
        page.get_by_role("button", name="Best for winning").press("Enter")
    question = json.loads(asked.value.post_data or "")
    assert (question["players"], question["held"], question["pool"]) == (4, [4, 12, 10], 7)
    expect(page.locator(".next-plays li")).to_have_count(2)
    page.get_by_role("button", name="Copy a link to this position").press("Enter")
    expect(page).to_have_url(re.compile(r"players=4&held=4\+12\+10&pool=7$"))
    visitor.errors.clear()  # only pages with https may write to the clipboard
