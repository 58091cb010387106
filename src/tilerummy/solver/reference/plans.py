"""Joker plans: a choice for each joker on the table, and the resulting requirements (RULES 2.2.3).

Plans only narrow the search. Every legal play follows at least one plan, and each play is still
judged by the joker rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product

from tilerummy.jokers import JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.melds import Replacement, replacements
from tilerummy.melds import Meld, Run
from tilerummy.solver.problem import Kind, Problem
from tilerummy.tiles import JOKER, Rack, Tile


@dataclass(frozen=True, slots=True)
class JokerPlan:
    """The requirements on a play that replaces certain jokers on the table.

    ``tiles`` are all tiles on the table and rack. ``may_stay`` are those that may stay on the rack.
    Each of the ``cores`` must be part of a different meld in the result. ``freed`` is the number of
    jokers that ``joker.reuse`` restricts. It is 0 if there is no restriction. In melds that may be
    taken apart, each remaining joker is treated as the tile that it represents. These tiles are
    listed in ``faces``.
    """

    tiles: Counter[Tile]
    may_stay: Counter[Tile]
    cores: tuple[Meld, ...] = ()
    freed: int = 0
    faces: tuple[Tile, ...] = ()

    @property
    def is_certain(self) -> bool:
        """True if the joker rules allow every play that follows the plan.

        If three or more jokers are available and some count as the tiles that they represent, a
        play could contain a meld that consists only of jokers, which the plan does not rule out.
        """
        return not self.freed and (not self.faces or len(self.faces) + self.tiles[JOKER] < 3)


def plans(problem: Problem) -> Iterator[JokerPlan]:
    """Yield plans that together cover every legal play. Plans that only extend melds come first."""
    table, law = problem.table, problem.law
    may_stay = Counter(problem.rack - problem.required)
    if problem.jokers_due:
        del may_stay[JOKER]
    if problem.kind is Kind.OPEN:
        yield JokerPlan(Counter(problem.rack), may_stay)
        return
    tiles = Counter(problem.rack + table.tiles)
    if problem.kind is Kind.REARRANGE:
        yield JokerPlan(tiles, may_stay, tuple(table))
        if law.melds is JokerMelds.FREE:
            yield JokerPlan(tiles, may_stay)
            return
    plain = tuple(meld for meld in table if not meld.jokers)
    jokered = [meld for meld in table if meld.jokers]
    for fates in product(*(replacements(meld, law, problem.tiles) for meld in jokered)):
        from_rack = _from_rack(problem, fates)
        if not from_rack <= problem.rack:
            continue
        staying = may_stay & Counter(problem.rack - from_rack)
        freed = 0 if law.reuse is Reuse.ANY else sum(fate.freed for fate in fates)
        now = tuple(fate.now for fate in fates)
        if problem.kind is Kind.EXTEND:
            yield JokerPlan(tiles, staying, plain + now, freed)
        elif law.melds is JokerMelds.LOCKED:
            yield JokerPlan(tiles, staying, tuple(meld for meld in now if meld.jokers), freed)
        else:
            for chosen in product(*(_faces(meld, problem) for meld in now)):
                faces = tuple(chain.from_iterable(chosen))
                shown = tiles - Counter({JOKER: len(faces)}) + Counter(faces)
                yield JokerPlan(shown, staying, (), freed, faces)


def _from_rack(problem: Problem, fates: tuple[Replacement, ...]) -> Rack:
    """Return the tiles that must come from the rack to replace jokers."""
    replacing = Rack(chain.from_iterable(fate.replacing for fate in fates))
    if problem.kind is Kind.EXTEND or problem.law.replace_from is ReplaceFrom.RACK:
        return replacing
    locked = problem.law.melds is JokerMelds.LOCKED
    stuck = [fate.was for fate in fates if locked and fate.now.jokers]
    return replacing - (problem.table - stuck).tiles


def _faces(meld: Meld, problem: Problem) -> Iterator[tuple[Tile, ...]]:
    """Yield the tiles that the jokers of *meld* may represent after the play."""
    if isinstance(meld, Run):
        yield meld.wild
    else:
        yield from combinations(meld.missing(problem.tiles), meld.jokers)
