"""Worker processes that cannot be started, as where every one of them is killed at once."""

from __future__ import annotations

import asyncio

import pytest

from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.workers import pool as pool_module
from tilerummy.server.workers.classes import QUESTION, REVIEW, Role
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.port import Job, JobError

pytestmark = pytest.mark.anyio


async def test_jobs_are_refused_long_before_their_patience_ends_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who asks for a review would wait for many minutes otherwise."""
    some = (Role((REVIEW,), niceness=0, imports="not.there"), Role((QUESTION,), niceness=0))
    monkeypatch.setattr(pool_module, "roles", lambda _: some)
    monkeypatch.setattr(pool_module, "NOT_STARTED", 1.0)
    pool = WorkerPool(PrometheusMetrics(), 1)
    try:
        jobs = [pool.run(Job(REVIEW, abs, -1), key) for key in ("a", "b", "a")]
        found = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 60)
        assert [isinstance(each, JobError) and each.code for each in found] == ["busy"] * 3
        assert await pool.run(Job(QUESTION, abs, -1), "a") == 1
    finally:
        pool.close()
