"""Views of entries and rooms, which contain only data that the viewer is allowed to see.

A viewer is identified by a seat, or by None for spectators. Hidden tiles are removed before the
view is encoded, so if two rooms look the same to a viewer, the viewer receives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Raw, convert, json, structs

from tilerummy.records import encode
from tilerummy.rules import Flaw, Reason
from tilerummy.server.messages.views import Entry as EntryView
from tilerummy.server.messages.views import (
    ProposalView,
    RefusalReason,
    RoomChange,
    RoomView,
    SeatView,
    ShuffleView,
)
from tilerummy.server.room.entries import (
    Acted,
    Agreed,
    Began,
    BrokenOff,
    Changed,
    Computer,
    Declined,
    Locked,
    Object,
    Proposed,
    Ready,
    StoodIn,
)
from tilerummy.server.room.fold import LogStep, texts, with_room
from tilerummy.server.room.room import Place, Room
from tilerummy.server.room.round_views import results_view
from tilerummy.state import Dealt, Drew, Event, Penalised, Played, Restored, redact


class Logged(NamedTuple):
    """A log entry in memory, stored compactly as the encoded view of spectators.

    ``hidden`` contains the events that some seats see in more detail.
    """

    public: bytes
    hidden: tuple[HiddenEvent, ...] = ()


class HiddenEvent(NamedTuple):
    """A partly hidden event, and its index in the entry's list of events."""

    number: int
    event: Dealt | Drew | Penalised


_decoder = json.Decoder(EntryView)


def _public(event: Event, encoded: Object) -> Raw:
    """Return an event as spectators see it; *encoded* is the complete event as plain data."""
    redacted = redact(event, None)
    return Raw(json.encode(encoded)) if redacted is event else _raw(redacted)


def _raw(event: Event) -> Raw:
    return Raw(json.encode(encode(event)))


def reason_view(reason: Reason | Flaw) -> RefusalReason:
    """Convert a reason from the rules, or a flaw in a position, to the form sent to clients."""
    return RefusalReason(
        code=str(reason.code),
        message=reason.message,
        tiles=[*texts(reason.tiles)],
        melds=[*texts(reason.melds)],
        have=reason.have,
        want=reason.want,
    )


def room_view(room: Room, seats: Sequence[SeatView]) -> RoomView:
    """Return the public view of a room, given the views of its *seats* from :func:`seat_view`."""
    hosts = (i for i, p in enumerate(room.places) if p.guest and room.host == p.guest)
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
        proposal=None
        if room.proposal is None
        else ProposalView(
            what=room.proposal.what,
            by=room.proposal.by,
            seat=room.proposal.seat,
            agreed=sorted(room.proposal.agreed),
        ),
        leaders=list(room.leaders),
        next_room=room.next_room,
        rematch_by=room.rematch_by,
        rematch_declined=sorted(room.rematch_declined),
        series=list(room.wins),
        paused_by=room.paused_by,
    )


def room_change(before: Room, now: Room) -> RoomChange | None:
    """Return the public changes to a room except for its seats, or None if there are no changes."""
    hidden = {"version": now.version, "changed": now.changed, "reserve": now.reserve}
    if with_room(before, dealt=now.dealt, **hidden) == now:
        return None
    was = structs.asdict(room_view(before, ()))
    known = structs.asdict(room_view(now, ()))
    return RoomChange(**{k: v for k, v in known.items() if v != was[k]})


def seat_view(place: Place, *, connected: bool, away_ms: int | None = None) -> SeatView:
    """Return the public view of a seat.

    The caller has to pass whether the player is connected, because this is not in the log.
    """
    known = convert(place, SeatView, from_attributes=True)
    return structs.replace(known, connected=connected, away_ms=away_ms)


class EntryViews:
    """Log entries as each viewer may see them; the data that all viewers share is built once.

    ``individual`` contains the seats that see more than spectators. *public* contains the
    spectators' views of the *logged* entries, if these have already been decoded.
    """

    def __init__(self, logged: list[Logged], public: list[EntryView] | None = None) -> None:
        self.logged, self._views = logged, public
        self._hiding = [(index, each) for index, some in enumerate(logged) for each in some.hidden]
        self.individual: set[int] = set()
        for _, (_, event) in self._hiding:
            if isinstance(event, Dealt):
                self.individual.update(range(len(event.racks)))
            else:
                self.individual.add(event.seat)

    @property
    def _public(self) -> list[EntryView]:
        if self._views is None:
            self._views = [_decoder.decode(each.public) for each in self.logged]
        return self._views

    def of(self, viewer: int | None) -> list[EntryView]:
        """Return the entries as seen by *viewer*."""
        if viewer not in self.individual:
            return self._public
        entries = [*self._public]
        for index, (number, event) in self._hiding:
            if isinstance(event, Dealt) or event.seat == viewer:
                events = [*entries[index].events]
                events[number] = _raw(redact(event, viewer))
                entries[index] = structs.replace(entries[index], events=events)
        return entries


def new_views(steps: Sequence[LogStep]) -> EntryViews:
    """Return the views of entries that have just been folded into the room."""
    logged, public = list[Logged](), [*map(_entry, steps)]
    for step, view in zip(steps, public, strict=True):
        events = enumerate(step.events)
        hidden = (HiddenEvent(n, e) for n, e in events if isinstance(e, Drew | Penalised | Dealt))
        logged.append(Logged(json.encode(view), tuple(hidden)))
    return EntryViews(logged, public)


def _entry(step: LogStep) -> EntryView:
    entry, room = step
    seq = room.version - 1
    what = type(entry).__struct_config__.tag
    assert isinstance(what, str)
    match entry:
        case Began():
            return EntryView(seq=seq, what=what, events=[*map(_public, step.events, entry.facts)])
        case Acted():
            changed = any(isinstance(e, Played | Restored) for e in step.events)
            return EntryView(
                seq=seq,
                what=what,
                seat=entry.seat,
                actions=list(entry.actions),
                table=[*room.dealt.rows] if changed and room.dealt else None,
                events=[*map(_public, step.events, entry.facts)],
            )
        case Computer(seat=seat, level=level) | StoodIn(seat=seat, level=level):
            return EntryView(seq=seq, what=what, seat=seat, level=level)
        case Proposed(by=by) | Agreed(by=by) | Declined(by=by):
            return EntryView(seq=seq, what=what, seat=by)
        case Changed(seat=seat, terms=terms):
            return EntryView(seq=seq, what=what, seat=seat, terms=terms)
        case Locked(on=False):
            return EntryView(seq=seq, what="unlocked")
        case Ready(seat=seat) if room.phase == "sealing":
            return EntryView(seq=seq, what="contributed", seat=seat)
        case BrokenOff(why=reason):
            return EntryView(seq=seq, what=what, level=reason)
        case _:
            return EntryView(seq=seq, what=what, seat=getattr(entry, "seat", None))
