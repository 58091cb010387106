"""How a server is started and runs: its settings with their defaults, and its limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

FRAME = 16 * 1024
"""The most bytes of a message on a socket."""
BODY = 64 * 1024
"""The most bytes of the body of a request."""
QUEUE = 256 * 1024
"""The most bytes that wait for a slow reader; then the socket is closed."""

RETENTION_DAYS = 365
"""The default number of days for which finished games are stored."""
DEFAULT_PORT = 8000
"""Where a server listens that was not told anything else."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The capacity of a bucket, and how many tokens it regains per second."""

    burst: float
    per_second: float


RATES: Mapping[str, Rate] = {
    # for an address
    "request": Rate(300, 50),
    "handshake": Rate(200, 200 / 60),
    "api": Rate(120, 30),
    "invite": Rate(10, 10 / 60),
    "device_transfer": Rate(10, 10 / 60),
    "record": Rate(20, 1),
    "picture": Rate(30, 2),
    "replay": Rate(20, 1),
    "new_guest": Rate(60, 1 / 10),
    "address_review": Rate(30, 1 / 5),
    "solve": Rate(10, 2),
    "judge": Rate(20, 5),
    "analyse": Rate(6, 1 / 2),
    "address_attempt": Rate(60, 5),
    "address_message": Rate(600, 200),
    "address_watch": Rate(120, 10),
    "address_command": Rate(200, 60),
    "address_thinking": Rate(60, 10),
    "address_new_room": Rate(60, 120 / 3600),
    "address_archive": Rate(6, 6 / 600),
    "address_puzzle": Rate(30, 30 / 86_400),
    # for an address and a puzzle: attempts that change the rating of the puzzle
    "puzzle": Rate(1, 1 / 86_400),
    # for a guest
    "games": Rate(30, 1),
    "archive": Rate(3, 3 / 600),
    "guest_message": Rate(120, 40),
    "watch": Rate(30, 2),
    "command": Rate(40, 10),
    "thinking": Rate(12, 2),
    "review": Rate(12, 1 / 10),
    "chat": Rate(3, 1),
    "attempt": Rate(20, 1),
    "control": Rate(20, 1),
    "rename": Rate(6, 1 / 10),
    "share": Rate(20, 1 / 2),
    "comment": Rate(20, 1 / 5),
    "new_room": Rate(20, 20 / 3600),
    # for a socket
    "message": Rate(40, 20),
    "preview": Rate(5, 5),
}
"""What is limited, each for an address, a guest or a socket."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server runs.

    ``key`` signs the cookies. ``public_url`` is where people reach the server, if their requests do
    not show it; ``proxies`` are the addresses whose ``X-Forwarded-…`` headers are trusted. ``keep``
    is for how many ms finished games, and guests without a table, are stored. ``origins`` are other
    pages that may open sockets with a cookie. ``hosts`` are names of the server besides
    ``localhost`` and that of ``public_url``. ``metrics_token`` lets other machines read the
    metrics. ``now`` is the time of day in ms, ``clock`` monotonic time in seconds. At once there
    may be so many ``connections``, and ``address_requests`` and ``address_sockets`` of an address;
    a guest may have ``sockets`` open and ``rooms`` live tables, an address ``address_rooms``, and
    ``all_rooms`` may be live. ``database`` is whether the store is in a database server, whose loss
    is logged.
    """

    key: bytes
    now: Callable[[], int]
    clock: Callable[[], float]
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    metrics_token: str = ""
    database: bool = False
    static: Path | None = None
    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)
    connections: int = 10_000
    address_requests: int = 100
    address_sockets: int = 100
    sockets: int = 8
    rooms: int = 10
    address_rooms: int = 40
    all_rooms: int = 10_000
    lag: float = 1.0
    retention_ms: int = RETENTION_DAYS * 24 * 60 * 60 * 1000

    @property
    def secure(self) -> bool:
        """Whether people reach the server by https."""
        return urlsplit(self.public_url).scheme == "https"

    @property
    def retention_days(self) -> int:
        """For how many days finished games are kept."""
        return self.retention_ms // (24 * 60 * 60 * 1000)

    @property
    def pages(self) -> Path:
        """Where the built page is, or would be."""
        return self.static or Path(str(files("tilerummy.server"))) / "static"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server was started; *now* and *clock* are as in :class:`Settings`.

    ``show`` opens a browser; None does so on a desktop. ``logs`` also logs below warnings.
    ``bot_delay`` scales the thinking time of computer players. ``database`` is the URL of a
    database server; without one, tables are in a file in ``data``. A database may be ``shared``
    with other servers, which reach this one at ``node_url``.
    """

    data: Path
    now: Callable[[], int]
    clock: Callable[[], float]
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    retention_days: int = RETENTION_DAYS
    workers: int | None = None
    bot_delay: float = 1.0
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
