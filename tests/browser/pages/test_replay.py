"""The page of a game, opened from a record: by keys, from any seat, on a phone and a desktop."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot
from tests.browser.test_access import serious, sideways
from tests.records.conftest import match_of

from tilerummy.records import write_text
from tilerummy.server.games.replay import record_replay

RECORD = match_of("sabra", seats=4)


def opened(robot: Robot) -> None:
    """Open the record, pasted, and wait for its table."""
    robot.open("/open")
    robot.page.locator(".open-record textarea").fill(write_text(RECORD))
    robot.page.locator(".open-record .primary").click()
    robot.page.locator(".replay-stage .tt-rack").first.wait_for()


def test_a_record_is_replayed_by_keys_from_any_seat(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    opened(visitor)
    page, played = visitor.page, record_replay(RECORD).rounds[0]
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(f"#r1t{len(played.turns)}$"))
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile("#r1t0$"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#r1t1$"))
    expect(page.locator(".replay-moves li [aria-current=step]")).to_have_count(1)

    page.locator(".replay-moves li .replay-move").nth(4).click()
    expect(page).to_have_url(re.compile("#r1t5$"))
    page.go_back()
    expect(page).to_have_url(re.compile("#r1t1$"))
    page.go_forward()
    expect(page).to_have_url(re.compile("#r1t5$"))

    after = played.turns[4].after
    laid = sum(len(meld.split()) for meld in after.table)
    for seat, rack in enumerate(after.racks):
        page.locator(".replay-seat").nth(seat).click()
        expect(page.locator(".replay-seat em").nth(seat)).to_have_text(str(len(rack)))
        shown = page.locator(".replay-stage .widget [data-id]")
        expect(shown).to_have_count(laid + len(rack))

    page.reload()
    page.locator(".replay-stage .tt-rack").first.wait_for()
    expect(page).to_have_url(re.compile("#r1t5$"))
    expect(page.locator(".replay-slider")).to_have_value("5")
    page.get_by_role("button", name="Remove").click()
    expect(page).to_have_url(re.compile("/open$"))
    visitor.assert_nothing_wrong()


def test_the_page_of_a_game_is_open_to_everybody(robot: Callable[..., Robot]) -> None:
    for window in (PHONE, DESKTOP):
        visitor = robot(window)
        opened(visitor)
        visitor.page.locator(".replay-slider").fill("9")
        expect(visitor.page).to_have_url(re.compile("#r1t9$"))
        visitor.settle()
        assert serious(visitor) == [], window
        assert sideways(visitor) <= 1, window


def test_a_record_that_cannot_be_read_is_said_with_its_line(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    visitor.open("/open")
    visitor.page.locator(".open-record textarea").fill("this is no record")
    visitor.page.locator(".open-record .primary").click()
    expect(visitor.page.locator("#open-wrong")).to_contain_text("Line 1")
    assert [each for each in visitor.errors if "400" not in each] == []
    visitor.errors.clear()
