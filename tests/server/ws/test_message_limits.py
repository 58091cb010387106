"""How much may be asked on a socket, and how many sockets there may be (D7)."""

from __future__ import annotations

import asyncio
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import pytest
from tests.server.conftest import FAST
from tests.server.served import Served, by_hand, frame, playing, refused, served

from tilerummy.server.limits import RATES, Rate
from tilerummy.server.ws.message_limits import MOST_QUESTIONS


def test_d7_a_flood_of_messages_is_throttled_and_then_cut_off() -> None:
    rates = {**FAST, "message": RATES["message"]}
    with served(rates=rates) as running, running.person().socket() as talk:
        for _ in range(60):
            talk.send("ping")
        told = [talk.next() for _ in range(60)]
        assert [t["type"] for t in told].count("pong") == 40
        assert {t["code"] for t in told if t["type"] == "fault"} == {"too_fast"}
        for _ in range(100):
            talk.send("ping")
        assert talk.closed() == 1008


def test_chat_is_slow_and_clean() -> None:
    with served(rates={**FAST, "chat": RATES["chat"]}) as running:
        ann = running.person("Ann")
        room = ann.open()
        with ann.socket() as talk:
            talk.send("watch", room=room)
            talk.next("snapshot")
            talk.send("say", room=room, text="<b>hi\u202e\n there\x00")
            assert talk.next("chat")["text"] == "<b>hi there"
            talk.send("say", room=room, text="\u200b \u202e")
            assert talk.next("fault")["code"] == "bad_message"
            for _ in range(5):
                talk.send("say", room=room, text="again")
            assert [talk.next("fault")["code"] for _ in range(4)] == ["too_fast"] * 4
            running.times.pass_by(1)
            talk.send("say", room=room, text="later")
            while talk.next("chat")["text"] != "later":
                pass


def test_d7_controls_cannot_fill_the_log_of_a_table() -> None:
    """On two sockets of one guest, whose other messages go on being answered."""
    with served(rates={**FAST, "control": RATES["control"]}) as running:
        ann = running.person("Ann")
        room = ann.open()
        with ann.socket() as talk, ann.socket() as other:
            for n in range(15):
                for each, what in ((talk, "lock"), (other, "unlock")):
                    told = each.ask("control", room=room, what=what)
                    assert told["type"] == ("answer" if n < 10 else "fault")
            assert (told["code"], told["room"]) == ("too_fast", room)
            other.send("ping")
            assert other.next("pong")
            running.times.pass_by(1)
            assert talk.ask("control", room=room, what="lock")["status"] == "ok"
            assert talk.ask("control", room=room, what="unlock")["type"] == "fault"


def test_a_guest_has_eight_sockets(server: Served) -> None:
    ann = server.person()
    headers = {"Cookie": ann.cookie}
    with ExitStack() as opened:
        for _ in range(8):
            opened.enter_context(ann.socket())
        assert refused(server.ws, origin=server.url, additional_headers=headers) == 429
    with ann.socket():
        pass


def test_a_guest_has_eight_sockets_however_fast_they_come(server: Served) -> None:
    ann = server.person()

    def tried(_: int) -> socket.socket | None:
        try:
            return by_hand(ann)
        except ConnectionRefusedError:
            return None

    with ThreadPoolExecutor(24) as pool, ExitStack() as opened:
        raws = [raw for raw in pool.map(tried, range(24)) if raw is not None]
        for raw in raws:
            opened.enter_context(raw)
        assert len(raws) == 8


def test_handshakes_are_limited_for_an_address() -> None:
    with served() as running:
        told = [refused(running.ws, origin=running.url) for _ in range(202)]

        assert told[:200] == [401] * 200
        assert told[200:] == [429] * 2


def test_a_socket_is_for_the_room_in_its_address(server: Served) -> None:
    first, other = server.person().open(), server.person().open()
    with server.person().socket(first) as talk:
        talk.send("watch", room=other)
        assert talk.next("fault")["code"] == "not_allowed"
        talk.send("ask_hint", room=other, cid="a", version=0)
        fault = talk.next("fault")
        assert (fault["code"], fault["room"], fault["cid"]) == ("not_allowed", other, "a")
        talk.send("watch", room=first)
        assert talk.next("snapshot")["room"] == first


