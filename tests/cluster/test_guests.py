"""Guests at several nodes: accounts, limits and the lobby are the same at each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.server.conftest import FAST
from tests.server.served import Person, Served, Times, error, served
from tests.support import plain_http
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import until

from tilerummy.server.connections import FORGOTTEN, MOVED
from tilerummy.server.store.opening import open_store


@pytest.fixture(scope="module")
def both(postgres: PostgresServer) -> Iterator[tuple[Served, Served]]:
    """Two nodes that share a database, without a bus."""
    url, times = postgres.empty(), Times()
    with ExitStack() as stack:
        one, two = (
            stack.enter_context(
                served(open_store(url, times.now, shared=True), times=times, node=name, rates=FAST)
            )
            for name in ("one", "two")
        )
        yield one, two


def at(other: Served, person: Person) -> Person:
    """Return the same browser at another node."""
    client = plain_http.Client(base_url=other.url, cookies=dict(person.client.cookies), timeout=60)
    other.clients.append(client)
    return Person(other, client)


def test_a_guest_of_one_node_is_known_to_the_others(both: tuple[Served, Served]) -> None:
    one, two = both
    ann = one.person("Ann")
    assert at(two, ann).get("/api/me").json()["name"] == "Ann"


def test_whoever_logs_in_at_another_node_is_logged_out_everywhere_else(
    both: tuple[Served, Served],
) -> None:
    one, two = both
    ann = one.person("Ann")
    with ann.socket() as old:
        code = ann.post("/api/carry").json()["code"]
        one.times.pass_by(1)
        elsewhere = two.stranger()
        assert elsewhere.post(f"/api/carry/{code}", {}).json()["name"] == "Ann"
        assert elsewhere.post(f"/api/carry/{code}", {}).status_code == 404, "it is valid once"
        again = at(one, elsewhere)
        with again.socket() as new:
            assert old.closed() == MOVED
            new.send("ping")
            assert new.next("pong"), "who has logged in stays"


def test_a_new_name_is_known_at_all_nodes(both: tuple[Served, Served]) -> None:
    one, two = both
    ann = one.person("Anne")
    room = ann.open()
    other = at(two, ann)
    with other.socket() as talk:
        talk.send("watch", room=room)
        talk.next("snapshot")
        assert ann.put("/api/me", {"name": "Anna"}).status_code == 200
        until(lambda: two.services.connections.guest(only(two)).name == "Anna")
        while talk.next("update")["table"]["seats"][0]["name"] != "Anna":
            pass


def only(served_: Served) -> str:
    [guest] = served_.services.connections.guests()
    return guest


def test_whoever_is_forgotten_is_so_at_all_nodes(both: tuple[Served, Served]) -> None:
    """At the other node the table goes on without the name, which its log held."""
    one, two = both
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open(seats=3)
    with ben.socket() as talk, at(two, ann).socket() as own:
        talk.send("watch", room=room)
        assert talk.next("snapshot")["table"]["seats"][0]["name"] == "Ann"
        talk.ask("control", room=room, what="sit")
        assert ann.delete("/api/me").status_code == 200
        assert own.closed() == FORGOTTEN
        while any(s["name"] == "Ann" for s in talk.next()["table"]["seats"]):
            pass
        actor = two.services.rooms.registry.in_memory(room)
        assert actor is not None
        until(lambda: "Ann" not in entries(two, room))
    assert at(two, ann).get("/api/rooms").json()["mine"] == []


def entries(served_: Served, room: str) -> str:
    """Return all that a node has in memory of a log."""
    actor = served_.services.rooms.registry.in_memory(room)
    return "" if actor is None else repr(actor.log.latest)


def test_a_table_that_is_deleted_is_gone_at_all_nodes(both: tuple[Served, Served]) -> None:
    one, two = both
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open(seats=3)
    with ben.socket() as talk, ann.socket() as own:
        talk.send("watch", room=room)
        talk.next("snapshot")
        assert own.ask("control", room=room, what="close")["status"] == "ok"
        assert ann.delete("/api/me").json()["deleted"] == 1
        while talk.next()["type"] != "fault":
            pass
    assert ben.get(f"/api/rooms/{room}").status_code == 404


def test_the_lobby_lists_the_tables_of_all_nodes(both: tuple[Served, Served]) -> None:
    one, two = both
    ann, ben = one.person("Ann"), two.person("Ben")
    room = ann.open(terms={"ruleset": "sabra", "title": "Here"})
    private = ann.open(terms={"ruleset": "sabra", "private": True})

    def listed() -> list[str]:
        return [card["room"] for card in ben.get("/api/rooms").json()["open"]]

    assert room not in listed(), "nobody is there"
    with ann.socket(room) as talk, ann.socket(private) as other:
        talk.send("watch", room=room)
        talk.next("snapshot")
        other.send("watch", room=private)
        other.next("snapshot")
        until(lambda: room in listed())
        assert private not in listed()
    until(lambda: room not in listed())
    assert room in [card["room"] for card in at(two, ann).get("/api/rooms").json()["mine"]]


def test_a_guest_has_the_same_limits_at_all_nodes(both: tuple[Served, Served]) -> None:
    one, two = both
    ann = one.person("Ann")
    for person in (ann, at(two, ann), ann, at(two, ann), ann):
        person.open()
    for person in (ann, at(two, ann)):
        answer = person.post("/api/rooms", {"seats": 2})
        assert error(answer) == "too_many_tables"


def test_an_invitation_of_one_node_is_accepted_at_another(both: tuple[Served, Served]) -> None:
    one, two = both
    ann, ben = one.person("Ann"), two.person("Ben")
    answer = ann.post("/api/rooms", {"seats": 2, "terms": {"ruleset": "sabra", "private": True}})
    room, code = answer.json()["room"], answer.json()["invite"]
    assert ben.get(f"/api/rooms/{room}").status_code == 404
    assert ben.post(f"/api/invites/{code}").json()["room"] == room
    assert ben.get(f"/api/rooms/{room}").status_code == 200
