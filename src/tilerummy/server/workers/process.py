"""A worker process: it is started, given one job at a time, and killed when it fails."""

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
"""Seconds allowed for starting a process."""
BEGINNING = 10.0
"""Seconds allowed for starting a job or returning a ping, even on a busy machine."""
SPARE = 5.0
"""Seconds allowed in addition to twice a job's limit, because a processor may be busy.

This value and the previous one are multiplied by ``waits`` of the process's role.
"""
LOOK = 0.25
"""Seconds between checks of whether a signal has stopped the process."""
PAUSE = 1.0
"""Seconds between attempts to start a process."""

Trouble = Literal["late", "died", "memory", "stopped", "not_started"]
"""Why a process is replaced; one that is ``stopped`` is not given any CPU time."""


class ReplacedError(Exception):
    """The process must be replaced."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble


class Worker:
    """A worker, which has one process at a time.

    Its methods block. After a ReplacedError, kill the process and start another one.
    """

    def __init__(self, role: Role) -> None:
        self.role = role
        self._process: SpawnProcess | None = None
        self._link: Connection | None = None
        self._over = False

    def start(self) -> None:
        """Start a process, and wait until it is ready; raises ReplacedError."""
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
        """Wait until the process responds; raises ReplacedError."""
        self._send(PING)
        if self._receive(BEGINNING * self.role.waits) != PONG:
            raise ReplacedError("stopped")

    def run(self, job: Job[object]) -> JobResult:
        """Run a job; raises ReplacedError."""
        try:
            raw = dumps(job)
        except Exception as error:  # noqa: BLE001 - arguments of any type
            return JobResult(None, type(error).__name__, 0.0)
        self._send(raw)
        if self._receive(BEGINNING * self.role.waits) != BEGUN:
            raise ReplacedError("stopped")
        data = self._receive((2 * job.work.limit / 1000 + SPARE) * self.role.waits)
        if data is None:
            raise ReplacedError(self._trouble())
        try:
            result = loads(data)
        except Exception as error:  # noqa: BLE001 - results of any type
            return JobResult(None, type(error).__name__, 0.0)
        assert isinstance(result, JobResult)
        return result

    def _trouble(self) -> Trouble:
        """Return the reason why there is no result."""
        assert self._process
        if self._link is not None and not self._link.closed and not self._link.poll(0):
            return "stopped" if self._is_stopped() else "late"  # running, but unresponsive
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
        """Return the next data that the process sends, or None if none arrives within *seconds*."""
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
        """Return whether a signal stopped the process; False if the system cannot show this."""
        assert self._process
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return False
        return stat.rpartition(")")[2].split()[0] == "T"

    def _wait(self, seconds: float) -> None:
        """Wait, unless the server is stopping."""
        if not self._over:
            threading.Event().wait(seconds)

    def end(self) -> None:
        """Kill the process, so that blocked calls return, and start no other one."""
        self._over = True
        if (process := self._process) is not None:
            process.kill()

    def kill(self) -> None:
        """Kill the process, and wait until it has ended."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None  # not closed, because Python may join it at exit
        if self._link is not None:
            self._link.close()
            self._link = None
