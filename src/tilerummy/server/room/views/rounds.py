"""The views of a round for each viewer, built once for each version, and their changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from tilerummy.rules import Ruleset, faults
from tilerummy.rules.judging.faults import face_up_faults, may_discard
from tilerummy.server.messages import CanView, GameChange, GameView, HandView
from tilerummy.server.room.fold import texts
from tilerummy.server.room.room import CurrentRound, Room
from tilerummy.server.room.views.results import motive_views, result_view
from tilerummy.state import Action, Declare, Draw, Pass, Phase, Seat, Source, State, conceal
from tilerummy.tiles import Rack, names

Fields = dict[str, Any]
"""Fields of a GameView by their names."""

SPECTATOR: Fields = {"rack": None, "fresh": [], "can": None, "opening": None}
"""Fields that only a player is sent, for spectators."""


class GameViews:
    """The views of a round; the parts that are the same for all viewers are built once.

    Unchanged seats are taken from the views *before*.
    """

    def __init__(self, room: Room, before: GameViews | None = None) -> None:
        self._rules, self.dealt, self.playing = room.rules, room.dealt, room.phase == "playing"
        self._own: dict[int, Fields] = {}
        self._views: dict[int | None, GameView] = {}
        self.public = {} if room.dealt is None else _public(room.dealt, before)

    def show(self, room: Room) -> bool:
        """Return whether these are the views of *room* too: nothing that they show has changed."""
        return self.dealt is room.dealt and self.playing == (room.phase == "playing")

    def of(self, viewer: int | None) -> GameView | None:
        """Return the round as *viewer* may know it, or None before the first deal."""
        if self.dealt is None:
            return None
        if viewer not in self._views:
            self._views[viewer] = GameView(**self.fields(viewer))
        return self._views[viewer]

    def fields(self, viewer: int | None) -> Fields:
        """Return the fields of the view of *viewer*."""
        return {**self.public, **self.own(viewer), "hands": self.hands(viewer)}

    def own(self, viewer: int | None) -> Fields:
        """Return the fields that only *viewer* is sent."""
        if viewer is None or self.dealt is None:
            return SPECTATOR
        if viewer not in self._own:
            own = self.dealt.state.seats[viewer]
            self._own[viewer] = {
                "rack": names(own.rack),
                "fresh": names(self.dealt.fresh[viewer]),
                "can": self._can(viewer),
                "opening": self._rules.opening.points if own.opened is None else None,
            }
        return self._own[viewer]

    def _can(self, viewer: int) -> CanView | None:
        if self.dealt is None or not self.moves(viewer):
            return None
        state = self.dealt.state  # drawing and passing depend on nothing that is hidden
        view = conceal(state, viewer) if state.phase is Phase.MELD else state
        return can_view(self._rules, view)

    def moves(self, viewer: int) -> bool:
        """Return whether that seat is to move."""
        return self.playing and self.dealt is not None and viewer == self.dealt.state.to_move

    def hands(self, viewer: int | None) -> list[HandView]:
        """Return the public view of the seats, without what others know of *viewer*'s tiles."""
        hands: list[HandView] = self.public["hands"]
        if viewer is None or not hands[viewer].known:
            return hands
        shown = structs.replace(hands[viewer], known=[])
        return [*hands[:viewer], shown, *hands[viewer + 1 :]]


class GameChanges:
    """What is another *now* than it was *before*; what is so for all is made once.

    ``individual`` are the seats for which more may have changed than for spectators.
    """

    def __init__(self, now: GameViews, before: GameViews) -> None:
        self._now, self._before = now, before
        self._public: Fields = {}
        self._shared: GameChange | None = None
        self.individual: set[int] = set()
        if now is before or now.dealt is None:
            return
        if before.dealt is None:
            self._public = now.fields(None)
            self.individual.update(range(len(now.dealt.state.seats)))
        else:
            was = before.public
            self._public = {k: v for k, v in now.public.items() if v != was[k]}
            self.individual.update(_alone(now.dealt, before.dealt))
        if self._public:
            self._shared = GameChange(**self._public)

    def of(self, viewer: int | None) -> GameChange | None:
        """Return the changes for *viewer*, None if there are none."""
        now, before = self._now, self._before
        if viewer is None or viewer not in self.individual:
            return self._shared
        if before.dealt is None:
            return GameChange(**now.fields(viewer))
        was = before.own(viewer)
        changed = {**self._public, **{k: v for k, v in now.own(viewer).items() if v != was[k]}}
        if "hands" in changed:
            changed["hands"] = now.hands(viewer)
        return GameChange(**changed) if changed else None


def _alone(now: CurrentRound, before: CurrentRound) -> Iterator[int]:
    """Yield the movers, and the seats of which their players see more than others do."""
    yield from (now.state.to_move, before.state.to_move)
    for seat, (owner, was) in enumerate(zip(now.state.seats, before.state.seats, strict=True)):
        if owner is not was or owner.known or now.fresh[seat] is not before.fresh[seat]:
            yield seat


def _public(dealt: CurrentRound, before: GameViews | None) -> Fields:
    """Return the public fields of a round, by the names and in the order of GameView."""
    state = dealt.state
    return {
        "phase": str(state.phase),
        "to_move": state.to_move,
        "turn": state.turn,
        "plays": state.plays,
        "table": [*dealt.rows],
        "start": [*dealt.begun],
        "pool": len(state.pool),
        "hands": _hands(state, before),
        "played": names(dealt.played),
        "trump": None if state.trump is None else str(state.trump),
        "free": names(state.free),
        "free_usable": _usable(state),
        "result": result_view(state.ended) if state.ended else None,
        "motives": motive_views(dealt) if state.ended else [],
    }


def _hands(state: State, before: GameViews | None) -> list[HandView]:
    if before is None or before.dealt is None:
        return [_hand(seat) for seat in state.seats]
    seats = zip(state.seats, before.dealt.state.seats, before.public["hands"], strict=True)
    return [hand if seat is was else _hand(seat) for seat, was, hand in seats]


def _usable(state: State) -> bool:
    """Return whether a free tile may be used, judged by what all have seen."""
    return any(not any(face_up_faults(state, Rack((t,)))) for t in state.free)


def _hand(seat: Seat) -> HandView:
    """Return the public view of a seat; of the tiles on its rack, those that are known."""
    return HandView(
        tiles=len(seat.rack),
        opened=seat.opened is not None,
        known=names(seat.known),
        discards=names(seat.discards),
        handfuls=list(seat.handfuls),
    )


def can_view(rules: Ruleset, view: State) -> CanView:
    """Return what the seat to move may do, judged from its own view."""

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
    )
