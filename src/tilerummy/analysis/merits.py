"""Explains why one turn may be better than another, with facts that hold for all hidden tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from tilerummy.analysis.best_plays.best import best_play
from tilerummy.analysis.enumeration import playable
from tilerummy.analysis.positions import after_play, check_arguments
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.rules.rounds.scoring import rack_value
from tilerummy.state import Action, Discard, Draw, Phase, Play, Seat, State, TurnStart
from tilerummy.state.state import with_seat, with_state
from tilerummy.tiles import JOKER, Rack, Tile


class MeritCode(StrEnum):
    """The codes of merits. Each has a sentence in the message catalogues."""

    GOES_OUT = "goes_out"
    """The turn empties the rack."""
    OPENS = "opens"
    """It lays the initial meld, and the other turn does not."""
    GOES_OUT_NEXT = "goes_out_next"
    """The ``tiles`` left can all be laid next turn if no one changes the table."""
    LAYS_MORE = "lays_more"
    """It leaves ``count`` tiles fewer on the rack."""
    KEEPS_JOKER = "keeps_joker"
    """It saves ``count`` jokers that the other turn lays."""
    KEEPS_MELD = "keeps_meld"
    """The ``tiles`` form melds, so they can be laid in any later turn, on any table."""
    STILL_FITS = "still_fits"
    """These ``tiles`` on the rack can each be laid next turn if no one changes the table."""
    LEAVES_NO_PLACE = "leaves_no_place"
    """These unseen ``tiles`` cannot be laid on their own, unlike after the other turn."""
    OPENS_PLACE = "opens_place"
    """These unseen ``tiles`` can be laid on their own, unlike after the other turn."""
    COSTS_LESS = "costs_less"
    """It leaves ``count`` points fewer on the rack, which count if someone else goes out."""
    COSTS_MORE = "costs_more"
    """It leaves ``count`` points more on the rack, which count if someone else goes out."""
    COSTS_AT_LEAST = "costs_at_least"
    """Like ``COSTS_MORE``, but not including the points of the tile that the turn draws."""


_DRAWBACKS = frozenset({MeritCode.OPENS_PLACE, MeritCode.COSTS_MORE, MeritCode.COSTS_AT_LEAST})


@dataclass(frozen=True, slots=True)
class Merit:
    """A proven difference between two turns: its *code*, and the *tiles* or *count* concerned."""

    code: MeritCode
    tiles: Rack = Rack()
    count: int = 0

    @property
    def is_drawback(self) -> bool:
        """True if the difference counts against the turn."""
        return self.code in _DRAWBACKS


def merits(
    rules: Ruleset | str,
    view: State,
    turn: Sequence[Action],
    other: Sequence[Action],
    *,
    deadline: Deadline = NEVER,
) -> tuple[Merit, ...]:
    """Return the merits of *turn*, and then its drawbacks, compared with the *other* turn.

    Both turns are legal actions of the mover of *view*. Every merit is true for all possible hidden
    tiles. A tile that a turn draws is not counted. If the *deadline* passes, the merits about
    spots on the table are left out. In games with discards, only the racks are compared, without
    the tiles that the turns discard.

    >>> from tilerummy import read_state
    >>> from tilerummy.melds import table
    >>> view = read_state("table k5 r5 b5 | rack o5 r1")
    >>> lay = Play.between(view.table, table("k5 r5 b5 o5"))
    >>> [(str(merit.code), merit.count) for merit in merits("sabra", view, [lay], [Draw()])]
    [('lays_more', 1), ('leaves_no_place', 0), ('costs_less', 5)]
    """
    rules = check_arguments(rules, view)
    both = _Comparison(rules, view, _after(view, turn), _after(view, other), deadline)
    found = [*both.on_the_rack()]
    if not rules.draws_and_discards:
        found += both.next_turn(draws=_draws(turn), other_draws=_draws(other))
        found += both.places()
    found += both.points(draws=_draws(turn), other_draws=_draws(other))
    return tuple(sorted(found, key=lambda merit: merit.is_drawback))


def _after(view: State, turn: Sequence[Action]) -> State:
    """Return *view* after the plays and the discard of *turn*."""
    after = reduce(after_play, [action for action in turn if isinstance(action, Play)], view)
    if not isinstance(last := turn[-1], Discard):
        return after
    mover = with_seat(after.mover, rack=after.mover.rack - (last.tile,))
    return after.with_seat(view.to_move, mover)


def _draws(turn: Sequence[Action]) -> bool:
    return any(isinstance(action, Draw) for action in turn)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The positions after each of the two compared turns, *mine* and *other*."""

    rules: Ruleset
    view: State
    mine: State
    other: State
    deadline: Deadline

    def on_the_rack(self) -> Iterator[Merit]:
        """Yield the merits that concern the tiles left on the rack."""
        mine, other = self.mine.mover.rack, self.other.mover.rack
        if not mine:
            if other:
                yield Merit(MeritCode.GOES_OUT)
            return
        if self.mine.mover.opened is not None and self.other.mover.opened is None:
            yield Merit(MeritCode.OPENS)
        if len(mine) < len(other):
            yield Merit(MeritCode.LAYS_MORE, count=len(other) - len(mine))
        jokers = mine.count(JOKER) - other.count(JOKER)
        if jokers > 0:
            yield Merit(MeritCode.KEEPS_JOKER, count=jokers)
        later = self._meld_in_rack(self.mine)
        if len(later) > len(self._meld_in_rack(self.other)):
            yield Merit(MeritCode.KEEPS_MELD, later)

    def next_turn(self, *, draws: bool, other_draws: bool) -> Iterator[Merit]:
        """Yield whether the next turn can go out only after this one, which draws no tile."""
        mine = self.mine.mover.rack
        if not mine or draws or not self._goes_out_from(self.mine):
            return
        if other_draws or not self._goes_out_from(self.other):
            yield Merit(MeritCode.GOES_OUT_NEXT, mine)

    def _goes_out_from(self, state: State) -> bool:
        """Return whether the rack can be emptied next turn if no one changes the table."""
        rack, opened = state.mover.rack, state.mover.opened is not None
        later = _position(state, state.table, rack, opened=opened)
        best = best_play(self.rules, later, tidy=False, deadline=self.deadline.share(0.2))
        return len(best.placed) == len(rack)

    def places(self) -> Iterator[Merit]:
        """Yield the merits that concern tiles that fit on only one of the two tables."""
        mine, other = self.mine, self.other
        if not mine.mover.rack or mine.table == other.table:
            return
        here, there = (self._fitting(state.table) for state in (mine, other))
        if here is None or there is None:
            return
        own = mine.mover.rack & other.mover.rack
        if fits := Rack(tile for tile in {*own} if tile in here - there):
            yield Merit(MeritCode.STILL_FITS, fits)
        unseen = self._unseen()
        if closed := (there - here) & unseen:
            yield Merit(MeritCode.LEAVES_NO_PLACE, Rack(closed))
        if opened := (here - there) & unseen:
            yield Merit(MeritCode.OPENS_PLACE, Rack(opened))

    def points(self, *, draws: bool, other_draws: bool) -> Iterator[Merit]:
        """Yield the difference in the points left. The flags are true if a turn draws a tile."""
        joker = self.rules.scoring.joker
        mine, other = (rack_value(state.mover.rack, joker) for state in (self.mine, self.other))
        if not self.mine.mover.rack:
            return
        if mine > other and draws and not other_draws:
            yield Merit(MeritCode.COSTS_AT_LEAST, count=mine - other)
        elif (mine < other and other_draws) or (draws == other_draws and mine != other):
            code = MeritCode.COSTS_LESS if mine < other else MeritCode.COSTS_MORE
            yield Merit(code, count=abs(mine - other))

    def _meld_in_rack(self, state: State) -> Rack:
        """Return the rack tiles that can be laid as melds of their own in any later turn."""
        if len(state.mover.rack) < 3 or self.rules.draws_and_discards:
            return Rack()
        alone = _position(state, Table(), state.mover.rack, opened=state.mover.opened is not None)
        return best_play(self.rules, alone, tidy=False, deadline=self.deadline.share(0.2)).placed

    def _fitting(self, table: Table) -> set[Tile] | None:
        """Return the numbered tiles that a player who has opened can lay on their own.

        Returns None if time runs out.
        """
        found = set[Tile]()
        for tile in self.rules.tiles.kinds:
            if tile == JOKER:
                continue
            alone = _position(self.mine, table, Rack((tile,)), opened=True)
            if playable(self.rules, alone, deadline=self.deadline):
                found.add(tile)
            if self.deadline.is_over:
                return None
        return found

    def _unseen(self) -> set[Tile]:
        """Return the kinds of tiles that the mover has not seen all copies of."""
        rules, view = self.rules, self.view
        all_tiles = rules.deal.bucket(rules.tiles, len(view.seats))
        left = Counter(all_tiles)
        left.subtract(view.table.tiles + view.mover.rack + view.free)
        return {tile for tile, count in left.items() if count > 0}


def _position(state: State, table: Table, rack: Rack, *, opened: bool) -> State:
    """Return the start of a later turn with this *table* and *rack*."""
    seat = Seat(rack=rack, opened=0 if opened else None)
    start = TurnStart(table=table, seat=seat)
    later = with_state(
        state, table=table, free=Rack(), phase=Phase.ACT, plays=0, turn=state.turn + 1, start=start
    )
    return replace(later, seats=later.seats_with(state.to_move, seat))
