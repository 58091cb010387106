"""Games written by hand, with unknown tiles."""

import re

import pytest
from tests.records.conftest import match_of

from tilerummy.records import Record, RecordError, audit, read_record, write_jsonl, write_text
from tilerummy.state import Dealt, Event, Exposed, Penalised, Play, Played, redact
from tilerummy.tiles import HIDDEN, tile_list

SHORT = """
Ruleset: sabra+tiles.numbers=6+deal.tiles=6
Player: Ann
Player: Ben (my brother)
Date: a rainy Sunday

; We played on the kitchen table.
Round 1
Starter: Ben
Rack Ann: r4 r5 r6
    k5 b5 o5
Rack Ben: k1 k2 k4 b2 o2 r1  # from memory
1. Ben: draw (b6)
  2. Ann: play => r4 r5 r6 /
    k5 b5 o5                 # thirty
# so soon!
"""


def test_racks_and_drawn_tiles_are_enough() -> None:
    record = read_record(SHORT)

    (played,) = record.rounds
    assert played.chance.order == tile_list("r4 r5 r6 k5 b5 o5 k1 k2 k4 b2 o2 r1 b6" + " ?" * 37)
    assert [e.pool[0] for e in played.deal if isinstance(e, Dealt)] == [*tile_list("b6")]
    assert record.totals == (18, -18)


def test_comments_belong_to_the_preceding_line() -> None:
    record = read_record(SHORT)

    (played,) = record.rounds
    assert record.comments == ("We played on the kitchen table.",)
    assert played.comments == ("from memory",)
    assert [s.comments for s in played.steps] == [(), ("thirty", "so soon!")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1. Ben: draw", "draw"),
        ("1. Ben: draw", "Ben: draw"),
        ("1. Ben: draw", "1) seat 2: DRAW"),
        ("  2. Ann: ", "\n\n"),
        ("Round 1\n", ""),
        ("Starter: Ben", "starter:BEN"),
        ("(b6)", "( B6 )"),
        ("    k5 b5 o5\n", "\tk5 b5\n o5\n"),
        ("\n", "\r\n"),
    ],
)
def test_there_are_several_ways_to_write_the_same(old: str, new: str) -> None:
    assert old in SHORT

    assert read_record(SHORT.replace(old, new)) == read_record(SHORT)


def test_actions_of_one_command_are_joined_by_then() -> None:
    text = SHORT.replace("1. Ben: draw (b6)\n  2. Ann: play => r4 r5 r6 /", "1. Ann: play =>")
    text = text.replace("Starter: Ben", "Starter: Ann").replace("Rack Ann: r4", "Rack Ann: o4")
    text = text.replace("points", "").replace("deal.tiles=6", "deal.tiles=6+initial_meld.points=9")
    opened = read_record(text.replace("o5                 #", "o5, then pass #"))

    (step,) = opened.rounds[0].steps
    assert len(step.command.actions) == 2
    assert opened.state().to_move == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("Starter: Ben\n", "", 8, "expected the starter, or the lots drawn for it"),
        ("Starter: Ben", "Starter: Bob", 9, "there is no player 'Bob'; there are Ann, Ben"),
        ("Starter: Ben", "Starter: Ben\nStarter: Ben", 10, "Starter appears twice"),
        ("Round 1", "Round 2", 8, "expected round 1, not round 2"),
        ("Round 1", "Round one", 8, "expected a line like 'Round 1'"),
        ("    k5 b5 o5\nR", "    k5 b5\nR", 10, "Ann is dealt 6 tiles by these rules, not 5"),
        ("    k5 b5 o5\nR", "    k5 b5 o7\nR", 10, "'o7': the numbers are 1 to 6"),
        ("k1 k2 k4", "r6 r6 k4", 8, "the game does not have that many of these tiles: r6"),
        ("1. Ben: draw (b6)", "1. Ben: draw (b6 b5)", 13, "b6 b5 is recorded as drawn, but the p"),
        ("1. Ben: draw (b6)", "1. Ben: draw b6", 13, "you cannot draw from 'b6'"),
        ("1. Ben: draw (b6)", "1. Ben: draw (b6", 13, "expected tiles drawn in brackets at the"),
        ("1. Ben: draw (b6)", "1. Ben: draw (b6)\nPool: b5", 14, "before the first turn"),
        ("1. Ben: draw", "Pool: k3\n1. Ben: draw", 14, "b6 is recorded as drawn, but the pool giv"),
        ("1. Ben: draw", "2. Ben: draw", 13, "expected turn 1, not 2: is a line missing?"),
        ("1. Ben: draw", "1. Ann: draw", 13, "it is Ben's turn, not Ann's"),
        ("1. Ben: draw (b6)", "1. Ben: dance", 13, "there is no action 'dance'"),
        ("r4 r5 r6 /", "r3 r4 r5 /", 14, "is refused: not on the rack: r3"),
        ("r4 r5 r6 /", "r4 r5 /", 14, "'r4 r5' is not a meld: it needs at least three tiles"),
        ("# so soon!", "2. Ann: pass", 16, "is refused: the round is over"),
        ("# so soon!", "Score: Ann 20, Ben -20", 16, "the score is Ann 18, Ben -18, not Ann 20"),
        ("# so soon!", "Score: Ann 18", 16, "expected 2 scores, not 1"),
        ("# so soon!", "Left Ben: k1", 16, "Ben has k1 k2 k4 r1 b2 b6 o2 left, not k1"),
        ("# so soon!", "Left Ann:\nRound 3", 17, "expected round 2, not round 3"),
        ("1. Ben", "Score: Ann 1, Ben -1\n1. Ben", 13, "Score appears after the last turn"),
        ("  2. Ann", "Round 2\n2. Ann", 14, "a round begins before the previous one has ended"),
        ("Starter: Ben", "Handfuls: Ann 6 6, Ben 6 6", 8, "expected the starter"),
        ("Starter: Ben", "Starter: Ben\nHandfuls: Ann 6, Ben 6", 10, "expected two handfuls of An"),
        ("Starter: Ben", "Starter: Ben\nSeed: xyz", 10, "expected hexadecimal digits, not 'xyz'"),
        ("Starter: Ben", "Lots: Ann k1, Ben ja", 9, "'ja' is not a tile"),
        ("Date: a rainy Sunday", "Data: x", 5, "expected a line of the header (Format, Ruleset"),
        ("Player: Ann", "Player: ", 3, "a participant needs a name"),
    ],
)
def test_mistakes_are_reported_with_their_line(old: str, new: str, line: int, says: str) -> None:
    assert old in SHORT

    with pytest.raises(RecordError) as caught:
        read_record(SHORT.replace(old, new))

    assert says in caught.value.message
    assert caught.value.line == line


