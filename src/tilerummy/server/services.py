"""The services that all requests and sockets of a server depend on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

import msgspec

from tilerummy.rules import PRESETS
from tilerummy.server.games.pictures import Form, GameMoment
from tilerummy.server.guests.sessions import Sessions
from tilerummy.server.hub import FORGOTTEN, MOVED, Hub
from tilerummy.server.jobs.puzzles import JudgedAttempt
from tilerummy.server.messages.bodies import (
    Analyse,
    BadRecord,
    ErrorDetail,
    Judge,
    PuzzleAttempt,
    Solve,
)
from tilerummy.server.ops.connection_limits import ConnectionLimits
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.ops.quotas import Quotas
from tilerummy.server.ops.rate_limits import RateLimits
from tilerummy.server.reviews.port import ReviewService
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.settings import Settings
from tilerummy.server.store import Comment, StorageError, Store
from tilerummy.server.store.nodes.port import NoticeKind

T = TypeVar("T")


class GuestNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What other servers of the same store must know of a guest.

    The guest has logged in *since* then on another device, or has another name and face.
    """

    guest: str
    since: int = 0
    name: str = ""
    face: str = ""
    colour: str = ""


class QuestionService(Protocol):
    """The port of questions that workers answer; fair between addresses.

    Everything raises JobError where there is no answer.
    """

    async def judge(self, question: Judge, address: str) -> bytes | ErrorDetail:
        """Return the referee's judgement."""
        ...

    async def solve(self, question: Solve, address: str) -> bytes | ErrorDetail:
        """Return a best play."""
        ...

    async def analyse(self, question: Analyse, address: str) -> bytes | ErrorDetail:
        """Return the best plays of a position, with their chances if asked for."""
        ...

    async def rules(self, ruleset: str, address: str) -> bytes | ErrorDetail:
        """Return the rules of a ruleset in words."""
        ...

    async def history(self, address: str, job: Callable[..., T], *args: object) -> T:
        """Return the result of a job about finished games."""
        ...

    async def record(self, game: str, bodies: Sequence[bytes], form: str, address: str) -> str:
        """Return the record of a match; *bodies* are the stored entries of its log."""
        ...

    async def game_record(
        self,
        game: str,
        bodies: Sequence[bytes],
        form: str,
        comments: Sequence[Comment],
        address: str,
    ) -> str:
        """Return the record of a finished game with the comments on it."""
        ...

    async def game_picture(
        self,
        game: str,
        bodies: Sequence[bytes],
        at: GameMoment | None,
        seat: int | None,
        form: Form,
        address: str,
    ) -> bytes | None:
        """Return the picture of a game at a moment; None if it has no such moment or seat."""
        ...

    async def position_picture(
        self, table: Sequence[str], rack: Sequence[str], form: Form, address: str
    ) -> bytes | None:
        """Return the picture of a position; None where its words are no tiles."""
        ...

    async def game(
        self,
        game: str,
        bodies: Sequence[bytes],
        times: tuple[int, int],
        viewer: int | None,
        address: str,
        *,
        public: bool = False,
    ) -> bytes:
        """Return the replay of a finished game for the seat *viewer*, as JSON.

        *times* are when the first and the last entry of its log were stored.
        """
        ...

    async def replay(self, record: str, address: str) -> bytes | BadRecord:
        """Return the replay of a record as JSON, or which line of it cannot be read."""
        ...

    async def puzzle_set(self, address: str) -> bytes | None:
        """Return what the parts of the set of puzzles hold, as JSON."""
        ...

    async def puzzle_part(self, number: int, address: str) -> bytes | None:
        """Return a part of the set of puzzles as JSON; None if there is no such part."""
        ...

    async def judge_attempt(self, attempt: PuzzleAttempt, address: str) -> JudgedAttempt | None:
        """Return whether an attempt is right; None where there is no such puzzle."""
        ...


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
    connections: ConnectionLimits
    quotas: Quotas
    questions: QuestionService
    reviews: ReviewService
    metrics: Metrics
    hub: Hub = field(default_factory=Hub)
    rules: RulesCache = field(default_factory=RulesCache)
    puzzles: dict[str, msgspec.Raw] = field(default_factory=dict)
    """The parts of the set of puzzles by their numbers; what they hold has an empty name."""
    games: LogReading = field(default_factory=LogReading)
    """The logs of finished games that requests read; live tables wait for none of them."""
    reviewed: LogReading = field(default_factory=LogReading)
    """Those that are to be reviewed, which is done behind all else."""
    lag: float = 0.0
    """How late the event loop was lately, in seconds."""

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
        hub, guest = self.hub, notice.guest
        match kind:
            case "moved":
                hub.close(guest, MOVED, before=notice.since)
            case "forgotten":
                hub.close(guest, FORGOTTEN)
            case "renamed" if hub.of(guest):
                hub.rename(
                    replace(
                        hub.guest(guest), name=notice.name, face=notice.face, colour=notice.colour
                    )
                )
            case _:
                pass
