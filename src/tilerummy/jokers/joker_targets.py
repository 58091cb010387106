"""The melds that may take replaced jokers (RULES 2.2, rule 4).

A *target* is a laid meld that takes a freed joker. Copies of a tile are interchangeable: one meld
contains another if it has the same tiles, no matter which copies they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.options import JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.readings import Reading
from tilerummy.tiles import Tile

Shares = Mapping[int, int]
"""Maps the index of each laid meld that takes freed jokers to the number it takes."""


@dataclass(frozen=True, slots=True)
class JokerTargets:
    """A legal way to distribute the jokers that a reading frees.

    ``shares`` is empty if the freed jokers may be anywhere. ``racked`` contains the tiles in
    targets that must come from the rack. For each old meld contained in a target, ``stay`` maps its
    index to the index of another meld that also contains it. Indices count the lifted (or laid)
    melds first, then the melds that stay.
    """

    shares: Shares = field(default_factory=dict)
    racked: frozenset[tuple[int, Tile]] = frozenset()
    stay: Mapping[int, int] = field(default_factory=dict)


def joker_targets(reading: Reading, deadline: Deadline = NEVER) -> Iterator[JokerTargets]:
    """Yield the legal ways to distribute the freed jokers in *reading*.

    Raises OutOfTimeError when the *deadline* passes.
    """
    if reading.law.reuse is Reuse.ANY or not reading.freed:
        yield JokerTargets()
        return
    for shares in _shares(reading.freed, [*_rooms(reading)], 0):
        deadline.check()
        if _possible(reading, shares):
            racked = _racked(reading, shares)
            stay = None if racked is None else _stay(reading, shares, deadline)
            if racked is not None and stay is not None:
                yield JokerTargets(shares, racked, stay)


def _rooms(reading: Reading) -> Iterator[tuple[int, int]]:
    """Yield the index of each laid meld that may take freed jokers, with the number it may take."""
    placed = Counter(reading.play.placed)
    for target, meld in enumerate(reading.play.lay):
        room = reading.room(target) if meld.jokers else 0
        if room and reading.law.reuse is Reuse.NEW_MELD_WITH_RACK:
            racked = sum((Counter(meld.numbered) & placed).values())
            room = min(room, racked + room - 2)
        if room > 0:
            yield target, room


def _shares(freed: int, rooms: Sequence[tuple[int, int]], done: int) -> Iterator[dict[int, int]]:
    """Yield all ways to distribute *freed* jokers among the *rooms*, starting with index *done*."""
    if freed == 0:
        yield {}
    elif done < len(rooms):
        target, room = rooms[done]
        for here in range(min(freed, room) + 1):
            for others in _shares(freed - here, rooms, done + 1):
                yield {target: here, **others} if here else others


def _possible(reading: Reading, shares: Shares) -> bool:
    """Quickly check whether these melds can be targets, judging by their jokers and rack tiles."""
    lay = reading.play.lay
    alone = reading.law.reuse is Reuse.RACK_ONLY
    # a target that contains a locked meld, including its joker, is not a new meld
    closed = alone or reading.law.melds is JokerMelds.LOCKED
    if closed and any(reading.room(target) < lay[target].jokers for target in shares):
        return False
    return not alone or all(len(lay[target]) - freed >= 2 for target, freed in shares.items())


def _racked(reading: Reading, shares: Shares) -> frozenset[tuple[int, Tile]] | None:
    """Choose the rack tiles that the rules require in each target; return None if impossible."""
    chosen: dict[Tile, list[int]] = {}
    rack = _rack(reading)
    for target, freed in shares.items():
        numbered = reading.play.lay[target].numbered
        match reading.law.reuse:
            case Reuse.RACK_ONLY:
                wanted = len(numbered)
            case Reuse.NEW_MELD_WITH_RACK:
                wanted = 2 - (reading.room(target) - freed)
            case Reuse.NEW_MELD | Reuse.ANY:
                wanted = 0
            case _ as never:
                assert_never(never)
        for _ in range(wanted):
            if not _choose(target, reading, rack, chosen, set()):
                return None
    return frozenset((target, tile) for tile, targets in chosen.items() for target in targets)


def _rack(reading: Reading) -> Counter[Tile]:
    """Return the placed tiles, except those needed to replace jokers in locked melds."""
    held = Counter(reading.play.placed)
    old_melds = _old_melds(reading)
    pinned = Counter(t for h in reading.lifted if reading.is_locked(h.now) for t in h.replacing)
    if reading.law.replace_from is ReplaceFrom.ANY:
        pinned -= Counter(t for old in old_melds if not old.locked for t in old.numbered)
    return held - pinned


def _choose(
    target: int,
    reading: Reading,
    rack: Counter[Tile],
    chosen: dict[Tile, list[int]],
    seen: set[Tile],
) -> bool:
    """Choose one more rack tile for *target*, reassigning tiles of other targets if necessary.

    Returns False if there is no such tile.
    """
    for tile in reading.play.lay[target].numbered:
        targets = chosen.setdefault(tile, [])
        if tile in seen or target in targets:
            continue
        seen.add(tile)
        if len(targets) < rack[tile]:
            targets.append(target)
            return True
        for other in targets:
            if _choose(other, reading, rack, chosen, seen):
                targets.remove(other)
                targets.append(target)
                return True
    return False


@dataclass(frozen=True, slots=True)
class _OldMeld:
    """A meld before the play: its tiles, the tiles that replace its jokers, and its other jokers.

    ``kept`` contains the index of each laid meld that contains one of the other jokers.
    """

    numbered: tuple[Tile, ...]
    replacing: tuple[Tile, ...] = ()
    freed: int = 0
    kept: frozenset[int] = frozenset()
    locked: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that a meld needs in order to contain this one, if it takes no freed jokers."""
        return (*self.numbered, *self.replacing)

    @property
    def order(self) -> tuple[int, tuple[Tile, ...]]:
        """A sort key that puts melds next to each other if they compete for the same tiles.

        Runs come first, by colour and in ascending order. Groups follow, sorted by number.
        """
        numbers = {tile.number for tile in self.tiles}
        return numbers.pop() if len(numbers) == 1 else 0, tuple(sorted(self.tiles))

    def lies_in(self, index: int, numbered: set[Tile], freed: int) -> bool:
        """Return whether meld *index*, with these tiles and *freed* jokers, contains this one."""
        lacking = sum(tile not in numbered for tile in self.replacing)
        return (
            numbered.issuperset(self.numbered)
            and self.kept <= {index}
            and min(self.freed, lacking) <= freed
        )


