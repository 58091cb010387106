"""Endpoints of finished games: their replays, and replays of records that somebody opens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec

from tilerummy.server.games.summary import GameSummary, read_summary, seat_in, summaries
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.messages.bodies import BadRecord, CodedText, EmptyBody, OpenRecord, Replay
from tilerummy.server.rooms.reading import LogReading
from tilerummy.server.store import FINISHED, CorruptedError, Row

LARGEST_BODY = 1024 * 1024
"""How many bytes the body of a record has at most."""


class FinishedGame(NamedTuple):
    """A finished game that somebody may see: the seat that they had, and whether it is public.

    ``size`` is how many entries its log has.
    """

    id: str
    size: int
    seat: int | None
    public: bool


async def finished_game(context: RequestContext, *, mine: bool = False) -> FinishedGame:
    """Return the finished game in the path, if it is public or mine; raises HttpError.

    *mine*, it must be mine. A game that is not there gets the same answer as one that is private.
    Nothing of its log is read: the index knows who may see it, and its summary who sat where.
    """
    store, game = context.services.store, context.path("game")
    listed = next(iter(await store.listed([game])), None)
    if listed is None or listed.card.phase not in FINISHED:
        raise _no_such_game()
    me = "" if context.visitor is None else context.guest.id
    public = await store.is_public(game)
    if me not in listed.card.members and (mine or not public):
        raise _no_such_game()
    seat = None
    if me in listed.card.members:
        seat = seat_in(await summary_of(context, game, listed.size), me)
        if seat is None and (mine or not public):
            raise _no_such_game()
    return FinishedGame(game, listed.size, seat, public)


async def summary_of(context: RequestContext, game: str, size: int) -> GameSummary:
    """Return the summary of a finished game that somebody may see; it is made if there is none.

    Raises HttpError for a game that cannot be read, or in which nothing was played.
    """
    store = context.services.store
    stored = await store.game_summary(game)
    if stored is None:

        async def made() -> bytes:
            async with log_of(context, game, size) as rows:
                job = context.services.questions.history
                [new] = await job(context.address, summaries, [rows])
            await store.add_summary(game, size, new)
            return new

        try:
            stored = await context.answered(made())
        except CorruptedError:
            raise _no_such_game() from None
    summary = read_summary(stored)
    if summary is None:
        raise _no_such_game()
    return summary


def _no_such_game() -> HttpError:
    return HttpError(404, "no_such_game", "there is no such game, or it is not open to you")


@asynccontextmanager
async def log_of(
    context: RequestContext, room: str, size: int, turns: LogReading | None = None
) -> AsyncIterator[list[Row]]:
    """Return the log of a table of that *size*, which is in memory as long as the context lasts.

    It is read when it is its turn, by default among those of all requests. Raises HttpError for a
    table that was deleted after the index was read.
    """
    async with (turns or context.services.games).of(size, context.address):
        rows = await context.services.store.load(room)
        if not rows:
            raise _no_such_game()
        yield rows


async def game(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the replay of a finished game."""
    context.limit("replay", context.address)
    found = await finished_game(context)

    async def made() -> bytes:
        async with log_of(context, found.id, found.size) as rows:
            return await context.services.questions.game(
                found.id,
                [row.body for row in rows],
                (rows[0].at, rows[-1].at),
                found.seat,
                context.address,
                public=found.public,
            )

    return msgspec.Raw(await context.answered(made()))


async def open_record(context: RequestContext, body: OpenRecord) -> msgspec.Raw:
    """Return the replay of a record."""
    made = await context.answered(context.services.questions.replay(body.record, context.address))
    if isinstance(made, BadRecord):
        why = CodedText(code="bad_record", text=made.message, params={"line": made.line})
        raise HttpError(400, "bad_record", f"line {made.line}: {made.message}", why=why)
    return msgspec.Raw(made)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/games/{game}",
        about="Return the replay of a finished game that is public or mine; its id is that of its"
        " table.",
        handler=game,
        body=EmptyBody,
        answer=Replay,
        who=Access.ANYBODY,
    ),
    Endpoint(
        method="POST",
        path="/api/replays",
        about="Return the replay of a record. Nothing of it is stored. A record that cannot be"
        " read is refused as `bad_record`, with the line.",
        handler=open_record,
        body=OpenRecord,
        answer=Replay,
        who=Access.ANYBODY,
        limits=("replay",),
        largest=LARGEST_BODY,
    ),
)
