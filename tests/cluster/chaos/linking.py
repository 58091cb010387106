"""Links in a process of their own, so that people who are busy hold none of them up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from tests.cluster.chaos.links import Direction, Link


@dataclass(eq=False)
class FarLink:
    """A :class:`~tests.cluster.chaos.links.Link` in the other process."""

    number: int
    port: int
    process: LinkProcess

    def aim(self, target: int) -> None:
        """Pass on new connections to that port."""
        self.process.tell("aim", self.number, target)

    def refuse(self) -> None:
        self.process.tell("refuse", self.number)

    def cut(self) -> None:
        self.process.tell("cut", self.number)

    def silence(self, *directions: Direction) -> None:
        self.process.tell("silence", self.number, *directions)

    def slow(self, delay: float) -> None:
        self.process.tell("slow", self.number, delay)

    def mend(self) -> None:
        self.process.tell("mend", self.number)


class LinkProcess:
    """The process, as seen from here; any thread may use it."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._lock = pipe, threading.Lock()
        self._count = 0

    def link(self, target: int) -> FarLink:
        """Open a link to a port; return it when it listens."""
        with self._lock:
            self._pipe.send(("open", self._count, target))
            made = FarLink(self._count, self._pipe.recv(), self)
            self._count += 1
        return made

    def tell(self, *command: object) -> None:
        with self._lock:
            self._pipe.send(command)


@contextmanager
def link_process() -> Iterator[LinkProcess]:
    """Run the process for as long as the context lasts."""
    context = get_context("spawn")
    pipe, far = context.Pipe()
    process = context.Process(target=_run, args=(far,), daemon=True)
    process.start()
    far.close()
    try:
        yield LinkProcess(pipe)
    finally:
        process.kill()
        process.join()
        pipe.close()


def _run(pipe: Connection) -> None:
    asyncio.run(_obey(pipe))


async def _obey(pipe: Connection) -> None:
    """Do what is told, one after the other, until the other side is gone."""
    commands: asyncio.Queue[Any] = asyncio.Queue()
    ended = asyncio.Event()

    def receive() -> None:
        try:
            commands.put_nowait(pipe.recv())
        except EOFError:
            ended.set()

    async def obey() -> None:
        targets: list[int] = []
        links: list[Link] = []
        while True:
            what, number, *how = await commands.get()
            if what == "open":
                targets.extend(how)
                link = Link(partial(targets.__getitem__, number))
                await link.start()
                links.append(link)
                pipe.send(link.port)
            elif what == "aim":
                (targets[number],) = how
            else:
                await getattr(links[number], what)(*how)

    asyncio.get_running_loop().add_reader(pipe.fileno(), receive)
    obeying = asyncio.create_task(obey())
    waiting = asyncio.create_task(ended.wait())
    await asyncio.wait([obeying, waiting], return_when=asyncio.FIRST_COMPLETED)
