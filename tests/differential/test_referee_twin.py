"""The referee agrees with a referee by hand: RULES 2.2 and the joker codes of section 4."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice

import pytest
from tests.differential.by_hand import (
    EVERY_OPTION,
    JokerOptions,
    Position,
    fault,
    handlings,
)
from tests.differential.small_positions import positions
from tests.support.examples import examples

from tilerummy.melds import table
from tilerummy.rules import Ruleset, faults, ruleset
from tilerummy.state import Phase, Play, Seat, State
from tilerummy.tiles import TileSet

SEEDS = 8
POSITIONS = examples(320, 20_000) // SEEDS


def verdict(position: Position, options: JokerOptions) -> str | None:
    """Return the code of the referee's refusal, or None."""
    rules = rules_for(options, position.tiles, position.opening)
    mover = Seat(rack=position.rack, opened=0 if position.opening is None else None)
    state = State(seats=(mover, Seat()), table=position.before, phase=Phase.ACT, turn=2)
    play = Play.between(position.before, position.after)
    reason = next(iter(faults(rules, state, play)), None)
    return None if reason is None else str(reason.code)


@cache
def rules_for(options: JokerOptions, tiles: TileSet, opening: int | None) -> Ruleset:
    return ruleset(
        "sabra",
        {
            **options.named,
            "tiles.numbers": tiles.numbers,
            "tiles.colours": tiles.colours,
            "tiles.copies": tiles.copies,
            "tiles.jokers": tiles.jokers,
            "run.one_high": tiles.one_high,
            "deal.tiles": 3,
            "initial_meld.points": opening or 30,
        },
    )


def described(position: Position, options: JokerOptions) -> str:
    """Return the position in notation, with the handling found, if any."""
    melds = next((handling.melds for handling in handlings(position, options)), ())
    done = [f"{joker} freed by {piece}" for meld in melds for joker, piece in meld.freed]
    done += [f"{joker} stays as {face}" for meld in melds for joker, face in meld.kept]
    return f"{position} | {options} | {position.tiles} | {', '.join(done)}"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_referee_agrees_with_play_by_hand(seed: int) -> None:
    for number, position in enumerate(islice(positions(seed), POSITIONS)):
        for options in EVERY_OPTION[number % 3 :: 3]:
            ours, theirs = verdict(position, options), fault(position, options)

            assert ours == theirs, described(position, options)


def test_the_positions_discriminate() -> None:
    codes: Counter[str | None] = Counter()
    divided = 0
    for position in islice(positions(0), 250):
        verdicts = Counter(fault(position, options) for options in EVERY_OPTION)
        codes += verdicts
        divided += 0 < verdicts[None] < len(EVERY_OPTION)

    share = {code: count / codes.total() for code, count in codes.items()}

    assert divided > 125, "in more than half of the positions an option matters"
    assert 0.3 < share[None] < 0.7, "neither legal nor illegal plays are rare"
    for code in ("joker_reuse", "joker_not_replaced", "joker_locked", "joker_changed"):
        assert share[code] > 0.005, f"{code} comes up"