def _old_melds(reading: Reading) -> list[_OldMeld]:
    """Return the melds on the table before the play, with the lifted ones first."""
    kept: list[set[int]] = [set() for _ in reading.lifted]
    for i, target in reading.kept:
        kept[i].add(target)
    lifted = (
        _OldMeld(h.was.numbered, h.replacing, h.freed, frozenset(targets), reading.is_locked(h.now))
        for h, targets in zip(reading.lifted, kept, strict=True)
    )
    return [*lifted, *(_OldMeld(meld.numbered) for meld in reading.play.rest)]


def _stay(reading: Reading, shares: Shares, deadline: Deadline) -> dict[int, int] | None:
    """Assign each old meld contained in a target to a different meld that also contains it.

    No two of the assigned melds may use the same tile. Returns None if this is impossible.
    """
    if reading.law.reuse is Reuse.RACK_ONLY:
        return {}
    after = [{*meld.numbered} for meld in (*reading.play.lay, *reading.play.rest)]
    old_melds = _old_melds(reading)
    threats = {
        number: old
        for number, old in enumerate(old_melds)
        if not old.locked
        and any(old.lies_in(target, after[target], n) for target, n in shares.items())
    }
    for old in old_melds if threats else ():
        if old.locked:  # other melds cannot use its tiles
            for target in old.kept:
                after[target] -= {*old.tiles}
    numbers = sorted(threats, key=lambda number: threats[number].order)
    places = [_places(threats[number], after, shares) for number in numbers]
    found = _without_overlap(places, deadline)
    return None if found is None else dict(zip(numbers, found, strict=True))


TilePositions = frozenset[tuple[int, Tile]]
"""Tiles on the new table, each with the index of its meld."""


def _places(old: _OldMeld, after: Sequence[set[Tile]], shares: Shares) -> dict[int, TilePositions]:
    """Return the non-target melds that contain *old*, each with the tiles that *old* would use."""
    return {
        index: frozenset((index, tile) for tile in old.tiles)
        for index, tiles in enumerate(after)
        if index not in shares and old.lies_in(index, tiles, 0)
    }


def _without_overlap(
    places: Sequence[Mapping[int, TilePositions]], deadline: Deadline
) -> tuple[int, ...] | None:
    """Choose one of the *places* for each old meld so that each tile is used at most once.

    Returns None if this is impossible. The search depends on earlier choices only through the tiles
    that they use, so each set of used tiles is tried only once. Raises OutOfTimeError when the
    *deadline* passes.
    """
    matter: list[TilePositions] = [frozenset()]
    for each in reversed(places):
        matter.insert(0, matter[0].union(*each.values()))
    failed: set[tuple[int, TilePositions]] = set()

    def place(done: int, taken: TilePositions) -> tuple[int, ...] | None:
        if done == len(places):
            return ()
        deadline.check()
        taken &= matter[done]
        if (done, taken) not in failed:
            for index, positions in places[done].items():
                if taken.isdisjoint(positions):
                    others = place(done + 1, taken | positions)
                    if others is not None:
                        return (index, *others)
            failed.add((done, taken))
        return None

    return place(0, frozenset())
