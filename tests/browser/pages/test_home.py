"""The home page starts games, offers a choice of rules, and opens shared links."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, urlencode

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, expect
from tests.browser.driver.lobby import LOBBY, show_lobby
from tests.browser.driver.pool import add_script
from tests.browser.driver.robot import DESKTOP, PHONE, PLAY, Robot, Window
from tests.browser.test_access import serious
from tests.browser.test_games import start_early
from tests.support.examples import LONG

from tilerummy.texts import languages

PRIVATE = {"public": False, "mine": True}
MakeRobot = Callable[..., Robot]
BOTH = pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
ONE = pytest.mark.parametrize("window", [DESKTOP, *([PHONE] if LONG else [])], ids=str)
"""If only the style differs, the phone is left to a long run."""
MODERN = Window(390, 844, touch=True)
GAPS = """all => all.map(plate => {
    const [box, text] = [plate, plate.lastElementChild].map(e => e.getBoundingClientRect());
    return Math.min(text.left - box.left, box.right - text.right);
})"""
"""The free space beside the name on each plate, at the side without a face."""
INSIDE = """all => all.map(button => {
    const [box, frame] = [button, document.querySelector('.coach .bubble')]
        .map(e => e.getBoundingClientRect());
    return box.left >= frame.left && box.right <= frame.right && box.bottom <= frame.bottom &&
        button.scrollWidth <= button.clientWidth;
})"""
"""True for each of the teacher's buttons that is within the bubble."""
ANOTHER = re.compile("^Another game")
"""Starts the last choice once more while a game is open."""


def open_picker(robot: Robot) -> Locator:
    """Open the ruleset picker and return it."""
    robot.press(robot.page.locator(".rules-field button, .block").first)
    picker = robot.page.get_by_role("dialog", name="Which rules?")
    picker.locator(".picker-row").first.wait_for()
    return picker


