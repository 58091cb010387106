"""An audit reports the first line that differs from today's rules."""

import json
from collections.abc import Callable

import pytest
from tests.records.conftest import SMALL, match_of

from tilerummy.records import (
    Difference,
    ImpossibleRecordError,
    JsonObject,
    RecordError,
    audit,
    fact_text,
    read_record,
    write_jsonl,
    write_text,
)
from tilerummy.state import Ended, Phase

RECORD = match_of(SMALL, rounds=2, seed=3)
LINES = write_jsonl(RECORD).splitlines()
TEXT = write_text(RECORD)


def changed(line: int, change: Callable[[JsonObject], None]) -> str:
    """Return the record as JSON lines with the object on that *line* changed."""
    data = json.loads(LINES[line - 1])
    change(data)
    return "\n".join([*LINES[: line - 1], json.dumps(data), *LINES[line:]])


def first(kind: str, after: int = 1) -> int:
    """Return the line number of the first object with that type."""
    tag = f'"type":"{kind}"'
    return next(n for n, line in enumerate(LINES, 1) if tag in line and n >= after)


def error_of(source: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        audit(source)
    return caught.value


def difference(source: str) -> Difference:
    found = audit(source).difference
    assert found is not None
    return found


def test_both_forms_pass() -> None:
    assert audit(write_text(RECORD)).difference is None
    assert audit(write_text(RECORD, facts=True)) == audit(write_jsonl(RECORD))


def test_a_wrong_score_is_reported_with_both_values() -> None:
    line = first("Ended")
    ended = RECORD.results[0]

    found = difference(changed(line, lambda data: data.update(scores=[1, -1])))

    wrong = Ended(ended.ending, (1, -1), ended.racks, ended.winner)
    assert found == Difference(line, fact_text(wrong), fact_text(ended))
    assert f"line {line}: recorded: Ended ending=" in str(found)
    assert "scores=[1, -1]" in found.recorded


def test_a_wrong_total_in_text_is_reported_on_its_line() -> None:
    text = write_text(RECORD)
    ann, ben = RECORD.totals
    line = next(n for n, t in enumerate(text.splitlines(), 1) if t.startswith("Result"))

    found = difference(text.replace(f"Result: Ann {ann}, Ben {ben}", "Result: Ann 9, Ben -9"))

    assert (found.line, found.recorded) == (line, "the result 9, -9")


def test_an_extra_and_a_missing_fact_are_reported() -> None:
    line = first("Drew")
    extra = LINES[line - 1].replace('"facts":2', '"facts":3')
    more = [*LINES[: line - 1], extra, '{"type":"Released"}', *LINES[line:]]
    numbered = [json.dumps({**json.loads(t), "line": n}) for n, t in enumerate(more, 1)]

    found = difference("\n".join(numbered))

    assert found.line == line + 1
    assert found.recorded == "Released"
    assert found.made.startswith("Moved seat=")


def test_a_record_that_ends_within_the_pool_is_not_reported_as_another_seed() -> None:
    unfinished = "".join(t for t in TEXT.splitlines(keepends=True) if not t.startswith("Result"))
    pool = unfinished.index("Pool: ")
    end = unfinished.index(" ", pool + 20)

    found = difference(unfinished[:end])

    assert found.recorded.startswith("a seed, and ")
    assert found.made == "the seed determines all tiles: does the record end within the pool?"
    cut = error_of(unfinished[: pool + 3])
    assert cut.message.endswith("the record ends with this line: is it truncated?")


def test_a_play_that_is_refused_or_a_tile_that_cannot_be_drawn_is_not_possible() -> None:
    refused = error_of(TEXT.replace("play => k3 r3 b3", "play => k1 r1 b1", 1))
    drawn = error_of(TEXT.replace("2. Ann: draw (b4)", "2. Ann: draw (r2)", 1))
    fact = error_of(changed(first("Played"), lambda data: data.update(placed="k1 r1 b1")))

    for error in (refused, drawn, fact):
        assert isinstance(error, ImpossibleRecordError)
    assert refused.message.startswith("'play => k1 r1 b1' is refused: ")
    assert drawn.message == "r2 is recorded as drawn, but the pool gives b4"


def test_lacking_handfuls_lead_to_the_ruleset() -> None:
    text = write_text(match_of("sabra", seed=1))
    options = text[text.index("Options: ") : text.index("Rules version")]

    error = error_of(text.replace("Ruleset: sabra", "Ruleset: mcgraw").replace(options, ""))

    assert not isinstance(error, ImpossibleRecordError)
    assert error.message.endswith("mcgraw uses handfuls (see the ruleset in the header)")


def totals(data: JsonObject) -> None:
    data["result"] = {"rounds": 2, "scores": [500, -500]}


def pool(data: JsonObject) -> None:
    data["pool"] = " ".join(reversed(str(data["pool"]).split()))


def seed(data: JsonObject) -> None:
    data["seed"] = "00"


def dearer(data: JsonObject) -> None:
    options = data["options"]
    assert isinstance(options, dict)
    options["initial_meld.points"] = 20


def seat(data: JsonObject) -> None:
    command = data["command"]
    assert isinstance(command, dict)
    command["seat"] = 1 - int(str(command["seat"]))


ANN, BEN = RECORD.totals


@pytest.mark.parametrize(
    ("line", "change", "where", "recorded", "made"),
    [
        (1, totals, 1, "the result 500, -500", f"the result {ANN}, {BEN}"),
        (first("Dealt"), pool, first("Dealt"), "Dealt racks=[", "Dealt racks=["),
        (2, seed, 2, "a seed", "the seed gives another order"),
        (1, dearer, first("Played"), "Played seat=", "no: initial_meld_too_low: "),
        (first("Drew"), seat, first("Drew"), "Drew seat=", "no: not_your_turn"),
    ],
)
def test_a_difference_is_reported_with_both_values(
    line: int, change: Callable[[JsonObject], None], where: int, recorded: str, made: str
) -> None:
    found = difference(changed(line, change))

    assert found.line == where
    assert found.recorded.startswith(recorded)
    assert found.made.startswith(made)


def old(data: JsonObject) -> None:
    """Change the header to an unknown version of the rules."""
    options = data["options"]
    assert isinstance(options, dict)
    del options["joker.melds"]
    data.update(rules_version="0", ruleset="grandfather", options={**options, "tea": "strong"})


def test_old_facts_replay_whatever_became_of_the_rules() -> None:
    source = changed(1, old)

    record = read_record(source)

    assert record.rounds == RECORD.rounds
    assert record.state().phase is Phase.OVER
    assert record.tiles == RECORD.tiles
    assert read_record(write_jsonl(record)) == record
    assert read_record(write_text(record)) == record


def test_an_audit_of_unknown_rules_is_a_difference() -> None:
    found = audit(changed(1, old))

    assert found.rules_version == "0"
    assert found.difference is not None
    assert found.difference.line == 1
    assert "unknown ruleset 'grandfather'" in found.difference.made


def test_facts_that_todays_rules_do_not_make_are_written_into_the_text() -> None:
    line = first("Ended")
    record = read_record(changed(line, lambda data: data.update(scores=[1, -1])))

    text = write_text(record)

    assert read_record(text) == record
    assert text.count("> {") == len(record.rounds[0].steps[-1].events)
    found = difference(text)
    assert "scores=[1, -1]" in found.recorded
    assert text.splitlines()[found.line - 1].startswith('> {"type": "Ended"')
