"""A guest's finished games: filters them, divides them into pages, and adds missing summaries."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, suppress
from itertools import accumulate
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from tilerummy.server.games.own import OwnGame, own_games
from tilerummy.server.games.remembered import pictured, remembered
from tilerummy.server.games.series import latest_series
from tilerummy.server.games.summary import UNREADABLE, is_outdated, summaries
from tilerummy.server.messages.bodies.games import (
    GameSeat,
    GamesPage,
    GameSummary,
    LastPlayView,
    PlayedWith,
    Series,
)
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import FinishedRoom, Row, StorageError
from tilerummy.server.workers.classes import RECORD
from tilerummy.server.workers.port import Job

PAGE = 24
"""The number of games per page."""
MAX_GAMES = 10_000
"""The maximum number of a guest's games that are listed and counted, most recent first."""
MAX_PEOPLE = 8
"""The maximum number of opponents that the list can be filtered by."""
MAX_SUMMARIES, MAX_SUMMARY_ENTRIES = 40, 20_000
"""The maximum number of missing summaries to compute per request, and of log entries to read."""
ENTRIES_PER_JOB = 2_000
"""The maximum number of log entries per job, unless a single log has more."""

T = TypeVar("T")


class RunJob(Protocol):
    """Runs a job in a worker on behalf of a visitor; raises JobError."""

    async def __call__(self, job: Job[T], /) -> T:
        """Run the job and return its result. Raises JobError if it fails."""


ReadLogs = Callable[[int], AbstractAsyncContextManager[None]]
"""Returns a context manager that reserves memory for the given number of log entries.

Entering the context may raise StorageError.
"""


class OwnGames(NamedTuple):
    """A guest's games: the stored summaries by game id, and how many summaries are ``missing``."""

    games: dict[str, bytes]
    missing: int


async def listed_games(
    store: Store, read: ReadLogs, run: RunJob, guest: str, *, limit: int = MAX_GAMES
) -> OwnGames:
    """Return a guest's games, most recent first, after computing some of the missing summaries.

    Summaries from older releases are also computed again, after those that are missing.
    """
    tables = await store.games.finished(guest, limit)
    missing = [table for table in tables if is_outdated(table.summary)]
    missing = sorted(missing, key=lambda table: table.summary is not None)[:MAX_SUMMARIES]
    missing = missing[: max(1, fitting(missing, MAX_SUMMARY_ENTRIES))]
    built: dict[str, bytes] = {}
    async with aclosing(read_logs(store, read, missing)) as logs:
        async for part in logs:
            for log, summary in zip(part, await run(Job(RECORD, summaries, part)), strict=False):
                built[log[0].room] = summary
                await store.games.add_summary(log[0].room, len(log), summary)
    for table in missing:  # damaged logs are marked, so that later requests do not read them again
        if table.room not in built and table.size and not await _readable(store, read, table):
            built[table.room] = UNREADABLE
            await store.games.add_summary(table.room, table.size, UNREADABLE)
    stored = [(t.room, built.get(t.room, t.summary)) for t in tables]
    games = {room: summary for room, summary in stored if summary is not None}
    return OwnGames(games, len(tables) - len(games))


def fitting(tables: Sequence[FinishedRoom], entries: int) -> int:
    """Return the number of leading *tables* whose logs have at most *entries* entries in total."""
    return sum(total <= entries for total in accumulate(table.size for table in tables))


async def _readable(store: Store, read: ReadLogs, table: FinishedRoom) -> bool:
    with suppress(StorageError):
        async with read(table.size):
            await store.logs.load(table.room)
        return True
    return False


async def read_logs(
    store: Store, read: ReadLogs, tables: Sequence[FinishedRoom]
) -> AsyncGenerator[list[list[Row]], None]:
    """Yield the logs of *tables* in batches, one batch per job; only one is in memory at a time.

    If you do not exhaust the generator, close it to release the memory reserved for the last batch.
    """
    left = [*tables]
    while left:
        count = max(1, fitting(left, ENTRIES_PER_JOB))
        some, left = left[:count], left[count:]
        async with read(sum(table.size for table in some)):
            part: list[list[Row]] = []
            for table in some:
                with suppress(StorageError):
                    if log := await store.logs.load(table.room):
                        part.append(log)
            if part:
                yield part


