"""What is asked, tried or left by one person is told to nobody else (L7, L8, L12, L13)."""

from __future__ import annotations

from contextlib import ExitStack

from tests.server.served import Json, Served, Socket


def settled(talk: Socket) -> list[Json]:
    """Return everything that was told so far."""
    talk.send("ping")
    talk.next("pong")
    return talk.seen


def table_of(
    server: Served, *names: str, computers: int = 0
) -> tuple[str, list[Socket], ExitStack]:
    """Return a running game of these people, and computers, with a socket for each person."""
    stack = ExitStack()
    people = [server.person(name) for name in names]
    seats = len(names) + computers
    levels = [{"seat": len(names) + n, "level": "beginner"} for n in range(computers)]
    room = people[0].open(seats=seats, computers=levels)
    talks = [stack.enter_context(person.socket()) for person in people]
    for talk in talks:
        talk.send("watch", room=room)
        talk.next("snapshot")
    for talk in talks[1:]:
        assert talk.ask("control", room=room, what="sit")["status"] == "ok"
    assert talks[0].ask("control", room=room, what="start")["status"] == "ok"
    for talk in talks:
        talk.ask("control", room=room, what="ready")
    for talk in talks:
        if not any(m.get("game") for m in talk.seen):
            while not talk.next("update")["game"]:
                pass
    return room, talks, stack


def latest(talk: Socket) -> Json:
    """Return the newest state that was told."""
    return next(m for m in reversed(settled(talk)) if m["type"] in ("update", "snapshot"))


def test_l7_a_hint_and_a_check_are_told_to_who_asked_alone(server: Served) -> None:
    room, talks, stack = table_of(server, "Ann", "Ben")
    with stack:
        mover = latest(talks[0])["game"]["to_move"]
        own, other = talks[mover], talks[1 - mover]
        version = latest(own)["version"]
        before = len(settled(other))
        hint = own.ask("ask_hint", room=room, version=version, level=3)
        assert hint["type"] == "hint"
        assert own.ask("check", room=room, version=version, after=["r1 r2 r3"])["reasons"]
        assert own.ask("done", room=room, version=version, after=["r1 r2 r3"])["reasons"]
        assert settled(other)[before:] == [{"type": "pong"}]


def test_l8_l12_who_is_not_to_move_is_told_the_same_whatever_is_asked(server: Served) -> None:
    room, talks, stack = table_of(server, "Ann", "Ben")
    with stack:
        mover = latest(talks[0])["game"]["to_move"]
        other = talks[1 - mover]
        version = latest(other)["version"]
        told = [
            {**other.ask("done", room=room, version=version, after=[meld]), "cid": ""}
            for meld in ("r1 r2 r3", "k7 b7 o7", "b11 b12 b13", "nonsense")
        ]
        assert told.count(told[0]) == len(told)
        assert told[0]["reasons"][0]["code"]
        hint = other.ask("ask_hint", room=room, version=version, level=3)
        assert hint["status"] == "refused"


def test_l13_who_has_left_sees_no_rack_any_more(server: Served) -> None:
    room, talks, stack = table_of(server, "Ann", "Ben", computers=1)
    with stack:
        ann, ben = talks
        assert latest(ben)["game"]["rack"]
        assert ben.ask("control", room=room, what="resign")["status"] == "ok"
        assert latest(ann)["table"]["seats"][1]["resigned"] is True
        after = latest(ben)
        assert after["seat"] is None
        assert after["game"]["rack"] is None
        ben.send("watch", room=room)
        assert ben.next("snapshot")["game"]["rack"] is None
