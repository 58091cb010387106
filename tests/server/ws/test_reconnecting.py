"""A connection that is cut, at any byte: the command arrives once, and is answered (R1, S9)."""

from __future__ import annotations

import json
import socket
from itertools import pairwise

import pytest
from tests.server.served import Json, Served, by_hand, frame, playing

from tilerummy.server.messages import ClientMessage


@pytest.mark.parametrize("hangs_up", [True, False], ids=["reset", "end"])
def test_r1_a_command_cut_at_any_byte_is_done_once(server: Served, *, hangs_up: bool) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        room, first = shot["room"], shot["version"]
        message = {"cid": "once", "room": room, "version": first, "actions": ["draw"]}
        whole = frame(1, json.dumps({"type": "act", **message}).encode())
        for cut in [*range(0, len(whole), 7), len(whole) - 1, len(whole)]:
            raw = by_hand(ann)
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


def test_r2_a_version_that_cannot_be_is_answered_with_all_there_is(server: Served) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk)
        for since in (0, shot["version"] + 1, 10**9, 2**53):
            talk.send("watch", room=shot["room"], since=since)
            while (told := talk.next())["type"] == "presence":
                pass
            assert told["type"] in ("snapshot", "update")
            assert told["version"] == shot["version"]
            assert told["game"]["rack"] == shot["game"]["rack"]


def test_d10_who_missed_much_is_told_how_things_stand(server: Served) -> None:
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


def test_k1_no_message_of_a_client_holds_a_time() -> None:
    fields = {name for kind in ClientMessage.__args__ for name in kind.__struct_fields__}
    assert not [name for name in fields if "ms" in name.split("_") or "time" in name]
