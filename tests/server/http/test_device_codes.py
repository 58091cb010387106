"""A guest can move to another device with a code."""

from __future__ import annotations

from tests.server.served import COMPUTER, Served, error, served
from tests.support import plain_http


def test_s5_a_guest_moves_to_another_device_once(server: Served) -> None:
    desk, phone = server.person("Ann"), server.stranger()
    room = desk.open(computers=COMPUTER)
    before, latest = (desk.post("/api/device-transfer").json() for _ in range(2))

    with desk.socket() as talk:
        assert phone.post(f"/api/device-transfer/{latest['code']}").json()["name"] == "Ann"
        assert talk.closed() == 4001
    assert latest["seconds"] == 120
    assert phone.rooms() == {room}
    assert desk.get("/api/me").json()["name"] != "Ann", "this browser is a new guest"
    for code in (latest["code"], before["code"]):  # S5: earlier codes are invalid as well
        again = server.stranger().post(f"/api/device-transfer/{code}")
        assert (again.status_code, error(again)) == (404, "no_such_code")


def test_a_code_replaces_a_named_guest_only_after_a_question(server: Served) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    rooms = [ben.open(computers=COMPUTER), ben.open()]
    code = anna.post("/api/device-transfer").json()["code"]

    assert ben.get(f"/api/device-transfer/{code}").json() == {
        "name": "Anna",
        "here": "Ben",
        "games": 2,
    }
    for body in ({}, {"replace": False}):
        refusal = ben.post(f"/api/device-transfer/{code}", body)
        assert (refusal.status_code, error(refusal)) == (409, "somebody_else")
        assert "Ben" in refusal.text
        assert "2 games" in refusal.text
    assert ben.get("/api/me").json()["name"] == "Ben"
    assert ben.rooms() == {*rooms}

    assert ben.post(f"/api/device-transfer/{code}", {"replace": True}).json()["name"] == "Anna"
    assert ben.get("/api/me").json()["name"] == "Anna"
    assert ben.get(f"/api/device-transfer/{code}").status_code == 404, "a code is valid once"


def test_a_guest_without_games_is_replaced_without_a_question(server: Served) -> None:
    anna = server.person("Anna")
    for browser in (server.stranger(), server.person(), anna):
        code = anna.post("/api/device-transfer").json()["code"]
        assert browser.get(f"/api/device-transfer/{code}").json() == {
            "name": "Anna",
            "here": "",
            "games": 0,
        }
        anna = browser
        assert browser.post(f"/api/device-transfer/{code}").json()["name"] == "Anna"


def test_a_code_replaces_a_guest_with_games_only_after_a_question(server: Served) -> None:
    anna, other = server.person("Anna"), server.person()
    other.open(computers=COMPUTER)
    code = anna.post("/api/device-transfer").json()["code"]

    assert other.get(f"/api/device-transfer/{code}").json()["games"] == 1
    assert other.post(f"/api/device-transfer/{code}").status_code == 409


def test_a_device_code_expires_after_two_minutes() -> None:
    with served() as running:
        code = running.person().post("/api/device-transfer").json()["code"]
        running.times.pass_by(120)

        assert running.stranger().post(f"/api/device-transfer/{code}").status_code == 404


def test_a_program_cannot_move_to_a_browser(server: Served) -> None:
    bearer = {"Authorization": f"Bearer {server.program()}"}
    code = plain_http.post(f"{server.url}/api/device-transfer", headers=bearer).json()["code"]

    response = server.stranger().post(f"/api/device-transfer/{code}")
    assert (response.status_code, error(response)) == (404, "no_such_code")


def test_s5_a_replaced_cookie_creates_no_device_code(server: Served) -> None:
    ann = server.person()
    old = ann.cookie
    code = ann.post("/api/device-transfer").json()["code"]
    ann.put("/api/me", {"name": "Anne"})
    assert ann.cookie != old

    headers = {"Cookie": old, "X-Tile-Rummy": "1", "Content-Type": "application/json"}
    response = plain_http.post(f"{server.url}/api/device-transfer", headers=headers, json={})
    assert response.status_code == 401
    assert server.stranger().post(f"/api/device-transfer/{code}").status_code == 404
    assert ann.post("/api/device-transfer").status_code == 200
