"""One worker process, and the thread that gives it jobs and replaces it when it fails."""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from pickle import PicklingError, dumps, loads
from typing import Literal

from tilerummy.server.workers import child
from tilerummy.server.workers.child import BEGUN, NO_MEMORY, PING, PONG, READY, CallResult, JobCall
from tilerummy.server.workers.priorities import MEMORY, Role

STARTING = 120.0
"""So many seconds a process may take to start."""
BEGINNING = 10.0
"""So many seconds a process may take to begin a job or to answer a ping, on a busy machine."""
SPARE = 5.0
"""So many seconds a job may take besides twice its limit, waiting for a processor."""
LOOK = 0.25
"""Every so many seconds it is seen whether a process that is waited for was stopped."""
QUIET = 1.0
"""After so many seconds without a job a process is asked whether it is there."""
PAUSE = 1.0
"""So many seconds go by before a process is started again that could not be started."""

Trouble = Literal["late", "died", "memory", "stopped", "not_started"]
"""Why a process was replaced; ``stopped`` is one that nobody lets compute."""


class ReplacedError(Exception):
    """The process has to be replaced."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a *call*, or of a process without one: an answer, or the trouble with it."""

    call: JobCall | None = None
    answer: CallResult | None = None
    trouble: Trouble | None = None


class Worker:
    """A worker process for as long as the server runs, whatever happens to it.

    *tell* is called in a thread of its own: with None when the process is ready for its first
    call, with the answer to each call, and with the trouble when the process is replaced. The
    worker is free for the next call after each of these but trouble.
    """

    def __init__(self, role: Role, tell: Callable[[Worker, Report | None], None]) -> None:
        self.role = role
        self._tell = tell
        self._calls: queue.SimpleQueue[JobCall | None] = queue.SimpleQueue()
        self._process: SpawnProcess | None = None
        self._link: Connection | None = None
        self._over = False
        name = f"worker-{role.serves[0].name}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the process; return at once."""
        self._thread.start()

    def give(self, call: JobCall) -> None:
        """Have a call made; only when the worker is free."""
        self._calls.put(call)

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self._over = True
        self._calls.put(None)
        if (process := self._process) is not None:
            with suppress(ValueError):  # its thread has closed it meanwhile
                process.kill()

    def join(self) -> None:
        """Return when the process is gone."""
        self._thread.join(10)

    def _run(self) -> None:
        while not self._over:
            try:
                self._start()
                while not self._calls.empty():  # they were given to the process before
                    self._calls.get()
                self._tell(self, None)
                self._serve()
            except ReplacedError as replaced:
                if not self._over:
                    self._tell(self, Report(trouble=replaced.trouble))
            finally:
                self._kill()

    def _start(self) -> None:
        """Start a process and wait until it is ready; raises ReplacedError."""
        context = get_context("spawn")
        self._link, far = context.Pipe()
        args = (far, self.role.imports, self.role.behind, MEMORY)
        process = context.Process(target=child.main, args=args, daemon=True)
        try:
            process.start()
        except OSError:
            self._wait(PAUSE)
            raise ReplacedError("not_started") from None
        finally:
            far.close()
        self._process = process
        if self._over or self._heard(STARTING) != READY:
            self._wait(PAUSE)
            raise ReplacedError("not_started")

    def _serve(self) -> None:
        """Make calls until the process is of no use any more: raises ReplacedError, or returns."""
        while not self._over:
            try:
                call = self._calls.get(timeout=QUIET)
            except queue.Empty:
                self._say(PING)
                if self._heard(BEGINNING) != PONG:
                    raise ReplacedError("stopped") from None
                continue
            if call is not None:
                self._tell(self, Report(call, self._made(call)))

    def _made(self, call: JobCall) -> CallResult:
        """Return the answer to a call; raises ReplacedError."""
        try:
            raw = dumps(call)
        except (PicklingError, TypeError, AttributeError) as error:
            return CallResult(None, type(error).__name__, 0.0)
        self._say(raw)
        if self._heard(BEGINNING) != BEGUN:
            raise ReplacedError("stopped")
        told = self._heard(2 * call.limit / 1000 + SPARE)
        if told is None:
            raise ReplacedError(self._trouble())
        answer = loads(told)
        assert isinstance(answer, CallResult)
        return answer

    def _trouble(self) -> Trouble:
        """Return why there is no answer."""
        assert self._process
        if self._link is not None and not self._link.closed and not self._link.poll(0):
            return "stopped" if self._is_stopped() else "late"  # it lives, and does not answer
        self._process.join(1)
        status = self._process.exitcode
        if status == NO_MEMORY:
            return "memory"
        return "late" if status == -getattr(signal, "SIGPROF", 0) else "died"

    def _say(self, raw: bytes) -> None:
        assert self._link
        try:
            self._link.send_bytes(raw)
        except OSError:
            raise ReplacedError("stopped") from None

    def _heard(self, seconds: float) -> bytes | None:
        """Return what the process says within so many seconds; None if it does not, or cannot."""
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
        """Return whether the process was stopped by a signal, where the system tells."""
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
            with suppress(ValueError):  # one that could not start is not always known to have ended
                self._process.close()
            self._process = None
        if self._link is not None:
            self._link.close()
            self._link = None
