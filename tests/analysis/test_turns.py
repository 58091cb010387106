"""Freely rearranged tables, and the plays that lead to them: RULES 2.1, 2.2, 2.4 and 3."""

from __future__ import annotations

import re

import pytest
from tests.support.positions import Position, position

from tilerummy.analysis import Turn, best_turn, every_play, plays, turn_for
from tilerummy.analysis.turns.turn_for import MOST_CUTS, before_joining
from tilerummy.melds import Table
from tilerummy.melds import table as melds
from tilerummy.rules import decide_all
from tilerummy.state import Draw, fold
from tilerummy.tiles import TileSet

FREED = "b5 b6 *b7 / r5 r6 r7 / k8 k9 k10"
JOINED = "b5 b6 b7 / *r2 r3 r4 r5 r6 r7 / k8 k9 k10"
LENT = "k9 b9 *9 / r5 r6 r7 r8 r9 / r10 r11 r12"
RECOLOURED = "*b6 b7 b8 / k6 r6 o6 / k4 b4 o4 / k5 r5 b5 / r1 r2 r3 / k7 k8 k9"
GROWN = ("american", "international")
MANY = "k1 k2 k3 / o1 o2 o3 / r1 r2 r3 r4 / b11 b12 b13 / o9 o10 o11 o12"


def turn(at: Position, after: str) -> Turn:
    """Return the turn to *after* after checking that the referee accepts its plays in order."""
    table = at.rules.read_table(after)
    found = turn_for(at.rules, at.state, table)
    if found:
        assert fold(decide_all(at.rules, at.state, found.plays), at.state).table == table
    return found


def code(found: Turn) -> str:
    assert not found.plays
    return str(found.reasons[0].code)


def drawn(preset: str, table: str, rack: str) -> Position:
    """Return a position of a player who has not opened, after the draw of k13."""
    return position(preset, table, rack, opened=False, pool="k13 r13").then(Draw())


FOUND = f"""
sabra: one play is one play
k1 k2 k3 | k4 r9 => k1 k2 k3 k4 => k1 k2 k3 k4
sabra closed: the opening precedes plays that need it
k1 k2 k3 | r10 r11 r12 k4 k9 => k1 k2 k3 k4 / r10 r11 r12 => r10 r11 r12; k1 k2 k3 k4
sabra closed: an opening may be taken apart in the same turn
r7 r8 r9 / k12 b12 o12 | r6 r10 r11 r12 k5 => r6 r7 r8 r9 r10 r11 / k12 r12 b12 o12
=> r10 r11 r12; ...
sabra closed: a locked joker stays in the opening
k1 k2 k3 | r10 * r12 k4 k9 => k1 k2 k3 k4 / r10 *r11 r12 => r10 *r11 r12; ...
sabra closed: an opening with all placed tiles precedes a change of the table
r7 r8 r9 | r10 r11 r12 k5 => r7 r8 r9 r10 r11 r12 => r10 r11 r12; r7 r8 r9 r10 r11 r12
spears-1988 sabra-strict: a freed joker may join a meld in a second play
{FREED} | b7 r3 r4 k11 k1 => {JOINED} k11 => *r2 r3 r4 / b5 b6 b7; ...
spears-1988: a later play may lay no rack tile
{FREED} | b7 r3 r4 k11 k1 => {JOINED} => *r2 r3 r4 / b5 b6 b7; *r2 r3 r4 r5 r6 r7
official-1978 dutch-1985 rummikub: a new meld of table tiles is joined by a play without rack tiles
{LENT} | r9 k1 => k9 r9 b9 / *r4 r5 r6 r7 r8 r9 r10 r11 r12 => ...; ...
official-1978 dutch-1985 rummikub: a run that gave its end to a new meld gets it back later
{LENT} | r9 k1 => k9 r9 b9 / r5 r6 r7 r8 r9 / r10 r11 r12 *r13 => ...; ...
dutch-sabra goliath-1994 lemada-1999: a joker moves in a play without rack tiles
k3 b3 *3 *3 | r3 r4 k9 => *r3 r4 *r5 / k3 r3 b3 => ...; ...
spears-1988: a freed joker may join a copy of an old meld
b5 b6 *b7 / r9 r10 r11 | b7 r9 r10 r11 k1 => b5 b6 b7 / r9 r10 r11 / *r8 r9 r10 r11 => ...
dutch-sabra: a joker that went into a new meld stays in it when melds are joined
{FREED} | b7 r3 r4 k11 k1 => {JOINED} k11 => ...; ...
spears-1988 closed: an opening, a play that frees a joker and another make one turn
{FREED} | o10 o11 o12 b7 r3 r4 k11 k1 => {JOINED} k11 / o10 o11 o12
=> o10 o11 o12; *r2 r3 r4 / b5 b6 b7; ...
sabra+joker.group_of_three=all: a group is filled before its joker is freed
r5 b5 *5 / k5 k6 k7 k8 | k9 o5 r1 r2 b1 => k5 r5 b5 o5 / k6 k7 k8 k9 / r1 r2 *r3
=> k6 k7 k8 k9 / k5 r5 b5 *5; ...
mcgraw: face-up tiles are used once the last jokers are played
k1 r1 b1 | r5 r6 * k9 o11 | b9 o9 => k1 r1 b1 / r5 r6 *r7 / k9 b9 o9 => r5 r6 *r7; k9 b9 o9
mcgraw first: an opening may use face-up tiles
k1 r1 b1 | r9 r10 r11 k12 o12 o1 k2 | b12 => k1 r1 b1 o1 / r9 r10 r11 / k12 b12 o12 => ...; ...
mcgraw: after most tiles are laid, a joker in a group of three gets another colour
{RECOLOURED} | k3 r4 b3 b9 b9 o9 o11
=> k6 k7 k8 / r1 r2 r3 r4 r5 r6 / b7 b8 b9 / k9 b9 o9 / k3 k4 k5 / b3 b4 b5 / o4 *o5 o6
=> ...; k3 k4 k5 / r1 r2 r3 r4 r5 r6 / b3 b4 b5 / o4 *o5 o6
"""
"""The title of a case is its presets, a word if the mover has not opened yet, and a name. Then come
the table, the rack and any face-up tiles; the target table; and the tiles of each play, where three
dots match any tiles.
"""

