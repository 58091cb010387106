"""Turns of several plays in random rounds, and compared with exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from tests.analysis.small_turns import (
    Small,
    best_rank,
    every_turn,
    frees,
    growing,
    rank,
    reached,
    replaces_in_place,
    small_positions,
)
from tests.support.examples import examples
from tests.support.random_rounds import Step, random_round
from tests.support.random_rulesets import random_rules

from tilerummy.analysis import Best, Turn, best_play, best_turn, turn_for
from tilerummy.analysis.turns import reachable
from tilerummy.melds import Table
from tilerummy.rules import PRESETS, Ruleset, decide_all, ruleset
from tilerummy.rules.rounds.deals import Deal
from tilerummy.state import Play, State, conceal, fold
from tilerummy.state.notation import read_state
from tilerummy.tiles import Rack

TURNS = examples(80, 5000)
SEEDS = examples(1, 4)
EACH = TURNS // SEEDS
MOST_TABLES = 100
"""The number of tables per seed; small positions are fewer."""


def few(*, opened: bool) -> int:
    """Return the number of small positions per seed; openings make them slow."""
    return max(1, EACH // 10 if opened else EACH // 25)


def after(rules: Ruleset, state: State, plays: tuple[Play, ...]) -> Table:
    """Return the table after *plays*, which the referee must accept."""
    return fold(decide_all(rules, state, plays), state).table


def promised(rules: Ruleset, states: list[State]) -> bool:
    """Return whether the plays between *states* are an opening, a freeing play and a play."""
    if states[0].mover.opened is None:
        states = states[1:]
    if len(states) != 3:
        return len(states) < 3
    one, two, three = (state.table for state in states)
    return frees(rules, one, two) or replaces_in_place(rules, two, three)


def played_turns(rules: Ruleset, seed: int) -> Iterator[list[State]]:
    """Yield the states before and after the plays of each turn of a random round."""
    states: list[State] = []
    step: Step
    for step in random_round(rules, 2, seed):
        if not isinstance(step.action, Play):
            states = []
        else:
            states = [*states, step.after] if states else [step.before, step.after]
            yield states


@pytest.mark.parametrize("seed", range(SEEDS))
def test_plays_made_in_games_are_found(seed: int) -> None:
    rng = Random(seed)
    asked = 0
    while asked < EACH:
        rules = ruleset(rng.choice([*PRESETS]))
        if rng.random() < 0.3:
            rules = ordinary(random_rules(rules, rng))
        for states in islice(played_turns(rules, rng.randrange(10**9)), 40):
            start = states[0]
            found = turn_for(rules, conceal(start, start.to_move), states[-1].table)
            asked += 1

            assert found or not promised(rules, states), (start, states[-1].table)
            if found:
                assert len(found.plays) < len(states)
                assert after(rules, start, found.plays) == states[-1].table


def ordinary(rules: Ruleset) -> Ruleset:
    """Return *rules* with the standard deal and points, if the tiles suffice."""
    try:
        return replace(rules, deal=Deal(tiles=14), opening=replace(rules.opening, points=20))
    except ValueError:
        return rules


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_tables_reached_by_several_plays_are_found(seed: int, *, opened: bool) -> None:
    rng = Random(seed)
    for small in islice(small_positions(seed, opened=opened, most=13), few(opened=opened)):
        for table in dict.fromkeys(reached(small, rng, 2)):
            found = turn_for(small.rules, small.state, table)

            assert found, (small, table)
            assert after(small.rules, small.state, found.plays) == table


def with_few_tables(found: Iterator[Small]) -> Iterator[tuple[Small, dict[Table, int]]]:
    """Yield positions with few tables, and the shortest turns to the reachable ones."""
    for small in found:
        tables = [*islice(small.tables(0), MOST_TABLES + 1)]
        if len(tables) <= MOST_TABLES:
            yield small, every_turn(small, [*tables, *small.with_placed(Rack())])


@pytest.mark.parametrize("grow", [False, True])
@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_turn_is_found_if_and_only_if_it_exists(seed: int, *, opened: bool, grow: bool) -> None:
    """RULES 2.1: any number of plays; later ones may use no rack tile."""
    found = small_positions(100 + seed, opened=opened, most=12)
    few_tables = with_few_tables(map(growing, found) if grow else found)
    for small, shortest in islice(few_tables, few(opened=opened)):
        for table in small.tables():
            turn: Turn = turn_for(small.rules, small.state, table)

            assert len(turn.plays) == shortest.get(table, 0), (small, table)
            assert bool(turn.plays) != bool(turn.reasons)
            assert turn.proven


@pytest.mark.parametrize("grow", [False, True])
@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_untried_turns_are_not_called_impossible(
    seed: int, monkeypatch: pytest.MonkeyPatch, *, opened: bool, grow: bool
) -> None:
    monkeypatch.setattr(reachable, "MOST_TABLES", 0)
    found = small_positions(500 + seed, opened=opened, most=12)
    few_tables = with_few_tables(map(growing, found) if grow else found)
    for small, shortest in islice(few_tables, few(opened=opened)):
        for table in small.tables():
            turn = turn_for(small.rules, small.state, table)

            assert turn or table not in shortest or not turn.proven, (small, table)


def test_a_joker_that_changes_its_tile_twice_is_not_called_impossible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """RULES 2.2.3, open melds: the group's joker is any missing 3, and later the orange one."""
    monkeypatch.setattr(reachable, "MOST_TABLES", 0)
    options = "joker.melds=open+joker.replace_from=any+joker.group_of_three=all"
    state = read_state(
        "table k1 r1 o1 / b3 o3 *3 | rack k3 r3 o2 o4 | pool ?20 | turn 9 | players 2"
        " | seat 1 rack ?5; opened 2"
    )
    after = read_state("table o2 *o3 o4 / k1 r1 o1 / r3 b3 o3").table
    turn = turn_for(ruleset(f"sabra+{options}"), state, after)

    assert turn or not turn.proven


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_best_turn_is_found_in_games_whose_melds_only_grow(seed: int, *, opened: bool) -> None:
    for small in map(
        growing, islice(small_positions(400 + seed, opened=opened, most=12), few(opened=opened))
    ):
        best = best_turn(small.rules, small.state)

        assert rank(small, after(small.rules, small.state, best.plays)) >= best_rank(small)


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_turn_is_better_than_the_best(seed: int, *, opened: bool) -> None:
    for small in islice(small_positions(200 + seed, opened=opened, most=11), few(opened=opened)):
        best: Best = best_turn(small.rules, small.state)
        play = best_play(small.rules, small.state)
        found = rank(small, after(small.rules, small.state, best.plays))

        assert found == (len(best.placed), best.points)
        assert found >= (len(play.placed), play.points)
        assert found >= best_rank(small) or not best.proven, small


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_face_up_tiles_are_used_as_well_as_possible(seed: int, *, opened: bool) -> None:
    rng = Random(seed)
    for drawn in islice(small_positions(300 + seed, opened=opened, most=11), few(opened=opened)):
        free = Rack(rng.choices(drawn.rules.tiles.kinds, k=2))
        seats = [replace(seat, known=Rack()) for seat in drawn.state.seats]
        state = replace(drawn.state, seats=tuple(seats), free=free, released=True)
        small = replace(drawn, state=state)
        best: Best = best_play(small.rules, state)
        found = rank(small, after(small.rules, state, best.plays))

        assert found == (len(best.placed & state.mover.rack), best.points)
        assert found == best_rank(small, freeing=False), small
