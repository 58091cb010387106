"""Moving to another device with a code."""

from __future__ import annotations

from tests.server.served import COMPUTER, Served, error, served
from tests.support import plain_http


def test_s5_a_guest_moves_to_another_device_once(server: Served) -> None:
    desk, phone = server.person("Ann"), server.stranger()
    room = desk.open(computers=COMPUTER)
    before, told = (desk.post("/api/carry").json() for _ in range(2))

    with desk.socket() as talk:
        assert phone.post(f"/api/carry/{told['code']}").json()["name"] == "Ann"
        assert talk.closed() == 4001
    assert told["seconds"] == 120
    assert [c["room"] for c in phone.get("/api/rooms").json()["mine"]] == [room]
    assert desk.get("/api/me").json()["name"] != "Ann", "the guest is there, and no longer here"
    for code in (told["code"], before["code"]):  # S5: nor by a code of before the new log-in
        again = server.stranger().post(f"/api/carry/{code}")
        assert (again.status_code, error(again)) == (404, "no_such_code")


def test_a_code_asks_before_it_replaces_who_one_is(server: Served) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    rooms = [ben.open(computers=COMPUTER), ben.open()]
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


def test_a_game_is_something_to_lose_as_a_chosen_name_is(server: Served) -> None:
    anna, other = server.person("Anna"), server.person()
    other.open(computers=COMPUTER)
    code = anna.post("/api/carry").json()["code"]

    assert other.get(f"/api/carry/{code}").json()["games"] == 1
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
