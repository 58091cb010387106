"""Creates rooms: a new room's terms and first entries, and the terms of a rematch."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from msgspec import structs

from tilerummy.rules import OptionError
from tilerummy.server.messages.bodies.rooms import ComputerSeat, LocalSeat, NewRoom
from tilerummy.server.messages.terms import Terms
from tilerummy.server.messages.views import TermsView
from tilerummy.server.room.entries import Entry, Opened, SeriesSeat
from tilerummy.server.room.fold import LogStep, apply, opened
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Place, Room
from tilerummy.server.room.seats import Person, can_start, computer, local_player, sat_down


def new_room(room: str, new: NewRoom, host: str, series: tuple[SeriesSeat, ...] = ()) -> LogStep:
    """Return the first step in a new room's log; raises Refused if the terms are invalid."""
    terms = TermsView(**msgspec.structs.asdict(new.terms))
    if new.local_players:
        terms = structs.replace(terms, private=True)
    invited = tuple(each.guest for each in series if each.guest)
    first = Opened(terms=terms, seats=new.seats, host=host, invited=invited, series=series)
    try:
        return LogStep(first, opened(room, first))
    except (ValueError, OptionError) as error:
        raise refuse("bad_terms", str(error)) from error


def initial_seats(
    room: Room, new: NewRoom, host: Person, places: Sequence[Place] = ()
) -> tuple[list[Entry], tuple[int, ...]]:
    """Seat the host in the first free or reserved seat, and all other players in their seats.

    In a rematch, the computer players have the same names and faces as in *places*. Returns the
    entries and the occupied seats; raises Refused if a seat or name is invalid or too few players
    would start.
    """
    if new.local_players and not new.start:
        raise refuse("bad_terms", "with local players, the match must begin immediately")
    taken = {c.seat for c in new.computers} | {p.seat for p in new.local_players}
    free = (s for s in range(new.seats) if s not in taken)
    own = next((s for s in free if not room.series or room.series[s].guest == host.guest), None)
    entries: list[Entry] = []
    if own is not None:
        sat = sat_down(room, own, host)
        entries.append(sat)
        room = apply(room, sat)
    for player in new.local_players:
        entries.append(local_player(room, player, host.guest))
        room = apply(room, entries[-1])
    for each in new.computers:
        new_player = computer(room, each.seat, each.level)
        if places:
            known = places[each.seat]
            new_player = structs.replace(
                new_player, name=known.name, face=known.face, colour=known.colour
            )
        entries.append(new_player)
        room = apply(room, entries[-1])
    kept = tuple(i for i, p in enumerate(room.places) if p.kind != "open")
    if new.start and not can_start(room, len(kept)):
        raise refuse("too_few", "there are too few players to start")
    return entries, kept


class Rematch(NamedTuple):
    """A request for a rematch at a new table, and the seats there."""

    new: NewRoom
    places: tuple[Place, ...]
    series: tuple[SeriesSeat, ...]

    @classmethod
    def of(cls, room: Room, present: Collection[int]) -> Rematch:
        """Return a rematch of a finished match, with the same terms and players.

        Everyone moves up by one seat. If players other than the requester are *present*, the match
        need not wait for absent ones.
        """
        order = [*range(1, room.seats), 0]
        places = tuple(room.places[seat] for seat in order)
        wins = room.wins or (0,) * room.seats
        missing = {*range(room.seats)} - {*present} if len(present) > 1 else set[int]()
        series = tuple(
            SeriesSeat(guest=place.guest, wins=wins[seat], absent=seat in missing)
            for seat, place in zip(order, places, strict=True)
        )
        agreed = msgspec.structs.asdict(room.terms)
        del agreed["options"]  # derived from the ruleset
        new = NewRoom(
            terms=msgspec.convert(agreed, Terms),
            seats=room.seats,
            computers=[
                ComputerSeat(seat=seat, level=place.level)
                for seat, place in enumerate(places)
                if place.kind == "computer"
            ],
            local_players=[
                msgspec.convert(
                    {"seat": seat, "name": place.name, "face": place.face, "colour": place.colour},
                    LocalSeat,
                )
                for seat, place in enumerate(places)
                if place.local
            ],
            start=len({place.guest for place in places if place.guest}) == 1,
        )
        return cls(new, places, series)
