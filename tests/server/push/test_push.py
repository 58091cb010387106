"""Players who are not connected are notified of their turns in games that last days."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from py_vapid import Vapid02
from tests.server.served import Json, Person, Served, Times, error, guest_id, served
from tests.server.store import filling
from tests.server.store.reading import append
from tests.support.servers.push_service import BrowserDouble, PushDouble, push_service
from tests.support.waiting import until

from tilerummy.server.guests.sessions import hashed
from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.push import resolver, service, web_push
from tilerummy.server.push.endpoints import EndpointError, PushServices, is_public
from tilerummy.server.push.resolver import Resolver
from tilerummy.server.push.service import PushService
from tilerummy.server.push.web_push import WebPush, new_key
from tilerummy.server.settings import PushSettings
from tilerummy.server.store.database import Stored, Transaction
from tilerummy.server.store.factory import memory_store
from tilerummy.server.store.push import CLAIMED, PushSubscription
from tilerummy.server.store.types import Guest, StorageError

DAY = 24 * 3600_000
NOON = 1_700_000_000_000 // DAY * DAY + DAY // 2
NONE = {"begin": 0, "end": 0}
resolve = Resolver(1).resolve
CONTACT = "mailto:operator@tiles.example"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "POLL_INTERVAL", 0.02)


@pytest.fixture
def double(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushDouble]:
    """A push service whose certificate this process trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    with push_service(tmp_path) as running:
        yield running


@pytest.fixture
def server(double: PushDouble) -> Iterator[Served]:
    """A server that may send messages to this push service although it is private."""
    push = PushSettings(contact=CONTACT, services=(double.origin,))
    with served(push=push, times=Times(day=NOON)) as running:
        yield running


def subscribed(person: Person, double: PushDouble, **more: object) -> BrowserDouble:
    """Subscribe a guest's browser, and return it."""
    browser = BrowserDouble(double.origin, guest_id(person))
    answer = person.put("/api/push", browser.body(**{"quiet": NONE, **more}))
    assert answer.status_code == 200, answer.text
    return browser


def by_days(ann: Person, ben: Person, **terms: Json) -> str:
    """Start a match by days between two guests, disconnect them, and return its room."""
    room = ann.open(terms={"title": "Fern", "turn_ms": DAY, "by_days": True, **terms})
    ben.control(room, "sit")
    ann.control(room, "start")
    with ann.at(room) as talk:
        while not talk.known[room]["game"]:
            talk.next("update")
    return room


def mover_and_other(ann: Person, ben: Person, room: str) -> tuple[Person, Person]:
    with ann.at(room) as talk:
        known = talk.known[room]
    return (ann, ben) if known["game"]["to_move"] == known["seat"] else (ben, ann)


def draw(person: Person, room: str) -> None:
    with person.at(room) as talk:
        assert talk.act(talk.known[room], "draw")["status"] == "ok"


def test_the_next_player_is_notified_once(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double)
    draw(mover, room)

    pushed = double.next()
    assert browser.read(pushed) == {
        "title": "Du bist am Zug",
        "text": "Am Tisch Fern",
        "room": room,
    }
    assert pushed.path == f"/push/{guest_id(other)}"
    assert pushed.headers["Content-Encoding"] == "aes128gcm"
    assert int(pushed.headers["TTL"]) > 0
    key = other.post("/api/push/status", {"endpoint": browser.endpoint}).json()["key"]
    claims = pushed.claims(key)
    assert (claims["aud"], claims["sub"]) == (double.origin, CONTACT)
    assert 0 < claims["exp"] - server.times.day // 1000 <= 24 * 3600
    assert double.is_silent()

    draw(other, room)
    draw(mover, room)
    assert browser.read(double.next())["room"] == room