RULINGS = """
locked rack any any: tiles may be added to a meld with a joker
b5 *b6 b7 => b4 b5 *b6 b7 b8 => legal
locked rack any any: nothing may be taken from it
b5 b6 b7 *b8 => b6 b7 *b8 / k5 r5 b5 => joker_locked
open rack any any: unless such melds are open
b5 b6 b7 *b8 => b6 b7 *b8 / k5 r5 b5 => legal
locked rack any any: two locked melds may be joined
b3 *b4 b5 / b6 *b7 b8 => b3 *b4 b5 b6 *b7 b8 b9 => legal
open rack any any: a joker shows the same tile unless it is replaced
b5 b6 *b7 => b3 *b4 b5 b6 => joker_changed
open rack any any: the joker of a group of three settles on a colour
k6 r6 *6 => k6 k7 k8 / r6 r7 r8 / *b6 b7 b8 => legal
open rack any any: two jokers of one group show two colours
k6 *6 *6 => k6 k7 k8 / *b6 b7 b8 / *b6 b7 b8 => joker_changed
free rack all rack_only: a free joker may show anything
b5 b6 *b7 => b3 *b4 b5 b6 => legal

locked rack any any: with its joker replaced a meld is an ordinary one
b5 b6 *b7 b8 => b5 b6 b7 / k8 r8 b8 *8 => legal
locked rack any any: with one of two replaced it is still locked
b5 *b6 *b7 b8 => b6 *b7 b8 / k5 r5 b5 *5 => joker_locked
open any any any: every replaced joker needs a tile of its own
b5 b6 *b7 / b5 b6 *b7 => b5 b6 b7 / b4 b5 b6 / o1 *o2 *o3 => joker_changed
locked rack any any: the tile comes from the rack
b5 b6 *b7 / k7 r7 b7 o7 => b5 b6 b7 / k7 r7 o7 / o1 o2 *o3 => joker_not_replaced
locked any any any: or from the table
b5 b6 *b7 / k7 r7 b7 o7 => b5 b6 b7 / k7 r7 o7 / o1 o2 *o3 => legal
locked any any any: that tile may move again, even back
b5 b6 *b7 / k7 r7 b7 => b4 b5 b6 / k7 r7 b7 / o1 o2 *o3 => legal
locked any any any: but not from a meld locked by another joker
b5 b6 *b7 / k7 b7 *7 => b4 b5 b6 / k7 b7 *7 / o1 o2 *o3 => joker_locked
locked any any any: two melds may free their jokers with each other's tiles
k7 b7 *7 / r7 o7 *7 => k7 r7 b7 o7 / o1 *o2 *o3 => legal

locked rack all any: one tile does not free the joker of a group of three
r5 b5 *5 => k5 r5 b5 / o1 o2 *o3 => joker_not_replaced
locked rack all any: a tile of every missing colour does
r5 b5 *5 => k5 r5 b5 o5 / o1 o2 *o3 => legal
locked rack all any: every one must come from the rack
r5 b5 *5 / k5 k6 k7 k8 => k5 r5 b5 o5 / k6 k7 k8 / o1 o2 *o3 => joker_not_replaced
locked rack all any: two jokers are not freed one by one
r5 *5 *5 => k5 r5 b5 *5 / o1 o2 *o3 => joker_not_replaced
locked rack all any: but together
r5 *5 *5 => k5 r5 b5 o5 / o1 *o2 *o3 => legal
locked rack all any: a group of four gives its joker and a tile for the group of three
k5 r5 *5 / k5 r5 o5 *5 => k5 r5 b5 / k5 r5 o5 *5 / o1 o2 *o3 => legal

locked rack any any: a replaced joker may go into any meld
b5 b6 *b7 / r9 r10 r11 => b5 b6 b7 / r9 r10 r11 *r12 => legal
locked rack any new_meld: but not into an old meld
b5 b6 *b7 / r9 r10 r11 => b5 b6 b7 / r9 r10 r11 *r12 => joker_reuse
locked rack any new_meld: its own meld with the replacing tile is old
b5 b6 *b7 => b5 b6 b7 *b8 => joker_reuse
locked rack any new_meld: so is its own meld with the joker, at either end
b5 b6 *b7 => *b4 b5 b6 / k7 r7 b7 => joker_reuse
locked rack any new_meld: a meld is old after replacing one of two jokers
b3 *b4 *b5 b6 / k5 r5 o5 => *b2 b3 b4 *b5 b6 / k5 r5 b5 o5 => joker_reuse
locked rack any new_meld: a twin of one of its tiles in another meld makes no old run new
b5 b6 *b7 / r9 r10 r11 / k9 r9 b9 => b5 b6 b7 / r9 r10 r11 *r12 / k9 r9 b9 => joker_reuse
locked rack any new_meld: nor does a twin from the rack
b5 b6 *b7 / r9 r10 r11 / k9 b9 o9 => b5 b6 b7 / r9 r10 r11 *r12 / k9 r9 b9 o9 => joker_reuse
locked rack any new_meld: nor does the tile that replaced the joker
r3 r4 r5 / k5 b5 *5 => k5 r5 b5 / r3 r4 r5 *r6 => joker_reuse
locked rack any new_meld: nor does a twin of the entire run
r3 r4 r5 / r3 r4 r5 / k9 b9 *9 => k9 r9 b9 / r3 r4 r5 / r3 r4 r5 *r6 => joker_reuse
locked rack any new_meld: but a run of the rack that equals one which stays is new
r3 r4 r5 / k9 b9 *9 => k9 r9 b9 / r3 r4 r5 / r3 r4 r5 *r6 => legal
locked rack any new_meld: and so it is if the run that stays has grown
r3 r4 r5 / k9 b9 *9 => k9 r9 b9 / r2 r3 r4 r5 / r3 r4 r5 *r6 => legal
locked rack any new_meld: unless its tiles belong to a locked meld
r3 r4 r5 / *r2 r3 r4 r5 / k9 b9 *9 => k9 r9 b9 / *r2 r3 r4 r5 / r3 r4 r5 *r6 => joker_reuse
locked rack any new_meld: its own meld may also appear with the replacing tile
k9 b9 *9 => k9 r9 b9 / k9 b9 *9 => legal
open rack any new_meld: an old meld with another joker is only where that joker is
r5 *r6 r7 *r8 => r5 *r6 r7 r8 / r5 r6 r7 *r8 => legal
open rack any new_meld: and nowhere if its jokers are in different melds
*r1 r2 r3 / k4 *4 *4 => r1 r2 r3 *r4 / k4 *4 *4 => legal
open any any new_meld: freed jokers are all alike
k12 r12 o12 *12 / r10 r11 *r12 => o10 *o11 o12 / *r9 r10 r11 / k12 r12 b12 => joker_reuse
locked rack any new_meld_with_rack: one tile from the rack is too few
b5 b6 *b7 / r8 r9 r10 r11 => b5 b6 b7 / r8 r9 r10 / r11 b11 *11 => joker_reuse
locked rack any new_meld_with_rack: the replacing tile counts in its final meld
b5 b6 *b7 => b4 b5 b6 / k7 b7 *7 => legal
locked rack any new_meld_with_rack: a joker from the rack counts
b5 b6 *b7 => b5 b6 b7 / k7 *7 *7 => legal
locked rack any new_meld_with_rack: the meld may also have tiles of the table
b5 b6 *b7 / k4 r4 b4 o4 => b5 b6 b7 / k4 r4 o4 / b2 b3 b4 *b5 => legal
locked rack any rack_only: or may not have any
b5 b6 *b7 / k4 r4 b4 o4 => b5 b6 b7 / k4 r4 o4 / b2 b3 b4 *b5 => joker_reuse
locked rack any rack_only: two replaced jokers may share a meld
b5 *b6 *b7 b8 => b5 b6 b7 b8 / *o2 o3 o4 *o5 => legal
"""

