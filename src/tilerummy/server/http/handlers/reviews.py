"""Endpoints that review finished games and uploaded records.

A review is sent as server-sent events. ``progress`` is the share that has been completed;
``review`` is sent whenever the review has changed, and ``done`` is true in the last one. If the
review fails, ``error`` is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import asynccontextmanager, nullcontext, suppress
from hashlib import sha256

import msgspec

from tilerummy.review import Depth
from tilerummy.server.http.context import RequestContext, while_connected
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.handlers.games import (
    MAX_BODY,
    FinishedGame,
    finished_game,
    hidden_seats,
    log_of,
    summary_of,
)
from tilerummy.server.http.request import Response
from tilerummy.server.jobs.reviews import RoomSource, TextSource
from tilerummy.server.jobs.tries import compare
from tilerummy.server.messages.bodies.common import EmptyBody, ErrorDetail
from tilerummy.server.messages.bodies.games import RecordTry, ReviewRecord, ReviewTry, TryAnswer
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.reviews import BadRecordError, BusyError, ReviewKey, ReviewUpdate, Source
from tilerummy.server.store.types import StorageError
from tilerummy.server.workers.classes import STUDY
from tilerummy.server.workers.port import Job, JobError

HEARTBEAT = 10.0
"""The interval between keep-alive comments, in seconds; they keep proxies from disconnecting."""


async def of_game(context: RequestContext, _: EmptyBody) -> Response:
    """Review a finished game, streamed as server-sent events; see docs/review.md."""
    depth = _depth(context.query("depth", Depth.QUICK.value))
    game = await finished_game(context)
    _limit(context)
    seats = len((await summary_of(context, game.id, game.size)).seats)
    hidden = await hidden_seats(context, game) if game.seat is None else frozenset[int]()
    seat = _seat(context.query("seat"), seats, game.seat, hidden)
    return _events(context, ReviewKey(game.id, seat, depth), _source(context, game))


@asynccontextmanager
async def _source(context: RequestContext, game: FinishedGame) -> AsyncIterator[RoomSource]:
    """Load the game's log when the review is started."""
    async with log_of(context, game.id, game.size, context.services.reviewed) as rows:
        yield RoomSource(game.id, [row.body for row in rows])


async def of_record(context: RequestContext, body: ReviewRecord) -> Response:
    """Review an uploaded record, streamed as server-sent events; see docs/review.md."""
    depth = _depth(body.depth)
    _limit(context)
    digest = sha256(body.record.encode()).hexdigest()
    key = ReviewKey(digest, body.seat, depth, uploaded=True)
    return _events(context, key, nullcontext(TextSource(body.record)))


@while_connected
async def try_in_game(context: RequestContext, body: ReviewTry) -> msgspec.Raw:
    """Compare another play in a decision of a finished game with the play from the game."""
    game = await finished_game(context)
    context.limit("analyse", context.address)
    seats = len((await summary_of(context, game.id, game.size)).seats)
    hidden = await hidden_seats(context, game) if game.seat is None else frozenset[int]()
    _seat(str(body.seat), seats, game.seat, hidden)
    async with _source(context, game) as source:
        return await context.run_json(Job(STUDY, compare, source, body))


@while_connected
async def try_in_record(context: RequestContext, body: RecordTry) -> msgspec.Raw:
    """Compare another play in a decision of an uploaded record with the play from the record."""
    context.limit("analyse", context.address)
    return await context.run_json(Job(STUDY, compare, TextSource(body.record), body))


def _depth(text: str) -> Depth:
    try:
        return Depth(text)
    except ValueError:
        raise HttpError(400, "bad_depth", "depth must be certain, quick or deep") from None


def _seat(text: str, seats: int, mine: int | None, hidden: Collection[int]) -> int:
    """Return the requested seat; by default, *mine*, or the first that strangers may see.

    Raises HttpError if the seat is *hidden*, so that the visitor may not see what it knew.
    """
    if text:
        if not text.isdecimal() or len(text) > 2 or int(text) >= seats:
            raise HttpError(400, "bad_seat", f"seat must be a number from 0 to {seats - 1}")
        seat = int(text)
    elif mine is not None:
        seat = mine
    else:
        seat = next((each for each in range(seats) if each not in hidden), 0)
    if seat in hidden:
        raise HttpError(403, "not_shown", "this player has not agreed to show their tiles")
    return seat


def _limit(context: RequestContext) -> None:
    context.limit("review", context.guest.id)
    context.limit("address_review", context.address)


def _events(context: RequestContext, key: ReviewKey, source: Source) -> Response:
    who = (f"guest {context.guest.id}", f"address {context.address}")
    updates = context.services.reviews.updates(key, source, who)
    unbuffered = {"x-accel-buffering": "no"}  # stops proxies from buffering
    return Response(200, _encoded(updates), "text/event-stream", unbuffered)


async def _encoded(updates: AsyncGenerator[ReviewUpdate, None]) -> AsyncIterator[bytes]:
    """Yield updates as events; errors are events too, because the response has already started."""
    review = b""
    waiting = asyncio.ensure_future(anext(updates))
    try:
        while True:
            done, _ = await asyncio.wait((waiting,), timeout=HEARTBEAT)
            if not done:
                yield b": still at it\n\n"
                continue
            update = waiting.result()
            if update.review and (update.review != review or update.final):
                review = update.review
                final = b"true" if update.final else b"false"
                yield _event(b"review", b'{"done":%b,"review":%b}' % (final, review))
            yield _event(b"progress", b'{"share":%.3f}' % update.share)
            if update.final:
                return
            waiting = asyncio.ensure_future(anext(updates))
    except (BadRecordError, BusyError, HttpError, JobError, StorageError) as error:
        yield _event(b"error", msgspec.json.encode(_detail(error)))
    except Exception as error:  # noqa: BLE001 - details must not reach the client
        log_failure("review", error)
        yield _event(b"error", b'{"code":"server_error","message":"internal error"}')
    finally:
        waiting.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await waiting
        await updates.aclose()


def _detail(error: Exception) -> ErrorDetail:
    match error:
        case BadRecordError(detail=detail):
            return detail
        case BusyError() | JobError(code="busy"):
            return ErrorDetail(code="server_busy", message="too many reviews are in progress")
        case HttpError():
            return ErrorDetail(code=error.code, message=error.message)
        case StorageError():
            return ErrorDetail(
                code="storage", message="nothing can be saved or loaded at the moment"
            )
        case _:
            return ErrorDetail(code="no_review", message=f"the review failed: {error}")


def _event(name: bytes, data: bytes) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name, data)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/games/{game}/review",
        of_game,
        ("text/event-stream",),
        access=Access.SIGN_UP,
        query={
            "seat": "counted from 0; by default the caller's",
            "depth": "`certain`, `quick` or `deep`",
        },
    ),
    Endpoint(
        "POST",
        "/api/review",
        of_record,
        ("text/event-stream",),
        access=Access.SIGN_UP,
        max_body=MAX_BODY,
    ),
    Endpoint("POST", "/api/games/{game}/review/try", try_in_game, TryAnswer, access=Access.SIGN_UP),
    Endpoint(
        "POST",
        "/api/review/try",
        try_in_record,
        TryAnswer,
        access=Access.SIGN_UP,
        max_body=MAX_BODY,
    ),
)
