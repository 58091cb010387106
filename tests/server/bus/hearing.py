"""What the tests of a bus hear, and how they wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tilerummy.server.bus import Bus


@dataclass
class Heard:
    """A handler that keeps what it is called with."""

    messages: list[tuple[str, bytes]] = field(default_factory=list)

    def __call__(self, subject: str, payload: bytes) -> None:
        self.messages.append((subject, payload))

    @property
    def payloads(self) -> list[bytes]:
        return [payload for _, payload in self.messages]


async def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        await asyncio.sleep(0.005)


async def heard_from(bus: Bus, subject: str, heard: Heard, seconds: float = 30) -> None:
    """Publish until something of it is heard, as messages without a listener yet are lost.

    Afterwards nothing is under way any more: a last message, which overtakes none, has come.
    """
    before, deadline = len(heard.messages), time.monotonic() + seconds
    while len(heard.messages) == before:
        assert time.monotonic() < deadline, "nothing of it was ever heard"
        bus.publish(subject, b"hello")
        await asyncio.sleep(0.01)
    bus.publish(subject, b"last")
    await until(lambda: b"last" in heard.payloads, seconds)
    heard.messages.clear()
