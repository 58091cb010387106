"""The HTTP interface checks permissions, and explains errors."""

from __future__ import annotations

import json

import pytest
from tests.server.served import WRITES, Json, Served, error, served
from tests.support import plain_http


def test_a_new_visitor_becomes_a_guest_once(server: Served) -> None:
    new = server.stranger()
    first, again = new.get("/api/me"), new.get("/api/me")

    assert first.json() == again.json()
    assert first.json()["name"] == "Guest"
    assert not first.json()["chosen"]
    assert "set-cookie" in first.headers
    assert "set-cookie" not in again.headers


def test_a_program_uses_a_token_instead_of_a_cookie(server: Served) -> None:
    token = server.program("Robot")
    bearer = {"Authorization": f"Bearer {token}"}

    assert plain_http.get(f"{server.url}/api/me", headers=bearer).json()["program"] is True
    opened = plain_http.post(f"{server.url}/api/rooms", json={"seats": 2}, headers=bearer)
    assert opened.status_code == 201


def test_a_request_without_a_guest_explains_how_to_sign_up(server: Served) -> None:
    """An unknown token does not create a guest."""
    bad = {"Authorization": "Bearer tr_x"}
    for method, path, headers in (
        ("POST", "/api/rooms", {}),
        ("GET", "/api/me", bad),
        ("PUT", "/api/me", bad),
        ("POST", "/api/rooms", {**WRITES, "Cookie": "tilerummy=" + "A" * 54}),  # S9
    ):
        url, body = server.url + path, {"name": "Ann"}
        answer = plain_http.request(method, url, headers=headers, json=body)
        assert (answer.status_code, error(answer)) == (401, "nobody")
        assert "/api/me" in answer.text
        assert "set-cookie" not in answer.headers


def test_basic_authentication_of_a_proxy_is_ignored(server: Served) -> None:
    answer = plain_http.get(f"{server.url}/api/me", headers={"Authorization": "Basic eDp5"})

    assert answer.status_code == 200
    assert "set-cookie" in answer.headers


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"ruleset": "sabra"}, "field `ruleset`; valid fields: terms, seats, computers, local"),
        ({"seats": 7}, "seats: Expected `int` <= 6"),
        ({"terms": {"rounds": "2"}}, "terms.rounds: Expected `int | null`, got `str`"),
        (
            {"terms": {"colour": 1}},
            "terms: Object contains unknown field `colour`; valid fields: rul",
        ),
        ({"computers": [{"seat": 1}]}, "computers[0]: Object missing required field `level`"),
        ([], "Expected `object`, got `array`"),
        ({"x" * 1000: 1}, "valid fields: terms"),
        ({f"x` - at `$.{'foo' * 1000}": 1}, "unknown field"),
        (b'{"seats": 2', "not JSON: Input data was truncated"),
        (b'{"seats": 2}}', "(byte 13)"),
        (b'{"seats": "\xff"}', "not JSON: 'utf-8'"),
        (b"[" * 5000, "nested too deeply"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_an_invalid_body_is_explained(server: Served, body: Json, expected: str) -> None:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **WRITES}
    answer = server.person().client.post("/api/rooms", content=raw, headers=headers)

    assert (answer.status_code, error(answer)) == (400, "bad_message")
    message = answer.json()["error"]["message"]
    assert expected in message
    assert len(message) < 500


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"terms": {"ruleset": "nonsense"}}, "bad_terms"),
        ({"terms": {"ruleset": "sabra+deal.tiles=40"}, "seats": 4}, None),
        ({"computers": [{"seat": 3, "level": "beginner"}]}, "no_such_seat"),
        ({"computers": [{"seat": 1, "level": "genius"}]}, "no_such_level"),
        ({"seats": 2, "start": True}, "too_few"),
    ],
)
def test_unplayable_terms_open_no_table(server: Served, body: Json, code: str | None) -> None:
    ann = server.person("Ann")
    answer = ann.post("/api/rooms", {"seats": 2, **body})

    assert answer.status_code == 400
    assert code in (None, error(answer))
    assert ann.get("/api/rooms").json()["mine"] == []


def test_a_guest_has_a_limited_number_of_live_tables() -> None:
    with served(rooms=2) as running:
        ann = running.person()
        room, _ = ann.open_match(), ann.open()
        assert ann.post("/api/rooms", {}).status_code == 429
        ann.control(room, "resign")
        assert ann.post("/api/rooms", {}).status_code == 201


