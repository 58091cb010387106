"""The teacher's tips in the first game, and how it leads through a play, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.driver.ends import LOST
from tests.browser.driver.pool import add_script
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.scene import ID, Scene, drew, visit
from tests.browser.test_access import serious

from tilerummy.server.messages.server import Answer
from tilerummy.server.messages.views import RefusalReason
from tilerummy.server.room.room import Place

LANDSCAPE = Window(740, 360, touch=True)
LOW = Window(390, 560, touch=True)
"""A phone whose browser and keyboard leave little height."""

BORROW = Scene(
    position="table k5 r5 b5 o5 / o8 o9 o10 | rack b6 b7 k1 r13 | opened 3 | turn 15",
    names=("Noa", "Tom"),
    counts=(9,),
    opened=(True,),
)
"""The viewer needs the blue 5 from the group."""

FREE = replace(
    BORROW,
    position="table k5 r5 b5 o5 / o8 o9 o10 | rack b6 b7 o11 k1 r13 | opened 3 | turn 15",
)
"""The viewer's orange 11 also fits."""

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
    other = player.page.locator(".tt-on-rack:not(.tt-hint)").first
    player.press(other)
    expect(coach).to_contain_text("Your own idea?")
    player.page.keyboard.press("Escape")
    expect(coach).to_contain_text("Step 1 of 2")
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


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_teacher_accepts_other_plays_and_praises_a_better_one(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    player.store("tilerummy.coach", f"0 {ID}")
    stage = visit(player, FREE, until=".coach")
    coach, page = player.page.locator(".coach"), player.page
    player.press(coach.get_by_role("button", name="Show me"))
    expect(coach).to_contain_text("Pick up blue 5")
    tile = '.tt-tile[data-id^="{}."]'
    player.press(page.locator(tile.format("o11")))
    player.press(page.locator(tile.format("o10")))
    expect(coach).to_contain_text("Good idea, too!")
    expect(coach).to_contain_text("Pick up blue 5")
    for each in ("b5", "b6", "b7"):
        player.press(page.locator(tile.format(each)))
    assert player.tap_the_felt()
    expect(coach).to_contain_text("Even better!")
    player.do("done")
    turn = stage.sent_message("done")
    assert sorted(turn["after"]) == ["b5 b6 b7", "k5 r5 o5", "o8 o9 o10 o11"]


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
        words = coach.locator(".bubble").evaluate(box)
        assert 0 <= words["left"] < words["right"] <= window.width - 3
        for part in (".felt-ground", ".seat:not(.own)", ".rack-ground", ".turn-actions"):
            other = player.page.locator(part).first.evaluate(box)
            assert player.page.evaluate(APART, [teacher, other]), part
        if coach.get_by_role("button", name="Show me").count():
            player.press(coach.get_by_role("button", name="Show me"))


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_teacher_says_goodbye_in_the_result_once(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    player.store("tilerummy.coach", f"3 {ID}")
    visit(player, LOST, until=".result .goodbye")
    expect(player.page.locator(".coach, .coach-call")).to_have_count(0)
    player.settle()
    assert player.page.evaluate(
        """() => [...document.querySelectorAll('.result-foot :is(a, button)')].every((each) => {
            const { left, top, width, height } = each.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return each.contains(hit);
        })"""
    )
    player.page.reload()
    expect(player.page.locator(".result")).to_be_visible()
    player.settle()
    expect(player.page.locator(".goodbye")).to_have_count(0)


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


def test_a_refusal_while_the_teacher_leads_is_shown_above_the_teacher(
    robot: Callable[..., Robot],
) -> None:
    player = robot(PHONE)
    player.store("tilerummy.coach", f"0 {ID}")
    stage = visit(player, BORROW, until=".coach")
    coach, marked = player.page.locator(".coach"), player.page.locator(".tt-hint")
    player.press(coach.get_by_role("button", name="Show me"))
    player.press(marked)
    assert player.tap_the_felt()
    for left in (2, 1, 0):
        player.press(marked.first)
        expect(marked).to_have_count(left)
    assert player.tap_the_felt()
    expect(coach).to_contain_text("Beautifully done!")
    player.do("done")
    cid = stage.sent_message("done")["cid"]
    reason = RefusalReason(code="table_tile_missing", message="A tile is missing.")
    stage.send(Answer(cid=cid, status="refused", version=0, reasons=[reason, reason]))
    words = player.page.locator(".status .bad, .status.bad").first
    expect(words).to_be_visible()
    expect(coach).to_be_visible()
    player.settle()
    assert player.page.evaluate(
        """() => {
            const words = document.querySelector('.status .reasons li, .status .bad');
            const { left, top, width, height } = words.getBoundingClientRect();
            return [0.1, 0.5, 0.9].every((down) => document
                .elementFromPoint(left + width / 2, top + height * down)?.closest('.strip'));
        }"""
    )


def test_the_teacher_and_the_highlighted_button_agree(robot: Callable[..., Robot]) -> None:
    player = robot(PHONE)
    player.store("tilerummy.coach", f"0 {ID}")
    visit(player, BORROW, until=".coach")
    coach, draw = player.page.locator(".coach"), player.page.locator("[data-action='draw']")
    primary = re.compile(r"\bprimary\b")
    expect(coach.get_by_role("button", name="Show me")).to_have_class(primary)
    expect(draw).not_to_have_class(primary)
    player.press(coach.get_by_role("button", name="Got it"))
    expect(coach).to_have_count(0)
    expect(draw).not_to_have_class(primary)  # the play can still be made
    hint = player.page.locator(".hint")
    player.press(player.page.locator(".advice"))
    expect(hint).to_be_visible()
    expect(draw).not_to_have_class(primary)
    for more in ("Which tiles?", "How?", "Close"):
        player.press(hint.get_by_role("button", name=more))
    expect(hint).to_have_count(0)
    expect(draw).not_to_have_class(primary)
    player.press(player.page.locator(".coach-call"))
    player.press(coach.get_by_role("button", name="Turn off tips"))
    expect(draw).to_have_class(primary)


def test_draw_stays_plain_after_a_hint_has_named_a_play(robot: Callable[..., Robot]) -> None:
    player = robot(PHONE)
    stage = visit(player, BORROW)
    draw = player.page.locator("[data-action='draw']")
    primary = re.compile(r"\bprimary\b")
    expect(draw).to_have_class(primary)
    player.press(player.page.locator(".advice"))
    player.press(player.page.locator(".hint").get_by_role("button", name="Close"))
    expect(player.page.locator(".hint")).to_have_count(0)
    expect(draw).not_to_have_class(primary)
    player.pick(["b6"])
    expect(player.page.locator(".first")).to_have_class(primary)
    player.page.keyboard.press("Escape")
    expect(draw).not_to_have_class(primary)
    later = replace(BORROW, position=BORROW.position.replace("turn 15", "turn 17"))
    stage.change(later, drew(0, "k2"), drew(1, "k3"))
    expect(draw).to_have_class(primary)


CUT = """() => {
  const coach = document.querySelector('.coach');
  return [...coach.querySelectorAll('h2, p, button')].filter((each) => {
    each.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const hit = (y) => document.elementFromPoint((left + right) / 2, y);
    return left < 0 || right > innerWidth
      || !each.contains(hit(top + 2)) || !each.contains(hit(bottom - 2));
  }).map((each) => each.textContent);
}"""


def test_at_200_percent_the_whole_tip_is_read_and_at_400_percent_it_waits_to_be_asked(
    robot: Callable[..., Robot],
) -> None:
    zoomed = Window(195, 422)
    player = robot(zoomed)
    player.store("tilerummy.coach", f"0 {ID}")
    visit(player, BORROW, until=".coach")
    player.settle()
    assert player.page.evaluate(CUT) == []

    tiny = Window(320, 200)
    player.resize(tiny)
    player.page.reload()
    call, coach = player.page.locator(".coach-call"), player.page.locator(".coach")
    expect(call).to_be_visible()
    expect(coach).to_have_count(0)
    player.press(call)
    player.press(coach.get_by_role("button", name="Show me"))
    player.settle()
    felt, words = (
        player.page.locator(part).evaluate("(e) => e.getBoundingClientRect().height")
        for part in (".felt-ground", ".coach")
    )
    assert words <= 0.65 * felt


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


MELDS = (
    "k5 r5 b5 / o8 o9 o10 o11 o12 / k1 k2 k3 k4 / r1 r2 r3 / b7 b8 b9 b10 / k9 r9 o9 / o1 o2 o3 o4"
    " / r11 r12 r13 / k6 k7 k8 / b1 b2 b3 b4 / k13 o13 b13"
)
OPENS = replace(
    BORROW,
    position=f"table {MELDS} | rack k10 r10 b10 o6 k12 | opened no | turn 15",
    opened=(True,),
)
"""The viewer can open, which the teacher mentions in one turn only."""


@pytest.mark.parametrize("window", [PHONE, LOW], ids=["phone", "low"])
def test_the_felt_has_the_room_of_the_silent_teacher_and_no_meld_moves_in_a_turn(
    robot: Callable[..., Robot], window: Window
) -> None:
    player = robot(window)
    player.store("tilerummy.coach", f"9 {ID}")
    stage = visit(player, replace(OPENS, to_move=1))
    coach = player.page.locator(".coach")
    draw = player.page.locator(".turn-actions [data-action='draw']")

    def places() -> tuple[float, dict[str, list[float]]]:
        """Return the height of the felt, and the boxes of the rack and the tiles."""
        player.settle()
        found = dict(
            player.page.evaluate(
                """() => Object.fromEntries(
                    [...document.querySelectorAll(
                        '.felt-ground, .rack-ground, .tt-tile:not(.tt-on-rack)')].map(
                        (each) => {
                            const { x, y, width, height } = each.getBoundingClientRect();
                            const name = each.className.split(' ')[0];
                            return [each.dataset.id ?? name, [x, y, width, height]];
                        },
                    ))"""
            )
        )
        return found.pop("felt-ground")[3], found

    whole, silent = places()
    assert len(silent) == 1 + len(MELDS.replace("/ ", "").split())
    stage.change(OPENS, drew(1, "k2"))
    expect(coach).to_contain_text("30 points")
    lower, before = places()
    assert lower < whole - 50
    assert before["rack-ground"] == silent["rack-ground"]
    player.press(coach.get_by_role("button", name="Show me"))
    expect(coach).to_contain_text("Step 1 of")
    assert places() == (lower, before)
    player.press(coach.get_by_role("button", name="Close"))
    expect(coach).to_have_count(0)
    # melds that had to make room return
    assert places() in ((whole, before), (whole, silent))
    stage.change(replace(OPENS, to_move=1), drew(0, "k2"))
    expect(draw).to_have_count(0)
    assert places()[0] == whole

    stage.sent.clear()
    later = OPENS.position.replace("turn 15", "turn 17")
    stage.change(replace(OPENS, position=later), drew(0, "k2"), drew(1, "k3"))
    stage.sent_message("ask_hint")
    expect(draw).to_be_enabled()
    expect(coach).to_have_count(0)
    assert places()[0] == whole


@pytest.mark.parametrize(
    "window", [DESKTOP, LOW, Window(320, 256)], ids=["desktop", "low", "400-percent"]
)
def test_the_silent_teacher_is_beside_the_felt(robot: Callable[..., Robot], window: Window) -> None:
    player = robot(window)
    player.store("tilerummy.coach", f"1 {ID}")
    visit(player, BORROW, until=".coach, .coach-call")
    silence = player.page.locator(".coach").get_by_role("button", name="Got it")
    if silence.count():
        player.press(silence)
    box = "(e) => e.getBoundingClientRect().toJSON()"
    teacher = player.page.locator(".coach-call").evaluate(box)
    for part in (".felt-ground", ".rack-ground", ".tt-tile", ".table button:not(.coach-call)"):
        for other in player.page.locator(part).all():
            assert player.page.evaluate(APART, [teacher, other.evaluate(box)]), part
    player.press(player.page.locator(".coach-call"))
    expect(player.page.locator(".coach")).to_be_visible()


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
