"""Endpoints for evenings: rounds that are played with real tiles."""

from __future__ import annotations

import msgspec

from tilerummy.server.http.context import RequestContext, json_result
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.jobs import evenings as jobs
from tilerummy.server.messages.bodies.evenings import (
    EveningFile,
    EveningRecord,
    ScoreAnswer,
    ScoreQuestion,
)
from tilerummy.server.workers.classes import QUESTION, RECORD
from tilerummy.server.workers.port import Job

MAX_BODY = 64 * 1024
"""The maximum size of an evening in a request, in bytes."""

FEW_ROUNDS, FEW_TILES = 12, 500
"""Up to this many rounds and tiles are scored on the event loop, which takes 2 ms."""


async def score(context: RequestContext, question: ScoreQuestion) -> msgspec.Raw:
    """Score the rounds of an evening with real tiles, under the engine's rules.

    If a round cannot be scored, the error is `bad_count`, with the reason in `why`.
    """
    context.limit("score", context.address)
    if len(question.counts) <= FEW_ROUNDS and _tiles(question) <= FEW_TILES:
        return json_result(jobs.score(question))
    return await context.run_json(Job(QUESTION, jobs.score, question))


def _tiles(question: ScoreQuestion) -> int:
    counts = [*question.counts, *([question.counting] if question.counting else [])]
    racks = (left for count in counts for left in count.left)
    return sum(len(left) for left in racks if isinstance(left, list))


async def write_record(context: RequestContext, question: EveningRecord) -> msgspec.Raw:
    """Write an evening's record, as text, as JSON lines, or as a table for spreadsheets."""
    context.limit("record", context.address)
    return await context.run_json(Job(RECORD, jobs.write_record, question))


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/score",
        score,
        ScoreAnswer,
        access=Access.ANYONE,
        max_body=MAX_BODY,
    ),
    Endpoint(
        "POST",
        "/api/score/record",
        write_record,
        EveningFile,
        access=Access.ANYONE,
        max_body=MAX_BODY,
    ),
)
