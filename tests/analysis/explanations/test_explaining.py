"""Explanations of how one table becomes another have minimal steps that work by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analysis.explanations.by_hand import HIGH, follow, shared, tables_, tiles_of, words_of
from tests.solver.problems.random_problems import problems
from tests.support.strategies import melds_

from tilerummy.analysis import StepKind, explain
from tilerummy.melds import Table, fits, meld, table
from tilerummy.rules import PRESETS
from tilerummy.rules_text import step_text
from tilerummy.solver import solve
from tilerummy.tiles import Rack, Tile


@given(tables_())
def test_hands_that_do_the_steps_get_from_before_to_after(tables: tuple[Table, Table]) -> None:
    before, after = tables

    follow(before, after, explain(before, after))


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
def test_steps_skip_unchanged_melds(tables: tuple[Table, Table]) -> None:
    before, after = tables
    touched = {n for step in explain(before, after) for n in (step.origin, step.target)}
    still = Counter(m for n, m in enumerate(before) if n not in touched)

    assert Counter(before) & Counter(after) == still


@given(tables_())
def test_tiles_that_cannot_share_a_meld_are_never_in_one_pile(tables: tuple[Table, Table]) -> None:
    steps = explain(*tables)
    if any(step.kind is StepKind.TURN for step in steps):
        return  # a joker that turns represents different tiles in consecutive steps
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
        steps = explain(problem.table, solution.after)
        follow(problem.table, solution.after, steps)
        explained += len(steps)
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
def test_all_piles_are_melds_after_each_step_if_possible(before: str, after: str) -> None:
    for step in explain(table(before), table(after)):
        for pile in filter(None, step.table):
            assert fits(meld(" ".join(pile)))


SENTENCES = """
equal tables have no steps
k1 k2 k3 / r5 b5 *5 => k1 k2 k3 / r5 b5 *5

a new meld is laid from the rack
=> k10 r10 b10 / o3 *o4 o5
Lay a new run from the rack: orange 3, joker (orange 4) and orange 5.
Lay a new group from the rack: black 10, red 10 and blue 10.

tiles are added at the correct end
r3 r4 r5 / k7 b7 o7 => r1 r2 r3 r4 r5 r6 / k7 r7 b7 o7
Add the red 1 and 2 from the rack to the front of the red run 3-5.
Add the red 6 from the rack to the end of the red run 1-5.
Add the red 7 from the rack to the group of 7s (black, blue, orange).

a high 1 is added after 13
k11 k12 k13 => k11 k12 k13 k1
Add the black 1 from the rack to the end of the black run 11-13.

a tile moves from meld to meld
b2 b3 b4 b5 / k5 r5 o5 => b2 b3 b4 / k5 r5 b5 o5
Move the blue 5 from the end of the blue run 2-5 to the group of 5s (black, red, orange).

a run is split for a tile of the rack
r3 r4 r5 r6 r7 => r3 r4 r5 / r5 r6 r7
Split the red run 3-7 between the 5 and the 6.
Add the red 5 from the rack before the red 6 and 7.

a tile is taken into a new meld
r1 r2 r3 r4 r5 r6 r7 => r1 r2 r3 / r5 r6 r7 / k4 r4 b4
Split the red run 1-7 between the 4 and the 5.
Take the red 4 from the end of the red run 1-4.
Lay a new group: the red 4 just taken, with the black 4 and blue 4 from the rack.

a tile is inserted between two tiles
b2 b3 b4 / k5 b5 o5 / k6 b6 o6 => b2 b3 b4 b5 b6 / k5 k6 k7 / o5 o6 o7 o8
...
Move the black 6 from the group of 6s (black, blue, orange) in between the black 5 and 7.
...

the last tile of a pile is the remaining one
k4 r4 o4 / k5 b5 o5 / k6 b6 o6 / r5 r6 r7 / b7 b8 b9
 => k4 k5 k6 k7 / r4 r5 r6 r7 / b5 b6 b7 b8 b9 / o4 o5 o6
...
Take the black 6 from the black 6 and orange 6.
Take the orange 6 that is left.
...

a joker turns once the conflicting tiles have left
o6 *o7 *o8 o9 / k9 k10 k11 k12 => k6 o6 *6 / k9 o9 *9 / k10 k11 k12
Take the orange 9 from the end of the orange run 6-joker-joker-9.
Take the joker for the orange 8 from the end of the orange run 6-joker-joker.
Let the joker beside the orange 6 stand for a 6.
...

melds are joined
r1 r2 r3 / r4 r5 *r6 => r1 r2 r3 r4 r5 *r6 r7
Move the red run 4-5-joker to the end of the red run 1-3.
Add the red 7 from the rack to the end of the red run 1-2-3-4-5-joker.

a joker is replaced and laid again
b5 b6 *b7 / r9 r10 r11 => b5 b6 b7 / *r8 r9 r10 r11
Replace the joker in the blue run 5-6-joker with the blue 7 from the rack, and take the joker.
Add the joker just taken to the front of the red run 9-11 as the red 8.

