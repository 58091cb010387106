"""Limits on messages and on the number of sockets (D7)."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext, suppress

import pytest
from tests.server.conftest import FAST
from tests.server.served import Json, Served, playing, raw_socket, refused, served
from tests.support.waiting import until

from tilerummy.server.settings import RATES, Rate
from tilerummy.server.ws.message_limits import MAX_QUESTIONS


def test_d7_a_flood_of_messages_is_throttled_and_then_cut_off() -> None:
    rates = {**FAST, "message": RATES["message"]}
    with served(rates=rates) as running, running.person().socket() as talk:
        for _ in range(60):
            talk.send("ping")
        received = [talk.next() for _ in range(60)]
        assert [each["type"] for each in received].count("pong") == 40
        assert {each["code"] for each in received if each["type"] == "fault"} == {"too_fast"}
        for _ in range(100):
            talk.send("ping")
        assert talk.closed() == 1008


def test_chat_is_clean(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open()
    with ann.at(room) as talk:
        talk.send("say", room=room, text="<b>hi\u202e\n there\x00")
        assert talk.next("chat")["text"] == "<b>hi there"
        talk.send("say", room=room, text="\u200b \u202e")
        assert talk.next("fault")["code"] == "bad_message"


def test_a_guest_has_at_most_eight_sockets(server: Served) -> None:
    ann = server.person()
    headers = {"Cookie": ann.cookie}

    def tried(_: int) -> socket.socket | None:
        with suppress(ConnectionRefusedError):
            return raw_socket(ann)
        return None

    with ThreadPoolExecutor(24) as pool, ExitStack() as opened:
        raws = [raw for raw in pool.map(tried, range(24)) if raw is not None]
        for raw in raws:
            opened.enter_context(raw)
        assert len(raws) == 8
        assert refused(server.ws, origin=server.url, additional_headers=headers) == 429

    def again() -> bool:
        with tried(0) or nullcontext() as raw:
            return raw is not None

    until(again)


def test_handshakes_are_limited_per_address() -> None:
    with served() as running:
        statuses = [refused(running.ws, origin=running.url) for _ in range(202)]

    assert statuses == [401] * 200 + [429] * 2


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


def test_without_a_room_in_its_address_a_socket_is_for_the_last_one_watched(server: Served) -> None:
    """Required by pages that were loaded before an upgrade."""
    ann, ben = server.person("Ann"), server.person("Ben")
    first, other = ann.open(), ben.open()
    with ann.at(first) as at_first, ben.at(other) as at_other, server.person().socket() as eve:
        for watched, left in ((first, other), (other, first)):
            eve.send("watch", room=watched)
            assert eve.next("snapshot")["room"] == watched
            eve.send("ask_hint", room=left, cid="a", version=0)
            assert eve.next("fault")["code"] == "not_allowed"
        for talk, room in ((at_first, first), (at_other, other)):
            talk.send("say", room=room, text=f"hello {room}")
            assert talk.next("chat")["room"] == room
        assert eve.next("chat")["room"] == other


@pytest.mark.parametrize("named", [True, False])
def test_unwatch_from_an_older_page_leaves_the_room(
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
        talk.until_pong()
        talk.send("watch", room=room)
        assert talk.next("snapshot")["room"] == room
        assert not {"fault"} & {message["type"] for message in talk.seen}
        assert "away" not in [message.get("text") for message in talk.seen]


def test_a_socket_has_a_limited_number_of_pending_questions(server: Served) -> None:
    async def waits(*_: object) -> None:
        await asyncio.Event().wait()

    with server.person().socket() as talk, pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.services.rooms, "command", waits)
        for n in range(MAX_QUESTIONS + 1):
            talk.send("ask_hint", room="x", cid=f"c{n}", version=0)
        fault = talk.next("fault")
        assert (fault["code"], fault["cid"]) == ("too_fast", f"c{MAX_QUESTIONS}")
        assert talk.until_pong() == []


def test_previews_above_the_rate_limit_are_dropped() -> None:
    with served(rates={**FAST, "preview": Rate(5, 5)}) as running:
        ann = running.person("Ann")
        with ann.socket() as talk:
            shot = playing(ann, talk)
            for _ in range(10):
                talk.send("preview", room=shot["room"], version=shot["version"], rows=[["none"]])
            kinds = [message["type"] for message in talk.until_pong()]
    assert [kind for kind in kinds if kind != "presence"] == ["fault"] * 5


NEW = {"version": 0, "cid": "c"}
LIMITED: list[tuple[str, str, dict[str, Json]]] = [
    ("watch", "watch", {}),
    ("command", "act", {"actions": ["draw"], **NEW}),
    ("command", "done", {"after": [], **NEW}),
    ("thinking", "check", {"after": [], **NEW}),
    ("thinking", "ask_hint", NEW),
    ("new_room", "control", {"what": "rematch", "cid": "c"}),
]
"""The messages that are limited both per guest and per address."""


@pytest.mark.parametrize(
    ("limit", "kind", "fields"),
    [
        *LIMITED,
        *((f"address_{what}", kind, fields) for what, kind, fields in LIMITED),
        ("address_command", "control", {"what": "sit", "cid": "c"}),
        ("control", "control", {"what": "lock", "cid": "c"}),
        ("chat", "say", {"text": "hi"}),
        ("chat", "react", {"reaction": "wow"}),
    ],
)
def test_d7_limits_count_all_sockets_of_a_guest_and_all_guests_of_an_address(
    limit: str, kind: str, fields: dict[str, Json]
) -> None:
    with served(rates={**FAST, limit: Rate(2, 1)}) as running:
        ann, faults = running.person(), []
        for seconds in (0, 0, 0, 2):
            running.times.pass_by(seconds)
            person = running.person() if limit.startswith("address") else ann
            with person.socket() as talk:
                talk.send(kind, room="x", **fields)
                faults.append(talk.next("fault")["code"])
    assert faults == ["no_such_room", "no_such_room", "too_fast", "no_such_room"]


def test_d7_messages_above_the_limit_of_an_address_are_delayed() -> None:
    """They wait instead of being rejected, and do not delay other addresses."""
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
            assert talk.until_pong() == []
            assert [flood.next()["type"] for _ in range(3)] == ["pong"] * 3
