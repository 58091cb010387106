"""Turns of several plays in small positions, found by trying every table: RULES 2.2.

It defines a play that frees jokers independently, by comparing two tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice, product
from random import Random
from typing import assert_never

from tests.differential.small_positions import positions
from tests.support.every_table import every_table, parts
from tests.support.positions import position

from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.extend import Extend
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.rules import Ruleset, faults, ruleset
from tilerummy.rules.consequences import played
from tilerummy.rules.plays.opening import Opening
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.rules.rounds.deals import Deal
from tilerummy.state import Phase, Play, State, fold
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Small:
    """A position that is small enough to try every table that its tiles can form."""

    rules: Ruleset
    state: State

    def tables(self, minimum: int = 1) -> Iterator[Table]:
        """Yield every table of all table tiles and at least *minimum* rack and face-up tiles."""
        for placed in parts(self.state.mover.rack + self.state.free):
            if len(placed) >= minimum:
                yield from self.with_placed(placed)

    def with_placed(self, placed: Rack) -> Iterator[Table]:
        """Yield every table that consists of exactly the present table's tiles and *placed*."""
        yield from every_table(self.state.table.tiles + placed, self.rules.tiles)

    def then(self, table: Table) -> Small | None:
        """Return the position after the play that leaves *table*, or None for an illegal play."""
        play = Play.between(self.state.table, table)
        if any(faults(self.rules, self.state, play)):
            return None
        return replace(self, state=fold(played(self.rules, self.state, play), self.state))

    @property
    def in_two_steps(self) -> bool:
        """True if a play may prepare another one that frees a joker."""
        law = self.rules.table.jokers
        return law.group_of_three is GroupOfThree.ALL or law.melds is JokerMelds.OPEN

    def legal(self, tables: Iterable[Table], rng: Random, count: int) -> Iterator[Small]:
        """Yield up to *count* positions after legal plays that leave random ones of *tables*."""
        some = [*tables]
        rng.shuffle(some)
        yield from islice((then for table in some if (then := self.then(table))), count)

    def leads_to(self, table: Table) -> bool:
        """Return whether a single legal play leads to *table*."""
        play = Play.between(self.state.table, table)
        return not any(faults(self.rules, self.state, play))


def small_positions(seed: int, *, opened: bool, most: int = 14) -> Iterator[Small]:
    """Yield an endless series of positions that *seed* determines, of at most *most* tiles."""
    rng = Random(seed)
    for found in positions(seed):
        tiles = len(found.before.tiles) + len(found.rack)
        if tiles > most or not 2 <= len(found.rack) <= 6:
            continue
        more = () if opened else rng.choice(_openings(found.tiles))
        law = JokerLaw(
            melds=rng.choice([*JokerMelds]),
            replace_from=rng.choice([*ReplaceFrom]),
            group_of_three=rng.choice([*GroupOfThree]),
            reuse=rng.choice([*Reuse]),
        )
        rules = replace(
            ruleset("sabra"),
            tiles=found.tiles,
            table=Rearrange(law),
            deal=Deal(tiles=3),
            opening=Opening(points=rng.choice((3, 6, 9)), same_turn=rng.random() < 0.7),
        )
        held = position(
            rules,
            str(found.before),
            str(found.rack + more),
            opened=opened,
            others=["k1"],
            pool="k1",
        )
        yield Small(rules, held.state)


@cache
def _openings(tiles: TileSet) -> tuple[tuple[Tile, ...], ...]:
    """Return tiles to open with: none at all, or a meld of three without a joker."""
    triples = map(Rack, combinations(tiles.kinds, 3))
    return ((), *(triple for triple in triples if every_table(triple, tiles)))


def reached(small: Small, rng: Random, tries: int = 3) -> Iterator[Table]:
    """Yield tables, in random order, that can be reached by several plays but not by one."""
    if small.state.mover.opened is None:
        for opened in small.legal(small.tables(), rng, tries):
            for after in opened.legal(opened.tables(0), rng, tries):
                if not small.leads_to(after.state.table):
                    yield after.state.table
            yield from reached(opened, rng, tries)
        return
    before = small.state.table
    freed = [table for table in small.tables() if frees(small.rules, before, table)]
    for then in small.legal(freed, rng, tries):
        for after in then.legal(then.tables(0), rng, tries):
            if not small.leads_to(after.state.table):
                yield after.state.table
    if small.in_two_steps:
        for then in small.legal(small.tables(), rng, tries):
            now = then.state.table
            last = [t for t in then.tables() if replaces_in_place(small.rules, now, t)]
            for after in then.legal(last, rng, tries):
                if not small.leads_to(after.state.table):
                    yield after.state.table


def growing(small: Small) -> Small:
    """Return the same position in a game where melds can only grow (RULES 3)."""
    law = small.rules.table.jokers
    rules = replace(
        ruleset("american"),
        tiles=small.rules.tiles,
        table=Extend(replace(law, melds=JokerMelds.LOCKED, replace_from=ReplaceFrom.RACK)),
        deal=small.rules.deal,
        opening=small.rules.opening,
    )
    return Small(rules, replace(small.state, phase=Phase.MELD))


def every_turn(small: Small, tables: Iterable[Table]) -> dict[Table, int]:
    """Return the number of plays in the shortest turn to each table that can be reached.

    *tables* must include all tables of these tiles.
    """
    others = dict.fromkeys(tables)
    plays = {small.state.table: 0}
    reached = [small]
    for now in reached:
        tiles = now.state.table.tiles
        for table in [t for t in others if t not in plays and t.tiles >= tiles]:
            then = now.then(table) if now.state.mover.rack else None
            if then is not None:
                plays[table] = plays[now.state.table] + 1
                reached.append(then)
    return plays


