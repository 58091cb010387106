"""One worker process: it is started, given jobs one after the other, and killed when it fails."""

from __future__ import annotations

import signal
import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from pickle import dumps, loads
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
PAUSE = 1.0
"""The seconds before a process that could not be started is started again."""

Trouble = Literal["late", "died", "memory", "stopped", "not_started"]
"""Why a process was replaced; ``stopped`` is one that gets no processor time."""


class ReplacedError(Exception):
    """The process has to be replaced."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble


class Worker:
    """A worker for as long as the server runs, with one process at a time.

    Its methods wait for the process, so that they are called in a thread. After a ReplacedError the
    process is killed, and another one started.
    """

    def __init__(self, role: Role) -> None:
        self.role = role
        self._process: SpawnProcess | None = None
        self._link: Connection | None = None
        self._over = False

    def start(self) -> None:
        """Start a process and return when it is ready; raises ReplacedError."""
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

    def ping(self) -> None:
        """Return when the process has answered; raises ReplacedError."""
        self._send(PING)
        if self._receive(BEGINNING * self.role.waits) != PONG:
            raise ReplacedError("stopped")

    def run(self, job: Job[object]) -> JobResult:
        """Return the result of a job; raises ReplacedError."""
        try:
            raw = dumps(job)
        except Exception as error:  # noqa: BLE001 - the arguments may be anything
            return JobResult(None, type(error).__name__, 0.0)
        self._send(raw)
        if self._receive(BEGINNING * self.role.waits) != BEGUN:
            raise ReplacedError("stopped")
        data = self._receive((2 * job.work.limit / 1000 + SPARE) * self.role.waits)
        if data is None:
            raise ReplacedError(self._trouble())
        try:
            result = loads(data)
        except Exception as error:  # noqa: BLE001 - so may the result
            return JobResult(None, type(error).__name__, 0.0)
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

    def end(self) -> None:
        """Kill the process, so that whatever waits for it returns; start no other."""
        self._over = True
        if (process := self._process) is not None:
            process.kill()

    def kill(self) -> None:
        """Kill the process, and return when it has ended."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None  # not closed: where Python ends at this moment, it joins it too
        if self._link is not None:
            self._link.close()
            self._link = None
