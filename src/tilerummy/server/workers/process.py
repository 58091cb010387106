"""One worker process, and the thread that gives it jobs and replaces it when it fails."""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from pickle import PicklingError, dumps, loads
from typing import Literal

from tilerummy.server.workers import child
from tilerummy.server.workers.child import BEGUN, NO_MEMORY, PING, PONG, READY, JobResult
from tilerummy.server.workers.classes import MEMORY, Role
from tilerummy.server.workers.port import Job

STARTING = 120.0
"""The seconds that a process may take to start."""
BEGINNING = 10.0
"""The seconds that a process may take to begin a job or to answer a ping, on a busy machine."""
SPARE = 5.0
"""The seconds that a job may take besides twice its limit, waiting for a processor.

All these times are multiplied by how much longer the role of the process may wait for one.
"""
LOOK = 0.25
"""The interval, in seconds, of checks whether an awaited process was stopped."""
QUIET = 1.0
"""After this number of seconds without a job a process is sent a ping."""
PAUSE = 1.0
"""The seconds before a process that could not be started is started again."""

Trouble = Literal["late", "died", "memory", "stopped", "not_started"]
"""Why a process was replaced; ``stopped`` is one that gets no processor time."""


class ReplacedError(Exception):
    """The process has to be replaced."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a *job*, or the trouble with it; an idle process has no job."""

    job: Job[object] | None = None
    result: JobResult | None = None
    trouble: Trouble | None = None


class Worker:
    """A worker for as long as the server runs: its process is replaced when it fails.

    *on_report* is called in a thread of its own: with None when the process is ready for its first
    job, with the result of each job, and with the trouble when the process is replaced. After
    each of these, except trouble, the worker is free for the next job.
    """

    def __init__(self, role: Role, on_report: Callable[[Worker, Report | None], None]) -> None:
        self.role = role
        self._on_report = on_report
        self._jobs: queue.SimpleQueue[Job[object] | None] = queue.SimpleQueue()
        self._process: SpawnProcess | None = None
        self._link: Connection | None = None
        self._over = False
        name = f"worker-{role.serves[0].name}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the process; return at once."""
        self._thread.start()

    def give(self, job: Job[object]) -> None:
        """Give the worker a job; only when it is free."""
        self._jobs.put(job)

    def end(self) -> None:
        """Kill the process."""
        self._over = True
        self._jobs.put(None)
        if (process := self._process) is not None:
            process.kill()

    def join(self) -> None:
        """Return when the process has ended."""
        self._thread.join(10)

    def _run(self) -> None:
        while not self._over:
            try:
                self._start()
                while not self._jobs.empty():  # they were given to the process before
                    self._jobs.get()
                self._on_report(self, None)
                self._serve()
            except ReplacedError as replaced:
                if not self._over:
                    self._on_report(self, Report(trouble=replaced.trouble))
            finally:
                self._kill()

    def _start(self) -> None:
        """Start a process and wait until it is ready; raises ReplacedError."""
        context = get_context("spawn")
        self._link, far = context.Pipe()
        args = (far, self.role.imports, self.role.niceness, MEMORY)
        process = context.Process(target=child.main, args=args, daemon=True)
        try:
            process.start()
        except OSError:
            self._wait(PAUSE)
            raise ReplacedError("not_started") from None
        finally:
            far.close()
        self._process = process
        if self._over or self._receive(STARTING) != READY:
            self._wait(PAUSE)
            raise ReplacedError("not_started")

    def _serve(self) -> None:
        """Run jobs until the server ends; raises ReplacedError when the process fails."""
        while not self._over:
            try:
                job = self._jobs.get(timeout=QUIET)
            except queue.Empty:
                self._send(PING)
                if self._receive(BEGINNING * self.role.waits) != PONG:
                    raise ReplacedError("stopped") from None
                continue
            if job is not None:
                self._on_report(self, Report(job, self._run_job(job)))

    def _run_job(self, job: Job[object]) -> JobResult:
        """Return the result of a job; raises ReplacedError."""
        try:
            raw = dumps(job)
        except (PicklingError, TypeError, AttributeError) as error:
            return JobResult(None, type(error).__name__, 0.0)
        self._send(raw)
        if self._receive(BEGINNING * self.role.waits) != BEGUN:
            raise ReplacedError("stopped")
        data = self._receive((2 * job.work.limit / 1000 + SPARE) * self.role.waits)
        if data is None:
            raise ReplacedError(self._trouble())
        result = loads(data)
        assert isinstance(result, JobResult)
        return result

    def _trouble(self) -> Trouble:
        """Return why there is no result."""
        assert self._process
        if self._link is not None and not self._link.closed and not self._link.poll(0):
            return "stopped" if self._is_stopped() else "late"  # it runs, and does not answer
        self._process.join(1)
        status = self._process.exitcode
        if status == NO_MEMORY:
            return "memory"
        return "late" if status == -getattr(signal, "SIGPROF", 0) else "died"

    def _send(self, raw: bytes) -> None:
        assert self._link
        try:
            self._link.send_bytes(raw)
        except OSError:
            raise ReplacedError("stopped") from None

    def _receive(self, seconds: float) -> bytes | None:
        """Return the next data of the process; None if there is none within that time."""
        assert self._link
        try:
            for _ in range(max(1, round(seconds / LOOK))):
                if self._link.poll(LOOK):
                    return self._link.recv_bytes()
                if self._over or self._is_stopped():
                    return None
        except (EOFError, OSError):
            pass
        return None

    def _is_stopped(self) -> bool:
        """Return whether the process was stopped by a signal, where the system supports that."""
        assert self._process
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return False
        return stat.rpartition(")")[2].split()[0] == "T"

    def _wait(self, seconds: float) -> None:
        """Wait, unless the server ends."""
        if not self._over:
            threading.Event().wait(seconds)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None  # not closed: where Python ends at this moment, it joins it too
        if self._link is not None:
            self._link.close()
            self._link = None
