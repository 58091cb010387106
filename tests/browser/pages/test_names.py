"""An invitation prompts for a name and a face, which can be changed anywhere; games can pause."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.driver.robot import DESKTOP, EMPTY, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.browser.test_games import start_early
from tests.browser.test_people import invitation, menu
from tests.support.examples import LONG

MakeRobot = Callable[..., Robot]
SIZES = pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
ANIMALS = "Fox|Owl|Cat|Bear|Rabbit|Frog|Penguin|Panda|Hedgehog|Lion|Koala|Octopus"


def host_table(robot: Robot, seats: int = 3) -> str:
    """Open a table for friends, and return the path of its invitation."""
    robot.open(EMPTY)
    room = robot.page.evaluate(
        """async seats => {
            await fetch("/api/me");
            const response = await fetch("/api/rooms", {
                method: "POST",
                headers: {"X-Tile-Rummy": "1", "Content-Type": "application/json"},
                body: JSON.stringify({seats, terms: {private: true}}),
            });
            return (await response.json()).room;
        }""",
        seats,
    )
    robot.open(f"/t/{room}")
    return invitation(robot)


def name_field(robot: Robot) -> Locator:
    return robot.page.get_by_role("textbox", name="Your name")


def names(robot: Robot) -> list[str]:
    return [seat["name"] for seat in robot.seen["table"]["seats"]]


def until_named(robot: Robot, *wanted: str) -> None:
    """Wait until the browser has received seats with these names."""
    for _ in range(200):
        if robot.seen and names(robot) == [*wanted]:
            return
        robot.wait(50)
    raise AssertionError(f"the seats are called {names(robot)}, not {wanted}")


@SIZES
def test_an_invitation_asks_for_a_name_first(robot: MakeRobot, window: Window) -> None:
    host, guest = robot(DESKTOP), robot(window)
    path = host_table(host)
    name_field(host).fill("Rosa")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("[data-at=own]")).to_contain_text("Rosa")

    guest.open(path)
    expect(guest.page.locator("main h1")).to_have_text("Rosa has invited you to play")
    expect(name_field(guest)).to_be_focused()
    expect(name_field(guest)).to_have_value(re.compile(f"^({ANIMALS})$"))
    assert serious(guest) == []
    assert sideways(guest) <= 1
    name_field(guest).fill("rosa")
    guest.page.keyboard.press("Enter")
    until_named(host, "Rosa", "", "")
    name_field(guest).fill("Ben")
    guest.page.keyboard.press("Enter")

    until_named(host, "Rosa", "Ben", "")
    expect(guest.page.locator("[data-at=own]")).to_contain_text("Ben (You)")
    assert serious(guest) == []
    assert sideways(guest) <= 1


@pytest.mark.parametrize("window", [DESKTOP, *([PHONE] if LONG else [])], ids=str)
def test_a_face_is_chosen_by_keyboard(robot: MakeRobot, window: Window) -> None:
    host, guest = robot(DESKTOP), robot(window)
    guest.open(host_table(host))
    name_field(guest).fill("Ben")
    guest.page.keyboard.press("Shift+Tab")
    guest.page.keyboard.press("Enter")
    faces = guest.page.get_by_role("group", name="Your avatar")
    expect(faces.get_by_role("radio")).to_have_count(11)
    assert serious(guest) == []
    guest.page.keyboard.press("Tab")
    guest.page.keyboard.press("Tab")
    for _ in range(11):  # the arrow keys move from one to the next
        if faces.get_by_role("radio", name="Lion").is_checked():
            break
        guest.page.keyboard.press("ArrowRight")
    guest.page.keyboard.press("Tab")
    colours = guest.page.get_by_role("group", name="Your colour")
    for _ in range(9):
        if colours.get_by_role("radio", name="Mint").is_checked():
            break
        guest.page.keyboard.press("ArrowDown")
    guest.page.keyboard.press("Enter")

    until_named(host, "Guest", "Ben", "")
    seat = host.seen["table"]["seats"][1]
    assert (seat["face"], seat["colour"]) == ("lion", "mint")
    plate = host.page.get_by_role("listitem").filter(has_text="Ben")
    drawn = plate.locator("[data-disc='6'] use")
    expect(drawn).to_have_attribute("href", re.compile("#lion$"))


def test_a_player_who_gives_no_name_is_a_guest_without_a_number(robot: MakeRobot) -> None:
    host, one, other = robot(DESKTOP), robot(PHONE), robot(DESKTOP, "de")
    path = host_table(host)
    host.press(host.button("Skip"))
    one.open(path)
    one.press(one.button("Skip"))
    until_named(host, "Guest", "Guest 2", "")
    other.open(path)
    other.press(other.button("Ohne Namen"))

    until_named(host, "Guest", "Guest 2", "Guest 3")
    expect(other.page.locator("[data-at=own]")).to_contain_text("Gast 3")
    assert len({seat["face"] for seat in host.seen["table"]["seats"]}) == 3


@SIZES
def test_name_and_face_are_changed_in_the_waiting_room_at_the_seat_and_in_the_settings(
    robot: MakeRobot, window: Window
) -> None:
    one, other = robot(window), robot(DESKTOP)
    path = host_table(one, seats=2)
    name_field(one).fill("Ann")
    one.press(one.button("Save"))
    other.open(path)
    name_field(other).fill("Ben")
    other.page.keyboard.press("Enter")
    until_named(other, "Ann", "Ben")

    one.press(one.button("Change name and avatar"))
    dialog = one.page.get_by_role("dialog", name="Your name and avatar")
    assert serious(one) == []
    name_field(one).fill("Zoe")
    one.press(dialog.get_by_role("button", name="Save"))
    until_named(other, "Zoe", "Ben")
    start_early(one)
    for each in (one, other):
        each.until("playing")

    menu(one, "Change name and avatar")
    one.press(one.page.get_by_role("radio", name="Frog"))
    name_field(one).fill("Ben")
    one.page.keyboard.press("Enter")
    expect(one.page.get_by_role("alert")).to_contain_text("already has that name")
    one.errors.clear()  # the browser's own message about an error response
    name_field(one).fill("Cleo")
    one.page.keyboard.press("Enter")
    until_named(other, *(["Cleo", "Ben"] if names(other)[1] == "Ben" else ["Ben", "Cleo"]))
    one.press(one.button("You: Cleo"))
    dialog = one.page.get_by_role("dialog", name="Your name and avatar")
    expect(name_field(one)).to_have_value("Cleo")
    one.press(dialog.get_by_role("button", name="Save"))
    expect(dialog).to_have_count(0)
    assert "frog" in [seat["face"] for seat in other.seen["table"]["seats"]]

    other.open("/rules")
    other.press(other.button("Settings"))
    other.press(other.button("Change name and avatar"))
    expect(name_field(other)).to_have_value("Ben")
    name_field(other).fill("Bo")
    other.page.keyboard.press("Enter")
    until_named(one, *(["Cleo", "Bo"] if names(one)[0] == "Cleo" else ["Bo", "Cleo"]))


@SIZES
def test_a_pause_hides_the_tiles_and_shows_whose_turn_it_is(
    robot: MakeRobot, window: Window
) -> None:
    player = robot(window)
    player.play_now()
    player.until_my_turn()
    expect(player.page.locator(".tt-rack")).to_be_visible()

    menu(player, "Pause")
    player.until("paused")
    pause = player.page.locator(".pause")
    expect(pause).to_contain_text("You asked for a pause.")
    expect(pause).to_contain_text("it’s your turn")
    expect(pause.locator("li.turn")).to_contain_text("You")
    expect(player.page.locator(".tt-rack")).to_be_hidden()
    expect(player.page.locator(".tt-table")).to_be_hidden()
    assert serious(player) == []
    assert sideways(player) <= 1
    assert player.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1
    card = pause.locator(".card")
    box, felt = card.bounding_box(), pause.bounding_box()
    assert box
    assert felt
    assert box["y"] + box["height"] <= felt["y"] + felt["height"] + 1, (
        "the card is not completely visible"
    )

    player.press(player.button("Resume"))
    player.until("playing")
    expect(player.page.locator(".tt-rack")).to_be_visible()


def test_a_login_link_waits_for_an_unreachable_server(robot: MakeRobot) -> None:
    """The link may be valid, which is only known once the server is back."""
    player = robot(PHONE)
    player.cut = True
    player.page.route("**/api/device-transfer/*", lambda route: route.abort())
    player.open("/c/no-such-code")
    alert = player.page.get_by_role("alert")
    expect(alert).to_have_text("Can’t reach the server.")
    player.page.unroute_all()
    player.press(player.button("Try again"))
    expect(alert).to_have_count(0)
    expect(player.page.locator("main")).to_contain_text("This code has been used")


def test_a_login_link_leads_home_even_if_the_tables_cannot_be_loaded(robot: MakeRobot) -> None:
    """The code is used up by then: a retry would report it as invalid."""
    desk, phone = robot(DESKTOP), robot(PHONE)
    desk.open()
    headers = "{'Content-Type': 'application/json', 'X-Tile-Rummy': '1'}"
    code = desk.page.evaluate(
        "fetch('/api/me')"
        f".then(() => fetch('/api/device-transfer',"
        f" {{method: 'POST', headers: {headers}, body: '{{}}'}}))"
        ".then((response) => response.json()).then((body) => body.code)"
    )
    phone.cut = True
    phone.page.route("**/api/rooms", lambda route: route.abort())
    phone.open(f"/c/{code}")
    replace = phone.page.locator('[role="alertdialog"] .primary')
    home = phone.page.locator('main[data-page="home"]')
    replace.or_(home).first.wait_for()
    if replace.count():
        phone.press(replace)
    home.wait_for()
    phone.page.unroute_all()
