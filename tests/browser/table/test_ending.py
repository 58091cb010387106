"""The end of a round is shown in stages, and the result is explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

import pytest
from playwright.sync_api import Page, expect
from tests.browser.driver.ends import INTERNATIONAL_END, LOST, MCGRAW_END
from tests.browser.driver.robot import DESKTOP, PHONE, Robot, Window
from tests.browser.driver.scene import Scene, Stage, played
from tests.browser.driver.scenes import END, TABLE
from tests.browser.driver.server_process import ServerProcess
from tests.browser.test_access import serious
from tests.browser.test_games import together
from tests.browser.test_people import give_up, menu
from tests.support.examples import LONG

MakePage = Callable[..., Page]
HOLD = 1.2
"""The minimum time that the last play stays visible, in seconds."""
STAGES = """
window.stages = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target.dataset.ending) window.stages.push(target.dataset.ending);
  }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ending'] });
"""
"""Records each stage of the ending when it appears."""
SLOW = """
const wait = setTimeout;
window.setTimeout = (call, ms = 0, ...rest) => wait(call, 10 * ms, ...rest);
"""
"""Makes all client delays ten times as long."""
COVERED = """() => [...document.querySelectorAll('.game :is(a, button, [tabindex="0"])')]
    .filter(each => !each.closest('.result, [inert]'))
    .filter(each => each.checkVisibility({ visibilityProperty: true }))
    .filter(each => {
        const box = each.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top?.closest('.result');
    })
    .map(each => each.outerHTML)"""
"""The elements behind the result that can have the focus."""

SIZES = pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])


@pytest.fixture
def page(robot: Callable[..., Robot]) -> MakePage:
    """Return a factory of pages, with animations or *still*."""

    def make(window: Window, *, still: bool = False) -> Page:
        page = robot(window).page
        page.emulate_media(reduced_motion="reduce" if still else "no-preference")
        return page

    return make


def ended(page: Page, server: ServerProcess, scene: Scene, script: str = "") -> float:
    """End a round while *script* runs in the browser, and return the time when the round ended."""
    stage = Stage(page, replace(TABLE, preset=scene.preset, terms=scene.terms))
    stage.open(server.url)
    page.locator(".tt-tile").first.wait_for()
    page.wait_for_timeout(500)
    page.evaluate(f"() => {{ {script} }}")
    stage.change(scene, played(scene.to_move, "r7 b7 k7 o7 / k9 k10 k11 k12", "k9 k10 k11"))
    return monotonic()


@SIZES
def test_the_last_play_is_seen_before_the_result_and_points_at_the_seats(
    page: MakePage, server: ServerProcess, window: Window
) -> None:
    at = page(window)

    since = ended(at, server, END)
    at.locator("[data-ending]").wait_for()
    while monotonic() - since < HOLD:
        assert at.locator(".revealed, .result").count() == 0
        at.wait_for_timeout(50)
    expect(at.locator(".revealed")).to_have_count(3)
    expect(at.locator(".result")).to_be_visible()

    expect(at.locator(".tt-tile").first).to_be_visible()
    assert at.locator(".felt-ground .confetti i").count() > 0
    assert at.locator(".crown").count() > 0
    for seat, score in (1, "−83"), (2, "−23"), (3, "−21"):
        expect(at.locator(f"[data-seat='{seat}'] .revealed-score")).to_have_text(score)
    assert at.locator("[data-seat='2'] .revealed-rack .tile").count() == 4


@SIZES
@pytest.mark.parametrize("how", ["key", "tap"])
def test_a_key_or_a_tap_skips_to_the_end(
    page: MakePage, server: ServerProcess, window: Window, how: str
) -> None:
    at = page(window)
    ended(at, server, END, STAGES + SLOW)
    at.locator("[data-ending]").wait_for()

    at.keyboard.press("Shift") if how == "key" else at.mouse.click(5, 5)

    at.locator("[data-ending=card] .result").wait_for()
    assert "crown" not in at.evaluate("window.stages"), "this comes before the card by itself"


@SIZES
def test_without_motion_a_win_is_explained_immediately(
    page: MakePage, server: ServerProcess, window: Window
) -> None:
    at = page(window, still=True)
    ended(at, server, END, STAGES)
    at.locator("[data-ending=card] .result").wait_for()
    assert at.evaluate("window.stages") == ["card"]

    how = at.locator(".how")
    if window is DESKTOP:
        expect(how).to_contain_text(
            "You score the points left on the other racks: 83 + 23 + 21 = 127 points."
        )
    else:  # the points themselves are below
        expect(how).to_have_text("You score the points left on the other racks.")
        expect(at.locator(".score:visible")).to_have_text(["−21", "−23", "−83"])
    expect(at.locator(".result")).to_contain_text("9 tiles left and a joker (30)")
    expect(at.locator(".primary", has_text="Rematch")).to_be_visible()
    expect(at.locator(".evening li").first).to_contain_text("1")
    wide = window is DESKTOP
    expect(at.locator("#result-head")).to_have_text("Well played, Noa" if wide else "You win! +127")

    # and computers explain their play
    said = at.locator(".motives li")
    expect(said.first).to_be_hidden()

    at.get_by_text("What were they thinking?").click()

    expect(said.first).to_be_in_viewport()
    expect(at.locator("#result-head")).to_be_in_viewport(ratio=0.9)
    expect(said).to_have_text(
        [
            "Tom I saved my joker for going out. 10 tiles stayed behind.",
            (
                "Mira I squeezed in 3 tiles, the most that would go! 4 tiles in one turn, what fun!"
                " 4 tiles left over, never mind!"
            ),
            (
                "Ana I held my last tiles back to lay them all at once."
                " My boldest turn was 4 tiles. I kept count: 2 tiles left."
            ),
        ]
    )


@SIZES
def test_a_computers_win_has_a_crown_and_no_confetti(
    page: MakePage, server: ServerProcess, window: Window
) -> None:
    at = page(window, still=True)
    ended(at, server, LOST)

    expect(at.locator("#result-head")).to_contain_text("Mira wins")
    expect(at.locator(".how")).to_contain_text(
        "Mira went out and scores the points left on the other racks: 14 + 83"
        if window is DESKTOP
        else "Mira scores the points left on the other racks."
    )
    expect(at.locator("[data-seat='2'] .crown")).to_be_attached()
    assert at.locator(".confetti, .ending-banner").count() == 0


@SIZES
@pytest.mark.parametrize(
    "scene",
    [pytest.param(END, id="won"), *([pytest.param(LOST, id="lost")] if LONG else [])],
)
def test_the_end_is_accessible(
    robot: Callable[..., Robot], server: ServerProcess, window: Window, scene: Scene
) -> None:
    reader = robot(window)
    at = reader.page
    ended(at, server, scene)
    at.locator(".result").wait_for()

    assert serious(reader) == []
    at.keyboard.press("Escape")
    expect(at.locator(".result")).to_have_count(0)
    at.get_by_role("button", name="See the result").click()
    expect(at.locator(".result")).to_be_visible()


@SIZES
def test_international_names_the_kind_of_win(
    page: MakePage, server: ServerProcess, window: Window
) -> None:
    at = page(window, still=True)

    ended(at, server, INTERNATIONAL_END)

    how = at.locator(".how")
    expect(how).to_contain_text("An open win: 100 points.")
    expect(how).to_contain_text("or 100 points if they hadn’t opened")
    rows = at.locator(".result-seats li")
    expect(rows.filter(has_text="Mira")).to_contain_text("hadn’t opened, 2 tiles left")
    expect(rows.filter(has_text="Tom").locator("small")).to_have_text("3 tiles left")
    payments = at.locator(".payments")
    expect(payments.locator("summary")).to_have_text("Total payments+436")
    payments.locator("summary").click()
    expect(payments.locator(".settlement .sr-only")).to_have_text(
        [
            "Tom pays you 124",
            "Mira pays you 200",
            "Ana pays you 112",
            "Mira pays Tom 76",
            "Tom pays Ana 12",
            "Mira pays Ana 88",
        ]
    )
    expect(payments.locator(".balances b")).to_have_text(["+436", "−60", "−364", "−12"])
    expect(payments.locator(".balances")).to_be_in_viewport()


def test_low_scores_win_in_mcgraw(page: MakePage, server: ServerProcess) -> None:
    at = page(DESKTOP, still=True)
    ended(at, server, MCGRAW_END)

    expect(at.locator(".how")).to_contain_text("Low scores win")
    expect(at.locator(".result-seats li").first).to_contain_text("You")
    expect(at.locator(".result-seats .score").last).to_have_text("83")


@pytest.mark.parametrize("quits", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_a_player_who_resigns_sees_the_cost(robot: Callable[..., Robot], quits: Window) -> None:
    host, guest = robots = [robot(DESKTOP), robot(quits)]
    together(robots)
    give_up(guest)

    host.until("over")
    expect(guest.page.locator("#result-head")).to_have_text("You gave up")
    expect(guest.page.locator(".how")).to_contain_text("as if the other player had gone out")
    expect(guest.page.locator(".result").get_by_role("link", name="Home")).to_be_visible()
    expect(host.page.locator("#result-head")).to_contain_text("gave up")
    expect(host.page.locator(".how")).to_contain_text("as if you had gone out")


@SIZES
def test_sharing_at_the_end_shares_the_game(robot: Callable[..., Robot], window: Window) -> None:
    alone = robot(window)
    alone.play_now()
    give_up(alone)
    alone.page.locator(".result").wait_for()
    assert alone.page.evaluate(COVERED) == []
    alone.press(alone.button("Share"))
    dialog = alone.page.locator("dialog[open]")
    alone.press(dialog.get_by_role("button", name="Make public and share"))
    picture = dialog.locator("img")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 1200)

    shared = alone.page.url.replace("/t/", "/games/")
    stranger = robot(DESKTOP)
    stranger.open(shared.removeprefix(stranger.server.url))
    stranger.page.locator(".replay-stage").wait_for()


@SIZES
def test_a_player_who_leaves_while_others_play_may_watch(
    page: MakePage, server: ServerProcess, window: Window
) -> None:
    at = page(window, still=True)
    stage = Stage(at, TABLE)
    stage.open(server.url)
    stage.give_up()

    expect(at.locator("#result-head")).to_have_text("You gave up")
    expect(at.locator(".how")).to_contain_text("A computer takes over your tiles")
    expect(at.locator(".primary", has_text="New table")).to_be_visible()
    at.get_by_role("button", name="Look at the table").click()
    expect(at.locator(".result")).to_have_count(0)
    expect(at.locator(".tt-tile:not(.tt-on-rack)").first).to_be_visible()


@pytest.mark.parametrize("window", [DESKTOP, *([PHONE] if LONG else [])], ids=str)
def test_resigning_against_computers_shows_a_result(
    robot: Callable[..., Robot], window: Window
) -> None:
    alone = robot(window)
    alone.play_now()
    other = alone.context.new_page()  # the same user in another tab
    other.goto(alone.page.url)
    other.locator(".tt-tile").first.wait_for()
    give_up(alone)

    for page in (alone.page, other):
        expect(page.locator("#result-head")).to_have_text("You gave up")
        expect(page.locator(".result").get_by_role("link", name="Home")).to_be_visible()
    alone.press(alone.button("Rematch"))
    alone.until("playing")
    alone.open()
    expect(alone.page.locator(".home-mine li")).to_contain_text("You gave up")


@pytest.mark.parametrize("window", [PHONE, *([DESKTOP] if LONG else [])], ids=str)
def test_ending_a_game_against_computers_asks_first(
    robot: Callable[..., Robot], window: Window
) -> None:
    alone = robot(window)
    alone.play_now(opponents=2)
    menu(alone, "End the match")
    alone.press(alone.button("Keep playing"))
    expect(alone.page.locator(".menu").first).to_be_visible()
    alone.press(alone.page.locator(".menu").get_by_text("End the match"))
    alone.press(alone.page.locator(".menu-sure .danger"))

    expect(alone.page.locator(".how")).to_have_text(
        "You ended the match. No one scores this round."
    )
    expect(alone.page.locator(".crown, .seat-score")).to_have_count(0)
    alone.open()
    row = alone.page.locator(".home-mine li")
    expect(row).to_contain_text("Ended early")
    expect(row).not_to_contain_text("won")


@SIZES
def test_a_visitor_after_the_end_sees_the_racks(
    page: MakePage, server: ServerProcess, window: Window
) -> None:
    at = page(window, still=True)

    Stage(at, END).open(server.url)

    expect(at.locator(".seat .revealed-rack")).to_have_count(3)
