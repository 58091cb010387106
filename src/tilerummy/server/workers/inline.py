"""Workers that run each job immediately in the calling thread, for pages and for tests."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from tilerummy.deadline import Deadline, OutOfTimeError
from tilerummy.server.workers.classes import WorkClass
from tilerummy.server.workers.port import Job, JobError

T = TypeVar("T")


class InlineWorkers:
    """Runs jobs one after the other, each with the deadline of its work class.

    Other tasks can run between two jobs, but not during a job.
    """

    async def run(self, job: Job[T], key: str) -> T:
        """Run *job*; see ``Workers.run``."""
        del key  # there is no queue
        await asyncio.sleep(0)
        try:
            return job.call(self.deadline(job.work))
        except OutOfTimeError:
            raise JobError("late", "it took too long") from None
        except Exception as error:
            raise JobError("failed", f"it failed with {type(error).__name__}") from error

    def deadline(self, work: WorkClass) -> Deadline:
        """Return the deadline of a job that starts now."""
        return Deadline(work.budget)
