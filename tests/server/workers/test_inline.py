"""Workers that run jobs in the calling process, as in a browser."""

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


def test_a_job_ends_with_a_result_an_error_or_its_deadline() -> None:
    workers = InlineWorkers()
    assert asyncio.run(workers.run(Job(TURN, abs, -1), "a")) == 1
    for code, job in (("late", Job(TURN, endless)), ("failed", Job(TURN, divmod, 1, 0))):
        with pytest.raises(JobError) as error:
            asyncio.run(workers.run(job, "a"))
        assert error.value.code == code