REFUSED = """
sabra closed: tiles added elsewhere do not open
k1 k2 k3 / o11 o12 o13 | r4 r5 r6 k4 o10 k9 => k1 k2 k3 k4 / o10 o11 o12 o13 / r4 r5 r6
=> initial_meld_too_low
sabra closed: melds stay closed if nothing could open
k1 k2 k3 / o11 o12 o13 | r4 r5 r6 k4 o10 k9 => k1 k2 k3 k4 / o11 o12 o13 => table_closed
spears-1988 closed: after an opening the reason is against what follows it
b5 b6 *b7 / r9 r10 r11 | k11 k12 k13 b7 r13 k1 => b5 b6 b7 / r9 r10 r11 *r12 r13 / k11 k12 k13
=> joker_reuse
mcgraw first: an initial meld may not contain a joker, regardless of later plays
k1 k2 k3 | k12 r12 * k4 k9 => k1 k2 k3 k4 / k12 r12 *12 => initial_meld_joker
spears-1988: the first play must lay a rack tile
r2 r3 r4 / r5 r6 r7 | b7 k1 => r2 r3 r4 r5 r6 r7 => no_tile_played
spears-1988: a joker freed onto an old meld is refused for any number of plays
b5 b6 *b7 / r9 r10 r11 | b7 r13 k1 k2 => b5 b6 b7 / r9 r10 r11 *r12 r13 => joker_reuse
official-1978 dutch-1985: without another run its end has nowhere to go
k9 b9 *9 / r10 r11 r12 | r9 k1 => k9 r9 b9 / r10 r11 r12 *r13 => joker_reuse
american international: nothing is played before a tile is drawn
k1 k2 k3 | k4 r9 => k1 k2 k3 k4 => must_draw
mcgraw: tiles outside the rack cannot be laid
k1 r1 b1 | r5 r6 * k9 o11 | b9 o9 => k1 r1 b1 / r5 r6 *r7 / k9 b9 o9 / o11 r11 b11 => not_on_rack
"""

CASE = re.compile(
    r"(?P<presets>.+?)(?P<who> closed| first|): (?P<rule>.+)\n"
    r"(?P<at>.+)\s=> (?P<after>.+)\s=> (?P<end>.+)"
)


def cases(text: str) -> list[object]:
    """Return the cases in *text*, each with all its presets."""
    found = CASE.finditer(text)
    return [
        pytest.param(preset, case, id=f"{case['rule']} ({preset})")
        for case in found
        for preset in case["presets"].split()
    ]


def position_of(preset: str, case: re.Match[str]) -> Position:
    """Return the position of a case: its table, rack and face-up tiles."""
    table, rack, free = [*case["at"].split(" | "), ""][:3]
    opened = not case["who"]
    others = case["who"] != " first"
    return position(preset, table, rack, free=free, opened=opened, others_opened=others)


@pytest.mark.parametrize(("preset", "case"), cases(FOUND))
def test_a_turn_that_the_rules_allow_is_found(preset: str, case: re.Match[str]) -> None:
    found, lays = turn(position_of(preset, case), case["after"]), case["end"].split("; ")

    assert len(found.plays) == len(lays)
    for play, lay in zip(found.plays, lays, strict=True):
        assert lay in ("...", str(play.lay))
    assert not found.reasons


