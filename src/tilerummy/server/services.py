"""The services shared by HTTP request handlers and sockets."""

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
from tilerummy.server.push.service import PushService, push_service
from tilerummy.server.reviews import ReviewService
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.log_reads import LogReadLimiter
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.settings import Settings
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import AccountEvent, AccountEventKind, StorageError
from tilerummy.server.workers.port import Workers


class AccountDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """Details of an account event: the login time, or the guest's new name and avatar."""

    since: int = 0
    name: str = ""
    face: str = ""
    colour: str = ""


@dataclass(slots=True, kw_only=True)
class Services:
    """All services of a running server."""

    settings: Settings
    store: Store
    rooms: Rooms
    sessions: Sessions
    limits: RateLimits
    quotas: Quotas
    workers: Workers
    reviews: ReviewService
    metrics: Metrics
    push: PushService | None = None
    """Sends notifications of turns to browsers, or None if this server does not offer them."""
    connections: OpenSockets = field(default_factory=OpenSockets)
    rules: dict[str, msgspec.Raw] = field(default_factory=dict)
    """Cached rules texts, keyed by ruleset."""
    puzzles: dict[str, msgspec.Raw] = field(default_factory=dict)
    """Cached parts of the puzzle set, keyed by part number; the index has an empty key."""
    games: LogReadLimiter = field(default_factory=LogReadLimiter)
    """Limits how many finished games' logs may be in memory at the same time to serve requests."""
    reviewed: LogReadLimiter = field(default_factory=LogReadLimiter)
    """A separate limiter for reviews, which have the lowest priority."""
    lag: float = 0.0
    """How late the event loop currently runs its callbacks, in seconds."""
    database_lost: bool = False
    """True while the database is unreachable, so that commands cannot be stored."""

    async def watch_lag(self, every: float = 0.25) -> None:
        """Measure how late the event loop runs, once every *every* seconds, forever."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + every
            await asyncio.sleep(every)
            self.lag = max(loop.time() - due, self.lag / 2)
            self.metrics.measure("loop_lag_seconds", self.lag)

    @property
    def overloaded(self) -> bool:
        """True if the server is too busy to open new tables."""
        return self.lag > self.settings.lag

    async def publish(self, kind: AccountEventKind, guest: str, details: AccountDetails) -> None:
        """Publish an account event to all nodes. If storing it fails, the error is only logged."""
        try:
            await self.store.account_events.add(kind, guest, msgspec.json.encode(details).decode())
        except StorageError as error:
            log_failure("(publish)", error)

    async def apply_account_event(self, event: AccountEvent) -> None:
        """Apply an account event to this node's sockets and rooms."""
        details = msgspec.json.decode(event.about, type=AccountDetails)
        connections, guest = self.connections, event.guest
        match event.kind:
            case "moved":
                connections.close(guest, MOVED, before=details.since)
            case "forgotten":
                connections.close(guest, DELETED)
                self.rooms.unload_deleted(guest)
            case "renamed":
                if connections.of(guest):
                    known = connections.guest(guest)
                    connections.rename(
                        replace(known, name=details.name, face=details.face, colour=details.colour)
                    )
                person = Person(guest, details.name, Face(details.face, details.colour))
                await self.rooms.renamed(person)


def services_for(rooms: Rooms, settings: Settings, metrics: Metrics) -> Services:
    """Return the services of a server with these *rooms*.

    Raises PushSettingsError if the settings for push messages are not valid.
    """
    store, workers = rooms.services.store, rooms.services.workers
    return Services(
        settings=settings,
        store=store,
        rooms=rooms,
        sessions=Sessions(store.guests, settings),
        limits=RateLimits(settings.clock, settings.rates),
        quotas=Quotas(store.rooms, settings),
        workers=workers,
        reviews=ReviewService(workers, store),
        metrics=metrics,
        push=push_service(store, settings.push, settings.now, metrics),
    )
