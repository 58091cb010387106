"""Mined puzzles are independent of their order, distinct, and well spread."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

from tests.puzzles.proof import is_proven
from tests.review.games import SMALL, game

from tilerummy.melds import table
from tilerummy.puzzles import Goal, Puzzle, Theme, puzzle_json, read_puzzle
from tilerummy.puzzles.canonical_form import canonical_form, is_small_grid
from tilerummy.puzzles.generator import generate_puzzle
from tilerummy.puzzles.mining import MAX_PER_ROUND, MinedRound, PuzzleCollector, mine, mining_jobs
from tilerummy.puzzles.positions import Position
from tilerummy.rules import ruleset
from tilerummy.tiles import rack

SABRA = ruleset("sabra")
ROUNDS = 5
JOBS = [*islice(mining_jobs("tests"), ROUNDS)]


@cache
def all_mined() -> tuple[MinedRound, ...]:
    """Return the puzzles of a few rounds, computed once."""
    return tuple(map(mine, JOBS))


def found(melds: str, tiles: str, goal: Goal = Goal.MOST, *, opened: bool = True) -> Position:
    """Return a position in Sabra."""
    return Position(goal=goal, table=table(melds), rack=rack(tiles), opened=opened)


def form(puzzle: Puzzle | None) -> str:
    """Return the canonical form of a puzzle."""
    assert puzzle is not None
    return canonical_form(puzzle)


def test_a_round_gives_the_same_puzzles_again() -> None:
    last = all_mined()[-1]

    assert last.puzzles
    assert mine(JOBS[-1]) == last


def test_the_order_in_which_rounds_are_done_does_not_matter() -> None:
    forwards, mixed = PuzzleCollector(4), PuzzleCollector(4)
    for mined in all_mined():
        forwards.add(mined)
    for mined in Random(3).sample(all_mined(), ROUNDS):
        mixed.add(mined)

    assert forwards.puzzles() == mixed.puzzles()
    assert forwards.is_full


def test_at_most_two_puzzles_per_round_are_selected_and_all_differ() -> None:
    collector = PuzzleCollector(100)
    for mined in all_mined():
        before = len(collector)
        collector.add(mined)
        assert len(collector) - before <= MAX_PER_ROUND
    for mined in all_mined():
        collector.add(MinedRound(mined.number + ROUNDS, mined.puzzles))
    forms = [canonical_form(puzzle) for puzzle in collector.puzzles()]

    assert len(forms) > ROUNDS
    assert len({*forms}) == len(forms)


def test_difficulties_are_spread() -> None:
    """A band has at most two puzzles of ten."""
    easy = [(form, p) for m in all_mined() for form, p in m.puzzles if p.difficulty.total < 6]
    collector = PuzzleCollector(10)
    for number, found in enumerate(easy):
        collector.add(MinedRound(number, (found,)))

    assert len(easy) > 2
    assert len(collector) == 2


def test_records_are_mined_too() -> None:
    record = game(SMALL, ("casual", "casual"), 2)
    jobs = [*mining_jobs("", [record])]

    assert len(jobs) == len(record.rounds)
    assert [puzzle for job in jobs for _, puzzle in mine(job).puzzles]


def test_a_position_is_cropped_to_what_matters() -> None:
    large = found("k3 k4 k5 k6 / o4 o5 o6 / r9 b9 o9 / b1 b2 b3", "b6 o3", Goal.OUT)
    puzzle = generate_puzzle(SABRA, large)

    assert puzzle is not None
    assert puzzle.table == table("k3 k4 k5 k6 / o4 o5 o6")
    assert puzzle.difficulty.total == 8
    assert puzzle.difficulty.rating == 1080


def test_other_playable_tiles_stay_as_decoys() -> None:
    puzzle = generate_puzzle(SABRA, found("r2 r3 r4 r5 / k2 b2 o2", "k3 k4 r6 o13"))

    assert puzzle is not None
    assert rack("o13") & puzzle.rack == ()


def test_a_goal_reached_by_two_sets_of_tiles_is_not_a_puzzle() -> None:
    assert generate_puzzle(SABRA, found("k3 k4 k5 k6", "r3 b3 r6 b6")) is None


def test_positions_that_are_too_easy_are_not_puzzles() -> None:
    assert generate_puzzle(SABRA, found("k3 k4 k5", "k6", Goal.OUT)) is None


def test_the_difficulty_is_that_of_the_study() -> None:
    """Mined positions with the D measured for them."""
    for d, melds, tiles in (
        (4, "o4 o5 o6 o7", "k4 r4"),
        (6, "r2 r3 r4 r5 / k2 b2 o2", "k3 k4"),
        (12, "k2 k3 k4 / o2 o3 o4 / r4 b4 o4", "k4 r2 b3"),
        (15, "k8 r8 o8 / k9 r9 o9 / k10 r10 o10", "o7 o11"),
        (22, "k3 b3 o3 / k4 r4 b4 o4 / k5 r5 b5 o5 / k6 r6 b6", "o1 o2"),
    ):
        puzzle = generate_puzzle(SABRA, found(melds, tiles, Goal.OUT))
        assert puzzle is not None
        assert puzzle.difficulty.total == d


def test_a_grid_is_distinguished_from_other_plays() -> None:
    grid = generate_puzzle(SABRA, found("k8 r8 o8 / k9 r9 o9 / k10 r10 o10", "o7 o11", Goal.OUT))
    split = generate_puzzle(SABRA, found("k3 k4 k5 k6 k7 / b4 b5 b6", "k5 b7 b3", Goal.OUT))

    assert grid is not None
    assert Theme.GRID in grid.themes
    assert is_small_grid(grid)
    assert split is None or Theme.GRID not in split.themes


def test_a_joker_that_must_be_freed_is_a_theme() -> None:
    puzzle = generate_puzzle(SABRA, found("k3 k4 *k5 / r8 r9 r10 r11", "k5 b2 o2", Goal.OUT))

    assert puzzle is not None
    assert Theme.JOKER_FREED in puzzle.themes
    assert not puzzle.offline


def test_puzzles_are_alike_up_to_colours_shift_and_reflection() -> None:
    first = generate_puzzle(SABRA, found("k3 k4 k5 k6 / o4 o5 o6", "b6 o3", Goal.OUT))
    coloured = generate_puzzle(SABRA, found("r3 r4 r5 r6 / k4 k5 k6", "b6 k3", Goal.OUT))
    shifted = generate_puzzle(SABRA, found("k5 k6 k7 k8 / o6 o7 o8", "b8 o5", Goal.OUT))
    reflected = generate_puzzle(SABRA, found("k8 k9 k10 k11 / o8 o9 o10", "b8 o11", Goal.OUT))
    at_edge = generate_puzzle(SABRA, found("k10 k11 k12 k13 / o11 o12 o13", "b13 o10", Goal.OUT))

    assert form(first) == form(coloured) == form(shifted) == form(reflected) != form(at_edge)


def test_only_colours_may_change_if_points_matter() -> None:
    first = generate_puzzle(SABRA, found("", "k9 k10 k11 r3", Goal.OPEN, opened=False))
    coloured = generate_puzzle(SABRA, found("", "r9 r10 r11 k3", Goal.OPEN, opened=False))
    shifted = generate_puzzle(SABRA, found("", "k10 k11 k12 r4", Goal.OPEN, opened=False))

    assert form(first) == form(coloured) != form(shifted)


def test_mined_puzzles_are_proven_and_have_their_form() -> None:
    some = [mined.puzzles[0][1] for mined in all_mined() if mined.puzzles]

    for puzzle in some[:3]:
        assert is_proven(puzzle)
        assert read_puzzle(puzzle_json(puzzle)) == puzzle
