"""What every bus does: within one process, and over a NATS server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator

import pytest
from tests.server.bus.hearing import Heard, heard_from, until
from tests.support.servers.nats import NatsServer, nats_server

from tilerummy.server.bus import Bus, LocalNetwork, open_bus

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server() -> Iterator[NatsServer]:
    with nats_server() as running:
        yield running


@pytest.fixture(params=["local", "nats"])
async def buses(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus, Bus]]:
    """Three buses that hear each other."""
    opened: tuple[Bus, Bus, Bus]
    if request.param == "local":
        network = LocalNetwork()
        opened = network.join(), network.join(), network.join()
    else:
        url = request.getfixturevalue("server").url
        opened = open_bus(url), open_bus(url), open_bus(url)
        for bus in opened:
            bus.publish("start", b"")
        await until(lambda: all(bus.connected for bus in opened))
    yield opened
    for bus in opened:
        await bus.close()


async def test_a_message_reaches_all_others_who_subscribed(buses: tuple[Bus, Bus, Bus]) -> None:
    one, two, three = buses
    on_two, on_three, elsewhere = Heard(), Heard(), Heard()
    await two.subscribe("tr.e.a", on_two)
    await three.subscribe("tr.e.a", on_three)
    await three.subscribe("tr.e.b", elsewhere)
    await heard_from(one, "tr.e.b", elsewhere)
    for n in range(3):
        one.publish("tr.e.a", bytes([n, 0, 255, 10, 13]))

    await until(lambda: len(on_two.messages) + len(on_three.messages) == 6)
    assert on_two.messages == [("tr.e.a", bytes([n, 0, 255, 10, 13])) for n in range(3)]
    assert on_three.messages == on_two.messages
    assert elsewhere.messages == []
    assert two.counts.received == 3


async def test_nobody_hears_their_own_messages(buses: tuple[Bus, Bus, Bus]) -> None:
    one, two, _ = buses
    mine, theirs = Heard(), Heard()
    await one.subscribe("tr.e.a", mine)
    await two.subscribe("tr.e.a", theirs)
    await heard_from(one, "tr.e.a", theirs)
    await heard_from(two, "tr.e.a", mine)
    one.publish("tr.e.a", b"1")
    two.publish("tr.e.a", b"2")

    await until(lambda: bool(mine.messages and theirs.messages))
    await asyncio.sleep(0.02)
    assert (mine.payloads, theirs.payloads) == ([b"2"], [b"1"])


async def test_a_star_at_the_end_stands_for_one_word(buses: tuple[Bus, Bus, Bus]) -> None:
    one, two, _ = buses
    every = Heard()
    await two.subscribe("tr.e.*", every)
    await heard_from(one, "tr.e.x", every)
    for subject in ("tr.e", "tr.l.a", "tr.e.a.b", "tr.e.a", "tr.e.b-_9"):
        one.publish(subject, subject.encode())

    await until(lambda: len(every.messages) == 2)
    assert every.messages == [("tr.e.a", b"tr.e.a"), ("tr.e.b-_9", b"tr.e.b-_9")]


async def test_a_closed_subscription_hears_nothing_more(buses: tuple[Bus, Bus, Bus]) -> None:
    one, two, _ = buses
    closed, open_one = Heard(), Heard()
    subscription = await two.subscribe("tr.e.*", closed)
    await two.subscribe("tr.e.*", open_one)
    await heard_from(one, "tr.e.a", open_one)
    closed.messages.clear()
    await subscription.close()
    await subscription.close()
    one.publish("tr.e.a", b"1")

    await until(lambda: bool(open_one.messages))
    assert closed.messages == []


async def test_an_error_in_a_handler_is_logged_and_disturbs_nobody(
    buses: tuple[Bus, Bus, Bus], caplog: pytest.LogCaptureFixture
) -> None:
    one, two, _ = buses
    heard = Heard()

    def fail(subject: str, payload: bytes) -> None:
        heard(subject, payload)
        raise RuntimeError("of a handler")

    await two.subscribe("tr.e.a", fail)
    with caplog.at_level(logging.ERROR):
        await heard_from(one, "tr.e.a", heard)
        one.publish("tr.e.a", b"1")
        one.publish("tr.e.a", b"2")
        await until(lambda: heard.payloads == [b"1", b"2"])
    assert {record.message for record in caplog.records} == {"failed"}


async def test_of_what_is_too_large_the_short_form_is_sent(buses: tuple[Bus, Bus, Bus]) -> None:
    one, two, _ = buses
    heard = Heard()
    await two.subscribe("tr.e.a", heard)
    await heard_from(one, "tr.e.a", heard)
    sent = one.counts.published
    one.publish("tr.e.a", bytes(1024 * 1024), short=b"no")
    one.publish("tr.e.a", bytes(1024 * 1024 + 1), short=b"yes")
    one.publish("tr.e.a", bytes(5 * 1024 * 1024))

    await until(lambda: len(heard.messages) == 3)
    assert [len(payload) for payload in heard.payloads] == [1024 * 1024, 3, 0]
    assert one.counts.shortened == 2
    assert one.counts.published == sent + 3
    assert one.connected


async def test_a_closed_bus_loses_what_is_sent_and_counts_it(
    buses: tuple[Bus, Bus, Bus],
) -> None:
    one, two, _ = buses
    heard = Heard()
    await two.subscribe("tr.e.a", heard)
    await heard_from(one, "tr.e.a", heard)
    await one.close()
    await one.close()
    lost = one.counts.lost
    one.publish("tr.e.a", b"1")

    assert one.counts.lost == lost + 1
    assert not one.connected


async def test_what_was_sent_before_the_end_arrives(buses: tuple[Bus, Bus, Bus]) -> None:
    one, two, _ = buses
    heard = Heard()
    await two.subscribe("tr.e.a", heard)
    await heard_from(one, "tr.e.a", heard)
    for n in range(20):
        one.publish("tr.e.a", bytes([n]) * 50_000)
    await one.close()

    await until(lambda: len(heard.messages) == 20)


@pytest.mark.parametrize("subject", ["", ".", "a.", "a..b", "a b", "a.>", "a.*", "é", "a\r\nb"])
async def test_a_subject_is_words_with_dots(buses: tuple[Bus, Bus, Bus], subject: str) -> None:
    """Nothing that a table is called can reach the protocol of the bus."""
    with pytest.raises(ValueError, match="no subject"):
        buses[0].publish(subject, b"")
    if subject != "a.*":
        with pytest.raises(ValueError, match="no subject"):
            await buses[0].subscribe(subject, Heard())
