"""Explanations move jokers only as the joker law allows: RULES 2.2."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.analysis.explanations.by_hand import follow
from tests.analysis.explanations.step_follower import allows, followed, start
from tests.differential.by_hand import EVERY_OPTION, JokerOptions, Position, possible
from tests.differential.small_positions import positions
from tests.solver.problems.random_problems import problems
from tests.support.examples import examples

from tilerummy.analysis import Steps, explain
from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import table
from tilerummy.rules import ruleset
from tilerummy.rules_text import step_text
from tilerummy.solver import Kind, solve
from tilerummy.tiles import Rack

SEEDS = 4
POSITIONS = examples(64, 2400) // SEEDS


def law(options: JokerOptions) -> JokerLaw:
    return JokerLaw(
        melds=JokerMelds(options.melds),
        replace_from=ReplaceFrom(options.replace_from),
        group_of_three=GroupOfThree(options.group_of_three),
        reuse=Reuse(options.reuse),
    )


def explained(position: Position, options: JokerOptions) -> Steps:
    return explain(position.before, position.after, law=law(options), tiles=position.tiles)


def sentences(before: str, after: str, preset: str) -> list[str]:
    rules = ruleset(preset)
    steps = explain(table(before), table(after), law=rules.table.jokers, tiles=rules.tiles)
    return [step_text(step) for step in steps]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_steps_move_jokers_legally(seed: int) -> None:
    checked = 0
    for position in islice(positions(seed), POSITIONS):
        if position.opening is not None:
            continue
        for options in EVERY_OPTION:
            if options.melds == "free" or not possible(position, options):
                continue
            steps = explained(position, options)
            assert steps.explained
            ends = followed(start(position), steps)
            assert any(allows(position, options, end) for end in ends), (str(position), options)
            checked += 1
    assert checked > POSITIONS


def test_steps_of_best_plays_move_jokers_legally() -> None:
    checked = 0
    for problem in problems(11, 300, most=30):
        best = solve(problem)
        if not best or problem.kind is Kind.OPEN or problem.law.melds is JokerMelds.FREE:
            continue
        position = Position(problem.table, problem.rack, best.after, problem.tiles)
        law = problem.law
        options = JokerOptions(law.melds, law.replace_from, law.group_of_three, law.reuse)
        ends = followed(start(position), explained(position, options))
        assert any(allows(position, options, end) for end in ends), (str(position), options)
        checked += 1
    assert checked > 100


@pytest.mark.parametrize("seed", range(2))
def test_steps_reach_the_table_after_whether_the_law_allows_it_or_not(seed: int) -> None:
    for position in islice(positions(100 + seed), POSITIONS // 4):
        for options in EVERY_OPTION:
            follow(position.before, position.after, explained(position, options))


def test_a_replaced_joker_goes_to_a_legal_target_even_if_another_is_nearer() -> None:
    before, after = "b5 b6 *b7 / r9 r10 r11", "b5 b6 b7 / *r8 r9 r10 r11 / k1 k2 *k3"
    steps = sentences(before, after, "dutch-sabra")

    assert any(
        s.startswith("Lay a new run: the joker (black 3) just taken, with the black") for s in steps
    )
    assert any(s.startswith("Add the joker from the rack") for s in steps)


def test_a_play_that_the_law_forbids_is_explained_all_the_same() -> None:
    forbidden = explain(
        table("b5 b6 *b7"), table("b5 b6 b7 *b8"), law=ruleset("sabra-strict").table.jokers
    )

    assert [len(step.table) for step in forbidden] == [1, 1]
    assert forbidden == explain(table("b5 b6 *b7"), table("b5 b6 b7 *b8"))
    assert forbidden.explained


def test_face_up_tiles_are_distinguished_with_a_law_too() -> None:
    rules = ruleset("mcgraw")
    steps = explain(
        table("b5 b6 *b7"),
        table("b5 b6 b7 / k1 k2 *k3"),
        face_up=Rack(table("k1 k2 k3").tiles[:2]),
        law=rules.table.jokers,
        tiles=rules.tiles,
    )

    assert [step.free for step in steps] == [(), ("k1", "k2")]
