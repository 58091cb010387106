"""A worker process, which runs one job at a time and is killed if it fails."""

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
"""How long starting a process may take, in seconds."""
BEGINNING = 10.0
"""How long starting a job or responding to a ping may take, even on a busy machine, in seconds."""
SPARE = 5.0
"""Extra time on top of twice a job's limit, in seconds, because a processor may be busy.

This and :data:`BEGINNING` are multiplied by the ``waits`` of the process's role.
"""
LOOK = 0.25
"""How often to check whether a signal has suspended the process, in seconds."""
PAUSE = 1.0
"""How long to wait between attempts to start a process, in seconds."""

Trouble = Literal["late", "died", "memory", "stopped", "not_started"]
"""The reason for replacing a process; ``stopped`` means that a signal has suspended it."""


class ReplacedError(Exception):
    """Raised if the process has to be replaced; ``trouble`` is the reason."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble


class Worker:
    """Runs jobs one at a time in a process, and replaces the process after a failure.

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
        """Return the reason why the process has not sent a result."""
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
        """Return the next data sent by the process, or None if none arrives within *seconds*.

        Also returns None if the process has ended or was suspended, or if the server is stopping.
        """
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
        """Return whether a signal has suspended the process, or False if that cannot be known."""
        assert self._process
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return False
        return stat.rpartition(")")[2].split()[0] == "T"

    def _wait(self, seconds: float) -> None:
        """Wait for *seconds* seconds, or not at all if the server is stopping."""
        if not self._over:
            threading.Event().wait(seconds)

    def end(self) -> None:
        """Kill the process so that blocked calls return, and do not start another one."""
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
