"""Logs and metrics describe the server, without personal data or tiles (L11, S14)."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import socket
from collections.abc import Iterator
from unittest.mock import AsyncMock

import pytest
from tests.server.conftest import FAST
from tests.server.served import Served, Socket, raw_socket, served

from tilerummy.server.ops import logs


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    names = ("tilerummy.server", "uvicorn", "asyncio", "websockets")
    before = [
        (logging.getLogger(n), logging.getLogger(n).handlers, logging.getLogger(n).propagate)
        for n in names
    ]
    logs.send_logs_to(stream, logging.DEBUG)
    yield stream
    for logger, handlers, propagate in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(logging.NOTSET)


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_l11_no_secret_is_in_the_logs_or_metrics(written: io.StringIO) -> None:
    """Plays a game that uses every endpoint."""
    with served(rates=FAST) as running:
        ann, ben = running.person("Ann Canary"), running.person("Ben Canary")
        token = running.program("Robot Canary")
        room = ann.open(terms={"private": True, "title": "Canary table"})
        invite = ann.get(f"/api/rooms/{room}/invite").json()["code"]
        assert ben.post(f"/api/invites/{invite}").status_code == 200
        carry = ben.post("/api/device-transfer").json()["code"]
        secrets = [token, room, invite, carry, "Canary", "192.0.2.77", "c0ffee" * 4]
        with ann.socket() as one, ben.socket() as two:
            for talk in (one, two):
                talk.send("watch", room=room)
            assert two.ask("control", room=room, what="sit")["status"] == "ok"
            assert one.ask("control", room=room, what="start")["status"] == "ok"
            talk = _to_move(one, two)
            talk.send("say", room=room, text="Canary talk")
            talk.ask("ask_hint", room=room, version=0)
            talk.ask("act", room=room, version=0, actions=["draw"], cid="c0ffee" * 4)
            secrets += [rack for t in (one, two) for rack in racks(t)]
        ann.get(f"/api/rooms/{room}/record")
        ann.get("/", headers={"X-Forwarded-For": "192.0.2.77"})
        ann.get(f"/i/{invite}")
        secrets += [c.value for p in (ann, ben) for c in p.client.cookies.jar]
        secrets += [s.hex() for s in _seeds(running, room)]
        metrics = ann.get("/metrics").text
    public = written.getvalue() + metrics

    assert len(lines(written)) > 10
    for secret in (*secrets, "127.0.0.1"):
        assert secret not in public, secret


def _to_move(*talks: Socket) -> Socket:
    """Wait for the deal, and return the socket of the player to move."""
    updates = [talk.next("update") for talk in talks]
    while not all(u["game"] for u in updates):
        updates = [
            u if u["game"] else t.next("update") for t, u in zip(talks, updates, strict=True)
        ]
    return next(t for t, u in zip(talks, updates, strict=True) if u["game"]["to_move"] == u["seat"])


def racks(talk: Socket) -> list[str]:
    """Return every rack that was sent to a socket, in all forms of a message."""
    games = [m["game"] for m in talk.seen if m.get("game")]
    return [sep.join(game["rack"]) for game in games if game["rack"] for sep in (" ", '", "')]


def _seeds(running: Served, room: str) -> list[bytes]:
    seeds = asyncio.run(running.services.store.logs.seeds(room))
    assert seeds
    return [*seeds.values()]


def test_only_listed_fields_are_logged(written: io.StringIO) -> None:
    logs.log_event("tried", status=200, route="/api/me")
    with pytest.raises(KeyError):
        logs.log_event("tried", rack="r1 r2")

    [line] = lines(written)
    assert set(line) == {"at", "level", "event", "status", "route"}


def test_s14_no_text_forges_a_line_of_the_log(written: io.StringIO) -> None:
    logs.log_event("tried", route='x\r\n{"level": "error"}\x1b[31m')
    logging.getLogger("uvicorn.error").warning("a\nb %s", "rack r1\r\n")

    first, second = lines(written)
    assert first["level"] == "info"
    assert second == {**second, "event": "uvicorn.error", "level": "warning"}
    assert "\x1b" not in written.getvalue()
    assert "r1" not in written.getvalue().splitlines()[1]


def test_an_error_response_has_only_an_error_id(
    server: Served, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("seed 1234")

    monkeypatch.setattr(server.services.rooms, "lobby", broken)
    before = server.metrics.counters["failures"]._value.get()
    answer = server.person().get("/api/rooms")
    server.metrics.counters["failures"]._value.set(before)

    assert answer.status_code == 500
    assert "seed" not in answer.text
    [line] = [li for li in lines(written) if li["event"] == "failed"]
    assert str(line["mark"]) in answer.text
    assert line["kind"] == "RuntimeError"
    assert "test_logs.py" in str(line["where"])
    assert "seed" not in written.getvalue()


def test_a_rejected_handshake_is_not_logged_as_an_error(
    server: Served, written: io.StringIO
) -> None:
    with pytest.raises(ConnectionRefusedError):
        raw_socket(server.stranger())
    server.person()

    assert [line for line in lines(written) if line["level"] not in ("info", "debug")] == []


def test_an_error_in_a_command_leaves_the_socket_open(
    server: Served, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = AsyncMock(side_effect=RuntimeError("rack r1"))
    ann = server.person()
    room = ann.open()
    with ann.socket() as talk, monkeypatch.context() as patch:
        patch.setattr(server.services.rooms, "command", broken)
        before = server.metrics.counters["failures"]._value.get()
        talk.send("control", room=room, cid="c", what="lock")
        fault = talk.next()
        server.metrics.counters["failures"]._value.set(before)
        assert (fault["code"], fault["cid"], fault["room"]) == ("server_busy", "c", room)
        assert talk.until_pong() == []
    assert "r1" not in written.getvalue()


def test_invalid_requests_do_not_fill_the_log(server: Served, written: io.StringIO) -> None:
    for _ in range(40):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:
            raw.sendall(b"no request at all\r\n\r\n")
            assert raw.recv(100).startswith(b"HTTP/1.1 400")

    assert len(lines(written)) == 10
    logs.log_event("tried", logs.WARNING)
    assert lines(written)[-1]["event"] == "tried", "the server's own events are logged"
