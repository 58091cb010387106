"""A NATS server is away, killed, frozen or refuses: nobody waits for it, and then all goes on."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import time

import pytest
from tests.server.bus.hearing import Heard, heard_from, until
from tests.support.servers.nats import nats_server

from tilerummy.server.bus import Bus, open_bus

pytestmark = pytest.mark.anyio

PROMPT = 10
"""Seconds in which a call returns that does not wait for the server, however busy the machine."""


async def pair(url: str) -> tuple[Bus, Bus, Heard]:
    """Return two buses that hear each other."""
    one, two, heard = open_bus(url), open_bus(url), Heard()
    await two.subscribe("a.*", heard)
    await heard_from(one, "a.b", heard)
    return one, two, heard


async def test_a_server_that_comes_later_is_found() -> None:
    with nats_server() as server:
        server.stop()
        one, two, heard = open_bus(server.url), open_bus(server.url), Heard()
        before = time.monotonic()
        await two.subscribe("a.*", heard)
        one.publish("a.b", b"lost")
        assert time.monotonic() < before + PROMPT
        assert one.counts.lost == 1
        assert not one.connected
        await asyncio.sleep(0.5)  # some attempts fail

        server.start()
        await heard_from(one, "a.b", heard)
        assert one.counts.reconnects == 0
        await one.close()
        await two.close()


async def test_after_a_kill_and_a_restart_all_is_heard_again() -> None:
    with nats_server() as server:
        one, two, heard = await pair(server.url)
        server.stop()
        await until(lambda: not one.connected and not two.connected)
        lost = one.counts.lost
        one.publish("a.b", b"lost")
        assert one.counts.lost == lost + 1

        server.start()
        await heard_from(one, "a.b", heard)
        assert one.counts.reconnects == 1
        one.publish("a.c", b"1")
        await until(lambda: heard.messages == [("a.c", b"1")])  # and once
        await one.close()
        await two.close()


async def test_a_frozen_server_delays_nobody_and_another_one_takes_its_place() -> None:
    """With all buffers full, the client of NATS would wait for it to take them."""
    with nats_server() as first, nats_server() as second:
        second.stop()
        both = open_bus(f"{first.url},{second.place}")
        both.publish("start", b"")
        await until(lambda: both.connected)
        second.start()
        two, heard = open_bus(second.url), Heard()
        await two.subscribe("a.*", heard)
        await until(lambda: two.connected)

        first.freeze()
        slowest, frozen = 0.0, time.monotonic()
        while not heard.messages:
            before = time.monotonic()
            both.publish("a.b", bytes(200_000))
            slowest = max(slowest, time.monotonic() - before)
            await asyncio.sleep(0.02)
            assert time.monotonic() < frozen + 30, "it waits for the frozen one"

        assert slowest < PROMPT
        assert both.counts.lost > 10
        assert both.counts.reconnects == 1
        await both.close()
        await two.close()


async def test_a_server_that_is_frozen_for_a_while() -> None:
    with nats_server() as server:
        one, two, heard = await pair(server.url)
        server.freeze()
        await until(lambda: not one.connected and not two.connected)
        server.thaw()
        await heard_from(one, "a.b", heard)
        await one.close()
        await two.close()


async def test_a_server_that_turns_us_out_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The client of NATS gives up then, for ever."""

    def users(*names: str) -> str:
        known = ", ".join(f"{{user: {name}, password: secret-1}}" for name in names)
        return f"authorization {{ users: [{known}] }}\n"

    with nats_server(users("tiles", "other")) as server:
        one, two, heard = await pair(f"nats://tiles:secret-1@{server.place}")
        config = server.folder / "config"
        with caplog.at_level(logging.INFO):
            config.write_text(users("other"))
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            await until(lambda: not one.connected and not two.connected)
            await asyncio.sleep(0.5)
            assert not one.connected
            config.write_text(users("other", "tiles"))
            server.process.send_signal(signal.SIGHUP)
            await heard_from(one, "a.b", heard)

        kinds = [getattr(each, "fields", {}).get("kind", "") for each in caplog.records]
        assert any("Authorization Violation" in kind for kind in kinds)
        assert not any("secret" in repr(each.__dict__) for each in caplog.records)
        assert len(kinds) < 12, "the same trouble is logged once"
        await one.close()
        await two.close()


async def test_of_a_burst_that_a_listener_cannot_follow_nothing_is_lost() -> None:
    with nats_server() as server:
        one, two, heard = await pair(server.url)
        for n in range(2000):
            one.publish("a.b", b"%d" % n)
        await until(lambda: len(heard.messages) == 2000)
        assert heard.payloads == [b"%d" % n for n in range(2000)]
        assert two.counts.lost == 0
        await one.close()
        await two.close()


async def test_a_listener_that_the_server_cuts_off_comes_back() -> None:
    """It stood still, so that more was waiting for it than the server keeps."""
    config = 'max_pending: 1048576\nwrite_deadline: "200ms"\n'
    with nats_server(config) as server:
        one, two, heard = await pair(server.url)
        with socket.create_connection(("127.0.0.1", server.port)) as sender:
            sender.sendall(b"CONNECT {}\r\n")
            sender.sendall(b"PUB a.b 500000\r\n%s\r\n" % bytes(500_000) * 100)
            time.sleep(1.0)  # noqa: ASYNC251 - the listener stands still
        assert "Slow Consumer" in (server.folder / "log").read_text()

        await until(lambda: two.counts.reconnects == 1)
        await heard_from(one, "a.b", heard)
        assert one.counts.reconnects <= 1
        one.publish("a.c", b"1")
        await until(lambda: heard.messages == [("a.c", b"1")])  # and once
        await one.close()
        await two.close()


@pytest.mark.parametrize("away", ["gone", "frozen"])
async def test_a_bus_is_closed_at_once_whatever_the_server_does(away: str) -> None:
    with nats_server() as server:
        before_them = asyncio.all_tasks()
        one, two, _ = await pair(server.url)
        never = open_bus(server.url)
        if away == "gone":
            server.stop()
        else:
            server.freeze()
        never.publish("a.b", b"x")
        one.publish("a.b", bytes(900_000))
        before = time.monotonic()
        for bus in (one, two, never):
            await bus.close()
        assert time.monotonic() < before + 10
        await until(lambda: asyncio.all_tasks() == before_them)
