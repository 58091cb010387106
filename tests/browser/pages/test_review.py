"""A review is computed or cancelled, and its mistakes can be practised one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.driver.pool import add_script, retire
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.records.conftest import match_of
from tests.review.games import SMALL, game
from tests.server.served import Json
from tests.support.examples import LONG

from tilerummy.records import write_text
from tilerummy.review import plays_of
from tilerummy.review.decision_points import rounds_of
from tilerummy.server.games.replay import record_replay

MakeRobot = Callable[..., Robot]
WORTH = {"win": 0, "points": 0}
LANGUAGES = ("de", "nl", "fr", "es", "tr") if LONG else ()


def open_review(robot: Robot, rules: str = SMALL) -> None:
    """Open the review of a record in the browser."""
    text = write_text(game(rules, ("casual", "casual"), 2))
    record = {"id": "local-game", "name": "game", "text": text, "at": 1, "kept": True}
    robot.open()
    robot.page.evaluate(
        "text => localStorage.setItem('tilerummy.records', text)", json.dumps([record])
    )
    robot.open("/games/local-game?review")


@pytest.mark.parametrize(
    ("window", "language"),
    [(DESKTOP, "en"), (PHONE, "he"), *((PHONE, each) for each in LANGUAGES)],
    ids=str,
)
def test_a_mistake_is_read_shown_and_followed_by_luck_and_skill(
    robot: MakeRobot, window: Window, language: str
) -> None:
    reader = robot(window, language)
    open_review(reader)
    page = reader.page
    page.locator(".review-mistake").wait_for()
    expect(page.locator(".review-progress")).to_have_count(0)
    assert serious(reader) == []
    assert sideways(reader) <= 1
    expect(page.locator(".review-cost")).to_be_visible()
    expect(page.locator(".better")).to_have_count(0)
    shown = page.locator(".review-buttons .button").nth(1)
    shown.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".better")).to_be_visible()
    expect(page.locator(".review-facts li")).not_to_have_count(0)
    assert serious(reader) == []
    assert page.locator(".review-felt").bounding_box()["y"] >= 0  # type: ignore[index]

    page.locator(".review-next").press("Enter")
    page.locator(".review-luck").wait_for()
    assert serious(reader) == []
    assert sideways(reader) <= 1
    assert re.search(r"\d[.,]\d", page.locator(".review-luck table").inner_text()) is None
    summary = page.locator(".review-graph summary")
    summary.press("Enter")
    page.locator(".review-graph tbody button").nth(1).press("Enter")
    reader.press(page.locator("header > a").last)
    page.locator(".replay-mark").first.wait_for()
    assert "t" in page.evaluate("location.hash")
    page.go_back()
    page.locator(".review-mistake").wait_for()


def decision(turn: int, rack: str, table: str, after: str, *, opened: bool) -> Json:
    """Return a decision of a review: drawing, although three tiles could be laid."""
    tiles = " ".join(rack.split()[:3])
    drew = {"actions": ["draw"], "tiles": "", "win": [0.3, None, None], "points": [0, None, None]}
    best = {**drew, "actions": ["play"], "tiles": tiles, "win": [0.5, None, None]}
    return {
        "turn": turn,
        "actions": ["draw"],
        "grade": "blunder",
        "reason": {"code": "more", "tiles": tiles, "count": 3, "facts": []},
        "better": [f"play => {tiles}", "pass"],
        "position": {"table": table, "rack": rack, "opened": opened, "after": after},
        "chosen": drew,
        "best": best,
        "options": [best, drew],
        "error": {"win": [0.2, None, None], "points": [0, None, None]},
    }


def answer_review(
    robot: Robot, decisions: list[Json], *, complete: bool = True, **more: Json
) -> None:
    """Respond to every review request with one round of *decisions* and *more* fields."""
    played = {"round": 0, "won": False, "points": 0, "decisions": decisions, "praise": [], **more}
    seats = [{"seat": 0, "complete": complete, "n": 1, "rounds": [played]}]
    found = {"v": 4, "rules": SMALL, "depth": "quick", "seats": seats}
    told = f"event: review\ndata: {json.dumps({'done': True, 'review': found})}\n\n"
    robot.page.route("**/api/review", lambda each: each.fulfill(body=told))


STREAMED = """events => {
    const real = window.fetch;
    window.fetch = (url, init) => {
        if (!String(url).includes("/api/review")) return real(url, init);
        const bytes = new TextEncoder().encode(events);
        const stream = new ReadableStream({ start: to => to.enqueue(bytes) });
        return Promise.resolve(new Response(stream));
    };
}"""
"""Replaces the responses to review requests by some events; the review then never ends."""


def test_a_review_that_counts_says_what_it_does_and_what_it_knows(robot: MakeRobot) -> None:
    """Until it ends, it gives no figures, because they would differ from those in the sum."""
    reader = robot(PHONE)
    page = reader.page
    found = decision(2, "r3 r4 r5 k1", "", "r3 r4 r5", opened=False)
    found["reason"]["facts"] = [{"code": "measured", "count": 50, "instead": 30}]
    played = {"round": 0, "won": None, "points": None, "decisions": [found], "praise": []}
    seats = [{"seat": 0, "complete": False, "n": 1, "rounds": [played]}]
    review = {"v": 4, "rules": SMALL, "depth": "quick", "seats": seats}
    told = [("progress", {"share": 0.3}), ("review", {"done": False, "review": review})]
    events = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in told)
    add_script(page, f"({STREAMED})({json.dumps(events)})")
    open_review(reader)

    expect(page.locator(".review-progress")).to_contain_text("Reviewing 30% · 1 mistake so far")
    expect(page.locator(".review-counting")).to_have_text("Its cost is still being counted.")
    expect(page.locator(".review-cost")).to_have_count(0)
    assert serious(reader) == []
    reader.press(page.get_by_role("button", name="Show me"))
    expect(page.locator(".better")).to_be_visible()
    expect(page.locator(".review-mistake")).not_to_contain_text("in 100")


def test_the_words_of_a_review_are_awaited(robot: MakeRobot) -> None:
    reader = robot(PHONE)
    page = reader.page
    answer_review(reader, [])
    page.route("**/assets/en-review-*.js", lambda _: None)
    open_review(reader)

    expect(page.locator(".review-panel")).to_have_text("One moment …")
    retire(page)


def test_the_better_play_leaves_a_long_table_whole(robot: MakeRobot) -> None:
    """On a phone, the text below it used to push its last row out of sight.

    Practising, which has a short text, moves no meld.
    """
    groups = [f"k{n} r{n} {c}{n}" for c in "bo" for n in range(8, 14)]
    runs = [" ".join(f"{c}{n}" for n in range(3, 8)) for c in "krbo"] * 2
    table, rack = " / ".join(groups[3:] + runs), "b8 b9 b10 b11 b12 o13 k1 r1 b1 k2 r2 b2 o1 o2"
    wrong = decision(2, rack, table, table.replace("k8 r8 o8", "k8 r8 b8 o8"), opened=True)
    wrong["reason"]["facts"] = [{"code": "measured", "count": 7, "instead": 2}]
    reader = robot(Window(390, 844, touch=True))
    page = reader.page
    answer_review(reader, [wrong])
    open_review(reader, "sabra+deal.tiles=5+initial_meld.points=6")
    felt = page.locator(".review-felt")
    before = felt.bounding_box()
    laid = page.locator(".tt-on-table")
    places = [tile.bounding_box() for tile in laid.all()]
    reader.press(page.get_by_role("button", name="Try it yourself"))
    reader.settle()
    assert [tile.bounding_box() for tile in laid.all()] == places
    reader.press(page.get_by_role("button", name="Show me"))
    expect(page.locator(".better")).to_be_visible()
    reader.settle()

    now = felt.bounding_box()
    assert now
    assert before
    assert now["height"] > 0.8 * before["height"]
    tiles = [tile.bounding_box() for tile in laid.all()]
    assert all(each and each["y"] + each["height"] <= now["y"] + now["height"] for each in tiles)
    page.unroute("**/api/review")


def deciding(turn: int, code: str, chosen: str, better: str, tiles: str) -> Json:
    """Return a decision in a game with discards, where *better* was better."""
    table = {"table": "k1 k2 k3", "rack": "k5 b5 r5 o4", "opened": True, "after": "k1 k2 k3"}
    reason = {"code": code, "tiles": tiles, "facts": [{"code": "measured", "count": 7}]}
    wrong = decision(turn, "k5 b5 r5 o4", "", "", opened=True)
    wrong |= {"actions": [chosen], "better": [better], "position": table, "reason": reason}
    return wrong | {"chosen": {**wrong["chosen"], "actions": [chosen]}, "options": []}


def test_every_kind_of_mistake_is_an_exercise(robot: MakeRobot) -> None:
    laid = decision(2, "r3 r4 r5 k1", "", "", opened=False)
    laid["reason"] = {"code": "draw", "tiles": "r3 r4 r5", "facts": []}
    laid |= {"actions": ["play => r3 r4 r5", "pass"], "better": ["draw"]}
    laid |= {"chosen": laid["best"], "best": laid["chosen"]}
    decisions = [
        laid,
        deciding(4, "discard", "discard k5", "discard o4", "o4"),
        deciding(6, "take", "draw", "draw discard", "b5"),
    ]
    reader = robot(PHONE)
    page = reader.page
    answer_review(reader, decisions)
    open_review(reader)
    said, first = page.locator(".review-said"), page.locator(".review-buttons .button").first
    nths = page.locator(".review-nths .done")

    reader.press(first)
    expect(said).to_have_text("Lay what you would play here. You haven’t opened yet.")
    for tile in ("r3", "r4", "r5"):
        reader.press(page.locator(f'.tt-on-rack[data-id^="{tile}."]'))
    reader.press(page.locator(".tt-table"))
    expect(first).to_have_text("Check")
    reader.press(page.get_by_role("button", name="Start over"))
    expect(first).to_have_text("Draw")
    reader.press(first)
    expect(page.locator(".review-said.good")).to_be_visible()
    expect(nths).to_have_count(1)

    reader.press(page.locator(".review-next"))
    for mark in ("tt-last", "tt-was", "tt-drawn"):
        expect(page.locator(f".{mark}")).to_have_count(0)
    reader.press(first)
    for tile, good in (("k5", False), ("o4", True)):
        reader.press(page.locator(f'.tt-on-rack[data-id^="{tile}."]'))
        reader.press(first)
        expect(nths).to_have_count(1 + good)
        if not good:
            expect(said).to_contain_text("wasn’t better")

    reader.press(page.locator(".review-next"))
    reader.press(first)
    reader.press(page.get_by_role("button", name="Take blue 5"))
    expect(nths).to_have_count(3)
    page.reload()
    expect(nths).to_have_count(3)
    page.unroute("**/api/review")


def test_a_try_that_was_not_compared_is_compared_by_the_server(robot: MakeRobot) -> None:
    """The player laid the wrong tiles, and the user tries to draw instead."""
    points = rounds_of(game(SMALL, ("casual", "casual"), 2), 0)[0].decision_points
    view = next(each for each in points if [*plays_of(each.chosen)]).view
    table, rack = str(view.table), str(view.mover.rack)
    wrong = decision(view.turn, rack, table, table, opened=False)
    laid = {**wrong["best"], "actions": ["play => b1 b2 b3"], "tiles": "b1 b2 b3"}
    wrong |= {"chosen": laid, "actions": laid["actions"], "options": [wrong["best"], laid]}
    reader = robot(PHONE)
    page = reader.page
    answer_review(reader, [wrong])
    open_review(reader)
    reader.press(page.get_by_role("button", name="Try it yourself"))
    reader.press(page.get_by_role("button", name="Lay nothing"))
    said = re.compile("^(That|Yes).* in 100")
    expect(page.locator(".review-said")).to_have_text(said)
    page.unroute("**/api/review")


def test_a_round_without_mistakes_says_what_was_done_well(robot: MakeRobot) -> None:
    """It was abandoned too, so it ends with its last chance."""
    drew = {"actions": ["draw"], "tiles": "", "win": [0.5, 0.4, 0.6], "points": [0, None, None]}
    decided = {"turn": 0, "actions": ["draw"], "grade": "", "reference": drew, "chosen": drew}
    worth = dict.fromkeys(("deal", "draws", "others", "play", "skill", "luck"), WORTH)
    ledger = {**worth, "start": WORTH, "end": {**WORTH, "win": 0.32}, "adjusted": 0.32}
    ledger["finished"] = False
    praise = [{"code": "opened", "turn": 4}, {"code": "sound", "count": 7, "of": 7}]
    reader = robot(DESKTOP)
    page = reader.page
    answer_review(reader, [decided], won=None, points=None, ledger=ledger, praise=praise)
    open_review(reader)

    expect(page.locator(".review-panel h2").first).to_contain_text("The game ended early")
    expect(page.locator(".review-well li").first).to_have_text(
        "Turn 3: opened, as soon as it was possible."
    )
    expect(page.locator(".review-broken")).to_contain_text(
        "Ended early with a winning chance of 32%"
    )
    expect(page.locator(".review-luck .sum")).to_contain_text("result, estimated")
    expect(page.locator(".review-luck .sum")).to_contain_text("32%")
    line = page.locator(".review-graph .line").get_attribute("points") or ""
    assert len(line.split()) == 2, "from the decision to the last chance"
    page.unroute("**/api/review")


def test_an_unfinished_review_without_mistakes_does_not_say_well_played(robot: MakeRobot) -> None:
    reader = robot(PHONE)
    page = reader.page
    answer_review(reader, [], complete=False)
    open_review(reader)

    heading = page.locator(".review-panel h2").first
    expect(heading).to_have_text("In the turns that were reviewed, nothing was clearly better.")
    page.unroute("**/api/review")


def test_an_unfinished_review_praises_plays_but_counts_no_decisions(robot: MakeRobot) -> None:
    """Its list has a mistake whose cost was not measured, so a sum of 0 would contradict it."""
    missed = {**decision(2, "r3 r4 r5 k1", "", "r3 r4 r5", opened=False)}
    del missed["error"]
    parts = ("deal", "draws", "others", "play", "skill", "luck", "start", "end")
    worth = dict.fromkeys(parts, WORTH)
    reader = robot(DESKTOP)
    page = reader.page
    answer_review(
        reader,
        [missed],
        complete=False,
        ledger={**worth, "adjusted": 0, "finished": True},
        praise=[
            {"code": "melds", "turn": 4, "count": 3, "tiles": "k9"},
            {"code": "sound", "count": 1, "of": 1},
        ],
    )
    open_review(reader)

    reader.press(page.locator(".review-next"))
    expect(page.locator(".review-panel .note").last).to_have_text("Not everything was reviewed.")
    expect(page.locator(".review-luck")).to_have_count(0)
    expect(page.locator(".review-well li")).to_contain_text(
        ["Turn 3: 3 melds rearranged to play the tiles."]
    )
    page.unroute("**/api/review")


def test_the_listed_mistakes_are_the_ones_that_count(robot: MakeRobot) -> None:
    lost = decision(2, "r3 r4 r5 k1", "", "r3 r4 r5", opened=False)
    parts: Json = dict.fromkeys(("deal", "draws", "luck"), WORTH)
    parts |= {"skill": {"win": -0.2, "points": -4}, "others": {"win": 0.15, "points": 0}}
    parts |= {"play": {"win": 0.05, "points": 0}}
    ends = {"start": WORTH, "end": WORTH, "adjusted": 0, "finished": True}
    reader = robot(DESKTOP)
    page = reader.page
    took = {**deciding(2, "take", "draw", "draw discard", "k5"), "reference": lost["best"]}
    took |= {"grade": "", "reason": None}
    answer_review(reader, [took, {**lost, "reference": lost["best"]}], ledger={**parts, **ends})
    open_review(reader)

    expect(page.locator(".review-cost")).to_have_text("costs 2 wins in 10")
    reader.press(page.locator(".review-next"))
    expect(page.locator(".review-graph .dot")).to_have_count(1)
    rows = page.locator(".review-luck tr")
    expect(rows.filter(has_text="mistakes").locator("td").first).to_have_text("−20")
    expect(rows.filter(has_text="good plays").locator("td").first).to_have_text("+5")
    expect(rows.filter(has_text="the others played").locator("td").first).to_have_text("+15")
    page.unroute("**/api/review")


def test_a_large_share_of_the_other_players_is_a_number_too(robot: MakeRobot) -> None:
    parts: Json = dict.fromkeys(("deal", "draws", "luck", "play", "skill"), WORTH)
    parts |= {"others": {"win": 0.9, "points": 0}}
    ends = {"start": WORTH, "end": {**WORTH, "win": 0.9}, "adjusted": 0, "finished": True}
    reader = robot(DESKTOP)
    page = reader.page
    answer_review(reader, [], ledger={**parts, **ends})
    open_review(reader)

    rows = page.locator(".review-luck tr")
    others = rows.filter(has_text="how the others played").locator("td").first
    expect(others).to_have_text("+90")
    page.unroute("**/api/review")


def test_a_wait_is_one_exercise_and_back_returns_to_it(robot: MakeRobot) -> None:
    """There are enough mistakes to overflow the header of a phone, two of them in one turn."""
    waited = decision(2, "r3 r4 r5 k1", "", "r3 r4 r5", opened=False)
    waited["reason"] = {"code": "opening_missed", "tiles": "r3 r4 r5", "count": 12, "facts": []}
    waited["wait"] = {"turns": 10, "win": 0.2}
    others = [
        decision(turn, "r3 r4 r5 k1", "", "r3 r4 r5", opened=True) for turn in range(4, 18, 2)
    ]
    others += [deciding(4, "take", "draw", "draw discard", "k5")]
    reader = robot(Window(390, 844, touch=True))
    page = reader.page
    answer_review(reader, [*others[:1], waited, *others[1:]])
    open_review(reader)
    assert sideways(reader) <= 1

    assert page.locator(".review").bounding_box()["y"] == 0  # type: ignore[index]
    title = page.locator(".review-mistake h2")
    reader.press(page.locator(".review-nths button").nth(1))
    expect(title).to_have_text("Player 1 waited 10 turns with an opening on the rack")
    expect(page.locator(".review-cost")).to_have_text("costs 2 wins in 10")
    assert serious(reader) == []
    for back in (page.go_back, lambda: reader.press(page.locator("header > a").first)):
        reader.press(page.get_by_role("button", name="Try it yourself"))
        expect(page.locator(".review-said")).to_be_visible()
        back()
        expect(page.get_by_role("button", name="Try it yourself")).to_be_visible()
        expect(title).to_contain_text("Player 1 waited 10 turns")
    page.wait_for_function("!history.state?.over")
    page.reload()
    expect(title).to_contain_text("Player 1 waited 10 turns")
    page.unroute("**/api/review")


def test_a_review_is_cancelled(robot: MakeRobot) -> None:
    reader = robot(DESKTOP)
    page = reader.page
    page.route("**/api/review", lambda _: None)
    open_review(reader)
    expect(page.locator(".review-panel h2")).to_have_text("Looking for better plays …")
    expect(page.locator(".review-known")).to_contain_text("won the round")
    expect(page.locator(".review-known button")).not_to_have_count(0)
    reader.press(page.locator(".review-progress .button"))

    expect(page.locator(".review-progress")).to_have_count(0)
    expect(page.locator(".review-panel .primary")).to_be_visible()
    expect(page.locator(".review-failed")).to_have_count(0)
    page.unroute("**/api/review")


def test_without_consent_there_is_no_review(robot: MakeRobot) -> None:
    visitor = robot(PHONE)
    page = visitor.page
    replay = msgspec.json.encode(record_replay(match_of("sabra", seats=2), hidden={0, 1}))
    page.route(
        "**/api/games/covered",
        lambda each: each.fulfill(body=replay, content_type="application/json"),
    )
    visitor.open("/games/covered?review")

    expect(page.locator(".review-panel")).to_have_text(re.compile("no player has agreed"))
    expect(page.locator(".review-panel button")).to_have_count(0)
    visitor.press(page.locator("header > a").last)
    expect(page.get_by_role("link", name="Studio")).to_be_visible()
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    page.unroute("**/api/games/covered")