HIGH_RULINGS = """
locked rack any any: a high joker may not move to the low end
r3 r4 r5 r6 *r1 => *r1 r2 r3 r4 r5 r6 => joker_locked
locked rack any any: nor may a high 1
*r4 r5 r6 r1 / k2 r2 b2 o2 => r1 r2 r3 *r4 r5 r6 / k2 b2 o2 => joker_locked
open rack any any: unless such melds are open
*r4 r5 r6 r1 / k2 r2 b2 o2 => r1 r2 r3 *r4 r5 r6 / k2 b2 o2 => legal
locked rack any any: it may grow at the low end
r4 r5 r6 *r1 => r2 r3 r4 r5 r6 *r1 => legal
"""
"""The numbers 1 to 6 with a high 1; a 1 beside all other numbers is high if they ascend to it."""


RULING = re.compile(
    r"(?P<options>.+): (?P<rule>.+)\n(?P<before>.+) => (?P<after>.+) => (?P<code>.+)"
)


@pytest.mark.parametrize(
    ("ruling", "tiles"),
    [
        *((ruling, TileSet()) for ruling in RULING.finditer(RULINGS)),
        *((ruling, TileSet(numbers=6, one_high=True)) for ruling in RULING.finditer(HIGH_RULINGS)),
    ],
    ids=lambda value: value["rule"] if isinstance(value, re.Match) else str(value),
)
def test_a_ruling_by_hand_and_by_the_referee(ruling: re.Match[str], tiles: TileSet) -> None:
    options = JokerOptions(*ruling["options"].split())
    before, after = table(ruling["before"], tiles), table(ruling["after"], tiles)
    position = Position(before, after.tiles - before.tiles, after, tiles)

    assert (fault(position, options) or "legal") == ruling["code"], described(position, options)
    assert (verdict(position, options) or "legal") == ruling["code"]
