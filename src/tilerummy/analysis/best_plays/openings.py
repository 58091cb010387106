"""Finds minimal openings, which would no longer suffice if any meld or tile were dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import count

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerMelds
from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.melds.enumeration import possible_melds
from tilerummy.solver import Problem
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

MOST_LOOKED_AT = 50_000
"""The maximum number of sets of melds to try, which is enough unless house rules apply."""


class TooManyOpeningsError(Exception):
    """Raised if there are too many sets of melds to try."""


def minimal_openings(
    question: Problem,
    face_up: Rack = Rack(),
    *,
    known: Sequence[Meld] = (),
    deadline: Deadline = NEVER,
) -> Iterator[tuple[Meld, ...]]:
    """Yield the minimal openings, which would no longer suffice if any meld or tile were dropped.

    Larger openings are not needed: a follow-up can lay what was dropped, because a tile can do at
    least as much on the rack as on the table. For the same reason, a joker does not replace a tile
    that stays on the rack, unless jokers on the table may need that tile. The tiles *face_up* are
    treated as part of the rack. A face-up tile is not dropped if an equal tile could be laid,
    because once one of the two is on the table, the other can no longer be used. If *known* is
    given, it contains melds that open. An opening with their tiles is then yielded first, and again
    at its normal position.

    Raises TooManyOpeningsError after trying ``MOST_LOOKED_AT`` sets, and OutOfTimeError after the
    *deadline*.
    """
    if known:
        tiles = Table(known).tiles
        yield next(minimal_openings(replace(question, rack=tiles, leave=Rack()), deadline=deadline))
    need, looked_at = question.at_least, count()
    counter = _counter(question.tiles)
    needed = any(m.jokers for m in question.table) and question.law.melds is not JokerMelds.FREE
    barring = {tile for tile in face_up if question.rack.count(tile) > 1}
    jokers = question.rack.count(JOKER) if question.joker_opens else 0
    possible = possible_melds(Counter(question.rack), jokers, question.tiles, deadline=deadline)
    melds = [_Choice.of(meld, counter, barring) for meld in possible]
    melds.sort(key=lambda choice: (choice.meld.jokers, -choice.points))

    def add(
        fitting: list[_Choice], chosen: tuple[_Choice, ...], left: int, points: int
    ) -> Iterator[tuple[_Choice, ...]]:
        deadline.check()
        for i, choice in enumerate(fitting):
            if next(looked_at) > MOST_LOOKED_AT:
                raise TooManyOpeningsError
            new, total = (*chosen, choice), points + choice.points
            rest = left - choice.packed
            if total < need:
                yield from add(
                    [c for c in fitting[i:] if counter.holds(rest, c.packed)], new, rest, total
                )
            elif not _has_spare(new, total - need) and (
                needed or not any(rest & tile for c in new for tile in c.instead)
            ):
                yield new
                more = [c for c in fitting[i:] if c.barring and counter.holds(rest, c.packed)]
                yield from add(more, new, rest, total)

    seen = set()
    for opening in add(melds, (), counter.packed(question.rack), 0):
        found = tuple(choice.meld for choice in opening)
        if Table(found) not in seen:
            seen.add(Table(found))
            yield found


class _Counter:
    """Packs multisets of tiles into integers, so that inclusion can be tested quickly."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self.places = {tile: 6 * place for place, tile in enumerate((*tiles.kinds, JOKER))}
        self.guard = sum(32 << place for place in self.places.values())

    def packed(self, tiles: Iterable[Tile]) -> int:
        """Pack these tiles into an integer. Adding two such integers adds the multisets."""
        return sum(1 << self.places[tile] for tile in tiles)

    def mask(self, tile: Tile) -> int:
        """Return a mask that shares a bit with every packed multiset that contains *tile*."""
        return 31 << self.places[tile]

    def holds(self, many: int, few: int) -> bool:
        """Return whether *many* contains all tiles in *few*, counting copies."""
        return (many + self.guard - few) & self.guard == self.guard


@lru_cache(maxsize=64)
def _counter(tiles: TileSet) -> _Counter:
    return _Counter(tiles)


@dataclass(frozen=True)
class _Choice:
    """A meld that can be laid, and its packed tiles. A ``barring`` meld is never dropped."""

    meld: Meld
    counter: _Counter
    packed: int
    points: int
    barring: bool

    @classmethod
    def of(cls, meld: Meld, counter: _Counter, barring: set[Tile]) -> _Choice:
        tiles = meld.tiles
        kept = bool(barring) and not barring.isdisjoint(meld.numbered)
        return cls(meld, counter, counter.packed(tiles), meld.points, kept)

    @cached_property
    def spare(self) -> int | None:
        """The fewest points lost by removing one tile, or None if no valid meld would remain."""
        less = (m for m in _less(self.meld) if fits(m, self.counter.tiles))
        return min((self.points - m.points for m in less), default=None)

    @cached_property
    def instead(self) -> tuple[int, ...]:
        """The masks of the tiles that the meld's jokers could represent."""
        meld, counter = self.meld, self.counter
        if not meld.jokers:
            return ()
        faces = meld.wild if isinstance(meld, Run) else meld.missing(counter.tiles)
        return tuple(map(counter.mask, faces))


def _has_spare(chosen: tuple[_Choice, ...], points: int) -> bool:
    """Return whether a meld or a tile of at most *points* points can be spared."""
    sparable = [choice for choice in chosen if not choice.barring]
    if len(chosen) > 1 and any(choice.points <= points for choice in sparable):
        return True
    return any(choice.spare is not None and choice.spare <= points for choice in sparable)


def _less(meld: Meld) -> Iterator[Meld]:
    """Yield the melds that result from removing one tile."""
    match meld:
        case Run(faces, wild):
            for part in (faces[1:], faces[:-1]):
                yield Run(part, tuple(face for face in wild if face in part))
        case Group(numbered, jokers):
            if jokers:
                yield Group(numbered, jokers - 1)
            for tile in numbered:
                yield Group(tuple(t for t in numbered if t != tile), jokers)
