"""Explanations made in little time are correct and complete, but their order may be worse."""

from __future__ import annotations

import pickle
from time import perf_counter

from hypothesis import given
from tests.analysis.explanations.by_hand import follow, tables_

from tilerummy.analysis import Steps, explain
from tilerummy.deadline import Deadline
from tilerummy.melds import Group, Run, Table, table
from tilerummy.rules_text import step_text
from tilerummy.tiles import Tile


@given(tables_())
def test_steps_are_right_and_complete_when_no_time_is_left(tables: tuple[Table, Table]) -> None:
    before, after = tables
    over = Deadline(1).share(0)
    steps = explain(before, after, deadline=over)

    assert over.is_over
    assert all(map(step_text, steps))
    follow(before, after, steps)


@given(tables_())
def test_with_time_enough_the_steps_are_those_without_a_deadline(
    tables: tuple[Table, Table],
) -> None:
    steps = explain(*tables, deadline=Deadline(60_000))

    assert steps.explained
    assert steps == explain(*tables)


def test_an_order_found_without_a_full_search_is_marked() -> None:
    before, after = table("b2 b3 b4 b5 / k5 r5 o5"), table("b2 b3 b4 / k5 r5 b5 o5")

    assert explain(before, after).explained
    assert not explain(before, after, deadline=Deadline(1).share(0)).explained
    assert explain(before, before, deadline=Deadline(1).share(0)).explained


def test_the_steps_of_an_explanation_are_a_tuple_that_can_be_sent() -> None:
    steps = explain(table("r3 r4 r5"), table("r3 r4 r5 r6"), deadline=Deadline(1).share(0))
    again = pickle.loads(pickle.dumps(Steps(steps, explained=False)))

    assert again == tuple(steps)
    assert not again.explained


def test_a_rebuilt_table_of_178_tiles_is_explained_by_the_deadline() -> None:
    colours, numbers = "krbogy", range(1, 14)
    runs = [Run(tuple(Tile.of(c, n) for n in numbers)) for c in colours] * 2
    groups = [Group(tuple(Tile.of(c, n) for c in colours)) for n in numbers] * 2
    more = [Group(tuple(Tile.of(c, n) for c in "krb")) for n in range(1, 8)]
    before, after = Table((*runs, *more)), Table((*groups, *more))
    started = perf_counter()
    steps = explain(before, after, deadline=Deadline(10))
    milliseconds = (perf_counter() - started) * 1000

    follow(before, after, steps)
    assert milliseconds < 1000
