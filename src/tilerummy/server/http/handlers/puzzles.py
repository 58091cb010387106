"""Puzzle endpoints: the puzzle set, attempts, and the caller's rating."""

from __future__ import annotations

from datetime import UTC, date, datetime

import msgspec

from tilerummy.server.games.previews import PuzzleResult, puzzle_preview
from tilerummy.server.http.context import RequestContext, while_connected
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.handlers.games import (
    CACHED,
    LANGUAGE,
    MEDIA,
    PICTURE,
    is_known_picture,
    picture_form,
    picture_language,
    picture_mark,
)
from tilerummy.server.http.request import Response
from tilerummy.server.jobs.puzzles import judge_attempt, puzzle_part, puzzle_set
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.bodies.puzzles import (
    AttemptAnswer,
    PuzzleAttempt,
    PuzzleIndex,
    PuzzlePart,
    PuzzleRating,
    RatingDay,
    RatingHistory,
)
from tilerummy.server.puzzles.ratings import attempt as rated_attempt
from tilerummy.server.puzzles.ratings import counts_for_puzzle, rating_of
from tilerummy.server.store.types import StoredRating
from tilerummy.server.workers.classes import JUDGING, QUESTION, RECORD
from tilerummy.server.workers.port import Job

HISTORY = 30 * 24 * 3600_000
"""The period of the rating history, in milliseconds."""


async def index(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the puzzle index, which lists the parts of the puzzle set."""
    return await _cached(context, "", Job(QUESTION, puzzle_set))


async def part(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the puzzles in one part of the puzzle set."""
    number = context.path("part")
    if not number.isdecimal() or len(number) > 4:
        raise _no_puzzle()
    return await _cached(context, str(int(number)), Job(QUESTION, puzzle_part, int(number)))


async def _cached(context: RequestContext, name: str, job: Job[bytes | None]) -> msgspec.Raw:
    """Run a job, and cache its result permanently under *name*; all visitors share it."""
    cache = context.services.puzzles
    if name not in cache:
        result = await context.run(job)
        if result is None:
            raise _no_puzzle()
        cache[name] = msgspec.Raw(result)
    return cache[name]


def _no_puzzle() -> HttpError:
    return HttpError(404, "no_such_puzzle", "there is no such puzzle")


async def rating(context: RequestContext, _: EmptyBody) -> PuzzleRating:
    """Return the caller's puzzle rating."""
    return _rating(await context.services.store.puzzles.rating(context.guest.id))


async def rating_history(context: RequestContext, _: EmptyBody) -> RatingHistory:
    """Return the caller's puzzle rating over the last 30 days."""
    since = context.services.settings.now() - HISTORY
    found = await context.services.store.puzzles.history(context.guest.id, since)
    days = {datetime.fromtimestamp(at / 1000, UTC).date(): points for at, points in found}
    return RatingHistory(
        days=[RatingDay(day=day.isoformat(), points=round(points)) for day, points in days.items()]
    )


def _rating(stored: StoredRating | None) -> PuzzleRating:
    rating = rating_of(stored)
    return PuzzleRating(
        points=round(rating.points),
        deviation=round(rating.deviation),
        provisional=rating.provisional,
        attempts=stored.attempts if stored else 0,
    )


async def try_puzzle(context: RequestContext, body: PuzzleAttempt) -> AttemptAnswer:
    """Judge an attempt at a puzzle.

    A guest's first attempt at a puzzle changes the ratings of both the guest and the puzzle.
    """
    services, guest = context.services, context.guest.id
    context.limit("attempt", guest)
    context.limit("address_attempt", context.address)
    known = await services.store.puzzles.first_attempt(guest, body.puzzle)
    if (
        known is not None and known.cid == body.cid
    ):  # the request is repeated, because its response was lost
        stored = await services.store.puzzles.rating(guest)
        before = round(known.before)
        return AttemptAnswer(right=known.solved, rated=True, before=before, rating=_rating(stored))
    judged = await context.run(Job(JUDGING, judge_attempt, body))
    if judged is None:
        raise _no_puzzle()
    counts = (
        known is None  # further attempts are neither rated nor limited
        and counts_for_puzzle(await services.store.puzzles.rating(guest))
        and not services.limits.wait("puzzle", f"{context.address} {body.puzzle}")
        and not services.limits.wait("address_puzzle", context.address)
    )
    first = await services.store.puzzles.rate(
        *(guest, body.puzzle, body.cid),
        solved=judged.right,
        rated=rated_attempt(judged.start, solved=judged.right, counts=counts),
    )
    stored = await services.store.puzzles.rating(guest)
    new = _rating(stored)
    before = new.points if first is None else round(first.before)
    rated = first is not None
    return AttemptAnswer(right=judged.right, rated=rated, before=before, rating=new)


@while_connected
async def daily_picture(context: RequestContext, _: EmptyBody) -> Response:
    """Return a picture of the puzzle for the given date, as `svg` or `png`, with a user's result.

    It shows the rack and the table face down, but not the solution.
    """
    form, language = picture_form(context), picture_language(context)
    try:
        day = date.fromisoformat(context.path("date"))
    except ValueError:
        raise _no_puzzle() from None
    now = datetime.fromtimestamp(context.services.settings.now() / 1000, UTC)
    if day > now.date():
        raise _no_puzzle()
    seconds, hints, week = (_number(context, name) for name in ("seconds", "hints", "week"))
    result = PuzzleResult(seconds, hints or 0, min(week or 0, 7))
    mark = picture_mark("puzzle", str(day), str(result), language, form)
    headers = {**CACHED, "etag": mark}
    if is_known_picture(context, mark):
        return Response(304, b"", MEDIA[form], headers)
    context.limit("picture", context.address)
    picture = await context.run(Job(RECORD, puzzle_preview, day, result, language, form))
    return Response(200, picture, MEDIA[form], headers)


def _number(context: RequestContext, name: str) -> int | None:
    """Return a query parameter's number, or None if it is missing."""
    written = context.query(name)
    if not written:
        return None
    if not (written.isascii() and written.isdecimal() and len(written) < 7):
        raise HttpError(400, "bad_number", f"{name} must be a number of up to six digits")
    return int(written)


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", index, PuzzleIndex, access=Access.ANYONE, public=True),
    Endpoint(
        "GET", "/api/puzzles/parts/{part}", part, PuzzlePart, access=Access.ANYONE, public=True
    ),
    Endpoint("GET", "/api/puzzles/rating", rating, PuzzleRating),
    Endpoint("GET", "/api/puzzles/rating/history", rating_history, RatingHistory),
    Endpoint(
        "GET",
        "/api/puzzles/daily/{date}/picture.{form}",
        daily_picture,
        PICTURE,
        access=Access.ANYONE,
        query={
            "seconds": "the time that a player needed, unless it was not solved",
            "hints": "the number of hints used",
            "week": "the number of daily puzzles solved in the same week",
            **LANGUAGE,
        },
    ),
    Endpoint(
        "POST",
        "/api/puzzles/attempts",
        try_puzzle,
        AttemptAnswer,
        summary="Judge an attempt at a puzzle. The caller's first attempt changes their rating, and"
        " also the puzzle's rating if theirs is not provisional. Leave out both the table and the"
        " tile to give up. Repeating a `cid` returns the same result.",
    ),
)
