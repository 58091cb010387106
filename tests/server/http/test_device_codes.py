"""Moving to another device with a code, and being forgotten."""

from __future__ import annotations

import pytest
from tests.server.served import Served, error, served
from tests.support import plain_http

COMPUTER = {"computers": [{"seat": 1, "level": "beginner"}]}


def test_a_guest_moves_to_another_device_once(server: Served) -> None:
    desk, phone = server.person("Ann"), server.stranger()
    room = desk.open(**COMPUTER)
    told = desk.post("/api/carry").json()

    with desk.socket() as talk:
        assert phone.post(f"/api/carry/{told['code']}").json()["name"] == "Ann"
        assert talk.closed() == 4001
    assert told["seconds"] == 120
    assert [c["room"] for c in phone.get("/api/rooms").json()["mine"]] == [room]
    assert desk.get("/api/me").json()["name"] != "Ann", "the guest is there, and no longer here"
    again = server.stranger().post(f"/api/carry/{told['code']}")
    assert (again.status_code, error(again)) == (404, "no_such_code")


def test_a_code_asks_before_it_replaces_who_one_is(server: Served) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    rooms = [ben.open(**COMPUTER), ben.open()]
    code = anna.post("/api/carry").json()["code"]

    asked = ben.get(f"/api/carry/{code}")
    assert asked.json() == {"name": "Anna", "here": "Ben", "games": 2}
    for body in ({}, {"replace": False}):
        told = ben.post(f"/api/carry/{code}", body)
        assert (told.status_code, error(told)) == (409, "somebody_else")
        assert "Ben" in told.text
        assert "2 games" in told.text
    assert ben.get("/api/me").json()["name"] == "Ben"
    assert {c["room"] for c in ben.get("/api/rooms").json()["mine"]} == {*rooms}

    assert ben.post(f"/api/carry/{code}", {"replace": True}).json()["name"] == "Anna"
    assert ben.get("/api/me").json()["name"] == "Anna"
    assert ben.get(f"/api/carry/{code}").status_code == 404, "it holds once"


def test_a_code_asks_nobody_who_loses_nothing(server: Served) -> None:
    anna = server.person("Anna")
    for who in (server.stranger(), server.person(), anna):
        code = anna.post("/api/carry").json()["code"]
        asked = who.get(f"/api/carry/{code}")
        assert asked.json() == {"name": "Anna", "here": "", "games": 0}
        anna = who
        assert who.post(f"/api/carry/{code}").json()["name"] == "Anna"


@pytest.mark.parametrize("chosen", [True, False])
def test_a_chosen_name_or_a_game_is_something_to_lose(server: Served, *, chosen: bool) -> None:
    anna, other = server.person("Anna"), server.person("Cleo" if chosen else "")
    if not chosen:
        other.open(**COMPUTER)
    code = anna.post("/api/carry").json()["code"]

    assert other.get(f"/api/carry/{code}").json()["games"] == (not chosen)
    assert other.post(f"/api/carry/{code}").status_code == 409


def test_a_code_to_move_is_too_old_after_two_minutes() -> None:
    with served() as running:
        code = running.person().post("/api/carry").json()["code"]
        running.times.pass_by(120)

        assert running.stranger().post(f"/api/carry/{code}").status_code == 404


def test_a_program_does_not_move_to_a_browser(server: Served) -> None:
    bearer = {"Authorization": f"Bearer {server.program()}"}
    code = plain_http.post(f"{server.url}/api/carry", headers=bearer).json()["code"]

    answer = server.stranger().post(f"/api/carry/{code}")
    assert (answer.status_code, error(answer)) == (404, "no_such_code")


def test_who_asks_is_forgotten(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = ann.open()
    with ben.socket() as talk, ann.socket() as other:
        assert talk.ask("control", room=room, what="sit")["status"] == "ok"
        answer = ann.delete("/api/me")
        assert answer.status_code == 200
        assert answer.headers["set-cookie"].startswith("tilerummy=; Max-Age=0;")
        assert other.closed() == 4002
    assert "Ann" not in ben.get(f"/api/rooms/{room}").text
    assert ann.get("/api/me").json()["name"] != "Ann"


def test_s5_a_code_of_before_a_new_log_in_is_none(server: Served) -> None:
    """Whoever had the guest's cookie once does not come back by a code that was made with it."""
    desk, phone, third = server.person("Ann"), server.stranger(), server.stranger()
    kept, used = (desk.post("/api/carry").json()["code"] for _ in range(2))

    assert phone.post(f"/api/carry/{used}").json()["name"] == "Ann"
    again = third.post(f"/api/carry/{kept}")
    assert (again.status_code, error(again)) == (404, "no_such_code")


def test_s5_an_old_cookie_makes_no_code_in_its_last_minute(server: Served) -> None:
    ann = server.person()
    old = ann.cookie
    code = ann.post("/api/carry").json()["code"]
    ann.put("/api/me", {"name": "Anne"})
    assert ann.cookie != old

    headers = {"Cookie": old, "X-Tile-Rummy": "1", "Content-Type": "application/json"}
    asked = plain_http.post(f"{server.url}/api/carry", headers=headers, json={})
    assert asked.status_code == 401
    assert server.stranger().post(f"/api/carry/{code}").status_code == 404
    assert ann.post("/api/carry").status_code == 200
