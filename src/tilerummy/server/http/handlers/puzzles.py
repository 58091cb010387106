"""Puzzle endpoints: the puzzle set, attempts, and my rating."""

from __future__ import annotations

import msgspec

from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.jobs.puzzles import judge_attempt, puzzle_part, puzzle_set
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.bodies.puzzles import (
    AttemptAnswer,
    PuzzleAttempt,
    PuzzleIndex,
    PuzzlePart,
    PuzzleRating,
)
from tilerummy.server.puzzles.ratings import attempt as rated_attempt
from tilerummy.server.puzzles.ratings import counts_for_puzzle, rating_of
from tilerummy.server.store.types import StoredRating
from tilerummy.server.workers.classes import QUESTION
from tilerummy.server.workers.port import Job


async def index(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the index of the puzzle set, which lists the parts of the set."""
    return await _cached(context, "", Job(QUESTION, puzzle_set))


async def part(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the puzzles in a part of the puzzle set."""
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
    """Return my puzzle rating."""
    return _rating(await context.services.store.puzzles.rating(context.guest.id))


def _rating(stored: StoredRating | None) -> PuzzleRating:
    rating = rating_of(stored)
    return PuzzleRating(
        points=round(rating.points),
        deviation=round(rating.deviation),
        provisional=rating.provisional,
        attempts=stored.attempts if stored else 0,
    )


async def try_puzzle(context: RequestContext, body: PuzzleAttempt) -> AttemptAnswer:
    """Judge my attempt at a puzzle.

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
    judged = await context.run(Job(QUESTION, judge_attempt, body))
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


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", index, PuzzleIndex, access=Access.ANYONE, public=True),
    Endpoint(
        "GET", "/api/puzzles/parts/{part}", part, PuzzlePart, access=Access.ANYONE, public=True
    ),
    Endpoint("GET", "/api/puzzles/rating", rating, PuzzleRating),
    Endpoint(
        "POST",
        "/api/puzzles/attempts",
        try_puzzle,
        AttemptAnswer,
        summary="Judge my attempt at a puzzle. My first attempt changes my rating, and the puzzle's"
        " rating if mine is not provisional. Without a table and a tile I give up. Repeating a"
        " `cid` returns the same result.",
    ),
)
