"""Runs a server for robots: computer players hardly wait, and workers have long time limits.

Workers of a real server have a low priority, so on a busy machine it reports that it is busy, which
robots would take for a bug.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TypeVar
from unittest import mock

T = TypeVar("T")

FRAME = 30
"""The time that a step of a computer's play is shown, in milliseconds."""
LONG = 60.0
"""The time limit in seconds for waiting and for running a job."""


def main() -> None:
    # imported here, so that workers that import this module start as quickly as usual
    from tilerummy.cli import main
    from tilerummy.server import main as server
    from tilerummy.server.rooms.ports import Timings
    from tilerummy.server.workers import pool
    from tilerummy.server.workers.classes import HINT, QUESTION, TURN, Role, roles
    from tilerummy.server.workers.port import Job

    def equal_roles(workers: int) -> tuple[Role, ...]:
        return tuple(replace(role, niceness=0) for role in roles(workers))

    class UnhurriedPool(pool.WorkerPool):
        """Gives jobs and long turns as much time as they need."""

        async def run(self, job: Job[T], key: str) -> T:
            if job.work in (HINT, QUESTION):
                long = job.work.budget > TURN.budget
                budget = LONG * 1000 if long else job.work.budget
                job.work = replace(job.work, max_wait=LONG, budget=budget)
            return await super().run(job, key)

    with ExitStack() as changed:
        for module, name, value in (
            (server, "Timings", partial(Timings, frame=FRAME, move=0)),
            (server, "WorkerPool", UnhurriedPool),
            (pool, "roles", equal_roles),
        ):
            changed.enter_context(mock.patch.object(module, name, value))
        main()


if __name__ == "__main__":
    main()
