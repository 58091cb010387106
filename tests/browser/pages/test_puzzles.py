"""The daily puzzle, a timed run and rated tries can be played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Route, expect
from tests.browser.driver.robot import DESKTOP, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.support.examples import LONG

from tilerummy.puzzles import Goal, Puzzle, bundled_puzzles, puzzle_json
from tilerummy.texts import languages
from tilerummy.tiles import rack as read_rack
from tilerummy.tiles import tile as read_tile

PHONE = Window(390, 844, touch=True)
SAME_COLOUR = "a => getComputedStyle(a).color === getComputedStyle(a.parentElement).color"
"""JavaScript that returns whether a link has the same colour as the text around it."""


@cache
def solvable() -> list[Puzzle]:
    """Return the puzzles solved by a meld of three rack tiles."""
    return [
        puzzle
        for puzzle in bundled_puzzles()
        if puzzle.goal is Goal.OPEN and puzzle.rules == "sabra" and len(puzzle.placed) == 3
    ]


@cache
def named() -> list[Puzzle]:
    """Return the puzzles whose solution is a tile on the rack."""
    return list(islice((puzzle for puzzle in bundled_puzzles() if puzzle.discard is not None), 8))


@cache
def closed() -> Puzzle:
    """Return a puzzle that ends by declaring a closed hand."""
    return next(puzzle for puzzle in bundled_puzzles() if puzzle.goal is Goal.CLOSED)


def serve(robot: Robot, puzzles: Sequence[Puzzle], theme: str) -> None:
    """Serve only these puzzles, all of one theme, to a page."""
    rows = [puzzle_json(puzzle) for puzzle in puzzles]
    part = {"r": [0, 3000], "themes": {theme: len(rows)}}
    places = {"daily": [0, len(rows)], "mondays": [*range(len(rows))]}
    index = {"v": 1, "count": len(rows), "size": 64, **places, "parts": [part]}

    def answer(route: Route) -> None:
        asked = route.request.url.rsplit("/api/puzzles", 1)[1]
        route.fulfill(json=index if not asked else {"puzzles": rows})

    for path in ("**/api/puzzles", "**/api/puzzles/parts/0"):
        robot.page.route(path, answer)


@pytest.fixture
def solver(robot: Callable[..., Robot]) -> Iterator[Callable[[Window], Robot]]:
    """Return a factory of robots that are served only puzzles they can solve."""
    made: list[Robot] = []

    def make(window: Window) -> Robot:
        new = robot(window)
        serve(new, solvable(), "only_opening")
        made.append(new)
        return new

    yield make
    for each in made:
        each.page.unroute_all()


def tile(robot: Robot, name: str) -> Locator:
    return robot.page.locator(f'.tt-on-rack[data-id^="{name}."]').first


def shown(robot: Robot, among: Iterable[Puzzle] | None = None) -> Puzzle:
    """Return the puzzle on the table, recognised by its rack. It must be *among* these puzzles.

    By default, these are the solvable ones.
    """
    tile_ids = ".puzzle-play .tt-on-rack"
    robot.page.locator(tile_ids).first.wait_for()
    ids = robot.page.locator(tile_ids).evaluate_all("all => all.map(t => t.dataset.id)")
    rack = sorted((read_tile(name.split(".")[0]) for name in ids), key=str)
    return next(p for p in among or solvable() if sorted(p.rack, key=str) == rack)


def named_tile(tile: str) -> str:
    """Return the English name of a tile in notation."""
    colours = {"k": "black", "r": "red", "b": "blue", "o": "orange"}
    return "joker" if tile == "*" else f"{colours[tile[0]]} {tile[1:]}"


def solve(robot: Robot) -> None:
    for each in str(shown(robot).placed).split():
        robot.press(tile(robot, each))
    robot.press(robot.button("Lay"))


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_the_daily_puzzle_is_solved_and_counts_in_the_week(
    solver: Callable[[Window], Robot], window: Window
) -> None:
    player = solver(window)
    player.open("/puzzles")
    player.press(player.page.locator(".puzzle-daily .button"))
    expect(player.page.locator(".bubble h2")).to_be_focused()
    player.press(player.button("Done"))
    expect(player.page.locator(".learn-nudge")).to_contain_text("You still have to lay 3 tiles")
    answer = shown(player).answer
    bars = str(answer).split().count("/")
    solve(player)

    expect(player.page.locator(".bubble h2")).to_have_text("Solved!")
    expect(player.page.locator(".bubble")).to_contain_text("Solved without a hint.")
    expect(player.page.locator(".puzzle-top")).to_contain_text("1 day this week")
    board = player.page.get_by_role("link", name="Studio").get_attribute("href") or ""
    assert parse_qs(board.partition("#")[2])["after"] == [str(answer)]
    player.press(player.button("Share"))
    picture = player.page.locator("dialog[open] img")
    expect(picture).to_have_attribute(
        "src", re.compile(r"/picture\.png\?seconds=\d+&hints=0&week=1$")
    )
    expect(picture).to_have_js_property("naturalWidth", 1200)
    player.settle()
    assert serious(player) == []
    assert sideways(player) <= 1
    player.page.keyboard.press("Escape")

    player.press(player.button("On to rated puzzles"))
    expect(player.page.locator(".puzzle-top h1")).to_have_text("Ladder")
    player.open("/puzzles/daily")
    expect(player.page.locator(".bubble h2")).to_have_text("Solved!")
    expect(player.page.locator(".bubble")).to_contain_text("Solved without a hint.")
    expect(player.page.locator(".tt-on-table")).to_have_count(len(str(answer).split()) - bars)
    expect(player.button("On to rated puzzles")).to_be_visible()
    expect(player.button("Done")).to_have_count(0)
    player.press(player.button("Share"))
    expect(picture).to_have_attribute("src", re.compile(r"\?seconds=\d+&hints=0&week=1$"))


def test_melds_keep_still_while_others_are_rearranged(robot: Callable[..., Robot]) -> None:
    player = robot(DESKTOP)
    serve(player, [crowded()], "out")
    player.open("/puzzles/daily")
    player.page.locator(".puzzle-play .tt-on-rack").first.wait_for()
    player.settle()
    before = places_of(player)
    for tile_id, target in (("b6", "b5"), ("b7", "b6"), ("r7", "r6"), ("k7", "k6")):
        start, end = (table_tile(player, name).bounding_box() for name in (tile_id, target))
        assert start
        assert end
        player.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        player.page.mouse.down()
        at = (end["x"] + end["width"] * 1.2, end["y"] + end["height"] / 2)
        player.page.mouse.move(*at, steps=6)
        player.page.mouse.up()
        player.settle()
    after = places_of(player)

    assert after["b6.0"] != before["b6.0"], "tiles were moved"
    still = ("k10.0", "r10.0", "o10.0", "b10.0", "b11.0", "b12.0", "b13.0")
    assert {name: after[name] for name in still} == {name: before[name] for name in still}
    player.page.unroute_all()


def crowded() -> Puzzle:
    """Return a puzzle with seven melds on the table, including a group of 6s and one of 7s."""
    melds = "k6 r6 b6 / k7 r7 b7"
    return next(p for p in bundled_puzzles() if str(p.rack) == "o11" and melds in str(p.table))


def table_tile(robot: Robot, name: str) -> Locator:
    return robot.page.locator(f'.tt-on-table[data-id^="{name}."]').first


def places_of(robot: Robot) -> dict[str, list[int]]:
    """Return the left edge, top edge and width of each tile on the table, by its id."""
    boxes: dict[str, list[int]] = robot.page.locator(".tt-on-table").evaluate_all(
        "all => Object.fromEntries(all.map(e => [e.dataset.id, e.getBoundingClientRect()])"
        ".map(([id, r]) => [id, [r.x, r.y, r.width].map(Math.round)]))"
    )
    return boxes


def test_a_shown_solution_does_not_count_as_solved(solver: Callable[[Window], Robot]) -> None:
    player = solver(DESKTOP)
    player.open("/puzzles/daily")
    placed = str(shown(player).placed).split()
    for _ in range(3):
        player.page.keyboard.press("h")
    expect(player.page.locator(".learn-nudge")).to_contain_text("Make this meld")
    player.press(player.button("Solution"))
    player.press(player.button("Stop"))

    expect(player.page.locator(".bubble h2")).to_have_text("That was the answer")
    expect(player.page.locator(".tt-on-table")).to_have_count(len(placed))
    kept = player.page.evaluate("localStorage.getItem('tilerummy.puzzles') ?? '{}'")
    assert "daily" not in json.loads(kept)


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_the_home_page_shows_the_daily_puzzle_that_it_opens(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    puzzle = closed()
    serve(player, [puzzle], "closed")
    player.open()
    card = player.page.locator(".home-card", has_text="Today’s puzzle")
    tiles = card.get_by_role("img")
    expect(tiles).to_have_count(len(puzzle.rack))
    names = tiles.evaluate_all("all => all.map(tile => tile.ariaLabel)")
    assert names == [named_tile(each) for each in str(puzzle.rack).split()]
    player.press(card.get_by_role("link", name="Try it"))

    expect(player.page.locator(".bubble h2")).to_have_text("Declare a closed hand")
    about = player.page.get_by_role("link", name="The forty closed hands")
    expect(about).to_have_attribute("href", "/rules?ruleset=international#closed_hands")
    expect(about).to_be_in_viewport()
    player.settle()
    assert serious(player) == []
    assert sideways(player) <= 1
    player.page.unroute_all()


def test_a_newcomer_is_offered_an_easy_puzzle_beside_a_hard_one(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    puzzle = next(puzzle for puzzle in bundled_puzzles() if puzzle.difficulty.total > 18)
    serve(player, [puzzle], "out")
    for path in ("/", "/puzzles", "/puzzles/daily"):
        player.open(path)
        easy = player.page.get_by_role("link", name="Start with an easy one")
        expect(easy).to_have_attribute("href", "/puzzles/out")
        assert sideways(player) <= 1
        if path != "/":
            assert easy.evaluate(SAME_COLOUR), "it is as readable as the text beside it"
    player.store("tilerummy.puzzles", json.dumps({"tried": ["a"]}))
    player.open("/puzzles")

    expect(player.page.locator(".puzzle-daily .button")).to_be_visible()
    expect(easy).to_have_count(0)
    player.page.unroute_all()


@pytest.mark.parametrize("language", languages() if LONG else ("de", "he"))
def test_the_filters_fit_in_one_row_on_a_phone(robot: Callable[..., Robot], language: str) -> None:
    player = robot(PHONE, language)
    player.open("/puzzles/out")
    choices = player.page.locator(".puzzle-filter select")
    choices.last.wait_for()
    wide, wanted = choices.last.evaluate(
        "e => [e.offsetWidth, (e.style.width = 'max-content', e.offsetWidth)]"
    )
    assert wide >= wanted
    boxes = choices.evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(r => [r.y, r.height])"
    )
    assert len(boxes) == 2
    assert boxes[0] == boxes[1]
    assert sideways(player) <= 1


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_a_solution_that_is_a_tile_is_put_on_the_pile(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    serve(player, named(), "safe_discard")
    player.open("/puzzles/daily")
    on_rack = player.page.locator(".puzzle-play .tt-on-rack")
    on_rack.first.wait_for()
    before = tiles_of(on_rack)
    puzzle = next(p for p in named() if sorted(map(str, p.rack)) == before)
    for _ in range(3):
        player.page.keyboard.press("h")
    player.press(player.button("Solution"))

    expect(player.page.locator(".bubble h2")).to_have_text("That was the answer")
    expect(on_rack).to_have_count(len(before) - 1)
    assert [*map(str, puzzle.rack - read_rack(" ".join(tiles_of(on_rack))))] == [
        str(puzzle.discard)
    ]
    assert player.page.get_by_role("link", name="Studio").evaluate(SAME_COLOUR)
    expect(player.button("Watch it tile by tile")).to_have_count(0)
    player.page.unroute_all()


def tiles_of(shown: Locator) -> list[str]:
    """Return the visible tiles, in order."""
    ids = shown.evaluate_all("all => all.map(tile => tile.dataset.id.split('.')[0])")
    return sorted(str(read_tile(each)) for each in ids)


def test_a_run_with_a_miss_and_a_streak(solver: Callable[[Window], Robot]) -> None:
    player = solver(PHONE)
    player.page.clock.install()
    player.open("/puzzles/run")
    top = player.page.locator(".puzzle-top")
    for solved in range(1, 6):
        before = shown(player)
        solve(player)
        expect(top).to_contain_text(f"{solved} solved")
        player.page.clock.run_for(500)
        tile_of_before = before
        for _ in range(50):
            if shown(player) != tile_of_before:
                break
            player.page.clock.run_for(100)
    expect(top).to_contain_text("Streak: 5")
    expect(top.locator(".puzzle-gave")).to_have_text("+3")

    player.press(player.button("Skip"))
    expect(top.locator(".puzzle-gave")).to_have_text("−10")
    expect(top).not_to_contain_text("Streak")

    player.page.clock.run_for(200_000)
    expect(player.page.locator(".puzzle-score")).to_have_text("5 solved")
    player.press(player.page.locator(".puzzle-result li button"))
    expect(player.page.locator(".bubble h2")).to_have_text("Open with 30 points")


def test_an_empty_answer_does_not_count_in_a_run(solver: Callable[[Window], Robot]) -> None:
    player = solver(PHONE)
    player.open("/puzzles/run")
    before = shown(player)
    player.press(player.button("Done"))
    expect(player.page.locator(".learn-nudge")).to_contain_text("You still have to lay 3 tiles")
    expect(player.page.locator(".puzzle-gave")).to_have_count(0)
    assert shown(player) == before
    solve(player)
    expect(player.page.locator(".puzzle-top")).to_contain_text("1 solved")


def test_declaring_without_a_tile_asks_to_pick_one(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    serve(player, [closed()], "closed")
    player.open("/puzzles/daily")
    player.press(player.button("Declare"))
    expect(player.page.locator(".learn-nudge")).to_have_text(
        "Pick a tile to discard. That ends your turn."
    )
    player.page.unroute_all()


def test_a_hint_excludes_tiles_that_were_refused(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    serve(player, [closed()], "closed")
    player.open("/puzzles/daily")
    puzzle = closed()
    wrong = next(each for each in puzzle.rack if each != puzzle.discard)
    player.press(tile(player, str(wrong)))
    player.press(player.button("Declare"))
    nudge = player.page.locator(".learn-nudge")
    expect(nudge).to_contain_text("Not this one: ")
    refused = nudge.inner_text()
    player.page.keyboard.press("h")
    expect(nudge).not_to_have_text(refused)
    expect(nudge).to_contain_text("Not this one: ")
    player.page.unroute_all()


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_the_first_try_in_the_ladder_is_rated(
    solver: Callable[[Window], Robot], window: Window
) -> None:
    player = solver(window)
    player.open("/puzzles/ladder")
    player.press(player.button("Done"))
    expect(player.page.locator(".learn-nudge")).to_contain_text("You still have to lay 3 tiles")
    solve(player)
    expect(player.page.locator(".bubble")).to_contain_text("Your rating: 1,")

    player.press(player.button("Next"))
    player.press(player.button("Hint counts as a miss"))
    lost = re.compile(r"^Your rating: (1,)?\d{3} \(−\d+\)$")
    expect(player.page.locator(".puzzle-count")).to_have_text(lost)
    player.press(player.button("Hint 2 of 3"))
