"""Sockets open, exchange messages, and close (R1, S9)."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import ExitStack
from itertools import pairwise
from unittest.mock import AsyncMock

import pytest
from tests.server.served import Json, Served, frame, playing, raw_socket, refused, served

from tilerummy.server.connections import OpenSockets
from tilerummy.server.messages.client import ClientMessage
from tilerummy.server.messages.server import Pong
from tilerummy.server.ws import send_queue
from tilerummy.server.ws.send_queue import SendQueue


def test_a_new_name_applies_to_open_sockets(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person()
    room = ann.open()
    with ben.socket() as talk:
        assert ben.put("/api/me", {"name": "Ben"}).status_code == 200
        assert talk.ask("control", room=room, what="sit")["status"] == "ok"
    assert [s["name"] for s in ann.get(f"/api/rooms/{room}").json()["seats"]] == ["Ann", "Ben"]


def test_a_room_watched_twice_on_a_socket_sends_everything_once(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open()
    with ann.socket() as talk:
        for _ in range(2):
            talk.send("watch", room=room)
            talk.next("snapshot")
        talk.send("say", room=room, text="hello")
        assert [message["type"] for message in talk.until_pong()].count("chat") == 1


def test_a_player_who_closes_the_socket_is_shown_as_disconnected(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = ann.open()
    with ann.socket() as talk:
        talk.send("watch", room=room)
        with ben.socket() as other:
            other.send("watch", room=room)
            assert other.ask("control", room=room, what="sit")["status"] == "ok"
        while (seat := talk.next("presence")["seats"][1])["kind"] != "person" or seat["connected"]:
            pass
        assert seat["name"] == "Ben"


def test_a_server_that_stops_closes_every_socket() -> None:
    with ExitStack() as left:
        with served() as running:
            ann = running.person()
            talks = [left.enter_context(person.socket()) for person in (ann, ann, running.person())]
            talks[0].send("watch", room=ann.open())
            talks[0].next("snapshot")
            connections = running.services.connections
            assert len(connections) == 3
        assert [talk.closed() for talk in talks] == [1012] * 3
        assert len(connections) == 0


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "null", "https://evil.example", "http://127.0.0.1:1", "x"),
        *("{}.evil.example", "{}@evil.example", "{}0"),
    ],
)
def test_s2_no_other_page_opens_a_socket_with_my_cookie(server: Served, origin: str | None) -> None:
    headers = {"Cookie": server.person().cookie}
    origin = origin and origin.format(server.url)

    assert refused(server.ws, origin=origin, additional_headers=headers) == 403


def test_s2_a_page_that_is_allowed_opens_a_socket() -> None:
    with (
        served(origins=("https://tiles.example",)) as running,
        running.person().socket(origin="https://tiles.example"),
    ):
        pass


@pytest.mark.parametrize("cookie", ["", "tilerummy=", "tilerummy=x", "tilerummy=" + "A" * 54])
def test_s9_without_a_good_token_there_is_no_socket(server: Served, cookie: str) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        before = server.services.connections.of(server.services.connections.guests()[0])
        for headers in ({"Cookie": cookie}, {"Authorization": f"Bearer {cookie}"}):
            assert refused(server.ws, origin=server.url, additional_headers=headers) == 401
        assert server.services.connections.of(server.services.connections.guests()[0]) == before
        assert talk.act(shot, "draw")["status"] == "ok", "the seat and its socket are unchanged"


def test_s6_a_token_in_the_address_is_nothing(server: Served) -> None:
    token = server.program()

    assert refused(f"{server.ws}?token={token}", origin=server.url) == 401


def test_s10_two_tabs_get_the_same_view_and_one_result_per_command(server: Served) -> None:
    ann = server.person("Ann")
    with ann.socket() as one, ann.socket() as two:
        shot = playing(ann, one)
        two.send("watch", room=shot["room"])
        other = two.next("snapshot")
        assert (other["game"], other["seat"]) == (shot["game"], shot["seat"])
        command = {"room": shot["room"], "version": shot["version"], "actions": ["draw"]}
        for talk in (one, two, one):
            talk.send("act", cid="same", **command)
        first, *again = [talk.next("answer") for talk in (one, two, one)]
        assert again == [first, first]
        assert first["status"] == "ok"


WATCH, ACT = '{"type": "watch", "room": "x", ', '{"type": "act", "room": "x", "version": 0, '
MESSAGES = {
    "": "not JSON: ",
    "nul": "",
    "watch": "(byte 0)",
    "[]": "",
    "3": "Expected `object`",
    '"ping"': "",
    "{}": "missing required field `type`",
    '{"type": "nix"}': "valid values: watch, unwatch, act",
    '{"type": 1}': "",
    '{"type": "ping", "extra": 1}': "",
    '{"type": "watch"}': "missing required field `room`",
    '{"type": "watch", "room": 1}': "",
    WATCH + '"tile": 1}': "valid fields: type, room, since",
    WATCH + '"since": -1}': "",
    WATCH + '"since": 1.5}': "",
    WATCH + '"since": NaN}': "",
    WATCH + '"since": 1e999}': "",
    WATCH + '"since": 9223372036854775808}': "",
    ACT + '"cid": "c", "actions": []}': "",
    ACT + '"cid": "../", "actions": ["draw"]}': "",
    ACT + '"cid": "c", "actions": [{"number": 7}]}': "",
    ACT + '"cid": "c", "actions": ["draw"], "tile": "r7"}': "",
    ACT + '"cid": "c", "actions": ["draw"], "at": 1}': "",  # K1: clients send no times
    '{"type": "done", "room": "x", "cid": "c", "version": 0, "after": [["r7"]]}': "",
    '{"type": "say", "room": "x", "text": "\\ud800"}': "",
    '{"type": "react", "room": "x", "reaction": "no"}': "valid values: good_luck, hurry, oops",
    '{"type": "control", "room": "x", "cid": "c", "what": "win"}': "",
    '{"type": "watch", "room": ' + "[" * 8000 + "]" * 8000 + "}": "",
    "{" + ",".join(f'"k{n}": 1' for n in range(1500)) + "}": "",
}
"""Invalid messages, each with a part of the error message if the test checks it."""


@pytest.mark.parametrize("text", MESSAGES, ids=lambda t: t[:60])
def test_a8_a12_an_invalid_message_gets_an_explanation(server: Served, text: str) -> None:
    with server.person().socket() as talk:
        talk.raw.send(text)
        fault = talk.next()
        assert (fault["type"], fault["code"]) == ("fault", "bad_message")
        assert MESSAGES[text] in fault["message"]
        assert talk.until_pong() == []


def test_a8_tiles_come_as_text_and_mean_only_themselves(server: Served) -> None:
    """An action names tiles; the racks are only on the server."""
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        rack = set(shot["game"]["rack"])
        missing = next(c for c in "krbo" if not {f"{c}11", f"{c}12", f"{c}13"} <= rack)
        meld = f"{missing}11 {missing}12 {missing}13"
        result = talk.ask("done", room=shot["room"], version=shot["version"], after=[meld])
        assert result["status"] == "refused"
        assert result["reasons"]


@pytest.mark.parametrize("kind", ["done", "check"])
def test_d8_a_table_of_too_many_tiles_is_rejected_unread(server: Served, kind: str) -> None:
    with server.person().socket() as talk:
        fault = talk.ask(kind, room="x", version=0, after=["k1 " * 26] * 180)
        assert (fault["type"], fault["code"]) == ("fault", "bad_message")


async def test_d4_a_socket_that_does_not_take_its_close_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never(_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(send_queue, "CLOSE_TIMEOUT", 0.01)
    gave_up, channel = asyncio.Event(), AsyncMock(send=never)
    queue = SendQueue(channel, lambda _: b"x" * 1000, gave_up.set, 0, bound=2000)
    for closing in (None, None, None, 1013):  # one is being sent, two are queued
        queue(Pong())
        await asyncio.sleep(0)
        assert queue.closing == closing
    await gave_up.wait()
    await queue.stop()


def test_d4_a_client_that_never_reads_is_dropped_and_delays_no_one(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = ann.open()
    dropped = server.metrics.counters["slow_clients_dropped"]
    with raw_socket(ben) as deaf, ann.at(room) as talk:
        deaf.sendall(frame(1, json.dumps({"type": "watch", "room": room}).encode()))
        before = dropped._value.get()
        for _ in range(20_000):
            talk.send("say", room=room, text="x" * 500)
            talk.next("chat")
            if dropped._value.get() > before:
                break
        else:
            pytest.fail("the reader was never dropped")


def test_a_message_to_many_sockets_is_encoded_once() -> None:
    connections, message = OpenSockets(), Pong()

    assert connections.encoded(message) is connections.encoded(message)


@pytest.mark.parametrize("hangs_up", [True, False], ids=["reset", "end"])
def test_r1_a_command_cut_at_any_byte_is_done_once(server: Served, *, hangs_up: bool) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        room, first = shot["room"], shot["version"]
        message = {"cid": "once", "room": room, "version": first, "actions": ["draw"]}
        whole = frame(1, json.dumps({"type": "act", **message}).encode())
        for cut in [*range(0, len(whole), 7), len(whole) - 1, len(whole)]:
            raw = raw_socket(ann)
            if hangs_up:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            raw.sendall(whole[:cut])
            raw.close()
        talk.send("act", **message)
        answer = talk.next("answer")
        assert answer["status"] == "ok"
        assert talk.ask("act", **message) == answer
        talk.send("watch", room=room, since=first)
        entries: list[Json] = []
        while not entries:
            entries = talk.next("update")["entries"]

    drawn = [e for e in entries if e.get("seat") == shot["seat"] and e["what"] == "acted"]
    assert len(drawn) == 1
    assert all(b["seq"] == a["seq"] + 1 for a, b in pairwise(entries)), "without a gap"


def test_r2_an_impossible_version_gets_the_complete_view(server: Served) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        for since in (0, shot["version"] + 1, 10**9, 2**53):
            talk.send("watch", room=shot["room"], since=since)
            while (message := talk.next())["type"] == "presence":
                pass
            assert message["type"] in ("snapshot", "update")
            assert message["version"] == shot["version"]
            assert message["game"]["rack"] == shot["game"]["rack"]


def test_d10_a_client_that_missed_many_entries_gets_a_snapshot(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open()
    with ann.socket() as talk:
        for number in range(150):
            for what in ("lock", "unlock"):
                talk.send("control", cid=f"{what}{number}", room=room, what=what)
        for _ in range(300):
            version = talk.next("answer")["version"]
        talk.send("watch", room=room, since=1)
        assert talk.next("snapshot")["version"] == version
        talk.send("watch", room=room, since=version - 50)
        assert len(talk.next("update")["entries"]) == 50


def test_k1_no_client_message_has_a_time() -> None:
    fields = {name for kind in ClientMessage.__args__ for name in kind.__struct_fields__}
    assert not [name for name in fields if "ms" in name.split("_") or "time" in name]
