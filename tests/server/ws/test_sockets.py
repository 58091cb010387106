"""The socket: who gets one, what is taken on it, and when it is closed."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.served import (
    Json,
    Served,
    Socket,
    by_hand,
    frame,
    playing,
    refused,
    served,
)
from websockets.sync.client import connect

from tilerummy.server.connections import OpenSockets
from tilerummy.server.messages import Pong
from tilerummy.server.settings import QUEUE
from tilerummy.server.ws import send_queue
from tilerummy.server.ws.send_queue import SendQueue


def test_a_person_plays_against_the_computer(server: Served) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        told = talk.ask("act", room=shot["room"], version=shot["version"], actions=["draw"])
        assert told["status"] == "ok"
        update = talk.next("update")
        assert update["version"] > shot["version"]


def test_a_program_plays_with_its_token(server: Served) -> None:
    headers = {"Authorization": f"Bearer {server.program()}"}
    with connect(server.ws, additional_headers=headers, compression=None) as raw:
        assert Socket(raw).next()["name"] == "Robot"


def test_a_ping_is_answered(server: Served) -> None:
    with server.person().socket() as talk:
        talk.send("ping")
        assert talk.next()["type"] == "pong"


def test_a_new_name_holds_on_the_sockets_that_are_open(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person()
    room = ann.open()
    with ben.socket() as talk:
        assert ben.put("/api/me", {"name": "Ben"}).status_code == 200
        assert talk.ask("control", room=room, what="sit")["status"] == "ok"
    assert [s["name"] for s in ann.get(f"/api/rooms/{room}").json()["seats"]] == ["Ann", "Ben"]


def test_s13_nobody_sits_down_beside_a_name_that_looks_the_same(server: Served) -> None:
    ann, eve = server.person("Ann"), server.person("Аnn")
    room = ann.open()
    with eve.socket() as talk:
        told = talk.ask("control", room=room, what="sit")
    assert [reason["code"] for reason in told["reasons"]] == ["name_taken"]


def test_a_table_watched_twice_is_told_once(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open()
    with ann.socket() as talk:
        for _ in range(2):
            talk.send("watch", room=room)
            talk.next("snapshot")
        talk.send("say", room=room, text="hello")
        talk.next("chat")
        talk.send("ping")
        assert talk.next("pong") == talk.seen[-1]
        assert [m["type"] for m in talk.seen].count("chat") == 1


def test_who_closes_the_socket_is_away_for_the_others(server: Served) -> None:
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


def test_a_server_that_ends_says_so_on_every_socket_and_has_left_none_then() -> None:
    with ExitStack() as left:
        with served() as running:
            ann = running.person()
            talks = [left.enter_context(who.socket()) for who in (ann, ann, running.person())]
            talks[0].send("watch", room=ann.open())
            talks[0].next("snapshot")
            connections = running.services.connections
            assert len(connections) == 3
        assert [talk.closed() for talk in talks] == [1012] * 3
        assert len(connections) == 0


# S2, S6


@pytest.mark.parametrize(
    "origin", [None, "null", "https://evil.example", "http://127.0.0.1:1", "x"]
)
def test_s2_no_other_page_opens_a_socket_with_my_cookie(server: Served, origin: Json) -> None:
    ann = server.person()

    assert refused(server.ws, origin=origin, additional_headers={"Cookie": ann.cookie}) == 403


@pytest.mark.parametrize("more", [".evil.example", "@evil.example", "0"])
def test_s2_nor_does_a_page_whose_address_begins_like_this_one(server: Served, more: str) -> None:
    headers = {"Cookie": server.person().cookie}
    assert refused(server.ws, origin=server.url + more, additional_headers=headers) == 403


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
        told = talk.ask("act", room=shot["room"], version=shot["version"], actions=["draw"])
        assert told["status"] == "ok", "the seat and its socket are as they were"


def test_s6_a_token_in_the_address_is_nothing(server: Served) -> None:
    token = server.program()

    assert refused(f"{server.ws}?token={token}", origin=server.url) == 401


# S10, S11


def test_s10_two_tabs_get_the_same_and_a_command_is_done_once(server: Served) -> None:
    ann = server.person("Ann")
    with ann.socket() as one, ann.socket() as two:
        shot = playing(ann, one)
        two.send("watch", room=shot["room"])
        other = two.next("snapshot")
        assert (other["game"], other["seat"]) == (shot["game"], shot["seat"])
        command = {"room": shot["room"], "version": shot["version"], "actions": ["draw"]}
        for talk in (one, two, one):
            talk.send("act", cid="same", **command)
        told = [talk.next("answer") for talk in (one, two, one)]
        assert told[0] == told[1] == told[2]
        assert told[0]["status"] == "ok"
        assert one.seen[-1]["type"] == "answer"
        for talk in (one, two):
            talk.send("watch", room=shot["room"], since=shot["version"])
            told = talk.next("update")["entries"]
            while not any(e.get("seat") == shot["seat"] for e in told):
                told = talk.next("update")["entries"]
            drawn = [e for e in told if e.get("seat") == shot["seat"] and e["what"] == "acted"]
            assert len(drawn) == 1


def test_s11_who_has_left_hears_and_does_nothing_more(server: Served) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        playing(ann, talk)
        assert ann.delete("/api/me").status_code == 200
        assert talk.closed() == 4002


# A8, A12


MESSAGES = [
    "",
    "nul",
    "[]",
    '"ping"',
    "{}",
    '{"type": "nix"}',
    '{"type": 1}',
    '{"type": "ping", "extra": 1}',
    '{"type": "watch"}',
    '{"type": "watch", "room": 1}',
    '{"type": "watch", "room": "x", "since": -1}',
    '{"type": "watch", "room": "x", "since": 1.5}',
    '{"type": "watch", "room": "x", "since": NaN}',
    '{"type": "watch", "room": "x", "since": 1e999}',
    '{"type": "watch", "room": "x", "since": 9223372036854775808}',
    '{"type": "act", "room": "x", "cid": "c", "version": 0, "actions": []}',
    '{"type": "act", "room": "x", "cid": "../", "version": 0, "actions": ["draw"]}',
    '{"type": "act", "room": "x", "cid": "c", "version": 0, "actions": [{"number": 7}]}',
    '{"type": "act", "room": "x", "cid": "c", "version": 0, "actions": ["draw"], "tile": "r7"}',
    '{"type": "done", "room": "x", "cid": "c", "version": 0, "after": [["r7"]]}',
    '{"type": "say", "room": "x", "text": "\\ud800"}',
    '{"type": "control", "room": "x", "cid": "c", "what": "win"}',
    '{"type": "watch", "room": ' + "[" * 8000 + "]" * 8000 + "}",
    "{" + ",".join(f'"k{n}": 1' for n in range(1500)) + "}",
]


@pytest.mark.parametrize("text", MESSAGES, ids=lambda t: t[:60])
def test_a8_a12_what_is_no_message_is_a_fault_and_nothing_else(server: Served, text: str) -> None:
    with server.person().socket() as talk:
        talk.raw.send(text)
        fault = talk.next()
        assert (fault["type"], fault["code"]) == ("fault", "bad_message")
        talk.send("ping")
        assert talk.next()["type"] == "pong"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"type": "watch", "room": "x", "tile": 1}', "known are type, room, since"),
        ('{"type": "watch"}', "the field room is missing; it is a text"),
        ('{"type": "win"}', "type: it is watch, unwatch, act"),
        ("{}", "the field type is missing; it is watch, unwatch, act"),
        (
            '{"type": "react", "room": "x", "reaction": "no"}',
            "reaction: it is good_luck, hurry, oops",
        ),
        ("watch", "not JSON near byte 0"),
        ("", "not JSON, or only its beginning"),
        ("3", "it is an object with a type"),
    ],
)
def test_a_message_that_is_none_is_told_what_it_may_be(
    server: Served, text: str, told: str
) -> None:
    with server.person().socket() as talk:
        talk.raw.send(text)
        message = talk.next()["message"]

    assert told in message


def test_a8_tiles_come_as_text_and_mean_only_themselves(server: Served) -> None:
    """Nobody can play what is not on the rack: an action names tiles, the server has them."""
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        rack = set(shot["game"]["rack"])
        missing = next(c for c in "krbo" if not {f"{c}11", f"{c}12", f"{c}13"} <= rack)
        meld = f"{missing}11 {missing}12 {missing}13"
        told = talk.ask("done", room=shot["room"], version=shot["version"], after=[meld])
        assert told["status"] == "refused"
        assert told["reasons"]


@pytest.mark.parametrize("kind", ["done", "check"])
def test_d8_a_table_of_more_tiles_than_there_are_is_not_looked_at(
    server: Served, kind: str
) -> None:
    with server.person().socket() as talk:
        told = talk.ask(kind, room="x", version=0, after=["k1 " * 26] * 180)
        assert (told["type"], told["code"]) == ("fault", "bad_message")


@settings(max_examples=200)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
        max_leaves=8,
    ),
    st.sampled_from(["watch", "act", "done", "check", "preview", "control", "say", "ask_hint"]),
    st.sampled_from(["room", "cid", "version", "actions", "after", "rows", "what", "text", "seat"]),
)
def test_a12_any_value_in_any_field_is_answered(
    talker: Socket, value: Json, kind: str, name: str
) -> None:
    fields = {
        "room": "x",
        "cid": "c",
        "version": 0,
        "actions": ["draw"],
        "after": [],
        "rows": [],
        "what": "sit",
        "text": "hi",
    }
    takes = {
        "watch": ("room",),
        "act": ("room", "cid", "version", "actions"),
        "done": ("room", "cid", "version", "after"),
        "check": ("room", "cid", "version", "after"),
        "preview": ("room", "version", "rows"),
        "control": ("room", "cid", "what"),
        "say": ("room", "text"),
        "ask_hint": ("room", "cid", "version"),
    }[kind]
    talker.send(kind, **{**{n: fields[n] for n in takes}, name: value})
    talker.send("ping")
    while (told := talker.next())["type"] != "pong":
        assert told["type"] in ("fault", "answer")
        assert told.get("code") != "server_busy", told


@pytest.fixture(scope="module")
def talker(server: Served) -> Json:
    with server.person().socket() as talk:
        yield talk


# D4


class Unread:
    """A channel whose peer takes one message, and never another."""

    def __init__(self) -> None:
        self.events: list[bytes | int] = []

    async def accept(self) -> None:
        pass

    async def receive(self) -> str | None:
        raise AssertionError

    async def send(self, message: bytes) -> None:
        self.events.append(message)
        if len(self.events) > 1:
            await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.events.append(code)


class Ready(Unread):
    """A channel whose peer takes everything."""

    async def send(self, message: bytes) -> None:
        self.events.append(message)


def test_d4_a_slow_reader_is_dropped_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send_queue, "CLOSING", 0.01)

    async def test() -> None:
        gave_up = asyncio.Event()
        channel = Unread()
        queue = SendQueue(channel, gave_up.set, 0)
        queue.put(b"first")
        queue.put(b"second")
        await asyncio.sleep(0)
        for _ in range(QUEUE // 1000):
            queue.put(b"x" * 1000)
        closing = [queue.closing]
        queue.put(b"x" * 1000)
        assert [*closing, queue.closing] == [None, 1013]
        assert channel.events == [b"first", b"second"]
        await gave_up.wait()
        await queue.stop()

    asyncio.run(test())


def test_what_waits_is_sent_in_order_and_then_the_close() -> None:
    async def test() -> None:
        channel = Ready()
        queue = SendQueue(channel, lambda: None, 0)
        for message in (b"1", b"2", b"3"):
            queue.put(message)
        await asyncio.sleep(0.01)
        await queue.finish(1000)
        queue.put(b"4")
        await queue.stop()
        assert channel.events == [b"1", b"2", b"3", 1000]

    asyncio.run(test())


def test_d4_who_never_reads_loses_the_socket(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = ann.open()
    dropped = server.metrics.dropped
    with by_hand(ben) as deaf, ann.socket() as talk:
        deaf.sendall(frame(1, json.dumps({"type": "watch", "room": room}).encode()))
        talk.send("watch", room=room)
        talk.next("snapshot")
        before = dropped._value.get()
        for _ in range(20_000):
            talk.send("say", room=room, text="x" * 500)
            talk.next("chat")
            if dropped._value.get() > before:
                break
        else:
            pytest.fail("the reader was never dropped")


def test_what_goes_to_many_is_written_once() -> None:
    connections, message = OpenSockets(), Pong()

    assert connections.encoded(message) is connections.encoded(message)
