"""A guest's finished games: summaries, made if they are missing; filters and pages."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, suppress
from itertools import accumulate
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from tilerummy.server.games.summary import (
    UNREADABLE,
    GameSummary,
    SeatSummary,
    read_summary,
    seat_in,
    summaries,
)
from tilerummy.server.messages.bodies.games import GameCard, GameSeat, GamesPage, Result
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import FinishedRoom, Row, StorageError
from tilerummy.server.workers.classes import RECORD
from tilerummy.server.workers.port import Job

PAGE = 25
"""How many games a page holds."""
MOST_GAMES = 10_000
"""How many of the latest games of a guest are listed and counted."""
MADE_AT_ONCE, MADE_OF_ENTRIES = 40, 20_000
"""How many missing summaries are made for one request at most, and of how many entries."""
READ_AT_ONCE = 2_000
"""Of how many entries summaries or records are made in one job, unless one log has more."""

T = TypeVar("T")


class RunJob(Protocol):
    """Runs a job in a worker, for the visitor who waits for it; raises JobError."""

    async def __call__(self, job: Job[T], /) -> T:
        """Return the result of the job."""


ReadLogs = Callable[[int], AbstractAsyncContextManager[None]]
"""Returns a context in which logs of so many entries may be in memory, or raises StorageError."""


class OwnGames(NamedTuple):
    """The games of a guest with their stored summaries, and how many have none yet."""

    games: dict[str, bytes]
    missing: int


async def listed_games(store: Store, read: ReadLogs, run: RunJob, guest: str) -> OwnGames:
    """Return the games of a guest, the latest first; some of the missing summaries are made."""
    tables = await store.games.finished(guest, MOST_GAMES)
    lacking = _first(tables, MADE_AT_ONCE, MADE_OF_ENTRIES)
    made: dict[str, bytes] = {}
    async with aclosing(read_logs(store, read, lacking)) as logs:
        async for part in logs:
            for log, summary in zip(part, await run(Job(RECORD, summaries, part)), strict=False):
                made[log[0].room] = summary
                await store.games.add_summary(log[0].room, len(log), summary)
    for table in lacking:  # a damaged log is not read again for each request
        if table.room not in made and table.size and not await _readable(store, read, table):
            made[table.room] = UNREADABLE
            await store.games.add_summary(table.room, table.size, UNREADABLE)
    found = [(t.room, made.get(t.room, t.summary)) for t in tables]
    games = {room: summary for room, summary in found if summary is not None}
    return OwnGames(games, len(tables) - len(games))


def _first(tables: Sequence[FinishedRoom], most: int, entries: int) -> list[FinishedRoom]:
    """Return the first tables without a summary: some of them, of so many entries, or one."""
    lacking = [table for table in tables if table.summary is None][:most]
    return lacking[: max(1, fitting(lacking, entries))]


def fitting(tables: Sequence[FinishedRoom], entries: int) -> int:
    """Return how many of the first tables have up to so many entries together."""
    ends = accumulate(table.size for table in tables)
    return sum(end <= entries for end in ends)


async def _readable(store: Store, read: ReadLogs, table: FinishedRoom) -> bool:
    with suppress(StorageError):
        async with read(table.size):
            await store.logs.load(table.room)
        return True
    return False


async def read_logs(
    store: Store, read: ReadLogs, tables: Sequence[FinishedRoom]
) -> AsyncGenerator[list[list[Row]], None]:
    """Yield the logs of these tables, as many together as one job reads; no others are held.

    Close it if it is not read to its end: the logs it has yielded last are held until then.
    """
    left = [*tables]
    while left:
        count = max(1, fitting(left, READ_AT_ONCE))
        some, left = left[:count], left[count:]
        async with read(sum(table.size for table in some)):
            part: list[list[Row]] = []
            for table in some:
                with suppress(StorageError):
                    if log := await store.logs.load(table.room):
                        part.append(log)
            if part:
                yield part


class OwnGame(NamedTuple):
    """A game with its summary, and the seat of the guest whose it is."""

    game: str
    summary: GameSummary
    seat: int

    @property
    def others(self) -> list[SeatSummary]:
        """The other seats."""
        return [s for seat, s in enumerate(self.summary.seats) if seat != self.seat]

    @property
    def preset(self) -> str:
        """The name of the preset, without house rules."""
        return self.summary.ruleset.partition("+")[0]

    @property
    def result(self) -> Result:
        """What came of it for the guest."""
        summary = self.summary
        if summary.seats[self.seat].resigned:
            return "gave_up"
        if summary.broken in ("agreed", "abandoned") or not summary.leaders:
            return "broken_off"
        if self.seat not in summary.leaders:
            return "lost"
        return "won" if len(summary.leaders) == 1 else "shared"


class Filter(NamedTuple):
    """Which games are asked for; what is empty or 0 allows all."""

    ruleset: str = ""
    result: str = ""
    opponents: str = ""
    players: int = 0
    text: str = ""
    page: int = 1

    def allows(self, own: OwnGame) -> bool:
        """Return whether a game is asked for; with people: at least one of the others is one."""
        people = any(seat.kind == "person" for seat in own.others)
        return (
            self.ruleset in ("", own.preset)
            and self.result in ("", own.result)
            and self.players in (0, len(own.summary.seats))
            and self.opponents in ("", "people" if people else "computers")
            and self._mentions(own)
        )

    def _mentions(self, own: OwnGame) -> bool:
        texts = (own.game, own.summary.title, own.summary.ruleset, *(s.name for s in own.others))
        folded = "\n".join(texts).casefold()
        return all(word in folded for word in self.text.casefold().split())


def own_games(stored: Mapping[str, bytes], guest: str) -> Iterator[OwnGame]:
    """Yield the games that the guest has played, with the guest's seats."""
    for game, written in stored.items():
        summary = read_summary(written)
        seat = None if summary is None else seat_in(summary, guest)
        if summary is not None and seat is not None:
            yield OwnGame(game, summary, seat)


def games_page(
    stored: Mapping[str, bytes],
    guest: str,
    wanted: Filter,
    missing: int,
) -> bytes:
    """Return a page of the games of a guest as JSON; 10,000 games take 60 ms."""
    own = [*own_games(stored, guest)]
    found = [each for each in own if wanted.allows(each)]
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(1, wanted.page), pages)
    answer = GamesPage(
        games=[game_card(each) for each in found[(page - 1) * PAGE : page * PAGE]],
        page=page,
        pages=pages,
        found=len(found),
        all=len(own),
        missing=missing,
        rulesets=sorted({each.preset for each in own}),
    )
    return msgspec.json.encode(answer)


def game_card(own: OwnGame) -> GameCard:
    """Return a game as it is listed."""
    summary = own.summary
    return GameCard(
        game=own.game,
        ruleset=summary.ruleset,
        seats=[
            msgspec.convert({**msgspec.structs.asdict(seat), "points": points}, GameSeat)
            for seat, points in zip(summary.seats, summary.totals, strict=True)
        ],
        seat=own.seat,
        result=own.result,
        points=summary.totals[own.seat],
        rounds=len(summary.rounds),
        turns=sum(each.turns for each in summary.rounds),
        began=summary.began,
        ended=summary.ended,
        title=summary.title,
        ending=summary.broken,
    )
