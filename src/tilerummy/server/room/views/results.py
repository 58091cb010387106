"""The results of rounds and the motives of computer players, public when a round is over."""

from __future__ import annotations

from tilerummy.rules.closed_hands import read_as
from tilerummy.server.messages import DeclaredView, MotiveView, ResultView
from tilerummy.server.room.fold import texts
from tilerummy.server.room.room import CurrentRound, Room
from tilerummy.state import Ended, State
from tilerummy.tiles import TileSet


def results_view(room: Room) -> list[ResultView]:
    """Return the results of the rounds, including one that was broken off."""
    results = [result_view(ended) for ended in room.match.results]
    if room.broken:
        broken = ResultView(
            ending=room.broken.why,
            scores=list(room.broken.scores),
            racks=[rack.split() for rack in room.broken.racks],
        )
        results.append(broken)
    return results


def motive_views(dealt: CurrentRound) -> list[MotiveView]:
    """Return why each computer player played as it did; for a round that is over."""
    return [
        MotiveView(seat=seat, code=motive.code, params=dict(motive.params))
        for seat, motives in sorted(dealt.motives.items())
        for motive in motives
    ]


def result_view(ended: Ended) -> ResultView:
    """Return the result of a round."""
    return ResultView(
        ending=str(ended.ending),
        scores=list(ended.scores),
        racks=[[*texts(rack)] for rack in ended.racks],
        winner=ended.winner,
        win=None if ended.win is None else str(ended.win),
        hand=ended.hand,
    )


def declared_view(state: State, tiles: TileSet) -> DeclaredView | None:
    """Return the closed hand that was declared in a round that is over, or None.

    A hand that its type does not read, which a record may hold, is None too: the type is what says
    how its tiles lie.
    """
    if not state.declared or state.ended is None or state.ended.hand is None:
        return None
    try:
        hand = read_as(state.ended.hand, state.declared, tile_set=tiles)
    except ValueError:
        return None
    if hand is None:
        return None
    return DeclaredView(
        number=hand.hand.number,
        name=hand.hand.name,
        points=hand.points,
        jokers=hand.jokers,
        melds=[meld.split() for meld in hand.shown.split("/")],
    )
