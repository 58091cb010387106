"""What is written down is read again, to the last tile."""

import pytest
from tests.records.conftest import HOUSES, match_of

from tilerummy.records import read_record, write_jsonl, write_text


@pytest.mark.parametrize("house", HOUSES)
def test_whole_rounds_of_every_ruleset_round_trip(house: str) -> None:
    record = match_of(house)

    assert read_record(write_jsonl(record)) == record
    assert read_record(write_text(record)) == record
    assert read_record(write_text(record, facts=True)) == record
