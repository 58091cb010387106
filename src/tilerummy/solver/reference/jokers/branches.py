"""From a problem to what has to be counted, for each thing that may become of its jokers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tilerummy.jokers import JokerMelds, Reuse
from tilerummy.melds import Group, Meld, Run
from tilerummy.solver.problem import Kind, Objective, Problem
from tilerummy.solver.reference.dp.counts import Counts, OldGroup, OldRun
from tilerummy.solver.reference.jokers.joker_melds import Housing, housings
from tilerummy.solver.reference.jokers.joker_plans import Outcome, Settlement
from tilerummy.tiles import COLOURS, JOKER, Tile

_FIRST = 1 << 20  # what the objective looks at first counts so much more than what comes next


@dataclass(frozen=True, slots=True)
class Branch:
    """One inner problem: ``melds`` lie as they are, ``counts`` is what is left to be laid.

    ``runs`` and ``groups`` are the melds that those of ``counts`` stand for, and ``shown`` the
    tiles counted there for which kept jokers lie, ``shown_in`` those of the runs, then of the
    groups. ``score`` and ``kept`` are what ``melds`` and the tiles that must be placed are worth
    already. In a branch that is ``relaxed``, replaced jokers may lie where the law forbids it.
    """

    settlement: Settlement
    counts: Counts
    melds: tuple[Meld, ...]
    runs: tuple[Run, ...]
    groups: tuple[Group, ...]
    shown: Counter[Tile]
    shown_in: tuple[tuple[Tile, ...], ...]
    score: int
    kept: int
    relaxed: bool


def relaxed(problem: Problem, settlement: Settlement) -> Branch | None:
    """Return the branch where replaced jokers may lie anywhere, None if the tiles do not suffice.

    Where the law says so too it is not ``relaxed``.
    """
    return _branch(problem, settlement, None)


def housed(
    problem: Problem, settlement: Settlement, likely: Collection[Meld] = ()
) -> Iterator[Branch]:
    """Yield the branches where replaced jokers have homes as the law wants them, *likely* first."""
    for housing in housings(problem, settlement, likely):
        branch = _branch(problem, settlement, housing)
        if branch is not None:
            yield branch


def _branch(problem: Problem, settlement: Settlement, housing: Housing | None) -> Branch | None:
    homes = housing.homes if housing else ()
    at_rest = [o for o in settlement.outcomes if o.at_rest]
    melds = (*(o.was for o in at_rest), *(home.meld for home in homes))
    cores = [o.core for o in settlement.outcomes if o.core is not None]
    lying = Counter(t for o in settlement.outcomes for t in o.was.naturals)
    rack = Counter(problem.rack)
    placed = settlement.due | (housing.due if housing else Counter())
    used = Counter(t for meld in (*melds, *cores) for t in meld.naturals)
    placed |= used - lying
    if not placed <= rack:
        return None
    shown = settlement.shown - Counter(t for home in homes for t in home.shown)
    weights = _weights(problem)
    racked = sum(home.racked for home in homes)
    jokers = _jokers(problem, rack[JOKER]) - racked
    due = jokers if problem.jokers_due else 0
    have = rack + lying - used
    again = Counter(melds) & Counter(problem.table)
    runs, groups = _old_melds(settlement, shown, have, again)
    size = problem.tiles.numbers * problem.tiles.colours
    need, spare = [0] * size, [0] * size
    for tile in {*rack, *lying, *shown, *placed}:
        if tile.is_numbered:
            must = lying[tile] + placed[tile] - used[tile]
            need[_cell(problem, tile)] = must + shown[tile]
            spare[_cell(problem, tile)] = rack[tile] - placed[tile]
    return Branch(
        settlement,
        Counts(
            numbers=problem.tiles.numbers,
            colours=problem.tiles.colours,
            high=problem.tiles.one_high and problem.tiles.numbers > 3,
            need=tuple(need),
            spare=tuple(spare),
            jokers_need=due + (0 if housing else settlement.freed),
            jokers_spare=jokers - due,
            per_tile=weights[0],
            per_point=weights[1],
            per_joker=weights[0] + weights[1] * problem.joker_value,
            runs=tuple(_old_run(old, meld, bonus=bonus) for old, meld, bonus in runs),
            groups=tuple(
                _old_group(old, meld, problem, bonus=bonus) for old, meld, bonus in groups
            ),
            at_least=problem.at_least if problem.kind is Kind.OPEN else 0,
            budget=problem.states,
        ),
        melds,
        tuple(meld for _, meld, _ in runs),
        tuple(meld for _, meld, _ in groups),
        shown,
        tuple(outcome.shown for outcome, *_ in (*runs, *groups)),
        _worth(placed, racked + due, problem),
        again.total(),
        housing is None and settlement.freed > 0 and not _anywhere(problem),
    )


def _anywhere(problem: Problem) -> bool:
    """Return whether replaced jokers may go into any meld."""
    free = problem.law.melds is JokerMelds.FREE and problem.kind is Kind.REARRANGE
    return free or problem.law.reuse is Reuse.ANY


def _weights(problem: Problem) -> tuple[int, int]:
    """Return what a tile and what a point is worth."""
    return (_FIRST, 1) if problem.objective is Objective.TILES else (1, _FIRST)


def _worth(placed: Counter[Tile], jokers: int, problem: Problem) -> int:
    per_tile, per_point = _weights(problem)
    points = sum(t.number * n for t, n in placed.items()) + jokers * problem.joker_value
    return per_tile * (placed.total() + jokers) + per_point * points


def _jokers(problem: Problem, held: int) -> int:
    """Return how many jokers of the rack may be laid."""
    return held if problem.kind is not Kind.OPEN or problem.joker_opens else 0


def _cell(problem: Problem, tile: Tile) -> int:
    return (tile.number - 1) * problem.tiles.colours + COLOURS.index(tile.colour)


def _old_melds(
    settlement: Settlement, shown: Counter[Tile], have: Counter[Tile], again: Counter[Meld]
) -> tuple[list[tuple[Outcome, Run, bool]], list[tuple[Outcome, Group, bool]]]:
    """Return the melds that lie whole and those that count when they are left as they are.

    A loose meld cannot be left if its kept jokers are not among those *shown* any more, or if its
    tiles are not among those that we *have* beside homes. Homes that look like old melds count
    *again* by themselves, first for melds whose jokers were replaced.
    """
    runs, groups = [], []
    shown, again = Counter(shown), Counter(again)
    for outcome in sorted(settlement.outcomes, key=lambda outcome: not outcome.freed):
        meld, loose = outcome.core or outcome.was, outcome.core is None
        at_home = again[outcome.was] > 0
        again[outcome.was] -= at_home
        bonus = meld == outcome.was and not at_home
        if outcome.at_rest or (loose and not bonus):
            continue
        if loose and not (
            all(have[tile] for tile in meld.naturals) and Counter(outcome.shown) <= shown
        ):
            continue
        shown.subtract(outcome.shown)
        match meld:
            case Run():
                runs.append((outcome, meld, bonus))
            case Group():
                groups.append((outcome, meld, bonus))
    return runs, groups


def _old_run(outcome: Outcome, run: Run, *, bonus: bool) -> OldRun:
    first = run.faces[0].number
    replaced = () if outcome.core or not outcome.freed else {*run.wild} - {*outcome.shown}
    return OldRun(
        COLOURS.index(run.faces[0].colour),
        first,
        first + len(run) - 1,
        outcome.core is not None,
        bonus,
        sum(1 << first + i for i, face in enumerate(run.faces) if face in replaced),
    )


def _old_group(outcome: Outcome, group: Group, problem: Problem, *, bonus: bool) -> OldGroup:
    return OldGroup(
        group.number,
        sum(1 << COLOURS.index(t.colour) for t in (*group.naturals, *outcome.shown)),
        problem.tiles.colours - len(group),
        outcome.core is not None,
        bonus,
        0 if outcome.core else outcome.freed,
    )
