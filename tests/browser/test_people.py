"""Interaction between players apart from playing."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.browser.test_games import start_early, together

MakeRobot = Callable[..., Robot]


def give_up(robot: Robot) -> None:
    """Resign, and confirm."""
    menu(robot, "Give up")
    robot.press(robot.page.locator(".menu-sure .danger"))


def menu(robot: Robot, item: str) -> None:
    """Choose an item in the table menu."""
    robot.press(robot.button("Table menu"))
    robot.press(robot.page.locator(".menu").get_by_text(item))


def invitation(robot: Robot) -> str:
    """Return the path of the invitation link shown."""
    shown = robot.page.locator(".invite input")
    shown.wait_for()
    return shown.input_value().removeprefix(robot.server.url)


def address(robot: Robot) -> str:
    """Return the path in the browser's address bar."""
    return robot.page.url.removeprefix(robot.server.url)


def test_two_players_agree_on_a_pause_an_end_and_a_rematch(robot: MakeRobot) -> None:
    host, guest = robots = [robot(PHONE), robot(DESKTOP)]
    together(robots)

    menu(host, "Propose a pause")
    expect(host.page.get_by_role("alert")).to_contain_text("You’ve asked for a pause.")
    guest.press(guest.button("Agree"))
    for each in robots:
        each.until("paused")
    guest.press(guest.button("Resume"))
    host.press(host.button("Agree"))
    host.until("playing")
    menu(guest, "Propose to end")
    host.press(host.button("Decline"))
    expect(guest.page.get_by_role("alert")).to_have_count(0)
    menu(guest, "Propose to end")
    host.press(host.button("Agree"))
    for each in robots:
        each.until("over")
        expect(each.page.locator("#result-head")).to_be_visible()
        # the assertive announcement no longer applies
        expect(each.page.locator("[aria-live=assertive]")).to_have_text("")

    rematch(guest, host)


def rematch(asks: Robot, agrees: Robot, meanwhile: Callable[[Robot], None] | None = None) -> None:
    """Play again: it starts as soon as both agree, without a waiting room."""
    over = asks.page.url
    asks.press(asks.button("Rematch"))
    expect(asks.page.locator(".result .primary")).to_have_text(re.compile("^Waiting for "))
    assert asks.page.url == over
    if meanwhile:
        meanwhile(asks)
    expect(agrees.page.get_by_text("would like a rematch.")).to_be_visible()
    agrees.press(agrees.button("Rematch"))
    for each in (asks, agrees):
        each.page.locator(".game:not(:has(.result))").wait_for()
        each.until("playing")
        assert each.page.url != over


def test_a_rematch_may_be_declined_or_withdrawn(robot: MakeRobot) -> None:
    host, guest = robots = [robot(PHONE), robot(DESKTOP)]
    together(robots)
    give_up(guest)
    host.until("over")

    guest.settle()
    place = "(e) => e.getBoundingClientRect().top"
    before = guest.button("Rematch").evaluate(place)
    host.press(host.button("Rematch"))
    expect(guest.page.get_by_text("would like a rematch.")).to_be_visible()
    moved = abs(guest.button("Rematch").evaluate(place) - before)
    assert moved <= 1, "the buttons do not move"
    host.press(host.button("Cancel"))
    expect(guest.page.get_by_text("would like a rematch.")).to_have_count(0)

    host.press(host.button("Look at the table"))
    expect(host.page.locator(".result")).to_have_count(0)
    guest.press(guest.button("Rematch"))
    expect(host.page.get_by_role("alert")).to_contain_text("would like a rematch.")
    host.press(host.button("No, thanks"))
    expect(host.page.get_by_role("alert")).to_have_count(0)
    expect(guest.page.get_by_text("doesn’t want a rematch.")).to_be_visible()

    rematch(guest, host)


def test_a_player_looking_at_the_table_is_taken_to_the_rematch(robot: MakeRobot) -> None:
    host, guest = robots = [robot(PHONE), robot(DESKTOP)]
    together(robots)
    give_up(guest)
    host.until("over")
    over = host.page.url

    def look(asks: Robot) -> None:
        asks.press(asks.button("Look at the table"))
        expect(asks.page.locator(".result")).to_have_count(0)
        menu(asks, "Settings")
        expect(asks.page.get_by_role("dialog")).to_have_count(1)

    rematch(host, guest, look)

    expect(host.page.get_by_role("dialog")).to_have_count(0)
    assert host.page.evaluate("history.state?.over ?? null") is None
    host.page.go_back()
    expect(host.page).to_have_url(over)


