"""Resolves the host names of push services."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Future, ThreadPoolExecutor

TIMEOUT = 5.0
"""How long resolving a host name may take, in seconds."""


class Resolver:
    """Resolves names in up to *threads* threads.

    A thread may be busy for much longer than ``TIMEOUT``, and guests choose the names. Each name is
    therefore resolved for a *key*, such as a guest, and only one thread at a time works for a key.
    """

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "push-resolver")
        self._running: dict[str, Future[list[str]]] = {}

    async def resolve(self, host: str, port: int, key: str) -> list[str]:
        """Return the addresses of a host for a port, or [] if there are none.

        Raises TimeoutError.
        """
        async with asyncio.timeout(TIMEOUT):
            while (earlier := self._running.get(key)) is not None:
                await asyncio.wait([asyncio.wrap_future(earlier)])
            job = self._running[key] = self._threads.submit(_addresses, host, port)
            job.add_done_callback(lambda _: self._running.pop(key))
            return await asyncio.wrap_future(job)  # a timeout cancels a job that has not begun


def _addresses(host: str, port: int) -> list[str]:
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # UnicodeError for odd names
        return []
    return [str(address[0]) for *_, address in infos]
