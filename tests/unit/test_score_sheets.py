"""Score sheets: totals, the next starter, the end of the game, and the payments."""

from __future__ import annotations

from itertools import product

import pytest

from tilerummy import Count, ScoreSheet, score_count
from tilerummy.match import settle
from tilerummy.rules.counting import Left


def sheet(
    rules: str, *rounds: tuple[int | None, tuple[Left | None, ...]], **limits: int
) -> ScoreSheet:
    made = ScoreSheet(rules=rules, seats=len(rounds[0][1]), **limits)  # type: ignore[arg-type]
    for out, left in rounds:
        starter = made.next_starter()
        ended = score_count(rules, Count(out, left))
        made = made.after(ended, 0 if starter is None else starter)
    return made


def test_totals_add_up_and_the_start_moves_on() -> None:
    made = sheet("sabra", (1, (23, None, 41)), (0, (None, 12, 38)))
    assert made.totals == (27, 52, -79)
    assert made.starters == (0, 1)
    assert made.next_starter() == 2


def test_the_loser_starts_in_mcgraw() -> None:
    """S2: the loser of the last round starts."""
    assert sheet("mcgraw", (1, (23, None, 41))).next_starter() == 2


def test_six_can_play_a_sheet_but_not_seven() -> None:
    assert sheet("sabra", (0, (None, 1, 2, 3, 4, 5))).totals[0] == 15
    with pytest.raises(ValueError, match="2, 3, 4, 5, 6 players"):
        ScoreSheet(rules="sabra", seats=7)  # type: ignore[arg-type]


def test_it_is_over_after_the_rounds_or_at_the_target() -> None:
    one = (0, (None, 150))
    assert not sheet("sabra", one, rounds=2).over
    assert sheet("sabra", one, one, rounds=2).over
    assert not sheet("sabra", one, target=200).over
    assert sheet("sabra", one, one, target=200).over


def test_everyone_pays_everyone_the_difference() -> None:
    paid = {(p.payer, p.payee): p.points for p in sheet("sabra", (1, (23, None, 41))).differences}
    assert paid == {(0, 1): 87, (2, 1): 105, (2, 0): 18}


def test_in_mcgraw_the_higher_total_pays() -> None:
    made = sheet("mcgraw", (1, (23, None)))
    assert [(p.payer, p.payee, p.points) for p in made.differences] == [(0, 1, 23)]
    assert [(p.payer, p.payee, p.points) for p in made.fewest_payments] == [(0, 1, 23)]


def test_the_fewest_payments_come_to_the_totals() -> None:
    made = sheet("sabra", (1, (23, None, 41, 17)))
    assert balances(made.fewest_payments, 4) == [*made.totals]
    assert len(made.fewest_payments) == 3


def test_if_totals_do_not_sum_to_zero_the_differences_are_settled() -> None:
    made = sheet("international", (0, (None, (2, 3), (10,))))
    assert sum(made.totals) != 0
    assert balances(made.fewest_payments, 3) == balances(made.differences, 3)


def balances(payments: object, seats: int) -> list[int]:
    found = [0] * seats
    for each in payments:  # type: ignore[attr-defined]
        found[each.payer] -= each.points
        found[each.payee] += each.points
    return found


def test_settling_needs_as_few_payments_as_possible() -> None:
    """Compared with the lower bound for all small balances: seats minus groups that sum to zero."""
    for some in product(range(-2, 3), repeat=4):
        owed = [*some, -sum(some)]
        payments = settle(owed)
        assert balances(payments, 5) == owed
        assert all(each.points > 0 for each in payments)
        assert len(payments) == fewest(tuple(owed))


def fewest(owed: tuple[int, ...]) -> int:
    """Return the fewest payments, by trying to settle with every number of groups."""
    seats = [seat for seat, points in enumerate(owed) if points]
    best = 0
    for groups in product(range(len(seats)), repeat=len(seats)):
        sums: dict[int, int] = {}
        for seat, group in zip(seats, groups, strict=True):
            sums[group] = sums.get(group, 0) + owed[seat]
        if not any(sums.values()):
            best = max(best, len(sums))
    return len(seats) - best


def test_balances_must_sum_to_zero() -> None:
    with pytest.raises(ValueError, match="sum to zero, not 1"):
        settle([3, -2])
    with pytest.raises(ValueError, match="up to 6"):
        settle([0] * 7)
