"""Which tiles replace the jokers of the table, where that is not a tile that comes there anyway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilerummy.analysis.explanations.constraints import RACK, Constraints, JokerReplacement
from tilerummy.analysis.explanations.spots import Spot
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import ReplaceFrom
from tilerummy.tiles import Tile

Stay = tuple[Spot, Spot]
"""A tile that stays in its pile: its old and its new place."""


class NoReplacementError(Exception):
    """There are no tiles that may replace the jokers."""


@dataclass(slots=True, eq=False)
class TileTransfer:
    """A tile that goes from a source to a target, with its old and its new place.

    Jokers of the table are ``freed`` or ``kept``. Every replacing tile of a play has a bit:
    ``replaces`` are those that this tile is, ``freed_by`` those that free it, which is a joker, and
    ``follows`` the one that must have arrived before. A tile that ``passes_through`` its target
    goes on from there in a second transfer.
    """

    source: int
    target: int
    old: Spot | None
    new: Spot
    freed: bool = False
    kept: bool = False
    replaces: int = 0
    freed_by: int = 0
    follows: int = 0
    passes_through: bool = False

    @property
    def is_bound(self) -> bool:
        """Whether the joker law demands anything of it."""
        return bool(self.replaces or self.freed_by or self.follows or self.kept)

    @property
    def goes_alone(self) -> bool:
        """Whether the tile goes with no other."""
        return self.passes_through or self.follows > 0 or self.freed


@dataclass(frozen=True, slots=True, eq=False)
class _NeededTile:
    """One tile that has to come to a pile in the place of a joker, and the bit that it has."""

    replacement: JokerReplacement
    place: Spot
    tile: Tile
    bit: int

    @property
    def spot(self) -> Spot:
        """The place of the tile where the joker was."""
        at = self.place
        if at.in_run:
            return at._replace(tile=self.tile, word=str(self.tile))
        return Spot(self.tile, self.tile, self.tile, at.number, str(self.tile), in_run=False)


_ReplacingTile = TileTransfer | tuple[int, Stay]
"""A tile that replaces a joker: one that moves anyway, or one that stays in a pile."""


def with_replacements(
    moves: list[TileTransfer],
    stays: dict[int, list[Stay]],
    constraints: Constraints,
    deadline: Deadline = NEVER,
) -> list[TileTransfer]:
    """Return *moves* with the replacing tiles marked; one that goes on afterwards has two moves.

    Raises NoReplacementError, and OutOfTimeError.
    """
    needed = [*_needed_tiles(constraints)]
    _free(moves, needed)
    replacing = next(
        _ReplacementChoice(moves, stays, constraints, needed).choices((), deadline), None
    )
    if replacing is None:
        raise NoReplacementError
    for need, tile_used in zip(needed, replacing, strict=True):
        _mark(need, tile_used, moves, stays)
    return moves


def _needed_tiles(constraints: Constraints) -> Iterator[_NeededTile]:
    bit = 1
    for replacement in constraints.replacements:
        for i, tile in enumerate(replacement.tiles):
            yield _NeededTile(
                replacement, replacement.jokers[min(i, len(replacement.jokers) - 1)], tile, bit
            )
            bit <<= 1


def _free(moves: Sequence[TileTransfer], needed: Sequence[_NeededTile]) -> None:
    """Mark the freed jokers with what frees them."""
    for replacement in dict.fromkeys(need.replacement for need in needed):
        bits = [need.bit for need in needed if need.replacement is replacement]
        freed = [
            w
            for w in moves
            if w.freed and w.source == replacement.pile and w.old in replacement.jokers
        ]
        for move, bit in zip(freed, bits, strict=False):
            move.freed_by = sum(bits) if replacement.together else bit


class _ReplacementChoice:
    """The choice of the replacing tiles."""

    def __init__(
        self,
        moves: Sequence[TileTransfer],
        stays: Mapping[int, Sequence[Stay]],
        constraints: Constraints,
        needed: Sequence[_NeededTile],
    ) -> None:
        self.moves, self.stays, self.constraints, self.needed = moves, stays, constraints, needed
        assert constraints.law is not None
        self.law = constraints.law

    def choices(
        self, chosen: tuple[_ReplacingTile, ...], deadline: Deadline
    ) -> Iterator[tuple[_ReplacingTile, ...]]:
        """Yield the choices of one tile for each that is needed."""
        deadline.check()
        if len(chosen) == len(self.needed):
            yield chosen
            return
        for tile_used in self._replacing_tiles(self.needed[len(chosen)]):
            if not any(tile_used is other or tile_used == other for other in chosen):
                yield from self.choices((*chosen, tile_used), deadline)

    def _replacing_tiles(self, need: _NeededTile) -> Iterator[_ReplacingTile]:
        """Yield the tiles that may be it, those first that come to the pile anyway."""
        pile, tile = need.replacement.pile, need.tile
        moves = [w for w in self.moves if w.new.tile == tile and self._may_replace(w.source, pile)]
        yield from sorted(moves, key=lambda w: (w.target != pile, w.source != RACK))
        for other, stays in self.stays.items():
            if self._may_replace(other, pile):
                yield from ((other, stay) for stay in stays if stay[0].tile == tile)

    def _may_replace(self, source: int, pile: int) -> bool:
        if source == RACK:
            return True
        from_any = self.law.replace_from is ReplaceFrom.ANY
        return from_any and source != pile and source not in self.constraints.whole


def _mark(
    need: _NeededTile,
    tile_used: _ReplacingTile,
    moves: list[TileTransfer],
    stays: dict[int, list[Stay]],
) -> None:
    """Mark a replacing tile, or split its move: to the place of the joker, and on from there."""
    pile = need.replacement.pile
    if isinstance(tile_used, TileTransfer):
        if tile_used.target == pile:
            tile_used.replaces |= need.bit
            return
        source, target, old, new = tile_used.source, tile_used.target, tile_used.old, tile_used.new
        moves.remove(tile_used)
    else:
        source, (old, new) = tile_used
        target = source
        stays[source].remove(tile_used[1])
    moves.append(TileTransfer(source, pile, old, need.spot, replaces=need.bit, passes_through=True))
    moves.append(TileTransfer(pile, target, need.spot, new, follows=need.bit))
