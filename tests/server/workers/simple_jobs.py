"""Jobs for worker processes, which import little: a process has to import what it executes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.server.workers.classes import MEMORY

T = TypeVar("T")


def simply(function: Callable[..., T], *args: object, deadline: Deadline = NEVER) -> T:
    """Return the result of a function that takes no deadline."""
    del deadline
    return function(*args)


def until(file: Path, *, deadline: Deadline = NEVER) -> bool:
    """Return when that file is there."""
    del deadline
    (file.parent / f"{file.name} begun").touch()
    while not file.exists():
        time.sleep(0.005)
    return True


def wait(seconds: float) -> bool:
    """Return after this time, without using the processor."""
    time.sleep(seconds)
    return True


def compute(seconds: float, *, deadline: Deadline = NEVER) -> None:
    """Use the processor for this time, and ignore the *deadline*."""
    del deadline
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
