"""The list of finished games works on a phone and a desktop."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from playwright.sync_api import Route, expect
from tests.browser.driver.robot import DESKTOP, NARROW, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.server.games.test_own_games import GAMES, ME

from tilerummy.server.games.listing import Filter, games_page
from tilerummy.server.games.statistics import game_statistics
from tilerummy.server.games.summary import FinalPlay

LAST = FinalPlay(seat=1, melds=["k5 r5 *b5", "r9 r10 r11 r12"], placed=["k5", "*", "r12"])
SERIES = [
    msgspec.structs.replace(
        GAMES[2], leaders=[1], totals=[-9, 9], rematch=f"s{n + 1}", ended=GAMES[4].ended + n
    )
    for n in range(3)
]
STORED = {
    name: msgspec.json.encode(msgspec.structs.replace(game, last=LAST))
    for name, game in reversed(
        [*((f"g{n}", (GAMES * 6)[n]) for n in range(30)), *((f"s{n}", SERIES[n]) for n in range(3))]
    )
}
MARKS = {("g29", 0): 4, ("g28", 0): 0, ("g20", 0): 1}


def answer(route: Route) -> None:
    """Respond to a request like a server that stores the games of this file."""
    url = urlsplit(route.request.url)
    asked = {name: values[0] for name, values in parse_qs(url.query).items()}
    wanted = Filter(
        result=asked.get("result", ""),
        mistakes="mistakes" in asked,
        person=asked.get("person", ""),
        players=int(asked.get("players", "0")),
        text=asked.get("q", ""),
        page=int(asked.get("page", "1")),
    )
    if url.path.endswith("statistics"):
        body = game_statistics(STORED, ME, wanted, 0)
    else:
        body = games_page(STORED, ME, MARKS, wanted, 0)
    route.fulfill(body=body, content_type="application/json")


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_games_are_filtered_with_their_series_and_findings(
    robot: Callable[..., Robot], window: Window
) -> None:
    visitor = robot(window)
    page = visitor.page
    page.route(re.compile(r"/api/games(/statistics)?\?"), answer)
    visitor.open("/games")
    cards, chips = page.locator(".mine-game"), page.locator(".mine-chip")
    expect(cards).to_have_count(24)
    expect(cards.first.locator(".tt-last")).to_have_count(3)
    expect(page.locator(".mine-score > li")).to_have_text(
        [re.compile("You: *3"), re.compile("Ben: *0")]
    )
    expect(page.locator(".mine-series .pill")).to_have_attribute("href", "/t/s2?rematch")
    expect(page.locator(".mine-plot h3").first).to_have_text("You win about an equal share")
    for _ in visitor.in_each([window] if window is PHONE else [DESKTOP, NARROW]):
        assert serious(visitor) == []
        assert sideways(visitor) <= 1

    chips.filter(has_text="To learn from").press("Enter")
    expect(cards).to_have_count(2)
    review = cards.first.get_by_role("link", name="4 mistakes to learn from")
    expect(review).to_have_attribute("href", "/games/g29?review")
    chips.first.press("Enter")
    page.get_by_role("button", name="Games with Ben").press("Enter")
    expect(cards).to_have_count(15)
    expect(page.locator(".mine-shares li")).to_have_count(1)
    page.get_by_role("button", name="Search and more filters").press("Enter")
    page.get_by_label("Search", exact=True).fill("g14")
    expect(cards).to_have_count(1)
    page.get_by_role("button", name="Search and more filters").press("Enter")
    expect(cards).to_have_count(15)
    page.get_by_role("button", name="Games with Ben").press("Enter")
    page.locator(".mine-pages .button").last.press("Enter")
    expect(cards).to_have_count(9)
