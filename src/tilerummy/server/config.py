"""The configuration with which a server is started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tilerummy.server.settings import KEEP_DAYS

DEFAULT_PORT = 8000
"""Where a server listens that was not told anything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server was started; *now* and *clock* are as in :class:`Settings`.

    ``show`` opens the page in a browser; None does so where there is a desktop. ``logs`` also logs
    what is no warning. ``pace`` is how long computer players take, as a multiple of the usual time.
    """

    data: Path
    now: Callable[[], int]
    clock: Callable[[], float]
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    keep: int = KEEP_DAYS
    workers: int | None = None
    pace: float = 1.0
    hosts: tuple[str, ...] = ()
    show: bool | None = None
    logs: bool = False
