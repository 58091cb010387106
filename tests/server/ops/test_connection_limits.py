"""Connections: so many of an address and in all; the idle ones go first (D5)."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest
from tests.server.conftest import FAST
from tests.server.served import Served, Times, refused, served

from tilerummy.server.limits import ConnectionBounds, Rate
from tilerummy.server.ops import descriptors
from tilerummy.server.ops.connection_limits import (
    ConnectionLimits,
    ConnectionSlot,
)
from tilerummy.server.ops.rate_limits import RateLimits

ATTACKER, VICTIM = "192.0.2.1", "192.0.2.2"


class World:
    """Connections that are told apart by the numbers in which they came."""

    def __init__(self, *proxies: str, times: Times | None = None, **bounds: int) -> None:
        self.cut: list[int] = []
        self.reports: list[tuple[str, int]] = []
        self.times = times or Times()
        self.all = ConnectionLimits(
            RateLimits(self.times.clock, {**FAST, "connection": Rate(10, 1), "input": Rate(10, 5)}),
            ConnectionBounds(**{"most": 100, "address": 8, "idle": 4, "sockets": 2, **bounds}),
            exempt=proxies.__contains__,
            report=lambda why, count: self.reports.append((why, count)),
        )
        self.made = 0

    def come(self, host: str, *, busy: bool = False) -> ConnectionSlot | None:
        self.made += 1
        number = self.made
        found = self.all.enter(host, lambda: self.cut.append(number))
        if found and busy:
            found.busy()
        return found


def test_d5_of_connections_that_ask_for_nothing_the_oldest_goes() -> None:
    world = World()
    for _ in range(6):
        assert world.come(ATTACKER)

    assert world.cut == [1, 2]
    assert world.all.of(ATTACKER) == len(world.all) == 4


def test_an_address_has_only_so_many_connections() -> None:
    world = World()
    for _ in range(8):
        assert world.come(ATTACKER, busy=True)

    assert world.come(ATTACKER) is None
    assert world.come(VICTIM)
    assert world.reports == [("address", 1)]


def test_who_asks_for_something_finds_room_where_others_of_the_address_ask_for_nothing() -> None:
    world = World(idle=8)
    for number in range(8):
        world.come(ATTACKER, busy=number < 5)

    assert world.come(ATTACKER, busy=True)
    assert world.cut == [6]


def test_a_connection_that_was_answered_asks_for_nothing_again() -> None:
    world = World()
    first = world.come(ATTACKER, busy=True)
    assert first
    for _ in range(4):
        world.come(ATTACKER)
    first.idle()

    assert world.cut == [2]


def test_ipv6_counts_by_the_network_of_a_subscriber() -> None:
    world = World()
    for number in range(8):
        world.come(f"2001:db8::{number:x}", busy=True)

    assert world.come("2001:db8::ffff") is None
    assert world.come("2001:db8:0:1::1")


def test_connections_come_only_so_fast() -> None:
    world = World(address=100, idle=100)
    came = [world.come(ATTACKER) is not None for _ in range(12)]

    assert came == [True] * 10 + [False] * 2
    world.times.pass_by(1)
    assert world.come(ATTACKER)


def test_where_there_is_no_room_the_address_with_most_connections_loses_some() -> None:
    world = World(most=10)
    for _ in range(8):
        world.come(ATTACKER, busy=True)
    for _ in range(4):
        assert world.come(VICTIM, busy=True)

    assert world.cut
    assert set(world.cut) <= {*range(1, 9)}
    assert world.all.of(VICTIM) == 4
    assert len(world.all) <= 10


def test_nobody_takes_the_room_of_who_has_as_little() -> None:
    world = World(most=10, address=1)
    for number in range(10):
        world.come(f"192.0.2.{number}", busy=True)

    assert world.come("198.51.100.1") is None
    assert world.cut == []
    assert world.reports == [("full", 1)]


def test_a_proxy_stands_for_many() -> None:
    world = World("10.0.0.1", most=60)
    for _ in range(50):
        assert world.come("10.0.0.1")

    assert world.cut == []
    assert world.come(VICTIM)


def test_what_was_cut_off_or_ended_counts_no_more() -> None:
    world = World()
    places = [world.come(ATTACKER, busy=True) for _ in range(8)]
    for place in places:
        assert place
        place.leave()
        place.leave()
        place.idle()

    assert len(world.all) == world.all.of(ATTACKER) == 0
    assert world.all._addresses == {}, "nothing is kept of who is gone"


def test_who_sends_too_much_is_read_later_and_after_that_again() -> None:
    world = World()
    place, other = world.come(ATTACKER), world.come(ATTACKER)
    assert place
    assert other

    assert place.wait(10) == 0
    assert place.wait(5) == pytest.approx(1), "five a second"
    assert other.wait(5) == pytest.approx(2), "the connections of an address share"
    assert place.wait(1e9) == pytest.approx(5), "and the longest wait is short"


def test_what_a_proxy_sends_counts_for_whom_it_names() -> None:
    world = World("10.0.0.1")
    place = world.come("10.0.0.1")
    assert place
    assert place.wait(1e9) == 0
    place.whose = VICTIM
    assert place.wait(15) == pytest.approx(1)


def test_that_some_were_turned_away_is_told_once_in_a_while() -> None:
    world = World()
    for _ in range(8):
        world.come(ATTACKER, busy=True)
    for _ in range(2):
        world.come(ATTACKER)
    assert world.reports == [("address", 1)]
    world.times.pass_by(10)
    world.come(ATTACKER)

    assert world.reports == [("address", 1), ("address", 2)]


# With real sockets


def opened(server: Served, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), 60, (source, 0))


def answer(raw: socket.socket, request: bytes = b"") -> bytes:
    """Return what the server says until it hangs up; nothing for a connection that it cut off."""
    taken = b""
    try:
        raw.sendall(request)
        while part := raw.recv(65536):
            taken += part
    except ConnectionError:
        pass
    return taken


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def test_d5_half_open_connections_of_one_address_shut_out_nobody_of_another() -> None:
    with (
        served(rates=FAST, bounds=ConnectionBounds(address=20, idle=20)) as server,
        ExitStack() as stack,
    ):
        for _ in range(300):
            raw = stack.enter_context(opened(server, "127.0.0.2"))
            try:
                raw.sendall(b"GET / HTTP/1.1\r\n")
            except ConnectionError:
                continue
        with opened(server) as raw:
            assert answer(raw, HEALTH).startswith(b"HTTP/1.1 200")
        assert server.services.connections.of("127.0.0.2") == 20
        with opened(server, "127.0.0.2") as raw:
            assert answer(raw, HEALTH).startswith(b"HTTP/1.1 200"), "nor of the same one"
        assert "turned_away_total{why=" in server.stranger().get("/metrics").text


def test_who_has_too_many_connections_is_told_the_way_out() -> None:
    with served(rates={**FAST, "connection": Rate(2, 1)}) as server:
        with opened(server) as one, opened(server) as two:
            assert answer(one, HEALTH).startswith(b"HTTP/1.1 200")
            assert answer(two, HEALTH).startswith(b"HTTP/1.1 200")
        with opened(server) as three:
            told = answer(three)
        assert told.startswith(b"HTTP/1.1 429")
        assert b"too many connections from this address" in told


def test_an_address_has_only_so_many_sockets() -> None:
    with served(rates=FAST, bounds=ConnectionBounds(sockets=2)) as server:
        ann, ben = server.person(), server.person()
        headers = {"Cookie": ben.cookie}
        with ann.socket(), ben.socket():
            assert refused(server.ws, origin=server.url, additional_headers=headers) == 429
        with ben.socket():
            pass


def test_behind_a_proxy_the_sockets_of_an_address_are_counted() -> None:
    with served(rates=FAST, bounds=ConnectionBounds(sockets=1), proxies=("127.0.0.1",)) as server:
        ann, ben = server.person(), server.person()

        def named(address: str) -> dict[str, str]:
            return {"X-Forwarded-For": address}

        with ann.socket(headers=named(ATTACKER)), ann.socket(headers=named(VICTIM)):
            headers = {"Cookie": ben.cookie, **named(ATTACKER)}
            assert refused(server.ws, origin=server.url, additional_headers=headers) == 429
        with ben.socket(headers=named(ATTACKER)):
            pass


def test_d5_while_no_descriptor_is_free_connections_are_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(descriptors, "CHECKED_EVERY", 0.01)
    with served(rates=FAST) as server, ExitStack() as stack:
        raws = [stack.enter_context(opened(server)) for _ in range(40)]
        assert server.stranger().get("/healthz").status_code == 200
        monkeypatch.setattr(descriptors, "one_is_free", lambda: False)
        assert [answer(raw) for raw in raws] == [b""] * 40
        monkeypatch.setattr(descriptors, "one_is_free", lambda: True)
        assert 'why="descriptors"' in server.stranger().get("/metrics").text


def test_that_a_descriptor_is_free_is_seen() -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert descriptors.one_is_free()
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
        assert not descriptors.one_is_free()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