@pytest.mark.parametrize(("preset", "case"), cases(REFUSED))
def test_an_impossible_turn_has_a_reason(preset: str, case: re.Match[str]) -> None:
    found = turn(position_of(preset, case), case["after"])

    assert code(found) == case["end"]
    assert found.proven
    if code(found) == "initial_meld_too_low":
        assert (found.reasons[0].have, found.reasons[0].want) == (15, 30)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("k1 k2 k3", "no_tile_played"),
        ("k1 k2 k3 / b1 b2 b3", "not_on_rack"),
        ("k2 k3 k4", "table_tile_missing"),
        ("k1 k2 k3 k4 k5", "not_on_rack"),
    ],
)
def test_a_table_that_needs_other_tiles_has_a_reason(after: str, expected: str) -> None:
    for opened in (True, False):
        assert code(turn(position("sabra", "k1 k2 k3", "k4 r9", opened=opened), after)) == expected


def test_the_melds_may_come_in_any_order() -> None:
    at = position("sabra", "k1 k2 k3 / r5 b5 o5", "k4 r9")
    melds = [*at.rules.read_table("r5 b5 o5"), *at.rules.read_table("k1 k2 k3 k4")]

    assert turn_for(at.rules, at.state, melds)


@pytest.mark.parametrize("preset", ["rummikub", "dutch-1985", "lemada-1999"])
def test_without_manipulation_in_the_same_turn_an_opening_is_all(preset: str) -> None:
    at = position(preset, "k1 k2 k3", "r10 r11 r12 k4 k9", opened=False)

    assert code(turn(at, "k1 k2 k3 k4 / r10 r11 r12")) == "table_closed"
    assert turn(at, "k1 k2 k3 / r10 r11 r12")
    assert code(turn(at.then("k1 k2 k3 / r10 r11 r12"), "k1 k2 k3 k4 / r10 r11 r12")) == (
        "table_closed"
    )


def test_only_plays_that_place_a_tile_are_listed() -> None:
    at = position("sabra", "k4 r4 b4 o4 / b5 b6 b7", "b8 b9 k1").then("k4 r4 b4 o4 / b5 b6 b7 b8")

    assert at.verdict("k4 r4 o4 / b4 b5 b6 b7 b8") == "legal"
    listed = [*plays(at.rules, at.state), *every_play(at.rules, at.state)]
    assert listed
    assert all(play.placed for play in listed)
    assert best_turn(at.rules, at.state).placed


def test_unknown_results_on_large_tables_are_unproven() -> None:
    at = position("official-1978", f"k9 b9 *9 / r10 r11 r12 / {MANY}", "r9 k1")

    found = turn(at, f"k9 r9 b9 / r10 r11 r12 *r13 / {MANY}")

    assert code(found) == "joker_reuse"
    assert not found.proven


@pytest.mark.parametrize("preset", GROWN)
def test_melds_grow_after_the_opening(preset: str) -> None:
    at = drawn(preset, "k1 k2 k3", "r9 r10 r11 r12 r13 k4 b1 b1")
    jokered = drawn(preset, "k1 k2 *k3", "r9 r10 r11 r12 r13 k3 b1 b2 b9")

    assert len(turn(at, "k1 k2 k3 k4 / r9 r10 r11 r12 r13").plays) == 2
    assert code(turn(at, "k1 k2 k3 k4")) == "table_closed"
    assert len(turn(jokered, "k1 k2 k3 / r9 r10 r11 r12 r13 / b1 b2 *b3").plays) == 2


def test_a_foot_is_one_play() -> None:
    at = drawn("international", "k1 k2 k3", "r9 r10 r11 r12 r13 k4 b5 o5 r5 k5 o1 o2 o3 b9")

    assert len(turn(at, "k1 k2 k3 k4 / r9 r10 r11 r12 r13 / k5 r5 b5 o5 / o1 o2 o3").plays) == 2


def test_plays_already_made_in_this_turn_stay() -> None:
    at = position("spears-1988", FREED, "b7 r3 r4 k11 k1")
    freed = at.then("b5 b6 b7 / *r2 r3 r4 / r5 r6 r7 / k8 k9 k10")

    assert len(turn(freed, f"{JOINED} k11").plays) == 1


def test_a_finished_round_has_no_turns() -> None:
    at = position("sabra", "k1 k2 k3", "k4").then("k1 k2 k3 k4")

    assert code(turn(at, "k1 k2 k3 k4 / r1 r2 r3")) == "game_over"


def test_of_the_ways_to_cut_two_long_runs_only_some_are_tried() -> None:
    tiles, numbers = TileSet(numbers=26, jokers=4), range(1, 26)
    runs = (" ".join(f"{c}{n}" for n in numbers) + f" *{c}26" for c in "kr")
    after = melds(" / ".join(runs), tiles)
    found = [*before_joining(Table(), after, tiles)]

    assert len(found) == MOST_CUTS
    assert all(each.tiles == after.tiles for each in found)
    assert after not in found
