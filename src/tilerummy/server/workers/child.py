"""A worker process: receives a job, runs it within its budget, answers, and waits for the next.

The limits of a job are enforced here. The job gets its deadline; processor time beyond budget and
grace ends the process by a signal at any point; memory beyond the limit is not granted.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from multiprocessing.connection import Connection
from pickle import dumps, loads
from typing import NamedTuple

from tilerummy.deadline import Deadline
from tilerummy.server.workers.port import Job
from tilerummy.solver.missing_kernel import suppress_warning

READY, PING, PONG, BEGUN = b"ready", b"ping", b"pong", b"begun"
"""The messages besides jobs and answers; no pickle equals one of them."""
NO_MEMORY = 3
"""The exit status of a process that ran out of memory."""


class JobResult(NamedTuple):
    """The value of a job, or the name of its error, and its cost in processor seconds."""

    value: object
    error: str
    cost: float


def main(link: Connection, imports: str, niceness: int, memory: int) -> None:
    """Run jobs until the server has ended; *memory* is in bytes.

    The module named *imports* is imported before the first job.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    suppress_warning()  # the server has said it
    import_module(imports)
    if hasattr(os, "nice"):
        os.nice(niceness)
    _limit_memory(memory)
    try:
        link.send_bytes(READY)
        while True:
            raw = link.recv_bytes()
            if raw == PING:
                link.send_bytes(PONG)
                continue
            link.send_bytes(BEGUN)
            answer = _done(raw)
            link.send_bytes(answer)
    except (EOFError, OSError):
        return


def _done(raw: bytes) -> bytes:
    """Return the result of a job, both as bytes."""
    begun = _spent()
    try:
        job: Job[object] = loads(raw)
        _limit_time(job.work.limit)
        value = job.call(Deadline(job.work.budget))
        return dumps(JobResult(value, "", _spent() - begun))
    except MemoryError:
        os._exit(NO_MEMORY)  # without memory this process cannot run another job
    except Exception as error:  # noqa: BLE001 - every error is an answer
        return dumps(JobResult(None, type(error).__name__, _spent() - begun))
    finally:
        _limit_time(0.0)


def _spent() -> float:
    """Return the seconds of processor time that this process has used."""
    times = os.times()
    return times.user + times.system


def _limit_time(milliseconds: float) -> None:
    """End the process by a signal after this processor time; 0 is without a limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, milliseconds / 1000)


def _limit_memory(size: int) -> None:
    """Limit the memory to this number of bytes, where the system supports that."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
