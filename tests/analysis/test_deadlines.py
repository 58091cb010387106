"""Results with a deadline are legal, claim no false proofs, and never are worse than no play."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice
from random import Random

import pytest
from tests.support.positions import Position, position
from tests.worst.functions import functions, judge
from tests.worst.positions import random_spot

from tilerummy.analysis import (
    Best,
    best_play,
    best_turn,
    can_go_out,
    explain,
    going_out,
    hint,
    perft,
    playable,
    plays,
    turn_for,
)
from tilerummy.analysis.positions import after_play
from tilerummy.deadline import NEVER, Deadline
from tilerummy.players import PLAYERS, player
from tilerummy.rules import Ruleset, faults
from tilerummy.state import Discard, Draw, Phase, Play, State

FREE = "k7 k10 k13 r1 r4 r8 r11 r12 r13 b4 b10 b12 b12 o5 o9 o10"
HELD = "k3 k4 k7 k8 k9 k10 k12 r2 r3 r3 r5 r6 r7 r9 r9 r9 r12 r13 b2 b2 b2 b8 b9 o5 o6 o9"
LAID = "k1 k2 k3 / b3 b4 b5 b6 / o1 o2 *o3 o4 o5 / r8 b8 o8 / k11 r11 b11 o11 / k13 o13 *13"
OVER_TWO = "b5 b6 *b7 / k5 r5 b5 o5"


def _set_clock(monkeypatch: pytest.MonkeyPatch, read: Callable[[], float]) -> None:
    """Make all deadlines use the clock *read*."""
    defaults = Deadline.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "clock", read)


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a list with one item: how many seconds each reading advances the clock."""
    step, now = [0.0], [0.0]

    def read() -> float:
        now[0] += step[0]
        return now[0]

    _set_clock(monkeypatch, read)
    return step


def mcgraw() -> Position:
    return position("mcgraw", LAID, HELD, free=FREE, opened=False, others_opened=False)


def accepted(at: Position, actions: tuple[Play, ...]) -> None:
    """Check that the referee accepts *actions* in order."""
    view = at.state
    for action in actions:
        assert not [*faults(at.rules, view, action)]
        view = after_play(view, action)


def worth(at: Position, best: Best) -> tuple[int, int]:
    return len(best.placed & at.state.mover.rack), best.points


@pytest.mark.parametrize("left", range(1, 40, 3))
def test_the_best_found_is_legal_whenever_time_runs_out(ticking: list[float], left: int) -> None:
    """The clock runs out after a given number of readings, anywhere in the code."""
    at = mcgraw()
    ticking[0] = 1e-3
    for ask in (best_play, best_turn):
        best = ask(at.rules, at.state, deadline=Deadline(left))

        accepted(at, best.plays)
        assert not best.proven
        assert not best.tidy


def test_a_hint_leaves_time_for_its_explanation() -> None:
    """Both searches for an opening, the second one without jokers, share 70% of the time."""
    at, readings = mcgraw(), count()
    deadline = Deadline(1000, clock=lambda: next(readings) / 1000)

    advice = hint(at.rules, at.state, deadline=deadline)

    assert not advice.best.proven
    assert advice.steps.explained
    assert deadline.left > 200


def test_more_time_finds_no_less() -> None:
    at = mcgraw()
    little, much = (best_turn(at.rules, at.state, deadline=Deadline(ms)) for ms in (1, 10_000))

    assert (0, 0) <= worth(at, little) <= worth(at, much)


@pytest.mark.parametrize("ask", [best_play, best_turn, hint])
def test_enough_time_changes_nothing(ask: Callable[..., object]) -> None:
    at = position("sabra-strict", OVER_TWO, "b7 r2 r4 r6 k1")

    enough = ask(at.rules, at.state, deadline=Deadline(60_000))

    assert enough == ask(at.rules, at.state, deadline=NEVER)


@pytest.mark.parametrize("milliseconds", [0.01, 1, 5])
def test_in_random_positions_a_short_time_makes_nothing_illegal(milliseconds: float) -> None:
    rng = Random(milliseconds)
    for _ in range(25):
        spot = random_spot(rng)
        if spot.possible:
            for ask in functions(spot.rules, spot.state).values():
                ask(spot.rules, spot.state, Deadline(milliseconds))
            judge()


def test_a_result_proven_in_a_short_time_is_the_best() -> None:
    rng, compared = Random(8), 0
    while compared < 12:
        spot = random_spot(rng)
        if not spot.possible or len(spot.rack) > 16 or spot.phase is Phase.DRAW:
            continue
        at = Position(spot.rules, spot.state)
        best = best_play(at.rules, at.state, deadline=Deadline(3))
        if best.proven:
            compared += 1
            assert worth(at, best) == worth(at, best_play(at.rules, at.state, tidy=False))


