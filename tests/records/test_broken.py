"""Reading a broken record raises RecordError with the line, and no other error."""

import json
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.records.conftest import SMALL, match_of
from tests.support.examples import examples

from tilerummy.records import RecordError, audit, read_record, write_jsonl, write_text

RECORD = match_of(SMALL, rounds=2, seed=3)
FORMS = {
    "jsonl": write_jsonl(RECORD),
    "text": write_text(RECORD),
    "facts": write_text(RECORD, facts=True),
}


def error_of(source: str | bytes) -> RecordError | None:
    """Return the RecordError on reading, or None; any other error is raised."""
    try:
        read_record(source)
    except RecordError as error:
        return error
    return None


def broken(source: str | bytes) -> bool:
    """Return whether reading fails with an error on a line of the source."""
    error = error_of(source)
    if error is None:
        return False
    raw = source if isinstance(source, bytes) else source.encode(errors="replace")
    assert 1 <= error.line <= raw.count(b"\n") + 2  # the line after the last is the missing one
    assert str(error) == f"line {error.line}: {error.message}"
    assert 10 < len(error.message) < 700
    assert "\x1b" not in error.message
    return True


def noticed(source: str) -> bool:
    """Return whether reading or an audit finds a fault, unless nothing was lost."""
    if broken(source) or audit(source).difference is not None:
        return True
    return read_record(source) == RECORD  # an omitted event was recomputed


@pytest.mark.parametrize(("form", "step"), [("jsonl", 41), ("text", 5), ("facts", 31)])
def test_a_finished_record_cut_anywhere_is_broken(form: str, step: int) -> None:
    whole = FORMS[form].encode()
    enough = whole[: whole.rindex(b"Score")].rstrip(b"\n#") if form != "jsonl" else whole.rstrip()

    for end in range(0, len(enough), examples(3, 1) * step):
        assert broken(whole[:end])
    assert read_record(enough) == RECORD or form != "jsonl"


def test_an_unfinished_round_can_be_cut_after_any_command() -> None:
    score = f'{{"rounds":2,"scores":[{RECORD.totals[0]},{RECORD.totals[1]}]}}'
    lines = FORMS["jsonl"].replace(score, "null").splitlines(keepends=True)
    begins = [i for i, line in enumerate(lines) if '"command"' in line or '"Round"' in line]

    assert [n for n in range(len(lines)) if not broken("".join(lines[:n]))] == begins


@pytest.mark.parametrize("form", FORMS)
def test_lines_dropped_doubled_or_swapped_are_noticed(form: str) -> None:
    lines = FORMS[form].splitlines(keepends=True)
    starts = [i for i, line in enumerate(lines) if line[0] in "{>" or line[0].isdigit()]

    for here, below in pairwise(starts[:: examples(2, 1) * (1 if form == "text" else 5)]):
        dropped = [*lines[:here], *lines[here + 1 :]]
        doubled = [*lines[: here + 1], *lines[here:]]
        swapped = [*lines[:here], lines[below], *lines[here + 1 : below], lines[here]]
        swapped += lines[below + 1 :]
        assert noticed("".join(dropped))
        assert noticed("".join(doubled))
        assert noticed("".join(swapped))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(examples(2, 50)))
def test_bytes_changed_at_random_never_give_a_traceback(form: str, seed: int) -> None:
    whole, rng = FORMS[form].encode(), Random(seed)
    found = 0
    for _ in range(80):
        changed = bytearray(whole)
        for _ in range(rng.choice((1, 1, 2, 20))):
            place = rng.randrange(len(changed))
            match rng.randrange(4):
                case 0:
                    changed[place] = rng.choice(whole)
                case 1:
                    changed[place] = rng.randrange(256)
                case 2:
                    del changed[place : place + rng.randrange(30)]
                case _:
                    changed[place:place] = whole[place - rng.randrange(40) : place]
        found += broken(bytes(changed))
    assert found > 50


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(source: bytes) -> None:
    broken(source)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(source: str) -> None:
    broken(source)


@given(st.lists(st.sampled_from([*FORMS["text"].split(), "\n", "\n  ", ":", "?99"]), max_size=60))
def test_the_words_of_a_record_in_any_order_are_read_or_refused(words: list[str]) -> None:
    header = FORMS["text"].split("\n\n", maxsplit=1)[0]

    broken(" ".join(words))
    broken(f"{header}\nRound 1\nStarter: Ann\n{' '.join(words)}")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.data())
