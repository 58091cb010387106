"""Puzzles are served over HTTP, and attempts at them are rated once."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from tests.server.conftest import FAST
from tests.server.served import Json, Person, Served, error, served

from tilerummy.puzzles import Goal, Puzzle, bundled_puzzle, bundled_puzzles, daily_index
from tilerummy.server.settings import Rate


def tried(person: Person, puzzle: Puzzle, cid: str, **answer: str) -> Json:
    body = {"cid": cid, "puzzle": puzzle.id, **answer}
    return person.post("/api/puzzles/attempts", body).json()


def test_the_set_is_public_and_comes_in_parts(server: Served) -> None:
    stranger = server.stranger()
    index = stranger.get("/api/puzzles").json()
    part = stranger.get("/api/puzzles/parts/0").json()["puzzles"]

    assert index["count"] >= len(part) == index["size"]
    assert part[0]["id"] == bundled_puzzle(0).id
    for number in (str(len(index["parts"])), "-1", "x", "99999"):
        answer = stranger.get(f"/api/puzzles/parts/{number}")
        assert (answer.status_code, error(answer)) == (404, "no_such_puzzle")


def test_only_the_first_attempt_changes_the_rating(server: Served) -> None:
    ann = server.person("Ann")
    puzzle = next(each for each in bundled_puzzles() if each.goal is Goal.OUT)
    new = {"points": 1000, "deviation": 350, "provisional": True, "attempts": 0}
    assert ann.get("/api/puzzles/rating").json() == new

    right = tried(ann, puzzle, "one", table=str(puzzle.answer))
    assert (right["right"], right["rated"], right["before"]) == (True, True, 1000)
    assert right["rating"]["points"] > 1000
    assert tried(ann, puzzle, "one", table=str(puzzle.answer)) == right

    [today] = ann.get("/api/puzzles/rating/history").json()["days"]
    assert today["points"] == right["rating"]["points"]

    again = tried(ann, puzzle, "two")
    assert (again["right"], again["rated"]) == (False, False)
    assert ann.get("/api/puzzles/rating").json() == right["rating"] == again["rating"]


def test_giving_up_costs_points(server: Served) -> None:
    bob = server.person("Bob")
    answer = tried(bob, bundled_puzzle(1), "one")

    assert (answer["right"], answer["rated"]) == (False, True)
    assert answer["rating"]["points"] < 1000


def test_an_attempt_needs_a_puzzle_and_a_guest(server: Served) -> None:
    body = {"cid": "one", "puzzle": "none"}
    answer = server.person("Cy").post("/api/puzzles/attempts", body)
    assert (answer.status_code, error(answer)) == (404, "no_such_puzzle")
    assert server.stranger().post("/api/puzzles/attempts", body).status_code == 401


def test_s21_new_guests_do_not_change_the_rating_of_a_puzzle(server: Served) -> None:
    """An honest guest who then fails loses exactly the points of the formula."""
    puzzle = bundled_puzzle(5)
    answer = {"tile": str(puzzle.discard)} if puzzle.discard else {"table": str(puzzle.answer)}
    first = tried(server.person(), puzzle, "one")["rating"]["points"]
    for _ in range(40):
        assert tried(server.person(), puzzle, "one", **answer)["rated"]

    assert moved(server, puzzle) == 0
    assert tried(server.person("Hon"), puzzle, "one")["rating"]["points"] == first


def test_s21_an_address_changes_the_rating_of_a_puzzle_once_a_day() -> None:
    puzzle = bundled_puzzle(6)
    day = Rate(1, 1 / 86_400)
    with served(rates={**FAST, "puzzle": day}) as running:
        counted = []
        for _ in range(3):
            guest = running.person()
            known(running)
            assert tried(guest, puzzle, "one")["rated"]
            counted.append(moved(running, puzzle))
            running.times.pass_by(50_000)
        assert counted == [1, 1, 2], "the second attempt was on the same day"


@pytest.mark.parametrize("limit", ["puzzle", "address_puzzle"])
def test_s21_unrated_attempts_do_not_count_towards_the_limits(limit: str) -> None:
    puzzle = bundled_puzzle(6)
    with served(rates={**FAST, limit: Rate(2, 1 / 86_400)}) as running:
        ann, ben = running.person(), running.person()
        known(running)
        assert [tried(ann, puzzle, cid)["rated"] for cid in ("one", "two")] == [True, False]
        assert tried(ben, puzzle, "one")["rated"]
        assert moved(running, puzzle) == 2


def moved(server: Served, puzzle: Puzzle) -> int:
    """Return the number of attempts that changed a puzzle's rating."""
    rows = stored(server, f"SELECT attempts FROM puzzle_ratings WHERE puzzle = '{puzzle.id}'")
    return sum(attempts for (attempts,) in rows)


def known(server: Served) -> None:
    """Give all guests without a rating an established one."""
    stored(
        server,
        """INSERT INTO puzzle_players (guest, points, deviation, volatility, attempts)
        SELECT id, 1500, 60, 0.09, 40 FROM guests
        WHERE NOT EXISTS (SELECT 1 FROM puzzle_players WHERE guest = id)""",
    )


def stored(server: Served, statement: str) -> Json:
    """Execute a statement in the store of a server."""

    async def rows() -> Json:
        return await server.services.store.database.write(lambda db: db.rows(statement))

    return asyncio.run(rows())


def test_the_picture_of_the_daily_puzzle_shows_its_rack_and_no_answer(server: Served) -> None:
    stranger = server.stranger()
    today = datetime.fromtimestamp(server.times.now() / 1000, UTC).date()

    def picture(day: date, **query: int | str) -> Json:
        return stranger.get(f"/api/puzzles/daily/{day}/picture.svg", params=query)

    for day in (today - timedelta(days=n) for n in range(7)):
        puzzle = bundled_puzzle(daily_index(day))
        svg = picture(day, seconds=41, hints=1, week=5)
        numerals = re.findall(r'text-anchor="middle" letter-spacing="[^"]*">(\d+)<', svg.text)
        written = [str(each).lstrip("krbo") for each in puzzle.rack if str(each) != "*"]
        assert sorted(numerals[::2]) == sorted(written), "each is drawn twice, with its lip"
        for words in ("0:41", "1 hint", "5 days this week"):
            assert words in svg.text
    assert "0:" not in picture(today).text
    assert error(picture(today + timedelta(days=1))) == "no_such_puzzle"
    assert error(picture(today, hints="x")) == "bad_number"
