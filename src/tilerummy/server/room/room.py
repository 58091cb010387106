"""A room: a table with its seats, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tilerummy.match import Match
from tilerummy.players.decisions import Motive
from tilerummy.rules import Ruleset
from tilerummy.server.messages.views import Agreement, RoomPhase, SeatKind, TermsView
from tilerummy.server.room.entries import BrokenOff
from tilerummy.state import Event, State
from tilerummy.tiles import Rack, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat, which is open, or taken by a person with a *guest* or by a computer player.

    ``stood_in`` is the level of the computer player that plays for a person who is away.
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
    stood_in: str = ""
    resigned: bool = False

    @property
    def plays_itself(self) -> str:
        """The level of the computer player that moves for this seat, or nothing."""
        return self.level if self.kind == "computer" else self.stood_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """The shuffle of a deal: its commitment, the contributions, the seed once published."""

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
class CurrentRound:
    """A round being played or just over: the seat that began it, its state, the latest draws.

    ``played`` are the tiles that the latest play put on the table, ``latest`` the events of the
    latest entry, ``events`` those of the whole round; ``rows`` is the table in notation, ``begun``
    that of the turn's beginning. ``motives`` are the latest motives of each seat's computer player.
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
    """A table with its seats. ``version`` counts the entries of its log.

    ``changed`` is the version after the latest entry that a player's next move depends on;
    ``places`` are the seats in playing order; ``proposal`` is what has to be agreed on.
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
    dealt: CurrentRound | None = None
    shuffles: tuple[Shuffle, ...] = ()
    proposal: Proposal | None = None
    reserve: tuple[int, ...] = ()
    broken: BrokenOff | None = None
    paused_by: int | None = None
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
    def among_computers(self) -> bool:
        """Whether computer players move for every seat."""
        return all(place.plays_itself for place in self.places)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running score of each seat, a round broken off included."""
        extra = self.broken.scores if self.broken else ()
        return tuple(
            total + (extra[seat] if extra else 0) for seat, total in enumerate(self.match.totals)
        )

    @property
    def leaders(self) -> tuple[int, ...]:
        """The winner of a match that is over: the best total of the seats that did not resign."""
        if self.phase not in ("over", "closed") or not (self.match.results or self.broken):
            return ()
        staying = [i for i, p in enumerate(self.places) if not p.resigned]
        totals = self.totals
        best = (min if self.rules.scoring.low_wins else max)(totals[i] for i in staying)
        return tuple(i for i in staying if totals[i] == best)

    def seat_of(self, guest: str) -> int | None:
        """Return the seat of a person, if that guest has one."""
        seat = self.played_by(guest)
        return None if seat is None or self.places[seat].resigned else seat

    def played_by(self, guest: str) -> int | None:
        """Return the seat that a person has or has given up, if that guest had one."""
        for seat, place in enumerate(self.places):
            if place.kind == "person" and place.guest == guest:
                return seat
        return None

    def with_place(self, seat: int, new: Place) -> Room:
        """Return the room with *new* on that seat."""
        return replace(self, places=(*self.places[:seat], new, *self.places[seat + 1 :]))
