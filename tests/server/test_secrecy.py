"""What is asked, tried or left by one person is told to nobody else (L7, L8, L12, L13)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.server.served import Json, Served, Socket


def settled(talk: Socket) -> list[Json]:
    """Return everything that was told so far."""
    talk.send("ping")
    talk.next("pong")
    return talk.seen


@contextmanager
def table_of(server: Served, *names: str, computers: int = 0) -> Iterator[tuple[str, list[Socket]]]:
    """Return a running game of these people, and computers, with a socket for each person."""
    people = [server.person(name) for name in names]
    seats = len(names) + computers
    levels = [{"seat": len(names) + n, "level": "beginner"} for n in range(computers)]
    room = people[0].open(seats=seats, computers=levels)
    with ExitStack() as stack:
        talks = [stack.enter_context(person.at(room)) for person in people]
        for who, what in [*((each, "sit") for each in talks[1:]), (talks[0], "start")]:
            assert who.ask("control", room=room, what=what)["status"] == "ok"
        for talk in talks:
            talk.ask("control", room=room, what="ready")
        for talk in talks:
            while not talk.known[room]["game"]:
                talk.next()
        yield room, talks


def latest(talk: Socket, room: str) -> Json:
    """Return the newest state that was told."""
    settled(talk)
    return talk.known[room]


def test_l7_l8_l12_what_is_asked_is_told_to_the_mover_who_asked_alone(server: Served) -> None:
    with table_of(server, "Ann", "Ben") as (room, talks):
        state = latest(talks[0], room)
        mover, version = state["game"]["to_move"], state["version"]
        own, other = talks[mover], talks[1 - mover]
        before = len(settled(other))
        hint = own.ask("ask_hint", room=room, version=version, level=3)
        assert hint["type"] == "hint"
        assert own.ask("check", room=room, version=version, after=["r1 r2 r3"])["reasons"]
        assert own.ask("done", room=room, version=version, after=["r1 r2 r3"])["reasons"]
        assert settled(other)[before:] == [{"type": "pong"}]

        told = [
            {**other.ask("done", room=room, version=version, after=[meld]), "cid": ""}
            for meld in ("r1 r2 r3", "k7 b7 o7", "b11 b12 b13", "nonsense")
        ]
        assert told.count(told[0]) == len(told)
        assert told[0]["reasons"][0]["code"]
        hint = other.ask("ask_hint", room=room, version=version, level=3)
        assert hint["status"] == "refused"


def test_l13_who_has_left_sees_no_rack_any_more(server: Served) -> None:
    with table_of(server, "Ann", "Ben", computers=1) as (room, (ann, ben)):
        assert latest(ben, room)["game"]["rack"]
        assert ben.ask("control", room=room, what="resign")["status"] == "ok"
        assert latest(ann, room)["table"]["seats"][1]["resigned"] is True
        after = latest(ben, room)
        assert after["seat"] is None
        assert after["game"]["rack"] is None
        ben.send("watch", room=room)
        assert ben.next("snapshot")["game"]["rack"] is None
