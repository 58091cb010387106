"""Where replaced jokers may go: RULES 2.2, rule 4.

A *target* is a laid meld that takes a freed joker. It is judged by the values of its tiles: an old
meld lies in every meld that has all its tiles, whichever copies they are.
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
"""How many freed jokers a laid meld takes."""


@dataclass(frozen=True, slots=True)
class JokerTargets:
    """How all freed jokers of a reading can lie where the law lets them.

    ``shares`` is empty where they may lie anywhere. ``racked`` are tiles of targets that must come
    from the rack. ``stay`` maps an old meld in a target to the other meld in which it lies, both by
    number. Old melds are those lifted and then those that rest, melds of after are those laid and
    then those that rest.
    """

    shares: Shares = field(default_factory=dict)
    racked: frozenset[tuple[int, Tile]] = frozenset()
    stay: Mapping[int, int] = field(default_factory=dict)


def joker_targets(reading: Reading, deadline: Deadline = NEVER) -> Iterator[JokerTargets]:
    """Yield the targets that the freed jokers of *reading* may have. Raises OutOfTimeError."""
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
    """Yield the laid melds that may take freed jokers, each with how many, whatever others take."""
    placed = Counter(reading.play.placed)
    for target, meld in enumerate(reading.play.lay):
        room = reading.room(target) if meld.jokers else 0
        if room and reading.law.reuse is Reuse.NEW_MELD_WITH_RACK:
            racked = sum((Counter(meld.numbered) & placed).values())
            room = min(room, racked + room - 2)
        if room > 0:
            yield target, room


def _shares(freed: int, rooms: Sequence[tuple[int, int]], done: int) -> Iterator[dict[int, int]]:
    """Yield how the freed jokers may be shared among the melds after so many that are *done*."""
    if freed == 0:
        yield {}
    elif done < len(rooms):
        target, room = rooms[done]
        for here in range(min(freed, room) + 1):
            for others in _shares(freed - here, rooms, done + 1):
                yield {target: here, **others} if here else others


def _possible(reading: Reading, shares: Shares) -> bool:
    """Return whether the kept jokers let these melds be targets, and there is room for the rack."""
    lay = reading.play.lay
    alone = reading.law.reuse is Reuse.RACK_ONLY
    # a locked meld that keeps a joker lies whole in its target, so that is no new meld
    closed = alone or reading.law.melds is JokerMelds.LOCKED
    if closed and any(reading.room(target) < lay[target].jokers for target in shares):
        return False
    return not alone or all(len(lay[target]) - freed >= 2 for target, freed in shares.items())


def _racked(reading: Reading, shares: Shares) -> frozenset[tuple[int, Tile]] | None:
    """Return tiles of the targets that may all come from the rack, as many as the law demands."""
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
    """Return the tiles placed that need not stay where they replace a joker of a locked meld."""
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
    """Choose one more tile of the rack for *target*; others may have to choose another for it."""
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
    """An old meld: its tiles, those that replaced its jokers, and the laid melds of kept ones."""

    numbered: tuple[Tile, ...]
    replacing: tuple[Tile, ...] = ()
    freed: int = 0
    kept: frozenset[int] = frozenset()
    locked: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles where it lies in a meld without freed jokers."""
        return (*self.numbered, *self.replacing)

    @property
    def order(self) -> tuple[int, tuple[Tile, ...]]:
        """A key that brings together what may take each other's place.

        It sorts runs by colour, from left to right, and then groups by number.
        """
        numbers = {tile.number for tile in self.tiles}
        return numbers.pop() if len(numbers) == 1 else 0, tuple(sorted(self.tiles))

    def lies_in(self, index: int, numbered: set[Tile], freed: int) -> bool:
        """Return whether it lies in a meld with these tiles that takes so many freed jokers."""
        lacking = sum(tile not in numbered for tile in self.replacing)
        return (
            numbered.issuperset(self.numbered)
            and self.kept <= {index}
            and min(self.freed, lacking) <= freed
        )


def _old_melds(reading: Reading) -> list[_OldMeld]:
    """Return the melds of before, the lifted ones first."""
    kept: list[set[int]] = [set() for _ in reading.lifted]
    for i, target in reading.kept:
        kept[i].add(target)
    lifted = (
        _OldMeld(h.was.numbered, h.replacing, h.freed, frozenset(targets), reading.is_locked(h.now))
        for h, targets in zip(reading.lifted, kept, strict=True)
    )
    return [*lifted, *(_OldMeld(meld.numbered) for meld in reading.play.rest)]


def _stay(reading: Reading, shares: Shares, deadline: Deadline) -> dict[int, int] | None:
    """Return where else the old melds lie that lie in a target, each with tiles of its own."""
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
        if old.locked:  # its tiles are its own
            for target in old.kept:
                after[target] -= {*old.tiles}
    numbers = sorted(threats, key=lambda number: threats[number].order)
    places = [_places(threats[number], after, shares) for number in numbers]
    found = _without_overlap(places, deadline)
    return None if found is None else dict(zip(numbers, found, strict=True))


TilePositions = frozenset[tuple[int, Tile]]
"""Tiles of melds of after, each with the number of its meld."""


def _places(old: _OldMeld, after: Sequence[set[Tile]], shares: Shares) -> dict[int, TilePositions]:
    """Return the melds, other than targets, in which *old* lies, each with the tiles it takes."""
    return {
        index: frozenset((index, tile) for tile in old.tiles)
        for index, tiles in enumerate(after)
        if index not in shares and old.lies_in(index, tiles, 0)
    }


def _without_overlap(
    places: Sequence[Mapping[int, TilePositions]], deadline: Deadline
) -> tuple[int, ...] | None:
    """Return one of its places for each, of which no two have a tile in common; None if none are.

    How those placed already lie matters only by the tiles that they take from the others, so the
    others are tried once for each such set of tiles. Raises OutOfTimeError.
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
