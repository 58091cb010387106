"""The bus within one process loses, doubles, delays and reorders as a test wishes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from tests.server.bus.hearing import Heard

from tilerummy.server.bus import LocalBus, LocalNetwork, open_bus
from tilerummy.server.bus.local import faulty

pytestmark = pytest.mark.anyio


class Agenda:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, int, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.due.append((self.now + seconds, len(self.due), call))

    def turn(self, seconds: float) -> None:
        self.now += seconds
        due = sorted(each for each in self.due if each[0] <= self.now)
        self.due = [each for each in self.due if each[0] > self.now]
        for _, _, call in due:
            call()


async def sent(network: LocalNetwork, agenda: Agenda, count: int) -> Heard:
    one, two, heard = network.join(), network.join(), Heard()
    await two.subscribe("a", heard)
    for n in range(count):
        one.publish("a", str(n).encode())
    agenda.turn(0)
    return heard


async def test_lost_and_doubled() -> None:
    agenda = Agenda()
    network = LocalNetwork(faulty(Random(1), lose=0.3, double=0.3), agenda.later)
    heard = await sent(network, agenda, 1000)

    numbers = [int(each) for each in heard.payloads]
    assert 650 < len({*numbers}) < 750
    assert 180 < len(numbers) - len({*numbers}) < 240
    assert numbers == sorted(numbers)


async def test_late_ones_are_overtaken() -> None:
    agenda = Agenda()
    network = LocalNetwork(faulty(Random(1), late=0.5, delay=2), agenda.later)
    heard = await sent(network, agenda, 100)
    at_first = [int(each) for each in heard.payloads]
    assert 30 < len(at_first) < 70
    assert at_first == sorted(at_first)
    agenda.turn(1)
    agenda.turn(1)

    numbers = [int(each) for each in heard.payloads]
    assert sorted(numbers) == [*range(100)]
    assert numbers != sorted(numbers)


async def test_the_faults_of_one_listener_are_not_those_of_another() -> None:
    agenda = Agenda()
    network = LocalNetwork(faulty(Random(1), lose=0.5), agenda.later)
    one, heard = network.join(), [Heard(), Heard()]
    for each in heard:
        await network.join().subscribe("a", each)
    for n in range(100):
        one.publish("a", str(n).encode())
    agenda.turn(0)
    assert heard[0].payloads != heard[1].payloads


async def test_a_bus_that_is_cut_off() -> None:
    network = LocalNetwork()
    one, two = network.join(), network.join()
    heard = Heard()
    await two.subscribe("a", heard)
    two.connected = False
    one.publish("a", b"1")
    two.publish("a", b"2")
    await asyncio.sleep(0)
    two.connected = True
    one.publish("a", b"3")
    await asyncio.sleep(0)

    assert heard.payloads == [b"3"]
    assert two.counts.lost == 2


async def test_without_a_url_nobody_else_is_there() -> None:
    one, two, heard = open_bus(), open_bus(), Heard()
    await two.subscribe("a", heard)
    one.publish("a", b"1")
    await asyncio.sleep(0)

    assert isinstance(one, LocalBus)
    assert one.connected
    assert heard.messages == []
