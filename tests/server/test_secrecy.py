"""One player's questions and attempts are never shown to another (L7, L8, L12, L13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.server.served import Json, Served, Socket


def settled(talk: Socket) -> list[Json]:
    """Return all messages so far."""
    talk.until_pong()
    return talk.seen


@contextmanager
def table_of(
    server: Served, *names: str, computers: int = 0, terms: Json = None
) -> Iterator[tuple[str, list[Socket]]]:
    """Start a game, and yield the room's id and a socket for each of these human players."""
    people = [server.person(name) for name in names]
    seats = len(names) + computers
    levels = [{"seat": len(names) + n, "level": "beginner"} for n in range(computers)]
    room = people[0].open(seats=seats, computers=levels, terms=terms or {})
    with ExitStack() as stack:
        talks = [stack.enter_context(person.at(room)) for person in people]
        for talk, what in [*((each, "sit") for each in talks[1:]), (talks[0], "start")]:
            assert talk.ask("control", room=room, what=what)["status"] == "ok"
        for talk in talks:
            talk.ask("control", room=room, what="ready")
        for talk in talks:
            while not talk.known[room]["game"]:
                talk.next()
        yield room, talks


def latest(talk: Socket, room: str) -> Json:
    """Return the latest state of a room."""
    settled(talk)
    return talk.known[room]


def test_l7_l8_l12_questions_are_answered_only_to_the_mover(server: Served) -> None:
    with table_of(server, "Ann", "Ben") as (room, talks):
        state = latest(talks[0], room)
        mover, version = state["game"]["to_move"], state["version"]
        own, other = talks[mover], talks[1 - mover]
        settled(other)
        hint = own.ask("ask_hint", room=room, version=version, level=3)
        assert hint["type"] == "hint"
        assert own.ask("check", room=room, version=version, after=["r1 r2 r3"])["reasons"]
        assert own.ask("done", room=room, version=version, after=["r1 r2 r3"])["reasons"]
        assert other.until_pong() == []

        refusals = [
            {**other.ask("done", room=room, version=version, after=[meld]), "cid": ""}
            for meld in ("r1 r2 r3", "k7 b7 o7", "b11 b12 b13", "nonsense")
        ]
        assert refusals.count(refusals[0]) == len(refusals)
        assert refusals[0]["reasons"][0]["code"]
        hint = other.ask("ask_hint", room=room, version=version, level=3)
        assert hint["status"] == "refused"


def test_near_hands_are_those_of_the_own_rack_even_in_other_turns(server: Served) -> None:
    terms: Json = {"ruleset": "international"}
    with table_of(server, "Ann", "Ben", terms=terms) as (room, talks):
        for talk in talks:
            state = latest(talk, room)
            near = talk.ask("ask_near", room=room, version=state["version"])
            assert near["type"] == "near"
            for hand in near["hands"]:
                faces = Counter(" ".join(hand["melds"]).split())
                lacking = faces - Counter(state["game"]["rack"])
                assert {f for f in lacking if f[0] != "*"} == {*hand["missing"]} - {"*"}


def test_near_hands_are_refused_without_hints(server: Served) -> None:
    with table_of(server, "Ann", "Ben", terms={"hints": False}) as (room, talks):
        near = talks[0].ask("ask_near", room=room, version=latest(talks[0], room)["version"])
        assert near["reasons"][0]["code"] == "no_hints"


def test_l13_a_player_who_resigned_no_longer_sees_a_rack(server: Served) -> None:
    with table_of(server, "Ann", "Ben", computers=1) as (room, (ann, ben)):
        assert latest(ben, room)["game"]["rack"]
        assert ben.ask("control", room=room, what="resign")["status"] == "ok"
        assert latest(ann, room)["table"]["seats"][1]["resigned"] is True
        after = latest(ben, room)
        assert after["seat"] is None
        assert after["game"]["rack"] is None
        ben.send("watch", room=room)
        assert ben.next("snapshot")["game"]["rack"] is None
