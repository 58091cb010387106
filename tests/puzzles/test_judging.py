"""A solution is right if it is legal and reaches the goal; the table may differ."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from tilerummy.melds import table
from tilerummy.puzzles import (
    Goal,
    Puzzle,
    PuzzleError,
    bundled_puzzle,
    bundled_puzzles,
    daily_index,
    part_lines,
    position,
    puzzle_hint,
    puzzle_index,
    puzzle_json,
    puzzle_lines,
    read_puzzle,
    solution_steps,
    solves,
)
from tilerummy.puzzles.canonical_form import canonical_form
from tilerummy.rules import Refusal
from tilerummy.state import Phase
from tilerummy.tiles import tile

OUT = {
    "v": 1,
    "id": "grid",
    "rules": "sabra",
    "goal": "out",
    "table": "k8 r8 o8 / k9 r9 o9 / k10 r10 o10",
    "rack": "o7 o11",
    "n": 2,
    "set": "o7 o11",
    "answer": "k8 k9 k10 / r8 r9 r10 / o7 o8 o9 o10 o11",
    "f": [3, 6, 3, 11, 1],
    "d": 15,
    "r": 1500,
    "themes": ["out", "grid", "hidden"],
}
MOST = {**OUT, "goal": "most", "rack": "o7 o11 k1", "themes": ["most"]}
JOKER = {**OUT, "goal": "joker", "rack": "o7 o11 *", "themes": ["joker_saved"]}
OPEN = {
    **OUT,
    "goal": "open",
    "table": "",
    "rack": "k9 k10 k11 r3 b3",
    "n": 3,
    "set": "k9 k10 k11",
    "answer": "k9 k10 k11",
    "opened": False,
}
DISCARD = {
    **OUT,
    "rules": "american",
    "goal": "discard",
    "table": "k4 k5 k6 / r9 r10 r11",
    "rack": "k3 r8 r12 b10",
    "n": 0,
    "set": "",
    "answer": "k4 k5 k6 / r9 r10 r11",
    "discard": "b10",
    "opened": False,
}
LAID = table(str(OUT["answer"]))


def puzzle(fields: dict[str, object], **others: object) -> Puzzle:
    """Return the puzzle with these fields."""
    return read_puzzle({**fields, **others})


def test_any_legal_table_with_the_tiles_is_right() -> None:
    runs = table("k8 k9 k10 / r8 r9 r10 / o7 o8 o9 / o10 o11 o12")
    other = puzzle(OUT, rack="o7 o11 o12", set="o7 o11 o12")

    assert solves(other, runs).right
    assert solves(puzzle(OUT), LAID).right


def test_fewer_tiles_than_the_goal_are_wrong() -> None:
    fewer = table("k8 r8 o8 / k9 r9 o9 / k10 r10 o10 / o11 o12 o13")
    verdict = solves(puzzle(MOST, rack="o7 o11 o12 o13"), fewer)

    assert not solves(puzzle(OUT, rack="o7 o11 k1"), LAID).right
    assert solves(puzzle(MOST), LAID).right
    assert (verdict.right, verdict.reasons) == (False, ()) or len(verdict.placed) == 3


def test_illegal_answers_are_wrong_and_have_reasons() -> None:
    missing = solves(puzzle(OUT), table("k8 k9 k10 / r8 r9 r10"))
    foreign = solves(puzzle(OUT), table("k8 k9 k10 / r8 r9 r10 / o7 o8 o9 o10 / b1 b2 b3"))

    assert Refusal.TABLE_TILE_MISSING in [reason.code for reason in missing.reasons]
    assert Refusal.NOT_ON_RACK in [reason.code for reason in foreign.reasons]
    assert not missing.right
    assert not foreign.right


def test_a_locked_joker_may_not_be_moved() -> None:
    locked = puzzle(OUT, table="k8 r8 o8 / k9 r9 *9 / k10 r10 o10", rack="o9 o7 o11")
    moved = table("k8 k9 k10 / r8 r9 r10 / o7 o8 o9 o10 o11 *o12")
    kept = puzzle(OUT, table="k3 k4 *k5", rack="o5 r5 k6")

    assert not solves(kept, table("k3 k4 k6 *k5".replace("k6 *k5", "*k5 k6"))).right
    assert not solves(
        puzzle(OUT, table="k3 k4 k5 *k6", rack="r6 b6"), table("k3 k4 k5 / r6 b6 *6")
    ).right
    assert solves(locked, moved).right  # o9 replaces the joker first


def test_a_rack_joker_must_stay_if_the_goal_is_to_save_it() -> None:
    saved = solves(puzzle(JOKER), LAID)
    laid = solves(puzzle(JOKER), table("k8 k9 k10 / r8 r9 r10 / o8 o9 o10 o11 *o12"))

    assert saved.right
    assert laid.reasons == ()
    assert not laid.right


def test_an_opening_needs_its_points() -> None:
    assert solves(puzzle(OPEN), table("k9 k10 k11")).right
    low = solves(puzzle(OPEN, rack="k1 k2 k3 k9 k10 k11"), table("k1 k2 k3"))

    assert [reason.code for reason in low.reasons] == [Refusal.INITIAL_MELD_TOO_LOW]


def test_a_discard_is_right_if_it_cannot_be_laid_off() -> None:
    assert solves(puzzle(DISCARD), tile("b10")).right
    assert not solves(puzzle(DISCARD), tile("r8")).right
    assert [r.code for r in solves(puzzle(DISCARD), tile("b1")).reasons] == [Refusal.NOT_ON_RACK]


def test_a_closed_hand_is_declared_with_one_discard() -> None:
    rack = "k1 k2 k3 k4 k4 k12 r4 r9 b6 b8 b9 b12 o12 * *"
    closed = puzzle(
        DISCARD, rules="international", goal="closed", table="", answer="", rack=rack, discard="r9"
    )

    assert solves(closed, tile("r9")).right
    assert not solves(closed, tile("k1")).right


def test_an_answer_of_the_wrong_kind_is_refused() -> None:
    with pytest.raises(TypeError):
        solves(puzzle(OUT), tile("o7"))
    with pytest.raises(TypeError):
        solves(puzzle(DISCARD), LAID)


@pytest.mark.parametrize("fields", [OUT, MOST, JOKER, OPEN, DISCARD])
def test_json_reads_back(fields: dict[str, object]) -> None:
    first = puzzle(fields)

    assert read_puzzle(json.loads(json.dumps(puzzle_json(first)))) == first


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("v", 2),
        ("goal", "win"),
        ("table", "k1 k2"),
        ("rack", None),
        ("f", [1, 2, 3]),
        ("themes", "out"),
        ("rules", "chess"),
        ("discard", 3),
    ],
)
def test_invalid_puzzles_are_rejected(name: str, value: object) -> None:
    with pytest.raises(PuzzleError):
        puzzle(OUT, **{name: value})


def test_the_position_is_a_turn_of_a_player_who_has_opened_or_not() -> None:
    assert position(puzzle(OUT)).mover.opened is not None
    assert position(puzzle(OPEN)).mover.opened is None
    assert position(puzzle(OUT)).phase is Phase.ACT
    assert position(puzzle(DISCARD)).phase is Phase.MELD
    assert len(position(puzzle(DISCARD)).seats[1].rack) == 1


def test_hints_reveal_more_with_each_level() -> None:
    first, second, third = (puzzle_hint(puzzle(OUT), level) for level in (1, 2, 3))

    assert (first.melds, first.laid, first.tiles) == (3, 2, ())
    assert str(second.tiles) == "o7 o11"
    assert 0 < len(third.steps) < len(solution_steps(puzzle(OUT)))
    shown = [len(puzzle_hint(puzzle(DISCARD), level).tiles) for level in (1, 2, 3)]
    assert shown == sorted(shown)
    assert tile("b10") not in puzzle_hint(puzzle(DISCARD), 3).tiles
    with pytest.raises(ValueError, match="1 to 3"):
        puzzle_hint(puzzle(OUT), 4)


def test_bundled_puzzles_are_solved_by_their_answers_and_all_differ() -> None:
    sample = [bundled_puzzle(place) for place in range(0, len(puzzle_lines()), 40)]

    for each in sample:
        assert solves(each, each.answer if each.discard is None else each.discard).right, each
        if each.goal not in (Goal.DISCARD, Goal.CLOSED):
            assert not solves(each, each.table).right, each
    forms = [canonical_form(each) for each in sample]
    assert len({*forms}) == len(forms)


def test_the_bundled_set_is_large_and_varied() -> None:
    lines = puzzle_lines()
    rows = [json.loads(line) for line in lines]

    assert len(lines) >= 3000
    assert sum(map(len, lines)) + len(lines) <= 1_500_000
    assert {theme for row in rows for theme in row["themes"]} >= {"grid", "closed", "safe_discard"}
    assert {row["d"] for row in rows} >= {*range(4, 31)}
    assert [row["r"] for row in rows] == sorted(row["r"] for row in rows)
    assert len({row["id"] for row in rows}) == len(rows)


def test_the_index_describes_the_parts() -> None:
    index = puzzle_index()
    parts = index["parts"]
    assert isinstance(parts, list)

    assert sum(len(part_lines(n)) for n in range(len(parts))) == index["count"]
    first = [json.loads(line) for line in part_lines(0)]
    assert parts[0]["r"] == [first[0]["r"], first[-1]["r"]]
    assert parts[0]["themes"]["out"] == sum("out" in row["themes"] for row in first)
    with pytest.raises(IndexError):
        part_lines(len(parts))


def test_each_day_has_a_puzzle_that_does_not_repeat_soon() -> None:
    days = [date(2026, 11, 23) + timedelta(days=n) for n in range(365)]
    places = [daily_index(day) for day in days]

    assert len({*places}) == len(places)
    assert all(8 <= bundled_puzzle(place).difficulty.total <= 24 for place in places[1::7])
    assert next(bundled_puzzles()) == bundled_puzzle(0)


def test_a_newcomer_can_solve_the_puzzle_of_a_monday() -> None:
    for monday in (date(2026, 12, 7) + timedelta(weeks=n) for n in range(52)):
        puzzle = bundled_puzzle(daily_index(monday))
        assert puzzle.goal in (Goal.OUT, Goal.MOST)
        assert len(puzzle.placed) in (1, 2)
        assert "*" not in f"{puzzle.table} {puzzle.rack}"
        tuesday = bundled_puzzle(daily_index(monday + timedelta(days=1)))
        assert _effort(puzzle) <= _effort(tuesday)


def _effort(puzzle: Puzzle) -> int:
    return puzzle.difficulty.total + len(puzzle.placed)


def test_no_day_of_a_week_needs_less_effort_than_the_days_before() -> None:
    for tuesday in (date(2026, 12, 8) + timedelta(weeks=n) for n in range(52)):
        week = [bundled_puzzle(daily_index(tuesday + timedelta(days=n))) for n in range(6)]
        efforts = [*map(_effort, week)]
        assert efforts == sorted(efforts)
        assert len(week[0].placed) <= 6


def test_published_daily_puzzles_stay_as_they_were() -> None:
    week = [date(2026, 11, 30) + timedelta(days=n) for n in range(7)]
    assert [daily_index(day) for day in week] == [963, 1253, 1543, 1833, 2123, 2413, 2703]
