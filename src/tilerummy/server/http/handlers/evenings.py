"""Endpoints for evenings: rounds that are played with real tiles."""

from __future__ import annotations

import msgspec

from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.jobs import evenings as jobs
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.messages.bodies.evenings import ScoreAnswer, ScoreQuestion
from tilerummy.server.workers.classes import QUESTION
from tilerummy.server.workers.port import Job


async def score(context: RequestContext, question: ScoreQuestion) -> msgspec.Raw:
    """Score the rounds of an evening with real tiles, under the rules of the engine.

    If a round cannot be scored, the error is `bad_count`, with the reason in `why`.
    """
    context.limit("judge", context.address)
    result = await context.run(Job(QUESTION, jobs.score, question))
    if isinstance(result, ErrorDetail):
        raise HttpError(400, result.code, result.message, why=result.why)
    return msgspec.Raw(result)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/score",
        score,
        ScoreAnswer,
        access=Access.ANYONE,
        max_body=64 * 1024,
    ),
)
