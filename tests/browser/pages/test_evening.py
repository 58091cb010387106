"""An evening at a real table: robots keep the score, and everything adds up in the record."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.test_access import serious

from tilerummy import Count, ScoreSheet, score_count
from tilerummy.records import audit, read_record
from tilerummy.rules.counting import Left

NAMES = ("Ruth", "Ben", "Ada", "Jo", "Mia", "Sam")
FACES = ("koala", "panda", "rabbit", "lion", "owl", "cat")
TAPS = 14
"""The number of taps that score a round of four players."""

Round = tuple[int | None, tuple[Left | None, ...]]


def people(robot: Robot, count: int) -> None:
    """Store players in the browser, like an earlier evening."""
    known = [
        {"name": name, "face": face, "colour": "sky"}
        for name, face in zip(NAMES[:count], FACES, strict=False)
    ]
    robot.store("tilerummy.here", json.dumps(known))


def start(robot: Robot, count: int, rounds: int = 5) -> None:
    """Begin an evening with *count* players stored in the browser."""
    people(robot, count)
    robot.open("/evening/new")
    page = robot.page
    page.locator(".names .who").first.wait_for()
    for name in NAMES[4:count]:
        robot.press(page.locator(".known button", has_text=name))
    expect(page.locator(".names .starts")).to_have_count(count)
    for _ in range(rounds - 5):
        robot.press(robot.button("More"))
    robot.press(page.locator(".evening-go"))
    page.locator(".score").wait_for()


def tap_tiles(robot: Robot, left: Sequence[int]) -> None:
    for number in left:
        robot.press(robot.page.locator(".keys .tile").nth(number - 1 if number else 13))


def enter(robot: Robot, played: Round) -> int:
    """Enter a round by tapping, and return the number of taps."""
    page = robot.page
    out, racks = played
    taps = 2
    robot.press(page.locator(".evening-go"))
    robot.press(page.locator(".who-none" if out is None else ".who-one").nth(out or 0))
    for seat, left in enumerate(racks):
        if seat == out:
            continue
        expect(page.locator(".counting h1, .counting-side h1").last).to_contain_text(NAMES[seat])
        if isinstance(left, int):
            robot.press(robot.button("Enter the sum"))
            for digit in str(left):
                robot.press(page.locator(".keys .tile", has_text=digit))
            robot.press(robot.button("Enter the sum"))
            taps += len(str(left)) + 2
        else:
            tap_tiles(robot, left or ())
            taps += len(left or ())
        robot.press(page.locator(".next"))
        taps += 1
    page.locator(".evening-go").wait_for()
    return taps


def sheet(players: int, rounds: Sequence[Round]) -> ScoreSheet:
    """Return the score sheet that the library makes of the same rounds."""
    made = ScoreSheet(rules="sabra", seats=players)  # type: ignore[arg-type]
    for out, left in rounds:
        starter = made.next_starter()
        made = made.after(score_count("sabra", Count(out, left)), starter or 0)
    return made


def shown_totals(robot: Robot, wanted: tuple[int, ...]) -> None:
    cells = robot.page.locator(".score tfoot td")
    expect(cells).to_have_text([signed(total) for total in wanted])


def signed(number: int) -> str:
    return f"{'+' if number > 0 else '−' if number else ''}{abs(number)}"


def test_a_round_of_four_is_scored_in_fourteen_taps(robot: Callable[..., Robot]) -> None:
    keeper = robot(PHONE)
    start(keeper, 4)
    played = (2, ((13, 9, 9), (0, 5, 3), None, (12, 5, 8)))

    taps = enter(keeper, played)
    shown_totals(keeper, sheet(4, [played]).totals)

    assert taps <= TAPS
    assert keeper.errors == []


EIGHT: tuple[Round, ...] = (
    (0, (None, (13, 9), (5,), (0, 1), (7, 7), (12,))),
    (3, ((1, 2), (11, 4), (6,), None, 31, (2,))),
    (None, ((5,), (13,), (2, 1), (8, 8), (4,), (10, 10))),
    (5, ((9,), (3, 3), 120, (1,), (13, 0), None)),
    (1, ((12, 12), None, (7,), (5,), (6,), (11, 1))),
    (4, ((1,), (2,), (3,), (4,), None, (5,))),
    (2, ((13, 13, 13), (10,), None, (9, 9), (2, 2), (1, 1))),
    (0, (None, 17, (8,), (6, 6), (3,), (0, 0))),
)


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_six_play_eight_rounds_with_two_corrections_and_three_disputes(
    robot: Callable[..., Robot], window: Window, tmp_path: Path
) -> None:
    keeper = robot(window)
    start(keeper, 6, rounds=9)
    page = keeper.page
    for played in EIGHT[:5]:
        enter(keeper, played)
    for _ in range(3):
        dispute(keeper)
    expect(page.locator("header small")).to_contain_text("3 disputes")

    # the phone is switched off and on in the middle of a rack
    keeper.press(page.locator(".evening-go"))
    keeper.press(page.locator(".who-one").nth(4))
    tap_tiles(keeper, (1,))
    page.reload()
    expect(page.locator(".counting-side h1")).to_contain_text("Ruth")
    keeper.press(page.locator(".next"))
    for seat in (1, 2, 3, 5):
        tap_tiles(keeper, EIGHT[5][1][seat])  # type: ignore[arg-type]
        keeper.press(page.locator(".next"))
    for played in EIGHT[6:]:
        enter(keeper, played)
    shown_totals(keeper, sheet(6, EIGHT).totals)

    page.reload()
    expect(page.locator("header small")).to_contain_text("3 disputes")
    made = corrected(keeper)
    assert serious(keeper) == []
    keeper.press(keeper.button("Finish"))
    settled(keeper, made)
    assert serious(keeper) == []
    written(keeper, made, tmp_path)

    # it is one of my games
    keeper.go("/games")
    keeper.press(page.locator(".evenings a").first)
    expect(page.locator("h1")).to_have_text(f"{NAMES[made.leaders[0]]} wins the game night")
    assert keeper.errors == []


def dispute(keeper: Robot) -> None:
    """Ask the referee, and come back to the evening."""
    page = keeper.page
    keeper.press(page.locator(".evening-tool", has_text="Dispute?"))
    keeper.press(page.get_by_role("link", name="Back to the score pad"))
    page.locator(".evening-go").wait_for()


def corrected(keeper: Robot) -> ScoreSheet:
    """Correct a rack, and the player who went out, which is undone; return the final sheet."""
    page = keeper.page
    rounds = list(EIGHT)
    keeper.press(page.locator(".score tbody tr").nth(1).locator("td button").nth(1))
    keeper.press(keeper.button("Take back the last tile"))
    tap_tiles(keeper, (13,))
    keeper.press(page.locator(".next"))
    rounds[1] = (3, ((1, 2), (11, 13), (6,), None, 31, (2,)))
    shown_totals(keeper, sheet(6, rounds).totals)
    keeper.press(page.locator(".score tbody tr").nth(4).locator("td button").nth(1))
    keeper.press(page.locator(".who-one").nth(0))
    tap_tiles(keeper, (9,))
    keeper.press(page.locator(".next"))
    wrong = [*rounds]
    wrong[4] = (0, (None, (9,), (7,), (5,), (6,), (11, 1)))
    shown_totals(keeper, sheet(6, wrong).totals)
    keeper.press(keeper.button("Undo"))
    made = sheet(6, rounds)
    shown_totals(keeper, made.totals)
    return made


def settled(keeper: Robot, made: ScoreSheet) -> None:
    """Check that the end of the evening shows the winner and the settlement of the library."""
    page = keeper.page
    page.locator(".ranks").wait_for()
    expect(page.locator(".moments")).to_contain_text("3disputes settled in peace")
    expect(page.locator("h1")).to_have_text(f"{NAMES[made.leaders[0]]} wins the game night")
    paid = [f"{NAMES[p.payer]} pays {NAMES[p.payee]} {p.points}" for p in made.fewest_payments]
    shown = [" ".join(text.split()) for text in page.locator(".payments li").all_inner_texts()]
    assert sorted(shown) == sorted(paid)


def written(keeper: Robot, made: ScoreSheet, folder: Path) -> None:
    """Check that the saved files contain the complete evening."""
    page = keeper.page
    keeper.press(page.locator(".end-acts .button").nth(1))
    with page.expect_download() as saved:
        keeper.press(keeper.button("Save the record (.rummy)"))
    file = folder / saved.value.suggested_filename
    saved.value.save_as(file)
    record = read_record(file)
    assert file.suffix == ".rummy"
    assert record.names == NAMES
    assert record.totals == made.totals
    assert dict(record.tags)["disputes"] == "3"
    assert audit(file).difference is None
    with page.expect_download() as table:
        keeper.press(keeper.button("Save for a spreadsheet (.csv)"))
    table.value.save_as(folder / "table.csv")
    last = (folder / "table.csv").read_text(encoding="utf-8").splitlines()[-1]
    assert last == f"total,,,{','.join(map(str, made.totals))}"
    page.keyboard.press("Escape")


def test_a_tie_asks_whose_turn_would_have_been_next(robot: Callable[..., Robot]) -> None:
    keeper = robot(PHONE)
    start(keeper, 3)
    page = keeper.page
    keeper.press(page.locator(".evening-go"))
    keeper.press(page.locator(".who-none"))
    for left in ((5,), (13,), (5,)):
        tap_tiles(keeper, left)
        keeper.press(page.locator(".next"))
    keeper.press(page.locator(".who-one").nth(1))
    ended = score_count("sabra", Count(None, ((5,), (13,), (5,)), following=1))
    shown_totals(keeper, ended.scores)
    assert keeper.errors == []


def test_the_keyboard_counts_a_rack(robot: Callable[..., Robot]) -> None:
    keeper = robot(DESKTOP)
    start(keeper, 2)
    page = keeper.page
    page.locator(".evening-go").focus()
    page.keyboard.press("Enter")
    page.locator(".who-one").first.focus()
    page.keyboard.press("Enter")
    page.locator(".next").wait_for()
    page.evaluate("document.activeElement?.blur()")
    for key in ("5", "0", "j", "Shift+Digit3", "7", "Backspace"):
        page.keyboard.press(key)
    expect(page.locator(".sum b")).to_have_text("58")
    page.keyboard.press("Enter")
    shown_totals(keeper, (58, -58))
    assert keeper.errors == []


def shared_code(keeper: Robot) -> str:
    """Share the evening, and return its code."""
    keeper.press(keeper.button("Other phones"))
    keeper.press(keeper.button("Share this game night"))
    return shown_code(keeper)


def shown_code(keeper: Robot) -> str:
    return str(keeper.page.locator(".code").get_attribute("aria-label")).replace(" ", "")


def test_the_keeper_removes_a_phone(robot: Callable[..., Robot]) -> None:
    keeper, guest = robot(PHONE), robot(PHONE)
    start(keeper, 3)
    digits = shared_code(keeper)
    guest.open(f"/evening/{digits}")
    shares = guest.page.locator(".evening-tool", has_text=digits)
    shares.wait_for()
    remove = keeper.button("Remove the phone: Only watches")
    remove.wait_for()
    assert serious(keeper) == []
    keeper.press(remove)
    expect(keeper.page.locator(".joined")).to_have_count(0)
    assert shown_code(keeper) != digits
    expect(shares).to_have_count(0)
    guest.errors.clear()  # the browser's own message about an error response


def test_another_player_starts_the_next_round(robot: Callable[..., Robot]) -> None:
    keeper = robot(PHONE)
    start(keeper, 3)
    page = keeper.page
    first = page.locator(".score tbody tr").first.locator("td")
    keeper.press(first.nth(0).get_by_role("button", name="starts"))
    assert serious(keeper) == []
    keeper.press(page.get_by_role("dialog").locator(".who-one").nth(2))
    expect(first.nth(2)).to_contain_text("starts")
    expect(first.nth(0)).to_be_empty()
    enter(keeper, (1, ((5,), None, (7,))))
    expect(page.locator(".score tbody tr").nth(1).locator("td").nth(0)).to_contain_text("starts")
    keeper.press(keeper.button("Undo"))
    expect(first.nth(2)).to_contain_text("starts")
    assert keeper.errors == []


def test_the_clock_and_its_penalties_are_shown_on_other_phones(robot: Callable[..., Robot]) -> None:
    keeper, guest = robot(PHONE), robot(PHONE)
    start(keeper, 3)
    digits = shared_code(keeper)
    keeper.page.keyboard.press("Escape")
    guest.open(f"/evening/{digits}")
    guest.page.locator(".score").wait_for()

    keeper.press(keeper.page.locator(".evening-tool", has_text="Clock"))
    keeper.press(keeper.page.locator(".go-on"))
    expect(guest.page.locator(".line")).to_contain_text("Ruth is playing")
    keeper.page.wait_for_timeout(500)  # a second tap within 400 ms is the same one
    keeper.press(keeper.page.locator(".zone.mover"))
    expect(guest.page.locator(".line")).to_contain_text("Ben is playing")

    skip = """key => {
        const clocks = JSON.parse(localStorage.getItem(key));
        for (const each of Object.values(clocks)) each.clock.since -= 11 * 60_000;
        localStorage.setItem(key, JSON.stringify(clocks));
    }"""
    keeper.page.evaluate(skip, "tilerummy.evening.clocks")
    keeper.page.reload()
    keeper.press(keeper.button("Ben draws 1 tile"))
    expect(guest.page.locator(".score")).to_contain_text("1 penalty tile")
    guest.page.locator(".plate", has_text="Ben: 1 penalty tile").wait_for()
    keeper.page.go_back()
    keeper.press(keeper.button("Take back a penalty tile: Ben"))
    expect(keeper.page.locator(".score")).not_to_contain_text("penalty")
    expect(guest.page.locator(".score")).not_to_contain_text("penalty")
    assert keeper.errors == guest.errors == []


def test_phones_join_and_take_over_when_the_keeper_is_gone(robot: Callable[..., Robot]) -> None:
    keeper, guest = robot(PHONE), robot(PHONE)
    start(keeper, 3)
    digits = shared_code(keeper)
    assert serious(keeper) == []
    keeper.page.keyboard.press("Escape")

    guest.open(f"/evening/{digits}")
    guest.page.locator(".score").wait_for()
    guest.press(guest.page.locator(".evening-tool", has_text=digits))
    guest.press(guest.page.locator(".takes", has_text="Ben"))
    expect(guest.page.locator(".takes[aria-pressed=true]")).to_have_count(1)
    assert serious(guest) == []
    guest.page.keyboard.press("Escape")

    guest.press(guest.button("My rack"))
    tap_tiles(guest, (0, 5, 3))
    guest.press(guest.page.locator(".next"))
    keeper.page.locator(".counting").wait_for()
    keeper.press(keeper.page.locator(".who-one").nth(2))
    tap_tiles(keeper, (13,))
    keeper.press(keeper.page.locator(".next"))
    played: Round = (2, ((13,), (0, 5, 3), None))
    for phone in (keeper, guest):
        shown_totals(phone, sheet(3, [played]).totals)

    # the keeper's phone is dead: the guest is in charge of the score from now on
    keeper.page.goto("about:blank")
    guest.press(guest.page.locator(".evening-tool", has_text=digits))
    guest.press(guest.button("Keep the score on this phone"))
    guest.page.keyboard.press("Escape")
    second: Round = (0, (None, (7,), (2, 2)))
    enter(guest, second)
    shown_totals(guest, sheet(3, [played, second]).totals)
    assert guest.errors == []
