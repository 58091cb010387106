"""Workers that run a job immediately, as a browser's worker does."""

from __future__ import annotations

import asyncio

import pytest

from tilerummy.deadline import NEVER, Deadline
from tilerummy.server.workers.classes import TURN
from tilerummy.server.workers.inline import InlineWorkers
from tilerummy.server.workers.port import Job, JobError


def endless(*, deadline: Deadline = NEVER) -> None:
    while True:
        deadline.check()


def test_a_job_has_a_result_or_an_error_and_is_cut_at_its_deadline() -> None:
    workers = InlineWorkers()
    assert asyncio.run(workers.run(Job(TURN, abs, -1), "a")) == 1
    for code, job in (("late", Job(TURN, endless)), ("failed", Job(TURN, divmod, 1, 0))):
        with pytest.raises(JobError) as error:
            asyncio.run(workers.run(job, "a"))
        assert error.value.code == code
