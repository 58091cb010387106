"""Workers for tests: jobs run immediately and have no deadline."""

from __future__ import annotations

from typing import TypeVar, cast

from tilerummy.deadline import NEVER, Deadline
from tilerummy.server.workers.classes import WorkClass
from tilerummy.server.workers.inline import InlineWorkers
from tilerummy.server.workers.port import Job

T = TypeVar("T")


class PatientWorkers(InlineWorkers):
    """Inline workers without deadlines; a method named like a job replaces it."""

    async def run(self, job: Job[T], key: str) -> T:
        if (own := getattr(self, job.name, None)) is not None:
            return cast("T", await own(*job.args))
        return await super().run(job, key)

    def deadline(self, work: WorkClass) -> Deadline:
        del work
        return NEVER