def test_without_one_it_is_for_the_room_that_was_watched_last(server: Served) -> None:
    """As a page that was loaded before an upgrade needs it."""
    ann, ben = server.person("Ann"), server.person("Ben")
    first, other = ann.open(), ben.open()
    with (
        ann.socket(first) as at_first,
        ben.socket(other) as at_other,
        server.person().socket() as eve,
    ):
        eve.send("watch", room=first)
        assert eve.next("snapshot")["room"] == first
        eve.send("ask_hint", room=other, cid="a", version=0)
        assert eve.next("fault")["code"] == "not_allowed"
        eve.send("watch", room=other)
        assert eve.next("snapshot")["room"] == other
        eve.send("ask_hint", room=first, cid="b", version=0)
        assert eve.next("fault")["code"] == "not_allowed"

        for talk, room in ((at_first, first), (at_other, other)):
            talk.send("watch", room=room)
            talk.send("say", room=room, text=f"hello {room}")
            assert talk.next("chat")["room"] == room
        assert eve.next("chat")["room"] == other


@pytest.mark.parametrize("named", [True, False])
def test_a_room_is_left_by_unwatch_of_older_pages(
    server: Served,
    named: bool,  # noqa: FBT001
) -> None:
    ann = server.person("Ann")
    room, other = ann.open(), server.person().open()
    with ann.socket(room if named else "") as talk:
        talk.send("watch", room=room)
        talk.next("snapshot")
        talk.send("unwatch", room=other)
        talk.send("say", room=room, text="here")
        assert talk.next("chat")["text"] == "here"
        talk.send("unwatch", room=room)
        talk.send("say", room=room, text="away")
        talk.send("ping")
        talk.next("pong")
        talk.send("watch", room=room)
        assert talk.next("snapshot")["room"] == room
        assert not {"fault"} & {message["type"] for message in talk.seen}
        assert "away" not in [message.get("text") for message in talk.seen]


def test_only_so_many_questions_are_thought_about_at_once_for_a_socket(server: Served) -> None:
    async def thinks(*_: object) -> None:
        await asyncio.Event().wait()

    with server.person().socket() as talk, pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.services.rooms, "command", thinks)
        for n in range(MOST_QUESTIONS + 1):
            talk.send("ask_hint", room="x", cid=f"c{n}", version=0)
        fault = talk.next("fault")
        assert (fault["code"], fault["cid"]) == ("too_fast", f"c{MOST_QUESTIONS}")
        talk.send("ping")
        assert talk.next()["type"] == "pong"


def test_questions_that_take_thinking_have_a_rate() -> None:
    with served(rates={**FAST, "thinking": Rate(2, 1)}) as running:
        ann = running.person("Ann")
        with ann.socket() as talk:
            shot = playing(ann, talk)
            asked = {"room": shot["room"], "version": shot["version"]}
            told = [talk.ask("ask_hint", **asked)["type"] for _ in range(3)]
            assert told == ["hint", "hint", "fault"]
            running.times.pass_by(1)
            assert talk.ask("check", after=[], **asked)["type"] == "answer"


def test_of_pictures_that_come_too_fast_the_rest_is_left_out() -> None:
    with served(rates={**FAST, "preview": Rate(5, 5)}) as running:
        ann = running.person("Ann")
        with ann.socket() as talk:
            shot = playing(ann, talk)
            seen = len(talk.seen)
            for _ in range(10):
                talk.send("preview", room=shot["room"], version=shot["version"], rows=[["none"]])
            talk.send("ping")
            talk.next("pong")
            assert [m["type"] for m in talk.seen[seen:] if m["type"] != "presence"] == [
                *["fault"] * 5,
                "pong",
            ]


