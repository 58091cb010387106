"""The review of a game on its page: computed, browsed, cancelled, and its mistakes tried again."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.test_access import serious, sideways
from tests.review.games import SMALL, game
from tests.server.served import Json
from tests.support.examples import LONG

from tilerummy.records import write_text

MakeRobot = Callable[..., Robot]
WORTH = {"win": 0, "points": 0}
LANGUAGES = ("de", "nl", "fr", "es", "tr") if LONG else ()


def open_review(robot: Robot) -> None:
    """Open a record in the browser, on its review tab."""
    text = write_text(game(SMALL, ("casual", "casual"), 2))
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
def test_a_review_is_computed_and_read(robot: MakeRobot, window: Window, language: str) -> None:
    reader = robot(window, language)
    open_review(reader)
    page = reader.page
    expect(page.locator("#tab-review")).to_be_in_viewport()
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
    expect(dialog.locator(".review-said.good")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    reader.press(page.locator("#tab-moves"))
    page.locator(".replay-mark").first.wait_for()


def test_choosing_a_mark_on_a_phone_shows_its_table(robot: MakeRobot) -> None:
    reader = robot(PHONE)
    open_review(reader)
    felt, mark = (reader.page.locator(each) for each in (".replay-felt", ".review-marks .link"))
    mark.last.scroll_into_view_if_needed()
    reader.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(felt).not_to_be_in_viewport()
    reader.press(mark.last)
    expect(felt).to_be_in_viewport(ratio=1)


def decision(turn: int, rack: str, table: str, after: str, *, opened: bool) -> Json:
    """Return a decision of a review: drawing, although three tiles could be laid."""
    tiles = " ".join(rack.split()[:3])
    drew = {"actions": ["draw"], "tiles": "", "win": [0.3, None, None], "points": [0, None, None]}
    best = {**drew, "actions": ["play"], "tiles": tiles, "win": [0.5, None, None]}
    return {
        "turn": turn,
        "actions": ["draw"],
        "grade": "blunder",
        "reason": {"code": "more", "tiles": tiles},
        "position": {"table": table, "rack": rack, "opened": opened, "after": after},
        "chosen": drew,
        "best": best,
        "options": [best, drew],
        "error": {"win": [0.2, None, None], "points": [0, None, None]},
    }


def answer_review(robot: Robot, decisions: list[Json], **more: Json) -> None:
    """Respond to every review with one round of these decisions; *more* are its other fields."""
    played = {"round": 0, "won": False, "points": 0, "decisions": decisions, **more}
    seats = [{"seat": 0, "complete": True, "n": 1, "rounds": [played]}]
    found = {"v": 2, "rules": SMALL, "depth": "quick", "seats": seats}
    told = f"event: review\ndata: {json.dumps({'done': True, 'review': found})}\n\n"
    robot.page.route("**/api/review", lambda each: each.fulfill(body=told))


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_drawing_is_an_answer_with_its_own_button(robot: MakeRobot, window: Window) -> None:
    laid = decision(2, "r3 r4 r5 k1", "", "", opened=False)
    laid |= {"reason": {"code": "draw", "tiles": "r3 r4 r5"}, "actions": ["play", "pass"]}
    laid |= {"chosen": laid["best"], "best": laid["chosen"]}
    reader = robot(window)
    page = reader.page
    answer_review(reader, [laid])
    open_review(reader)
    reader.press(page.locator(".review-marks .button", has_text="Try again"))
    dialog = page.locator(".dialog")
    answer = dialog.locator("footer .primary")
    expect(answer).to_have_text("Draw")
    for tile in ("r3.0", "r4.0", "r5.0"):
        reader.press(dialog.locator(f'[data-id="{tile}"]'))
    reader.press(dialog.locator(".tt-table"))
    expect(answer).to_have_text("Check")
    reader.press(dialog.get_by_role("button", name="Start over"))
    expect(answer).to_have_text("Draw")
    reader.press(answer)
    expect(dialog.locator(".review-said.good")).to_be_visible()
    page.keyboard.press("Escape")
    page.unroute("**/api/review")


def test_the_next_exercise_has_no_marks_of_the_previous_one(robot: MakeRobot) -> None:
    decisions = [
        decision(2, "r3 r4 r5 k1", "", "r3 r4 r5", opened=False),
        decision(5, "b1 b2 b3 k1 k2 o4", "o1 o2 o3", "o1 o2 o3 / b1 b2 b3", opened=True),
    ]
    reader = robot(PHONE)
    page = reader.page
    answer_review(reader, decisions)
    open_review(reader)
    reader.press(page.locator(".review > .button", has_text="mistakes"))
    dialog = page.locator(".dialog")
    opened = dialog.locator(".review-try .note")
    expect(opened).to_have_text("You haven’t opened yet.")

    dialog.locator("footer .button").last.press("Enter")
    expect(dialog.locator(".review-said.good")).to_be_visible()
    dialog.locator("footer .primary").press("Enter")
    expect(dialog.locator(".review-said")).to_have_text("")
    expect(dialog.locator(".tt-on-rack")).not_to_have_count(0)
    for mark in ("tt-last", "tt-was", "tt-drawn"):
        expect(dialog.locator(f".{mark}")).to_have_count(0)
    expect(opened).to_have_text("You’ve opened.")
    page.keyboard.press("Escape")
    page.unroute("**/api/review")


def test_an_abandoned_round_ends_with_its_last_chance(robot: MakeRobot) -> None:
    drew = {"actions": ["draw"], "tiles": "", "win": [0.5, 0.4, 0.6], "points": [0, None, None]}
    decided = {"turn": 0, "actions": ["draw"], "grade": "", "reference": drew, "chosen": drew}
    worth = dict.fromkeys(("deal", "draws", "others", "skill", "error", "bonus", "luck"), WORTH)
    ledger = {**worth, "start": WORTH, "end": {**WORTH, "win": 0.32}, "adjusted": 0.32}
    ledger["finished"] = False
    reader = robot(DESKTOP)
    page = reader.page
    answer_review(reader, [decided], won=None, points=None, ledger=ledger)
    open_review(reader)

    expect(page.locator(".review-graph > p")).to_contain_text(
        "Ended early with a winning chance of 32%"
    )
    expect(page.locator(".review-luck .sum")).to_contain_text("result, estimated")
    expect(page.locator(".review-luck .sum")).to_contain_text("0.32")
    line = page.locator(".review-graph .line").get_attribute("points") or ""
    assert len(line.split()) == 2, "from the decision to the last chance"
    page.unroute("**/api/review")


def test_listed_errors_are_included_in_the_sum(robot: MakeRobot) -> None:
    """Simple mistakes do not lower the skill below the reference, but they are still errors."""
    lost = decision(2, "r3 r4 r5 k1", "", "r3 r4 r5", opened=False)
    parts = dict.fromkeys(("deal", "draws", "others", "skill", "luck"), WORTH)
    error = {"win": 0.2, "points": 4}
    ends = {"start": WORTH, "end": WORTH, "adjusted": 0, "finished": True}
    reader = robot(DESKTOP)
    page = reader.page
    answer_review(reader, [lost], ledger={**parts, **ends, "error": error, "bonus": error})
    open_review(reader)

    expect(page.locator(".review-marks li").first).to_contain_text("−20%")
    rows = page.locator(".review-luck tr")
    expect(rows.filter(has_text="your errors").locator("td").first).to_have_text("−0.20")
    expect(rows.filter(has_text="errors in simple play").locator("td").first).to_have_text("+0.20")
    page.unroute("**/api/review")


def test_a_review_is_cancelled(robot: MakeRobot) -> None:
    reader = robot(DESKTOP)
    page = reader.page
    page.route("**/api/review", lambda _: None)
    open_review(reader)
    reader.press(page.locator(".review-progress .button"))

    expect(page.locator(".review-progress")).to_have_count(0)
    expect(page.locator(".review .primary")).to_be_visible()
    expect(page.locator(".review-failed")).to_have_count(0)
    page.unroute("**/api/review")
