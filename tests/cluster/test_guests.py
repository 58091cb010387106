"""Accounts, rooms, limits and the lobby are the same for guests at every node."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from socket import SHUT_RDWR
from time import time

import pytest
from tests.server.conftest import FAST
from tests.server.served import Person, Served, Socket, Times, served
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import until

from tilerummy.server.cluster import leases
from tilerummy.server.connections import DELETED, MOVED
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store.factory import open_store


def node(url: str, times: Times, name: str) -> AbstractContextManager[Served]:
    """Run a node that shares a database."""
    return served(open_store(url, times.now, shared=True), times=times, node=name, rates=FAST)


@pytest.fixture(scope="module", autouse=True)
def long_leases() -> Iterator[None]:
    """Give nodes leases that outlast any delay of a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leases, "LEASE", 600_000)
        yield


def today() -> Times:
    """Return the database's time; otherwise all rooms would be overdue."""
    return Times(day=int(time() * 1000))


@pytest.fixture(scope="module")
def place(postgres: PostgresServer) -> tuple[str, Times]:
    return postgres.empty(), today()


@pytest.fixture(scope="module")
def one(place: tuple[str, Times]) -> Iterator[Served]:
    with node(*place, "one") as made:
        yield made


@pytest.fixture(scope="module")
def two(place: tuple[str, Times]) -> Iterator[Served]:
    with node(*place, "two") as made:
        yield made


def at(other: Served, person: Person) -> Person:
    """Return the same browser at another node."""
    return other.stranger(person.client.cookies)


def test_a_login_at_another_node_ends_all_other_sessions(one: Served, two: Served) -> None:
    ann = one.person("Ann")
    with ann.socket() as old:
        code = ann.post("/api/device-transfer").json()["code"]
        one.times.pass_by(1)
        elsewhere = two.stranger()
        assert elsewhere.post(f"/api/device-transfer/{code}", {}).json()["name"] == "Ann"
        assert elsewhere.post(f"/api/device-transfer/{code}", {}).status_code == 404, (
            "it is valid once"
        )
        again = at(one, elsewhere)
        with again.socket() as new:
            assert old.closed() == MOVED
            assert new.until_pong() == [], "the new login stays connected"


def test_a_new_name_applies_at_all_nodes(one: Served, two: Served) -> None:
    ann = one.person("Anne")
    room = ann.open()
    with at(two, ann).socket(room) as talk:
        assert watched(talk, room)[0] == "Anne"
        assert ann.put("/api/me", {"name": "Anna"}).status_code == 200
        while talk.next("update")["table"]["seats"][0]["name"] != "Anna":
            pass
        [guest] = two.services.connections.guests()
        assert two.services.connections.guest(guest).name == "Anna"


def watched(talk: Socket, room: str) -> list[str]:
    """Watch a room, and return the names of its players."""
    talk.send("watch", room=room)
    return [seat["name"] for seat in talk.next("snapshot")["table"]["seats"]]


def test_a_deleted_account_is_removed_at_all_nodes(one: Served, two: Served) -> None:
    """The table continues without the name, which is also removed from its log."""
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open(seats=3)
    with ben.socket(room) as talk, at(two, ann).socket() as own:
        assert watched(talk, room)[0] == "Ann"
        talk.ask("control", room=room, what="sit")
        assert ann.delete("/api/me").status_code == 200
        assert own.closed() == DELETED
        assert talk.closed() == RESTART
    for node in (one, two):
        with at(node, ben).socket(room) as talk:
            assert "Ann" not in watched(talk, room)
        actor = node.services.rooms.registry.in_memory(room)
        assert actor is None or "Ann" not in repr(actor.log.latest)
    assert at(two, ann).get("/api/rooms").json()["mine"] == []


def test_a_deleted_table_is_removed_at_all_nodes(one: Served, two: Served) -> None:
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open(seats=3)
    with ben.socket(room) as talk:
        watched(talk, room)
        with ann.socket(room) as own:
            watched(own, room)
            assert own.ask("control", room=room, what="close")["status"] == "ok"
        assert at(two, ann).delete("/api/me").json()["deleted"] == 1
        assert talk.closed() == RESTART
    with ben.socket(room) as talk:
        talk.send("watch", room=room)
        assert talk.next("fault")["code"] == "no_such_room"
    assert ben.get(f"/api/rooms/{room}").status_code == 404


def test_players_at_different_nodes_meet_at_the_owner(one: Served, two: Served) -> None:
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open()
    with ExitStack() as stack:
        here = stack.enter_context(ann.socket(room))
        watched(here, room)
        there = stack.enter_context(ben.socket(room))
        assert watched(there, room)[0] == "Ann"
        assert there.ask("control", room=room, what="sit")["status"] == "ok"
        assert here.next("update")["table"]["seats"][1]["name"] == "Ben"
        for talk in (here, there):
            talk.send("say", room=room, text="Hello")
            for each in (here, there):
                assert each.next("chat")["text"] == "Hello"
        owners = [node for node in (one, two) if node.services.rooms.registry.in_memory(room)]
        assert owners == [one]
        for person in (ann, ben, at(two, ann), at(one, ben)):
            seats = person.get(f"/api/rooms/{room}").json()["seats"]
            assert [seat["connected"] for seat in seats] == [True, True]
        there.raw.close()
        assert here.next("presence")["seats"][1]["connected"] is False
        again = stack.enter_context(ben.socket(room))
        watched(again, room)
        assert here.next("presence")["seats"][1]["connected"] is True
        again.raw.socket.shutdown(SHUT_RDWR)
        assert here.next("presence")["seats"][1]["connected"] is False, "lost, not closed"


def test_an_invitation_is_valid_at_all_nodes(one: Served, two: Served) -> None:
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open(terms={"ruleset": "sabra", "private": True})
    code = ann.get(f"/api/rooms/{room}/invite").json()["code"]
    assert ben.get(f"/api/rooms/{room}").status_code == 404
    assert ben.post(f"/api/invites/{code}").json()["room"] == room
    with ben.socket(room) as talk:
        assert watched(talk, room)[0] == "Ann"


def test_a_client_cannot_pose_as_a_node(one: Served, two: Served) -> None:
    """Otherwise anyone could forge an address, or open a room away from its owner."""
    ann = one.person("Ann")
    room = ann.open()
    forged = {"x-tilerummy-node": "0" * 64, "x-tilerummy-for": "10.0.0.1"}
    with ann.socket(room) as here:
        watched(here, room)
        with at(two, ann).socket(room, headers=forged) as there:
            assert watched(there, room)[0] == "Ann", "it is forwarded to the owner"


def test_the_lobby_lists_the_tables_of_all_nodes(one: Served, two: Served) -> None:
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open(terms={"ruleset": "sabra", "title": "Here"})
    private = ann.open(terms={"ruleset": "sabra", "private": True})

    def listed() -> list[str]:
        return [card["room"] for card in ben.get("/api/rooms").json()["open"]]

    assert room not in listed(), "no one is connected"
    with ann.socket(room) as talk, ann.socket(private) as other:
        watched(talk, room)
        watched(other, private)
        until(lambda: room in listed())
        assert private not in listed()
    until(lambda: room not in listed())
    assert room in at(two, ann).rooms()