def test_d7_a_table_is_looked_at_only_so_often_however_many_sockets_a_guest_has() -> None:
    with served(rates={**FAST, "watch": Rate(6, 1)}) as running:
        ann = running.person("Ann")
        room = ann.open()
        told: list[str] = []
        with ExitStack() as stack:
            for _ in range(4):
                talk = stack.enter_context(ann.socket())
                for _ in range(3):
                    talk.send("watch", room=room)
                talk.send("ping")
                talk.next("pong")
                told += [m["type"] for m in talk.seen if m["type"] in ("snapshot", "fault")]
            assert told.count("snapshot") == 6
            assert told.count("fault") == 6
            running.times.pass_by(1)
            talk.send("watch", room=room)
            assert talk.next()["type"] in ("snapshot", "presence")


@pytest.mark.parametrize(
    ("what", "kind", "fields"),
    [
        ("watch", "watch", {}),
        ("command", "act", {"actions": ["draw"], "version": 0, "cid": "c"}),
        ("command", "done", {"after": [], "version": 0, "cid": "c"}),
        ("command", "control", {"what": "sit", "cid": "c"}),
        ("thinking", "check", {"after": [], "version": 0, "cid": "c"}),
        ("new_room", "control", {"what": "rematch", "cid": "c"}),
    ],
)
def test_d7_the_guests_of_an_address_share_a_limit(
    what: str, kind: str, fields: dict[str, object]
) -> None:
    with served(rates={**FAST, f"address_{what}": Rate(2, 1)}) as running:
        faults = []
        for _ in range(3):
            with running.person().socket() as talk:
                talk.send(kind, room="x", **fields)
                faults.append(talk.next("fault")["code"])
        assert faults == ["no_such_room"] * 2 + ["too_fast"]
        assert "again" in talk.seen[-1]["message"] or what == "thinking"


def test_d7_messages_of_an_address_that_says_too_much_are_taken_later() -> None:
    """And nobody else's: what is read too early is not answered, and not refused either."""
    rates = {**FAST, "address_message": Rate(3, 20)}
    with served(rates=rates, proxies=("127.0.0.1",)) as running:
        eve, ann = running.person(), running.person()
        with (
            eve.socket(headers={"X-Forwarded-For": "192.0.2.1"}) as flood,
            ann.socket(headers={"X-Forwarded-For": "192.0.2.2"}) as talk,
        ):
            for _ in range(6):
                flood.send("ping")
            assert [flood.next()["type"] for _ in range(3)] == ["pong"] * 3
            talk.send("ping")
            assert talk.next()["type"] == "pong"
            assert [flood.next()["type"] for _ in range(3)] == ["pong"] * 3


def test_what_came_in_one_piece_is_answered_whole() -> None:
    with served(rates=FAST) as running, by_hand(running.person()) as raw:
        raw.sendall(b"".join(frame(9, b"%04d" % n) for n in range(2000)))
        raw.sendall(frame(1, b'{"type":"ping"}') * 50)
        taken = b""
        while taken.count(b'"pong"') < 50:
            part = raw.recv(65536)
            assert part
            taken += part
        assert [taken.find(b"\x8a\x04%04d" % n) >= 0 for n in range(2000)] == [True] * 2000


def test_requests_that_come_in_one_piece_are_answered_in_turn(server: Served) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:
        raw.sendall(request * 300)
        taken = b""
        while taken.count(b'{"status":"ok"}') < 300:
            part = raw.recv(65536)
            assert part
            taken += part


FLOODS = [frame(9, b""), frame(10, b""), frame(9, b"x" * 125), frame(0, b"", fin=False)]


@pytest.mark.parametrize("flood", FLOODS, ids=["pings", "pongs", "long pings", "fragments"])
def test_d7_frames_that_are_no_messages_are_read_later(flood: bytes) -> None:
    """They take a share of the time, so that others do not wait for them."""
    with served() as running, by_hand(running.person()) as raw:
        raw.sendall(frame(1, b" ", fin=False))
        raw.settimeout(0.2)
        sent, end = 0, time.monotonic() + 2
        while time.monotonic() < end:
            with suppress(TimeoutError):
                sent += raw.send(flood * 1000)
            with suppress(TimeoutError):
                raw.recv(65536)
        with running.person().socket() as talk:
            for _ in range(10):
                began = time.monotonic()
                talk.send("ping")
                assert talk.next("pong")
                assert time.monotonic() - began < 1
        assert sent < 16_000_000, "no more was taken than waits in the operating system"