def seen_by_ann(record: Record) -> str:
    """Return the text that Ann could have written at a real table, with only what she saw."""
    lines: list[str] = []
    rounds = iter(record.rounds)
    for written in re.sub(r"\n    ", " ", write_text(record)).splitlines():
        line = written
        if line.startswith("Pool:"):
            played = next(rounds)
            face_up = (e for e in played.deal if isinstance(e, Exposed))
            count = sum((e.trump is not None) + len(e.free) for e in face_up)
            line = "Pool: " + " ".join(line[6:].split()[:count])
        elif re.match(r"Rack (?!Ann)|Seed", line):
            continue
        elif re.match(r"\d+\. (?!Ann)", line):
            line = re.sub(r" \([^)]*\)", "", line)
        elif line.startswith("Score"):
            assert played.ended
            racks = zip(record.names[1:], played.ended.racks[1:], strict=True)
            lines += [f"Left {name}: {left}" for name, left in racks]
        lines.append(line)
    return "\n".join(lines)


def shown(event: Event, seen: Event) -> bool:
    """Return whether *seen* is the event from Ann's view; her pool has the tiles that she drew."""
    if isinstance(event, Dealt) and isinstance(seen, Dealt):
        pairs = zip(event.pool, seen.pool, strict=True)
        filled = redact(seen, 0)
        return filled == redact(event, 0) and all(t in (p, HIDDEN) for p, t in pairs)
    return seen in (event, redact(event, 0))


@pytest.mark.parametrize(
    ("house", "seats", "seed"),
    [
        ("sabra", 2, 0),
        ("rummikub", 3, 1),
        ("mcgraw", 2, 3),
        ("american", 2, 0),
        ("international", 2, 0),
        ("international", 3, 1),
        ("sabra+invalid_play=penalty+tiles.numbers=8", 2, 2),
    ],
)
def test_a_player_can_write_down_a_game_without_seeing_the_other_racks(
    house: str, seats: int, seed: int
) -> None:
    record = match_of(house, seats=seats, seed=seed, clock=False)

    seen = read_record(seen_by_ann(record))

    assert seen.result == record.result
    for whole, own in zip(record.rounds, seen.rounds, strict=True):
        assert all(map(shown, whole.events, own.events))
        assert any(HIDDEN in e.racks[1] for e in own.deal if isinstance(e, Dealt))
    assert read_record(write_text(seen)) == seen
    assert read_record(write_jsonl(seen)) == seen
    assert audit(write_jsonl(seen)).difference is None