def test_a_player_who_resigned_may_play_again_and_look_at_the_game(robot: MakeRobot) -> None:
    host, guest = robots = [robot(DESKTOP), robot(PHONE)]
    together(robots)
    give_up(guest)
    host.until("over")

    # even after returning to the table
    guest.open(guest.page.url.removeprefix(guest.server.url))
    expect(guest.page.locator("#result-head")).to_have_text("You gave up")
    review = guest.page.locator(".result").get_by_role("link", name="Review")
    expect(review).to_have_attribute("href", re.compile(r"^/games/[^/?]+\?review$"))

    rematch(guest, host)
    give_up(guest)
    host.until("over")
    expect(host.page.locator(".evening").get_by_role("listitem")).to_have_text(
        [re.compile("You: 2"), re.compile(": 0")]
    )


def test_resigning_may_leave_no_one_to_play_with(robot: MakeRobot) -> None:
    host, guest = robots = [robot(DESKTOP), robot(PHONE)]
    together(robots)

    give_up(guest)
    host.until("over")
    expect(host.page.locator("#result-head")).to_contain_text("gave up")
    guest.press(guest.page.locator(".result").get_by_role("link", name="Home"))
    expect(host.button("Rematch")).to_have_count(0)
    link = guest.page.get_by_role("link", name="Rematch").first
    guest.open(link.get_attribute("href") or "")
    expect(guest.page.locator(".result .primary")).to_have_text(re.compile("^Waiting for "))
    host.press(host.button("Rematch"))
    for each in (host, guest):
        each.until("playing")


def test_the_host_locks_mutes_and_removes(robot: MakeRobot) -> None:
    host, guest, late = robot(DESKTOP), robot(PHONE), robot(DESKTOP)
    host.open("/new")
    host.press(host.button("Open the table"))
    path = invitation(host)
    guest.open(path)
    guest.press(guest.button("Sit down"))
    assert invitation(guest) == path
    host.press(host.button("Remove"))
    expect(guest.page.locator("main h1")).to_have_text("There’s nothing here")
    host.press(host.button("Lock the table"))
    expect(host.page).to_have_url(re.compile(r"/t/[^#]+$"))
    late.open(address(host))
    expect(late.page.locator("main p")).to_contain_text("ask for the invitation link")
    expect(late.page.locator("main").get_by_role("link", name="Home")).to_be_visible()
    expect(host.button("Unlock the table")).to_be_visible()
    late.open(path)
    expect(late.page.locator(".toast")).to_contain_text("closed this table to new players")
    host.press(host.button("Unlock the table"))
    late.press(late.button("Sit here").first)
    start_early(host)
    late.until("playing")

    menu(host, "Mute")
    late.press(late.page.locator("#tab-chat"))
    expect(late.page.get_by_text("The host has muted you.", exact=True)).to_be_visible()


def test_closing_a_table_is_asked_once_and_leads_home(robot: MakeRobot) -> None:
    host, guest = robot(DESKTOP), robot(PHONE)
    host.open("/new")
    host.press(host.button("Open the table"))
    guest.open(invitation(host))
    guest.press(guest.button("Sit down"))
    close = host.page.get_by_role("button", name="Close the table", exact=True)
    host.press(close)
    question = host.page.get_by_role("group", name=re.compile("^Close this table"))
    host.press(question.get_by_role("button", name="Cancel"))
    expect(question).to_have_count(0)
    host.press(close)
    host.press(question.get_by_role("button", name="Close it"))
    for each in (host, guest):
        expect(each.page).to_have_url(re.compile(r"//[^/]+/$"))
        expect(each.page.locator(".toast")).to_contain_text("This table is closed.")


def test_a_change_of_the_clock_asks_everyone_again(robot: MakeRobot) -> None:
    host, guest = robot(DESKTOP), robot(PHONE)
    host.open("/new")
    host.press(host.button("Open the table"))
    invitation(host)
    guest.open(address(host))  # players also send the address of the page
    guest.press(guest.button("Sit down"))
    guest.until("waiting")
    ready = guest.button("I’m ready")
    guest.press(ready)
    expect(ready).to_have_attribute("aria-pressed", "true")
    expect(host.page.locator(".seat-ready")).to_have_count(2)

    host.press(host.button(re.compile("^Time per turn: ")))
    clock = host.page.get_by_role("dialog", name="Time per turn")
    clock.get_by_role("radio", name="30 seconds").check(force=True)
    clock.get_by_role("checkbox", name="Only warn").check()
    assert serious(host) == []
    host.press(clock.get_by_role("button", name="Save"))

    expect(ready).to_have_attribute("aria-pressed", "false")
    expect(host.page.locator(".seat-ready")).to_have_count(1)
    changed = "changed the clock: 30 seconds a turn, warns only"
    expect(guest.page.locator(".lobby-chat li").last).to_contain_text(changed)
    expect(guest.page.locator(".block", has_text="30 seconds a turn")).to_be_visible()
    expect(guest.button(re.compile("^Time per turn"))).to_have_count(0)
    assert len(guest.page.locator(".block.changed").all()) == 1
    guest.page.evaluate("scrollTo(0, 0)")
    host.page.get_by_role("textbox", name="Say something").fill("Half a minute?")
    host.page.keyboard.press("Enter")
    guest.press(guest.button("1 new message"))
    expect(guest.button("1 new message")).to_have_count(0)
    guest.page.get_by_role("textbox", name="Say something").fill("The pasta …")
    guest.page.keyboard.press("Enter")
    expect(host.page.locator(".lobby-chat q").last).to_contain_text("The pasta …")
    for each in (host, guest):
        assert serious(each) == []
        assert sideways(each) <= 1
    # the pointer darkens a block and leaves its ivory
    block = host.page.locator("button.block").first
    block.hover()
    expect(block).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    host.press(host.button("Start with 2"))
    name = guest.page.locator(".seat-plate[data-at=own] bdi").first.inner_text()
    expect(host.page.get_by_role("status").filter(has_text="Start without a yes")).to_contain_text(
        name
    )
    guest.press(ready)
    expect(guest.page.locator(".block.changed")).to_have_count(0)
    expect(host.button("Start anyway")).to_have_count(0)
    host.press(host.button("Start with 2"))
    guest.until("playing")


