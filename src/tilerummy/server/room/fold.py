"""The room as it stands after the entries of its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal, NamedTuple, assert_never

from msgspec import structs

from tilerummy.match import Match
from tilerummy.records import decode_event
from tilerummy.rules import Ruleset, options_of, ruleset
from tilerummy.server.room.entries import (
    Acted,
    Agreed,
    Agreement,
    Began,
    BrokenOff,
    Closed,
    Computer,
    Declined,
    Emptied,
    Entry,
    Hosted,
    Locked,
    Muted,
    Object,
    Opened,
    Paused,
    Proposed,
    Ready,
    Rematched,
    Removed,
    Resigned,
    Resumed,
    Revealed,
    Sat,
    Sealed,
    Stood,
    StoodIn,
    TookBack,
)
from tilerummy.server.wire import TermsView
from tilerummy.state import (
    Drew,
    Event,
    Penalised,
    Phase,
    Played,
    Restored,
    State,
    fold,
)
from tilerummy.tiles import Rack, Tile

RoomPhase = Literal["waiting", "sealing", "playing", "paused", "between", "over", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat and who sits on it: nobody, a person with a *session*, or a computer player.

    ``stood_in`` is the level of the computer player that plays for a person who is away.
    """

    kind: Literal["open", "person", "computer"] = "open"
    session: str = ""
    name: str = ""
    level: str = ""
    muted: bool = False
    ready: bool = False
    contribution: str = ""
    stood_in: str = ""
    resigned: bool = False

    @property
    def plays_itself(self) -> str:
        """The level of the computer player that moves for this seat, or nothing."""
        return self.level if self.kind == "computer" else self.stood_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """A promised deal: the commitment, what it was mixed with, and the seed once it is shown."""

    round: int
    commitment: str
    label: str = ""
    contributions: tuple[str, ...] | None = None
    seed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Something proposed, and the seats that agree."""

    what: Agreement
    by: int
    seat: int | None
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A round being played or just over: who began it, its state, what each seat drew last.

    ``played`` are the tiles that the latest play put on the table, ``latest`` the events that the
    latest entry made; ``rows`` is the table in notation, ``begun`` that of the turn's beginning.
    """

    number: int
    starter: int
    state: State
    fresh: tuple[tuple[Tile, ...], ...]
    played: Rack = Rack()
    latest: tuple[Event, ...] = ()
    rows: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()


class Made(NamedTuple):
    """What an action made of the round: its events, and the state after them."""

    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A table with its seats. ``version`` counts the entries of its log.

    ``changed`` is the version after the latest entry that a player's next move depends on;
    ``places`` are the seats in playing order; ``agreeing`` what has to be agreed on.
    """

    id: str
    terms: TermsView
    rules: Ruleset
    places: tuple[Place, ...]
    host: str
    match: Match
    version: int = 0
    changed: int = 0
    invited: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    locked: bool = False
    phase: RoomPhase = "waiting"
    dealt: Dealt | None = None
    shuffles: tuple[Shuffle, ...] = ()
    proposal: Proposal | None = None
    reserve: tuple[int, ...] = ()
    broken: BrokenOff | None = None
    next_room: str | None = None

    @property
    def state(self) -> State | None:
        """The state of the round, hidden tiles and all, if one was dealt."""
        return self.dealt.state if self.dealt else None

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.places)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people who have not resigned."""
        return tuple(i for i, p in enumerate(self.places) if p.kind == "person" and not p.resigned)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running score of each seat, a round broken off included."""
        extra = self.broken.scores if self.broken else ()
        return tuple(
            total + (extra[seat] if extra else 0) for seat, total in enumerate(self.match.totals)
        )

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has won the match once it is over: the best total of those who stayed."""
        if self.phase not in ("over", "closed") or not (self.match.results or self.broken):
            return ()
        staying = [i for i, p in enumerate(self.places) if not p.resigned]
        totals = self.totals
        best = (min if self.rules.scoring.low_wins else max)(totals[i] for i in staying)
        return tuple(i for i in staying if totals[i] == best)

    def seat_of(self, session: str) -> int | None:
        """Return the seat of a person, if that session has one."""
        for seat, place in enumerate(self.places):
            if place.kind == "person" and place.session == session and not place.resigned:
                return seat
        return None

    def with_place(self, seat: int, new: Place) -> Room:
        """Return the room with *new* on that seat."""
        return replace(self, places=(*self.places[:seat], new, *self.places[seat + 1 :]))


def opened(room: str, entry: Opened) -> Room:
    """Return a new room; raises ValueError for terms that no game can be played by."""
    rules = ruleset(entry.terms.ruleset)
    match = Match(
        rules=rules, seats=entry.seats, rounds=entry.terms.rounds, target=entry.terms.target
    )
    return Room(
        id=room,
        terms=structs.replace(entry.terms, options=options_of(rules)),
        rules=rules,
        places=(Place(),) * entry.seats,
        host=entry.host,
        match=match,
        invited=frozenset((entry.host, *entry.invited)),
        version=1,
    )


def replay(room: str, entries: Iterable[Entry]) -> Room:
    """Return the room that a whole log makes; raises ValueError for one that does not begin."""
    first, *rest = entries
    if not isinstance(first, Opened):
        raise ValueError("a log begins with the table's being opened")
    return reduce(apply, rest, opened(room, first))


def apply(room: Room, entry: Entry, made: Made | None = None) -> Room:
    """Return the room after *entry*. Consults no rules.

    What the entry *made* of the round need not be read from it where it is known already.
    """
    room = replace(room, version=room.version + 1)
    after = _acted(room, entry, made) if isinstance(entry, Acted) else _after(room, entry)
    moved = isinstance(entry, Acted | Began | BrokenOff | Paused | Resumed | StoodIn | TookBack)
    return replace(after, changed=after.version) if moved else after


