"""Jobs with few imports, because each worker process has to import them."""

from __future__ import annotations

import time
from pathlib import Path

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.server.workers.classes import MEMORY


def until(file: Path) -> bool:
    """Wait until the file exists."""
    (file.parent / f"{file.name} begun").touch()
    while not file.exists():
        time.sleep(0.005)
    return True


def wait(seconds: float) -> bool:
    """Sleep for *seconds* seconds, and return True."""
    time.sleep(seconds)
    return True


def compute(seconds: float) -> None:
    """Use the processor for *seconds* seconds."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def left(*, deadline: Deadline = NEVER) -> float:
    """Return the milliseconds that the deadline leaves."""
    return deadline.left


def take_memory() -> int:
    """Allocate more memory than a process may have."""
    return len(b"x" * (2 * MEMORY))


def out_of_time() -> None:
    """Fail as after the deadline."""
    raise OutOfTimeError


class _Unreadable:
    """A value that can be pickled but not unpickled."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("nothing",)


def unreadable() -> object:
    """Return a value that no other process can read."""
    return _Unreadable()
