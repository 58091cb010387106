"""Jobs for worker processes, which import little: a process has to import what it executes."""

from __future__ import annotations

import time
from pathlib import Path

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.server.workers.classes import MEMORY


def until(file: Path) -> bool:
    """Return when that file is there."""
    (file.parent / f"{file.name} begun").touch()
    while not file.exists():
        time.sleep(0.005)
    return True


def wait(seconds: float) -> bool:
    """Return after this time, without using the processor."""
    time.sleep(seconds)
    return True


def compute(seconds: float) -> None:
    """Use the processor for this time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def left(*, deadline: Deadline = NEVER) -> float:
    """Return the milliseconds that are left."""
    return deadline.left


def take_memory() -> int:
    """Take more memory than a process may have."""
    return len(b"x" * (2 * MEMORY))


def out_of_time() -> None:
    """Find no result by the deadline."""
    raise OutOfTimeError


class _Unreadable:
    """A value that can be sent and not received."""

    def __reduce__(self) -> tuple[type[int], tuple[str]]:
        return int, ("nothing",)


def unreadable() -> object:
    """Return what no other process can read."""
    return _Unreadable()
