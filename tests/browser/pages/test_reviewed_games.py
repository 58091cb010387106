"""Games on the server are reviewed from the result card, and public ones by visitors."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace

from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PATIENCE, PHONE, Robot
from tests.browser.test_access import serious, sideways
from tests.review.games import SMALL
from tests.server.served import Json, Person
from tests.server.test_recording import played
from tests.support import plain_http

REVIEWING = 3 * PATIENCE
"""The timeout for a review in milliseconds: reviews only use idle CPU time."""


def reviewed(robot: Robot) -> None:
    """Wait for the review of the open game, which starts automatically, and open its last page."""
    page = robot.page
    page.locator(".review-panel h2").first.wait_for(timeout=REVIEWING)
    expect(page.locator(".review-progress")).to_have_count(0, timeout=REVIEWING)
    expect(page.locator(".review-failed")).to_have_count(0)
    if page.locator(".review-nths").count():
        page.locator(".review-nths button").last.press("Enter")
    page.locator(".review-luck").wait_for()
    assert sideways(robot) <= 1


def never_plays(_url: str, game: Json) -> Json:
    """Return the move of a player who only draws, and so loses soon."""
    return {"type": "act", "actions": ["draw" if game["can"]["draw"] else "pass"]}


def finished(robot: Robot) -> tuple[Person, str]:
    """Play a game as the robot's guest; return that guest's browser and the game's id."""
    url = robot.server.url
    robot.open("/privacy")
    # the client requests an identity itself: two parallel requests would sign up two guests
    robot.page.wait_for_function("localStorage.getItem('tilerummy.known') !== null")
    client = plain_http.Client(base_url=url, timeout=60)
    for cookie in robot.context.cookies():
        client.cookies.set(cookie["name"], cookie["value"])
    served = SimpleNamespace(url=url, ws=f"{url.replace('http', 'ws', 1)}/ws")
    player = Person(served, client)  # type: ignore[arg-type]
    room = player.open(
        computers=[{"seat": 1, "level": "casual"}], start=True, terms={"ruleset": SMALL}
    )
    with player.socket() as talk:
        played(player, talk, room, never_plays)
    return player, room


def test_a_game_is_reviewed_from_its_result_and_by_a_visitor(
    robot: Callable[..., Robot],
) -> None:
    mine, visitor = robot(DESKTOP), robot(PHONE)
    player, room = finished(mine)
    try:
        link = mine.page.locator(f'a[href="/games/{room}?review"]')
        mine.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
        mine.open(f"/t/{room}")
        mine.press(link)
        reviewed(mine)
        expect(mine.page).to_have_url(re.compile(rf"/games/{room}\?review"))
        mine.page.reload()
        mine.page.locator(".review-panel h2").first.wait_for()
        mine.page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
        mine.open(f"/t/{room}")
        mine.press(link)
        reviewed(mine)

        assert player.put(f"/api/games/{room}/sharing", {"public": True}).status_code == 200
        # without the player's consent, only the review of the computer is requested
        with visitor.page.expect_response("**/review?*") as response:
            visitor.open(f"/games/{room}?review")
        assert (response.value.status, "seat=1" in response.value.url) == (200, True)
        player.control(room, "show")
    finally:
        player.client.close()
    visitor.open(f"/games/{room}?review")
    reviewed(visitor)
    assert serious(visitor) == []
    texts = [each.page.locator(".review-luck table").inner_text() for each in (mine, visitor)]
    assert texts[0] == texts[1], "the review that is stored"
