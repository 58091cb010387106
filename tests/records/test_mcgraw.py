"""McGraw for two is dealt from 108 tiles; old records with 212 tiles still replay."""

from pathlib import Path

from tests.records.conftest import match_of

from tilerummy.records import Record, audit, read_record, write_jsonl, write_text
from tilerummy.rules import ruleset, ruleset_text

OLD = Path(__file__).parent / "mcgraw-two-players-212.rummy"


def test_a_record_of_212_tiles_for_two_replays_and_agrees() -> None:
    """RULES 2.4: its header has tiles.copies=4, which overrides the default."""
    record = read_record(OLD.read_bytes())

    assert ruleset_text(record.rules) == "mcgraw+tiles.copies=4"
    assert len(record.rounds[0].chance.order) == 208
    assert record.totals == record.result
    assert audit(OLD.read_bytes()).difference is None
    assert audit(write_jsonl(record)).difference is None
    assert read_record(write_text(record)) == record


def test_a_current_record_has_108_tiles_for_two_and_212_for_three() -> None:
    for seats, copies in ((2, 2), (3, 4)):
        record = match_of("mcgraw", seats=seats)

        assert len(record.rounds[0].chance.order) == 52 * copies
        assert record.tiles == record.rules.tiles_for(seats)
        assert audit(write_text(record)).difference is None
        assert read_record(write_jsonl(record)) == record


def test_the_header_writes_by_players() -> None:
    record = Record.of(ruleset("mcgraw"), ["Ann", "Ben"])

    assert dict(record.options)["tiles.copies"] == "by_players"
    assert "tiles.copies=by_players" in write_text(record)
    assert record.rules == ruleset("mcgraw")
