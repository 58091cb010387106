"""Advice that a player followed is no mistake of the player."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.review.games import CERTAIN, SMALL, game

from tilerummy.records import Record, read_record, write_jsonl, write_text
from tilerummy.records.advice import UsedAdvice, advice_in, advice_tags
from tilerummy.review import review, review_json
from tilerummy.review.decision_points import rounds_of


def advised(record: Record, advice: UsedAdvice, *turns: int) -> Record:
    """Return the record with advice in the commands of the first seat in these turns."""
    given = {}
    starts = {each.view.turn: len(each.history) for each in rounds_of(record, 0)[0].decision_points}
    at = len(record.rounds[0].deal)
    for place, step in enumerate(record.rounds[0].steps):
        if any(starts.get(turn) == at for turn in turns):
            given[0, place] = advice
        at += len(step.events)
    assert len(given) == len(turns)
    return replace(record, tags=(*record.tags, *advice_tags(given)))


@pytest.mark.parametrize("advice", UsedAdvice)
def test_an_advised_mistake_is_a_remark_without_a_grade(advice: UsedAdvice) -> None:
    record = game(SMALL, ("casual", "casual"), 30)
    own = review(record, 0, CERTAIN)
    turns = [each.turn for each in own.marked]
    assert turns

    record = advised(record, advice, *turns)
    found = review(record, 0, CERTAIN)

    assert [*found.marked] == []
    noted = [each for each in found.decisions if each.turn in turns]
    assert [each.reason for each in noted] == [each.reason for each in own.marked]
    [played] = review_json(record, [found])["seats"][0]["rounds"]
    written = [each for each in played["decisions"] if each["turn"] in turns]
    assert {each.get("advice") for each in written} == {advice.value}


@pytest.mark.parametrize("write", [write_text, write_jsonl])
def test_records_keep_the_advice(write: object) -> None:
    assert callable(write)
    record = advised(
        game(), UsedAdvice.HINTED, rounds_of(game(), 0)[0].decision_points[1].view.turn
    )
    read = read_record(write(record).encode())

    assert advice_in(read) == advice_in(record) != {}
    assert advice_in(replace(record, tags=(("hinted", "1.2 x 3 2.y"),))) == {
        (0, 1): UsedAdvice.HINTED
    }


def test_a_match_can_be_reviewed_that_ended_before_a_turn_of_the_seat_in_its_second_round() -> None:
    record = game()
    played = record.rounds[0]
    record = advised(
        record, UsedAdvice.HINTED, rounds_of(record, 0)[0].decision_points[1].view.turn
    )
    assert played.first == 1

    for steps in (0, 1):
        match = replace(record, rounds=(played, replace(played, steps=played.steps[:steps])))
        found = review(match, 0, CERTAIN)
        assert [bool(each.decisions) for each in found.rounds] == [True, False]
