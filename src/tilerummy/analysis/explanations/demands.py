"""The joker rules' demands on a play: where jokers go, and which tiles replace them.

A reading is an interpretation of a play: it decides which jokers stayed, which were replaced, and
where the replaced ones went. This module translates a reading into demands on single tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tilerummy.analysis.explanations.steps import TilePosition, positions_of
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.joker_targets import JokerTargets, joker_targets
from tilerummy.jokers.readings import Reading, readings
from tilerummy.jokers.table_change import table_change
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.tiles import JOKER, Tile, TileSet

RACK = -1
"""The source index for tiles that come from the rack instead of a pile."""


class JokerMove(NamedTuple):
    """A joker on the table: its position in a pile, and its target position in a meld.

    ``home`` is the index of the target meld on the table after the play. ``freed`` is True if the
    joker is replaced.
    """

    pile: int
    old: TilePosition
    home: int
    new: TilePosition
    freed: bool


class JokerReplacement(NamedTuple):
    """The tiles that replace the ``jokers`` of a pile: one for each joker, or all ``together``."""

    pile: int
    jokers: tuple[TilePosition, ...]
    tiles: tuple[Tile, ...]

    @property
    def together(self) -> bool:
        """True if a single joker is replaced by tiles of all missing colours."""
        return len(self.tiles) > len(self.jokers)


class Demands(NamedTuple):
    """The joker rules' demands on one interpretation of a play; falsy if they demand nothing.

    ``jokers`` are the moves of all jokers in the affected melds. ``sources`` maps a tile in a new
    meld to the pile, or the rack, that the tile must come from. ``whole`` contains the piles that
    must not be split. If ``from_any`` is true, tiles that replace jokers may come from any pile;
    otherwise they must come from the rack.
    """

    jokers: tuple[JokerMove, ...] = ()
    replacements: tuple[JokerReplacement, ...] = ()
    sources: Mapping[tuple[int, Tile], int] = MappingProxyType({})
    whole: frozenset[int] = frozenset()
    from_any: bool = False

    def __bool__(self) -> bool:
        """Return whether anything is demanded."""
        return bool(self.jokers)

    @property
    def freed(self) -> int:
        """The number of jokers that are replaced."""
        return sum(joker.freed for joker in self.jokers)


NO_DEMANDS = Demands()
"""No demands: jokers move like other tiles."""


def demands_of(
    piles: Sequence[Meld | None],
    after: Table,
    law: JokerLaw | None,
    tiles: TileSet,
    deadline: Deadline = NEVER,
) -> Iterator[Demands]:
    """Yield the demands of each reading of a play that *law* allows.

    Readings that do not move jokers come first. Nothing is demanded if no joker on the table can
    have been touched. Raises OutOfTimeError if the *deadline* passes.
    """
    before = Table(meld for meld in piles if meld is not None)
    untouched = after >= [meld for meld in before if meld.jokers]
    if law is None or law.melds is JokerMelds.FREE or untouched:
        yield NO_DEMANDS
        return
    lift, lay = before - after, after - before
    play = table_change(before, lift, lay, tiles, placed=lay.tiles - lift.tiles)
    for reading in readings(law, play, deadline):
        numbered = _Numbered(reading, piles, after)
        for targets in joker_targets(reading, deadline):
            yield from numbered.demands(targets)


class _Joker(NamedTuple):
    """A joker on the table, with the number of jokers that each target meld can take."""

    pile: int
    old: TilePosition
    rooms: dict[int, int]
    freed: bool


class _Numbered:
    """A reading of a play that identifies melds by their index among the piles or the targets."""

    def __init__(self, reading: Reading, piles: Sequence[Meld | None], after: Table) -> None:
        self.reading, self.after = reading, after
        play = reading.play
        self.pile = _numbers([*play.lift, *play.rest], piles)
        self.home = _numbers([*play.lay, *play.rest], after)

    def demands(self, targets: JokerTargets) -> Iterator[Demands]:
        """Yield the demands that arise if the freed jokers go to the given *targets*."""
        reading, play = self.reading, self.reading.play
        sources = {(self.home[h], tile): RACK for h, tile in targets.racked}
        olds = [*play.lift, *play.rest]
        stays = [*targets.stay.items()]
        whole = set()
        if reading.law.melds is JokerMelds.LOCKED:
            stays += reading.kept
            whole = {self.pile[i] for i, _ in reading.kept}
        for old, home in stays:
            sources |= {(self.home[home], tile): self.pile[old] for tile in olds[old].numbered}
        found = Demands(
            replacements=tuple(self._replacements()),
            sources=sources,
            whole=frozenset(whole),
            from_any=reading.law.replace_from is ReplaceFrom.ANY,
        )
        for jokers in self._jokers(targets):
            yield found._replace(jokers=jokers)

    def _replacements(self) -> Iterator[JokerReplacement]:
        for i, lifted in enumerate(self.reading.lifted):
            jokers = self._freed(i)
            if isinstance(lifted.was, Run):
                for joker, tile in zip(jokers, lifted.replacing, strict=True):
                    yield JokerReplacement(self.pile[i], (joker,), (tile,))
            elif jokers:
                yield JokerReplacement(self.pile[i], (*jokers,), lifted.replacing)

    def _freed(self, lifted: int) -> list[TilePosition]:
        """Return the positions of a lifted meld's freed jokers.

        In a run, the replacing tiles determine which jokers are freed.
        """
        found = self.reading.lifted[lifted]
        jokers = _jokers_of(found.was)
        if isinstance(found.was, Run):
            return [next(s for s in jokers if s.face == tile) for tile in found.replacing]
        return jokers[: found.freed]

    def _jokers(self, targets: JokerTargets) -> Iterator[tuple[JokerMove, ...]]:
        """Yield the possible moves of all jokers on the table, listing the freed jokers last."""
        empty = {self.home[h]: _jokers_of(meld) for h, meld in enumerate(self.reading.play.lay)}
        anywhere = self.reading.law.reuse is Reuse.ANY
        rooms = {h: len(s) for h, s in empty.items()} if anywhere else {}
        rooms |= {self.home[h]: n for h, n in targets.shares.items()}
        kept, freed = list[_Joker](), list[_Joker]()
        for i, lifted in enumerate(self.reading.lifted):
            jokers, gone = _jokers_of(lifted.was), self._freed(i)
            homes_of_kept = Counter(self.home[h] for n, h in self.reading.kept if n == i)
            for position in gone:
                jokers.remove(position)
                freed.append(_Joker(self.pile[i], position, rooms, freed=True))
            kept += [
                _Joker(self.pile[i], position, homes_of_kept, freed=False) for position in jokers
            ]
        return self._placed((*kept, *freed), empty)

    def _placed(
        self, jokers: Sequence[_Joker], empty: Mapping[int, Sequence[TilePosition]]
    ) -> Iterator[tuple[JokerMove, ...]]:
        """Yield the ways to assign *empty* positions to the *jokers*."""
        if not jokers:
            yield ()
            return
        (pile, old, rooms, freed), *others = jokers
        for home, room in [*rooms.items()]:
            positions = [*dict.fromkeys(empty[home])] if room > 0 else []
            fitting = positions[:1] if freed else [s for s in positions if self._same(old, home, s)]
            for new in fitting:
                left = [*empty[home]]
                left.remove(new)
                rooms[home] -= 1
                for moves in self._placed(others, {**empty, home: left}):
                    yield (JokerMove(pile, old, home, new, freed), *moves)
                rooms[home] += 1

    def _same(self, old: TilePosition, home: int, new: TilePosition) -> bool:
        """Return whether a joker can represent the same tile at *new* as at *old*."""
        if old.number != new.number or (old.face and new.face and old.face != new.face):
            return False
        group = self.after[home]
        return not (old.face and isinstance(group, Group) and old.face in group.numbered)


def _jokers_of(meld: Meld) -> list[TilePosition]:
    return [position for position in positions_of(meld) if position.tile == JOKER]


def _numbers(melds: Sequence[Meld], among: Sequence[Meld | None]) -> list[int]:
    """Return the indices in *among* of melds that equal *melds*, using each index only once."""
    where: dict[Meld, list[int]] = {}
    for number, meld in enumerate(among):
        if meld is not None:
            where.setdefault(meld, []).append(number)
    return [where[meld].pop(0) for meld in melds]