def test_plays_end_with_the_time_and_say_whether_these_were_all() -> None:
    at = position("sabra", "k1 k2 k3", "k4 k5 r1 r2 r3 b9")
    whole = plays(at.rules, at.state)
    every = [*islice(whole, 1)]
    known_at_first = whole.proven
    every += whole
    cut = plays(at.rules, at.state, deadline=Deadline(1e-6))
    some = [*cut]

    assert whole.proven
    assert not known_at_first, "unproven until the iterator is exhausted"
    assert not cut.proven
    assert len(some) < len(every)
    for play in some:
        accepted(at, (play,))


def test_counts_that_were_cut_are_not_proven() -> None:
    at = position("sabra", "k1 k2 k3 / r1 r2 r3", "k4 k5 r4 r5 b9")
    whole = perft(at.rules, at.state)
    cut = perft(at.rules, at.state, deadline=Deadline(1e-6))

    assert whole.proven
    assert not cut.proven
    assert cut.plays < whole.plays


def test_plays_that_were_not_searched_for_may_still_exist(ticking: list[float]) -> None:
    """RULES 2.2, rule 4: two plays may reach a table that a single play cannot."""
    at = position("sabra-strict", OVER_TWO, "b7 r2 r4 r6 k1")
    after = best_turn(at.rules, at.state).tables[-1]
    known = turn_for(at.rules, at.state, after)
    ticking[0] = 1e-6
    rushed = turn_for(at.rules, at.state, after, deadline=Deadline(1e-6))

    assert len(known.plays) == 2
    assert known.proven
    assert not rushed
    assert rushed.reasons
    assert not rushed.proven


@pytest.mark.parametrize(("looks", "known"), [(1, False), (40, True)])
def test_a_play_that_cannot_be_judged_in_time_is_not_called_illegal(
    ticking: list[float], looks: int, *, known: bool
) -> None:
    """RULES 2.2, rule 4: tracing jokers may take long; the clock interrupts it."""
    at = position("sabra-strict", OVER_TWO, "b7 r2 r4 r6 k1")
    after = best_turn(at.rules, at.state).tables[-1]
    ticking[0] = 12e-3 / looks
    found = turn_for(at.rules, at.state, after, deadline=Deadline(1))

    assert not found
    assert not found.proven
    assert bool(found.reasons) is known


def test_an_unreachable_table_is_proven_unreachable() -> None:
    at = position("sabra-strict", OVER_TWO, "b7 r2 r4 r6 k1")
    never = turn_for(at.rules, at.state, at.rules.read_table("b5 b6 b7 / k5 r5 b5 o5"))

    assert never.reasons
    assert never.proven


def test_checks_with_a_deadline_return_false_if_nothing_was_found() -> None:
    at = position("sabra", "k1 k2 k3", "k4 r1")

    assert playable(at.rules, at.state)
    assert not playable(at.rules, at.state, deadline=Deadline(1e-6))
    assert not can_go_out(at.rules, at.state, deadline=Deadline(1e-6))


def test_a_hint_without_time_is_marked_as_unproven() -> None:
    at = position("sabra", "k1 k2 k3", "k4 r1")
    known = hint(at.rules, at.state)
    rushed = hint(at.rules, at.state, deadline=Deadline(1e-6))

    assert known.best.proven
    assert known.steps.explained
    assert rushed.actions
    assert not rushed.best.proven


def test_tidiness_is_claimed_only_after_a_full_search() -> None:
    at = position("sabra", "k1 k2 k3 / r1 r2 r3", "k4 r4")

    assert best_play(at.rules, at.state).tidy
    assert not best_play(at.rules, at.state, tidy=False).tidy


def test_the_clock_is_not_read_without_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one, hints, plays, turns, steps and players give equal results on every machine."""

    def answers(rules: Ruleset, view: State) -> list[object]:
        best = best_turn(rules, view)
        return [
            best,
            best_play(rules, view),
            hint(rules, view),
            [*plays(rules, view)],
            going_out(rules, view),
            turn_for(rules, view, best.tables[-1]),
            explain(view.table, *best.tables, law=rules.table.jokers, tiles=rules.tiles),
            *(player(name, Random(1)).choose(rules, view, 0) for name in PLAYERS),
        ]

    american = position("american", "k1 k2 k3", "k4 k5 r1 r2 r3 b9 o1", pool="k13 r13").then(Draw())
    spots = [american, position("sabra-strict", OVER_TWO, "b7 r2 r4 r6 k1")]
    usual = [answers(at.rules, at.state) for at in spots]
    days = count(0, 86400)
    _set_clock(monkeypatch, lambda: next(days))

    assert Deadline(50).is_over
    assert [answers(at.rules, at.state) for at in spots] == usual


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_without_time_still_ends_its_turn(name: str) -> None:
    at = position("american", "k1 k2 k3", "k4 k5 r1 r2 r3 b9 o1", pool="k13 r13").then(Draw())

    *_, last = player(name, Random(1)).choose(at.rules, at.state, 0, deadline=Deadline(1e-6))

    assert isinstance(last, Discard)
