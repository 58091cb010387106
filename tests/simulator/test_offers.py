"""The kernel's batch offers exactly the sets of tiles that one play can lay."""

from array import array
from random import Random

import pytest
from tests.simulator.exact_offers import placed_sets
from tests.support.examples import examples
from tests.support.positions import DISCARDING, MANIPULATION, position

from tilerummy import _kernel
from tilerummy.rules import Ruleset, ruleset
from tilerummy.rules.judging.endings import recognised
from tilerummy.rules.judging.faults import may_discard
from tilerummy.simulator import Policy, simulated_events
from tilerummy.simulator.buffers import Buffers
from tilerummy.simulator.packing import policy_numbers, round_numbers, rules_numbers
from tilerummy.state import Moved, Phase, State, conceal, fold
from tilerummy.tiles import JOKER, Rack

JOKERS = ["sabra+tiles.jokers=4", "sabra+joker.melds=free+tiles.jokers=4"]
MOST = 512
"""The number of candidates requested."""


class Offers:
    """The kernel's offers to the seat to move in a state."""

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.kinds, seated = (*rules.tiles.kinds, JOKER), [None] * len(state.seats)
        self.buffers = Buffers.of(
            rounds=1, seats=len(seated), kinds=len(self.kinds), candidates=MOST
        )
        numbers, policies = rules_numbers(rules, len(seated)), policy_numbers(seated)
        self.batch = _kernel.Batch(numbers, policies, 1, MOST, self.buffers.each())
        self.batch.reset(0, round_numbers(rules, state, seated, 0))
        # if nothing more can be played, the next seat is offered its plays, or tiles to discard
        plays = self.buffers.status[0] == state.to_move and self.buffers.phase[0] in (0, 2)
        offered = range(1, sum(self.buffers.mask)) if plays else ()
        self.sets = [self.tiles(number) for number in offered]
        self.overflow = bool(self.buffers.overflow[0])

    def tiles(self, number: int) -> Rack:
        """Return the tiles of a candidate."""
        begin = number * len(self.kinds)
        counts = self.buffers.offered[begin : begin + len(self.kinds)]
        return Rack(t for t, n in zip(self.kinds, counts, strict=True) for _ in range(n))

    def lying(self) -> int:
        """Return the number of tiles on the table."""
        return sum(self.buffers.table)

    def choose(self, number: int) -> int:
        """Choose a candidate and return the number of tiles added to the table."""
        before = self.lying()
        self.batch.step(array("i", [number]).tobytes(), 1)
        return self.lying() - before


@pytest.mark.parametrize(
    ("name", "table", "rack", "offered"),
    [
        ("sabra", "k7 r7 b7 o7", "* k1", []),
        ("sabra", "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", "* r2", []),
        ("sabra", "k7 r7 b7 o7", "* r8 r9 o1", ["r8 r9 *"]),
        ("sabra", "k7 r7 b7", "* k1", ["*"]),
        ("sabra", "k7 r7 b7 o7", "* r8 r9 r10", ["r8 r9 *", "r8 r10 *", "r8 r9 r10"]),
        ("sabra+joker.melds=free", "k7 r7 b7 *", "o7 k1", []),
        ("sabra+joker.melds=free", "k7 r7 b7 *", "o7 k8 k9", ["k8 k9 o7"]),
    ],
)
def test_jokers_need_room_and_may_replace_rack_tiles(
    name: str, table: str, rack: str, offered: list[str]
) -> None:
    at = position(name, table, rack, turn=12, since=2)

    found = Offers(at.rules, at.state).sets

    exact, cut = placed_sets(at.rules, conceal(at.state, 0), MOST)
    assert not cut
    assert {*found} == {*exact}
    assert {*found} >= {at.rules.rack(text) for text in offered}
    for number, tiles in enumerate(found, 1):
        assert Offers(at.rules, at.state).choose(number) == len(tiles)


@pytest.mark.parametrize("name", [*MANIPULATION, *JOKERS])
def test_offers_are_all_placements(name: str) -> None:
    """In positions of random rounds; the solver enumerates all sets for comparison."""
    rules, rng = ruleset(name), Random(name)
    left = examples(1 if name == "mcgraw" else 6, 200)
    while left > 0:
        events = simulated_events(rules, [Policy.RANDOM, Policy.SAVE_JOKERS], rng.randbytes(32))
        moved = [at for at, event in enumerate(events, 1) if isinstance(event, Moved)]
        for at in rng.sample(moved, 3):
            state = fold(events[:at], State.before_deal(2))
            if len(state.mover.rack) > 24:
                continue
            offers = Offers(rules, state)
            exact, cut = placed_sets(rules, conceal(state, state.to_move), MOST)
            if not cut:
                assert {*offers.sets} <= {*exact}, state
                assert offers.overflow or {*offers.sets} == {*exact}, state
            for number in rng.sample(range(len(offers.sets)), min(3, len(offers.sets))):
                again = Offers(rules, state)
                placed = len(again.sets[number])
                assert again.choose(number + 1) == placed, (state, offers.sets[number])
            left -= 1


@pytest.mark.parametrize("name", DISCARDING)
def test_offers_leave_a_tile_to_discard(name: str) -> None:
    """The offers are all sets that leave a tile, and the closed hands and the Foot."""
    rules, rng = ruleset(name), Random(name)
    left = examples(30, 2_000)
    while left > 0:
        events = simulated_events(rules, [Policy.RANDOM, Policy.SAVE_JOKERS], rng.randbytes(32))
        drawn = [at for at, event in enumerate(events, 1) if isinstance(event, Moved)]
        for at in rng.sample(drawn, 5):
            state = fold(events[:at], State.before_deal(2))
            if state.phase is not Phase.MELD:
                continue
            offers, rack = Offers(rules, state), state.mover.rack
            exact, cut = placed_sets(rules, conceal(state, state.to_move), MOST)
            plays = {
                placed for placed in exact if any(may_discard(state, t) for t in rack - placed)
            }
            found = {*offers.sets}
            if not cut:
                assert found >= plays or offers.overflow, state
                assert all(closed(rules, state, placed) for placed in found - plays), state
            for number in rng.sample(range(len(offers.sets)), min(3, len(offers.sets))):
                again = Offers(rules, state)
                placed = again.sets[number]
                assert again.choose(number + 1) in (
                    len(placed),
                    0 if closed(rules, state, placed) else -1,
                )
            left -= 1


def closed(rules: Ruleset, state: State, placed: Rack) -> bool:
    """Return whether all tiles of the mover but one are a closed hand, or may be a Foot."""
    foot = rules.closed_hands and state.mover.opened is None and state.table.tiles != Rack()
    return len(placed) == 14 and (foot or recognised(rules, state, placed) is not None)