class Filter(NamedTuple):
    """A filter for a list of games; fields that are empty or zero match every game.

    *person* is a game and a seat, as in ``GAME.1``, and matches all games with the guest who
    played there. *mistakes* matches only games whose review found mistakes.
    """

    ruleset: str = ""
    result: str = ""
    opponents: str = ""
    players: int = 0
    person: str = ""
    mistakes: bool = False
    text: str = ""
    page: int = 1

    def matching(self, own: Sequence[OwnGame], mistakes: Mapping[str, int]) -> list[OwnGame]:
        """Return the matching games; *mistakes* contains the number of mistakes per game."""
        person = self._person(own)
        return [
            each
            for each in own
            if self._allows(each)
            and (not self.mistakes or mistakes.get(each.game))
            and (not person or any(seat.guest == person for seat in each.opponents))
        ]

    def _allows(self, own: OwnGame) -> bool:
        people = any(seat.kind == "person" for seat in own.opponents)
        return (
            self.ruleset in ("", own.preset)
            and self.result in ("", own.result)
            and self.players in (0, len(own.summary.seats))
            and self.opponents in ("", "people" if people else "computers")
            and self._mentions(own)
        )

    def _person(self, own: Sequence[OwnGame]) -> str:
        """Return the guest id for *person*. An unknown *person* gets an id that is not in use."""
        game, _, seat = self.person.rpartition(".")
        found = next((each.summary.seats for each in own if each.game == game), [])
        known = seat.isascii() and seat.isdecimal() and int(seat) < len(found)
        return (found[int(seat)].guest if known else "") or self.person

    def _mentions(self, own: OwnGame) -> bool:
        names = (s.name for s in own.opponents)
        texts = (own.game, own.summary.title, own.summary.ruleset, *names)
        folded = "\n".join(texts).casefold()
        return all(word in folded for word in self.text.casefold().split())


def games_page(
    stored: Mapping[str, bytes],
    guest: str,
    marks: Mapping[tuple[str, int], int],
    wanted: Filter,
    missing: int,
) -> bytes:
    """Return a page of a guest's games as JSON. This takes 60 ms if the guest has 10,000 games.

    *marks* contains the number of mistakes that a review found, by game and seat.
    """
    own = [*own_games(stored, guest)]
    mistakes = {
        each.game: marks[each.game, each.seat] for each in own if (each.game, each.seat) in marks
    }
    series = latest_series(own)
    matching = wanted.matching(own, mistakes)
    pages = max(1, -(-len(matching) // PAGE))
    page = min(max(1, wanted.page), pages)
    return msgspec.json.encode(
        GamesPage(
            games=[
                _listed(each, mistakes.get(each.game))
                for each in matching[(page - 1) * PAGE : page * PAGE]
            ],
            page=page,
            pages=pages,
            found=len(matching),
            all=len(own),
            missing=missing,
            rulesets=sorted({each.preset for each in own}),
            people=_people(own, guest),
            series=series
            and Series(
                game=_listed(series.last, mistakes.get(series.last.game)),
                wins=series.wins,
                results=series.results,
            ),
        )
    )


def _people(own: Sequence[OwnGame], guest: str) -> list[PlayedWith]:
    """Return the other guests in the guest's games, the most recent first."""
    met: dict[str, PlayedWith] = {}
    for each in own:
        for seat, person in enumerate(each.summary.seats):
            if person.guest not in ("", guest, *met):
                met[person.guest] = PlayedWith(
                    person=f"{each.game}.{seat}",
                    name=person.name,
                    face=person.face,
                    colour=person.colour,
                )
                if len(met) == MAX_PEOPLE:
                    return [*met.values()]
    return [*met.values()]


def _listed(own: OwnGame, mistakes: int | None) -> GameSummary:
    summary, last = own.summary, pictured(own)
    return GameSummary(
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
        last=LastPlayView(seat=last.seat, melds=last.melds, placed=last.placed) if last else None,
        remembered=remembered(own),
        mistakes=mistakes,
    )
