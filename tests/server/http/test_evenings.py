"""Evenings with real tiles are scored by the engine, and several phones can share them."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from tests.server.served import Json, Person, error, served

from tilerummy.records import audit, read_record
from tilerummy.server.store import evenings
from tilerummy.server.store.evenings import LIFETIME, MAX_MEMBERS, MAX_OF_OWNER

NAMES = ("Ruth", "Ben", "Ada", "Jo", "Mia", "Sam")


def evening(players: int = 3, **also: Json) -> Json:
    return {
        "title": "Friday",
        "ruleset": "sabra",
        "rules_name": "",
        "players": [{"name": name} for name in NAMES[:players]],
        "rounds": 5,
        "target": None,
        "starter": 0,
        "counts": [],
        "counting": None,
        "disputes": 0,
        "clock": None,
        "began": 0,
        "ended": None,
        **also,
    }


def shared(person: Person, **also: Json) -> Json:
    answer = person.post("/api/evenings", {"evening": evening(**also)})
    assert answer.status_code == 201, answer.text
    return answer.json()


def joined(person: Person, code: str, seat: int | None = None) -> Json:
    found = person.post(f"/api/evening-codes/{code}")
    assert found.status_code == 200, found.text
    if seat is None:
        return found.json()
    return person.put(f"/api/evenings/{found.json()['id']}/seat", {"seat": seat}).json()


def test_the_engine_scores_an_evening() -> None:
    with served() as server:
        question = {
            "players": 3,
            "rounds": 2,
            "counts": [
                {"out": 2, "left": [[4, 8, 11], 41, None]},
                {"out": 0, "left": [None, 7, [0]]},
            ],
        }
        found = server.stranger().post("/api/score", question).json()
    assert [one["scores"] for one in found["scored"]] == [[-23, -41, 64], [37, -7, -30]]
    assert [one["points"] for one in found["scored"]] == [[23, 41, None], [None, 7, 30]]
    assert (found["totals"], found["leaders"], found["over"]) == ([14, -48, 34], [2], True)
    assert (found["scored"][1]["starter"], found["starter"]) == (1, 2)
    assert found["fewest"] == [
        {"payer": 1, "payee": 2, "points": 34},
        {"payer": 1, "payee": 0, "points": 14},
    ]
    assert found["tiles"]["points"][0] == 30
    assert found["tiles"]["copies"] == 8


def test_house_rules_may_change_the_target_size_of_handfuls() -> None:
    with served() as server:
        counts = [{"out": 0, "left": [None, 9], "handfuls": [[20, 21], [14, 13]]}]
        question = {"players": 2, "ruleset": "mcgraw+deal.tiles=20", "counts": counts}
        found = server.stranger().post("/api/score", question).json()
    assert found["tiles"]["handful"] == 20
    assert found["totals"] == [-8, 9]


def test_a_wrong_count_is_explained() -> None:
    with served() as server:
        ann = server.stranger()
        tied = {
            "players": 2,
            "counts": [{"out": 0, "left": [None, 3]}, {"out": None, "left": [5, 5]}],
        }
        refused = ann.post("/api/score", tied)
        reason = refused.json()["error"]
        assert (refused.status_code, reason["code"]) == (400, "bad_count")
        why = reason["why"]
        assert (why["code"], why["params"]) == ("tied", {"round": 2, "seats": [0, 1]})
        for body in (
            {"players": 7},
            {"players": 2, "counts": [{"out": 0, "left": [None, -1]}]},
            {"players": 2, "counts": [{"out": 0, "left": [None, [1] * 251]}]},
            {"players": 2, "counts": [{"out": 0, "left": [None, 1]}] * 101},
            {"players": 2, "ruleset": "nothing"},
            {"players": 2, "starter": 2},
        ):
            assert ann.post("/api/score", body).status_code == 400, body


def test_a_round_that_is_being_counted_is_scored_so_far() -> None:
    with served() as server:
        ann = server.stranger()
        begun = {"out": 2, "left": [[4, 8], None, None]}
        question = {"players": 3, "counts": [{"out": 0, "left": [None, 5, 6]}]}
        found = ann.post("/api/score", {**question, "counting": begun, "round": 1}).json()
        assert found["counting"] == {"scores": [-12, 0, 12], "totals": [-1, -5, 6], "wrong": None}
        assert found["totals"] == [11, -5, -6]
        corrected = ann.post("/api/score", {**question, "counting": begun, "round": 0}).json()
        assert corrected["counting"]["totals"] == [-12, 0, 12]
        tied = {"out": None, "left": [[5], [5], 7]}
        wrong = ann.post("/api/score", {**question, "counting": tied, "round": 1}).json()[
            "counting"
        ]
        assert (wrong["wrong"]["code"], wrong["wrong"]["params"]["seats"]) == ("tied", [0, 1])
        assert (
            ann.post("/api/score", {**question, "counting": begun, "round": 2}).status_code == 400
        )


def test_an_evening_is_written_as_a_record_and_as_a_table() -> None:
    with served() as server:
        body = {
            "players": 2,
            "names": ["Ruth", "=Ben"],
            "title": "Friday",
            "began": 1_790_000_000_000,
            "counts": [{"out": 1, "left": [[4, 8, 11], None]}],
        }
        files = {
            form: server.stranger().post("/api/score/record", {**body, "form": form}).json()["text"]
            for form in ("text", "jsonl", "csv")
        }
    assert read_record(files["text"]) == read_record(files["jsonl"])
    assert audit(files["text"]).difference is None
    assert read_record(files["text"]).totals == (-23, 23)
    assert files["csv"].splitlines()[1:] == ["1,Ruth,'=Ben,-23,23", "total,,,-23,23"]


def test_a_record_of_a_wrong_count_is_refused_with_its_reason() -> None:
    with served() as server:
        body = {
            "players": 2,
            "names": ["Ruth", "Ben"],
            "counts": [{"out": 0, "left": [None, None]}],
        }
        refused = server.stranger().post("/api/score/record", body)
        reason = refused.json()["error"]
        assert (refused.status_code, reason["code"]) == (400, "bad_count")
        assert reason["why"]["params"]["round"] == 1


def test_an_evening_began_in_a_year_of_four_digits() -> None:
    last = 253_402_300_799_999
    with served() as server:
        body = {"players": 2, "names": ["Ruth", "Ben"]}
        made = server.stranger().post("/api/score/record", {**body, "began": last})
        assert read_record(made.json()["text"]).date == "9999-12-31"
        for began in (last + 1, 2**53, 10**400, -1):
            refused = server.stranger().post("/api/score/record", {**body, "began": began})
            assert refused.status_code == 400, began


def test_phones_join_by_code_and_see_the_score() -> None:
    with served() as server:
        ruth, ben = server.stranger(), server.stranger()
        mine = shared(ruth)
        assert re.fullmatch("[1-9]{6}", mine["code"])
        assert (mine["keeps"], mine["seat"], mine["evening"]["title"]) == (True, None, "Friday")
        his = joined(ben, mine["code"], seat=1)
        assert (his["keeps"], his["seat"], his["members"], his["taken"]) == (False, 1, 1, [1])

        path, counts = f"/api/evenings/{mine['id']}", [{"out": 0, "left": [None, 5, 6]}]
        now = ruth.get(path).json()["version"]
        changed = ruth.put(path, {"version": now, "evening": evening(counts=counts)})
        assert changed.status_code == 200, changed.text
        seen = ben.get(path, params={"after": str(now)}).json()
        assert seen["evening"]["counts"][0]["left"] == [None, 5, 6]
        again = ben.get(path, params={"after": str(seen["version"])}).json()
        assert (again["version"], again["evening"]) == (seen["version"], None)


def test_everyone_enters_only_their_own_rack() -> None:
    with served() as server:
        ruth, ben, ada = (server.stranger() for _ in range(3))
        mine = shared(ruth)
        path = f"/api/evenings/{mine['id']}"
        joined(ben, mine["code"], seat=1)
        joined(ada, mine["code"], seat=2)
        assert ada.put(f"{path}/rack", {"round": 0, "left": None}).status_code == 200
        told = ben.put(f"{path}/rack", {"round": 0, "left": [0, 5, 3]}).json()
        counting = told["evening"]["counting"]
        assert (counting["said"], counting["count"]["out"]) == (True, 2)
        assert counting["count"]["left"] == [None, [0, 5, 3], None]
        # no one else can go out, and no other round is counted
        late = ben.put(f"{path}/rack", {"round": 0, "left": None})
        assert (late.status_code, error(late)) == (409, "other_out")
        early = ben.put(f"{path}/rack", {"round": 1, "left": [5]})
        assert (early.status_code, error(early)) == (409, "other_round")


def test_members_cannot_write_the_evening_or_take_a_taken_seat() -> None:
    with served() as server:
        ruth, ben, ada, eve = (server.stranger() for _ in range(4))
        mine = shared(ruth)
        path = f"/api/evenings/{mine['id']}"
        joined(ben, mine["code"], seat=1)
        watching = joined(ada, mine["code"])
        assert watching["seat"] is None
        body = {"version": watching["version"], "evening": evening()}
        assert error(ben.put(path, body)) == "not_keeper"
        assert error(ada.put(f"{path}/seat", {"seat": 1})) == "seat_taken"
        assert error(ada.put(f"{path}/seat", {"seat": 3})) == "bad_seat"
        assert error(ada.put(f"{path}/rack", {"round": 0, "left": [5]})) == "no_seat"
        for answer in (
            eve.get(path),
            eve.put(path, body),
            eve.put(f"{path}/seat", {"seat": 0}),
            eve.put(f"{path}/rack", {"round": 0, "left": [5]}),
            eve.post(f"{path}/keeper"),
            eve.delete(path),
        ):
            assert answer.status_code in (401, 404), answer.text


def test_the_keeper_removes_a_stranger_who_has_guessed_the_code() -> None:
    with served() as server:
        ruth, ben, eve = (server.stranger() for _ in range(3))
        mine = shared(ruth)
        path = f"/api/evenings/{mine['id']}"
        joined(ben, mine["code"], seat=1)
        assert joined(eve, mine["code"], seat=2)["phones"] == [], "only the keeper removes phones"
        phones = {phone["seat"]: phone["id"] for phone in ruth.get(path).json()["phones"]}
        assert sorted(phones) == [1, 2]
        assert error(eve.delete(f"{path}/phones/{phones[1]}")) == "not_keeper"

        left = ruth.delete(f"{path}/phones/{phones[2]}").json()
        assert ([phone["id"] for phone in left["phones"]], left["taken"]) == ([phones[1]], [1])
        assert error(eve.get(path)) == "no_such_evening"
        assert error(eve.post(f"/api/evening-codes/{mine['code']}")) == "no_such_code"
        assert ben.get(path).json()["code"] == left["code"] != mine["code"]
        assert joined(server.stranger(), left["code"])["members"] == 2
        again = ruth.delete(f"{path}/phones/{phones[2]}").json()
        assert again["code"] == left["code"], "no phone was removed"


def test_a_phone_that_is_removed_while_it_joins_is_not_admitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with served() as server:
        ruth, eve = server.stranger(), server.stranger()
        mine = shared(ruth)
        path = f"/api/evenings/{mine['id']}"
        joined(eve, mine["code"], seat=2)
        [phone] = ruth.get(path).json()["phones"]
        stored = server.services.store.evenings
        change = stored.change

        async def change_after_removal(*question: Any) -> object:  # noqa: ANN401
            monkeypatch.undo()
            await asyncio.to_thread(ruth.delete, f"{path}/phones/{phone['id']}")
            return await change(*question)

        monkeypatch.setattr(stored, "change", change_after_removal)
        late = server.stranger().post(f"/api/evening-codes/{mine['code']}")
        assert (late.status_code, error(late)) == (404, "no_such_code")
        assert ruth.get(path).json()["members"] == 0


def test_an_outdated_change_is_a_conflict() -> None:
    with served() as server:
        ruth, ben = server.stranger(), server.stranger()
        mine = shared(ruth)
        joined(ben, mine["code"], seat=0)
        outdated = {"version": mine["version"], "evening": evening()}
        refused = ruth.put(f"/api/evenings/{mine['id']}", outdated)
        assert (refused.status_code, error(refused)) == (409, "conflict")


def test_a_member_takes_over_if_the_keepers_phone_is_silent() -> None:
    with served() as server:
        ruth, ben = server.stranger(), server.stranger()
        mine = shared(ruth)
        path = f"/api/evenings/{mine['id']}"
        joined(ben, mine["code"], seat=1)
        assert error(ben.post(f"{path}/keeper")) == "keeper_present"
        server.times.pass_by(21)
        assert ben.get(path).json()["keeper_away"]
        kept = ben.post(f"{path}/keeper").json()
        assert kept["keeps"]
        assert ben.put(path, {"version": kept["version"], "evening": evening()}).status_code == 200
        assert ruth.post(f"{path}/keeper").json()["keeps"], "the owner can always return"
        assert not ben.get(path).json()["keeps"]


def test_a_code_cannot_be_guessed_quickly() -> None:
    with served() as server:
        eve = server.stranger()
        answers = [
            eve.post(f"/api/evening-codes/{n:06}").status_code for n in range(111111, 111131)
        ]
        assert answers.count(404) <= 10
        assert answers[-1] == 429
        for wrong in ("1", "1234567", "abcdef", "%27%20OR", "١٢٣٤٥٦"):
            server.times.pass_by(60)
            assert eve.post(f"/api/evening-codes/{wrong}").status_code == 404


def test_evenings_expire_and_are_few_per_guest() -> None:
    with served() as server:
        ruth = server.stranger()
        ids = []
        for _ in range(MAX_OF_OWNER + 1):
            server.times.pass_by(600)
            ids.append(shared(ruth)["id"])
        found = [ruth.get(f"/api/evenings/{each}").status_code for each in ids]
        assert found == [404, *[200] * MAX_OF_OWNER]
        server.times.pass_by(LIFETIME / 1000 + 1)
        assert ruth.get(f"/api/evenings/{ids[-1]}").status_code == 404


def test_a_full_store_deletes_the_evening_that_has_not_changed_for_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evenings, "MAX_EVENINGS", 3)
    with served() as server:
        ruth, ben = server.stranger(), server.stranger()
        ids = []
        for person in (ruth, ruth, ruth):
            server.times.pass_by(600)
            ids.append(shared(person)["id"])
        assert ruth.put(f"/api/evenings/{ids[0]}/seat", {"seat": 0}).status_code == 200
        his = shared(ben)["id"]
        found = [ruth.get(f"/api/evenings/{each}").status_code for each in ids]
        assert found == [200, 404, 200]
        assert ben.get(f"/api/evenings/{his}").status_code == 200


def test_an_evening_has_few_members() -> None:
    with served() as server:
        mine = shared(server.stranger())
        for _ in range(MAX_MEMBERS):
            server.times.pass_by(60)
            joined(server.stranger(), mine["code"])
        server.times.pass_by(60)
        full = server.stranger().post(f"/api/evening-codes/{mine['code']}")
        assert (full.status_code, error(full)) == (409, "too_many")


def test_a_deleted_guest_leaves_every_evening() -> None:
    with served() as server:
        ruth, ben = server.stranger(), server.stranger()
        mine, his = shared(ruth), shared(ben)
        joined(ben, mine["code"], seat=1)
        joined(ruth, his["code"], seat=2)
        assert ben.delete("/api/me").status_code == 200
        assert ruth.get(f"/api/evenings/{mine['id']}").json()["members"] == 0
        assert ruth.get(f"/api/evenings/{his['id']}").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": [{"name": "Ann"}]},
        {"players": [{"name": "Ann"}, {"name": "B\u202een"}]},
        {"players": [{"name": "Ann"}, {"name": "x" * 21}]},
        {"starter": 3},
        {"counts": [{"out": 0, "left": [None, 5]}]},
        {"next_starter": 3},
        {"penalties": [0, 0, 0, 1]},
        {"counts": [{"out": 3, "left": [1, 5, 6]}]},
        {"counts": [{"out": 0, "left": [None, 5, 6], "starter": 3}]},
        {"counts": [{"out": 0, "left": [None, 5, 6], "following": 3}]},
        {"counts": [{"out": 0, "left": [None, 5, 6], "trump_holders": [3]}]},
        {"counts": [{"out": 0, "left": [None, 5, 6], "penalties": [0, 0, 0, 1]}]},
        {"counts": [{"out": 0, "left": [None, 5, 6], "opened": [True] * 4}]},
        {"counting": {"round": 1, "said": False, "count": {"out": None, "left": [None] * 3}}},
        {"clock": {"mover": 3, "since": None, "used": 0, "reserves": [0, 0, 0]}},
        {"title": "x" * 41},
        {"extra": 1},
    ],
)
def test_an_impossible_evening_is_refused(wrong: Json) -> None:
    with served() as server:
        answer = server.stranger().post("/api/evenings", {"evening": {**evening(), **wrong}})
        assert answer.status_code == 400, answer.text


def test_an_evening_has_a_maximum_size() -> None:
    with served() as server:
        rack = [13] * 250
        counts = [{"out": 0, "left": [None, rack, rack]}] * 60
        answer = server.stranger().post("/api/evenings", {"evening": evening(counts=counts)})
        assert answer.status_code == 413


def test_leaving_frees_the_seat_and_ending_ends_it_for_everyone() -> None:
    with served() as server:
        ruth, ben, ada = (server.stranger() for _ in range(3))
        mine = shared(ruth)
        path = f"/api/evenings/{mine['id']}"
        joined(ben, mine["code"], seat=1)
        assert ben.delete(path).status_code == 200
        assert ben.get(path).status_code == 404
        assert joined(ada, mine["code"], seat=1)["seat"] == 1
        assert ruth.delete(path).status_code == 200
        assert ada.get(path).status_code == 404
