"""Free ports for the servers that tests start."""

from __future__ import annotations

import socket
from random import SystemRandom

_BELOW_EPHEMERAL = range(15_000, 32_000)
"""Systems take the ports of connections from those above: a free one is soon used by a client."""


def free_port() -> int:
    """Return a port on which nobody listens, and which no connection is given by chance."""
    while True:
        port = SystemRandom().choice(_BELOW_EPHEMERAL)
        with socket.socket() as found:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