def test_a_connected_player_is_not_notified(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    subscribed(other, double)
    with other.at(room):
        draw(mover, room)

        assert double.is_silent()


def test_players_with_short_turns_are_not_notified(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben, turn_ms=60_000, by_days=False)
    mover, other = mover_and_other(ann, ben, room)
    subscribed(other, double)
    draw(mover, room)

    assert double.is_silent()


def test_a_notice_waits_for_the_end_of_quiet_hours(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double, quiet={"begin": 11, "end": 14})
    draw(mover, room)
    assert double.is_silent()

    server.times.pass_by(2 * 3600)
    assert browser.read(double.next())["room"] == room


def test_a_notice_that_waits_is_cancelled_by_opening_the_game(
    server: Served, double: PushDouble
) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    quiet = {"begin": 11, "end": 14}
    browsers = {each.cookie: subscribed(each, double, quiet=quiet) for each in (ann, ben)}
    opened, left = by_days(ann, ben), by_days(ann, ben)
    others = {}
    for room in (opened, left):
        mover, others[room] = mover_and_other(ann, ben, room)
        draw(mover, room)
    notices = {(room, guest_id(other)) for room, other in others.items()}
    until(lambda: waiting(server) == notices)
    with others[opened].at(opened):
        until(lambda: waiting(server) == {(left, guest_id(others[left]))})

    server.times.pass_by(2 * 3600)
    assert browsers[others[left].cookie].read(double.next())["room"] == left
    assert double.is_silent()


def waiting(server: Served) -> set[tuple[str, str]]:
    """Return the rooms and guests of notifications that wait for the end of quiet hours."""
    query = "SELECT room, guest FROM turn_notices WHERE due >= ?"
    database, end = server.services.store.database, server.times.day + 3600_000

    async def rows() -> list[Stored]:
        return await database.read(lambda db: db.rows(query, end))

    return {(room, guest) for room, guest in asyncio.run(rows())}


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_ended_is_deleted(
    server: Served, double: PushDouble, status: int
) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double)
    double.status = status
    draw(mover, room)
    double.next()

    until(lambda: not is_subscribed(other, browser))


def is_subscribed(person: Person, browser: BrowserDouble) -> bool:
    answer = person.post("/api/push/status", {"endpoint": browser.endpoint})
    subscribed: bool = answer.json()["subscribed"]
    return subscribed


def test_a_busy_push_service_is_tried_again(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double)
    double.status = 503
    draw(mover, room)
    double.next()
    double.status = 201
    server.times.pass_by(service.RETRY_AFTER / 1000)

    assert browser.read(double.next())["room"] == room


def test_redirects_are_not_followed(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    subscribed(other, double)
    double.status = 307
    draw(mover, room)

    assert double.next().path != "/elsewhere"
    assert double.is_silent()


def test_unsubscribing_ends_the_notices(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double)
    assert is_subscribed(other, browser)
    assert not is_subscribed(mover, browser)
    answer = other.client.request(
        "DELETE", "/api/push", json={"endpoint": browser.endpoint}, headers={"X-Tile-Rummy": "1"}
    )
    assert answer.json()["subscribed"] is False
    draw(mover, room)

    assert double.is_silent()


def test_a_device_that_was_logged_out_gets_no_notices(server: Served, double: PushDouble) -> None:
    ann = server.person("Ann")
    browser = subscribed(ann, double)
    code = ann.post("/api/device-transfer").json()["code"]
    phone = server.stranger()
    assert phone.post(f"/api/device-transfer/{code}").status_code == 200

    assert not is_subscribed(phone, browser)


def test_a_guest_who_is_replaced_gets_no_notices(server: Served, double: PushDouble) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double)
    owner = guest_id(other)
    code = server.person("Cyd").post("/api/device-transfer").json()["code"]
    assert other.post(f"/api/device-transfer/{code}", {"replace": True}).status_code == 200

    found = asyncio.run(server.services.store.push.find(owner, browser.endpoint))
    assert found is None
    draw(mover, room)
    assert double.is_silent(0.1)


