"""Builds each viewer's view of a round, once per version, and the changes between views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from tilerummy.analysis import Step
from tilerummy.rules import Ruleset, faults
from tilerummy.rules.closed_hands import read_as, recognise_all
from tilerummy.rules.judging.faults import face_up_faults, may_discard
from tilerummy.rules_text import step_text
from tilerummy.server.messages.views import (
    CanView,
    DeclaredView,
    GameChange,
    GameView,
    HandView,
    MotiveView,
    ResultView,
    StepView,
)
from tilerummy.server.room.fold import texts
from tilerummy.server.room.room import CurrentRound, Room
from tilerummy.state import (
    Action,
    Declare,
    Draw,
    Ended,
    NewDeal,
    Pass,
    Phase,
    Seat,
    Source,
    State,
    conceal,
)
from tilerummy.tiles import Rack, TileSet, names

Fields = dict[str, Any]
"""Fields of GameView, by name."""
_Hands = tuple[tuple[Seat, HandView], ...]
"""Seats, each paired with its public view."""

SPECTATOR: Fields = {"rack": None, "fresh": [], "can": None, "opening": None}
"""The values that spectators see instead of a player's private fields."""


class GameViews:
    """The views of a round; the data that all viewers share is built once.

    Views are built when they are first needed, reusing the views of unchanged seats from *before*.
    """

    def __init__(self, room: Room, before: GameViews | None = None) -> None:
        self._rules, self.dealt, self.playing = room.rules, room.dealt, room.phase == "playing"
        self._hands: _Hands = () if before is None else before._hands
        self._public: Fields | None = None
        self._fields: dict[int | None, Fields] = {}

    def matches(self, room: Room) -> bool:
        """Return whether these views are still up to date for *room*."""
        return self.dealt is room.dealt and self.playing == (room.phase == "playing")

    def of(self, viewer: int | None) -> GameView | None:
        """Return the round as seen by *viewer*, or None before the first deal."""
        fields = self.fields(viewer)
        return GameView(**fields) if fields else None

    def fields(self, viewer: int | None) -> Fields:
        """Return the GameView fields for *viewer*, which are empty before the first deal."""
        if self.dealt is None:
            return {}
        if viewer not in self._fields:
            public = self._shown(self.dealt)
            own = SPECTATOR if viewer is None else self._own(self.dealt, viewer, public["hands"])
            self._fields[viewer] = {**public, **own}
        return self._fields[viewer]

    def _shown(self, dealt: CurrentRound) -> Fields:
        if self._public is None:
            self._hands = _shown_hands(dealt.state, self._hands)
            self._public = _public(dealt, self._rules, [hand for _, hand in self._hands])
        return self._public

    def _own(self, dealt: CurrentRound, viewer: int, hands: list[HandView]) -> Fields:
        """Return the viewer's private fields, together with all hands.

        The viewer's own hand has no ``known`` tiles, because these are already shown on the rack.
        """
        state, own, can = dealt.state, dealt.state.seats[viewer], None
        if self.playing and viewer == state.to_move:
            # hidden tiles do not affect whether drawing or passing is legal
            view = conceal(state, viewer) if state.phase is Phase.MELD else state
            can = can_view(self._rules, view)
        if hands[viewer].known:
            hands = [*hands]
            hands[viewer] = structs.replace(hands[viewer], known=[])
        return {
            "rack": names(own.rack),
            "fresh": names(dealt.fresh[viewer]),
            "can": can,
            "opening": self._rules.opening.points if own.opened is None else None,
            "hands": hands,
        }


class GameChanges:
    """The changes from the views *before* to the views *now*; shared changes are computed once.

    ``individual`` contains the seats whose changes may differ from those that spectators see.
    """

    def __init__(self, now: GameViews, before: GameViews) -> None:
        self._now, self._before = now, before
        self.individual: set[int] = set()
        if now is not before and now.dealt is not None:
            self.individual.update(_individual_seats(now.dealt, before.dealt))
        self._shared = self._change(None)

    def of(self, viewer: int | None) -> GameChange | None:
        """Return the changes that *viewer* may see, or None if the viewer sees no changes."""
        return self._change(viewer) if viewer in self.individual else self._shared

    def _change(self, viewer: int | None) -> GameChange | None:
        was, now = self._before.fields(viewer), self._now.fields(viewer)
        changed = {name: now[name] for name in now if name not in was or now[name] != was[name]}
        return GameChange(**changed) if changed else None


def _individual_seats(now: CurrentRound, before: CurrentRound | None) -> Iterator[int]:
    """Yield the seats to move, and all seats with changes that only their own players may see."""
    if before is None:
        yield from range(len(now.state.seats))
        return
    yield from (now.state.to_move, before.state.to_move)
    for seat, (owner, was) in enumerate(zip(now.state.seats, before.state.seats, strict=True)):
        if owner is not was or owner.known or now.fresh[seat] is not before.fresh[seat]:
            yield seat


