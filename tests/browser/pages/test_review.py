"""The review of a game on its page: made, looked at, cancelled, tried again."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.review.games import SMALL, game
from tests.support.examples import LONG

from tilerummy.records import write_text

MakeRobot = Callable[..., Robot]
LANGUAGES = ("de", "nl", "fr", "es", "tr") if LONG else ()


def open_review(robot: Robot) -> None:
    """Open a record in the browser, at the tab of its review."""
    text = write_text(game(SMALL, ("casual", "casual"), 2))
    record = {"id": "local-game", "name": "game", "text": text, "at": 1, "kept": True}
    robot.open()
    robot.page.evaluate(
        "text => localStorage.setItem('tilerummy.records', text)", json.dumps([record])
    )
    robot.open("/games/local-game?review")
    robot.page.locator(".review .primary").wait_for()


@pytest.mark.parametrize(
    ("window", "language"),
    [(DESKTOP, "en"), (PHONE, "he"), *((PHONE, each) for each in LANGUAGES)],
    ids=str,
)
def test_a_review_is_made_and_read(robot: MakeRobot, window: Window, language: str) -> None:
    reader = robot(window, language)
    open_review(reader)
    page = reader.page
    reader.press(page.locator(".review .primary"))
    page.locator(".review-luck").wait_for()
    expect(page.locator(".review-progress")).to_have_count(0)

    assert serious(reader) == []
    assert sideways(reader) <= 1
    mark = page.locator(".review-marks li").first
    expect(mark).to_contain_text("??")
    summary = page.locator(".review-graph summary")
    summary.focus()
    page.keyboard.press("Enter")
    turn = page.locator(".review-graph tbody button").nth(1)
    turn.focus()
    page.keyboard.press("Enter")
    assert "t" in page.evaluate("location.hash")

    page.locator(".review-marks .button").nth(1).focus()
    page.keyboard.press("Enter")
    dialog = page.locator(".dialog")
    dialog.locator(".widget .tile").first.wait_for()
    assert serious(reader) == []
    dialog.locator("footer .button").last.press("Enter")
    expect(dialog.locator(".review-said")).to_have_class("review-said good")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    reader.press(page.locator("#tab-moves"))
    page.locator(".replay-mark").first.wait_for()


def test_a_review_is_stopped(robot: MakeRobot) -> None:
    reader = robot(DESKTOP)
    open_review(reader)
    page = reader.page
    page.route("**/api/review", lambda _: None)
    reader.press(page.locator(".review .primary"))
    reader.press(page.locator(".review-progress .button"))

    expect(page.locator(".review-progress")).to_have_count(0)
    expect(page.locator(".review .primary")).to_be_visible()
    expect(page.locator(".review-failed")).to_have_count(0)
    page.unroute("**/api/review")
