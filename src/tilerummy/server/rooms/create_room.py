"""Creates rooms: a new room's terms and first entries, and the terms of a rematch."""

from __future__ import annotations

import msgspec

from tilerummy.rules import OptionError
from tilerummy.server.messages.bodies.rooms import ComputerSeat, NewRoom, Terms
from tilerummy.server.messages.views import TermsView
from tilerummy.server.room.entries import Entry, Opened
from tilerummy.server.room.fold import LogStep, apply, opened
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person, computer, sat_down


def new_room(room: str, new: NewRoom, host: str, invited: tuple[str, ...]) -> LogStep:
    """Return the first step in the log of a new room. Raises Refused if the terms are invalid."""
    terms = TermsView(**msgspec.structs.asdict(new.terms))
    first = Opened(terms=terms, seats=new.seats, host=host, invited=invited)
    try:
        return LogStep(first, opened(room, first))
    except (ValueError, OptionError) as error:
        raise refuse("bad_terms", str(error)) from error


def initial_seats(room: Room, new: NewRoom, host: Person) -> tuple[list[Entry], tuple[int, ...]]:
    """Seat the host in the first free seat, and the computer players in their own seats.

    Returns the entries and the occupied seats. Raises Refused if a seat is invalid, or if the match
    would start with too few players.
    """
    taken = {c.seat for c in new.computers}
    own = next((s for s in range(new.seats) if s not in taken), None)
    entries: list[Entry] = []
    if own is not None:
        sat = sat_down(room, own, host)
        entries.append(sat)
        room = apply(room, sat)
    for each in new.computers:
        entries.append(computer(room, each.seat, each.level))
        room = apply(room, entries[-1])
    kept = tuple(i for i, p in enumerate(room.places) if p.kind != "open")
    if new.start and len(kept) not in room.rules.seats_allowed():
        raise refuse("too_few", "there are too few players to start")
    return entries, kept


def rematch_terms(room: Room) -> tuple[NewRoom, tuple[str, ...]]:
    """Return a request for a new room with the same terms, and the guests to be invited there."""
    people = tuple(p.guest for p in room.places if p.guest)
    levels = [p.level for p in room.places if p.kind == "computer"]
    free = len(room.places) - len(levels)
    agreed = msgspec.structs.asdict(room.terms)
    del agreed["options"]  # derived from the ruleset
    new = NewRoom(
        terms=msgspec.convert(agreed, Terms),
        seats=len(room.places),
        computers=[ComputerSeat(seat=s, level=lv) for s, lv in enumerate(levels, free)],
        start=len(people) == 1,
    )
    return new, people
