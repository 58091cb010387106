"""How one table becomes another: steps that hands can follow, and no more of them than needed."""

from __future__ import annotations

from collections import Counter
from itertools import chain, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analysis.explanations.hands import HIGH, Hands, shared, tables_, tiles_of, words_of
from tests.solver.problems.random_problems import problems
from tests.support.strategies import melds_

from tilerummy.analysis import StepKind, explain
from tilerummy.melds import Table, fits, meld, table
from tilerummy.rules_text import step_text
from tilerummy.solver import solve
from tilerummy.tiles import Rack, Tile


def sentences(*texts: str) -> list[str]:
    return [step_text(step) for step in explain(*(table(text, HIGH) for text in texts))]


@given(tables_())
def test_hands_that_do_the_steps_get_from_before_to_after(tables: tuple[Table, Table]) -> None:
    before, after = tables
    hands = Hands(before, after)

    for step in explain(before, after):
        hands.do(step)

    assert not hands.hand
    assert not hands.rack
    assert sorted(filter(None, hands.words)) == sorted(map(words_of, after))


@given(tables_(3))
def test_no_other_way_changes_the_meld_of_fewer_tiles(tables: tuple[Table, Table]) -> None:
    before, after = tables
    steps = explain(before, after)
    piles = steps[-1].table if steps else tuple(map(words_of, before))
    stay = [(Counter(m.tiles) & tiles_of(*p)).total() for m, p in zip(before, piles, strict=False)]

    if len(before) <= 4 and len(after) <= 6:
        places = [*after, *[None] * len(before)]
        assert sum(stay) == max(
            sum(shared(old, new) for old, new in zip(before, chosen, strict=True) if new)
            for chosen in permutations(places, len(before))
        )


@given(tables_())
def test_what_does_not_change_is_in_no_step(tables: tuple[Table, Table]) -> None:
    before, after = tables
    touched = {n for step in explain(before, after) for n in (step.origin, step.target)}
    still = Counter(m for n, m in enumerate(before) if n not in touched)

    assert Counter(before) & Counter(after) == still


@given(tables_())
def test_tiles_that_can_be_in_no_meld_never_lie_together(tables: tuple[Table, Table]) -> None:
    steps = explain(*tables)
    if any(step.kind is StepKind.TURN for step in steps):
        return  # a joker that turns means something else than before from one step to the next
    for pile in chain.from_iterable(step.table for step in steps):
        colours = {word.lstrip("*")[:1] for word in pile}
        numbers = {word.lstrip("*krbogywp") for word in pile}

        assert min(len(colours), len(numbers)) <= 1


@given(tables_())
def test_a_sentence_is_one_line_without_notation(tables: tuple[Table, Table]) -> None:
    for step in explain(*tables):
        text = step_text(step)
        assert text.isascii()
        assert text[0].isupper()
        assert text.endswith(".")
        assert "\n" not in text
        assert "*" not in text
        assert "joker" in text or not any("*" in w for w in (*step.tiles, *step.taken))


@given(tables_(), st.data())
def test_plays_in_sequence_keep_the_numbers_of_the_piles(
    tables: tuple[Table, Table], data: st.DataObject
) -> None:
    before, after = tables
    more = after + data.draw(st.lists(melds_(), max_size=2))
    steps = explain(before, after, more)
    first = tuple(step for step in steps if step.play == 0)

    assert first == explain(before, after)
    assert [step.play for step in steps] == sorted(step.play for step in steps)
    piles = [len(before), *(len(step.table) for step in steps)]
    assert piles == sorted(piles)
    if steps:
        assert sorted(filter(None, steps[-1].table)) == sorted(map(words_of, more))


