"""Match controls: pausing, ending, stand-ins, starting the next round, and resigning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tilerummy.rules.judging.endings import round_over
from tilerummy.server.messages.views import Agreement
from tilerummy.server.room.entries import (
    Agreed,
    Breach,
    BrokenOff,
    Declined,
    Entry,
    Paused,
    Proposed,
    Ready,
    Resigned,
    Resumed,
    Sealed,
    Shown,
    StoodIn,
    TookBack,
)
from tilerummy.server.room.fold import apply
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Proposal, Room
from tilerummy.server.room.seats import ControlRequest, seat_entries, seat_of, unready_seats
from tilerummy.state import Ending, Phase
from tilerummy.tiles import Rack

STAND_IN_AFTER = 30_000
"""How long a player must be absent before a computer player may stand in, in milliseconds."""
ABSENT_AFTER = 10_000
"""How long a player must be absent before proposals no longer need their agreement, in ms."""
STAND_IN = "casual"
"""The level of computer players that replace absent players."""


def control_entries(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the entries for a command that controls the match or a seat, or raise Refused."""
    match request.control.what:
        case "pause" | "resume" | "end" | "stand_in" as what:
            return _agree(room, request, what)
        case "decline":
            seat = seat_of(room, request.person.guest)
            if room.proposal is None:
                raise refuse("no_proposal", "there is no proposal")
            return [Declined(by=seat)]
        case "take_back":
            seat = seat_of(room, request.person.guest)
            if not room.places[seat].stood_in:
                raise refuse("not_stood_in", "no computer player is standing in for you")
            return [TookBack(seat=seat)]
        case "resign":
            return _resign(room, request)
        case "next":
            return _next(room, request)
        case "show" | "hide" as what:
            return _shown(room, request, on=what == "show")
        case _:
            return seat_entries(room, request)


def _agree(room: Room, request: ControlRequest, what: Agreement) -> list[Entry]:
    seat = seat_of(room, request.person.guest)
    about = request.control.seat if what == "stand_in" else None
    _check_possible(room, request, what, about)
    proposal = room.proposal
    if proposal and (proposal.what, proposal.seat) == (what, about):
        if seat in proposal.agreed:
            raise refuse("already_agreed", "you have already agreed")
        entries: list[Entry] = [Agreed(by=seat)]
    else:
        entries = [Proposed(what=what, by=seat, seat=about)]
    after = apply(room, entries[0])
    assert after.proposal
    if _is_agreed(after, after.proposal, request.away_ms):
        entries += agreed_entries(room, what, about)
    return entries


def resolved_entries(room: Room, away_ms: Mapping[int, int]) -> list[Entry]:
    """Return the entries that resolve the open proposal, or no entries if it stays open."""
    proposal = room.proposal
    if proposal is None:
        return []
    if proposal.seat is not None and proposal.seat not in away_ms:
        return [Declined(by=proposal.seat)]
    agreed = _is_agreed(room, proposal, away_ms)
    return agreed_entries(room, proposal.what, proposal.seat) if agreed else []


