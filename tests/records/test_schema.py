"""docs/records.schema.json matches the lines of records."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.records.conftest import FEW, HOUSES, match_of
from tests.records.test_by_hand import BUT_FOR_THE_TRUMP, FOUR_COLOURS, INTERNATIONAL
from tests.records.test_codec import NONSENSE, SEATS, WIDE, events, through_json
from tests.support.examples import LONG
from tests.support.json_schema import allows
from tests.support.strategies import actions_

from tilerummy.records import (
    DecodeError,
    JsonObject,
    Record,
    RecordError,
    decode_action,
    decode_event,
    encode,
    read_record,
    record_schema,
    write_jsonl,
)
from tilerummy.state import Action, Event

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "records.schema.json").read_text(encoding="utf-8")
)
"""The published schema; tests/docs/test_generated.py compares it with the code."""


CLOSED = f"""{INTERNATIONAL}
Rack Ann: {FOUR_COLOURS}
1. Ann: declare k9
Left Ben: {BUT_FOR_THE_TRUMP.replace("k9", "k5")}
"""


def part(name: str) -> JsonObject:
    return {"$ref": f"#/$defs/{name}"}


def lines_of(record: Record) -> list[JsonObject]:
    return [json.loads(line) for line in write_jsonl(record).splitlines()]


def test_the_published_schema_is_that_of_the_code() -> None:
    assert record_schema() == SCHEMA


@pytest.mark.parametrize("house", HOUSES if LONG else FEW)
def test_every_line_of_a_match_satisfies_the_schema(house: str) -> None:
    record = match_of(house, rounds=2).comment("and a last remark")

    assert [line for line in lines_of(record) if not allows(SCHEMA, line)] == []


def test_a_changed_declared_hand_or_optional_item_is_reported() -> None:
    lines = lines_of(read_record(CLOSED))
    assert "Declared" in [line["type"] for line in lines]
    lines[0] |= {"preset": "international", "result": {"rounds": 1, "scores": [1600, -1600]}}
    lines[1] |= {"label": "two seeds", "seed": "00ff", "handfuls": [[14, 13], [15, 12]]}

    assert [line for line in lines if not allows(SCHEMA, line)] == []


@given(events, st.none() | st.lists(actions_(WIDE), min_size=1, max_size=3))
def test_so_is_every_event_with_any_command(event: Event, actions: list[Action] | None) -> None:
    line = {"line": 7, **encode(event)}
    if actions is not None:
        made = [encode(action) for action in actions]
        line["command"] = {"seat": None, "actions": [*made], "facts": 2, "comments": ["well"]}

    assert allows(SCHEMA, through_json(line))


@given(events | actions_(WIDE), st.data())
def test_accepted_lines_satisfy_the_schema_and_are_written_back(
    value: Event | Action, data: st.DataObject
) -> None:
    """One field is changed. The codec rejects more than the schema, and reports the path."""
    changed = encode(value)
    name = data.draw(st.sampled_from([*changed, "more"]))
    if data.draw(st.booleans()):
        changed[name] = data.draw(st.sampled_from(NONSENSE))
    else:
        changed.pop(name, None)
    is_action = isinstance(value, Action)
    read: Event | Action
    path = "$"
    try:
        if is_action:
            read = decode_action(changed, WIDE)
        else:
            read = decode_event(changed, WIDE, seats=SEATS)
    except DecodeError as error:
        path = error.path
    else:
        written = encode(read)
        assert {field: written[field] for field in changed} == changed
        schema = part("Action") if is_action else SCHEMA
        assert allows(schema, changed if is_action else {"line": 1, **changed}, SCHEMA)
    assert path in ("$", f"$.{name}") or path.startswith((f"$.{name}[", f"$.{name}."))


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (1, {"format": 2}),
        (1, {"type": "Match"}),
        (1, {"options": {"deal.tiles": 1.5}}),
        (1, {"options": []}),
        (1, {"players": []}),
        (1, {"players": [{"name": name} for name in "ABCDEFG"]}),
        (1, {"players": [{"name": "Ann"}, {"kind": "person"}]}),
        (1, {"players": [{"name": "Ann"}, {"name": "Ben", "level": "expert"}]}),
        (1, {"match": {"rounds": "3"}}),
        (1, {"result": {"rounds": 1}}),
        (1, {"tags": {"Place": 7}}),
        (1, {"comments": "well"}),
        (1, {"rule_set": "sabra"}),
        (2, {"facts": -1}),
        (2, {"starter": "Ann"}),
        (2, {"order": ["k7"]}),
        (2, {"lots": [[7, None]]}),
        (2, {"handfuls": [["14", 13]]}),
        (2, {"seed": 7}),
        (2, {"command": {"seat": 0, "actions": [{"type": "Pass"}], "facts": 1}}),
        (-1, {"line": 0}),
        (-1, {"line": "9"}),
        (-1, {"ending": "gave_up"}),
        (-1, {"scores": [1, None]}),
        (-1, {"winner": "Ann"}),
        (-1, {"win": "WENT_OUT"}),
        (-1, {"hands": 7}),
        (-1, {"command": {"seat": 0, "actions": [], "facts": 1}}),
        (-1, {"command": {"seat": 0, "actions": [{"type": "Steal"}], "facts": 1}}),
        (-1, {"command": {"seat": 0, "actions": [{"type": "Draw", "source": "bag"}], "facts": 1}}),
        (-1, {"command": {"seat": 0, "actions": [{"type": "Pass"}]}}),
    ],
)
def test_a_wrong_line_is_refused_by_schema_and_reader(line: int, change: JsonObject) -> None:
    lines = lines_of(match_of("sabra"))
    wrong = {1: 0, 2: 1, -1: -1}[line]
    assert allows(SCHEMA, lines[wrong])
    lines[wrong] |= change

    assert not allows(SCHEMA, lines[wrong])
    with pytest.raises(RecordError):
        read_record("\n".join(map(json.dumps, lines)))


@pytest.mark.parametrize("house", ["sabra", "mcgraw", "american"])
def test_a_field_may_be_omitted_if_it_has_a_default(house: str) -> None:
    """This is checked for every kind of line; an omitted field does not affect other lines."""
    lines = lines_of(match_of(house))
    first = {line["type"]: number for number, line in reversed([*enumerate(lines)])}
    for number in first.values():
        for name in lines[number]:
            if name == "command":
                continue  # then another line has too few facts
            cut = {key: value for key, value in lines[number].items() if key != name}
            try:
                read_record(
                    "\n".join(map(json.dumps, [*lines[:number], cut, *lines[number + 1 :]]))
                )
            except RecordError as error:
                missing = f"'{name}' is missing" in error.message
            else:
                missing = False
            missing |= name in ("line", "type")
            assert allows(SCHEMA, cut) is not missing, (number, name)


def test_descriptions_contain_no_python() -> None:
    assert ">>>" not in str(record_schema())