def test_any_value_in_any_field_is_read_or_refused(data: st.DataObject) -> None:
    lines = FORMS["jsonl"].splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    fields = json.loads(lines[place])
    inner = fields
    while isinstance(inner, dict) and inner:
        name = data.draw(st.sampled_from(sorted(inner)))
        if not isinstance(inner[name], dict) or data.draw(st.booleans()):
            inner[name] = data.draw(json_values)
            break
        inner = inner[name]

    broken("\n".join([*lines[:place], json.dumps(fields), *lines[place + 1 :]]))


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        ("", 1, "the record is empty: expected a header"),
        ("\n\n", 1, "the record is empty"),
        (b"\x89PNG\r\n\x1a\n", 1, "expected UTF-8 text, not the byte 0x89"),
        (b"Ruleset: sabra\nPlayer: \xe9", 2, "expected UTF-8 text, not the byte 0xe9"),
        ("Ruleset: sabra".encode("utf-16"), 1, "expected UTF-8, not UTF-16"),
        ("Ruleset: sabra\nPlayer: \0", 2, "expected text, not the character '\\x00'"),
        ("{", 1, "expected a JSON object"),
        ("{" * 100_000, 1, "expected a JSON object"),
        ('{"line": ' * 100_000, 1, "expected a JSON object, not endless brackets"),
        ('{"line": 1' + "0" * 5000 + "}", 1, "numbers of up to 18 digits"),
        ('{"line": NaN}', 1, "NaN is not valid JSON"),
        ('{"line": 1, "line": 1}', 1, "a field appears twice in the object with 'line'"),
        ('{"line": 1, "type": "Drew"}', 1, "expected the header of a record, not the type 'Drew'"),
        ('{"type": "Record"}', 1, "expected line 1, which does not state its number"),
        ("x" * (64 * 2**20 + 1), 1, "expected a record, not more than 64 megabytes"),
        ("Hello, world!", 1, "expected a line of the header"),
        ("Ruleset: sabra\nRuleset: sabra", 2, "Ruleset appears twice"),
        ("Ruleset: sabre\nPlayer: A\nPlayer: B", 1, "did you mean sabra?"),
        ("Ruleset: sabra", 1, "expected the players"),
        ("Player: Ann\nPlayer: Ben", 2, "expected a ruleset, as in 'Ruleset: sabra'"),
        ("Format: 2", 1, "this program reads format 1, not '2'"),
        ("Ruleset: sabra\nOptions: cw", 2, "expected the players"),
        ("Match: many rounds\nRuleset: sabra\nPlayer: A\nPlayer: B", 1, "expected '3 rounds'"),
        ("Ruleset: sabra\nPlayer: A\nPlayer: B\nResult: A 5", 4, "expected 2 scores, not 1"),
        ("Ruleset: sabra\nPlayer: A\nPlayer: B\nResult: A 5, B -5", 4, "is the record truncated?"),
    ],
)
def test_errors_for_invalid_records_state_the_expectation(
    source: str | bytes, line: int, says: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(source)

    assert says in caught.value.message
    assert caught.value.line == line


ANN_AND_BEN = "Ruleset: sabra\nPlayer: Ann\nPlayer: Ben\n"


@pytest.mark.parametrize(
    "source",
    [
        FORMS["text"] + "1. Ann: draw\n" * 200_000,
        "Ruleset: sabra\n" + " x\n" * 400_000,
        "Ruleset: sabra" + " " * 4_000_000 + "x",
        "Player: Ann" + " " * 2_000_000 + "x (person)\nResult: Ann" + " " * 2_000_000 + "x",
        ANN_AND_BEN + "Starter: Ann\nPool: " + "?9999 " * 300_000,
        ANN_AND_BEN + "Starter: Ann\n1. Ann: play" + " " * 2_000_000 + "then x",
        FORMS["jsonl"] + "{}\n" * 400_000,
        FORMS["jsonl"].replace('"facts":3', f'"facts":{10**40}'),
    ],
)
def test_huge_records_are_refused_soon(source: str) -> None:
    assert broken(source)