def _public(dealt: CurrentRound, rules: Ruleset, hands: list[HandView]) -> Fields:
    state = dealt.state
    return {
        "phase": str(state.phase),
        "to_move": state.to_move,
        "turn": state.turn,
        "plays": state.plays,
        "table": [*dealt.rows],
        "start": [*dealt.begun],
        "pool": len(state.pool),
        "hands": hands,
        "played": names(dealt.played),
        "trump": None if state.trump is None else str(state.trump),
        "free": names(state.free),
        "free_usable": any(not any(face_up_faults(state, Rack((t,)))) for t in state.free),
        "result": result_view(state.ended) if state.ended else None,
        "declared": declared_view(state, rules.tiles),
        "motives": motive_views(dealt) if state.ended else [],
    }


def _shown_hands(state: State, known: _Hands) -> _Hands:
    """Return each seat with its public view, reusing the views in *known* for unchanged seats."""
    reusable = {id(pair[0]): pair for pair in known}
    return tuple(reusable.get(id(seat)) or (seat, _hand(seat)) for seat in state.seats)


def _hand(seat: Seat) -> HandView:
    return HandView(
        tiles=len(seat.rack),
        opened=seat.opened is not None,
        known=names(seat.known),
        discards=names(seat.discards),
        handfuls=list(seat.handfuls),
    )


def can_view(rules: Ruleset, view: State) -> CanView:
    """Return the legal actions of the player to move, based only on the tiles visible to them."""

    def legal(action: Action) -> bool:
        return not any(faults(rules, view, action))

    rack = tuple(dict.fromkeys(view.mover.rack))
    ends = view.phase is Phase.MELD
    closing = rack if ends and rules.closed_hands else ()
    return CanView(
        draw=legal(Draw()),
        take=legal(Draw(Source.DISCARD)),
        play=view.phase in (Phase.ACT, Phase.MORE, Phase.MELD),
        pass_=legal(Pass()),
        discard=[*texts(t for t in rack if ends and may_discard(view, t))],
        declare=[*texts(t for t in closing if legal(Declare(t)))],
        go_out=view.phase is Phase.DRAW and view.trump is not None,
        new_deal=legal(NewDeal()),
    )


def results_view(room: Room) -> list[ResultView]:
    """Return the results of all rounds, including one that ended early."""
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
    """Return the computer players' motives in a finished round."""
    return [
        MotiveView(seat=seat, code=motive.code, params=dict(motive.params))
        for seat, motives in sorted(dealt.motives.items())
        for motive in motives
    ]


def result_view(ended: Ended) -> ResultView:
    """Convert a round's result to the form sent to clients."""
    return ResultView(
        ending=str(ended.ending),
        scores=list(ended.scores),
        racks=[[*texts(rack)] for rack in ended.racks],
        winner=ended.winner,
        win=None if ended.win is None else str(ended.win),
        hand=ended.hand,
        penalties=list(ended.penalties),
        could_open=[[str(meld).split() for meld in melds] for melds in ended.could_open],
    )


def declared_view(state: State, tiles: TileSet) -> DeclaredView | None:
    """Return the closed hand that was declared in a finished round, or None if none was declared.

    Also returns None if the tiles do not match the type of closed hand, and therefore cannot be
    arranged for display; this can happen in a faulty record.
    """
    if not state.declared or state.ended is None or state.ended.hand is None:
        return None
    try:
        hand = read_as(state.ended.hand, state.declared, tile_set=tiles)
    except ValueError:
        return None
    if hand is None:
        return None
    types = recognise_all(state.declared, tile_set=tiles)
    also = next((each for each in types if each.points < hand.points), None)
    return DeclaredView(
        number=hand.hand.number,
        name=hand.hand.name,
        points=hand.points,
        jokers=hand.jokers,
        melds=[meld.split() for meld in hand.shown.split("/")],
        also=also.hand.number if also else None,
        also_name=also.hand.name if also else "",
        also_points=also.points if also else 0,
    )


def step_view(step: Step) -> StepView:
    """Convert a step to the form sent to clients."""
    return StepView(
        code=step.code,
        sentence=step_text(step),
        tiles=[*step.tiles],
        rack=[*step.rack],
        held=[*step.held],
        taken=[*step.taken],
        source=[*step.source],
        target=[*step.onto],
        off=None if step.off is None else step.off.value,
        on=None if step.on is None else step.on.value,
        rows=[[*pile] for pile in step.table],
        hand=[*step.picked_up],
    )
