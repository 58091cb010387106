"""Complete games on the static page, offline."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PATIENCE, PHONE, PLAY, Window
from tests.browser.pages import test_evening
from tests.browser.static.robot import StaticRobot
from tests.browser.table.test_curtain import begin, play_on
from tests.browser.test_games import BRIEF, SHORT, play_out
from tests.support.examples import LONG

MakeRobot = Callable[..., StaticRobot]

GAMES: tuple[tuple[str, Window], ...] = ((BRIEF, PHONE),)
"""A long run plays a game of each family."""
if LONG:
    GAMES += ((f"sabra{SHORT}", PHONE), ("sabra", DESKTOP), ("mcgraw", DESKTOP))
    GAMES += ((f"international{SHORT}", PHONE), (f"american{SHORT}", DESKTOP))
SURVIVED = 3
"""The number of turns played before the reload."""


@pytest.mark.parametrize(("ruleset", "window"), GAMES)
def test_a_game_is_played_to_the_end_without_a_network(
    static_robot: MakeRobot, ruleset: str, window: Window
) -> None:
    robot = static_robot(window)
    robot.open()
    robot.until_state("ready")
    robot.go(f"/new?ruleset={quote(ruleset)}&opponents=1&level=casual")
    robot.press(robot.page.get_by_role("button", name="Play", exact=True))
    robot.until("playing")
    play_out([robot], turns=SURVIVED)
    before = robot.seen["version"]
    robot.lose_network()
    robot.page.reload()
    robot.until_state("ready")
    robot.until_after(before - 1)
    play_out([robot])
    robot.go("/games")
    robot.page.locator("a[href*='/games/']").first.wait_for()


def test_every_link_can_be_opened_in_another_tab(static_robot: MakeRobot) -> None:
    """A host sends the same file for every address."""
    robot = static_robot()
    robot.open()
    robot.until_state("ready")
    for path in ("/rules?ruleset=mcgraw", "/learn/american", "/puzzles", "/"):
        robot.go(path)
        robot.page.locator("main h1, main h2").first.wait_for()
        links = robot.page.locator("a").evaluate_all("all => all.map((link) => link.href)")
        assert len(links) > 1
        assert all(link.startswith(robot.server.url) for link in links), links
    with robot.context.expect_page() as opened:
        robot.page.locator("a[href$='/puzzles/daily']").first.click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_url("**/a/b/?/puzzles/daily")


@pytest.mark.skipif(not LONG, reason="it starts several engines")
def test_two_people_share_the_device_without_a_network(static_robot: MakeRobot) -> None:
    robot = static_robot(PHONE)
    robot.open()
    robot.until_state("ready")
    robot.lose_network()
    robot.go(f"/new?ruleset=sabra{quote(SHORT)}")
    begin(robot, "Ben")
    play_on(robot, turns=SURVIVED)
    robot.page.reload()
    robot.until_state("ready")
    play_on(robot, turns=SURVIVED)


def test_the_tiles_are_dealt_before_the_engine_has_started(static_robot: MakeRobot) -> None:
    robot = static_robot()
    robot.open()
    robot.press(robot.page.get_by_role("button", name=PLAY))
    tiles = robot.page.locator(".dealt .tt-tile")
    tiles.nth(13).wait_for()
    assert robot.seen == {}, "the server has not dealt yet"
    dealt = tiles.evaluate_all("all => all.map((tile) => tile.dataset.id.split('.')[0])")
    robot.until("playing")
    robot.page.locator(".dealt").wait_for(state="detached")
    assert sorted(dealt) == sorted(robot.game["rack"])


def test_a_table_survives_a_reload_before_the_engine_has_started(static_robot: MakeRobot) -> None:
    robot = static_robot()
    robot.open()
    robot.press(robot.page.get_by_role("button", name=PLAY))
    tiles = robot.page.locator(".dealt .tt-tile")
    tiles.nth(13).wait_for()
    dealt = tiles.evaluate_all("all => all.map((tile) => tile.dataset.id.split('.')[0])")
    assert robot.seen == {}, "the server has not opened it yet"
    robot.page.reload()
    robot.until("playing")
    assert sorted(dealt) == sorted(robot.game["rack"])
    assert robot.page.evaluate("localStorage['tilerummy.pending']") == "{}"


def test_the_front_page_shows_the_open_game_before_the_engine_has_started(
    static_robot: MakeRobot,
) -> None:
    robot = static_robot()
    robot.play_now()
    robot.go("/")
    shown = robot.page.locator(".hero.resumes")
    rack = shown.locator(".tile")
    rack.nth(13).wait_for()
    name = robot.page.locator(".hero-seats").inner_text()
    robot.page.reload()
    rack.nth(13).wait_for()
    assert robot.page.evaluate("window.engineState") == "loading"
    assert robot.page.locator(".hero-seats").inner_text() == name
    robot.press(shown.locator(".primary").first)
    robot.until("playing")


def test_nothing_is_offered_that_needs_other_people(static_robot: MakeRobot) -> None:
    robot = static_robot()
    robot.play_now()
    robot.page.get_by_role("tab", name="Moves").wait_for()
    assert robot.page.get_by_role("tab", name="Chat").count() == 0
    robot.press(robot.button("Table menu"))
    menu = robot.page.get_by_role("dialog")
    menu.get_by_text("Change name and avatar").wait_for()
    for text in ("Invite", "another device"):
        assert menu.get_by_text(text).count() == 0
    robot.open("/new")
    robot.button("At this device").first.wait_for()
    assert robot.button("Open the table").count() == 0
    robot.open("/")
    robot.page.get_by_text("no one else can check the deal").first.wait_for()
    assert robot.button("With friends").count() == 0


def test_only_one_tab_uses_the_games(static_robot: MakeRobot) -> None:
    robot = static_robot()
    robot.open()
    robot.until_state("ready")
    other = robot.context.new_page()
    other.goto(robot.server.url)
    other.get_by_text("open in another tab").wait_for()
    robot.page.close()
    other.wait_for_function("window.engineState === 'ready'")
    other.get_by_text("open in another tab").wait_for(state="hidden")
    robot.page = other


@pytest.mark.skipif(not LONG, reason="it starts several engines")
def test_all_games_and_evenings_move_to_another_browser(
    static_robot: MakeRobot, tmp_path: Path
) -> None:
    robot, other = static_robot(), static_robot()
    test_evening.start(robot, 4)
    played = (2, ((13, 9, 9), (0, 5, 3), None, (12, 5, 8)))
    test_evening.enter(robot, played)
    evening = robot.page.url.removeprefix(robot.server.url)
    robot.play_now()
    rack, table = robot.game["rack"], robot.page.url.removeprefix(robot.server.url)
    robot.go("/privacy")
    with robot.page.expect_download() as started:
        robot.press(robot.button("Export everything"))
    file = tmp_path / "games.sqlite"
    started.value.save_as(file)

    test_evening.start(other, 2)
    own = other.page.url
    other.until_state("ready")
    other.go("/privacy")
    picker = other.page.locator("input[type=file]")
    for wrong in (tmp_path / "wrong.sqlite", tmp_path / "malformed.sqlite"):
        if wrong.stem == "wrong":
            wrong.write_text("not a database")
        else:
            shutil.copy(file, wrong)
            with closing(sqlite3.connect(wrong)) as db, db:
                db.execute("UPDATE page_evenings SET body = CAST('{}' AS BLOB)")
        picker.set_input_files(wrong)
        other.page.locator(".toast.bad").wait_for()
        other.page.locator(".toast.bad").wait_for(state="detached")
        other.errors.clear()  # the reason is in the console
    other.open(own.removeprefix(other.server.url))
    test_evening.shown_totals(other, (0, 0))
    other.until_state("ready")
    other.go("/privacy")
    with other.page.expect_navigation():
        picker.set_input_files(file)
    other.until_state("ready")
    other.go(table)
    other.until("playing")
    assert other.game["rack"] == rack
    other.go(evening)
    test_evening.shown_totals(other, test_evening.sheet(4, [played]).totals)


@pytest.mark.skipif(not LONG, reason="it starts several engines")
def test_the_analysis_board_and_a_game_are_shown_in_a_frame_of_another_site(
    static_robot: MakeRobot,
) -> None:
    """Its games are not stored, so that it does not wait for the tab that uses the stored ones."""
    robot = static_robot()
    robot.open()
    robot.until_state("ready")
    embed = robot.server.url.removesuffix("?") + "embed.html?"
    frames = "".join(
        f'<iframe src="{embed}{path}" title="{title}" width="1000" height="700"></iframe>'
        for title, path in (
            ("Analysis board", "/studio#table=k5+r5+b5&rack=o5"),
            ("Game", f"/new?ruleset={quote('sabra' + SHORT)}&opponents=1&level=casual"),
        )
    )
    other = robot.context.new_page()
    other.goto(robot.server.url.replace("127.0.0.1", "localhost").removesuffix("b/?"))
    other.set_content(frames)
    board, game = (other.frame_locator(f"iframe[title='{t}']") for t in ("Analysis board", "Game"))
    game.get_by_role("button", name="Play", exact=True).click(timeout=PATIENCE)
    expect(game.locator(".tt-on-rack")).to_have_count(14, timeout=PATIENCE)
    expect(board.locator(".plays button")).to_have_count(2, timeout=PATIENCE)
