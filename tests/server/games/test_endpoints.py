"""Replays over HTTP, of deleted games and of any given record."""

from __future__ import annotations

from unittest.mock import AsyncMock

import pytest
from tests.records.conftest import match_of
from tests.server.http.test_sharing import finished
from tests.server.served import Json, Served, error, served

from tilerummy import Count
from tilerummy.records import Record, RecordError, read_record, write_jsonl, write_text
from tilerummy.server.messages.bodies.games import LARGEST_RECORD
from tilerummy.server.store.factory import memory_store


@pytest.mark.parametrize("summarise", [True, False])
def test_a_game_deleted_before_its_log_is_read_is_not_found(
    summarise: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = memory_store(lambda: 1_700_000_000_000)
    with served(store) as running:
        ann = running.person("Ann")
        path = f"/api/games/{finished(ann)}"
        if summarise:
            assert ann.get(path).status_code == 200
        monkeypatch.setattr(store.logs, "load", AsyncMock(return_value=[]))
        answers = [ann.get(f"{path}{what}") for what in ("", "/record", "/picture.svg")]
        review = ann.get(f"{path}/review?depth=certain")

    assert [(each.status_code, error(each)) for each in answers] == [(404, "no_such_game")] * 3
    assert '"code":"no_such_game"' in review.text


def test_a_record_is_replayed_in_either_form(server: Served) -> None:
    record = match_of("sabra", rounds=2)
    answers: list[Json] = []
    for text in (write_text(record), write_jsonl(record)):
        answer = server.stranger().post("/api/replays", {"record": text})
        assert answer.status_code == 200, answer.text
        answers.append(answer.json())
    assert answers[0] == answers[1]
    assert answers[0]["v"] == 1
    assert len(answers[0]["rounds"]) == 2


def test_counted_rounds_have_scores_but_no_turns(server: Served) -> None:
    counted = Record.of("sabra", ["Ann", "Ben"]).counted(Count(1, (38, None)), starter=0)
    replay = server.stranger().post("/api/replays", {"record": write_text(counted)}).json()
    assert (replay["rounds"], replay["counted"], replay["totals"]) == ([], [[-38, 38]], [-38, 38])
    assert replay["leaders"] == [1]

    mixed = match_of("sabra").counted(Count(1, (38, None)), starter=0)
    refused = server.stranger().post("/api/replays", {"record": write_text(mixed)})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_record")


def test_an_invalid_record_is_rejected_with_its_line(server: Served) -> None:
    text = write_text(match_of("sabra")) + "no line of a record\n"
    with pytest.raises(RecordError) as expected:
        read_record(text)
    broken = server.stranger().post("/api/replays", {"record": text})
    detail = broken.json()["error"]
    assert (broken.status_code, detail["code"]) == (400, "bad_record")
    assert detail["why"]["params"] == {"line": expected.value.line}
    assert detail["why"]["text"] == expected.value.message


def test_a_record_has_a_maximum_size(server: Served) -> None:
    long = server.stranger().post("/api/replays", {"record": "#" * (LARGEST_RECORD + 1)})
    assert long.status_code == 400
    huge = server.stranger().post("/api/replays", {"record": "#" * 1024 * 1024})
    assert (huge.status_code, error(huge)) == (413, "too_large")
