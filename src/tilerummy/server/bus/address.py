"""The address of a NATS server: where it is, who we are, and whether the way there is encrypted."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from tilerummy.server.bus.port import BusOpeningError

SCHEMES = ("nats://", "tls://")
PORT = 4222

OPTIONS = ("credentials", "ca", "cert", "key", "hostname")
"""What may follow a question mark.

That is a file of NATS with who we are, the authority that has signed the certificate of the server,
our own certificate with its key, and the name in the certificate of the server.
"""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the servers are, and how to connect; what is secret is not in its ``repr``."""

    servers: tuple[str, ...]
    encrypted: bool = False
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)
    credentials: str = ""
    hostname: str = ""
    tls: ssl.SSLContext | None = None


def read_address(url: str) -> Address:
    """Return the address in ``nats://USER:PASSWORD@HOST:PORT,HOST:PORT?OPTION=VALUE``.

    A user without a password is a token. ``tls://`` insists on TLS; so does a certificate. Raises
    BusOpeningError, with no part of the URL that may be secret.

    >>> read_address("nats://tiles:secret@one,two:5222").servers
    ('nats://one:4222', 'nats://two:5222')
    """
    parts = urlsplit(url)
    who, _, hosts = parts.netloc.rpartition("@")
    user, colon, password = (unquote(each) for each in who.partition(":"))
    options = _options(parts.query)
    if parts.path.strip("/") or parts.fragment:
        raise BusOpeningError("the address of a bus has no path after the names of the servers")
    encrypted = parts.scheme == "tls" or {*options} & {"ca", "cert"} != set()
    scheme = "tls" if encrypted else "nats"
    return Address(
        servers=tuple(f"{scheme}://{_host(each)}" for each in hosts.split(",")),
        encrypted=encrypted,
        user=user if colon else "",
        password=password,
        token="" if colon else user,
        credentials=_file(options, "credentials"),
        hostname=options.get("hostname", ""),
        tls=_tls(options) if encrypted else None,
    )


def _options(query: str) -> dict[str, str]:
    options = dict(parse_qsl(query, keep_blank_values=True))
    if unknown := {*options} - {*OPTIONS}:
        raise BusOpeningError(
            f"the address of a bus has no option {min(unknown)}; there are {', '.join(OPTIONS)}"
        )
    return options


def _host(text: str) -> str:
    """Return a host with its port."""
    try:
        parts = urlsplit(f"//{text}")
        port = parts.port or PORT
    except ValueError:
        parts, port = urlsplit("//"), PORT
    name = parts.hostname
    if not name:
        raise BusOpeningError("the address of a bus names no server, or one with a strange port")
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


def _file(options: dict[str, str], name: str) -> str:
    path = options.get(name, "")
    if path:
        try:
            Path(path).read_bytes()
        except OSError as error:
            raise BusOpeningError(f"{path}, the {name}, cannot be read: {error.strerror}") from None
    return path


def _tls(options: dict[str, str]) -> ssl.SSLContext:
    ca, cert, key = (_file(options, name) for name in ("ca", "cert", "key"))
    try:
        context = ssl.create_default_context(cafile=ca or None)
        if cert:
            context.load_cert_chain(cert, key or None)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or "no certificate in it"
        raise BusOpeningError(f"the certificates of the bus cannot be used ({reason})") from None
    return context
