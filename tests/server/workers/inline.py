"""Workers that run each job immediately in the same process."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from tilerummy.deadline import Deadline, OutOfTimeError
from tilerummy.server.workers.classes import WorkClass
from tilerummy.server.workers.port import Job, JobError

T = TypeVar("T")


class InlineWorkers:
    """Run every job immediately, one after the other, with the deadline of its class of work."""

    async def run(self, job: Job[T], key: str) -> T:  # noqa: ARG002 - nothing waits, so all is fair
        """Run a job after yielding to other tasks, and return its result. Raises JobError."""
        await asyncio.sleep(0)
        try:
            return job.call(self.deadline(job.work))
        except OutOfTimeError:
            raise JobError("late", "it took too long") from None
        except Exception as error:
            raise JobError("failed", f"it failed with {type(error).__name__}") from error

    def deadline(self, work: WorkClass) -> Deadline:
        """Return the deadline of a job that begins now."""
        return Deadline(work.budget)
