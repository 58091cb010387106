"""The codec of events and actions is exact and strict, and its errors are clear."""

import json
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.json_schema import allows
from tests.support.strategies import actions_, tables_, tiles_, views_of_racks_

from tilerummy.melds import Table
from tilerummy.records import (
    DecodeError,
    Json,
    JsonObject,
    decode_action,
    decode_event,
    encode,
    event_schemas,
)
from tilerummy.state import (
    Action,
    Announced,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Ended,
    Ending,
    Event,
    Exposed,
    Lots,
    Moved,
    Passed,
    Penalised,
    Phase,
    Played,
    Redealt,
    Released,
    Restored,
    Source,
    TimedOut,
    Win,
)
from tilerummy.tiles import HIDDEN, Rack, TileSet

WIDE = TileSet(numbers=26, colours=8, copies=4, jokers=8, one_high=True)
SEATS = 4

faces = tiles_(WIDE)
tables = tables_(WIDE, at_most=3)
racks = views_of_racks_(WIDE)
rows = st.lists(faces | st.just(HIDDEN), max_size=6).map(tuple)
every_rack = st.tuples(*[racks] * SEATS)
seats = st.integers(0, SEATS - 1)
numbers = st.integers(-3000, 3000)

events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Lots, st.lists(st.tuples(*[st.none() | faces] * SEATS), max_size=3).map(tuple)),
    st.builds(
        Dealt,
        every_rack,
        rows,
        st.just(()) | st.tuples(*[st.tuples(numbers, numbers)] * SEATS),
        racks,
    ),
    st.builds(Redealt, seats, racks),
    st.builds(Exposed, st.none() | faces, racks),
    st.builds(Drew, seats, st.sampled_from(Source), rows),
    st.builds(Played, seats, tables, tables, racks, racks),
    st.builds(Discarded, seats, faces),
    st.builds(Declared, seats, numbers, racks),
    st.builds(Announced, seats, numbers),
    st.just(Released()),
    st.builds(TimedOut, seats),
    st.builds(Restored, seats),
    st.builds(Penalised, seats, rows),
    st.builds(Passed, seats),
    st.builds(Moved, seats, st.sampled_from(Phase)),
    st.builds(
        Ended,
        st.sampled_from(Ending),
        st.tuples(*[numbers] * SEATS),
        every_rack,
        st.none() | seats,
        st.none() | st.sampled_from(Win),
        st.none() | numbers,
    ),
)


def through_json(data: JsonObject) -> Json:
    result: Json = json.loads(json.dumps(data))
    return result


@given(actions_(WIDE))
def test_every_action_round_trips(action: Action) -> None:
    assert decode_action(through_json(encode(action)), WIDE) == action


@given(events)
def test_every_event_round_trips(event: Event) -> None:
    assert decode_event(through_json(encode(event)), WIDE, seats=SEATS) == event


def test_tags_and_fields_are_those_of_the_dataclasses() -> None:
    for decode, kinds in ((decode_action, get_args(Action)), (decode_event, get_args(Event))):
        with pytest.raises(DecodeError) as caught:
            decode({"type": ""})
        known = caught.value.message.partition("known are ")[2].split(", ")
        assert {kind.__name__ for kind in kinds} == {*known}
    for example in (Played(0, Table(), Table(), Rack()), Dealt((), ()), Exposed(), ENDED):
        assert list(encode(example)) == ["type", *(f.name for f in fields(example))]


@given(st.data())
def test_no_field_can_be_spared_but_those_with_a_default(data: st.DataObject) -> None:
    event = data.draw(events)
    whole = encode(event)
    name = data.draw(st.sampled_from(sorted(whole)))
    cut = {k: v for k, v in whole.items() if k != name}

    optional = {"handfuls", "aside", "trump", "free", "winner", "win", "hand"}
    optional |= {"penalties", "could_open"}
    if name in optional and (type(event), name) != (Declared, "hand"):
        assert type(decode_event(cut, WIDE)) is type(event)
    else:
        with pytest.raises(DecodeError, match="type is missing" if name == "type" else repr(name)):
            decode_event(cut, WIDE)