def test_an_invitation_gives_access_to_a_private_table(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = ann.open(terms={"private": True})
    invitation = ann.get(f"/api/rooms/{room}/invite").json()
    code = invitation["code"]

    assert ben.get(f"/api/rooms/{room}").status_code == 404
    assert len(code) >= 14, "at least 80 bits"
    assert invitation["url"] == f"{server.url}/i/{code}"
    assert invitation["qr_svg"].startswith("<svg")
    assert ben.post(f"/api/invites/{code}").json() == {"room": room, "seated": False}
    assert ben.get(f"/api/rooms/{room}").status_code == 200
    assert ben.get(f"/api/rooms/{room}/invite").status_code == 404, "only for seated players"
    ben.control(room, "sit")
    assert ben.get(f"/api/rooms/{room}/invite").json() == invitation


def test_rules_presets_options_and_levels_are_listed(server: Served) -> None:
    ann = server.stranger()
    presets = ann.get("/api/presets").json()["presets"]
    same = {preset["name"]: preset["same_levels"] for preset in presets}
    rules = ann.get("/api/rules", params={"ruleset": "sabra+initial_meld.points=50"}).json()

    assert {"sabra", "mcgraw", "international"} <= {p["name"] for p in presets}
    assert same["sabra"] == {}
    assert same["mcgraw"] == {"expert": [1, 3, 4, 5, 6], "master": [1, 3, 4, 5, 6]}
    assert same["american"] == {"expert": [1, 2, 3, 4, 5, 6]}
    assert rules["options"]["initial_meld.points"] == 50
    sentences = [each for part in rules["sections"] for each in part["sentences"]]
    (points,) = (each for each in sentences if each["code"] == "option.initial_meld.points")
    assert points["params"] == {"n": 50}
    assert "50" in points["text"]
    assert rules["meanings"]["initial_meld.points"] == points
    assert any(part.get("ways") for part in rules["sections"])
    refused = [example for example in rules["examples"] if not example.get("legal", True)]
    assert refused
    assert all(example["reason"]["code"] for example in refused)
    assert {o["name"] for o in ann.get("/api/options").json()["options"]} >= set(rules["options"])
    assert [level["name"] for level in ann.get("/api/levels").json()["levels"]]
    assert ann.get("/api/rules", params={"ruleset": "x"}).status_code == 400


def test_closed_hands_are_listed_for_rulesets_with_them(server: Served) -> None:
    ann = server.stranger()
    hands = ann.get("/api/rules", params={"ruleset": "international"}).json()["hands"]

    assert [hand["number"] for hand in hands] == list(range(1, 41))
    assert hands[19]["name"]["text"] == "Two colours minor"
    assert hands[19]["points"] == [1400, 1200, 1000]
    codes = [each["code"] for each in hands[19]["what"]]
    assert codes == ["hand.runs", "hand.colours", "hand.high"]
    assert all(len(hand["example"].replace("/", "").split()) == 14 for hand in hands)
    assert ann.get("/api/rules", params={"ruleset": "sabra"}).json()["hands"] == []


def test_an_unplayable_ruleset_is_rejected_with_the_reason(server: Served) -> None:
    house = "american+initial_meld.points=500"
    answer = server.stranger().get("/api/rules", params={"ruleset": house})

    detail = answer.json()["error"]
    assert (answer.status_code, detail["code"]) == (400, "bad_ruleset")
    why = detail["why"]
    assert why["code"] == "unplayable.opening"
    assert why["params"]["points"] == 500
    assert str(why["params"]["worth"]) in why["text"]


TURN = {
    "table": "r1 r2 r3",
    "rack": "k10 r10 b10 r4 k1",
    "after": "r1 r2 r3 r4 / k10 r10 b10",
    "opened": False,
}
TURN_OF_TWO_PLAYS = {
    "legal": True,
    "plays": ["r1 r2 r3 / k10 r10 b10", "r1 r2 r3 r4 / k10 r10 b10"],
    "played": "k10 r4 r10 b10",
    "rack": "k1",
}
INVALID = {"code": "invalid_meld"}
ONE_PLAY = "sabra+initial_meld.same_turn_manipulation=false"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"after": "k1 k2 k3 k4"}, {"legal": True}),
        ({"after": "k1 k2 k3 r4"}, {"legal": False}),
        ({"after": "k1 k2 / k3 k4 r1"}, {"melds": [["k1 k2"], ["k3 k4 r1"]], **INVALID}),
        (TURN, {"code": "table_closed"}),
        ({**TURN, "turn": True}, TURN_OF_TWO_PLAYS),
        (
            {**TURN, "turn": True, "ruleset": ONE_PLAY},
            {"code": "table_closed", "melds": [["r1 r2 r3"]]},
        ),
    ],
)
def test_the_referee_judges_a_play_or_a_turn(
    server: Served, question: Json, expected: Json
) -> None:
    question = {"table": "k1 k2 k3", "rack": "k4 r1", **question}
    answer = server.stranger().post("/api/judge", question).json()
    answer["melds"] = [reason.get("melds") for reason in answer.get("reasons") or ()]

    assert {name: answer[name] for name in expected} == expected
    assert answer["legal"] or answer["code"]


def test_the_solver_finds_a_best_play(server: Served) -> None:
    ann = server.stranger()
    best = ann.post("/api/solve", {"table": "k1 k2 k3", "rack": "k4 r1"}).json()
    assert (best["tiles"], best["play"]) == (1, "k1 k2 k3 k4")
    (step,) = best["steps"]
    assert (step["code"], step["tiles"], step["target"]) == ("add", ["k4"], ["k1", "k2", "k3"])
    assert step["rows"] == [["k1", "k2", "k3", "k4"]]
    wrong = {"table": "k1 k3", "rack": "r1"}
    for path, question in (("solve", wrong), ("judge", {**wrong, "after": ""})):
        answer = ann.post(f"/api/{path}", question)
        assert (answer.status_code, error(answer)) == (400, "bad_question")


def test_an_overloaded_server_opens_no_table() -> None:
    with served(lag=1000) as running:
        ann = running.person()
        assert "tilerummy_requests_total" in ann.get("/metrics").text
        for lag, status in ((0.0, 200), (10_000.0, 503)):
            running.services.lag = lag
            assert ann.get("/readyz").status_code == status
            assert ann.get("/healthz").json()["status"] == "ok"
        assert ann.post("/api/rooms", {}).status_code == 503
