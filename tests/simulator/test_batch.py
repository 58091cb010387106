"""Many rounds stepped together."""

from random import Random

import pytest
from tests.support.examples import examples
from tests.support.positions import DISCARDING

from tilerummy.rules import ruleset
from tilerummy.simulator import Policy, RoundBatch
from tilerummy.simulator.buffers import Buffers
from tilerummy.simulator.kernel import KernelBatch
from tilerummy.simulator.reference.batch import ReferenceBatch
from tilerummy.solver import HAS_KERNEL

SABRA = ruleset("sabra")
SEEDS = [bytes([n]) * 32 for n in range(3)]


def test_tiles_are_conserved_and_candidates_place_tiles_of_the_rack() -> None:
    batch = RoundBatch(SABRA, 2, 3)
    batch.reset(SEEDS)
    chance = Random(1)
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
        batch.step([chance.randrange(max(1, sum(batch.mask[i * 64 :][:64]))) for i in range(3)])


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


@pytest.mark.skipif(not HAS_KERNEL, reason="there is no kernel")
@pytest.mark.parametrize(
    "name",
    [
        "sabra+joker.melds=free",
        "sabra+joker.melds=free+tiles.jokers=4",
        "rummikub+tiles.jokers=0",
    ],
)
def test_the_kernel_offers_what_the_reference_does(name: str) -> None:
    """Where jokers bind nothing the arrangement of the table does not matter: all is equal."""
    rules, chance, rounds = ruleset(name), Random(name), 2
    seats = (None, None, Policy.OWN_MELDS)
    both = [
        Buffers.of(rounds=rounds, seats=3, kinds=len(rules.tiles.kinds) + 1, candidates=64)
        for _ in range(2)
    ]
    batches: list[KernelBatch | ReferenceBatch] = [
        KernelBatch(rules, seats, both[0], 64),
        ReferenceBatch(rules, seats, both[1], 64),
    ]
    for batch in batches:
        batch.reset(SEEDS[:rounds], range(rounds))

    for _ in range(examples(25, 400)):
        assert both[0].over == both[1].over
        for each, other in zip(both[0].each(), both[1].each(), strict=True):
            assert any(both[0].overflow) or each == other
        if all(both[0].over) or any(both[0].overflow):
            return
        offers = [sum(both[0].mask[i * 64 : (i + 1) * 64]) for i in range(rounds)]
        choices = [chance.randrange(max(1, count)) for count in offers]
        for batch in batches:
            batch.step(choices, 1)


def test_a_large_rack_that_can_go_out_is_offered_to() -> None:
    """A seat that has opened draws until its whole rack is offered, which is large by then."""
    batch = RoundBatch(ruleset("sabra"), 2, 1, policies=(None, Policy.OWN_MELDS))
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


@pytest.mark.parametrize(
    "name", ["sabra", "goliath-1994", "sabra-strict", "mcgraw", *(DISCARDING if HAS_KERNEL else ())]
)
def test_every_candidate_can_be_played(name: str) -> None:
    batch, chance = RoundBatch(ruleset(name), 2, 4), Random(name)
    batch.reset([chance.randbytes(32) for _ in range(4)])

    for _ in range(examples(30, 2_000)):
        offers = [[k for k in range(64) if batch.mask[i * 64 + k]] for i in range(4)]
        batch.step([chance.choice(each or [0]) for each in offers])
        if over := [i for i in range(4) if batch.over[i]]:
            batch.reset([chance.randbytes(32) for _ in over], over)
