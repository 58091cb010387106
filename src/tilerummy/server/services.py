"""The services that all requests and sockets of a server depend on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace

import msgspec

from tilerummy.rules import PRESETS
from tilerummy.server.connections import FORGOTTEN, MOVED, OpenSockets
from tilerummy.server.guests.sessions import Sessions
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.ops.quotas import Quotas
from tilerummy.server.ops.rate_limits import RateLimits
from tilerummy.server.reviews import ReviewService
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.settings import Settings
from tilerummy.server.store import StorageError, Store
from tilerummy.server.store.nodes.port import NoticeKind
from tilerummy.server.workers.port import Workers


class GuestNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What other servers of the same store must know of a guest.

    The guest has logged in *since* then on another device, or has another name and face.
    """

    guest: str
    since: int = 0
    name: str = ""
    face: str = ""
    colour: str = ""


class RulesCache:
    """Rules in words as JSON, by the text of their ruleset: of all presets, and of the latest."""

    def __init__(self, most: int = 128) -> None:
        self._most = most
        self._presets: dict[str, msgspec.Raw] = {}
        self._latest: OrderedDict[str, msgspec.Raw] = OrderedDict()

    def get(self, text: str) -> msgspec.Raw | None:
        """Return what is stored, if it is."""
        if text in self._latest:
            self._latest.move_to_end(text)
        return self._presets.get(text) or self._latest.get(text)

    def put(self, text: str, rules: msgspec.Raw) -> None:
        """Cache rules."""
        if text in PRESETS:
            self._presets[text] = rules
            return
        self._latest[text] = rules
        if len(self._latest) > self._most:
            self._latest.popitem(last=False)


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
    rules: RulesCache = field(default_factory=RulesCache)
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
            self.metrics.loop_lag(self.lag)

    def why_unwell(self) -> str:
        """Return why no new table should be opened now, or nothing."""
        if self.lag > self.settings.lag:
            return "the server is overloaded"
        return ""

    async def notify(self, kind: NoticeKind, notice: GuestNotice) -> None:
        """Tell other servers of the same store something of a guest, as soon as may be."""
        try:
            about = msgspec.json.encode(notice).decode()
            await self.rooms.notify(kind, about, notice.guest)
        except StorageError as error:
            log_failure("(notify)", error)

    async def noticed(self, kind: NoticeKind, about: str) -> None:
        """Apply what another server tells of a guest to the sockets here."""
        notice = msgspec.json.decode(about, type=GuestNotice)
        connections, guest = self.connections, notice.guest
        match kind:
            case "moved":
                connections.close(guest, MOVED, before=notice.since)
            case "forgotten":
                connections.close(guest, FORGOTTEN)
            case "renamed" if connections.of(guest):
                known = connections.guest(guest)
                connections.rename(
                    replace(known, name=notice.name, face=notice.face, colour=notice.colour)
                )
            case _:
                pass
