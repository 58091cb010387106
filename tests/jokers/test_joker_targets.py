"""Targets of freed jokers among many equal old melds: RULES 2.2, rule 4."""

from __future__ import annotations

import pytest
from tests.support.positions import Position, position
from tests.support.work import deadline_after

from tilerummy.deadline import OutOfTimeError
from tilerummy.rules.referee import faults
from tilerummy.state import Play

LOOKS = 1_000
"""Checks of the clock that suffice if the work is linear in the number of colours."""


def run(colour: str, first: int, last: int, wild: int = 0) -> str:
    numbers = range(first, last + 1)
    return " ".join(f"*{colour}{n}" if n == wild else f"{colour}{n}" for n in numbers)


def twins(colours: str, *, all_stay: bool) -> tuple[Position, Play]:
    """Return a play that frees a joker of every colour; the rules allow only new melds.

    The joker of each colour goes to the end of a run that contains two equal rows of short old
    runs. Two further runs also contain each short run; only in the last colour just one does,
    unless *all_stay*.
    """
    house = f"tiles.colours={len(colours)}+tiles.jokers={len(colours)}+tiles.copies=3"
    before, after = [], []
    for colour in colours:
        before += [run(colour, at, at + 2) for at in (1, 4, 7, 10)] * 2
        before += [run(colour, 14, 16, wild=15)]
        after += [run(colour, 1, 13, wild=13), run(colour, 1, 12), run(colour, 14, 16)]
        cut = 12 if all_stay or colour != colours[-1] else 7
        after += [run(colour, at, to) for at, to in ((1, cut), (cut + 1, 12)) if at < to]
    before += [" ".join(f"{colour}{n}" for colour in colours) for n in range(1, 13)]
    now = position(
        f"dutch-1985+tiles.numbers=16+{house}",
        " / ".join(before),
        " ".join(f"{colour}15" for colour in colours) + " k1",
    )
    return now, Play.between(now.state.table, now.rules.read_table(" / ".join(after)))


@pytest.mark.parametrize("colours", ["krbo", "krbog"])
@pytest.mark.parametrize(("all_stay", "codes"), [(True, []), (False, ["joker_reuse"])])
def test_work_is_linear_in_equal_old_melds_and_colours(
    colours: str, *, all_stay: bool, codes: list[str]
) -> None:
    now, play = twins(colours, all_stay=all_stay)

    with deadline_after(LOOKS) as deadline:
        reasons = [*faults(now.rules, now.state, play, deadline=deadline)]

    assert [reason.code for reason in reasons] == codes


@pytest.mark.parametrize("looks", [1, 100])
def test_the_deadline_holds_among_many_equal_old_melds(looks: int) -> None:
    now, play = twins("krbo", all_stay=False)

    with deadline_after(looks) as deadline, pytest.raises(OutOfTimeError):
        list(faults(now.rules, now.state, play, deadline=deadline))