def test_the_host_sees_the_invitation_first_and_other_rules_keep_the_clock(
    robot: MakeRobot,
) -> None:
    host = robot(Window(390, 844, touch=True))
    host.open("/new")
    host.press(host.button("Open the table"))
    host.until("waiting")
    assert host.page.evaluate("scrollY") == 0
    expect(host.page.locator(".invite input")).to_be_in_viewport(ratio=1)
    clock = host.button(re.compile("^Time per turn: "))
    expect(clock).to_contain_text("minute")
    before = clock.inner_text()

    host.press(host.page.locator("button.block").first)
    picker = host.page.get_by_role("dialog", name="Which rules?")
    host.press(picker.get_by_role("button", name=re.compile("^International")))
    host.press(picker.get_by_role("radio", name="International"))
    host.press(picker.get_by_role("button", name="Choose International"))
    expect(host.page.locator("button.block").first).to_contain_text("International")
    assert clock.inner_text() == before


def test_a_seat_is_transferred_to_another_device_and_back(robot: MakeRobot) -> None:
    desktop, phone = robot(DESKTOP), robot(PHONE)
    desktop.play_now()
    rack = sorted(desktop.game["rack"])

    menu(desktop, "Continue on another device")
    desktop.cut = True
    phone.open(invitation(desktop))
    phone.until("playing")
    assert sorted(phone.game["rack"]) == rack
    expect(desktop.page.locator("main h1")).to_have_text("Your games are on another device")

    menu(phone, "Continue on another device")
    phone.cut = True
    desktop.open(invitation(phone))
    desktop.page.locator(".game").wait_for()
    assert sorted(desktop.game["rack"]) == rack
    expect(phone.page.locator("main h1")).to_have_text("Your games are on another device")


def test_a_code_replaces_a_named_guest_only_after_a_question(robot: MakeRobot) -> None:
    desktop, phone = robots = [robot(DESKTOP), robot(PHONE)]
    for each in robots:
        each.play_now()
    rack, own = sorted(desktop.game["rack"]), sorted(phone.game["rack"])
    table = phone.page.url.removeprefix(phone.server.url)
    menu(desktop, "Continue on another device")
    path = invitation(desktop)

    phone.open(path)
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("with 1 game in progress")
    phone.press(question.get_by_role("button", name="Stay"))
    phone.page.locator(".home").wait_for()
    phone.open(table)
    phone.until("playing")
    assert sorted(phone.game["rack"]) == own

    desktop.cut = True
    phone.open(path)
    phone.press(question.get_by_role("button", name="Continue as"))
    phone.page.locator(".game").wait_for()
    assert sorted(phone.game["rack"]) == rack


def test_a_draft_not_restored_after_a_reload_disappears_for_the_other_players(
    robot: MakeRobot,
) -> None:
    robots = [robot(DESKTOP), robot(PHONE)]
    together(robots)
    mover, other = sorted(robots, key=lambda each: not each.my_turn)
    tiles = other.page.locator("[data-id]")
    expect(tiles).not_to_have_count(0)
    before = tiles.count()

    mover.type(mover.game["rack"][0])
    expect(tiles).to_have_count(before + 1)
    mover.page.reload()
    mover.press(mover.button("No, thanks"))

    expect(tiles).to_have_count(before)


def test_a_deleted_user_is_a_new_guest_without_games(robot: MakeRobot) -> None:
    one = robot(PHONE)
    one.play_now()
    table = one.page.url.removeprefix(one.server.url)

    one.open("/privacy")
    for _ in range(2):
        one.press(one.button("Delete me"))
    one.page.locator(".home").wait_for()
    expect(one.page.locator("main")).not_to_contain_text("another device")
    one.open(table)

    expect(one.page.locator("main h1")).to_have_text("There’s nothing here")
