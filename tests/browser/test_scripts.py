"""The client works under the server's content security policy, and user input never runs (S12)."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.driver.pages import PAGES
from tests.browser.driver.server_process import ServerProcess
from websockets.sync.client import connect

Json = dict[str, Any]

TITLE = "<img src=x onerror=attack()><script>attack()</script>"
NAME = "<b id=evil>x</b>"
SAID_AFTER = 800
"""The chat rate limit after three messages in a row, in milliseconds."""
SAID = (
    "<img src=x onerror=attack()>",
    "<svg onload=attack()>",
    "<script>attack()</script>",
    "<iframe srcdoc='<script>parent.attack()</script>'>",
    "javascript:attack()",
    '"><a href="javascript:attack()" id=evil>x</a>',
    "{{constructor.constructor('attack()')()}}",
    "${attack()}",
)


class Visit:
    """A page with the policy in force; ``trouble`` collects violations and scripts that ran."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(reduced_motion="no-preference", locale="en-GB")
        self.trouble: list[str] = []
        self.context.expose_function("attack", lambda: self.trouble.append("a script has run"))
        self.page: Page = self.context.new_page()
        self.page.on("dialog", lambda dialog: self.trouble.append(dialog.message))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on(
            "console",
            lambda m: self.trouble.append(m.text) if m.type in ("error", "warning") else None,
        )


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    visit = Visit(browser)
    yield visit
    visit.context.close()


def ask(server: ServerProcess, path: str, body: Json, token: str = "") -> Json:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(server.url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        found: Json = json.load(answer)
    return found


def test_a_page_needs_nothing_that_the_policy_forbids(server: ServerProcess, visit: Visit) -> None:
    for path in PAGES:
        visit.page.goto(server.url + path)
        visit.page.locator("main h1, main h2").first.wait_for()
        visit.page.wait_for_timeout(200)

        assert visit.trouble == [], path


def test_a_game_needs_nothing_that_the_policy_forbids(server: ServerProcess, visit: Visit) -> None:
    visit.page.goto(server.url)
    visit.page.locator(".hero-play").click()
    visit.page.locator(".tt-rack").wait_for()
    visit.page.wait_for_timeout(1500)

    assert visit.trouble == []


def test_s12_text_of_other_users_is_shown_and_never_run(
    server: ServerProcess, visit: Visit
) -> None:
    token = ask(server, "/api/tokens", {"name": NAME})["token"]
    table = {
        "terms": {"title": TITLE},
        "computers": [{"seat": 1, "level": "beginner"}],
        "seats": 2,
        "start": True,
    }
    room = ask(server, "/api/rooms", table, token)["room"]
    headers = {"Authorization": f"Bearer {token}"}
    url = server.url.replace("http", "ws", 1) + "/ws"
    page = visit.page
    with connect(url, additional_headers=headers) as evil:
        evil.send(json.dumps({"type": "watch", "room": room}))
        page.goto(f"{server.url}/t/{room}")
        page.locator("#tab-chat").click()
        for line in SAID:
            evil.send(json.dumps({"type": "say", "room": room, "text": line}))
            page.wait_for_timeout(SAID_AFTER)
            page.get_by_text(line).first.wait_for()
        assert page.get_by_text(NAME).count() > 0
        page.goto(server.url)
        page.get_by_text(TITLE).or_(page.get_by_text(NAME)).first.wait_for()
        page.wait_for_timeout(300)
        assert page.locator("#evil, img[src=x], iframe").count() == 0
    assert visit.trouble == []

    page.evaluate("attack()")
    assert visit.trouble == ["a script has run"], "the alarm works"
