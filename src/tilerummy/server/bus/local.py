"""The bus within one process: for a server of one process, and for tests, with faults."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from random import Random

from tilerummy.server.bus.port import BusCounts, Handler, check_pattern, check_subject, matches
from tilerummy.server.ops.logs import log_failure

Delivery = Callable[[str, bytes], Iterable[float]]
"""After how many seconds a listener gets a message: once for each number, never without one."""
Later = Callable[[float, Callable[[], None]], object]
"""Calls something after so many seconds."""

LARGEST = 1024 * 1024
"""The most bytes of a payload, as at a NATS server that nobody has told another limit."""


def at_once(_subject: str, _payload: bytes) -> tuple[float, ...]:
    """Deliver a message once, and in order."""
    return (0.0,)


def faulty(
    chance: Random, *, lose: float = 0.0, double: float = 0.0, late: float = 0.0, delay: float = 1.0
) -> Delivery:
    """Return a delivery that has these faults, each with a probability.

    A *late* message comes up to *delay* seconds later than the others, which overtake it.
    """

    def delivery(_subject: str, _payload: bytes) -> list[float]:
        if chance.random() < lose:
            return []
        copies = 2 if chance.random() < double else 1
        return [chance.uniform(0, delay) if chance.random() < late else 0.0 for _ in range(copies)]

    return delivery


def _on_the_loop(seconds: float, call: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    if seconds:
        loop.call_later(seconds, call)
    else:
        loop.call_soon(call)  # never before what was called earlier


class LocalNetwork:
    """Buses of one process that hear each other.

    *delivery* is asked for each message and each listener, and may be replaced at any time; *later*
    is a clock other than that of the event loop.
    """

    def __init__(self, delivery: Delivery = at_once, later: Later = _on_the_loop) -> None:
        self.delivery = delivery
        self._later = later
        self._buses: list[LocalBus] = []

    def join(self) -> LocalBus:
        """Return a new bus, which hears all others and is heard by them."""
        bus = LocalBus(self)
        self._buses.append(bus)
        return bus

    def leave(self, bus: LocalBus) -> None:
        """Take a bus out."""
        if bus in self._buses:
            self._buses.remove(bus)

    def send(self, sender: LocalBus, subject: str, payload: bytes) -> None:
        """Deliver a message to all but its sender, as *delivery* says."""
        for bus in self._buses:
            for subscription in bus.subscriptions if bus is not sender else ():
                if matches(subscription.subject, subject):
                    for seconds in self.delivery(subject, payload):
                        self._later(seconds, subscription.receiver(subject, payload))


class LocalSubscription:
    """A handler that is called for each message of a subject."""

    def __init__(self, bus: LocalBus, subject: str, handler: Handler) -> None:
        self.subject = subject
        self._bus, self._handler = bus, handler

    def receiver(self, subject: str, payload: bytes) -> Callable[[], None]:
        """Return what hands a message to the handler."""

        def receive() -> None:
            if self not in self._bus.subscriptions:
                return
            if not self._bus.connected:
                self._bus.counts.lost += 1
                return
            self._bus.counts.received += 1
            try:
                self._handler(subject, payload)
            except Exception as error:  # noqa: BLE001 - the sender must not feel it
                log_failure("bus", error)

        return receive

    async def close(self) -> None:
        """End it."""
        if self in self._bus.subscriptions:
            self._bus.subscriptions.remove(self)


class LocalBus:
    """One of the buses of a network; without a network it is alone, and nobody hears it.

    A test cuts it off with ``connected = False``.
    """

    def __init__(self, network: LocalNetwork | None = None) -> None:
        self._network = network or LocalNetwork()
        self.subscriptions: list[LocalSubscription] = []
        self.counts = BusCounts()
        self.connected = True

    def publish(self, subject: str, payload: bytes, *, short: bytes = b"") -> None:
        """Send a message to all who subscribed to its subject on another bus."""
        check_subject(subject)
        if not self.connected:
            self.counts.lost += 1
            return
        if len(payload) > LARGEST:
            self.counts.shortened += 1
            payload = short
        self.counts.published += 1
        self._network.send(self, subject, payload)

    async def subscribe(self, subject: str, handler: Handler) -> LocalSubscription:
        """Have *handler* called for each message of a subject."""
        check_pattern(subject)
        subscription = LocalSubscription(self, subject, handler)
        self.subscriptions.append(subscription)
        return subscription

    async def close(self) -> None:
        """End all subscriptions, and the bus."""
        self._network.leave(self)
        self.subscriptions.clear()
        self.connected = False
