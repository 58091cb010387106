"""Games are replayed from results and records, by keys and automatically, in every window."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.turns import take_turn
from tests.browser.driver.waiting import wait_until
from tests.browser.test_access import serious, sideways
from tests.browser.test_people import give_up
from tests.records.conftest import match_of

from tilerummy import Count
from tilerummy.records import Record, write_text
from tilerummy.server.games.replay import record_replay

RECORD = match_of("sabra", seats=4)
MIN_TILE = 18
"""The minimum width of a readable tile, in pixels."""
NOTE_STEPS = """() => {
    window.texts = [];
    new MutationObserver(() => {
        const now = document.querySelector(".replay-strip p")?.textContent;
        if (now && now !== window.texts.at(-1)) window.texts.push(now);
    }).observe(
        document.querySelector(".replay-strip"),
        { subtree: true, childList: true, characterData: true },
    );
}"""
"""Records the text of each step of a rearrangement."""


def opened(robot: Robot) -> None:
    """Open the record by pasting it, and wait for its table."""
    robot.open("/open")
    robot.page.locator(".open-record textarea").fill(write_text(RECORD))
    robot.page.locator(".open-record .primary").click()
    robot.page.locator(".replay-stage .tt-rack").first.wait_for()


def test_at_400_percent_the_whole_rack_is_visible(robot: Callable[..., Robot]) -> None:
    visitor = robot(Window(320, 256))
    opened(visitor)
    visitor.page.keyboard.press("End")
    visitor.page.locator(".tt-on-table").first.wait_for()
    for tile in visitor.page.locator(".tt-on-rack").all():
        tile.scroll_into_view_if_needed()
        tile.click(trial=True, timeout=3_000)  # fails if something covers its middle


PLACES = """() => [...document.querySelectorAll('.tt-on-table')].map((tile) => {
    const { x, y, width } = tile.getBoundingClientRect();
    return [tile.dataset.id.split('.')[0], x, y, width].join(' ');
}).sort()"""


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_position_looks_the_same_on_every_way_to_it(
    robot: Callable[..., Robot], window: Window
) -> None:
    visitor = robot(window)
    opened(visitor)
    page = visitor.page

    def places(name: str) -> list[str]:
        page.evaluate("name => { location.hash = name; }", name)
        page.wait_for_function("document.querySelector('.tt-on-table')")
        visitor.settle()
        page.evaluate("scrollTo(0, 0)")
        found: list[str] = page.evaluate(PLACES)
        return found

    page.keyboard.press("End")
    expect(page).to_have_url(re.compile("#r1t"))
    last = page.url.split("#")[1]
    middle = f"r1t{int(last[3:]) // 2}"
    before = {name: places(name) for name in (middle, last, middle)}
    page.reload()
    page.locator(".tt-on-table").first.wait_for()

    assert places(last) == before[last]
    assert places(middle) == before[middle]


def test_the_record_of_an_evening_shows_its_scores(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    counted = Record.of("sabra", ["Ann", "Ben"]).counted(Count(1, (38, None)), starter=0)
    counted = counted.counted(Count(0, (None, 5)), starter=1)
    visitor.open("/open")
    visitor.page.locator(".open-record textarea").fill(write_text(counted))
    visitor.page.locator(".open-record .primary").click()

    cells = visitor.page.locator(".counted td")
    expect(cells).to_have_text(["", "−38", "+38", "+5", "−5", "−33", "+33"])
    assert serious(visitor) == []
    visitor.page.reload()
    expect(cells).to_have_count(7)
    visitor.page.get_by_role("button", name="Remove").click()
    expect(visitor.page).to_have_url(re.compile("/open$"))


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


def test_a_finished_game_replays_automatically_from_its_result(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    player.play_now()
    player.until_my_turn()
    take_turn(player)
    give_up(player)
    page = player.page
    player.press(page.locator(".result").get_by_role("link", name="Replay"))
    page.locator(".replay-stage .tt-rack").first.wait_for()
    expect(page).to_have_url(re.compile("/games/"))
    slider = page.locator(".replay-slider")
    last = slider.get_attribute("max")
    assert last
    assert int(last) > 0

    page.locator(".replay-speed input").last.check(force=True)
    player.press(page.get_by_role("button", name="Play", exact=True))
    expect(slider).to_have_value(last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(1)
    expect(page).to_have_url(re.compile(f"#r1t{last}$"))

    said = "Guest gave up"
    expect(page.locator(".replay-side header")).to_contain_text(said)
    expect(page.locator(".replay-moves > p")).to_have_text(said)
    page.locator(".replay-slider").fill("0")
    expect(page.locator(".replay-side header")).not_to_contain_text(said)
    player.open("/games")
    card = page.locator(".mine-list li").first
    expect(card).to_contain_text("Gave up")
    player.press(card.get_by_role("link", name="Replay"))
    expect(slider).to_have_attribute("max", last)


def test_choosing_a_turn_scrolls_its_table_into_view(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    opened(visitor)
    page, felt = visitor.page, visitor.page.locator(".replay-felt")
    row = page.locator(".replay-moves li .replay-move").nth(9)
    for _ in range(2):  # and again, when it is already selected
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        expect(felt).not_to_be_in_viewport()
        visitor.press(row)
        expect(page).to_have_url(re.compile("#r1t10$"))
        expect(felt).to_be_in_viewport(ratio=1)
        expect(row).to_be_focused()


def test_choosing_a_turn_beside_its_table_does_not_scroll(
    robot: Callable[..., Robot],
) -> None:
    visitor = robot(DESKTOP)
    opened(visitor)
    visitor.press(visitor.page.locator(".replay-moves li .replay-move").nth(2))
    expect(visitor.page).to_have_url(re.compile("#r1t3$"))
    assert visitor.page.evaluate("scrollY") == 0


def test_a_rearrangement_is_shown_tile_by_tile(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    opened(visitor)
    page, turns = visitor.page, record_replay(RECORD).rounds[0].turns
    at = next(number for number, turn in enumerate(turns, start=1) if turn.steps)
    text = page.locator(".replay-strip p")
    page.emulate_media(reduced_motion="no-preference")
    page.locator(".replay-speed input").last.check(force=True)
    page.locator(".replay-slider").fill(str(at - 1))
    expect(text).to_have_count(0)
    page.evaluate(NOTE_STEPS)

    page.locator(".replay-moves li .replay-move").nth(at - 1).click()

    shown = page.locator(".replay-stage .widget [data-id]")
    after = turns[at - 1].after
    wait_until(page, lambda: len(page.evaluate("window.texts")) == len(turns[at - 1].steps))
    expect(text).to_have_count(0)
    expect(shown).to_have_count(sum(len(m.split()) for m in after.table) + len(after.racks[0]))


def test_the_page_of_a_game_is_accessible(robot: Callable[..., Robot]) -> None:
    for window in (PHONE, DESKTOP):
        visitor = robot(window)
        opened(visitor)
        visitor.page.locator(".replay-slider").fill("9")
        expect(visitor.page).to_have_url(re.compile("#r1t9$"))
        visitor.settle()
        assert serious(visitor) == [], window
        assert sideways(visitor) <= 1, window
    assert visitor.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1


def test_the_other_racks_are_readable_on_a_phone(robot: Callable[..., Robot]) -> None:
    """One rack at a time is shown below the players, starting with the last player to move."""
    visitor = robot(PHONE)
    opened(visitor)
    page, replay = visitor.page, record_replay(RECORD)
    turns, names = replay.rounds[0].turns, [seat.name for seat in replay.seats]
    at = next(number for number, turn in enumerate(turns, start=1) if turn.seat == 2)
    page.locator(".replay-slider").fill(str(at))
    racks = turns[at - 1].after.racks
    other = page.locator(".replay-other")
    tiles = other.locator(".tile")
    for seat in (2, 3, 1):
        expect(other).to_have_attribute("aria-label", f"{names[seat]}’s rack")
        expect(tiles).to_have_count(len(racks[seat]))
        sizes = tiles.evaluate_all("all => all.map(tile => tile.getBoundingClientRect().width)")
        assert min(sizes) >= MIN_TILE
        other.get_by_role("button").tap()
    expect(other).to_have_attribute("aria-label", f"{names[2]}’s rack")
    expect(page.locator(".replay-seat .tile:visible")).to_have_count(0)

    page.locator(".replay-seat").nth(2).tap()
    expect(other).to_have_attribute("aria-label", f"{names[3]}’s rack")
    visitor.settle()
    assert sideways(visitor) <= 1
    play = page.locator(".replay-play").bounding_box()
    assert play is not None
    assert play["y"] + play["height"] <= visitor.window.height


def test_a_phone_shows_in_full_who_has_opened(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    opened(visitor)
    visitor.page.locator(".replay-slider").fill("0")
    said = visitor.page.locator(".replay-seat small:visible")
    expect(said).to_have_text(["not opened yet"] * 4)
    cut = "all => all.some(({scrollWidth, clientWidth}) => scrollWidth > clientWidth)"
    assert not said.evaluate_all(cut)


def test_all_racks_are_face_up_at_the_same_time_on_a_desktop(robot: Callable[..., Robot]) -> None:
    visitor = robot(DESKTOP)
    opened(visitor)
    visitor.page.locator(".replay-slider").fill("9")
    racks = record_replay(RECORD).rounds[0].turns[8].after.racks
    tiles = visitor.page.locator(".replay-seat .tile:visible")
    expect(tiles).to_have_count(sum(len(rack) for rack in racks[1:]))
    sizes = tiles.evaluate_all("all => all.map(tile => tile.getBoundingClientRect().width)")
    assert min(sizes) >= MIN_TILE
    expect(visitor.page.locator(".replay-other")).to_be_hidden()


def test_an_unreadable_record_is_reported_with_its_line(robot: Callable[..., Robot]) -> None:
    visitor = robot(PHONE)
    visitor.open("/open")
    visitor.page.locator(".open-record textarea").fill("this is no record")
    visitor.page.locator(".open-record .primary").click()
    expect(visitor.page.locator("#open-wrong")).to_contain_text("line 1")
    assert [each for each in visitor.errors if "400" not in each] == []
    visitor.errors.clear()
