"""A complete server on a free port, in a thread of the test process, with real sockets."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import json
import os
import socket
import struct
import threading
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
import uvicorn
from tests.server.stream_reader import whole
from tests.server.workers.patient import PatientWorkers
from tests.support import plain_http
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tilerummy.server.asgi.application import build
from tilerummy.server.asgi.server import configured, listen_on
from tilerummy.server.clock import Clock
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.guests.sessions import hashed
from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.ops.telemetry import NO_TRACER, Tracer
from tilerummy.server.rooms.ports import INSTANT, RoomServices
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.services import Services
from tilerummy.server.settings import Settings
from tilerummy.server.store.factory import memory_store
from tilerummy.server.store.store import Store

COMPUTER = [{"seat": 1, "level": "beginner"}]
WRITES = {"X-Tile-Rummy": "1"}
"""The header that a request with a cookie needs in order to write."""

Json = Any


@dataclass
class Times:
    """The wall clock and the rate limiter's clock; both are moved by hand."""

    day: int = 1_700_000_000_000
    seconds: float = 1000.0

    def now(self) -> int:
        return self.day

    def clock(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.day += int(seconds * 1000)
        self.seconds += seconds


@dataclass
class Person:
    """A browser: a cookie jar, and sockets that send the cookie."""

    served: Serving
    client: httpx2.Client

    def get(self, path: str, **more: Json) -> httpx2.Response:
        return self.client.get(path, **more)

    def post(self, path: str, body: Json = None, **more: Json) -> httpx2.Response:
        more.setdefault("headers", WRITES)
        return self.client.post(path, json={} if body is None else body, **more)

    def put(self, path: str, body: Json) -> httpx2.Response:
        return self.client.put(path, json=body, headers=WRITES)

    def delete(self, path: str) -> httpx2.Response:
        return self.client.request("DELETE", path, json={}, headers=WRITES)

    def open(self, **body: Json) -> str:
        answer = self.post("/api/rooms", {"seats": 2, **body})
        assert answer.status_code == 201, answer.text
        room: str = answer.json()["room"]
        return room

    def rooms(self) -> set[str]:
        """Return the ids of the guest's own tables in the lobby."""
        return {card["room"] for card in self.get("/api/rooms").json()["mine"]}

    def open_match(self, **body: Json) -> str:
        """Open a table and start a match there against a computer player."""
        return self.open(**{"computers": COMPUTER, "start": True, **body})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.client.cookies.jar)

    @contextmanager
    def socket(self, room: str = "", **more: Json) -> Iterator[Socket]:
        headers = {"Cookie": self.cookie, **more.pop("headers", {})}
        more.setdefault("origin", self.served.url)
        url = f"{self.served.ws}?room={room}" if room else self.served.ws
        with connect(url, additional_headers=headers, compression=None, **more) as opened:
            talk = Socket(opened)
            assert talk.next("welcome")
            yield talk

    @contextmanager
    def at(self, room: str, **more: Json) -> Iterator[Socket]:
        """Open a socket that watches a room; its ``known[room]`` is the latest view."""
        with self.socket(room, **more) as talk:
            talk.send("watch", room=room)
            talk.next("snapshot")
            yield talk

    def control(self, room: str, what: str) -> None:
        """Send a control command on a new socket."""
        with self.socket(room) as talk:
            assert talk.ask("control", room=room, what=what)["status"] == "ok"


@dataclass
class Socket:
    """An open socket that speaks JSON; updates are merged into complete views."""

    raw: ClientConnection
    _cid: int = 0
    seen: list[Json] = field(default_factory=list)
    known: dict[str, Json] = field(default_factory=dict)

    def send(self, kind: str, **fields: Json) -> None:
        self.raw.send(json.dumps({"type": kind, **fields}))

    def next(self, kind: str = "", timeout: float = 60) -> Json:
        """Return the next message, or the next one of the type *kind*, skipping other types."""
        deadline = time.monotonic() + timeout
        while True:
            raw = self.raw.recv(timeout=max(0.0, deadline - time.monotonic()))
            msgspec.json.decode(raw, type=ServerMessage)  # fails outside the protocol
            message = json.loads(raw)
            if message["type"] in ("snapshot", "update"):
                message = whole(self.known.get(message["room"]), message)
                self.known[message["room"]] = message
            self.seen.append(message)
            if kind in ("", message["type"]):
                return message

    def ask(self, kind: str, **fields: Json) -> Json:
        """Send a command and return its result."""
        self._cid += 1
        fields.setdefault("cid", f"c{os.urandom(6).hex()}")
        self.send(kind, **fields)
        while True:
            message = self.next()
            if message.get("cid") == fields["cid"]:
                return message

    def act(self, shot: Json, *actions: str, **fields: Json) -> Json:
        """Send actions for the version of a snapshot, and return the result."""
        return self.ask(
            "act", room=shot["room"], version=shot["version"], actions=[*actions], **fields
        )

    def until_pong(self) -> list[Json]:
        """Send a ping, and return the messages that arrive before the pong."""
        seen = len(self.seen)
        self.send("ping")
        self.next("pong")
        return self.seen[seen:-1]

    def closed(self, timeout: float = 60) -> int:
        """Return the server's close code."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                self.raw.recv(timeout=timeout)
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006
        raise TimeoutError("the server did not close")


@dataclass
class Serving:
    """A server on a local port, and its browsers."""

    port: int
    clients: list[httpx2.Client] = field(default_factory=list, init=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def stranger(self, cookies: httpx2.Cookies | None = None) -> Person:
        """Return a browser without a cookie, or with the given cookies."""
        self.clients.append(plain_http.Client(base_url=self.url, timeout=60, cookies=cookies))
        return Person(self, self.clients[-1])

    def person(self, name: str = "") -> Person:
        """Return a browser of a guest, with a name if one is given."""
        new = self.stranger()
        assert new.get("/api/me").status_code == 200
        if name:
            assert new.put("/api/me", {"name": name}).status_code == 200
        return new

    def program(self, name: str = "Robot") -> str:
        """Sign up a program with this *name*, and return its token."""
        answer = plain_http.post(f"{self.url}/api/tokens", json={"name": name})
        token: str = answer.json()["token"]
        return token

    def leave(self) -> None:
        """Close the browsers."""
        for client in self.clients:
            client.close()


@dataclass
class Served(Serving):
    """A server in a thread of the test process."""

    services: Services
    times: Times
    metrics: PrometheusMetrics

    def work(self, **jobs: Callable[..., Awaitable[object]]) -> None:
        """Replace the workers' jobs of these names by the given functions."""
        vars(self.services.workers).update(jobs)


