"""What steps do with the jokers of the table is what the law of jokers allows: RULES 2.2."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.analysis.explanations.hands import Hands, words_of
from tests.analysis.explanations.step_follower import allows, followed, start
from tests.differential.hands_on_table import EVERY_OPTION, JokerOptions, Position, possible
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


def test_a_run_that_equals_one_which_stays_is_laid_anew_for_a_freed_joker() -> None:
    before, after = "r3 r4 r5 / k9 b9 *9", "r3 r4 r5 / r3 r4 r5 *r6 / k9 r9 b9"

    *_, last = sentences(before, after, "dutch-1985")

    assert last == (
        "Lay a new run: the joker (red 6) just taken, "
        "with the red 3, red 4 and red 5 from the rack."
    ), "RULES 2.2.4: no step adds the joker to the old run"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_law_allows_what_steps_do_with_jokers(seed: int) -> None:
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


def test_the_law_allows_what_the_steps_of_best_plays_do_with_jokers() -> None:
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
            hands = Hands(position.before, position.after)
            for step in explained(position, options):
                hands.do(step)
            assert not hands.hand
            assert sorted(filter(None, hands.words)) == sorted(map(words_of, position.after))


def test_a_joker_that_may_be_kept_is_not_replaced_where_it_could_go_nowhere() -> None:
    before, after = "o1 o2 o3 o4 o5 / o2 o3 *o4 o5 o6", "o1 o2 o3 o4 / o2 o3 o4 o5 / *o4 o5 o6"

    assert sentences(before, after, "pressman-1998") == [
        "Split the orange run 2-3-joker-5-6 between 3 and joker.",
        "Add the orange 4 from the rack to the end of the orange 2 and 3.",
        "Move the orange 5 from the end of the orange run 1-5 to the end of the orange run 2-4.",
    ]


def test_two_locked_melds_are_joined_whole() -> None:
    before, after = "b1 b2 *b3 / b4 *b5 b6", "b1 b2 *b3 b4 *b5 b6 b7"

    assert sentences(before, after, "sabra")[:1] == [
        "Move the blue run 4-joker-6 to the end of the blue run 1-2-joker."
    ]


def test_a_tile_that_replaces_a_joker_may_go_on_from_there() -> None:
    before = "b5 b6 *b7 / k7 r7 o7 / b2 b3 b4"
    after = "b2 b3 b4 b5 b6 / k7 r7 b7 o7 / k1 k2 *k3"

    assert sentences(before, after, "goliath-1994") == [
        (
            "Replace the joker in the blue run 5-6-joker with the blue 7 from the rack, and take"
            " the joker."
        ),
        (
            "Lay a new run: the joker (black 3) just taken, with the black 1 and black 2 from the"
            " rack."
        ),
        "Move the blue 7 from the end of the blue run 5-7 to the group of 7s (black, red, orange).",
        "Move the blue 5 and 6 to the end of the blue run 2-4.",
    ]


def test_all_tiles_of_the_rack_for_a_group_come_with_the_one_that_replaces_its_joker() -> None:
    assert sentences("k13 b13 *13", "k13 r13 b13 o13 / k1 k2 *k3 k4", "sabra") == [
        (
            "Replace the joker in the group of 13s (black, blue, joker) with the red 13 and"
            " orange 13 from the rack, and take the joker."
        ),
        (
            "Lay a new run: the joker (black 3) just taken, with the black 1, black 2 and black 4"
            " from the rack."
        ),
    ]


def test_a_joker_that_comes_back_to_its_meld_is_replaced_before() -> None:
    assert sentences("*b4 b5 b6 b7", "b4 b5 b6 b7 *b8", "sabra") == [
        (
            "Replace the joker in the blue run joker-5-6-7 with the blue 4 from the rack, and take"
            " the joker."
        ),
        "Add the joker just taken to the end of the blue run 4-7 as the blue 8.",
    ]


def test_a_replaced_joker_goes_where_the_law_lets_it_although_another_is_nearer() -> None:
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
