"""The main loop of a worker process, which receives a job, runs it, and sends the result.

The process enforces the limits of each job: the job is given a deadline, a signal ends the process
if its CPU time exceeds the budget plus a grace period, and its memory is limited.
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
"""Messages that are neither jobs nor results, and that cannot be mistaken for a pickle."""
NO_MEMORY = 3
"""The exit status of a process that runs out of memory."""


class JobResult(NamedTuple):
    """A job's return value or its exception's name, and its CPU time in seconds."""

    value: object
    error: str
    cost: float


def main(link: Connection, imports: str, niceness: int, memory: int) -> None:
    """Import the module *imports*, then run jobs until the server exits.

    *memory* is the process's memory limit in bytes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops its workers itself
    suppress_warning()  # the server has already shown this warning
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
            link.send_bytes(_run(raw))
    except (EOFError, OSError):
        return


def _run(raw: bytes) -> bytes:
    """Run a pickled :class:`Job`, and return a pickled :class:`JobResult` even if it fails."""
    begun = _spent()
    try:
        job: Job[object] = loads(raw)
        _limit_time(job.work.limit)
        value = job.call(Deadline(job.work.budget))
        return dumps(JobResult(value, "", _spent() - begun))
    except MemoryError:
        os._exit(NO_MEMORY)  # the process could not run another job
    except Exception as error:  # noqa: BLE001 - any error is a result
        return dumps(JobResult(None, type(error).__name__, _spent() - begun))
    finally:
        _limit_time(0.0)


def _spent() -> float:
    """Return the CPU time that this process has used so far, in seconds."""
    times = os.times()
    return times.user + times.system


def _limit_time(milliseconds: float) -> None:
    """Limit the CPU time by means of a signal; 0 removes the limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, milliseconds / 1000)


def _limit_memory(size: int) -> None:
    """Limit memory to *size* bytes, if the operating system supports this."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        limit = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
