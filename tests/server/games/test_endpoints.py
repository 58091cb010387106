"""Replays over HTTP: of a game that is gone, and of any record for everybody."""

from __future__ import annotations

import pytest
from tests.records.conftest import match_of
from tests.server.http.test_sharing import finished
from tests.server.served import Json, Served, error, served

from tilerummy.records import RecordError, read_record, write_jsonl, write_text
from tilerummy.server.messages.bodies.games import LARGEST_RECORD
from tilerummy.server.store.opening import memory_store
from tilerummy.server.store.types import Row


@pytest.mark.parametrize("summarised", [True, False])
def test_a_game_that_is_deleted_before_its_log_is_read_is_not_there(
    summarised: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = memory_store(lambda: 1_700_000_000_000)

    async def nothing(_room: str, _since: int = 0) -> list[Row]:
        return []

    with served(store) as running:
        ann = running.person("Ann")
        path = f"/api/games/{finished(ann)}"
        if summarised:
            assert ann.get(path).status_code == 200
        monkeypatch.setattr(store.logs, "load", nothing)
        answers = [ann.get(f"{path}{what}") for what in ("", "/record", "/picture.svg")]
        review = ann.get(f"{path}/review?depth=certain")

    assert [(each.status_code, error(each)) for each in answers] == [(404, "no_such_game")] * 3
    if summarised:
        assert '"code":"no_such_game"' in review.text
    else:
        assert error(review) == "no_such_game"


def test_any_record_is_replayed_in_either_form(server: Served) -> None:
    record = match_of("sabra", rounds=2)
    answers: list[Json] = []
    for text in (write_text(record), write_jsonl(record)):
        answer = server.stranger().post("/api/replays", {"record": text})
        assert answer.status_code == 200, answer.text
        answers.append(answer.json())
    assert answers[0] == answers[1]
    assert answers[0]["v"] == 1
    assert len(answers[0]["rounds"]) == 2


def test_a_record_that_cannot_be_read_is_refused_with_its_line(server: Served) -> None:
    text = write_text(match_of("sabra")) + "no line of a record\n"
    with pytest.raises(RecordError) as expected:
        read_record(text)
    broken = server.stranger().post("/api/replays", {"record": text})
    told = broken.json()["error"]
    assert (broken.status_code, told["code"]) == (400, "bad_record")
    assert told["why"]["params"] == {"line": expected.value.line}
    assert told["why"]["text"] == expected.value.message


def test_a_record_has_a_largest_size(server: Served) -> None:
    long = server.stranger().post("/api/replays", {"record": "#" * (LARGEST_RECORD + 1)})
    assert long.status_code == 400
    huge = server.stranger().post("/api/replays", {"record": "#" * 1024 * 1024})
    assert (huge.status_code, error(huge)) == (413, "too_large")
