"""My games, on a phone and a desktop."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import msgspec
from playwright.sync_api import Route, expect
from tests.browser.driver.robot import DESKTOP, NARROW, Robot
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
