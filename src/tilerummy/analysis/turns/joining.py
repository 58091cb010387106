"""Tables from which runs with jokers are joined: the second of two plays, taken back.

A freed joker that has to lie in a new meld may lie in a short one first; a later play of the turn
joins that with melds of the table: RULES 2.1, 2.2.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Meld, Run, Table, fits
from tilerummy.tiles import TileSet

SHORTEST = 3
"""The fewest tiles of a meld."""

MOST_CUTS = 1000
"""The number of tables that are tried at most: two long runs can be cut in millions of ways."""


def before_joining(
    before: Table, after: Table, tiles: TileSet, *, deadline: Deadline = NEVER
) -> Iterator[Table]:
    """Yield *after* with runs cut that have a joker and are not on the table *before*.

    At most :data:`MOST_CUTS` are yielded, and they need not be legal. Raises OutOfTimeError when
    the *deadline* is over.
    """
    new = [m for m in after - before if isinstance(m, Run) and m.jokers]
    rest = after - new
    ways = [tuple(islice(_cuts(run, tiles), MOST_CUTS)) for run in new]
    for parts in islice(product(*ways), 1, MOST_CUTS + 1):
        deadline.check()
        yield rest + chain.from_iterable(parts)


def _cuts(run: Run, tiles: TileSet) -> Iterator[tuple[Meld, ...]]:
    """Yield the ways to cut a run into melds, first the one that leaves it whole."""
    yield (run,)
    for at in range(SHORTEST, len(run) - SHORTEST + 1):
        first, rest = _part(run, 0, at), _part(run, at, len(run))
        if fits(first, tiles):
            yield from ((first, *parts) for parts in _cuts(rest, tiles) if fits(parts[0], tiles))


def _part(run: Run, start: int, end: int) -> Run:
    faces = run.faces[start:end]
    return Run(faces, tuple(face for face in run.wild if face in faces))
