"""Computes a room from its log, by folding the entries one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, assert_never

from msgspec import convert, structs

from tilerummy.fast_replace import replacer
from tilerummy.match import Match
from tilerummy.melds import Table
from tilerummy.players.decisions import Motive, latest_motives
from tilerummy.records import decode_event
from tilerummy.rules import Ruleset, for_seats, options_of, ruleset, ruleset_text, with_options
from tilerummy.server.guests.faces import character, face_for
from tilerummy.server.messages.views import TermsView
from tilerummy.server.room.entries import (
    Acted,
    Agreed,
    Began,
    BrokenOff,
    Changed,
    Closed,
    Computer,
    Declined,
    Emptied,
    Entry,
    Hosted,
    Locked,
    Muted,
    NotReady,
    Object,
    Opened,
    Paused,
    Proposed,
    Ready,
    Rematched,
    Removed,
    Renamed,
    Resigned,
    Resumed,
    Revealed,
    Sat,
    Sealed,
    Shown,
    Stood,
    StoodIn,
    TookBack,
)
from tilerummy.server.room.room import CurrentRound, Place, Proposal, Room, Shuffle
from tilerummy.state import (
    Action,
    Drew,
    Event,
    Penalised,
    Phase,
    Played,
    Redealt,
    Restored,
    State,
    fold,
)
from tilerummy.state import Dealt as TilesDealt
from tilerummy.tiles import Rack, Tile

with_room, with_dealt = replacer(Room), replacer(CurrentRound)


class Outcome(NamedTuple):
    """The outcome of legal *actions*: the events they cause, and the state after these events."""

    events: tuple[Event, ...]
    state: State
    actions: tuple[Action, ...] = ()


class LogStep(NamedTuple):
    """A log entry, and the room after it."""

    entry: Entry
    room: Room

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in the round that were caused by the entry."""
        dealt = self.room.dealt if isinstance(self.entry, Acted | Began) else None
        return () if dealt is None else dealt.latest


class KnownEntry(NamedTuple):
    """An entry whose outcome is already known, so that the entry's events need not be decoded."""

    entry: Entry
    outcome: Outcome


_known_ruleset = lru_cache(256)(ruleset)
"""Returns the ruleset for a ruleset text, cached because most tables use one of a few rulesets."""


def opened(room: str, entry: Opened) -> Room:
    """Return a new room. Raises ValueError if its terms do not allow a match."""
    rules = _known_ruleset(entry.terms.ruleset)
    match = Match(
        rules=rules, seats=entry.seats, rounds=entry.terms.rounds, target=entry.terms.target
    )
    return Room(
        id=room,
        terms=_complete(entry.terms, rules),
        rules=rules,
        places=(Place(),) * entry.seats,
        host=entry.host,
        match=match,
        invited=frozenset((entry.host, *entry.invited)),
        series=entry.series,
        version=1,
    )


def _complete(terms: TermsView, rules: Ruleset) -> TermsView:
    """Return terms with all options, and without a reserve that can never run out.

    Older logs may have such a reserve. Turns without a fixed time were not limited then.
    """
    limits = terms.turn_ms is not None or terms.increment_ms + terms.bronstein_ms > 0
    reserve = terms.reserve_ms if limits or terms.warns_only else 0
    return structs.replace(terms, options=options_of(rules), reserve_ms=reserve)


def replay(room: str, entries: Iterable[Entry]) -> Iterator[LogStep]:
    """Yield a step for each entry in a complete log.

    Raises ValueError if the first entry does not open the table.
    """
    rest = iter(entries)
    first = next(rest, None)
    if not isinstance(first, Opened):
        raise ValueError("a log must begin with an entry that opens the table")
    step = LogStep(first, opened(room, first))
    yield step
    yield from steps(step.room, rest)


def steps(room: Room, entries: Iterable[Entry | KnownEntry]) -> Iterator[LogStep]:
    """Fold *entries* into *room* one by one, and yield each step."""
    for each in entries:
        entry, outcome = each if isinstance(each, KnownEntry) else (each, None)
        room = apply(room, entry, outcome)
        yield LogStep(entry, room)


def apply(room: Room, entry: Entry, outcome: Outcome | None = None) -> Room:
    """Return the room after *entry*, without checking the rules.

    If *outcome* is given, the entry's events need not be decoded.
    """
    version = room.version + 1
    if isinstance(entry, Acted):  # by far the most common type
        return _acted(room, entry, outcome)
    moved = isinstance(entry, Began | BrokenOff | Paused | Resumed | StoodIn | TookBack)
    changed = version if moved else room.changed
    return _after(with_room(room, version=version, changed=changed), entry)


