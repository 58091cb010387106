"""Rooms as immutable values; each room is a table with its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tilerummy.match import Match
from tilerummy.players.decisions import Motive
from tilerummy.rules import Ruleset
from tilerummy.server.messages.views import Agreement, RoomPhase, SeatKind, TermsView
from tilerummy.server.room.entries import BrokenOff, SeriesSeat
from tilerummy.state import Event, State
from tilerummy.tiles import Rack, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat, either free or taken by a human player (with a *guest* id) or a computer player.

    ``local`` is True for a further player at the device of *guest*.
    ``stood_in`` is the level of the computer player that replaces an absent human player. ``shown``
    is True if the player agreed that everyone may see their name and tiles if the finished match is
    public.
    """

    kind: SeatKind = "open"
    guest: str = ""
    name: str = ""
    face: str = ""
    colour: str = ""
    level: str = ""
    muted: bool = False
    ready: bool = False
    contribution: str = ""
    local: bool = False
    stood_in: str = ""
    resigned: bool = False
    shown: bool = False

    @property
    def plays_itself(self) -> str:
        """The level of the computer player that plays for this seat, or an empty string."""
        return self.level if self.kind == "computer" else self.stood_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """The shuffle for a deal; ``seed`` is empty until the seed is published."""

    round: int
    commitment: str
    label: str = ""
    contributions: tuple[str, ...] | None = None
    seed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An open proposal, and the seats that have agreed to it."""

    what: Agreement
    by: int
    seat: int | None
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentRound:
    """A round that is in progress or has just finished.

    ``fresh`` contains each seat's most recently drawn tiles, and ``played`` contains the tiles that
    the latest play put on the table. ``latest`` contains the latest entry's events, and
    ``events`` contains all events of the round. ``rows`` is the current table in notation, and
    ``begun`` is the table at the start of the turn. ``motives`` contains the latest motives of each
    computer player.
    """

    number: int
    starter: int
    state: State
    fresh: tuple[tuple[Tile, ...], ...]
    played: Rack = Rack()
    latest: tuple[Event, ...] = ()
    events: tuple[Event, ...] = ()
    rows: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    motives: Mapping[int, tuple[Motive, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A table with its seats.

    ``version`` is the number of log entries. ``changed`` is the version after the latest entry that
    affects any player's next move. ``places`` has the seats in playing order. ``terms_changed`` is
    True if the host has changed the terms that the table was opened with. ``rematch_declined``
    contains the seats that declined a rematch and did not request one later.
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
    terms_changed: bool = False
    locked: bool = False
    phase: RoomPhase = "waiting"
    dealt: CurrentRound | None = None
    shuffles: tuple[Shuffle, ...] = ()
    proposal: Proposal | None = None
    reserve: tuple[int, ...] = ()
    broken: BrokenOff | None = None
    paused_by: int | None = None
    next_room: str | None = None
    rematch_by: int | None = None
    rematch_declined: frozenset[int] = frozenset()
    series: tuple[SeriesSeat, ...] = ()

    @property
    def state(self) -> State | None:
        """The current state, including all hidden tiles, or None before the first deal."""
        return self.dealt.state if self.dealt else None

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.places)

    @property
    def hidden(self) -> frozenset[int]:
        """The seats of human players who must not be shown to strangers in a public match."""
        return frozenset(
            seat for seat, p in enumerate(self.places) if p.kind == "person" and not p.shown
        )

    @property
    def is_finished(self) -> bool:
        """True if a match was played at the table and has ended."""
        return self.phase in ("over", "closed") and self.dealt is not None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of human players who have not resigned."""
        return tuple(i for i, p in enumerate(self.places) if p.kind == "person" and not p.resigned)

    @property
    def among_computers(self) -> bool:
        """True if all seats are played by computer players."""
        return all(place.plays_itself for place in self.places)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running score of each seat, including a round that ended early."""
        extra = self.broken.scores if self.broken else ()
        return tuple(
            total + (extra[seat] if extra else 0) for seat, total in enumerate(self.match.totals)
        )

    @property
    def leaders(self) -> tuple[int, ...]:
        """The winners of a finished match: those with the best total of all who did not resign.

        A match that all players agreed to end, or that was abandoned, has no winner.
        """
        if self.phase not in ("over", "closed") or not (self.match.results or self.broken):
            return ()
        if self.broken and self.broken.why != "resigned":
            return ()
        staying = [i for i, p in enumerate(self.places) if not p.resigned]
        if not staying:
            return ()
        totals = self.totals
        best = (min if self.rules.scoring.low_wins else max)(totals[i] for i in staying)
        return tuple(i for i in staying if totals[i] == best)

    @property
    def winners(self) -> tuple[int, ...]:
        """The leaders of a finished match, or none if all seats are equal."""
        leaders = self.leaders
        return () if len(leaders) > 1 and len({*self.totals}) == 1 else leaders

    @property
    def wins(self) -> tuple[int, ...]:
        """The matches that each seat has won in a series of rematches, including this one.

        Empty if all are 0.
        """
        counts = [int(seat in self.winners) for seat in range(self.seats)]
        for seat, (before, place) in enumerate(zip(self.series, self.places, strict=False)):
            counts[seat] += before.wins if before.guest == place.guest else 0
        return tuple(counts) if any(counts) else ()

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """Return the seats of all players at a guest's device who have not resigned."""
        return tuple(i for i in self.people if self.places[i].guest == guest)

    def seat_of(self, guest: str) -> int | None:
        """Return a guest's seat, or None if they have no seat or have resigned.

        If several players share the guest's device, this is the seat that moves now or next.
        """
        first = self.state.to_move if self.state else 0
        return min(self.seats_of(guest), key=lambda s: (s - first) % self.seats, default=None)

    def shares_device(self, guest: str) -> bool:
        """Return whether several players share a guest's device, so that racks must be hidden."""
        return len(self.seats_of(guest)) > 1

    def viewer(self, guest: str, *, shown: int | None = None) -> int | None:
        """Return the seat whose private view a guest may be sent, or None for a spectator's view.

        On a shared device, while racks are hidden, this is only the seat whose rack is *shown*.
        """
        seat = self.seat_of(guest)
        hidden = self.phase not in ("between", "over", "closed") and self.shares_device(guest)
        return None if hidden and seat != shown else seat

    def played_by(self, guest: str) -> int | None:
        """Return a guest's own seat, even if they have resigned, or None if they never had one."""
        for seat, place in enumerate(self.places):
            if place.kind == "person" and place.guest == guest and not place.local:
                return seat
        return None

    def with_place(self, seat: int, new: Place) -> Room:
        """Return a copy of the room, with *seat* replaced by *new*."""
        return replace(self, places=(*self.places[:seat], new, *self.places[seat + 1 :]))
