"""Finds several arrangements of loose tiles in melds, as after a table has been upset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from tilerummy.analysis.best_plays.arrangement import arrangement
from tilerummy.analysis.partitions import Partitions
from tilerummy.arguments import check_argument
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Meld, Table
from tilerummy.melds.enumeration import possible_melds
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.tiles import JOKER, Rack, Tile

_FIRST = 0.4
"""The fraction of the time for finding the first arrangement."""
_LISTING = 0.4
"""The fraction of the remaining time for listing all arrangements."""
_SEEN = 1_000
"""The number of arrangements to choose from."""
MOST_ARRANGEMENTS = 20
"""The maximum number of arrangements in a result."""


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Tables that consist of the same tiles; the first one has the fewest melds.

    ``complete`` is True if other tables are proven not to exist; tables that differ only in the
    tiles that jokers represent count as one. If the tiles cannot all be part of melds, ``tables``
    is empty, ``best`` contains melds of as many tiles as possible, and ``leftover`` the remaining
    tiles.
    """

    tables: tuple[Table, ...]
    complete: bool
    best: Table
    leftover: Rack = Rack()


def arrangements(
    rules: Ruleset | str, loose: Rack, *, most: int = 4, deadline: Deadline = NEVER
) -> Arrangements:
    """Return up to *most* arrangements of all *loose* tiles in melds, as different as possible.

    Every joker is wild. If the *deadline* passes, the arrangements found so far are returned.
    Compares at most 1000 arrangements. Raises ValueError if a tile is not in the tile set, or
    unless *most* is from 1 to 20.

    >>> from tilerummy.tiles import rack
    >>> found = arrangements("sabra", rack("k3 k4 k5 r3 r4 r5 b3 b4 b5"))
    >>> found.tables, found.complete
    ((k3 k4 k5 / r3 r4 r5 / b3 b4 b5, k3 r3 b3 / k4 r4 b4 / k5 r5 b5), True)
    >>> arrangements("sabra", rack("k3 k4 k5 r9")).leftover
    r9
    """
    rules = as_ruleset(rules)
    check_argument(loose, Rack, 'tiles are a Rack, as in rack("k7 r3 *")')
    if not 1 <= most <= MOST_ARRANGEMENTS:
        raise ValueError(f"the number of arrangements is 1-{MOST_ARRANGEMENTS}, not {most}")
    first = arrangement(rules, loose, deadline=deadline.share(_FIRST))
    if first.table is None:
        partial = arrangement(rules, Rack(), loose, deadline=deadline)
        best = partial.table or Table()
        return Arrangements((), first.proven, best, loose - partial.placed)
    found = {_contents(first.table): first.table} if loose else {}
    complete = False
    with suppress(OutOfTimeError):
        partitions = _partitions(rules, loose, deadline.share(_LISTING))
        for melds in islice(partitions, _SEEN):
            found.setdefault(_contents(Table(melds)), Table(melds))
        complete = next(partitions, None) is None
    if not complete and len(found) < most:
        with suppress(OutOfTimeError):
            for table in islice(_with_other_melds(rules, loose, first.table, deadline), most):
                found.setdefault(_contents(table), table)
    chosen = _different(list(found.values()), most)
    return Arrangements(tuple(chosen), complete and len(chosen) == len(found), first.table)


def _partitions(rules: Ruleset, loose: Rack, deadline: Deadline) -> Iterator[tuple[Meld, ...]]:
    """Yield every partition of *loose* into melds."""
    jokers = loose.count(JOKER)
    yield from Partitions(rules.tiles, jokers, deadline=deadline).all(loose)


def _with_other_melds(
    rules: Ruleset, loose: Rack, first: Table, deadline: Deadline
) -> Iterator[Table]:
    """Yield arrangements that each contain a meld which none of the earlier ones contains.

    This finds a varied selection if a complete list would take too long.
    """
    seen = {*map(_tiles, first)}
    for meld in possible_melds(Counter(loose), loose.count(JOKER), rules.tiles, deadline=deadline):
        if _tiles(meld) in seen or not Rack(meld.tiles) <= loose:
            continue
        rest = arrangement(rules, loose - Rack(meld.tiles), deadline=deadline)
        deadline.check()
        if rest.table is not None:
            table = Table((meld, *rest.table))
            seen |= {*map(_tiles, table)}
            yield table


def _tiles(meld: Meld) -> tuple[Tile, ...]:
    return tuple(sorted(meld.tiles))


def _contents(table: Table) -> tuple[tuple[Tile, ...], ...]:
    """Return the tiles of each meld in a fixed order, which identify an arrangement."""
    return tuple(sorted(map(_tiles, table)))


def _different(tables: list[Table], most: int) -> list[Table]:
    """Return the table with the fewest melds, then those that share the fewest melds with it."""
    tables = sorted(tables, key=lambda table: (len(table), _contents(table)))
    chosen = tables[:1]
    rest = {i: set(_contents(table)) for i, table in enumerate(tables) if i}
    known = set(_contents(tables[0])) if tables else set()
    while rest and len(chosen) < most:
        at = min(rest, key=lambda i: (len(rest[i] & known), i))
        known |= rest.pop(at)
        chosen.append(tables[at])
    return chosen
