"""A round with explicit chance events, one for each tile that comes into play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain

from tilerummy.env.actions.micro_steps import MicroStep, MicroSteps
from tilerummy.rules import Chance, Ruleset, begin, decide
from tilerummy.rules.rounds.deals import HANDFUL_WEIGHTS
from tilerummy.state import Action, Draw, Event, Phase, State, fold
from tilerummy.tiles import Tile

Outcomes = list[tuple[int, float]]
"""The possible chance outcomes, each given by its number and its probability."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A tile that chance has picked, either for a seat or to be turned face up."""

    seat: int | None
    tile: Tile


@dataclass(frozen=True, slots=True)
class Game:
    """The parameters that all rounds of a game have in common: rules, seats and action encoding."""

    rules: Ruleset
    seats: int
    encoding: MicroSteps

    @property
    def sizes(self) -> tuple[int, ...]:
        """The possible numbers of tiles in a handful."""
        aim = self.rules.deal.tiles
        return tuple(range(aim - 2, aim + 3))


@dataclass(frozen=True, slots=True)
class ChanceRound:
    """An immutable snapshot of a round.

    Chance first picks the starter, then the sizes of handfuls (McGraw), then the tiles of every
    rack, the trump and the face-up tiles. Later it picks each tile that is drawn, one by one. Tiles
    are numbered by kind. ``drawing`` contains the tiles picked so far in the current draw, or None
    between draws.
    """

    game: Game
    starter: int | None = None
    handfuls: tuple[int, ...] = ()
    picks: tuple[Pick, ...] = ()
    state: State | None = None
    decision: MicroStep | None = None
    drawing: tuple[Tile, ...] | None = None
    events: tuple[Event, ...] = ()

    def __deepcopy__(self, _: object) -> ChanceRound:
        return self

    @property
    def over(self) -> bool:
        """True once the round has ended."""
        return self.state is not None and self.state.phase is Phase.OVER

    @property
    def is_chance(self) -> bool:
        """True if the next move is a chance event."""
        return self.state is None or self.drawing is not None

    def outcomes(self) -> Outcomes:
        """Return the possible chance outcomes."""
        seats, encoding = self.game.seats, self.game.encoding
        if self.starter is None:
            return [(seat, 1 / seats) for seat in range(seats)]
        if self._handfuls_left:
            weights = HANDFUL_WEIGHTS
            return [(i, weight / sum(weights)) for i, weight in enumerate(weights)]
        there = self.unpicked
        total = there.total()
        return sorted((encoding.kinds.number(tile), n / total) for tile, n in there.items() if n)

    @property
    def unpicked(self) -> Counter[Tile]:
        """The tiles that have not been picked yet, which form the pool."""
        deal = self.game.rules.deal
        tiles = Counter(deal.bucket(self.game.rules.tiles, self.game.seats))
        tiles.subtract(pick.tile for pick in self.picks)
        return tiles

    def picked(self, number: int) -> ChanceRound:
        """Return the round after the chance outcome with this *number*."""
        if self.starter is None:
            return replace(self, starter=number)
        if self._handfuls_left:
            return replace(self, handfuls=(*self.handfuls, self.game.sizes[number]))
        tile = self.game.encoding.kinds.tiles[number]
        if self.state is None:
            holder = self._holders()[len(self.picks)]
            new = replace(self, picks=(*self.picks, Pick(holder, tile)))
            return new._begun() if len(new.picks) == len(self._holders()) else new
        assert self.drawing is not None
        drawing = (*self.drawing, tile)
        new = replace(self, picks=(*self.picks, Pick(self.state.to_move, tile)), drawing=drawing)
        opened = self.state.mover.opened is not None
        most = self.game.rules.tiles_drawn(opened=opened)
        if len(drawing) < min(most, len(self.state.pool)):
            return new
        rest = tuple(new.unpicked.elements())
        first = replace(self.state, pool=(*drawing, *rest))
        return replace(new, state=first, drawing=None)._after(Draw())

    def taken(self, number: int) -> ChanceRound:
        """Return the round after the seat to move chooses the action with this *number*."""
        assert self.decision is not None
        taken = self.decision.take(number)
        if not isinstance(taken, Action):
            return replace(self, decision=taken)
        if taken == Draw():
            return replace(self, drawing=(), decision=None)
        return self._after(taken)

    def hidden_from(self, seat: int) -> list[int]:
        """Return the indices of ``picks`` that are hidden from *seat*: unseen tiles on other racks.

        Tiles that the current play needs count as seen, because the steps of a play are public.
        """
        hidden = []
        for owner in range(self.game.seats):
            if owner == seat:
                continue
            left = self._unseen_of(owner)
            for i in reversed(range(len(self.picks))):
                pick = self.picks[i]
                if pick.seat == owner and left[pick.tile] > 0:
                    left[pick.tile] -= 1
                    hidden.append(i)
        return sorted(hidden)

    def _unseen_of(self, owner: int) -> Counter[Tile]:
        """Return the tiles on *owner*'s rack that no other seat has seen."""
        if self.state is None:
            return Counter(pick.tile for pick in self.picks if pick.seat == owner)
        held = self.state.seats[owner]
        unseen = Counter(held.rack - held.known)
        if owner == self.state.to_move:
            unseen.update(self.drawing or ())
            unseen.subtract(self.decision.needed if self.decision else ())
        return unseen

    @property
    def _handfuls_left(self) -> bool:
        return self.game.rules.deal.handfuls and len(self.handfuls) < 2 * self.game.seats

    def _holders(self) -> list[int | None]:
        """Return the seat that gets each dealt tile, in order, with None for face-up tiles."""
        deal, seats = self.game.rules.deal, self.game.seats
        sizes = [sum(self.handfuls[2 * s : 2 * s + 2]) or deal.random_tiles for s in range(seats)]
        assert self.starter is not None
        sizes[self.starter] += deal.starter_extra
        racks = chain.from_iterable([seat] * size for seat, size in enumerate(sizes))
        return [*racks, *[None] * (deal.trump + deal.free * seats)]

    def _begun(self) -> ChanceRound:
        """Return the round after the deal."""
        handfuls = self.handfuls
        drawn = Chance(
            order=(*(pick.tile for pick in self.picks), *self.unpicked.elements()),
            handfuls=tuple(zip(handfuls[::2], handfuls[1::2], strict=True)),
        )
        events = begin(self.game.rules, drawn, seats=self.game.seats, starter=self.starter)
        return self._with(events, State.before_deal(self.game.seats))

    def _after(self, action: Action) -> ChanceRound:
        """Return the round after the seat to move takes *action*."""
        assert self.state is not None
        return self._with(decide(self.game.rules, self.state, action), self.state)

    def _with(self, events: tuple[Event, ...], state: State) -> ChanceRound:
        state = fold(events, state)
        decision = None if state.phase is Phase.OVER else self.game.encoding.decision(state)
        return replace(self, state=state, decision=decision, events=(*self.events, *events))


def reassigned(
    picks: tuple[Pick, ...], hidden: list[int], pool: Counter[Tile], random: Callable[[], float]
) -> tuple[Pick, ...]:
    """Return *picks* after shuffling the tiles at the *hidden* indices together with the *pool*.

    All assignments are equally likely. *random* returns numbers from 0 to 1.
    """
    tiles = [*(picks[i].tile for i in hidden), *pool.elements()]
    new = [*picks]
    for i in hidden:
        chosen = tiles.pop(min(int(random() * len(tiles)), len(tiles) - 1))
        new[i] = replace(picks[i], tile=chosen)
    return tuple(new)
