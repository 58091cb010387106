"""What stands at the public doors: short reprs, and the way out for arguments of a wrong type."""

from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from tilerummy.melds import table
from tilerummy.players import play_round, player
from tilerummy.rules import chance, ruleset
from tilerummy.state import Play, State
from tilerummy.state.notation import read_state


def test_a_ruleset_shows_as_the_text_that_gives_it_back() -> None:
    rules = ruleset("sabra", {"initial_meld.points": 50})

    assert repr(rules) == str(rules) == "sabra+initial_meld.points=50"
    assert ruleset(repr(rules)) == rules


def test_a_ruleset_of_ones_own_shows_as_its_name() -> None:
    assert repr(replace(ruleset("sabra"), name="at home")) == "at home"


def test_a_state_shows_as_its_notation() -> None:
    state = read_state("rack k2 k1 | table *b7 b5 b6 | to-move 2")

    assert repr(state) == str(state) == "table b5 b6 *b7 | rack k1 k2 | to-move 2"
    assert read_state(repr(state)) == state


def test_a_state_without_the_seat_to_move_shows_all_the_same() -> None:
    assert repr(State(seats=())) == "State of 0 seats with seat 0 to move"


def test_a_round_wants_a_ruleset_and_not_its_name() -> None:
    name: Any = "sabra"

    with pytest.raises(TypeError, match=r'ruleset\("sabra"\), not \'sabra\''):
        play_round(name, [player("beginner", Random(1))] * 2, seed=bytes(32))


def test_a_play_is_between_tables_and_not_texts() -> None:
    text: Any = "k1 k2 k3"

    with pytest.raises(TypeError, match=r'table\("k1 k2 k3"\)'):
        Play.between(text, table(""))
    with pytest.raises(TypeError, match=r'table\("k1 k2 k3"\)'):
        Play.between(table(""), text)


@pytest.mark.parametrize("other", ["x", 7, None])
def test_a_seed_is_bytes(other: object) -> None:
    rules, seed = ruleset("sabra"), cast(Any, other)

    with pytest.raises(TypeError, match="a seed is bytes"):
        chance(rules.deal, rules.tiles, seats=2, seed=seed)
    with pytest.raises(TypeError, match="a seed is bytes"):
        play_round(rules, [player("beginner", Random(1))] * 2, seed=seed)