def test_the_best_plays_of_small_positions_are_followed() -> None:
    explained = 0
    for problem in problems(7, 300):
        solution = solve(problem)
        hands = Hands(problem.table, solution.after)
        for step in explain(problem.table, solution.after):
            hands.do(step)
            explained += 1
        assert sorted(filter(None, hands.words)) == sorted(map(words_of, solution.after))
    assert explained > 300


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r3 r4 r5 / k7 b7 o7", "r2 r3 r4 r5 r6 / k7 r7 b7 o7 / b1 b2 b3"),
        ("b5 b6 *b7 / k1 k2 k3", "b5 b6 b7 / k1 k2 k3 k4 / r1 *r2 r3"),
        ("r1 r2 r3 r4 r5 r6 r7 / k4 b4 o4", "r1 r2 r3 / r5 r6 r7 / k4 r4 b4 o4"),
        ("r1 r2 r3 / r4 r5 r6 / r7 r8 r9", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10"),
    ],
)
def test_where_it_can_be_all_piles_are_melds_after_each_step(before: str, after: str) -> None:
    for step in explain(table(before), table(after)):
        for pile in filter(None, step.table):
            assert fits(meld(" ".join(pile)))


def test_equal_tables_have_no_steps() -> None:
    assert sentences("k1 k2 k3 / r5 b5 *5", "k1 k2 k3 / r5 b5 *5") == []
    assert sentences("", "") == []
    assert explain(table("k1 k2 k3")) == ()


def test_a_new_meld_is_laid_from_the_rack() -> None:
    assert sentences("", "k10 r10 b10 / o3 *o4 o5") == [
        "Lay a new run from the rack: orange 3, joker (orange 4) and orange 5.",
        "Lay a new group from the rack: black 10, red 10 and blue 10.",
    ]


def test_tiles_are_added_at_the_end_where_they_belong() -> None:
    assert sentences("r3 r4 r5 / k7 b7 o7", "r1 r2 r3 r4 r5 r6 / k7 r7 b7 o7") == [
        "Add the red 1 and 2 from the rack to the front of the red run 3-5.",
        "Add the red 6 from the rack to the end of the red run 1-5.",
        "Add the red 7 from the rack to the group of 7s (black, blue, orange).",
    ]
    assert sentences("k11 k12 k13", "k11 k12 k13 k1") == [
        "Add the black 1 from the rack to the end of the black run 11-13."
    ]


def test_a_tile_moves_from_meld_to_meld() -> None:
    assert sentences("b2 b3 b4 b5 / k5 r5 o5", "b2 b3 b4 / k5 r5 b5 o5") == [
        "Move the blue 5 from the end of the blue run 2-5 to the group of 5s (black, red, orange)."
    ]


def test_a_run_is_split_for_a_tile_of_the_rack() -> None:
    assert sentences("r3 r4 r5 r6 r7", "r3 r4 r5 / r5 r6 r7") == [
        "Split the red run 3-7 between 5 and 6.",
        "Add the red 5 from the rack to the front of the red 6 and 7.",
    ]


def test_a_tile_is_taken_into_a_new_meld() -> None:
    assert sentences("r1 r2 r3 r4 r5 r6 r7", "r1 r2 r3 / r5 r6 r7 / k4 r4 b4") == [
        "Split the red run 1-7 between 4 and 5.",
        "Take the red 4 from the end of the red run 1-4.",
        "Lay a new group: the red 4 just taken, with the black 4 and blue 4 from the rack.",
    ]


def test_a_tile_comes_in_between_two_others() -> None:
    before, after = "b2 b3 b4 / k5 b5 o5 / k6 b6 o6", "b2 b3 b4 b5 b6 / k5 k6 k7 / o5 o6 o7 o8"

    assert (
        "Move the black 6 from the group of 6s (black, blue, orange) in between the black 5 and 7."
    ) in sentences(before, after)


def test_the_last_tile_of_a_pile_is_what_is_left() -> None:
    before = "k4 r4 o4 / k5 b5 o5 / k6 b6 o6 / r5 r6 r7 / b7 b8 b9"
    after = "k4 k5 k6 k7 / r4 r5 r6 r7 / b5 b6 b7 b8 b9 / o4 o5 o6"

    assert sentences(before, after)[1:3] == [
        "Take the black 6 from the black 6 and orange 6.",
        "Take the orange 6 that is left.",
    ]


