"""The end of a round: what to lay and to keep so that many tiles go out in the next turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.packed.useful import completing, copies, growing
from tilerummy.players.draw_discard.tactics.discards import ranked_discards
from tilerummy.players.draw_discard.tactics.melder import NEVER_WAITS, Melder, waits
from tilerummy.players.draw_discard.tactics.melding import goes_out, lay_everything, wins_with_trump
from tilerummy.players.draw_discard.world.world import PackedWorld

TILE_VALUE = 6.5
"""What a hidden tile on a rack costs on average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endgame(Melder):
    """Plays as the melder does until few tiles are left, then counts with which it goes out.

    With ``few`` tiles or fewer after laying, it chooses what to lay and to discard by the chance to
    go out with the next tile, against what the rack costs if another goes out first. With
    ``holds`` it may keep a tile that it could lay off, so that something is left to discard.
    ``win`` is what going out is worth besides the points on the other racks. With ``patience`` it
    holds back what it could lay; see :func:`waits`.
    """

    few: int = 6
    holds: bool = True
    win: float = 30.0
    threat: float = 0.1
    rest: float = 0.06
    saves_jokers: int = 99
    patience: int = NEVER_WAITS

    def turn(self, world: PackedWorld, deadline: Deadline = NEVER) -> tuple[PackedWorld, int]:
        """Return the world after laying, and the unit of the tile to discard then.

        If a single tile is left, discarding it wins. When the *deadline* is over, only one way of
        laying is looked at.
        """
        after = world.copy()
        if lay_everything(after):
            return after, after.racks[world.to_move] & -after.racks[world.to_move]
        return max(self.choices(world, deadline), key=lambda each: each[0])[1:]

    def waits(self, world: PackedWorld) -> bool:
        """Return whether melds are held back, to be laid when the mover goes out."""
        return waits(world, self.patience)

    def keeps_jokers(self, world: PackedWorld) -> bool:
        """Return whether jokers are kept for going out, as nobody else is near that."""
        return world.fewest_of_others() >= self.saves_jokers

    def choices(
        self, world: PackedWorld, deadline: Deadline = NEVER
    ) -> Iterator[tuple[float, PackedWorld, int]]:
        """Yield ways to end a turn in which the mover cannot go out, with their ranks.

        When the *deadline* is over, only those of one way of laying.
        """
        if self.waits(world):
            after = world
        elif self.keeps_jokers(world):
            after = _without_jokers(world)
        else:
            after = world.copy()
            lay_everything(after)
        yield from self._choices(world, after, deadline)

    def _choices(
        self, world: PackedWorld, after: PackedWorld, deadline: Deadline
    ) -> Iterator[tuple[float, PackedWorld, int]]:
        if after.opened[world.to_move] < 0 or self._loose(after) > self.few:
            for rank, unit in ranked_discards(after, self.weights):
                yield rank, after, unit
            return
        for place, option in enumerate(chain((after,), self._held_back(world, after))):
            if place and deadline.is_over:
                return
            for rank, unit in self._ranked(option):
                yield rank - 0.03 * place, option, unit

    def _loose(self, world: PackedWorld) -> int:
        """Return how many tiles the mover has besides the melds that it holds back."""
        size = world.size(world.to_move)
        if not self.waits(world):
            return size
        return size - world.terms.covers.with_jokers(world.racks[world.to_move])[0].size

    def _held_back(self, world: PackedWorld, after: PackedWorld) -> Iterator[PackedWorld]:
        """Yield what else could be laid: all but one tile, or nothing."""
        seat = world.to_move
        laid = world.racks[seat] - after.racks[seat]
        if not (self.holds and laid and world.opened[seat] >= 0):
            return
        yield world
        for unit in world.terms.packing.kinds_of(laid):
            held = world.copy()
            held.racks[seat] -= unit
            if not lay_everything(held):
                held.racks[seat] += unit
                yield held

    def _ranked(self, world: PackedWorld) -> Iterator[tuple[float, int]]:
        """Yield the tiles to discard with what is to be expected then, in points."""
        p, seat = world.terms.packing, world.to_move
        rack = world.racks[seat]
        others = [world.size(s) for s in range(world.seats) if s != seat]
        gain = self.win + TILE_VALUE * sum(others)
        threat = sum(self.threat * (1 + max(0, 5 - size)) for size in others)
        taken = world.taken if rack // (world.taken or p.joker) & 15 == 1 else 0
        keep = {u: r for r, u in ranked_discards(world, self.weights)}
        kinds = [u for u in p.kinds_of(rack) if u != taken] or [p.joker]
        following = world.next_seat
        for unit in kinds:
            world.racks[seat] = rack - unit
            chance = outs(world)
            cost = p.value(rack - unit, world.terms.joker_value)
            world.racks[seat] = rack
            gift = world.opened[following] >= 0 and bool(world.ends & unit << MARK)
            yield (
                gain * chance
                - (1 - chance) * threat * cost
                + self.rest * keep.get(unit, -20.0)
                - self.weights.gift * gift,
                unit,
            )


def _without_jokers(world: PackedWorld) -> PackedWorld:
    """Return the world after laying everything but jokers."""
    after, seat = world.copy(), world.to_move
    jokers = after.racks[seat] & ~world.terms.packing.numbered
    after.racks[seat] -= jokers
    lay_everything(after)
    after.racks[seat] += jokers
    return after


def outs(world: PackedWorld) -> float:
    """Return the part of the unseen tiles with which the mover could go out; 1 with the trump."""
    p, rack = world.terms.packing, world.racks[world.to_move]
    if wins_with_trump(world):
        return 1.0
    unseen = world.unseen()
    total = p.tiles_in(unseen)
    marks = p.marks(rack)
    near = world.ends | completing(p, marks)
    for meld in world.terms.covers.best(rack).melds:
        near |= growing(p, meld.tiles)
    ones, twos = p.marks(unseen), p.doubles(unseen)
    found = 0
    for unit in p.kinds_of(near >> MARK & unseen | near >> MARK - 1 & unseen):
        if near & unit << MARK and goes_out(world, rack + unit):
            found += copies(unit << MARK, ones, twos)
    if (jokers := p.jokers(unseen)) and goes_out(world, rack + p.joker):
        found += jokers
    return found / total if total else 0.0
