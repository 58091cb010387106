"""Branches: the count model that each joker plan leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tilerummy.jokers import JokerMelds, Reuse
from tilerummy.melds import Group, Meld, Run
from tilerummy.solver.problem import Kind, Objective, Problem
from tilerummy.solver.reference.dp.counts import Counts, OldGroup, OldRun
from tilerummy.solver.reference.jokers.joker_melds import FreedJokerPlacement, joker_placements
from tilerummy.solver.reference.jokers.joker_plans import JokerPlan, MeldPlan
from tilerummy.tiles import COLOURS, JOKER, Tile

_FIRST = 1 << 20  # the first criterion of the objective counts so much more than the second


@dataclass(frozen=True, slots=True)
class Branch:
    """One count model: ``melds`` lie on the table already, ``counts`` is what is left to be laid.

    ``runs`` and ``groups`` are the melds behind those of ``counts``. ``shown`` are the tiles
    counted there that are really kept jokers, ``shown_in`` those of each run, then of each group.
    ``score`` and ``kept`` are what ``melds`` and the tiles that must be placed are worth already.
    In a branch that is ``relaxed``, freed jokers may lie where the rules forbid it.
    """

    plan: JokerPlan
    counts: Counts
    melds: tuple[Meld, ...]
    runs: tuple[Run, ...]
    groups: tuple[Group, ...]
    shown: Counter[Tile]
    shown_in: tuple[tuple[Tile, ...], ...]
    score: int
    kept: int
    relaxed: bool


def relaxed_branch(problem: Problem, plan: JokerPlan) -> Branch | None:
    """Return the branch where freed jokers may lie anywhere, None if the tiles do not suffice.

    It is not ``relaxed`` if the rules allow that.
    """
    return _branch(problem, plan, None)


def placement_branches(
    problem: Problem, plan: JokerPlan, likely: Collection[Meld] = ()
) -> Iterator[Branch]:
    """Yield the branches for all lawful joker placements, those with *likely* melds first."""
    for placement in joker_placements(problem, plan, likely):
        branch = placement_branch(problem, placement)
        if branch is not None:
            yield branch


def placement_branch(problem: Problem, placement: FreedJokerPlacement) -> Branch | None:
    """Return the branch for a joker placement, None if the tiles do not suffice."""
    return _branch(problem, placement.plan, placement)


def _branch(
    problem: Problem, plan: JokerPlan, placement: FreedJokerPlacement | None
) -> Branch | None:
    takers = placement.takers if placement else ()
    frozen = [o for o in plan.meld_plans if o.frozen]
    melds = (*(o.was for o in frozen), *(taker.meld for taker in takers))
    cores = [o.core for o in plan.meld_plans if o.core is not None]
    on_table = Counter(t for o in plan.meld_plans for t in o.was.naturals)
    rack = Counter(problem.rack)
    placed = plan.due | (placement.due if placement else Counter())
    used = Counter(t for meld in (*melds, *cores) for t in meld.naturals)
    required = Counter(problem.required)
    jokers_required = required.pop(JOKER, 0)
    placed |= (used - on_table) | required
    if not placed <= rack:
        return None
    shown = plan.shown - Counter(t for taker in takers for t in taker.shown)
    weights = _weights(problem)
    from_rack = sum(taker.from_rack for taker in takers)
    jokers = _jokers(problem, rack[JOKER]) - from_rack
    due = jokers if problem.jokers_due else max(0, jokers_required - from_rack)
    if jokers_required > jokers + from_rack:
        return None
    have = rack + on_table - used
    again = Counter(melds) & Counter(problem.table)
    runs, groups = _old_melds(plan, shown, have, again)
    size = problem.tiles.numbers * problem.tiles.colours
    need, spare = [0] * size, [0] * size
    for tile in {*rack, *on_table, *shown, *placed}:
        if tile.is_numbered:
            must = on_table[tile] + placed[tile] - used[tile]
            need[_cell(problem, tile)] = must + shown[tile]
            spare[_cell(problem, tile)] = rack[tile] - placed[tile]
    return Branch(
        plan,
        Counts(
            numbers=problem.tiles.numbers,
            colours=problem.tiles.colours,
            high=problem.tiles.one_high and problem.tiles.numbers > 3,
            need=tuple(need),
            spare=tuple(spare),
            jokers_need=due + (0 if placement else plan.freed),
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
        tuple(meld_plan.shown for meld_plan, *_ in (*runs, *groups)),
        _worth(placed, from_rack + due, problem),
        again.total(),
        placement is None and plan.freed > 0 and not _anywhere(problem),
    )


def _anywhere(problem: Problem) -> bool:
    """Return whether freed jokers may go into any meld."""
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
    plan: JokerPlan, shown: Counter[Tile], have: Counter[Tile], again: Counter[Meld]
) -> tuple[list[tuple[MeldPlan, Run, bool]], list[tuple[MeldPlan, Group, bool]]]:
    """Return the melds that must stay whole and those with a bonus for being left unchanged.

    A loose meld cannot be left unchanged if its kept jokers are not among those *shown* any more,
    or if its tiles are not among those that we *have* beside the melds for freed jokers. Such a
    meld that equals an old one counts *again* by itself, first for melds whose jokers were
    replaced.
    """
    runs, groups = [], []
    shown, again = Counter(shown), Counter(again)
    for meld_plan in sorted(plan.meld_plans, key=lambda meld_plan: not meld_plan.freed):
        meld, loose = meld_plan.core or meld_plan.was, meld_plan.core is None
        at_home = again[meld_plan.was] > 0
        again[meld_plan.was] -= at_home
        bonus = meld == meld_plan.was and not at_home
        if meld_plan.frozen or (loose and not bonus):
            continue
        if loose and not (
            all(have[tile] for tile in meld.naturals) and Counter(meld_plan.shown) <= shown
        ):
            continue
        shown.subtract(meld_plan.shown)
        match meld:
            case Run():
                runs.append((meld_plan, meld, bonus))
            case Group():
                groups.append((meld_plan, meld, bonus))
    return runs, groups


def _old_run(meld_plan: MeldPlan, run: Run, *, bonus: bool) -> OldRun:
    first = run.faces[0].number
    replaced = () if meld_plan.core or not meld_plan.freed else {*run.wild} - {*meld_plan.shown}
    return OldRun(
        COLOURS.index(run.faces[0].colour),
        first,
        first + len(run) - 1,
        meld_plan.core is not None,
        bonus,
        sum(1 << first + i for i, face in enumerate(run.faces) if face in replaced),
    )


def _old_group(meld_plan: MeldPlan, group: Group, problem: Problem, *, bonus: bool) -> OldGroup:
    return OldGroup(
        group.number,
        sum(1 << COLOURS.index(t.colour) for t in (*group.naturals, *meld_plan.shown)),
        problem.tiles.colours - len(group),
        meld_plan.core is not None,
        bonus,
        0 if meld_plan.core else meld_plan.freed,
    )