def frees(rules: Ruleset, before: Table, after: Table) -> bool:
    """Return whether a play only moves table jokers into melds of rack tiles."""
    for homes, changes in _changes(rules, before, after):
        freed = any(change.freed for change in changes)
        gone = [tile for change in changes for tile in change.gone if tile != JOKER]
        lying = {tile for meld in before for tile in meld.numbered}
        loose = Counter(tile for home in homes for tile in home.numbered)
        if rules.table.jokers.replace_from is ReplaceFrom.ANY:
            loose.update(dict.fromkeys(lying, 1000))
        elif gone:
            continue
        if freed and any(
            all(n <= loose[tile] for tile, n in Counter(ways).items())
            for ways in map(_joined, product(*(change.loose for change in changes)))
        ):
            return True
    return False


def _joined(ways: tuple[tuple[Tile, ...], ...]) -> tuple[Tile, ...]:
    return tuple(tile for way in ways for tile in way)


def replaces_in_place(rules: Ruleset, before: Table, after: Table) -> bool:
    """Return whether jokers go into melds of rack tiles, and rack tiles replace them."""
    return any(
        any(change.freed for change in changes)
        and all(not change.gone and () in change.loose for change in changes)
        for _, changes in _changes(rules, before, after)
    )


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a meld: the jokers ``freed``, or the tile ``gone`` that frees another.

    ``loose`` are the possible sets of tiles that replaced its jokers and are elsewhere.
    """

    freed: int = 0
    gone: tuple[Tile, ...] = ()
    loose: tuple[tuple[Tile, ...], ...] = ((),)


def _changes(
    rules: Ruleset, before: Table, after: Table
) -> Iterator[tuple[tuple[Meld, ...], tuple[Change, ...]]]:
    """Yield new melds of rack tiles with jokers, and possible changes of the other melds."""
    lift, lay = before - after, after - before
    placed = Counter(after.tiles - before.tiles)
    jokered = [meld for meld in lay if meld.jokers]
    for count in range(1, len(jokered) + 1):
        for homes in combinations(jokered, count):
            if Counter(t for home in homes for t in home.numbered) <= placed:
                for changes in _became(rules, [*lift], [*(lay - homes)]):
                    yield homes, changes


def _became(rules: Ruleset, olds: list[Meld], news: list[Meld]) -> Iterator[tuple[Change, ...]]:
    """Yield the ways from *olds*, one or two melds, to *news*, also one or two."""
    if not olds:
        if not news:
            yield ()
        return
    for count in (1, 2, 3):
        for parts_of in combinations(range(len(news)), count):
            change = _change(rules, olds[0], [news[i] for i in parts_of])
            if change is not None:
                others = [new for i, new in enumerate(news) if i not in parts_of]
                for rest in _became(rules, olds[1:], others):
                    yield (change, *rest)


def _change(rules: Ruleset, old: Meld, new: list[Meld]) -> Change | None:
    match old:
        case Group():
            only = new[0]
            if len(new) > 1 or not isinstance(only, Group) or only.number != old.number:
                return None
            return _group_change(rules, old, only)
        case Run(faces, wild):
            runs = [meld for meld in new if isinstance(meld, Run)]
            lying = [face for meld in runs for face in meld.faces]
            if len(runs) < len(new) or len({*lying}) < len(lying) or not {*lying} <= {*faces}:
                return None
            if any(faces[faces.index(run.faces[0]) :][: len(run)] != run.faces for run in runs):
                return None
            now = {face for meld in runs for face in meld.wild}
            missing = tuple(face for face in faces if face not in lying)
            freed = {*wild} - now
            if not now <= {*wild}:
                return None
            numbered = tuple(face for face in missing if face not in wild)
            if freed:
                return Change(len(freed), (), (missing,)) if not numbered else None
            return Change(0, missing) if len(missing) == 1 and numbered else None
    assert_never(old)


def _group_change(rules: Ruleset, old: Group, new: Group) -> Change | None:
    added = tuple(tile for tile in new.numbered if tile not in old.numbered)
    gone = tuple(tile for tile in old.numbered if tile not in new.numbered)
    freed = old.jokers - new.jokers
    if freed < 0 or (freed and gone) or (not freed and (added or len(gone) != 1)):
        return None
    if not freed:
        return Change(0, gone)
    missing = tuple(tile for tile in old.missing(rules.tiles) if tile not in added)
    three = len(old) < rules.tiles.colours
    if rules.table.jokers.group_of_three is GroupOfThree.ALL and three:
        return Change(freed, (), (missing,)) if freed == old.jokers else None
    ways = tuple(combinations(missing, freed - len(added))) if freed >= len(added) else ()
    return Change(freed, (), ways) if ways else None


def best_rank(small: Small, *, freeing: bool = True) -> tuple[int, int]:
    """Return the most tiles, and their points, of an opening, a freeing play and a play.

    Without *freeing*, the turn consists of only an opening and a play.
    """
    opens = small.state.mover.opened is None
    best = (0, 0)
    for table in small.tables():
        then = small.then(table)
        if then is None:
            continue
        tiles, points = rank(small, table)
        more = (0, 0)
        if then.state.mover.rack:
            if opens:
                more = best_rank(then, freeing=freeing)
            elif freeing and frees(small.rules, small.state.table, table):
                more = best_rank(then, freeing=False)
        best = max(best, (tiles + more[0], points + more[1]))
    return best


def rank(small: Small, table: Table) -> tuple[int, int]:
    """Return the number and the points of the rack tiles on *table*."""
    placed = (table.tiles - small.state.table.tiles) & small.state.mover.rack
    value = small.rules.scoring.joker
    return len(placed), sum(t.number if t.is_numbered else value for t in placed)