def guest_id(person: Person) -> str:
    """Return a browser's guest id, looked up by its cookie."""
    assert isinstance(person.served, Served)
    token = hashed(person.cookie.partition("=")[2])
    owner = asyncio.run(person.served.services.store.guests.by_token(token))
    assert owner is not None
    return owner.guest.id


def raw_socket(person: Person) -> socket.socket:
    """Open a raw socket after a hand-written handshake, to send frames that no library would.

    The system buffers little for a socket that is not read.
    """
    served = person.served
    raw = socket.socket()
    raw.settimeout(60)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # must be set before connecting
    raw.connect(("127.0.0.1", served.port))
    key = b64encode(os.urandom(16)).decode()
    raw.sendall(
        (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.url}\r\n"
            f"Cookie: {person.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        ).encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += raw.recv(4096)
    if not head.startswith(b"HTTP/1.1 101"):
        raw.close()
        raise ConnectionRefusedError(head.split(b"\r\n")[0])
    assert b"extensions" not in head.lower(), "D2: nothing is ever compressed"
    return raw


def sent(served: Served, request: str, source: str = "127.0.0.1") -> bytes:
    """Send a request, and return the response up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", served.port), 60, (source, 0)) as raw:
        raw.sendall(request.encode())
        answer = b""
        while part := raw.recv(65536):
            answer += part
    return answer


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True, rsv: int = 0
) -> bytes:
    """Return an encoded WebSocket frame; if it is masked, the mask consists of zeros."""
    first = (0x80 if fin else 0) | rsv << 4 | opcode
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, masked << 7 | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, masked << 7 | 126, size)
    else:
        head = struct.pack("!BBQ", first, masked << 7 | 127, size)
    return head + (bytes(4) if masked else b"") + payload


def error(answer: httpx2.Response) -> str:
    """Return the error code of a response, after checking the response's form."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message"}
    code: str = body["error"]["code"]
    return code


@contextmanager
def served(
    store: Store | None = None,
    *,
    times: Times | None = None,
    node: str = "",
    tracer: Tracer = NO_TRACER,
    **settings: Json,
) -> Iterator[Served]:
    """Run a server with these *settings* during the context.

    If *node* is given, it names this server among several servers that share the store.
    """
    times = times or Times()
    settings.setdefault("static", Path("/nowhere"))
    settings.setdefault("lag", 1e9)
    chosen = Settings(key=b"k" * 32, now=times.now, clock=times.clock, **settings)
    opened = store or memory_store(times.now)
    clock = Clock(times.now)
    listening = listen_on("127.0.0.1", 0)
    # The system buffers little for a client that does not read, so its queue here fills soon.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 16)
    port = listening.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    ownership = NodeOwnership(opened.leases, clock, node or "alone", url, single_server=not node)
    services = RoomServices(
        store=opened,
        clock=clock,
        workers=PatientWorkers(),
        entropy=os.urandom,
        timings=INSTANT,
        ownership=ownership,
        tracer=tracer,
    )

    metrics = PrometheusMetrics()
    app = build(Rooms(services), chosen, metrics)
    running = Served(port, app.state.services, times, metrics)
    server = uvicorn.Server(configured(app, chosen))
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve([listening])), name="served", daemon=True
    )
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.005)
        yield running
    finally:
        running.leave()
        server.should_exit = True
        thread.join(60)
        listening.close()
        if thread.is_alive():
            faulthandler.dump_traceback(all_threads=True)
            raise AssertionError(f"the server did not end: {_tasks()}")


def _tasks() -> list[str]:
    """Return descriptions of all pending tasks, in any event loop."""
    tasks = (each for each in gc.get_objects() if isinstance(each, asyncio.Task))
    return [str(task) for task in tasks if not task.done()]


def playing(person: Person, talk: Socket, **body: Json) -> Json:
    """Start a game against a computer player, and return the snapshot of the first own turn."""
    room = person.open_match(**body)
    talk.send("watch", room=room)
    shot = talk.next("snapshot")
    while not shot.get("game") or shot["game"]["to_move"] != shot["seat"]:
        shot = {**shot, **talk.next("update")}
        assert shot["table"]["phase"] != "over"
    return shot


def refused(url: str, **more: Json) -> int:
    """Return the HTTP status of a handshake, which must be rejected with an error response."""
    with pytest.raises(InvalidStatus) as found, connect(url, compression=None, **more):
        pass
    assert found.value.response.body
    assert set(json.loads(found.value.response.body)) == {"error"}
    return found.value.response.status_code
