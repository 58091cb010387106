"""Guests have names and faces, which are distinct at a table and deleted with the account."""

from __future__ import annotations

import asyncio

from tests.server.served import Json, Person, Served, error

from tilerummy.players import PLAYERS
from tilerummy.server.guests.faces import CHARACTERS, COLOURS, FACES, character, face_for
from tilerummy.server.guests.names import look_alike


def seats(person: Person, room: str) -> Json:
    seats = person.get(f"/api/rooms/{room}").json()["seats"]
    return [(seat["name"], seat["face"], seat["colour"]) for seat in seats]


def test_a_new_guest_has_a_face_and_a_colour_and_can_change_them(server: Served) -> None:
    new = server.stranger()
    me = new.get("/api/me").json()

    assert me["face"] in FACES
    assert me["colour"] in COLOURS
    assert new.get("/api/me").json() == me
    for chosen in ({"name": "Ann"}, {"face": "owl", "colour": "rose"}, {"colour": "mint"}):
        me |= chosen
        now = new.put("/api/me", {"name": "Ann", **chosen}).json()
        assert (now["name"], now["face"], now["colour"]) == ("Ann", me["face"], me["colour"])
        assert new.get("/api/me").json() == now


def test_an_invalid_name_face_or_colour_is_rejected(server: Served) -> None:
    ann = server.person("Ann")
    before = ann.get("/api/me").json()
    wrong: list[Json] = [{"name": "a\u202eb"}, {"colour": "#fff"}, {"colour": ""}]
    wrong += [{"face": face} for face in ("robot", "fox", "", ["owl"])]
    for each in wrong:
        assert ann.put("/api/me", {"name": "Ann", **each}).status_code == 400
        assert ann.get("/api/me").json() == before


def test_a_new_name_and_face_are_shown_at_the_table(server: Served) -> None:
    ann = server.person("Ann")
    ann.put("/api/me", {"name": "Ann", "face": "owl", "colour": "rose"})
    room = ann.open(seats=2, computers=[{"seat": 1, "level": "casual"}], start=True)

    assert seats(ann, room) == [("Ann", "owl", "rose"), ("Tom", "bear", "leaf")]
    with ann.socket() as talk:
        talk.send("watch", room=room)
        version = talk.next("snapshot")["version"]
        ann.put("/api/me", {"name": "Tom", "face": "cat", "colour": "sun"})
        assert seats(ann, room) == [("Tom", "cat", "sun"), ("Ana", "penguin", "sun")]
        update = talk.next("update")
        while update["version"] < version + 2:
            update = talk.next("update")
        names = [seat["name"] for seat in update["table"]["seats"]]
        assert names == ["Tom", "Ana"], "the computer player is renamed"


def test_s13_players_at_a_table_have_distinct_names(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = ann.open(seats=3)
    ben.control(room, "sit")
    refused = ben.put("/api/me", {"name": "\u0410nn", "face": "owl"})
    with server.person("\u0410nn").socket() as talk:
        result = talk.ask("control", room=room, what="sit")

    assert (refused.status_code, error(refused)) == (409, "name_taken")
    assert [reason["code"] for reason in result["reasons"]] == ["name_taken"]
    assert ben.get("/api/me").json()["name"] == "Ben"
    assert [name for name, *_ in seats(ann, room)] == ["Ann", "Ben", ""]
    assert ben.put("/api/me", {"name": "Ben", "face": "owl"}).status_code == 200


def test_guests_without_a_name_are_numbered(server: Served) -> None:
    one, other = server.stranger(), server.stranger()
    for new in (one, other):
        new.get("/api/me")
    room = one.open(seats=3)
    other.control(room, "sit")

    (first, face, _), (second, other_face, _), free = seats(one, room)
    assert (first, second) == ("Guest", "Guest 2")
    assert face != other_face
    assert free == ("", "", "")
    assert other.get("/api/me").json()["name"] == "Guest"


def test_s11_a_deleted_guest_has_neither_name_nor_face(server: Served) -> None:
    ann, ben, cy = (server.person(name) for name in ("Ann", "Ben", "Cy"))
    for other, name in ((ann, "Ann"), (cy, "Cy")):  # not the face that Ben will have
        other.put("/api/me", {"name": name, "face": "owl", "colour": "rose"})
    room = ann.open(seats=3)
    for person, what in ((ben, "sit"), (cy, "sit"), (ann, "start")):
        person.control(room, what)
    ben.put("/api/me", {"name": "Benny", "face": "lion", "colour": "amber"})
    assert ("Benny", "lion", "amber") in seats(ann, room)
    with ben.socket() as talk:
        answer = ben.delete("/api/me")
        assert answer.status_code == 200
        assert answer.headers["set-cookie"].startswith("tilerummy=; Max-Age=0;")
        assert talk.closed() == 4002

    assert ben.get("/api/me").json()["name"] != "Benny"
    assert min(seats(ann, room)) == ("", "", "")
    rows = asyncio.run(server.services.store.logs.load(room))
    log = " ".join(row.body.decode() for row in rows)
    for word in ("Ben", "lion", "amber"):
        assert word not in log


def test_computer_players_have_distinct_human_names() -> None:
    assert len(CHARACTERS) == len(FACES) == len({c.face.name for c in CHARACTERS})
    for number, one in enumerate(CHARACTERS):
        assert one.name.isascii()
        assert one.face.name in FACES
        assert one.face.colour in COLOURS
        assert not any(look_alike(one.name, other.name) for other in CHARACTERS[:number])
    for level in (*PLAYERS, "unknown"):
        names: list[str] = []
        for _ in range(4):
            names.append(character(level, names, same=look_alike).name)
        assert len(set(names)) == 4
    assert character("casual", ["TOM"], same=look_alike).name == "Ana"


def test_no_player_looks_like_the_teacher() -> None:
    assert "fox" not in FACES
    assert "fox" not in {character.face.name for character in CHARACTERS}


def test_a_default_face_is_unique_at_the_table() -> None:
    taken: list[str] = []
    for _ in FACES:
        taken.append(face_for("Ann", taken).name)

    assert sorted(taken) == sorted(FACES)
    assert face_for("Ann", taken) == face_for("Ann")