all missing tiles of a group arrive when its joker is replaced
r5 b5 *5 => k5 r5 b5 o5 / r1 r2 *r3
Replace the joker in the group of 5s (red, blue, joker) with the black 5 and orange 5
 from the rack, and take the joker.
Lay a new run: the joker (red 3) just taken, with the red 1 and red 2 from the rack.

a joker is replaced from the table
b4 b5 b6 b7 / b5 b6 *b7 => b4 b5 b6 / b5 b6 b7 / k1 *k2 k3
Replace the joker in the blue run 5-6-joker with the blue 7 from the end of the blue run 4-7,
 and take the joker.
...

a step identifies which of two jokers is replaced
b5 b6 *b7 *b8 => b5 b6 *b7 b8 / k1 k2 *k3
Replace the joker for the blue 8 in the blue run 5-6-joker-joker with the blue 8 from the rack,
 and take the joker.
...

a tile of a run makes room for a joker
r3 r4 r5 r6 r7 => r3 r4 *r5 r6 r7 / k5 r5 b5
Replace the red 5 in the red run 3-7 with the joker from the rack, and take the red 5.
...

a joker that changes its number is a step
*b4 b5 b6 b7 / k1 k2 k3 => b5 b6 b7 *b8 / k1 k2 k3 k4
Add the black 4 from the rack to the end of the black run 1-3.
Move the joker of the blue run joker-5-6-7 to its end as the blue 8.

a joker that stays is not
b2 b3 b4 / *b5 b6 b7 => b2 b3 b4 *b5 b6 b7 / k1 k2 k3
...
Move the blue run joker-6-7 to the end of the blue run 2-4.

dutch-1985: an equal run is laid again for a freed joker: RULES 2.2.4
r3 r4 r5 / k9 b9 *9 => r3 r4 r5 / r3 r4 r5 *r6 / k9 r9 b9
...
Lay a new run: the joker (red 6) just taken, with the red 3, red 4 and red 5 from the rack.

pressman-1998: a joker that may stay is not replaced without a new target
o1 o2 o3 o4 o5 / o2 o3 *o4 o5 o6 => o1 o2 o3 o4 / o2 o3 o4 o5 / *o4 o5 o6
Split the orange run 2-3-joker-5-6 between the 3 and the joker.
Add the orange 4 from the rack after the orange 2 and 3.
Move the orange 5 from the end of the orange run 1-5 to the end of the orange run 2-4.

sabra: two locked melds are joined without splitting them
b1 b2 *b3 / b4 *b5 b6 => b1 b2 *b3 b4 *b5 b6 b7
Move the blue run 4-joker-6 to the end of the blue run 1-2-joker.
...

goliath-1994: a tile that replaces a joker may move again
b5 b6 *b7 / k7 r7 o7 / b2 b3 b4 => b2 b3 b4 b5 b6 / k7 r7 b7 o7 / k1 k2 *k3
Replace the joker in the blue run 5-6-joker with the blue 7 from the rack, and take the joker.
Lay a new run: the joker (black 3) just taken, with the black 1 and black 2 from the rack.
Move the blue 7 from the end of the blue run 5-7 to the group of 7s (black, red, orange).
Move the blue 5 and 6 to the end of the blue run 2-4.

sabra: all rack tiles for a group arrive with the tile that replaces its joker
k13 b13 *13 => k13 r13 b13 o13 / k1 k2 *k3 k4
Replace the joker in the group of 13s (black, blue, joker) with the red 13 and orange 13
 from the rack, and take the joker.
Lay a new run: the joker (black 3) just taken, with the black 1, black 2 and black 4 from the rack.

sabra: a joker is replaced before it returns to its meld
*b4 b5 b6 b7 => b4 b5 b6 b7 *b8
Replace the joker in the blue run joker-5-6-7 with the blue 4 from the rack, and take the joker.
Add the joker just taken to the end of the blue run 4-7 as the blue 8.
"""
"""The first line of a case is its title, after the preset if a joker law applies. The second line
is the tables before and after, and the other lines are the steps. An indented line continues the
one before; three dots match any steps.
"""


def explained_cases() -> Iterator[object]:
    """Yield the cases: preset, tables, and steps."""
    for case in SENTENCES.replace("\n ", " ").strip().split("\n\n"):
        rule, tables, *steps = case.split("\n")
        preset = rule.partition(":")[0] if rule.partition(":")[0] in PRESETS else ""
        yield pytest.param(preset, tables.split("=>"), steps, id=rule)


@pytest.mark.parametrize(("preset", "tables", "expected"), [*explained_cases()])
def test_the_steps_in_words(preset: str, tables: list[str], expected: list[str]) -> None:
    rules = PRESETS[preset] if preset else None
    tiles = rules.tiles if rules else HIGH
    law = rules.table.jokers if rules else None
    steps = explain(*(table(text, tiles) for text in tables), law=law, tiles=tiles)
    found = [step_text(step) for step in steps]

    if "..." in expected:
        some = [line for line in expected if line != "..."]
        first = 0 if expected[0] != "..." else found.index(some[0])
        end = len(found) if expected[-1] != "..." else first + len(some)
        found, expected = found[first:end], some
    assert found == expected


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