def _check_possible(
    room: Room, request: ControlRequest, what: Agreement, about: int | None
) -> None:
    running = {"pause": ("playing",), "resume": ("paused",), "stand_in": ("playing", "paused")}
    if room.phase not in running.get(what, ("playing", "paused", "between", "sealing")):
        raise refuse("not_now", "you cannot do that now")
    if what != "stand_in":
        return
    if about is None or about not in room.people:
        raise refuse("no_such_seat", "this seat has no human player")
    if room.places[about].stood_in:
        raise refuse("already_stood_in", "a computer player is already standing in there")
    away = request.away_ms.get(about, 0)
    if about in request.present or away < STAND_IN_AFTER:
        want = STAND_IN_AFTER // 1000
        message = f"you can do this once the player has been away for {want} seconds"
        raise refuse("not_away", message, have=away // 1000, want=want)


def _is_agreed(room: Room, proposal: Proposal, away_ms: Mapping[int, int]) -> bool:
    """Return whether all human players who are present agree, except the one concerned.

    Players who share a device agree together.
    """
    present = {s for s in room.people if away_ms.get(s, 0) < ABSENT_AFTER}
    needed = {room.places[s].guest for s in present - {proposal.seat}}
    return bool(needed) and needed <= {room.places[s].guest for s in proposal.agreed}


def agreed_entries(room: Room, what: Agreement, about: int | None) -> list[Entry]:
    """Return the entries that put a proposal into effect."""
    match what:
        case "pause":
            return [Paused()]
        case "resume":
            return [Resumed()]
        case "stand_in":
            assert about is not None
            return [StoodIn(seat=about, level=STAND_IN)]
        case "end":
            return [broken_off_entry(room, "agreed")]


def _resign(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the entries for a resignation.

    If there are only two seats or no other human players, the resignation ends the match.
    Otherwise, a computer player takes over the seat.
    """
    seat = seat_of(room, request.person.guest)
    if room.phase not in ("playing", "paused", "between", "sealing"):
        raise refuse("not_now", "there is no match to resign from")
    remaining = [s for s in room.people if s != seat]
    if room.seats == 2:
        return [Resigned(seat=seat), _resigned(room, seat)]
    if not remaining:
        return [Resigned(seat=seat), broken_off_entry(room, "resigned")]
    entries: list[Entry] = [Resigned(seat=seat), StoodIn(seat=seat, level=STAND_IN)]
    ready = any(room.places[s].ready for s in remaining)
    if room.phase == "between" and ready and set(_not_ready(room, request)) <= {seat}:
        entries.append(next_round(room, request.commitment))
    return entries


def broken_off_entry(room: Room, why: Breach) -> BrokenOff:
    """Return the entry that ends the match early, without scores."""
    state = room.state
    racks = tuple(str(s.rack) for s in state.seats) if state else ()
    return BrokenOff(why=why, scores=(0,) * room.seats, racks=racks)


def _resigned(room: Room, seat: int) -> BrokenOff:
    """Return the entry that ends a two-player match, scored as if the opponent had gone out."""
    state = room.state
    if state is None or state.phase is Phase.OVER or room.phase == "sealing":
        return broken_off_entry(room, "resigned")
    winner = 1 - seat
    out = replace(
        state.with_seat(winner, replace(state.seats[winner], rack=Rack())), to_move=winner, plays=0
    )
    scores = round_over(room.rules, out, Ending.WENT_OUT).scores
    racks = tuple(str(s.rack) for s in state.seats)
    return BrokenOff(why="resigned", scores=scores, racks=racks)


def _next(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the entries for a player who is ready for the next round.

    A player may send this command again, which starts the round if all the players who were not
    ready have left.
    """
    seat_of(room, request.person.guest)
    if room.phase != "between":
        raise refuse("not_now", "you can only start the next round between rounds")
    own = unready_seats(room, request)
    waiting = {*_not_ready(room, request)} - {*own}
    if not own and waiting:
        raise refuse("already_ready", "you are already ready")
    entries: list[Entry] = [Ready(seat=s) for s in own]
    return entries if waiting else [*entries, next_round(room, request.commitment)]


def _shown(room: Room, request: ControlRequest, *, on: bool) -> list[Entry]:
    seat = room.played_by(request.person.guest)
    if seat is None:
        raise refuse("not_seated", "you have no seat at this table")
    if room.phase not in ("over", "closed"):
        raise refuse("not_now", "the match is not over yet")
    return [] if room.places[seat].shown is on else [Shown(seat=seat, on=on)]


def _not_ready(room: Room, request: ControlRequest) -> list[int]:
    return [s for s in room.people if s in request.present and not room.places[s].ready]


def next_round(room: Room, commitment: str) -> Sealed:
    """Return the entry that starts the next round of a match."""
    return Sealed(round=room.match.number, commitment=commitment, kept=tuple(range(room.seats)))
