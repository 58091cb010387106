"""The configuration with which a server is started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tilerummy.server.settings import KEEP_DAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server was started; *now* and *clock* are as in :class:`Settings`.

    ``show`` opens the page in a browser; None does so where there is a desktop. ``logs`` also logs
    what is no warning.
    """

    data: Path
    now: Callable[[], int]
    clock: Callable[[], float]
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    keep: int = KEEP_DAYS
    workers: int | None = None
    hosts: tuple[str, ...] = ()
    show: bool | None = None
    logs: bool = False
