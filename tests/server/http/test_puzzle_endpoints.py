"""Puzzles over HTTP: the set, attempts that are rated once, and who they are of."""

from __future__ import annotations

from tests.server.served import Json, Person, Served, error

from tilerummy.puzzles import Goal, Puzzle, shipped_puzzle, shipped_puzzles


def tried(who: Person, puzzle: Puzzle, cid: str, **answer: str) -> Json:
    body = {"cid": cid, "puzzle": puzzle.id, **answer}
    return who.post("/api/puzzles/attempts", body).json()


def test_the_set_is_there_for_everybody_in_parts(server: Served) -> None:
    nobody = server.stranger()
    index = nobody.get("/api/puzzles").json()
    part = nobody.get("/api/puzzles/parts/0").json()["puzzles"]

    assert index["count"] >= len(part) == index["size"]
    assert part[0]["id"] == shipped_puzzle(0).id
    for number in (str(len(index["parts"])), "-1", "x", "99999"):
        answer = nobody.get(f"/api/puzzles/parts/{number}")
        assert (answer.status_code, error(answer)) == (404, "no_such_puzzle")


def test_the_first_attempt_changes_the_rating_and_no_other(server: Served) -> None:
    ann = server.person("Ann")
    puzzle = next(each for each in shipped_puzzles() if each.goal is Goal.OUT)
    new = {"points": 1500, "deviation": 500, "provisional": True, "attempts": 0}
    assert ann.get("/api/puzzles/rating").json() == new

    right = tried(ann, puzzle, "one", table=str(puzzle.answer))
    assert (right["right"], right["rated"], right["before"]) == (True, True, 1500)
    assert right["rating"]["points"] > 1500
    assert tried(ann, puzzle, "one", table=str(puzzle.answer)) == right

    again = tried(ann, puzzle, "two")
    assert (again["right"], again["rated"]) == (False, False)
    assert ann.get("/api/puzzles/rating").json() == right["rating"] == again["rating"]


def test_who_gives_up_loses_points(server: Served) -> None:
    bob = server.person("Bob")
    answer = tried(bob, shipped_puzzle(1), "one")

    assert (answer["right"], answer["rated"]) == (False, True)
    assert answer["rating"]["points"] < 1500


def test_there_is_no_attempt_at_what_is_no_puzzle_nor_by_nobody(server: Served) -> None:
    body = {"cid": "one", "puzzle": "none"}
    answer = server.person("Cy").post("/api/puzzles/attempts", body)
    assert (answer.status_code, error(answer)) == (404, "no_such_puzzle")
    assert server.stranger().post("/api/puzzles/attempts", body).status_code == 401