def _after(room: Room, entry: Entry) -> Room:  # noqa: C901, one case per entry type
    assert not isinstance(entry, Acted)
    match entry:
        case Opened():
            raise ValueError("the table is already open")
        case Sat() | Computer():
            return room.with_place(entry.seat, _taken(room, entry))
        case Renamed(seat=seat, name=name, face=face, colour=colour):
            place = replace(room.places[seat], name=name, face=face, colour=colour)
            return room.with_place(seat, place)
        case Stood(seat=seat) | Emptied(seat=seat):
            return room.with_place(seat, Place())
        case Removed(seat=seat, guest=guest):
            room = with_room(room, removed=room.removed | {guest})
            return room.with_place(seat, Place())
        case Locked(on=on):
            return with_room(room, locked=on)
        case Muted(seat=seat, on=on):
            return room.with_place(seat, replace(room.places[seat], muted=on))
        case Hosted(guest=guest):
            return with_room(room, host=guest)
        case Changed(terms=terms):
            return _with_terms(room, terms)
        case Sealed():
            return _sealed(room, entry)
        case Ready(seat=seat, contribution=contribution):
            place = replace(room.places[seat], ready=True, contribution=contribution)
            return room.with_place(seat, place)
        case NotReady(seat=seat):
            return room.with_place(seat, replace(room.places[seat], ready=False))
        case Began():
            return _began(room, entry)
        case Revealed(round=number, seed=seed):
            shuffles = tuple(
                replace(s, seed=seed) if s.round == number else s for s in room.shuffles
            )
            return with_room(room, shuffles=shuffles)
        case BrokenOff():
            return with_room(room, broken=entry, phase="over", paused_by=None, proposal=None)
        case Proposed(what=what, by=by, seat=seat):
            proposal = Proposal(what=what, by=by, seat=seat, agreed=frozenset({by}))
            return with_room(room, proposal=proposal)
        case Agreed(by=by):
            assert room.proposal
            agreed = room.proposal.agreed | {by}
            return with_room(room, proposal=replace(room.proposal, agreed=agreed))
        case Declined(by=by) if room.next_room is not None:
            declined = room.rematch_declined | ({by} - {room.rematch_by})
            return with_room(room, next_room=None, rematch_by=None, rematch_declined=declined)
        case Declined():
            return with_room(room, proposal=None)
        case Paused():
            proposed = room.proposal
            by_seat = proposed.by if proposed else None
            return with_room(room, phase="paused", paused_by=by_seat, proposal=None)
        case Resumed():
            return with_room(room, phase="playing", paused_by=None, proposal=None)
        case StoodIn(seat=seat, level=level):
            place = replace(room.places[seat], stood_in=level)
            return replace(room.with_place(seat, place), proposal=None)
        case TookBack(seat=seat):
            return room.with_place(seat, replace(room.places[seat], stood_in=""))
        case Resigned(seat=seat):
            return room.with_place(seat, replace(room.places[seat], resigned=True))
        case Rematched(room=new, seat=seat):
            declined = room.rematch_declined - {seat}
            return with_room(room, next_room=new, rematch_by=seat, rematch_declined=declined)
        case Shown(seat=seat, on=on):
            return room.with_place(seat, replace(room.places[seat], shown=on))
        case Closed():
            return with_room(room, phase="closed", proposal=None)
    assert_never(entry)


def _taken(room: Room, entry: Sat | Computer) -> Place:
    """Return a seat that was just taken, filling in the face or name if missing in older logs."""
    name, face, colour = entry.name, entry.face, entry.colour
    if isinstance(entry, Sat):
        if name and not face:
            face, colour = face_for(name)
        return Place(
            kind="person",
            guest=entry.guest,
            name=name,
            face=face,
            colour=colour,
            local=entry.local,
        )
    if not name:
        name, (face, colour) = character(entry.level, [p.name for p in room.places])
    return Place(
        kind="computer", level=entry.level, name=name, face=face, colour=colour, ready=True
    )


def _with_terms(room: Room, changes: Object) -> Room:
    """Return a room with some terms changed. Raises ValueError if they do not allow a match."""
    terms = convert({**structs.asdict(room.terms), **changes}, TermsView)
    rules = _known_ruleset(terms.ruleset)
    return with_room(
        room,
        terms=_complete(terms, rules),
        terms_changed=True,
        rules=rules,
        match=Match(rules=rules, seats=room.seats, rounds=terms.rounds, target=terms.target),
        places=tuple(replace(p, ready=bool(p.plays_itself)) for p in room.places),
    )


def _sealed(room: Room, entry: Sealed) -> Room:
    places = tuple(
        replace(place, ready=bool(place.plays_itself), contribution="")
        for seat, place in enumerate(room.places)
        if seat in entry.kept
    )
    shuffle = Shuffle(round=entry.round, commitment=entry.commitment)
    rules, terms = for_seats(room.rules, len(places)), room.terms
    if rules != room.rules:
        terms = structs.replace(terms, ruleset=ruleset_text(rules), options=options_of(rules))
    return with_room(
        room,
        places=places,
        rules=rules,
        terms=terms,
        match=replace(room.match, rules=rules, seats=len(places)),
        series=tuple(each for seat, each in enumerate(room.series) if seat in entry.kept),
        phase="sealing",
        shuffles=(*room.shuffles, shuffle),
    )