STRICT = """
Ruleset: sabra+invalid_play=penalty
Player: Ann
Player: Ben
Round 1
Starter: Ann
1. Ann: foul => k1 k2 k4 (b3 b4 b9)
2. Ben: draw
3. Ann: foul => r4 r5 r6 / k1 / *b9 k2 (b5 b6 b7)
"""


def test_tiles_that_are_no_meld_are_written_as_a_foul() -> None:
    """RULES 2.3, S3 "lacking melds": they cost the penalty, and the record shows them."""
    record = read_record(STRICT)
    racks = [event.tiles for event in record.rounds[0].events if isinstance(event, Penalised)]

    assert racks == [tile_list("b3 b4 b9"), tile_list("b5 b6 b7")]
    for written in (write_text(record), write_jsonl(record)):
        assert "k1 k2 k4" in written
        assert read_record(written) == record
        assert audit(written).difference is None
    assert audit(STRICT).difference is None
    with pytest.raises(RecordError):
        read_record(STRICT.replace("k1 k2 k4", "k1 k2 x4"))
    with pytest.raises(RecordError):
        read_record(STRICT.replace("+invalid_play=penalty", ""))


def test_a_later_play_of_a_turn_needs_no_tile_of_the_rack() -> None:
    """RULES 2.1: it is recorded like any other play."""
    turn = "1. Ann: play => r1 r2 r3 / r4 r5 r6, then play r1 r2 r3 / r4 r5 r6 => r1 r2 r3 r4 r5 r6"
    points = STRICT[: STRICT.index("1. Ann")].replace("penalty", "refuse+initial_meld.points=20")
    record = read_record(f"{points}{turn}, then pass\n")

    (first, second) = (e for e in record.rounds[0].events if isinstance(e, Played))
    assert (first.placed, second.placed) == (tile_list("r1 r2 r3 r4 r5 r6"), ())
    for written in (write_text(record), write_jsonl(record)):
        assert read_record(written) == record
        assert audit(written).difference is None


def test_unknown_tiles_are_requested_if_the_outcome_depends_on_them() -> None:
    unknown = re.sub("Rack Ben.*\n", "", SHORT).replace("(b6)", "")

    with pytest.raises(RecordError) as caught:
        read_record(unknown)

    assert caught.value.line == 13
    assert "add the tiles drawn, or the tiles left on the racks" in caught.value.message
    known = read_record(unknown + "Left Ben: k1 k2 k4 b6 b2 o2 r1")
    assert known.result is None
    assert known.totals == (18, -18)
    assert isinstance(known.rounds[0].steps[-1].command.actions[0], Play)


INTERNATIONAL = """
Ruleset: international
Player: Ann
Player: Ben
Round 1
Starter: Ann
Pool: k3
"""
FOUR_COLOURS = "k1 k2 k3 r4 r5 r6 b7 b8 b9 o10 o11 o12 o13 o1 k9"
BUT_FOR_THE_TRUMP = FOUR_COLOURS.replace(" k3", "")
RUNS = "k1 k2 k3 / r4 r5 r6 / b7 b8 b9 / o10 o11 o12 o13 o1"


@pytest.mark.parametrize(
    ("lines", "kinds", "scores"),
    [
        (f"Rack Ann: {FOUR_COLOURS}\n1. Ann: declare k9", ["Declared", "Discarded"], (1600, -1600)),
        (f"1. Ann: play => {RUNS}, then discard k9", ["Played", "Announced"], (1600, -1600)),
        (
            f"Rack Ben: {BUT_FOR_THE_TRUMP}\n1. Ann: discard r9\n2. Ben: go-out declare k9",
            ["Discarded", "Moved", "Drew"],
            (-1600, 1600),
        ),
        (
            f"1. Ann: discard r9\n2. Ben: go-out => {RUNS}; discard k9",
            ["Discarded", "Moved", "Drew"],
            (-1600, 1600),
        ),
    ],
)
def test_a_closed_hand_is_declared_laid_or_finished_with_the_trump(
    lines: str, kinds: list[str], scores: tuple[int, int]
) -> None:
    loser = "Ann" if scores[0] < 0 else "Ben"
    left = f"Left {loser}: {' '.join(FOUR_COLOURS.split()[:14]).replace('k3', 'k5')}"
    record = read_record(f"{INTERNATIONAL}{lines}\n{left}")

    events = [e for step in record.rounds[0].steps for e in step.events]
    assert [type(e).__name__ for e in events][: len(kinds)] == kinds
    assert record.totals == scores
    assert read_record(write_text(record)) == record
    assert read_record(write_jsonl(record)) == record
    assert audit(write_jsonl(record)).difference is None
