"""Proves a puzzle without the solver: by an integer program, or by trying every table.

Free jokers allow everything other rules allow. So a puzzle is proven if an integer program with
free jokers finds no larger play than the solution, and a smaller one without any kind of its tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.solver.oracles import brute_force, integer_program

from tilerummy.analysis import problem
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.melds import Meld, Table
from tilerummy.melds.enumeration import possible_melds
from tilerummy.puzzles import Goal, Puzzle, position
from tilerummy.rules import faults, ruleset
from tilerummy.solver import Kind, Problem
from tilerummy.state import Declare
from tilerummy.tiles import JOKER, Rack, Tile

MOST_TRIED = 22
"""The maximum number of tiles on table and rack for trying every table."""


def is_proven(puzzle: Puzzle) -> bool:
    """Return True if the solution is provably optimal, and the only one of its size.

    Returns False if the search is too large for a proof, and raises AssertionError if the solution
    is wrong.
    """
    if puzzle.goal is Goal.CLOSED:
        return _only_closed(puzzle)
    if puzzle.goal is Goal.DISCARD:
        return _only_safe(puzzle)
    question, n = _question(puzzle), len(puzzle.placed)
    if puzzle.goal is Goal.OPEN:
        assert not any(_opens(fewer) for fewer in _withheld(puzzle, question)), puzzle
        return _at_most(question, n)
    checks = [(question, n), *((fewer, n - 1) for fewer in _withheld(puzzle, question))]
    return all(_at_most(*check) for check in checks)


def _question(puzzle: Puzzle) -> Problem:
    rules, view = ruleset(puzzle.rules), position(puzzle)
    question = problem(rules, view, tidy=False)
    if puzzle.goal is Goal.JOKER:
        return replace(question, rack=Rack(t for t in question.rack if t != JOKER))
    return question


def _withheld(puzzle: Puzzle, question: Problem) -> Iterator[Problem]:
    """Yield the problem once for each different tile of the solution, with too few copies."""
    for tile in {*puzzle.placed}:
        gone = question.rack.count(tile) - puzzle.placed.count(tile) + 1
        yield replace(question, rack=question.rack - (tile,) * gone, leave=Rack())


def _at_most(question: Problem, n: int) -> bool:
    """Return True if provably at most *n* tiles can be laid, and False if unknown."""
    free = replace(question, law=JokerLaw(melds=JokerMelds.FREE), kind=Kind.REARRANGE, leave=Rack())
    found, _ = integer_program.best(free)
    limit = len(question.rack) - 1 if question.leave else len(question.rack)
    if min(found, limit) <= n:
        return True
    is_free = question.law.melds is JokerMelds.FREE or JOKER not in question.table.tiles
    assert not (is_free and question.kind is Kind.REARRANGE), (question, found)
    goes_on = question.kind is Kind.OPEN and question.table
    if goes_on or len(question.table.tiles) + len(question.rack) > MOST_TRIED:
        return False
    most = brute_force.best_rank(question)[0]
    assert most <= n, (question, most)
    return True


def _opens(question: Problem) -> bool:
    """Return whether the rack's melds have enough points, by trying every choice of melds."""

    def lay(left: Rack, melds: Sequence[Meld], points: int) -> bool:
        if points >= question.at_least:
            return True
        fitting = [meld for meld in melds if left >= meld.tiles]
        return any(
            lay(left - meld.tiles, fitting[place:], points + meld.points)
            for place, meld in enumerate(fitting)
        )

    jokers = question.rack.count(JOKER)
    held = Counter(tile for tile in question.rack if tile != JOKER)
    return lay(question.rack, [*possible_melds(held, jokers, question.tiles)], 0)


def _only_closed(puzzle: Puzzle) -> bool:
    rules, view = ruleset(puzzle.rules), position(puzzle)
    right = [t for t in {*puzzle.rack} if not any(faults(rules, view, Declare(t)))]
    assert right == [puzzle.discard], puzzle
    return True


def _only_safe(puzzle: Puzzle) -> bool:
    """Check that only the solution cannot be laid off, and that the rack cannot open."""
    rules = ruleset(puzzle.rules)
    safe = [t for t in {*puzzle.rack} if not _fits(puzzle, t)]
    assert safe == [puzzle.discard], puzzle
    assert not _opens(problem(rules, position(puzzle), tidy=False)), puzzle
    return True


def _fits(puzzle: Puzzle, tile: Tile) -> bool:
    tiles = ruleset(puzzle.rules).tiles
    law = ruleset(puzzle.rules).table.jokers
    for meld in puzzle.table:
        question = Problem(
            rack=Rack((tile,)), table=Table((meld,)), tiles=tiles, law=law, kind=Kind.EXTEND
        )
        if brute_force.best_rank(question)[0]:
            return True
    return False