def test_a_failing_store_logs_no_one_out_of_both_devices(
    server: Served, double: PushDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the old cookie is invalid, the new one is sent, even if nothing more can be stored."""
    ann, phone = server.person("Ann"), server.stranger()
    subscribed(ann, double)
    code = ann.post("/api/device-transfer").json()["code"]
    database = server.services.store.database
    write = database.write
    query = "SELECT 1 FROM tokens WHERE until IS NULL AND hash = ?"
    token = hashed(ann.cookie.partition("=")[2])

    async def write_until_logged_out(work: Transaction[Any], **urgent: bool) -> object:
        if not await write(lambda db: db.rows(query, token)):
            raise StorageError("the disk is full")
        return await write(work, **urgent)

    monkeypatch.setattr(database, "write", write_until_logged_out)
    assert phone.post(f"/api/device-transfer/{code}").status_code == 200
    monkeypatch.undo()

    assert phone.get("/api/me").json()["name"] == "Ann"


def test_the_key_is_stored() -> None:
    times = Times(day=NOON)
    store = memory_store(times.now)
    push = PushSettings(contact=CONTACT)
    keys = []
    for node in ("one", "two"):
        with served(store, times=times, node=node, push=push) as running:
            keys.append(running.person().post("/api/push/status").json()["key"])
            if node == "one":
                running.services.store.close = nothing  # type: ignore[method-assign]

    assert keys[0] == keys[1] != ""


async def nothing() -> None: ...


def test_the_operator_may_choose_the_key() -> None:
    key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
    with served(push=PushSettings(contact=CONTACT, key=key)) as running:
        status = running.person().post("/api/push/status").json()

    # the base point of the curve P-256
    assert status["key"].startswith("BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW")


@pytest.mark.parametrize("key", ["short", "A" * 43])
def test_a_wrong_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="VAPID key"):
        WebPush(key, CONTACT, PushServices(resolve), lambda: NOON)


def test_a_server_without_push_offers_none() -> None:
    with served() as running:
        ann = running.person()
        status = ann.post("/api/push/status").json()
        browser = BrowserDouble("https://push.example", "a")
        answer = ann.put("/api/push", browser.body())

    assert status == {"key": "", "subscribed": False, "quiet": {"begin": 22, "end": 8}}
    assert (answer.status_code, error(answer)) == (404, "no_push")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://2130706433/a",
        "https://0x7f000001/a",
        "https://[::1]/a",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/a",
        "https://1.1.1.1:22/a",
        "https://user@1.1.1.1/a",
        "https://1.1.1.1@127.0.0.1/a",
        "https://1.1.1.1/a b",
        "https://1.1.1.1/a\r\nX: y",
        "https://1.1.1.1",
        "file:///etc/passwd",
        "",
    ],
)
def test_an_endpoint_in_a_private_network_is_refused(server: Served, endpoint: str) -> None:
    ann = server.person("Ann")
    browser = BrowserDouble("https://push.example", "a")
    answer = ann.put("/api/push", browser.body(endpoint=endpoint))

    assert (answer.status_code, error(answer)) == (400, "bad_endpoint")


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://1.1.1.1/" + "a" * 1000},
        {"p256dh": "A" * 87},
        {"p256dh": "B" * 86},
        {"auth": "a" * 23},
        {"language": "xx"},
        {"zone": "Nowhere/City"},
        {"zone": "../../etc/passwd"},
        {"zone": ""},
        {"quiet": {"begin": 24, "end": 0}},
        {"quiet": {"begin": 1, "end": 0, "more": 1}},
        {"more": 1},
    ],
)
def test_a_malformed_subscription_is_refused(
    server: Served, double: PushDouble, wrong: dict[str, object]
) -> None:
    browser = BrowserDouble(double.origin, "a")
    answer = server.person("Ann").put("/api/push", browser.body(**wrong))

    assert (answer.status_code, error(answer)) == (400, "bad_message")


def test_the_guests_of_an_address_share_a_limit(server: Served, double: PushDouble) -> None:
    statuses = []
    for _ in range(8):
        ann = server.person("Ann")
        browser = BrowserDouble(double.origin, "a")
        statuses += [ann.put("/api/push", browser.body()).status_code for _ in range(9)]

    assert statuses.index(429) == 60


def test_a_service_that_refuses_messages_does_not_fill_the_log(
    server: Served, double: PushDouble, caplog: pytest.LogCaptureFixture
) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double)
    double.status = 400
    with caplog.at_level(logging.WARNING):
        draw(mover, room)
        double.next()
        until(lambda: 'outcome="refused"} 1.0' in server.metrics.text())

    assert caplog.messages == []
    assert is_subscribed(other, browser)


def test_subscribing_is_limited(server: Served, double: PushDouble) -> None:
    ann = server.person("Ann")
    browser = BrowserDouble(double.origin, "a")
    statuses = [ann.put("/api/push", browser.body()).status_code for _ in range(12)]

    assert statuses[0] == 200
    assert statuses[-1] == 429


def stored(browser: BrowserDouble) -> PushSubscription:
    p256dh, auth = (str(browser.body()[name]) for name in ("p256dh", "auth"))
    return replace(filling.subscription(browser.endpoint), p256dh=p256dh, auth=auth)


async def test_a_name_that_now_leads_to_a_private_address_is_refused(double: PushDouble) -> None:
    browser = BrowserDouble(double.origin, "a")
    subscription = stored(browser)
    for private, outcome in (((), "unreachable"), ((double.origin,), "sent")):
        sender = WebPush(new_key(), CONTACT, PushServices(resolve, private), lambda: NOON)

        assert await sender.send(subscription, b"{}", 60) == outcome
    double.next()
    assert double.is_silent(0.1)


async def test_a_slow_push_service_is_given_up(
    double: PushDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of its addresses together have a limited time."""

    async def four_times(*_: object) -> list[str]:
        return ["127.0.0.1"] * 4

    monkeypatch.setattr(web_push, "TIMEOUT", 1)
    double.delay = 5
    browser = BrowserDouble(double.origin, "a")
    subscription = stored(browser)
    sender = WebPush(new_key(), CONTACT, PushServices(four_times, (double.origin,)), lambda: NOON)

    assert await sender.send(subscription, b"{}", 60) == "unreachable"
    assert double.arrived.qsize() <= 1


async def test_a_message_is_sent_to_another_address_if_the_first_is_down(
    double: PushDouble,
) -> None:
    async def both(*_: object) -> list[str]:
        return ["127.0.0.2", "127.0.0.1"]

    browser = BrowserDouble(double.origin, "a")
    sender = WebPush(new_key(), CONTACT, PushServices(both, (double.origin,)), lambda: NOON)

    assert await sender.send(stored(browser), b"{}", 60) == "sent"


async def test_another_port_is_refused_before_the_name_is_resolved() -> None:
    asked = []

    async def asking(*name: object) -> list[str]:
        asked.append(name)
        return ["1.1.1.1"]

    services = PushServices(asking)
    with pytest.raises(EndpointError):
        await services.resolved("https://push.example:8443/a", "ann")
    assert asked == []
    assert (await services.resolved("https://push.example/a", "ann"))[1] == ["1.1.1.1"]


@pytest.fixture
def slow_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Names that end in ``.slow`` are never resolved during the test."""
    ended, original = threading.Event(), socket.getaddrinfo

    def find(host: str, *more: Any, **options: Any) -> object:  # noqa: ANN401
        if str(host).endswith(".slow"):
            ended.wait()
            raise OSError("there is no such name")
        return original(host, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", find)
    monkeypatch.setattr(resolver, "TIMEOUT", 30)
    yield
    ended.set()


@pytest.mark.usefixtures("slow_names")
async def test_slow_names_of_a_guest_delay_no_other_guest() -> None:
    names = Resolver(2)
    slow = [asyncio.create_task(names.resolve(f"{n}.slow", 443, "eve")) for n in range(5)]
    await asyncio.sleep(0)

    assert await names.resolve("127.0.0.1", 443, "ann") == ["127.0.0.1"]
    assert not any(each.done() for each in slow)
    for each in slow:
        each.cancel()


def test_a_slow_name_does_not_delay_the_end_of_the_process() -> None:
    program = """
import asyncio, socket, threading
from tilerummy.server.push import resolver

resolver.TIMEOUT = 0.1
socket.getaddrinfo = lambda *_, **__: threading.Event().wait()
try:
    asyncio.run(resolver.Resolver(1).resolve("a.slow", 443, "eve"))
except TimeoutError:
    print("given up")
"""
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60)
    assert ended.stdout == b"given up\n"


@pytest.mark.usefixtures("slow_names")
def test_slow_names_of_new_subscriptions_delay_no_notices(
    server: Served, double: PushDouble
) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = by_days(ann, ben)
    mover, other = mover_and_other(ann, ben, room)
    browser = subscribed(other, double)
    push = server.services.push
    assert push is not None
    slow = [push.check(f"https://{n}.slow/", f"address {n}") for n in range(20)]

    async def check() -> None:
        await asyncio.gather(*slow, return_exceptions=True)

    thread = threading.Thread(target=asyncio.run, args=(check(),), daemon=True)
    thread.start()
    draw(mover, room)
    assert browser.read(double.next())["room"] == room
    assert thread.is_alive()


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0"),
        *("fc00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "::7f00:1"),
        *("fec0::1", "64:ff9b:1::a00:1", "::ffff:0:a00:1", "2001:0:a00:1::1", "2001:db8::1"),
        *("3fff::1", "5f00::1", "100::1", "4000::1", "2002:101:101::1", "2001:10::1"),
        *("192.0.0.9", "192.88.99.1", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
    ],
)
def test_private_addresses(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::a"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@asynccontextmanager
async def due(double: PushDouble, times: Times, to: PushSubscription) -> AsyncIterator[PushService]:
    """A push service whose store has one notification to send to this subscription."""
    store = memory_store(times.now)
    await store.guests.add(Guest(to.guest, "Ann"), b"token")
    await store.push.subscribe(to)
    await append(store, "r", b"opened")
    await store.push.begin_turn("r", 0, 1, "", to.guest)
    settings = PushSettings(contact=CONTACT, services=(double.origin,))
    push = service.push_service(store, settings, times.now, PrometheusMetrics())
    assert push is not None
    yield push
    assert await store.push.find(to.guest, to.endpoint) == to, "the browser stays subscribed"
    await store.close()


async def test_a_message_that_cannot_be_signed_is_tried_again(
    double: PushDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is the server's."""
    times, browser = Times(day=NOON), BrowserDouble(double.origin, "a")

    def fails(*_: object) -> None:
        raise RuntimeError("no entropy")

    async with due(double, times, replace(stored(browser), quiet_from=0, quiet_to=0)) as push:

        async def send() -> None:
            await push.send_due()
            await push.sent()

        with monkeypatch.context() as patched:
            patched.setattr(Vapid02, "sign", fails)
            await send()
        await send()
        assert double.arrived.empty()

        times.pass_by(CLAIMED / 1000)
        await send()
        assert browser.read(double.next())["room"] == "r"
        times.pass_by(CLAIMED / 1000)
        await send()
        assert double.arrived.empty(), "it has been sent"


async def test_a_notice_that_always_fails_is_given_up(
    double: PushDouble, caplog: pytest.LogCaptureFixture
) -> None:
    """Another node may support a time zone that is unknown here."""
    times, browser = Times(day=NOON), BrowserDouble(double.origin, "a")
    async with due(double, times, replace(stored(browser), zone="Nowhere/City")) as push:
        for _ in range(2 * service.MAX_TRIES):
            await push.send_due()
            await push.sent()
            times.pass_by(CLAIMED / 1000)

    assert caplog.messages == ["failed"] * service.MAX_TRIES
