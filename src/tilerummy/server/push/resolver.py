"""Resolves the host names of push services."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 5.0
"""How long resolving a host name may take, in seconds."""

_resolver = ThreadPoolExecutor(2, "push-resolver")  # slow names delay only other push services


async def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host for a port. Raises OSError, or UnicodeError for odd names."""

    def found() -> list[str]:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return [str(address[0]) for *_, address in infos]

    async with asyncio.timeout(TIMEOUT):  # TimeoutError is an OSError
        return await asyncio.get_running_loop().run_in_executor(_resolver, found)
