"""The services that all requests and sockets of a server depend on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import msgspec

from tilerummy.server.connections import DELETED, MOVED, OpenSockets
from tilerummy.server.guests.faces import Face
from tilerummy.server.guests.sessions import Sessions
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.ops.quotas import Quotas
from tilerummy.server.ops.rate_limits import RateLimits
from tilerummy.server.reviews import ReviewService
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.settings import Settings
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import AccountEvent, AccountEventKind, StorageError
from tilerummy.server.workers.port import Workers


class AccountDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """What all nodes must know of a guest.

    The guest has logged in *since* then on another device, or has another name and face.
    """

    since: int = 0
    name: str = ""
    face: str = ""
    colour: str = ""


@dataclass(slots=True, kw_only=True)
class Services:
    """The services of one running server."""

    settings: Settings
    store: Store
    rooms: Rooms
    sessions: Sessions
    limits: RateLimits
    quotas: Quotas
    workers: Workers
    reviews: ReviewService
    metrics: Metrics
    connections: OpenSockets = field(default_factory=OpenSockets)
    rules: dict[str, msgspec.Raw] = field(default_factory=dict)
    """Rules in words, by the text of their ruleset."""
    puzzles: dict[str, msgspec.Raw] = field(default_factory=dict)
    """The parts of the set of puzzles by their numbers; what they hold has an empty name."""
    games: LogReading = field(default_factory=LogReading)
    """The logs of finished games that requests read; live tables wait for none of them."""
    reviewed: LogReading = field(default_factory=LogReading)
    """Those that are to be reviewed, which is done behind all else."""
    lag: float = 0.0
    """How late the event loop was lately, in seconds."""
    database_lost: bool = False
    """Whether the database cannot be reached, so that no command can be stored."""

    async def watch_lag(self, every: float = 0.25) -> None:
        """Measure at intervals how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + every
            await asyncio.sleep(every)
            self.lag = max(loop.time() - due, self.lag / 2)
            self.metrics.measure("loop_lag_seconds", self.lag)

    @property
    def overloaded(self) -> bool:
        """Whether no new table should be opened now."""
        return self.lag > self.settings.lag

    async def publish(self, kind: AccountEventKind, guest: str, news: AccountDetails) -> None:
        """Tell all nodes something of a guest, as soon as may be."""
        try:
            await self.store.account_events.add(kind, guest, msgspec.json.encode(news).decode())
        except StorageError as error:
            log_failure("(notify)", error)

    async def apply_account_event(self, notice: AccountEvent) -> None:
        """Apply what a node tells of a guest to the sockets and rooms here."""
        news = msgspec.json.decode(notice.about, type=AccountDetails)
        connections, guest = self.connections, notice.guest
        match notice.kind:
            case "moved":
                connections.close(guest, MOVED, before=news.since)
            case "forgotten":
                connections.close(guest, DELETED)
                self.rooms.forget(guest)
            case "renamed":
                if connections.of(guest):
                    known = connections.guest(guest)
                    connections.rename(
                        replace(known, name=news.name, face=news.face, colour=news.colour)
                    )
                person = Person(guest, news.name, Face(news.face, news.colour))
                await self.rooms.renamed(person)
