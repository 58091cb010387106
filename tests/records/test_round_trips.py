"""Reading returns exactly the record that was written."""

import pytest
from tests.records.conftest import HOUSES, match_of

from tilerummy.records import audit, read_record, write_jsonl, write_text


@pytest.mark.parametrize("house", HOUSES)
def test_whole_rounds_of_every_ruleset_round_trip_and_pass_an_audit(house: str) -> None:
    record = match_of(house)

    found = audit(write_jsonl(record))
    assert found.difference is None
    assert (found.rounds, found.commands) == (1, len(record.rounds[0].steps))
    assert found.facts == len(record.rounds[0].events)
    assert read_record(write_jsonl(record)) == record
    assert read_record(write_text(record)) == record
    assert read_record(write_text(record, facts=True)) == record
