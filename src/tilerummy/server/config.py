"""The configuration with which a server is started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tilerummy.server.settings import KEEP_DAYS

DEFAULT_PORT = 8000
"""Where a server listens that was not told anything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server was started; *now* and *clock* are as in :class:`Settings`.

    ``show`` opens the page in a browser; None does so where there is a desktop. ``logs`` also logs
    what is no warning. ``pace`` is how long computer players take, as a multiple of the usual time.
    ``database`` is the URL of a database server; without one, tables are in a file in ``data``. It
    may be ``shared`` with other servers, which reach this one at ``node_url``.
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
    database: str = ""
    shared: bool = False
    node_url: str = ""

    @property
    def store_url(self) -> str:
        """The URL of the store."""
        return self.database or f"sqlite:///{self.data / 'tables.sqlite'}"

    @property
    def place(self) -> str:
        """Where the tables are, for people: of a URL neither the user nor the password."""
        if not self.database:
            return str(self.data)
        try:
            parts = urlsplit(self.database)
            return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
        except ValueError:
            return "the database"
