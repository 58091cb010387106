"""Complete games in real browsers, by tapping and typing, on phones and desktops."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, LARGE, PATIENCE, PHONE, PLAY, Robot, Window
from tests.browser.driver.server_process import ServerProcess
from tests.browser.driver.turns import rules_of, take_turn
from tests.support.examples import LONG

MakeRobot = Callable[..., Robot]

SHORT = "+tiles.copies=1"
"""With one copy of each tile, games of two take half as many turns: in Sabra 17, not 41."""
BRIEF = f"sabra{SHORT}+tiles.numbers=8+deal.tiles=8+initial_meld.points=10"
"""Sabra with a third of the tiles: a game of two takes about 24 turns, and hardly ever under 7."""
GAMES: tuple[tuple[str, Window, str], ...] = (
    (BRIEF, PHONE, "taps"),
    ("mcgraw", LARGE, "taps"),
    (f"international{SHORT}", PHONE, "taps"),
)
"""One game of each kind; a long run also plays them with all tiles, and more rulesets.

Two human players play American, and one types all moves.
"""
if LONG:
    GAMES += (
        (f"sabra{SHORT}", PHONE, "taps"),
        ("sabra", PHONE, "taps"),
        ("sabra", DESKTOP, "taps"),
        ("rummikub", DESKTOP, "types"),
        ("sabra-way", PHONE, "taps"),
        (f"american{SHORT}", DESKTOP, "types"),
        ("american", DESKTOP, "types"),
        ("international", PHONE, "taps"),
    )
UPRIGHT = Window(390, 844, touch=True)
NEVER_BRIEF = f"sabra{SHORT}+tiles.jokers=0"
"""Without jokers, games also last longer than nine turns."""
AFTER_TROUBLE = 9
"""Turns to play after the last failure, to check that the game continues."""
TOGETHER = ("sabra", "international") if LONG else (f"american{SHORT}",)
"""The rulesets for two human players."""


def play_out(
    robots: Sequence[Robot],
    *,
    typing: Sequence[Robot] = (),
    between: Callable[[int], None] | None = None,
    turns: int | None = None,
) -> None:
    """Have all robots play until the match ends, or for a number of *turns*.

    *between* runs before each turn.
    """
    turn = waited = 0
    while waited < PATIENCE and not any(r.phase == "over" for r in robots):
        if turn == turns:
            same_tables(robots)
            return
        mover = next((r for r in robots if r.my_turn), None)
        if mover is None:
            robots[0].wait(40)
            waited += 40
            continue
        if between:
            between(turn)
        take_turn(mover, by_keyboard=mover in typing)
        turn, waited = turn + 1, 0
    for robot in robots:
        robot.until("over")
    agree(robots)


def same_tables(robots: Sequence[Robot]) -> None:
    """Check that all pages have the same table, once each has received the last entry."""
    version = max(robot.seen["version"] for robot in robots)
    for robot in robots:
        robot.until_after(version - 1)
    tables = [robot.game["table"] for robot in robots]
    assert all(table == tables[0] for table in tables)


def agree(robots: Sequence[Robot]) -> None:
    """Check that all pages received and show the same results."""
    results = [r.seen["table"]["results"] for r in robots]
    assert all(result == results[0] for result in results)
    low = rules_of(robots[0]).scoring.low_wins
    wanted = sorted(written(score, low=low) for score in results[0][-1]["scores"])
    for robot in robots:
        robot.page.locator("#result-head").wait_for()
        assert sorted(robot.page.locator(".result-seats .score").all_text_contents()) == wanted


def written(score: int, *, low: bool) -> str:
    """Return a score as shown: with its sign, or only a minus if low scores win."""
    return (f"{score:,}" if low or not score else f"{score:+,}").replace("-", "−")


def play_the_computer(robot: Robot, ruleset: str = "sabra") -> None:
    """Start from the home page: one click, a search for other rules, or a table for house rules."""
    if ruleset == "sabra":
        robot.play_now()
        return
    if "+" in ruleset:
        know_rules(robot, ruleset)
        robot.open(f"/new?ruleset={quote(ruleset)}&opponents=1&level=casual")
        robot.press(robot.page.get_by_role("button", name="Play", exact=True))
        robot.until("playing")
        return
    robot.open()
    robot.press(robot.button("Change rules or opponents"))
    robot.press(robot.page.locator(".rules-field button"))
    picker = robot.page.get_by_role("dialog", name="Which rules?")
    picker.get_by_role("searchbox").fill(ruleset)
    robot.press(picker.locator(".picker-row").first)
    robot.press(picker.get_by_role("button", name=re.compile("^Play")))
    robot.until("playing")


def know_rules(robot: Robot, ruleset: str) -> None:
    """Have the server load the rules: a busy one rejects new rules as not yet available."""
    path = f"{robot.server.url}/api/rules?ruleset={quote(ruleset)}"
    for _ in range(60):
        answer = robot.context.request.get(path)
        if answer.ok:
            return
        assert answer.status == 503, answer.text()
        robot.wait(1000)
    raise AssertionError("the server has had no time for a minute")


def start_early(host: Robot) -> None:
    """The host starts before the guests are ready, and confirms it."""
    host.press(host.button(re.compile("^Start with")))
    host.press(host.button("Start anyway"))


def together(robots: Sequence[Robot], ruleset: str = "sabra") -> None:
    """The first robot opens a table, the rest join by its link."""
    host, *guests = robots
    know_rules(host, ruleset)
    host.open(f"/new?ruleset={quote(ruleset)}")
    host.press(host.page.get_by_role("button", name=re.compile("^Open")))
    host.page.wait_for_url(re.compile("/t/"))
    link = host.page.locator("input[readonly], .invite code, a[href*='/i/']").first
    link.wait_for()
    code = re.search(
        r"/i/[\w-]+",
        link.input_value() if link.evaluate("e => e.tagName === 'INPUT'") else link.inner_text(),
    )
    assert code
    for guest in guests:
        guest.open(code.group())
        guest.press(guest.button("Sit down"))
        guest.until("waiting")
    start_early(host)
    for robot in robots:
        robot.until("playing")


@pytest.mark.parametrize(("ruleset", "window", "how"), GAMES)
def test_a_game_against_the_computer(
    robot: MakeRobot, ruleset: str, window: Window, how: str
) -> None:
    alone = robot(window)
    play_the_computer(alone, ruleset)
    play_out([alone], typing=[alone] if how == "types" else [])


@pytest.mark.parametrize("window", [UPRIGHT, DESKTOP], ids=["phone", "desktop"])
def test_a_game_against_five_computers(robot: MakeRobot, window: Window) -> None:
    """RULES 5.1: six players have 160 tiles."""
    alone = robot(window)
    alone.open("/new?opponents=5&level=casual")
    expect(alone.page.locator(".seat-plate")).to_have_count(6)
    alone.press(alone.page.get_by_role("button", name="Play", exact=True))
    alone.until("playing")
    expect(alone.page.locator(".around > .seat")).to_have_count(6)
    held = sum(hand["tiles"] for hand in alone.game["hands"])
    on_table = sum(len(meld.split()) for meld in alone.game["table"])
    assert held + on_table + alone.game["pool"] == 160
    play_out([alone])


def test_a_game_alone(robot: MakeRobot) -> None:
    """RULES 5.1: for practice, against the pool."""
    alone = robot(UPRIGHT)
    rules = "sabra" if LONG else BRIEF
    know_rules(alone, rules)
    alone.open(f"/new?ruleset={quote(rules)}")
    plates = alone.page.locator(".seat-plate")
    plates.first.wait_for()
    while plates.count() > 1:  # at first three or, with few tiles, fewer can be removed
        alone.press(alone.button("Remove a seat"))
    alone.press(alone.page.get_by_role("button", name="Play", exact=True))
    alone.until("playing")
    play_out([alone])


@pytest.mark.parametrize("ruleset", TOGETHER)
def test_two_people_play_on_a_phone_and_a_desktop(robot: MakeRobot, ruleset: str) -> None:
    robots = [robot(PHONE), robot(DESKTOP)]
    together(robots, ruleset)
    play_out(robots, typing=robots[1:])


def test_a_player_and_a_spectator_learn_that_the_server_does_not_respond(
    robot: MakeRobot, server: ServerProcess
) -> None:
    player, spectator = robot(DESKTOP), robot(PHONE)
    for each in (player, spectator):
        each.open()
        expect(each.page.get_by_role("button", name=PLAY)).to_be_visible()
    room = player.context.request.post(
        f"{server.url}/api/rooms",
        headers={"X-Tile-Rummy": "1"},
        data={"seats": 2, "computers": [{"seat": 1, "level": "beginner"}], "start": True},
    ).json()["room"]
    for each in (player, spectator):
        each.open(f"/t/{room}")
        each.page.locator(".game").wait_for()
    for each in (player, spectator):
        each.wait(2000)
        expect(each.page.locator(".net")).to_have_count(0)

    for each in (player, spectator):
        each.cut = True  # other connections are tried in between
    with server.frozen():
        for each in (player, spectator):
            banner = each.page.locator(".net")
            expect(banner).to_have_text("Waiting for the server …", timeout=3000)
            assert banner.get_attribute("role") == "status"

    for each in (player, spectator):
        expect(each.page.locator(".net")).to_have_count(0)


def test_reloads_lost_connections_and_a_killed_server_lose_nothing(
    robot: MakeRobot, server: ServerProcess
) -> None:
    robots = [robot(DESKTOP), robot(PHONE)]
    together(robots, "sabra" if LONG else NEVER_BRIEF)
    turns = []

    def trouble(turn: int) -> None:
        turns.append(turn)
        if turn == 1:
            robots[0].page.reload()
            robots[0].wait(500)
        if turn == 3:
            for each in robots:
                each.cut = True
            server.kill()
            server.start()
            for each in robots:
                each.page.locator(".game").wait_for()
                each.wait(1500)
        if turn == 5:
            robots[1].context.set_offline(True)
            robots[1].wait(400)
            robots[1].context.set_offline(False)
            robots[1].wait(800)

    play_out(robots, typing=robots[:1], between=trouble, turns=None if LONG else AFTER_TROUBLE)
    assert turns[-1] >= 5, "all of this has happened"