def test_a_joker_turns_when_the_tiles_that_do_not_fit_are_gone() -> None:
    assert sentences("o6 *o7 *o8 o9 / k9 k10 k11 k12", "k6 o6 *6 / k9 o9 *9 / k10 k11 k12")[:3] == [
        "Take the orange 9 from the end of the orange run 6-joker-joker-9.",
        "Take the joker for the orange 8 from the end of the orange run 6-joker-joker.",
        "Let the joker beside the orange 6 stand for a 6.",
    ]


def test_melds_are_joined() -> None:
    assert sentences("r1 r2 r3 / r4 r5 *r6", "r1 r2 r3 r4 r5 *r6 r7") == [
        "Move the red run 4-5-joker to the end of the red run 1-3.",
        "Add the red 7 from the rack to the end of the red run 1-2-3-4-5-joker.",
    ]


def test_a_joker_is_replaced_and_laid_again() -> None:
    assert sentences("b5 b6 *b7 / r9 r10 r11", "b5 b6 b7 / *r8 r9 r10 r11") == [
        (
            "Replace the joker in the blue run 5-6-joker with the blue 7 from the rack, and take"
            " the joker."
        ),
        "Add the joker just taken to the front of the red run 9-11 as the red 8.",
    ]
    assert sentences("r5 b5 *5", "k5 r5 b5 o5 / r1 r2 *r3") == [
        (
            "Replace the joker in the group of 5s (red, blue, joker) with the black 5 and orange 5"
            " from the rack, and take the joker."
        ),
        "Lay a new run: the joker (red 3) just taken, with the red 1 and red 2 from the rack.",
    ]


def test_a_joker_is_replaced_from_the_table() -> None:
    assert sentences("b4 b5 b6 b7 / b5 b6 *b7", "b4 b5 b6 / b5 b6 b7 / k1 *k2 k3")[0] == (
        "Replace the joker in the blue run 5-6-joker with the blue 7 from the end of"
        " the blue run 4-7, and take the joker."
    )


def test_a_step_says_which_of_two_jokers_is_replaced() -> None:
    assert sentences("b5 b6 *b7 *b8", "b5 b6 *b7 b8 / k1 k2 *k3")[0] == (
        "Replace the joker for the blue 8 in the blue run 5-6-joker-joker"
        " with the blue 8 from the rack, and take the joker."
    )


def test_a_tile_of_a_run_makes_room_for_a_joker() -> None:
    assert sentences("r3 r4 r5 r6 r7", "r3 r4 *r5 r6 r7 / k5 r5 b5")[0] == (
        "Replace the red 5 in the red run 3-7 with the joker from the rack, and take the red 5."
    )


def test_a_joker_that_changes_its_number_is_a_step_and_one_that_stays_is_not() -> None:
    assert sentences("*b4 b5 b6 b7 / k1 k2 k3", "b5 b6 b7 *b8 / k1 k2 k3 k4") == [
        "Add the black 4 from the rack to the end of the black run 1-3.",
        "Move the joker of the blue run joker-5-6-7 to its end as the blue 8.",
    ]
    assert sentences("b2 b3 b4 / *b5 b6 b7", "b2 b3 b4 *b5 b6 b7 / k1 k2 k3")[1:] == [
        "Move the blue run joker-6-7 to the end of the blue run 2-4."
    ]


def test_face_up_tiles_are_distinguished_from_those_of_the_rack() -> None:
    before, after = table("r3 r4 r5"), table("r3 r4 r5 r6 / k7 r7 b7 / o1 o2 o3")
    steps = explain(before, after, face_up=Rack((*meld("o1 o2 o3").tiles, Tile.of("r", 7))))

    assert [step_text(step) for step in steps] == [
        "Lay a new run from the free tiles: orange 1, orange 2 and orange 3.",
        "Lay a new group from the rack and the free tiles: black 7, red 7 and blue 7.",
        "Add the red 6 from the rack to the end of the red run 3-5.",
    ]
    assert [(step.rack, step.free) for step in steps[1:]] == [
        (("k7", "b7"), ("r7",)),
        (("r6",), ()),
    ]


def test_a_table_that_lacks_a_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="must stay on the table: b4"):
        explain(table("b1 b2 b3 b4"), table("b1 b2 b3"))
