"""Random problems on small positions, over every joker rule and kind of play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from tests.differential.small_positions import positions

from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.solver import Kind, Objective, Problem
from tilerummy.tiles import Rack


def problems(seed: int, count: int, *, most: int = 17) -> Iterator[Problem]:
    """Yield *count* problems with at most *most* tiles, determined by the seed."""
    yield from islice(_problems(seed, most), count)


def _problems(seed: int, most: int) -> Iterator[Problem]:
    rng = Random(seed)
    for position in positions(seed):
        if len(position.before.tiles) + len(position.rack) > most or len(position.rack) > 6:
            continue
        kind = rng.choice((Kind.REARRANGE, Kind.REARRANGE, Kind.EXTEND, Kind.OPEN))
        leave = kind is Kind.EXTEND and rng.random() < 0.5
        yield Problem(
            rack=position.rack,
            table=position.before,
            tiles=position.tiles,
            kind=kind,
            law=_extending(rng) if kind is Kind.EXTEND else any_law(rng),
            objective=rng.choice(list(Objective)),
            at_least=rng.choice((0, 5, 10, 15)) if kind is Kind.OPEN else 0,
            joker_opens=rng.random() < 0.7,
            jokers_due=rng.random() < 0.1,
            leave=position.rack if leave else Rack(),
        )


def any_law(rng: Random) -> JokerLaw:
    """Return any joker rules."""
    return JokerLaw(
        melds=rng.choice(list(JokerMelds)),
        replace_from=rng.choice(list(ReplaceFrom)),
        group_of_three=rng.choice(list(GroupOfThree)),
        reuse=rng.choice(list(Reuse)),
    )


def _extending(rng: Random) -> JokerLaw:
    """Return a law for melds that only grow and whose jokers never move within them.

    Reuse is unlimited here: the referee tracks equal tiles from meld to meld even if they cannot
    have moved, so it regards some grown melds as new.
    """
    return JokerLaw(group_of_three=rng.choice(list(GroupOfThree)))