def _with_tiles(room: Room, events: tuple[Event, ...]) -> Room:
    """Adjust the tile set for older logs, where two players in McGraw used a larger set."""
    if not room.rules.deal.copies:
        return room
    tiles = sum(len(e.pool) + sum(map(len, e.racks)) for e in events if isinstance(e, TilesDealt))
    if tiles == len(room.rules.deal.bucket(room.rules.tiles, room.seats)):
        return room
    copies = tiles // (room.rules.tiles.numbers * room.rules.tiles.colours)
    rules = with_options(room.rules, {"tiles.copies": copies})
    return with_room(
        room,
        rules=rules,
        match=replace(room.match, rules=rules),
        terms=structs.replace(room.terms, options=options_of(rules)),
    )


def _began(room: Room, entry: Began) -> Room:
    events = _events(room, entry.facts)
    room = _with_tiles(room, events)
    state = fold(events, State.before_deal(room.seats))
    contributions = tuple(p.contribution for p in room.places)
    shuffles = tuple(
        replace(s, label=entry.label, contributions=contributions) if s.round == entry.round else s
        for s in room.shuffles
    )
    return with_room(
        room,
        phase="playing",
        shuffles=shuffles,
        reserve=(room.terms.reserve_ms,) * room.seats,
        dealt=CurrentRound(
            number=entry.round,
            starter=state.to_move,
            state=state,
            fresh=((),) * room.seats,
            latest=events,
            events=events,
            rows=texts(state.table),
            begun=texts(state.start.table),
        ),
        places=tuple(replace(p, ready=bool(p.plays_itself)) for p in room.places),
    )


def _acted(room: Room, entry: Acted, outcome: Outcome | None) -> Room:
    assert room.dealt
    before = room.dealt
    if outcome is None:
        events = _events(room, entry.facts)
        outcome = Outcome(events, fold(events, before.state))
    state = outcome.state
    rows = _rows(before, state.table)
    begun = before.begun
    if state.start.table is not before.state.start.table:
        begun = rows if state.start.table is state.table else texts(state.start.table)
    dealt = with_dealt(
        before,
        state=state,
        fresh=_fresh(before, outcome),
        played=_played(before, outcome),
        latest=outcome.events,
        events=before.events + outcome.events,
        rows=rows,
        begun=begun,
        motives=_motives(before, entry),
    )
    version, reserve = room.version + 1, entry.reserve or room.reserve
    room = with_room(room, version=version, changed=version, dealt=dealt, reserve=reserve)
    if state.phase is not Phase.OVER or state.ended is None:
        return room
    match = room.match.after(state.ended, dealt.starter)
    return with_room(room, match=match, phase="over" if match.over else "between", proposal=None)


def _rows(before: CurrentRound, table: Table) -> tuple[str, ...]:
    """Return the table in notation, reusing the strings of unchanged melds."""
    was = before.state.table
    if table is was:
        return before.rows
    known = dict(zip(map(id, was), before.rows, strict=True))
    return tuple([known.get(id(meld)) or str(meld) for meld in table])


def _motives(before: CurrentRound, entry: Acted) -> Mapping[int, tuple[Motive, ...]]:
    if entry.motive is None or entry.seat is None:
        return before.motives
    all_of_seat = (*before.motives.get(entry.seat, ()), entry.motive)
    return {**before.motives, entry.seat: latest_motives(all_of_seat)}


def _fresh(before: CurrentRound, outcome: Outcome) -> tuple[tuple[Tile, ...], ...]:
    """Return each seat's most recently drawn tiles; a turn without a draw clears the mover's."""
    mover = before.state.to_move
    if any(isinstance(event, Redealt) for event in outcome.events):
        return ((),) * len(before.fresh)
    drawn = tuple(
        tile
        for event in outcome.events
        if isinstance(event, Drew | Penalised) and event.seat == mover
        for tile in event.tiles
    )
    ended = outcome.state.turn != before.state.turn and before.state.source is None
    if not drawn and not ended:
        return before.fresh
    return (*before.fresh[:mover], drawn, *before.fresh[mover + 1 :])


def _played(before: CurrentRound, outcome: Outcome) -> Rack:
    played = before.played
    for event in outcome.events:
        if isinstance(event, Played):
            played = event.placed + event.free
        elif isinstance(event, Restored):
            played = Rack()
    return played


def _events(room: Room, facts: tuple[Object, ...]) -> tuple[Event, ...]:
    return tuple(decode_event(f, room.rules.tiles, seats=room.seats) for f in facts)


def texts(items: Iterable[object]) -> tuple[str, ...]:
    """Return the notation of each tile or meld as a string."""
    return tuple(map(str, items))