def _after(room: Room, entry: Entry) -> Room:  # noqa: C901, one case for each entry
    match entry:
        case Opened():
            raise ValueError("a table is opened once")
        case Sat(seat=seat, session=session, name=name):
            return room.with_place(seat, Place(kind="person", session=session, name=name))
        case Stood(seat=seat) | Emptied(seat=seat):
            return room.with_place(seat, Place())
        case Computer(seat=seat, level=level):
            return room.with_place(seat, Place(kind="computer", level=level, ready=True))
        case Removed(seat=seat, session=session):
            room = replace(room, removed=room.removed | {session})
            return room.with_place(seat, Place())
        case Locked(on=on):
            return replace(room, locked=on)
        case Muted(seat=seat, on=on):
            return room.with_place(seat, replace(room.places[seat], muted=on))
        case Hosted(session=session):
            return replace(room, host=session)
        case Sealed():
            return _sealed(room, entry)
        case Ready(seat=seat, contribution=contribution):
            place = replace(room.places[seat], ready=True, contribution=contribution)
            return room.with_place(seat, place)
        case Began():
            return _began(room, entry)
        case Acted():
            return _acted(room, entry, None)
        case Revealed(round=number, seed=seed):
            shuffles = tuple(
                replace(s, seed=seed) if s.round == number else s for s in room.shuffles
            )
            return replace(room, shuffles=shuffles)
        case BrokenOff():
            return replace(room, broken=entry, phase="over", proposal=None)
        case Proposed(what=what, by=by, seat=seat):
            proposal = Proposal(what=what, by=by, seat=seat, agreed=frozenset({by}))
            return replace(room, proposal=proposal)
        case Agreed(by=by):
            assert room.proposal
            agreed = room.proposal.agreed | {by}
            return replace(room, proposal=replace(room.proposal, agreed=agreed))
        case Declined():
            return replace(room, proposal=None)
        case Paused():
            return replace(room, phase="paused", proposal=None)
        case Resumed():
            return replace(room, phase="playing", proposal=None)
        case StoodIn(seat=seat, level=level):
            place = replace(room.places[seat], stood_in=level)
            return replace(room.with_place(seat, place), proposal=None)
        case TookBack(seat=seat):
            return room.with_place(seat, replace(room.places[seat], stood_in=""))
        case Resigned(seat=seat):
            return room.with_place(seat, replace(room.places[seat], resigned=True))
        case Rematched(room=new):
            return replace(room, next_room=new)
        case Closed():
            return replace(room, phase="closed", proposal=None)
    assert_never(entry)


def _sealed(room: Room, entry: Sealed) -> Room:
    places = tuple(
        replace(place, ready=bool(place.plays_itself), contribution="")
        for seat, place in enumerate(room.places)
        if seat in entry.kept
    )
    shuffle = Shuffle(round=entry.round, commitment=entry.commitment)
    return replace(
        room,
        places=places,
        match=replace(room.match, seats=len(places)),
        phase="sealing",
        shuffles=(*room.shuffles, shuffle),
    )


def _began(room: Room, entry: Began) -> Room:
    events = events_of(room, entry.facts)
    state = fold(events, State.before_deal(room.seats))
    contributions = tuple(p.contribution for p in room.places)
    shuffles = tuple(
        replace(s, label=entry.label, contributions=contributions) if s.round == entry.round else s
        for s in room.shuffles
    )
    return replace(
        room,
        phase="playing",
        shuffles=shuffles,
        reserve=(room.terms.reserve_ms,) * room.seats,
        dealt=Dealt(
            number=entry.round,
            starter=state.to_move,
            state=state,
            fresh=((),) * room.seats,
            latest=events,
            rows=texts(state.table),
            begun=texts(state.start.table),
        ),
        places=tuple(replace(p, ready=bool(p.plays_itself)) for p in room.places),
    )


def _acted(room: Room, entry: Acted, made: Made | None) -> Room:
    assert room.dealt
    mover = room.dealt.state.to_move
    if made is None:
        events = events_of(room, entry.facts)
        made = Made(events, fold(events, room.dealt.state))
    events, state = made
    drawn = tuple(
        t for e in events if isinstance(e, Drew | Penalised) and e.seat == mover for t in e.tiles
    )
    fresh = list(room.dealt.fresh)
    if drawn:
        fresh[mover] = drawn
    elif state.turn != room.dealt.state.turn and room.dealt.state.source is None:
        fresh[mover] = ()
    played = room.dealt.played
    for event in events:
        if isinstance(event, Played):
            played = event.placed + event.free
        elif isinstance(event, Restored):
            played = Rack()
    before = room.dealt
    dealt = replace(
        before,
        state=state,
        fresh=tuple(fresh),
        played=played,
        latest=events,
        rows=before.rows if state.table == before.state.table else texts(state.table),
    )
    if state.start.table is not before.state.start.table:
        begun = dealt.rows if state.start.table == state.table else texts(state.start.table)
        dealt = replace(dealt, begun=begun)
    room = replace(room, dealt=dealt, reserve=entry.reserve or room.reserve)
    if state.phase is not Phase.OVER or state.ended is None:
        return room
    match = room.match.after(state.ended, dealt.starter)
    return replace(room, match=match, phase="over" if match.over else "between", proposal=None)


def events_of(room: Room, facts: tuple[Object, ...]) -> tuple[Event, ...]:
    """Return the events that an entry keeps as plain data."""
    return tuple(decode_event(f, room.rules.tiles, seats=room.seats) for f in facts)


def texts(items: Iterable[object]) -> tuple[str, ...]:
    """Return tiles or melds in notation."""
    return tuple(map(str, items))
