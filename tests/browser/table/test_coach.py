"""The teacher's tips in the first game, and how it leads through a play, step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.driver.pool import add_script
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.scene import ID, Scene, drew, visit
from tests.browser.test_access import serious

from tilerummy.server.room.room import Place

LANDSCAPE = Window(740, 360, touch=True)

BORROW = Scene(
    position="table k5 r5 b5 o5 / o8 o9 o10 | rack b6 b7 k1 r13 | opened 3 | turn 15",
    names=("Noa", "Tom"),
    counts=(9,),
    opened=(True,),
)
"""The viewer needs the blue 5 from the group."""

INVITED = replace(
    BORROW,
    places=(
        Place(kind="person", guest="0", name="Noa", face="owl", colour="rose"),
        Place(kind="person", guest="1", name="Tom", face="owl", colour="rose"),
    ),
    host="1",
)
"""Another player has invited the viewer."""


SPARE = replace(
    BORROW,
    position="table k8 k9 k10 k11 / r5 r6 r7 | rack r8 b8 o1 o13 | opened 3 | turn 15",
)
"""The viewer's red 8 fits a run, but the blue 8 needs it and the black 8 of the other run."""


def test_the_teacher_wants_no_rearrangement_for_a_tile_that_fits(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    player.store("tilerummy.coach", f"0 {ID}")
    visit(player, SPARE, until=".coach")
    expect(player.page.locator(".coach")).to_contain_text("room for your blue 8 if you rearrange")


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_teacher_leads_through_a_rearrangement(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    player.store("tilerummy.coach", f"0 {ID}")
    stage = visit(player, BORROW, until=".coach")
    coach, marked = player.page.locator(".coach"), player.page.locator(".tt-hint")
    expect(coach).to_contain_text("Time to rearrange!")
    assert serious(player) == []

    player.press(coach.get_by_role("button", name="Show me"))
    expect(coach).to_contain_text("Step 1 of 2")
    expect(coach).to_contain_text("Pick up blue 5")
    expect(coach).to_contain_text("This is for your blue 6 and blue 7.")
    player.press(player.page.locator(".tt-on-rack:not(.tt-hint)").first)
    expect(coach).to_contain_text("Try again")
    expect(coach).to_contain_text("Pick up blue 5")
    player.press(marked)
    assert player.tap_the_felt()
    expect(coach).to_contain_text("Step 2 of 2")
    expect(marked).to_have_count(3)
    for left in (2, 1, 0):
        player.press(marked.first)
        expect(marked).to_have_count(left)
    assert player.tap_the_felt()
    expect(coach).to_contain_text("Beautifully done!")
    player.do("done")

    turn = stage.sent_message("done")
    assert sorted(turn["after"]) == ["b5 b6 b7", "k5 r5 o5", "o8 o9 o10"]


APART = """([one, other]) => one.top >= other.bottom || one.bottom <= other.top ||
    one.left >= other.right || one.right <= other.left"""
"""True if two boxes do not overlap."""


@pytest.mark.parametrize(
    "window",
    [PHONE, LANDSCAPE, Window(1024, 768), DESKTOP],
    ids=["phone", "landscape", "tablet", "desktop"],
)
def test_the_teacher_covers_neither_table_nor_players(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    player.store("tilerummy.coach", f"1 {ID}")
    visit(player, BORROW, until=".coach")
    box = "(e) => { const b = e.getBoundingClientRect(); return b.toJSON(); }"
    coach = player.page.locator(".coach")
    for _ in range(2):
        player.settle()
        teacher = coach.evaluate(box)
        for part in (".felt-ground", ".seat:not(.own)", ".rack-ground", ".turn-actions"):
            other = player.page.locator(part).first.evaluate(box)
            assert player.page.evaluate(APART, [teacher, other]), part
        if coach.get_by_role("button", name="Show me").count():
            player.press(coach.get_by_role("button", name="Show me"))


def test_teacher_and_hint_take_turns(robot: Callable[..., Robot]) -> None:
    player = robot(PHONE)
    player.store("tilerummy.coach", f"0 {ID}")
    visit(player, BORROW, until=".coach")
    coach, marked = player.page.locator(".coach"), player.page.locator(".tt-hint")
    hint, lamp = player.page.locator(".hint"), player.page.locator(".advice")

    player.press(coach.get_by_role("button", name="Show me"))
    player.press(lamp)
    for more in ("Which tiles?", "How?"):
        expect(hint).to_be_visible()
        expect(coach).to_have_count(0)
        player.press(hint.get_by_role("button", name=more))
    expect(hint).to_contain_text("Step")

    expect(player.page.locator(".coach-call")).to_have_count(0)  # it would cover the hint

    player.press(hint.get_by_role("button", name="Close"))
    player.press(player.page.locator(".coach-call"))
    expect(coach).to_contain_text("Time to rearrange!")
    expect(hint).to_have_count(0)
    expect(marked).to_have_count(0)
    expect(player.page.locator(".tt-rack")).to_have_attribute("aria-label", "Your rack, 4 tiles")


def test_the_teacher_leaves_room_for_the_reason_of_a_refusal(robot: Callable[..., Robot]) -> None:
    player = robot(PHONE)
    player.store("tilerummy.coach", f"0 {ID}")
    visit(player, BORROW, until=".coach")
    coach = player.page.locator(".coach")
    expect(coach).to_contain_text("Time to rearrange!")
    for tile in ("r5", "k1"):
        player.press(player.page.locator(f'.tt-tile[data-id^="{tile}."]'))
    assert player.tap_the_felt()
    player.do("done")
    expect(player.page.locator(".status .reasons")).to_be_visible()
    expect(coach).to_have_count(0)
    expect(player.page.locator(".coach-call")).to_be_visible()


OPEN_WITH_JOKER = Scene(
    position="table k5 r5 b5 | rack k11 r11 * k1 b2 | opened no | turn 3",
    names=("Noa", "Tom"),
    counts=(9,),
    opened=(True,),
)


def test_the_teacher_says_that_only_the_joker_opens_and_shows_how(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    player.store("tilerummy.coach", f"4 {ID}")
    visit(player, OPEN_WITH_JOKER, until=".coach")
    coach = player.page.locator(".coach")
    expect(coach).to_contain_text("Only the joker gets you to 30 points.")
    player.press(coach.get_by_role("button", name="Show me"))
    expect(coach).to_contain_text("Step 1 of 1")


def test_a_hint_covers_no_tile_on_a_phone(robot: Callable[..., Robot]) -> None:
    player = robot(PHONE)
    visit(player, BORROW)
    player.press(player.page.locator(".advice"))
    box = "(e) => e.getBoundingClientRect().toJSON()"
    for more in ("Which tiles?", "How?", None):
        player.settle()
        hint = player.page.locator(".status").evaluate(box)
        keys = player.page.locator(".hint-keys").evaluate(box)
        for tile in player.page.locator(".tt-tile").all():
            place = tile.evaluate(box)
            assert player.page.evaluate(APART, [hint, place])
            assert player.page.evaluate(APART, [keys, place])
        if more:
            player.press(player.page.locator(".hint").get_by_role("button", name=more))


def test_an_invited_newcomer_is_offered_the_teacher_beside_the_game(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    add_script(player.page, "localStorage.removeItem('tilerummy.asked')")
    visit(player, INVITED, until=".coach")
    coach = player.page.locator(".coach")
    expect(coach).to_contain_text("Do you know the game?")
    expect(player.page.locator("[data-action='draw']")).to_be_enabled()  # nothing is blocked
    player.press(coach.get_by_role("button", name="Show me as we play"))
    expect(coach).to_contain_text("Time to rearrange!")


OPENS = replace(
    BORROW, position="table k5 r5 b5 | rack k10 r10 b10 o1 o3 | opened no | turn 15", opened=(True,)
)
"""The viewer can open, which the teacher mentions in one turn only."""


def test_the_felt_takes_the_room_of_a_silent_teacher_between_turns(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    player.store("tilerummy.coach", f"9 {ID}")
    stage = visit(player, OPENS, until=".coach")
    coach, felt = player.page.locator(".coach"), player.page.locator(".felt-ground")

    def height() -> float:
        player.settle()
        return float(felt.evaluate("(e) => e.getBoundingClientRect().height"))

    while_told = height()
    player.press(coach.get_by_role("button", name="Got it"))
    expect(coach).to_have_count(0)
    assert height() == while_told  # nothing moves during a turn
    stage.change(replace(OPENS, to_move=1), drew(0, "k2"))
    expect(player.page.locator(".turn-actions [data-action='draw']")).to_have_count(0)
    full = height()
    assert full > while_told + 80

    stage.sent.clear()
    later = OPENS.position.replace("turn 15", "turn 17")
    stage.change(replace(OPENS, position=later), drew(0, "k2"), drew(1, "k3"))
    stage.sent_message("ask_hint")
    expect(player.page.locator("[data-action='draw']")).to_be_enabled()
    assert height() == full
    expect(coach).to_have_count(0)


def test_the_felt_keeps_its_size_when_an_invited_player_knows_the_game(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    add_script(player.page, "localStorage.removeItem('tilerummy.asked')")
    visit(player, INVITED, until=".coach")
    player.settle()
    height = "(e) => e.getBoundingClientRect().height"
    felt, coach = player.page.locator(".felt-ground"), player.page.locator(".coach")
    before = felt.evaluate(height)
    assert coach.evaluate(height) < before / 2
    player.press(coach.get_by_role("button", name="I know it"))
    expect(coach).to_have_count(0)
    assert felt.evaluate(height) == before