ENDED = Ended(Ending.WENT_OUT, (0,), (Rack(),))
PASS: JsonObject = {"type": "Pass"}
DREW: JsonObject = {"type": "Drew", "seat": 1, "source": "pool", "tiles": "k7"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "$: expected an object, not null"),
        ([], "$: expected an object, not a list"),
        ({}, "$: the type is missing"),
        ({"type": "Steal"}, "$: there is no type 'Steal'; known are Play, Draw"),
        ({"type": 3}, "$: there is no type 3"),
        ({**PASS, "seat": 0}, "$: there is no field 'seat' here"),
        ({"type": "Draw", "sorce": "pool"}, "did you mean 'source'?"),
        ({"type": "Draw", "source": "bag"}, "$.source: expected pool or discard or trump or aside"),
        ({"type": "Draw", "source": None}, "$.source: expected pool or discard"),
        ({"type": "Discard"}, "$: the field 'tile' is missing"),
        ({"type": "Discard", "tile": "k7 k8"}, "$.tile: expected one tile, not 2"),
        ({"type": "Discard", "tile": 7}, "$.tile: expected text, not 7"),
        ({"type": "Play", "lift": "", "lay": "k1 k2 k4"}, "$.lay: 'k1 k2 k4' is not a run"),
        ({"type": "GoOut", "plays": [PASS], "discard": "*"}, "$.plays[0]: expected a Play"),
        ({"type": "TimeOut", "pending": {}}, "$.pending: expected a list, not an object"),
        ({"type": "Foul", "play": {"type": "Play"}}, "$.play: the field 'lift' is missing"),
    ],
)
def test_a_wrong_action_is_refused_with_its_path(data: Json, says: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_action(data)

    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (PASS, "there is no type 'Pass'"),
        ({**DREW, "seat": 2}, "$.seat: expected a seat from 0 to 1, not 2"),
        ({**DREW, "seat": -1}, "$.seat: expected a seat from 0 to 1, not -1"),
        ({**DREW, "seat": True}, "$.seat: expected an integer, not true"),
        ({**DREW, "seat": 1.0}, "$.seat: expected an integer, not 1.0"),
        ({**DREW, "tiles": ["k7"]}, "$.tiles: expected text, not a list"),
        ({**DREW, "tiles": "k14"}, "$.tiles: 'k14': the numbers are 1 to 13"),
        ({"type": "Lots", "drawn": [["k7"]]}, "$.drawn[0]: expected a list of 2, not of 1"),
        ({"type": "Dealt", "racks": ["", "g1"], "pool": ""}, "$.racks[1]: 'g1': the colours are"),
        (
            {"type": "Dealt", "racks": ["", ""], "pool": "", "handfuls": [[14, 14]]},
            "$.handfuls: expected a list of 2, not of 1",
        ),
        ({"type": "Moved", "seat": 0, "phase": "ACT"}, "$.phase: expected deal or act or more"),
    ],
)
def test_a_wrong_event_is_refused_with_its_path(data: Json, says: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_event(data, seats=2)

    assert says in str(caught.value)


def test_the_path_continues_from_the_given_one() -> None:
    with pytest.raises(DecodeError) as caught:
        decode_action({"type": "Discard", "tile": ""}, path="$.actions[2]")

    assert caught.value.path == "$.actions[2].tile"


@given(events)
def test_encoded_events_satisfy_the_schema(event: Event) -> None:
    data, schema = encode(event), event_schemas()[type(event).__name__]
    assert [*data] == schema["required"]
    assert allows(schema, data)


NONSENSE: tuple[Json, ...] = (None, True, 7, -1, 2.0, "", "k99", "pool!", [], {}, "*", "?")
