"""What of a room leaves the server: everything a viewer is told is made here, by allow-list.

A viewer is a seat, or None for spectators. Hidden tiles are hidden before anything is written,
so that two rooms that are the same to a viewer are told in the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from tilerummy.records import fact_text
from tilerummy.rules import Reason, faults
from tilerummy.rules.plays import free_faults, may_discard
from tilerummy.server.room.entries import (
    Acted,
    Agreed,
    Began,
    BrokenOff,
    Computer,
    Declined,
    Entry,
    Opened,
    Proposed,
    Ready,
    Sat,
    StoodIn,
)
from tilerummy.server.room.fold import Step, texts
from tilerummy.server.room.room import Place, Room
from tilerummy.server.wire import (
    CanView,
    GameView,
    HandView,
    ProposalView,
    ResultView,
    RoomView,
    SeatView,
    ShuffleView,
    Why,
)
from tilerummy.server.wire import Entry as EntryView
from tilerummy.state import (
    Action,
    Declare,
    Draw,
    Ended,
    Event,
    Pass,
    Phase,
    Played,
    Restored,
    Seat,
    Source,
    State,
    conceal,
    redact,
)
from tilerummy.tiles import Rack, names


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log, the events of the round that it made, and the table after it."""

    entry: Entry
    events: tuple[Event, ...] = ()
    table: tuple[str, ...] = ()


def logged(step: Step) -> Logged:
    """Return an entry as it is kept in memory."""
    entry, dealt = step.entry, step.room.dealt
    if dealt is None or not isinstance(entry, Acted | Began):
        return Logged(entry)
    return Logged(entry, dealt.latest, dealt.rows)


def why(reason: Reason) -> Why:
    """Return a reason of the rules as it is told."""
    return Why(
        code=str(reason.code),
        message=reason.message,
        tiles=[*texts(reason.tiles)],
        melds=[*texts(reason.melds)],
        have=reason.have,
        want=reason.want,
    )


def room_view(room: Room, seats: Sequence[SeatView]) -> RoomView:
    """Return what everybody at the table may know of it; *seats* as :func:`seat_view` tells."""
    hosts = (i for i, p in enumerate(room.places) if p.session and room.host == p.session)
    return RoomView(
        id=room.id,
        phase=room.phase,
        terms=room.terms,
        seats=list(seats),
        host=next(hosts, None),
        locked=room.locked,
        round=len(room.match.results),
        totals=list(room.totals),
        results=results_view(room),
        shuffles=[
            ShuffleView(
                round=s.round,
                commitment=s.commitment,
                game=room.id,
                contributions=None if s.contributions is None else list(s.contributions),
                seed=s.seed or None,
            )
            for s in room.shuffles
        ],
        proposal=_proposal(room),
        leaders=list(room.leaders),
        next_room=room.next_room,
    )


def seat_view(place: Place, *, connected: bool, away_ms: int | None = None) -> SeatView:
    """Return who sits on a seat; whether the person is connected is not in the log."""
    return SeatView(
        kind=place.kind,
        name=place.name,
        level=place.level,
        connected=connected,
        ready=place.ready,
        muted=place.muted,
        stood_in=place.stood_in,
        resigned=place.resigned,
        away_ms=away_ms,
    )


def results_view(room: Room) -> list[ResultView]:
    """Return how the rounds ended, one that was broken off too."""
    results = [_result(ended) for ended in room.match.results]
    if room.broken:
        broken = ResultView(
            ending=room.broken.why,
            scores=list(room.broken.scores),
            racks=[rack.split() for rack in room.broken.racks],
        )
        results.append(broken)
    return results


def _result(ended: Ended) -> ResultView:
    return ResultView(
        ending=str(ended.ending),
        scores=list(ended.scores),
        racks=[[*texts(rack)] for rack in ended.racks],
        winner=ended.winner,
        win=None if ended.win is None else str(ended.win),
        hand=ended.hand,
    )


def _proposal(room: Room) -> ProposalView | None:
    if room.proposal is None:
        return None
    asked = room.proposal
    return ProposalView(what=asked.what, by=asked.by, seat=asked.seat, agreed=sorted(asked.agreed))


