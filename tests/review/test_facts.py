"""The facts that explain why another choice was better."""

from __future__ import annotations

import pytest
from tests.review.games import PAIR, game
from tests.review.test_grades import ACT, CLOSED, DRAW, JOKER, MELD, ONE, THREE
from tests.review.test_proven_errors import OUT, point

from tilerummy.review import ReviewSettings, review
from tilerummy.review.facts import Fact, facts
from tilerummy.review.values import Depth
from tilerummy.rules import ruleset
from tilerummy.state.notation import read_action

CLOSE = ACT.replace("?5", "?3")


def found(view: str, chosen: str, better: str, rules: str = "sabra") -> dict[str, Fact]:
    """Return the facts in favour of *better* by their codes; actions are separated by commas."""
    actions = [tuple(map(read_action, each.split(", "))) for each in (chosen, better)]
    at = point(view, *map(str, actions[0]))
    return {str(fact.code): fact for fact in facts(ruleset(rules), at, actions[1])}


def test_drawing_keeps_tiles_together_and_says_what_they_wait_for() -> None:
    waits = found(ACT, f"{ONE}, pass", "draw")["waits"]

    assert str(waits.tiles) == "k4 k5"
    chances = {str(tile): chance for tile, chance in waits.draws}
    unseen = 106 - 3 - 7
    assert chances == {"k3": pytest.approx(1 / unseen), "k6": pytest.approx(2 / unseen)}


def test_an_opening_takes_points_off_the_rack_before_another_player_goes_out() -> None:
    of = found(CLOSED.replace("?5", "?3"), "draw", f"{THREE}, pass")

    assert of["costs_less"].count == 27
    assert (of["close"].seat, of["close"].count) == (1, 3)


@pytest.mark.parametrize(
    ("view", "chosen", "better", "code", "tiles"),
    [
        (OUT, "draw", "play => r3 b3 o3, play k1 k2 k3 => k1 k2 k3 k4", "goes_out", ""),
        (ACT, f"{JOKER}, pass", f"{THREE}, pass", "keeps_joker", ""),
        (CLOSE, "draw", f"{THREE}, pass", "close", ""),
        (MELD, f"{ONE}, discard b1", "discard b1", "waits", "k4 k5"),
        (MELD, "discard k4", "discard b1", "waits", "k4 k5"),
        (MELD.replace("?5", "?5; opened 3"), "discard k4", "discard b1", "next_lays", "k4"),
        (DRAW.replace("b5", "k4"), "draw", "draw discard", "fits", "k4"),
        (DRAW.replace("rack k4 r9", "rack b6 b7"), "draw", "draw discard", "completes", "b5 b6 b7"),
        (DRAW, "draw discard", "draw", "no_meld", "b5"),
    ],
)
def test_each_kind_of_choice_has_its_facts(
    view: str, chosen: str, better: str, code: str, tiles: str
) -> None:
    rules = "american" if "phase" in view else "sabra"
    of = found(view, chosen, better, rules)

    assert str(of[code].tiles) == tiles


def test_a_review_without_rollouts_explains_itself_too() -> None:
    record = game("sabra", PAIR, 1)
    for seat in range(2):
        listed = review(record, seat, ReviewSettings(depth=Depth.CERTAIN)).decisions

        assert any(each.reason for each in listed)
        assert all(bool(each.facts) == bool(each.reason) for each in listed)