@ONE
def test_one_click_plays_the_last_choice(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    player.open()
    play = player.page.get_by_role("button", name=PLAY)
    expect(play).to_contain_text("Sabra · 1 computer · casual")
    player.press(player.button("Change rules or opponents"))
    player.page.get_by_role("radio", name="2 computers").check(force=True)
    player.page.get_by_role("radio", name="Strong").check(force=True)
    player.page.reload()

    expect(play).to_contain_text("Sabra · 2 computers · strong")
    player.press(play)
    player.until("playing")

    seats = player.seen["table"]["seats"]
    assert [seat["level"] for seat in seats[1:]] == ["strong", "strong"]
    player.open()
    hero = player.page.locator(".hero")
    expect(hero.get_by_role("heading")).to_have_text(re.compile("Your turn|is playing"))
    expect(hero.locator(".hero-rack .tile")).to_have_count(len(player.game["rack"]))
    player.press(hero.get_by_role("link", name="Continue"))
    player.page.locator(".game").wait_for()


@BOTH
def test_the_home_page_of_a_returning_player(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    today = datetime.now(UTC).date()
    yesterday = (today - timedelta(days=1)).isoformat()
    show_lobby(player.page)
    player.store("tilerummy.puzzles", json.dumps({"daily": {"last": yesterday, "days": 12}}))
    player.open()

    hero = player.page.locator(".hero")
    expect(hero.get_by_role("heading")).to_have_text("Your turn. Ana holds 3 tiles.")
    expect(hero.locator(".hero-melds .tt-last")).to_have_count(1)
    cards = player.page.locator(".home-card")
    expect(cards.filter(has_text="Today’s puzzle")).to_contain_text("today")
    expect(cards.filter(has_text="Puzzle rating")).to_contain_text("30 of 30 days")
    moment = cards.filter(has_text="Your finest moment")
    replay = moment.get_by_role("link", name="Out with 5 tiles at once")
    expect(replay).to_have_attribute("href", "/games/two#r2t14")
    people = player.page.get_by_role("region", name="Played with lately").get_by_role("listitem")
    expect(people.nth(0)).to_contain_text("at a table with Jonas and Tom")
    expect(people.nth(1).get_by_role("link")).to_have_text("Rematch")
    assert serious(player) == []


def test_the_finest_moment_is_shared_with_words(robot: MakeRobot) -> None:
    """The dialog is the first one on this page with these texts."""
    player = robot(PHONE)
    page = player.page
    show_lobby(page)
    page.route("**/api/games/two/sharing", lambda each: each.fulfill(json=PRIVATE))
    player.open()
    player.press(page.locator(".home-card").get_by_role("button", name="Share").first)

    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog.get_by_role("button", name="Make public and share")).to_be_visible()
    expect(dialog).to_contain_text("anyone with the link sees it")


@BOTH
def test_after_a_game_the_page_speaks_of_it_instead_of_explaining(
    robot: MakeRobot, window: Window
) -> None:
    player = robot(window)
    page = player.page
    show_lobby(page, replace(LOBBY, mine=LOBBY.mine[1:]))
    page.route(
        "**/api/puzzles/rating/history",
        lambda each: each.fulfill(body='{"days": []}', content_type="application/json"),
    )
    player.open()

    hero = page.locator(".hero")
    expect(hero.get_by_role("heading")).to_have_text("Another game")
    expect(hero.locator("p")).to_have_text("You won against Mira · yesterday")
    expect(hero.locator(".hero-tiles .tt-last")).to_have_count(1)
    titles = page.locator(".home-card h2")
    expect(titles).to_have_text(["Today’s puzzle", "Your finest moment", "Learn in four minutes"])


def newcomer(player: Robot) -> Robot:
    """Open the home page as a newcomer who has not seen the question about the game."""
    player.store("tilerummy.asked", "")
    player.page.evaluate("localStorage.removeItem('tilerummy.asked')")
    add_script(player.page, "localStorage.removeItem('tilerummy.asked')")
    player.open()
    return player


def test_newcomers_are_asked_once_whether_they_know_the_game(robot: MakeRobot) -> None:
    player = newcomer(robot(PHONE))
    player.press(player.page.get_by_role("button", name=PLAY))
    question = player.page.get_by_role("region", name="Do you know the game?")
    expect(question.get_by_role("button", name="Show me as we play")).to_be_focused()
    expect(player.page.locator(".tt-on-rack").first).to_be_visible()
    assert serious(player) == []
    player.press(question.get_by_role("button", name="I know it"))
    expect(question).to_have_count(0)
    expect(player.page.locator(".tt-on-rack:focus")).to_have_count(1)
    player.page.reload()
    player.until_my_turn()
    expect(question).to_have_count(0)
    expect(player.page.locator(".coach, .coach-call")).to_have_count(0)


def test_keys_do_not_play_behind_the_question_to_newcomers(robot: MakeRobot) -> None:
    player = newcomer(robot(DESKTOP))
    player.page.get_by_role("button", name=PLAY).focus()
    player.page.keyboard.press("Enter")
    question = player.page.get_by_role("region", name="Do you know the game?")
    expect(question.get_by_role("button", name="Show me as we play")).to_be_focused()
    player.until_my_turn()
    version = player.seen["version"]

    player.page.evaluate("document.activeElement.blur()")
    for key in ("d", "Enter", "Escape"):
        player.page.keyboard.press(key)
    expect(question).to_be_visible()
    player.press(question.get_by_role("button", name="I know it"))
    player.settle()
    assert player.seen["version"] == version


@pytest.mark.parametrize("language", languages() if LONG else ("de", "he"))
def test_the_question_to_newcomers_fits_on_a_phone(robot: MakeRobot, language: str) -> None:
    player = newcomer(robot(MODERN, language))
    player.press(player.page.locator(".hero-play"))
    felt = player.page.locator(".first-felt")
    felt.wait_for()
    for window in player.in_each([MODERN, Window(360, 740, touch=True)]):
        assert felt.evaluate("felt => felt.scrollHeight <= felt.clientHeight"), window
    seats = player.page.locator(".first-seats > .plate")
    assert all(gap >= 12 for gap in seats.evaluate_all(GAPS))
    back = player.page.locator(".first-visit header .icon")
    arrow = back.evaluate("icon => getComputedStyle(icon).scale")
    assert arrow == ("-1 1" if language == "he" else "none")


@pytest.mark.parametrize("language", languages() if LONG else ("de", "he"))
def test_the_teacher_keeps_its_buttons_in_the_bubble(robot: MakeRobot, language: str) -> None:
    player = newcomer(robot(MODERN, language))
    player.press(player.page.locator(".hero-play"))
    player.press(player.page.locator(".key.yellow"))
    bubble = player.page.locator(".coach .bubble")
    bubble.wait_for()
    player.settle()
    buttons = player.page.locator(".coach .button")
    assert buttons.count() >= 2
    inside = buttons.evaluate_all(INSIDE)
    assert all(inside)


@ONE
def test_one_click_plays_the_last_house_rules(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    rules = "sabra+initial_meld.points=50"
    query = urlencode({"ruleset": rules, "name": "Fifty", "opponents": 1, "level": "strong"})
    player.open(f"/new?{query}")
    player.press(player.page.locator(".new-play"))
    player.until("playing")

    player.open()
    another = player.page.get_by_role("button", name=ANOTHER)
    expect(another).to_contain_text("Fifty · 1 computer · strong")
    player.seen = {}
    player.press(another)
    player.until("playing")
    assert player.seen["table"]["terms"]["ruleset"] == rules


@ONE
def test_a_level_that_plays_like_the_one_below_is_not_offered(
    robot: MakeRobot, window: Window
) -> None:
    player = robot(window)
    player.open("/new?ruleset=international&opponents=1&level=expert")
    seat = player.page.locator(".seat-plate", has=player.button("A weaker computer player"))
    expect(seat.locator("b")).to_have_text("Strong")
    player.press(seat.get_by_role("button", name="A stronger computer player"))
    expect(seat.locator("b")).to_have_text("Master")
    player.open("/new?ruleset=sabra&opponents=1&level=expert")
    expect(seat.locator("b")).to_have_text("Expert")


@BOTH
def test_rules_are_found_by_text_and_played(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    player.open()
    player.press(player.button("Change rules or opponents"))
    picker = open_picker(player)
    assert serious(player) == []
    search = picker.get_by_role("searchbox", name="Search the rules")

    search.fill("1999")
    expect(picker.get_by_role("status")).to_have_text("1 found")
    search.fill("points 60")
    expect(picker.locator(".picker-row")).to_have_count(1)
    search.fill("xyzzy")
    expect(picker.get_by_role("status")).to_contain_text("No rules match")
    search.fill("50 counter")
    expect(picker.get_by_role("status")).to_have_text("3 found")
    assert serious(player) == []
    search.press("Enter")
    expect(picker.get_by_role("radio", checked=True)).to_be_focused()
    expect(picker.get_by_role("button", name="Play Sabra Way")).to_be_visible()
    player.page.keyboard.press("Enter")

    player.until("playing")
    assert player.seen["table"]["terms"]["ruleset"] == "sabra-way"
    player.open()
    another = player.page.get_by_role("button", name=ANOTHER)
    expect(another).to_contain_text("Sabra Way · 1 computer")


def test_the_picker_works_by_keyboard(robot: MakeRobot) -> None:
    player = robot(DESKTOP)
    player.open("/new")
    player.page.locator(".block").first.focus()
    player.page.keyboard.press("Enter")
    picker = player.page.get_by_role("dialog", name="Which rules?")
    expect(picker.get_by_role("radio", name="Sabra standard rules")).to_be_focused()
    player.page.keyboard.press("ArrowDown")
    expect(picker.get_by_role("button", name="Choose First Game")).to_be_visible()
    picker.get_by_role("button", name=re.compile("^American")).press("Enter")
    expect(picker.get_by_role("radio", name="American Rummikub")).not_to_be_checked()
    expect(picker.get_by_role("button", name="Choose First Game")).to_be_enabled()
    player.page.keyboard.press("Escape")

    expect(picker).to_have_count(0)
    expect(player.page.locator(".block").first).to_be_focused()
    expect(player.page.locator(".block").first).to_contain_text("Sabra")


@ONE
def test_closing_the_picker_keeps_the_rules(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    player.open()
    player.press(player.button("Change rules or opponents"))
    picker = open_picker(player)
    player.press(picker.get_by_role("button", name=re.compile("^My house rules")))
    expect(picker.get_by_role("button", name="Play Sabra")).to_be_enabled()
    player.press(picker.get_by_role("button", name=re.compile("^International")))
    expect(picker.get_by_role("button", name="Play Sabra")).to_be_enabled()
    expect(picker.get_by_role("link", name="Read the rules")).to_have_attribute(
        "href", "/rules?ruleset=international"
    )
    player.press(picker.get_by_role("button", name="Close", exact=True))

    expect(player.page.get_by_role("button", name=PLAY)).to_contain_text("Sabra")


@ONE
def test_seats_and_clock_start_with_the_last_choice(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    player.open()
    player.press(player.button("Change rules or opponents"))
    player.page.get_by_role("radio", name="2 computers").check(force=True)
    player.page.get_by_role("radio", name="Strong").check(force=True)
    player.press(player.page.get_by_role("link", name="Seats, clock and more"))

    expect(player.page.locator(".seat-plate")).to_have_count(3)
    expect(player.page.locator(".seat-plate > b", has_text="Strong")).to_have_count(2)
    expect(player.page.locator(".block").nth(1)).to_contain_text("No clock")
    expect(player.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_menu_closes_when_its_link_is_the_current_page(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    visitor.open("/house")
    visitor.press(visitor.button("Menu"))
    visitor.press(visitor.page.locator("#nav").get_by_role("link", name="House rules"))

    expect(visitor.page.locator("#nav")).to_be_hidden()

    visitor.press(visitor.button("Menu"))
    visitor.press(visitor.button("Settings"))
    expect(visitor.page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(visitor.page.locator("#nav")).to_be_hidden()

    visitor.page.keyboard.press("Escape")
    visitor.press(visitor.button("Menu"))
    visitor.page.go_back()
    expect(visitor.page.locator("#nav")).to_be_hidden()
    expect(visitor.page).to_have_url(re.compile("/house$"))


@ONE
def test_house_rules_are_listed_in_the_picker(robot: MakeRobot, window: Window) -> None:
    player = robot(window)
    player.open("/house?ruleset=" + quote("sabra+initial_meld.points=40") + "&name=Kowalskis")
    player.press(player.button("Save these rules"))
    expect(player.page.locator(".toast")).to_contain_text("Kowalskis")

    for path in ("/studio", "/rules", "/house", "/new"):
        player.open(path)
        picker = open_picker(player)
        player.press(picker.get_by_role("button", name=re.compile("^My house rules")))
        row = picker.get_by_role("radio", name="Kowalskis")
        row.check(force=True)
        expect(row).to_have_accessible_description("Sabra · 1 change 40 points")
        player.press(picker.get_by_role("button", name="Choose Kowalskis"))
        expect(picker).to_have_count(0)
        if path == "/house":
            expect(player.page.get_by_label("Name", exact=True)).to_have_value("Kowalskis")
        else:
            expect(player.page.locator("main")).to_contain_text("Kowalskis")

    player.press(player.button("Add a computer player").first)
    player.press(player.page.get_by_role("button", name="Play", exact=True))
    player.until("playing")
    assert player.seen["table"]["terms"]["ruleset"] == "sabra+initial_meld.points=40"


def test_reset_undoes_an_invalid_number_and_all_changes(robot: MakeRobot) -> None:
    editor = robot(PHONE)
    editor.open("/house")
    field = editor.page.get_by_role("spinbutton").first
    before = field.input_value()
    field.fill("9999")
    field.press("Tab")
    expect(editor.page.locator(".house-options .wrong")).to_be_visible()

    editor.press(editor.button("Back to the original"))

    expect(editor.page.locator(".house-options .wrong")).to_have_count(0)
    expect(field).to_have_value(before)


@BOTH
@pytest.mark.parametrize(
    ("table", "rack", "after", "answer"),
    [
        ("k5 r5 b5 o5", "b4 b6 b7", "k5 r5 o5 / b4 b5 b6 b7", "Yes, this is legal."),
        ("b5 b6 *b7 b8 b9 b10", "b11", "b5 b6 *b7 / b8 b9 b10 b11", "No, this is not legal."),
    ],
)
def test_a_shared_link_is_judged_immediately(
    robot: MakeRobot, window: Window, table: str, rack: str, after: str, answer: str
) -> None:
    reader = robot(window)
    position = {"ruleset": "sabra", "table": table, "rack": rack, "after": after}
    reader.open(f"/studio#{urlencode(position)}")

    expect(reader.page.locator(".verdict")).to_have_text(answer)


def test_anyone_can_join_an_open_table(robot: MakeRobot) -> None:
    host, guest = robot(DESKTOP), robot(PHONE)
    host.open("/new")
    host.press(host.button("More settings"))
    host.page.get_by_role("checkbox", name="By invitation only").uncheck()
    host.page.get_by_role("textbox", name="Table name").fill("Come in")
    host.press(host.button("Save"))
    host.press(host.button("Open the table"))
    host.until("waiting")

    guest.open()
    row = guest.page.locator(".home-list li", has_text="Come in")
    expect(row).to_contain_text("1 of 4 seats taken")
    guest.press(row.get_by_role("link", name="Join"))
    guest.until("waiting")
    start_early(host)
    guest.until("playing")


def test_empty_lists_are_hidden(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    visitor.open()
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.page.get_by_role("heading", name="My games")).to_have_count(0)
    expect(visitor.page.locator(".home-card")).to_have_count(3)
    expect(visitor.page.get_by_role("heading", name="Learn in four minutes")).to_be_visible()


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw", "american", "international"])
def test_the_first_screen_of_the_rules_explains_the_game(robot: MakeRobot, ruleset: str) -> None:
    reader = robot(DESKTOP)
    reader.open(f"/rules?ruleset={ruleset}")
    minute = reader.page.locator(".minute")
    minute.wait_for()
    box = minute.bounding_box()
    assert box
    assert box["y"] + box["height"] <= DESKTOP.height

    contents = reader.page.get_by_role("navigation", name="On this page")
    headings = reader.page.locator(".rules-text h2").all_inner_texts()
    assert contents.get_by_role("link").all_inner_texts() == headings
    contents.get_by_role("link", name="Jokers on the table").click()
    section = reader.page.locator("#jokers")
    expect(section).to_be_in_viewport()
    assert section.locator(".sentence .tile").count() > 2
    assert reader.page.locator(".example-plays li").count() > 1