class GameViews:
    """A round as everybody may know it; what is the same for all is made once."""

    def __init__(self, room: Room) -> None:
        self._room = room
        if room.dealt is None:
            return
        state = room.dealt.state
        self._hands = [_hand(seat) for seat in state.seats]
        self._table, self._start = [*room.dealt.rows], [*room.dealt.begun]
        self._played, self._free = names(room.dealt.played), names(state.free)
        self._usable = _usable(state)
        self._result = _result(state.ended) if state.ended else None

    def of(self, viewer: int | None) -> GameView | None:
        """Return it as *viewer* may know it, or None before the first deal."""
        room = self._room
        if room.dealt is None:
            return None
        state, hands = room.dealt.state, self._hands
        own = None if viewer is None else state.seats[viewer]
        if viewer is not None and hands[viewer].known:
            shown = structs.replace(hands[viewer], known=[])
            hands = [*hands[:viewer], shown, *hands[viewer + 1 :]]
        active = room.phase == "playing" and viewer == state.to_move
        return GameView(
            phase=str(state.phase),
            to_move=state.to_move,
            turn=state.turn,
            plays=state.plays,
            table=self._table,
            start=self._start,
            pool=len(state.pool),
            hands=hands,
            rack=None if own is None else names(own.rack),
            fresh=[] if viewer is None else names(room.dealt.fresh[viewer]),
            played=self._played,
            trump=None if state.trump is None else str(state.trump),
            free=self._free,
            free_usable=self._usable,
            can=can_view(room, conceal(state, viewer)) if active else None,
            opening=room.rules.opening.points if own and own.opened is None else None,
            result=self._result,
        )


def _usable(state: State) -> bool:
    """Return whether a free tile may be used, which goes by what all have seen alone."""
    return any(not any(free_faults(state, Rack((t,)))) for t in state.free)


def _hand(seat: Seat) -> HandView:
    """Return what all have seen of a seat; of the tiles on its rack, those that they know."""
    return HandView(
        tiles=len(seat.rack),
        opened=seat.opened is not None,
        known=names(seat.known),
        discards=names(seat.discards),
        handfuls=list(seat.handfuls),
    )


def can_view(room: Room, view: State) -> CanView:
    """Return what the seat to move may do, judged from its own view."""
    rules = room.rules

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


class EntryViews:
    """Entries as everybody may know them; what is the same for all is written once."""

    def __init__(self, logged: Iterable[Logged], since: int) -> None:
        self._entries = [
            (_entry(seq, each), _hiding(each.events)) for seq, each in enumerate(logged, since)
        ]

    def of(self, viewer: int | None) -> list[EntryView]:
        """Return them as *viewer* may know them."""
        return [_told(entry, hiding, viewer) for entry, hiding in self._entries]


class _Hidden(NamedTuple):
    """An event that a spectator may not know all of: its place, and what spectators know."""

    place: int
    event: Event
    public: Event


def _hiding(events: Sequence[Event]) -> list[_Hidden]:
    """Return the events that a spectator may not know all of."""
    told = [_Hidden(n, event, redact(event, None)) for n, event in enumerate(events)]
    return [each for each in told if each.public is not each.event]


def _told(entry: EntryView, hiding: list[_Hidden], viewer: int | None) -> EntryView:
    """Return an entry, as spectators are told it, as *viewer* may know it."""
    facts = None
    for place, event, public in hiding:
        if (own := redact(event, viewer)) != public:
            facts = facts or [*entry.facts]
            facts[place] = fact_text(own)
    return structs.replace(entry, facts=facts) if facts else entry


def _entry(seq: int, each: Logged) -> EntryView:
    """Return an entry as spectators may know it."""
    entry = each.entry
    what = type(entry).__struct_config__.tag
    assert isinstance(what, str)
    match entry:
        case Began():
            return EntryView(seq=seq, what=what, facts=_facts(each.events))
        case Acted():
            changed = any(isinstance(e, Played | Restored) for e in each.events)
            return EntryView(
                seq=seq,
                what=what,
                seat=entry.seat,
                actions=list(entry.actions),
                table=list(each.table) if changed else None,
                facts=_facts(each.events),
            )
        case Sat(seat=seat) | Ready(seat=seat):
            return EntryView(seq=seq, what=what, seat=seat)
        case Computer(seat=seat, level=level) | StoodIn(seat=seat, level=level):
            return EntryView(seq=seq, what=what, seat=seat, level=level)
        case Proposed(by=by) | Agreed(by=by) | Declined(by=by):
            return EntryView(seq=seq, what=what, seat=by)
        case Opened():
            return EntryView(seq=seq, what=what)
        case BrokenOff(why=reason):
            return EntryView(seq=seq, what=what, level=reason)
        case _:
            return EntryView(seq=seq, what=what, seat=getattr(entry, "seat", None))


def _facts(events: Sequence[Event]) -> list[str]:
    return [fact_text(redact(event, None)) for event in events]
