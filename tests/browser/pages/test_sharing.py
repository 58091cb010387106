"""Sharing a game, comments on its turns, and the embeddable frame, by keys and with axe."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Route, expect
from tests.browser.driver.robot import DESKTOP, NARROW, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.records.conftest import match_of
from tests.support.examples import LONG

from tilerummy.server.games.replay import record_replay

GAME = "played"
REPLAY = msgspec.structs.replace(record_replay(match_of("sabra", seats=2)), me=0)
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>'

MakeRobot = Callable[..., Robot]


class Shared:
    """Responds like the server for a game that its player shares and comments on."""

    def __init__(self, robot: Robot) -> None:
        self.public = False
        self.wishes: list[bool] = []
        self.comments: list[dict[str, Any]] = []
        self.order: list[str] = []
        robot.page.on("websocket", lambda each: each.on("framesent", self._sent))
        robot.page.route(f"**/api/games/{GAME}", self._replay)
        robot.page.route(f"**/api/games/{GAME}/sharing", self._sharing)
        robot.page.route(f"**/api/games/{GAME}/comments*", self._comments)
        robot.page.route(f"**/api/games/{GAME}/comments/*", self._deleted)
        robot.page.route(f"**/api/games/{GAME}/picture.png?*", self._picture)

    def _replay(self, route: Route) -> None:
        route.fulfill(body=msgspec.json.encode(REPLAY), content_type="application/json")

    def _sharing(self, route: Route) -> None:
        if route.request.method == "PUT":
            self.public = json.loads(route.request.post_data or "")["public"]
            self.wishes.append(self.public)
        route.fulfill(json={"public": self.public, "mine": True})

    def _comments(self, route: Route) -> None:
        if route.request.method == "POST":
            written = json.loads(route.request.post_data or "")
            comment = {"id": f"c{len(self.comments)}", "seat": 0, "at": 1, "mine": True, **written}
            self.comments.append(comment)
            route.fulfill(json=comment)
        else:
            route.fulfill(json={"comments": self.comments})

    def _deleted(self, route: Route) -> None:
        wanted = route.request.url.rsplit("/", 1)[1]
        self.comments = [each for each in self.comments if each["id"] != wanted]
        route.fulfill(json={"comments": self.comments})

    def _sent(self, frame: bytes | str) -> None:
        if '"show"' in str(frame):
            self.order.append("consent")

    def _picture(self, route: Route) -> None:
        self.order.append("picture")
        route.fulfill(body=PICTURE, content_type="image/svg+xml")


def opened(robot: Robot, path: str) -> Shared:
    """Open a page about the game, and wait for its table."""
    shared = Shared(robot)
    robot.open(path)
    robot.page.locator(".replay-stage .tt-rack").first.wait_for()
    return shared


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_a_game_is_commented_on_and_made_public_by_keys(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    shared = opened(player, f"/games/{GAME}?comments#r1t3")
    comment(player, shared)
    publish(player, shared)


def comment(player: Robot, shared: Shared) -> None:
    """Comment on turn 3, go there from the comment, and delete it."""
    page = player.page
    text = page.get_by_label("Comment on this turn")
    if not text.is_visible():
        page.get_by_role("tab", name="Comments").press("Enter")
    send = page.get_by_role("button", name="Post", exact=True)
    expect(send).to_be_disabled()
    text.fill("<b>Why</b> not the joker?")
    page.get_by_label("Mark", exact=True).select_option("?!")
    send.press("Enter")
    rows = page.locator(".comments li")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("?! <b>Why</b> not the joker?")
    expect(text).to_have_value("")
    assert (shared.comments[0]["round"], shared.comments[0]["turn"]) == (1, 3)
    player.settle()
    assert serious(player) == []
    assert sideways(player) <= 1

    page.evaluate("location.hash = '#r1t1'")
    expect(page.locator(".replay-slider")).to_have_value("1")
    rows.first.locator(".comment-place").press("Enter")
    expect(page.locator(".replay-slider")).to_have_value("3")
    page.get_by_role("button", name="Delete this comment").press("Enter")
    expect(rows).to_have_count(0)
    assert shared.comments == []


def publish(player: Robot, shared: Shared) -> None:
    """Make the game public after a confirmation, with a link to the turn; and private again."""
    page = player.page
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    share = page.get_by_role("button", name="Share")
    share.press("Enter")
    dialog = page.get_by_role("dialog")
    ask = dialog.get_by_role("button", name="Make public and share")
    expect(ask).to_be_visible()
    assert shared.wishes == [], "the game stays private until its player agrees"
    ask.press("Enter")
    switch = dialog.get_by_role("checkbox")
    expect(switch).to_be_checked()
    expect(dialog.locator(".buttons :focus")).to_have_count(1)
    assert shared.wishes == [True]
    origin = page.evaluate("location.origin")
    expect(dialog.get_by_role("status")).to_contain_text("Link copied")
    assert page.evaluate("window.copied") == f"{origin}/games/{GAME}#r1t3"
    expect(dialog.locator("img")).to_have_attribute(
        "src", re.compile(r"picture\.png\?at=r1t3&seat=")
    )
    assert shared.order[0] == "consent", "the picture shows its player"
    embed = dialog.get_by_role("button", name="Embed in a page")
    expect(embed).to_be_hidden()
    dialog.locator("summary").press("Enter")
    embed.press("Enter")
    expect(page.locator(".toast.good")).to_contain_text("Copied")
    assert f'src="{origin}/embed/{GAME}#r1t3"' in page.evaluate("window.copied")
    player.settle()
    assert serious(player) == []
    assert sideways(player) <= 1
    box = dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= player.window.width + 1

    switch.press("Space")
    expect(dialog.locator("img")).to_have_count(0)
    assert shared.wishes == [True, False]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(share).to_be_focused()


def test_sharing_without_a_connection_says_what_is_missing(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    opened(player, f"/games/{GAME}#r1t3")
    page, share = player.page, player.page.get_by_role("button", name="Share")
    dialog = page.get_by_role("dialog")
    player.cut = True
    page.route(f"**/api/games/{GAME}/picture.png?*", lambda route: route.abort())
    share.press("Enter")
    dialog.get_by_role("button", name="Make public and share").press("Enter")
    expect(dialog.get_by_role("button", name="Copy link")).to_be_visible()
    expect(dialog.locator("img")).to_have_count(0)
    expect(dialog.get_by_text("The link works without it.")).to_be_visible()
    expect(dialog.get_by_role("link", name="Save picture")).to_have_count(0)
    page.keyboard.press("Escape")

    sharing = f"**/api/games/{GAME}/sharing"

    def fail(route: Route) -> None:
        route.abort()

    page.route(sharing, fail)
    share.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("Can’t reach the server.")
    page.unroute(sharing, fail)
    expect(dialog.get_by_role("checkbox")).to_be_checked()
    page.unroute_all()


def test_an_embedded_game_works_by_keys(robot: MakeRobot) -> None:
    reader = robot(DESKTOP)
    opened(reader, f"/embed/{GAME}#r1t2")
    page = reader.page
    slider = page.locator(".replay-slider")
    expect(slider).to_have_value("2")
    reader.settle()
    slider.focus()
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("3")
    whole = page.get_by_role("link", name="See the full game")
    expect(whole).to_have_attribute("rel", "noopener")
    for _ in reader.in_each([DESKTOP, NARROW]):
        assert serious(reader) == []
        assert sideways(reader) <= 1


def test_the_table_takes_most_of_a_frame_of_the_suggested_size(robot: MakeRobot) -> None:
    reader = robot(Window(640, 520))
    opened(reader, f"/embed/{GAME}#r1t2")
    felt = reader.page.locator(".replay-felt").bounding_box()
    assert felt is not None
    assert felt["height"] > 520 / 2
    reader.settle()
    assert serious(reader) == []
    assert sideways(reader) <= 1


def test_embedding_a_private_game_shows_a_message(robot: MakeRobot) -> None:
    reader = robot(PHONE)
    reader.page.route(
        f"**/api/games/{GAME}", lambda route: route.fulfill(status=404, body=json.dumps({}))
    )
    reader.open(f"/embed/{GAME}")
    expect(reader.page.locator("h1")).to_have_text("This game is not public.")
    assert serious(reader) == []
    assert [each for each in reader.errors if "404" not in each] == []
    reader.errors.clear()
