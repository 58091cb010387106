"""Free ports for servers in tests."""

from __future__ import annotations

import socket
from random import SystemRandom

_BELOW_EPHEMERAL = range(15_000, 32_000)
"""Higher ports are assigned to outgoing connections, so a free one may soon be in use."""


def free_port() -> int:
    """Return an unused port outside the ephemeral range."""
    while True:
        port = SystemRandom().choice(_BELOW_EPHEMERAL)
        with socket.socket() as found:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
