"""Replays agree with the library about the same record, tile by tile."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec
import pytest
from tests.records.conftest import FEW, match_of

from tilerummy.records import Record, read_record, write_text
from tilerummy.server.games.replay import opened_replay
from tilerummy.server.messages.bodies.games import Replay
from tilerummy.state import State, apply
from tilerummy.tiles import names


@cache
def replay_of(record: Record) -> Replay:
    encoded = opened_replay(write_text(record))
    assert isinstance(encoded, bytes)
    return msgspec.json.decode(encoded, type=Replay)


def states(record: Record, number: int) -> list[State]:
    """Return the states after the deal of a round and after each of its turns."""
    state, found = State.before_deal(record.seats), []
    for event in record.rounds[number].events:
        before, state = state, apply(state, event)
        if state.turn != before.turn or state.ended:
            found.append(state)
    return found


@pytest.mark.parametrize("house", FEW)
def test_positions_equal_those_of_the_library(house: str) -> None:
    record = match_of(house, rounds=2)
    replay = replay_of(record)

    assert len(replay.rounds) == len(record.rounds)
    assert replay.totals == list(record.totals)
    for number, played in enumerate(replay.rounds):
        expected = states(record, number)
        shown = [played.start, *(turn.after for turn in played.turns)]
        assert len(shown) == len(expected)
        for at, state in zip(shown, expected, strict=True):
            assert at.racks == [names(seat.rack) for seat in state.seats]
            assert at.table == [*map(str, state.table)]
            assert at.opened == [seat.opened is not None for seat in state.seats]
            assert (at.pool, at.free) == (len(state.pool), names(state.free))
            assert at.discards in ([], [names(seat.discards) for seat in state.seats])
            assert (len(at.discards) > 0) is any(seat.discards for seat in state.seats)
            assert at.trump == (None if state.trump is None else str(state.trump))
        ended = record.rounds[number].ended
        assert ended is not None
        assert played.result is not None
        assert played.result.scores == list(ended.scores)


CLOSED = """\
Ruleset: international
Player: Ann
Player: Ben

Round 1
Starter: Ann
Pool: k3
Rack Ann: k1 k2 k3 r4 r5 r6 b7 b8 b9 o10 o11 o12 o13 * k9
1. Ann: declare k9
Left Ben: k1 k2 k3 r4 r5 r6 b7 b8 b9 o10 o11 o12 o13 r1
"""


def test_a_closed_hand_is_shown_as_its_melds() -> None:
    """S4.153: the player shows the tiles; S4.223: in groups and runs, in the first turn."""
    replay = replay_of(read_record(CLOSED))
    after = replay.rounds[0].turns[-1].after

    assert after.declared is not None
    shown = [" ".join(meld) for meld in after.declared.melds]
    assert shown == ["k1 k2 k3", "r4 r5 r6", "b7 b8 b9", "o10 o11 o12 o13 *o1"]
    assert (after.declared.number, after.declared.name) == (39, "Little Blitz")
    assert (after.declared.points, after.declared.jokers) == (1400, 1)
    assert replay.rounds[0].start.declared is None
    assert after.racks[0] == []


@pytest.mark.parametrize("house", ["sabra", "rummikub"])
def test_steps_lead_from_the_table_before_to_the_one_after(house: str) -> None:
    played = replay_of(match_of(house, seats=4)).rounds[0]
    explained = [turn for turn in played.turns if turn.steps]

    assert explained
    for turn in explained:
        rows = [" ".join(row) for row in turn.steps[-1].rows if row]
        assert Counter(w for row in rows for w in row.split()) == Counter(
            w for meld in turn.after.table for w in meld.split()
        )
        assert not turn.steps[-1].hand


def test_comments_are_shown_with_their_turns() -> None:
    record = match_of("sabra")
    turns = replay_of(record).rounds[0].turns
    comments = [comment for turn in turns for comment in turn.comments]
    assert comments == [comment for step in record.rounds[0].steps for comment in step.comments]
    *_, last = replay_of(record.comment("a last word")).rounds[0].turns
    assert last.comments[-1] == "a last word"
