"""Batches, which step many rounds together."""

from collections.abc import Sequence
from random import Random

import pytest
from tests.simulator.exact_offers import placed_sets, play_of
from tests.support.examples import examples
from tests.support.positions import DISCARDING

from tilerummy.rules import Ruleset, decide_all, ruleset
from tilerummy.simulator import Policy, PolicyPlayer, RoundBatch
from tilerummy.simulator.deals import dealt
from tilerummy.state import Action, Draw, Pass, Phase, conceal, fold
from tilerummy.tiles import JOKER, Rack

SABRA = ruleset("sabra")
SEEDS = [bytes([n]) * 32 for n in range(3)]


def test_tiles_are_conserved_and_candidates_place_tiles_of_the_rack() -> None:
    batch = RoundBatch(SABRA, 2, 3)
    batch.reset(SEEDS)
    rng = Random(1)
    kinds, width = batch.kinds, 4 + 3 * 2

    for _ in range(40):
        for i in range(3):
            own = batch.own[i * kinds : (i + 1) * kinds]
            status = batch.status[i * width : (i + 1) * width]
            table = sum(batch.table[i * kinds : (i + 1) * kinds])
            assert sum(own) == status[4]
            assert status[4] + status[7] + status[2] + table == 106
            for k in range(1, sum(batch.mask[i * 64 : (i + 1) * 64])):
                begin = (i * 64 + k) * kinds
                offered = batch.offered[begin : begin + kinds]
                assert any(offered)
                assert all(o <= n for o, n in zip(offered, own, strict=True))
        batch.step([rng.randrange(max(1, sum(batch.mask[i * 64 :][:64]))) for i in range(3)])


def test_rounds_end_and_are_reset() -> None:
    batch = RoundBatch(SABRA, 2, 2, policies=[None, Policy.MOST_TILES])
    batch.reset(SEEDS[:2])
    while not all(batch.over):
        best = [min(1, sum(batch.mask[i * 64 :][:64]) - 1) for i in range(2)]
        batch.step([max(0, choice) for choice in best])

    assert batch.scores[0] == -batch.scores[1] != 0
    assert not any(batch.mask)
    batch.reset(SEEDS[2:], [1])
    assert list(batch.over) == [1, 0]


def test_a_choice_without_its_candidate_is_refused() -> None:
    batch = RoundBatch(SABRA, 2, 1)
    batch.reset(SEEDS[:1])

    with pytest.raises(ValueError, match="no candidate 63"):
        batch.step([63])


def test_choices_may_be_bytes() -> None:
    batch = RoundBatch(SABRA, 2, 3)
    batch.reset(SEEDS)

    batch.step(bytes(3))

    assert [*batch.status[1::10]] == [1, 1, 1]


class Followed:
    """A round played alongside a batch: by the referee, with the offers of the solver."""

    def __init__(self, rules: Ruleset, policies: Sequence[Policy | None], seed: bytes) -> None:
        self.rules, self.policies = rules, policies
        self.state = dealt(rules, len(policies), seed)
        self.offers, self.cut = self._next_choice()

    def choose(self, number: int) -> None:
        """Make a choice: 0 draws or passes, offers count from 1."""
        state = self.state
        if number:
            self._do(play_of(self.rules, conceal(state, state.to_move), self.offers[number - 1]))
        else:
            self._do(Pass() if state.phase is Phase.MORE or not state.pool else Draw())
        self.offers, self.cut = self._next_choice()

    def _do(self, *actions: Action) -> None:
        self.state = fold(decide_all(self.rules, self.state, actions), self.state)

    def _next_choice(self) -> tuple[tuple[Rack, ...], bool]:
        """Play until a seat without a policy has a choice, and return its offers.

        The second result is True if some offers are missing."""
        while self.state.phase is not Phase.OVER:
            seat = self.state.to_move
            view, policy = conceal(self.state, seat), self.policies[seat]
            if policy is not None:
                self._do(*PolicyPlayer(policy, Random(0)).choose(self.rules, view, seat))
                continue
            found, cut = placed_sets(self.rules, view, 63)
            if found or self.state.phase is not Phase.MORE:
                return found, cut
            self._do(Pass())
        return (), False

    def seen(self) -> dict[str, object]:
        """Return everything that the mover is shown, and its offers, by name."""
        state, ended = self.state, self.state.ended
        order = [state.seats[(state.to_move + n) % len(state.seats)] for n in range(3)]
        return {
            "own": state.mover.rack,
            "table": state.table.tiles,
            "status": [state.to_move, state.turn, len(state.pool), state.plays]
            + [n for s in order for n in (len(s.rack), s.opened is not None, s.waits)],
            "offered": [*self.offers],
            "over": ended is not None,
            "winner": -1 if ended is None or ended.winner is None else ended.winner,
            "scores": [0] * 3 if ended is None else [*ended.scores],
        }


