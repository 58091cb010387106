"""A player that is an external program, which reads requests and writes replies as JSON lines."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import Final, TypeVar

from tilerummy.players.arena import IllegalAnswerError, PlayerError, TooLateError
from tilerummy.records import encode
from tilerummy.rules import Ruleset, ruleset_text
from tilerummy.state import Action, Event, State
from tilerummy.state.notation import read_action, state_text

LONGEST_LINE: Final = 64 * 1024
"""The maximum size in bytes of a reply, and of a program's entire output for one request."""

STARTING_SECONDS: Final = 10.0
"""The time allowed for starting a program, in addition to the time for its first reply."""

_CLOSING_SECONDS = 0.5
_KEPT_STDERR = 2000
_CHUNK = 16 * 1024

T = TypeVar("T")


class LineProcess:
    """A program running in its own process group. :meth:`close` kills the entire group.

    The program cannot block the caller past the deadline: its pipes are read only during a request,
    up to ``LONGEST_LINE`` bytes per reply. Raises PlayerError if the program cannot be started.
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
        """Write *line*, then return the first result of *understood* that is not None.

        *understood* is called with each line of output. Raises TooLateError if there is no such
        result within *seconds*, and PlayerError if the program ends or writes too much. Errors
        raised by *understood* propagate.
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
                    raise TooLateError(f"no reply within {1000 * seconds:.0f} ms")
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
        """Write as much as the pipe accepts; return the rest, or b"" if the pipe is closed."""
        with suppress(BlockingIOError):
            try:
                return unsent[os.write(self._stdin, unsent) :]
            except BrokenPipeError:
                return b""
        return unsent

    def _read(self, room: int) -> int:
        """Read available output and return its size. Raises PlayerError if it exceeds *room*."""
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
        """Read from standard error, retaining only the end; return whether more may follow."""
        try:
            read = os.read(self._stderr, _CHUNK)
        except BlockingIOError:
            return True
        self._said = (self._said + read)[-_KEPT_STDERR:]
        return bool(read)

    def _how_it_ended(self) -> str:
        """Return a sentence that explains why the program closed its standard output."""
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
        """End the program and all its child processes."""
        process = self._process
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()
        with suppress(TimeoutExpired):
            process.wait(_CLOSING_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all its child processes."""
        process = self._process
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                with suppress(OSError):
                    pipe.close()


MOST_ACTIONS: Final = 100
"""The maximum number of actions in a reply."""

_SHOWN = 60


class Program:
    """A program that makes the decisions for a seat, as described in ``docs/players.md``.

    The program is started by the first request, continues to run between rounds, and is restarted
    after a failure. ``milliseconds`` is the time limit for a reply. None means no limit.
    """

    def __init__(self, command: Sequence[str], milliseconds: float | None) -> None:
        self.command, self.milliseconds = tuple(command), milliseconds
        self._process: LineProcess | None = None
        self._asked = 0

    @property
    def name(self) -> str:
        """The command that starts the program."""
        return " ".join(self.command)

    @property
    def about(self) -> str:
        """A description of the player."""
        return "An external program."

    @property
    def needs_history(self) -> bool:
        """Always True: programs receive the event history."""
        return True

    def choose(
        self, rules: Ruleset, view: State, seat: int, *, history: Sequence[Event] = ()
    ) -> tuple[Action, ...]:
        """Return the program's actions. Raises PlayerError or TooLateError if it fails to reply."""
        self._asked += 1
        question = {
            "id": self._asked,
            "ruleset": ruleset_text(rules),
            "seat": seat,
            "view": state_text(view),
            "deadline_ms": self.milliseconds,
            "history": [encode(event) for event in history],
        }
        line = json.dumps(question, separators=(",", ":")).encode()
        seconds = inf if self.milliseconds is None else self.milliseconds / 1000
        if self._process is None:
            self._process = LineProcess(self.command)
        try:
            return self._process.ask(line, lambda text: self._understood(text, rules), seconds)
        except TooLateError:
            raise
        except PlayerError:
            self._process.kill()
            self._process = None
            raise

    def _understood(self, line: bytes, rules: Ruleset) -> tuple[Action, ...] | None:
        """Return the actions in the reply *line*, or None if it belongs to an earlier request."""
        shown = repr(line[:_SHOWN].decode(errors="replace"))
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise PlayerError(f"its reply is not JSON: {shown}") from None
        number = answer.get("id") if isinstance(answer, dict) else None
        if isinstance(number, int) and 0 < number < self._asked:
            return None
        if number != self._asked:
            raise PlayerError(f"its reply does not have the request's id {self._asked}: {shown}")
        texts = answer.get("actions")
        if not isinstance(texts, list) or not 0 < len(texts) <= MOST_ACTIONS:
            raise PlayerError(f"its reply has no list of 1 to {MOST_ACTIONS} actions: {shown}")
        try:
            return tuple(read_action(_text(action), rules.tiles) for action in texts)
        except ValueError as error:
            raise IllegalAnswerError(f"{', '.join(map(str, texts))[:_SHOWN]!r}: {error}") from None

    def close(self) -> None:
        """End the program if it is running."""
        if self._process is not None:
            self._process.close()
            self._process = None


def _text(action: object) -> str:
    if not isinstance(action, str):
        raise PlayerError(f"an action is a string such as 'draw', not {action!r:.60}")
    return action
