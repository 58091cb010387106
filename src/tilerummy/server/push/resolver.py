"""Resolves the host names of push services."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread

TIMEOUT = 5.0
"""How long resolving a host name may take, in seconds."""

Job = tuple[Future[list[str]], str, int]
"""The future addresses of a host for a port."""


class Resolver:
    """Resolves names in *threads* threads, which do not delay the end of the process.

    A thread may be busy for much longer than ``TIMEOUT``, and guests choose the names. Each name is
    therefore resolved for a *key*, such as a guest, and only one thread at a time works for a key.
    """

    def __init__(self, threads: int) -> None:
        self._threads, self._jobs = threads, SimpleQueue[Job]()
        self._running: dict[str, Future[list[str]]] = {}

    async def resolve(self, host: str, port: int, key: str) -> list[str]:
        """Return the addresses of a host for a port, or [] if it has none.

        Raises TimeoutError.
        """
        async with asyncio.timeout(TIMEOUT):
            while (earlier := self._running.get(key)) is not None:
                await asyncio.wait([asyncio.wrap_future(earlier)])
            job = self._running[key] = Future[list[str]]()
            job.add_done_callback(lambda _: self._running.pop(key))
            self._submit(job, host, port)
            return await asyncio.wrap_future(job)  # a timeout cancels a job that has not begun

    def _submit(self, job: Future[list[str]], host: str, port: int) -> None:
        while self._threads:  # at the first name; an executor's threads would not be daemons
            self._threads -= 1
            Thread(target=self._work, name="push-resolver", daemon=True).start()
        self._jobs.put((job, host, port))

    def _work(self) -> None:
        while True:
            job, host, port = self._jobs.get()
            if job.set_running_or_notify_cancel():
                job.set_result(_addresses(host, port))


def _addresses(host: str, port: int) -> list[str]:
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except Exception:  # noqa: BLE001 - the thread must survive; odd names raise UnicodeError
        return []
    return [str(address[0]) for *_, address in infos]