def shown(batch: RoundBatch, i: int) -> dict[str, object]:
    """Return the same values as :meth:`Followed.seen`, but read from the buffers of round *i*."""
    kinds = (*batch.rules.tiles.kinds, JOKER)

    def tiles(buffer: bytearray, row: int) -> Rack:
        counts = buffer[row * len(kinds) : (row + 1) * len(kinds)]
        return Rack(tile for tile, n in zip(kinds, counts, strict=True) for _ in range(n))

    offers = sum(batch.mask[i * 64 : (i + 1) * 64])
    return {
        "own": tiles(batch.own, i),
        "table": tiles(batch.table, i),
        "status": [*batch.status[i * 13 : (i + 1) * 13]],
        "offered": [tiles(batch.offered, i * 64 + k) for k in range(1, offers)],
        "over": bool(batch.over[i]),
        "winner": batch.winners[i],
        "scores": [*batch.scores[i * 3 : (i + 1) * 3]],
    }


@pytest.mark.parametrize(
    "name",
    [
        "sabra+joker.melds=free",
        "sabra+joker.melds=free+tiles.jokers=4",
        "rummikub+tiles.jokers=0",
    ],
)
def test_a_batch_shows_the_rounds_that_its_choices_make(name: str) -> None:
    """Without restricted jokers the arrangement of the table does not matter: all is equal."""
    rules, rng, seeds = ruleset(name), Random(name), SEEDS[:2]
    policies = (None, None, Policy.RACK_ONLY)
    batch = RoundBatch(rules, 3, 2, policies=policies)
    batch.reset(seeds)
    followed = [Followed(rules, policies, seed) for seed in seeds]

    for _ in range(examples(25, 400)):
        if any(batch.overflow) or any(each.cut for each in followed) or all(batch.over):
            return
        for i, each in enumerate(followed):
            assert shown(batch, i) == each.seen()
        choices = [rng.randrange(len(each.offers) + 1) for each in followed]
        batch.step(choices)
        for each, choice in zip(followed, choices, strict=True):
            if each.state.phase is not Phase.OVER:
                each.choose(choice)


def test_going_out_is_offered_to_a_large_rack() -> None:
    """A seat that has opened draws until its entire rack, large by then, is offered."""
    batch = RoundBatch(ruleset("sabra"), 2, 1, policies=(None, Policy.RACK_ONLY))
    batch.reset([bytes([1]) * 32])
    while not batch.over[0]:
        own, opened, offers = sum(batch.own), batch.status[5], sum(batch.mask)
        sizes = [sum(batch.offered[row * 53 : (row + 1) * 53]) for row in range(offers)]
        if own in sizes:
            batch.step([sizes.index(own)])
        else:
            batch.step([int(offers > 1 and not opened)])

    assert own in sizes
    assert own == 47


@pytest.mark.parametrize("name", ["sabra", "goliath-1994", "sabra-strict", "mcgraw", *DISCARDING])
def test_every_candidate_can_be_played(name: str) -> None:
    batch, rng = RoundBatch(ruleset(name), 2, 4), Random(name)
    batch.reset([rng.randbytes(32) for _ in range(4)])

    for _ in range(examples(30, 2_000)):
        offers = [[k for k in range(64) if batch.mask[i * 64 + k]] for i in range(4)]
        batch.step([rng.choice(each or [0]) for each in offers])
        if over := [i for i in range(4) if batch.over[i]]:
            batch.reset([rng.randbytes(32) for _ in over], over)
