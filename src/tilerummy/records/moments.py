"""Finds the highlights of a round: turns to show afterwards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Group, Meld, Table
from tilerummy.state import Declared, Ended, Event, Played, Restored, State, apply
from tilerummy.tiles import Rack, Tile

MANY_TILES, MANY_MELDS = 5, 3
"""The numbers of tiles laid, or of melds rearranged, that make a turn a highlight."""


class MomentKind(StrEnum):
    """The kinds of highlights, in ascending order of rank."""

    TILES = "tiles"
    """The turn laid at least ``MANY_TILES`` tiles."""
    JOKER = "joker"
    """A joker was freed: another tile replaced it, and it was laid again."""
    MELDS = "melds"
    """At least ``MANY_MELDS`` melds took part in a rearrangement."""
    CLOSED = "closed"
    """A closed hand was declared."""


_RANKS = [*MomentKind]


@dataclass(frozen=True, slots=True, kw_only=True)
class FineMoment:
    """A highlight of a round.

    ``turn`` counts the turns of all seats from 1. ``count`` is the number of melds in a
    rearrangement, and otherwise the number of tiles laid. ``hand`` identifies a closed hand.
    ``placed`` contains the tiles laid from the rack, and ``melds`` the new melds. ``out`` is True
    if the seat went out in this turn.
    """

    kind: MomentKind
    seat: int
    turn: int
    count: int
    melds: Table
    placed: Rack
    out: bool = False
    hand: int = 0

    @property
    def rank(self) -> tuple[int, int, bool]:
        """A sort key, which is higher for better moments."""
        return _RANKS.index(self.kind), self.count, self.out


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidTurn:
    """A turn that laid tiles: the melds that are ``gone`` and ``new`` after it.

    ``hint`` is True if a hint laid the tiles. The other fields are the same as in
    :class:`FineMoment`.
    """

    seat: int
    turn: int
    gone: Table
    new: Table
    placed: Rack
    out: bool = False
    hand: int = 0
    hint: bool = False


def laid_turns(
    events: Iterable[Event], seats: int, hinted: Container[int] = ()
) -> Iterator[LaidTurn]:
    """Yield the turns of a round that laid tiles or declared a closed hand, in order.

    *events* are all events of the round, including the deal. *hinted* contains the turns, counted
    from 1, whose tiles were laid by a hint. Raises ImpossibleEventError if an event could not have
    happened. Takes time linear in the number of events.

    >>> from tilerummy import play_round, player
    >>> from tilerummy.records import laid_turns
    >>> from random import Random
    >>> events = play_round("sabra", [player("club", Random(n)) for n in range(2)], seed=1)
    >>> first = next(laid_turns(events, seats=2))
    >>> first.seat, first.placed
    (1, k3 k4 k5 k10 r10 o10)
    """
    state = begun = State.before_deal(seats)
    placed, hand = Rack(), 0
    for event in events:
        seat, table, turn = state.to_move, state.table, state.turn
        state = apply(state, event)
        match event:
            case Played():
                placed += event.placed
            case Declared():
                placed, hand = event.tiles, event.hand
            case Restored():
                placed = Rack()
        if state.turn == turn and not isinstance(event, Ended):
            continue
        out = isinstance(event, Ended) and event.winner == seat
        if placed and (out or not hand):
            gone, new = begun.table.changed(table)
            yield LaidTurn(
                seat=seat,
                turn=turn + 1,
                gone=gone,
                new=new,
                placed=placed,
                out=out,
                hand=hand,
                hint=turn + 1 in hinted,
            )
        begun, placed, hand = state, Rack(), 0


def fine_moments(
    turns: Iterable[LaidTurn], *, many_melds: int = MANY_MELDS
) -> Iterator[FineMoment]:
    """Yield the highlights among the *turns* of a round, in order. Hints have no highlights.

    A rearrangement is a highlight if it has at least *many_melds* melds.
    """
    for each in turns:
        if not each.hint and (found := _moment(each, many_melds)):
            kind, count = found
            yield FineMoment(
                kind=kind,
                seat=each.seat,
                turn=each.turn,
                count=count,
                melds=each.new,
                placed=each.placed,
                out=each.out,
                hand=each.hand,
            )


def _moment(laid: LaidTurn, many_melds: int) -> tuple[MomentKind, int] | None:
    gone, new, placed = laid.gone, laid.new, laid.placed
    if laid.hand:
        return MomentKind.CLOSED, len(placed)
    rearranged = _rearranged(gone, new, placed)
    if len(rearranged) >= many_melds:
        return MomentKind.MELDS, len(rearranged)
    if any(_is_freed(meld, new) for meld in gone):
        return MomentKind.JOKER, len(placed)
    return (MomentKind.TILES, len(placed)) if len(placed) >= MANY_TILES else None


def _rearranged(gone: Table, new: Table, placed: Rack) -> list[Meld]:
    """Return the melds in *gone* that were not simply extended with tiles from the rack."""
    left, rearranged = [*new], list[Meld]()
    for meld in gone:
        for each in left:
            added = Rack(each.tiles) - meld.tiles
            if len(added) == len(each) - len(meld) and placed >= added:
                left.remove(each)
                placed -= added
                break
        else:
            rearranged.append(meld)
    return rearranged


def _is_freed(meld: Meld, new: Table) -> bool:
    """Return whether a tile replaced a joker in *meld*."""
    return meld.jokers > 0 and any(
        each.jokers < meld.jokers and Rack(each.numbered) >= (*meld.numbered, face)
        for each in new
        for face in _wild(meld)
    )


def _wild(meld: Meld) -> tuple[Tile, ...]:
    """Return the tiles that the jokers in *meld* may represent."""
    return meld.missing() if isinstance(meld, Group) else meld.wild
