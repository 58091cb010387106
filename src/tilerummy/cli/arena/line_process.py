"""A program that is asked a line and answers with a line, within limits."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import Final, TypeVar

from tilerummy.players.arena import PlayerError, TooLateError

LONGEST_LINE: Final = 64 * 1024
"""The bytes that an answer may have, and all that a program may write for one question."""

STARTING_SECONDS: Final = 10.0
"""The time that a program has to start, on top of that for its first answer."""

_CLOSING_SECONDS = 0.5
_KEPT_STDERR = 2000
_CHUNK = 16 * 1024

T = TypeVar("T")


class LineProcess:
    """A running program with a process group of its own, which :meth:`close` kills.

    Nothing that it does holds up whoever asks for longer than the deadline: its pipes are read
    only while it is asked, and not more than ``LONGEST_LINE`` bytes of an answer. Raises
    PlayerError if it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = Popen(
                command, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise PlayerError(f"{command[0]} cannot be started: {error.strerror}") from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._stdin = self._process.stdin.fileno()
        self._stdout = self._process.stdout.fileno()
        self._stderr = self._process.stderr.fileno()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._unread = b""
        self._said = b""
        self._starting = STARTING_SECONDS

    def ask(self, line: bytes, understood: Callable[[bytes], T | None], seconds: float) -> T:
        """Write *line* and return what is *understood* of the first answer that is not None.

        Raises TooLateError if there is none after so many *seconds*, PlayerError if the program
        ends or writes too much, and what *understood* raises.
        """
        deadline = monotonic() + seconds + self._starting
        self._starting = 0.0
        unsent, room = line + b"\n", LONGEST_LINE
        with DefaultSelector() as selector:
            selector.register(self._stdin, EVENT_WRITE)
            selector.register(self._stdout, EVENT_READ)
            selector.register(self._stderr, EVENT_READ)
            while True:
                while b"\n" in self._unread:
                    answer, _, self._unread = self._unread.partition(b"\n")
                    found = understood(answer)
                    if found is not None:
                        return found
                left = deadline - monotonic()
                if left <= 0:
                    raise TooLateError(f"no answer within {1000 * seconds:.0f} ms")
                for key, _ in selector.select(None if left == inf else left):
                    if key.fd == self._stdin:
                        unsent = self._send(unsent)
                        if not unsent:
                            selector.unregister(self._stdin)
                    elif key.fd == self._stderr:
                        if not self._listen():
                            selector.unregister(self._stderr)
                    else:
                        room -= self._read(room)

    def _send(self, unsent: bytes) -> bytes:
        """Write what the pipe takes and return the rest; none if the program has closed it."""
        with suppress(BlockingIOError):
            try:
                return unsent[os.write(self._stdin, unsent) :]
            except BrokenPipeError:
                return b""
        return unsent

    def _read(self, room: int) -> int:
        """Read what was answered and return how much it is."""
        try:
            read = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return 0
        if not read:
            raise PlayerError(self._how_it_ended())
        if len(read) > room:
            raise PlayerError(f"it wrote more than {LONGEST_LINE} bytes for one question")
        self._unread += read
        return len(read)

    def _listen(self) -> bool:
        """Read what it says of errors, and keep the end; return whether there may be more."""
        try:
            read = os.read(self._stderr, _CHUNK)
        except BlockingIOError:
            return True
        self._said = (self._said + read)[-_KEPT_STDERR:]
        return bool(read)

    def _how_it_ended(self) -> str:
        """Return a sentence about a program that has closed its standard output."""
        with suppress(TimeoutExpired):
            self._process.wait(_CLOSING_SECONDS)
        self._listen()
        code = self._process.returncode
        how = "it closed its output" if code is None else f"it ended with status {code}"
        if code is not None and code < 0:
            how = f"it was ended by {signal.Signals(-code).name}"
        lines = self._said.decode(errors="replace").strip().splitlines()
        return f"{how}: {lines[-1].strip()}" if lines else how

    def close(self) -> None:
        """End the program and all that it has started."""
        process = self._process
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()
        with suppress(TimeoutExpired):
            process.wait(_CLOSING_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the program at once, and all that it has started."""
        process = self._process
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                with suppress(OSError):
                    pipe.close()
