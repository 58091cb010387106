"""The server's settings, with their defaults and limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

FRAME = 16 * 1024
"""The maximum size of a socket message, in bytes."""
BODY = 64 * 1024
"""The maximum size of a request body, in bytes."""
QUEUE = 256 * 1024
"""The maximum number of bytes queued for a slow client; if it is exceeded, the socket is closed."""
RETENTION_DAYS = 365
"""How many days finished games are stored by default before they are deleted."""
DEFAULT_PORT = 8000
"""The default port."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A token-bucket rate limit, given by the bucket's size and the tokens added per second."""

    burst: float
    per_second: float


RATES: Mapping[str, Rate] = {
    # per address
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
    "score": Rate(60, 15),
    "analyse": Rate(6, 1 / 2),
    "address_attempt": Rate(60, 5),
    "address_message": Rate(600, 200),
    "address_watch": Rate(120, 10),
    "address_command": Rate(200, 60),
    "address_thinking": Rate(60, 10),
    "address_new_room": Rate(60, 120 / 3600),
    "address_archive": Rate(6, 6 / 600),
    "address_puzzle": Rate(30, 30 / 86_400),
    "address_evening": Rate(30, 60 / 3600),
    "address_push": Rate(60, 120 / 3600),
    "evening_code": Rate(10, 10 / 60),
    # per address and puzzle: attempts that change the puzzle's rating
    "puzzle": Rate(1, 1 / 86_400),
    # per guest
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
    "push": Rate(10, 1 / 5),
    "share": Rate(20, 1 / 2),
    "comment": Rate(20, 1 / 5),
    "new_room": Rate(20, 20 / 3600),
    "new_evening": Rate(10, 20 / 3600),
    "evening": Rate(40, 4),
    # per socket
    "message": Rate(40, 20),
    "preview": Rate(5, 5),
}
"""All rate limits; each applies per address, guest or socket."""


@dataclass(frozen=True, slots=True)
class OfflineGame:
    """The static game that players can download: its folder, and its compressed size in bytes."""

    folder: Path
    bytes: int

    @classmethod
    def read(cls, folder: Path) -> OfflineGame:
        """Read a folder written by ``tilerummy static``. Raises ValueError if it was not."""
        try:
            size = json.loads((folder / "download.json").read_bytes())["bytes"]
            return cls(folder, int(size))
        except (OSError, ValueError, TypeError, KeyError):
            raise ValueError(f"{folder} was not written by tilerummy static") from None


class PushSettingsError(ValueError):
    """Raised if the key or the contact for push services is not valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushSettings:
    """The settings for notifications of turns by Web Push.

    Push services can reach the operator by *contact*, a URL or an e-mail address (``mailto:``). If
    *key* is empty, the private key is in the store. ``services`` lists the origins of push services
    in private networks; all other services must have a public address.
    """

    contact: str
    key: str = ""
    services: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a running server.

    ``now`` returns the time of day in milliseconds, and ``clock`` a monotonic time in seconds.
    ``key`` signs the cookies. ``public_url`` is the URL that players use; by default it is derived
    from their requests. ``X-Forwarded-…`` headers are trusted only in requests from ``proxies``.
    ``origins`` lists other sites whose pages may open sockets with a cookie. ``hosts`` lists the
    accepted host names, in addition to ``localhost`` and the host of ``public_url``.
    ``metrics_token`` allows other machines to read the metrics. ``offline`` is the game that
    players can download. ``push`` is for notifications of turns; without it, none are offered.
    ``database`` is True if the store is on a database server; a lost connection is then logged.

    ``connections`` limits all simultaneous connections, ``address_requests`` and
    ``address_sockets`` limit simultaneous requests and sockets per address, and ``sockets`` limits
    the sockets per guest. ``rooms``, ``address_rooms`` and ``all_rooms`` limit live tables per
    guest, per address and in total. New tables are refused while the event loop is more than
    ``lag`` seconds late. Finished games, and guests without a table, are deleted after
    ``retention_ms``.
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
    offline: OfflineGame | None = None
    push: PushSettings | None = None
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
        """True if players reach the server over HTTPS."""
        return urlsplit(self.public_url).scheme == "https"

    @property
    def retention_days(self) -> int:
        """How many days finished games are stored before they are deleted."""
        return self.retention_ms // (24 * 60 * 60 * 1000)

    @property
    def pages(self) -> Path:
        """The folder that contains the built web client; it may be missing."""
        return self.static or Path(str(files("tilerummy.server"))) / "static"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The options for starting a server; see also :class:`Settings`.

    If ``show`` is True, a browser is opened; by default, this happens only on a desktop. ``logs``
    includes log messages below the warning level. ``bot_delay`` scales the thinking time of
    computer players. ``database`` is the URL of a database server; if it is empty, tables are
    stored in a file in the folder ``data``. If ``shared`` is True, other servers may use the same
    database; they reach this server at ``node_url``. For ``push_contact`` and ``push_services``,
    see :class:`PushSettings`.
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
    offline: OfflineGame | None = None
    push_contact: str = ""
    push_services: tuple[str, ...] = ()

    @property
    def contact(self) -> str:
        """How push services reach the operator, or "" if that is unknown: by default, this site.

        The site's name is enough only if it is public, so it must be reached over HTTPS.
        """
        site = urlsplit(self.public_url)
        return self.push_contact or (f"https://{site.hostname}" if site.scheme == "https" else "")

    @property
    def store_url(self) -> str:
        """The URL of the store."""
        return self.database or f"sqlite:///{self.data / 'tables.sqlite'}"

    @property
    def location(self) -> str:
        """The location of the tables, for use in messages, without any user name and password."""
        if not self.database:
            return str(self.data)
        try:
            parts = urlsplit(self.database)
            return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
        except ValueError:
            return "the database"
