"""Reviews are sent over HTTP as server-sent events, with access checks and limits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.review.games import game
from tests.server.http.test_sharing import finished
from tests.server.served import error, served

from tilerummy.records import write_text
from tilerummy.review import Amount, Depth, work
from tilerummy.review.decision_points import rounds_of


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit rollouts in this process; tests with worker processes ask for proven errors only."""
    monkeypatch.setitem(work.AMOUNTS, Depth.QUICK, Amount(1, 2, 0.0, 0.05))


def events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def test_any_record_can_be_reviewed() -> None:
    body = {"record": write_text(game()), "seat": 0, "depth": "certain"}
    with served() as server:
        answer = server.stranger().post("/api/review", body)
        wrong = server.stranger().post("/api/review", {**body, "record": "nonsense"})
        depth = server.stranger().post("/api/review", {**body, "depth": "abyss"})

    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    [(first, review), (last, progress)] = events(answer.text)
    assert (first, last) == ("review", "progress")
    assert review["done"] is True
    assert review["review"]["seats"][0]["seat"] == 0
    assert progress == {"share": 1.0}
    [(name, detail)] = events(wrong.text)
    assert (name, detail["code"]) == ("error", "bad_record")
    assert (depth.status_code, error(depth)) == (400, "bad_depth")


def test_a_visitor_can_review_only_public_games() -> None:
    with served() as server:
        ann = server.person("Ann")
        path = f"/api/games/{(room := finished(ann))}"
        mine = ann.get(f"{path}/review?depth=certain")
        private = server.stranger().get(f"{path}/review?depth=certain")
        nowhere = ann.get("/api/games/nowhere/review")
        ann.put(f"{path}/sharing", {"public": True})
        ann.control(room, "show")
        visitor = server.stranger()
        public = visitor.get(f"{path}/review?seat=0&depth=certain")
        wrong = visitor.get(f"{path}/review?seat=2")

    for hidden in (private, nowhere):
        assert (hidden.status_code, error(hidden)) == (404, "no_such_game")
    assert events(public.text) == events(mine.text)
    assert events(public.text)[0][1]["done"] is True
    assert "Ann" not in public.text
    assert room not in public.text
    assert (wrong.status_code, error(wrong)) == (400, "bad_seat")


def test_a_play_that_was_not_compared_is_compared_on_request() -> None:
    record = game()
    point = next(each for each in rounds_of(record, 0)[0].decision_points if each.view.table)
    after = [str(each) for each in point.view.table]
    tried = {"seat": 0, "round": 0, "turn": point.view.turn, "after": after}
    with served() as server:
        visitor = server.stranger()
        found = visitor.post("/api/review/try", {**tried, "record": write_text(record)})
        wrong = visitor.post(
            "/api/review/try", {**tried, "record": write_text(record), "turn": 999}
        )
        ann = server.person("Ann")
        path = f"/api/games/{finished(ann)}/review/try"
        hidden = server.stranger().post(path, tried)
        mine = ann.post(path, {**tried, "turn": 999})

    assert found.json()["actions"] == ["draw"]
    assert found.json()["n"] > 0
    assert 0 <= found.json()["win"] <= 1
    assert (wrong.status_code, error(wrong)) == (400, "not_compared")
    assert (hidden.status_code, error(hidden)) == (404, "no_such_game")
    assert (mine.status_code, error(mine)) == (400, "not_compared")
