"""The master waits, goes out, wins endgames, and deviates only when clearly better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest
from tests.support.work import deadline_after

from tilerummy.deadline import Deadline
from tilerummy.players import PLAYERS, BuiltinPlayer, play_round, player
from tilerummy.players.decisions import DecisionContext
from tilerummy.players.evaluation import RoundObjective, Utility, candidates
from tilerummy.players.evaluation.belief import belief
from tilerummy.players.master.choosing import Thinking, choose
from tilerummy.players.master.endgame import is_known, searched, with_other_rack
from tilerummy.players.master.playing import Master, candidates_compared
from tilerummy.rules import Ruleset, ruleset
from tilerummy.simulator import Line, Policy
from tilerummy.state import Action, Draw, Ended, Event, Pass, Play, State
from tilerummy.state.notation import read_state
from tilerummy.tiles import Rack

SABRA = ruleset("sabra")
QUICK = Thinking(choosing=4, testing=8, batch=4)


def context(view: State, seed: int = 1, *, milliseconds: float | None = None) -> DecisionContext:
    """Return a context for the master."""
    return DecisionContext(
        rules=SABRA, view=view, rng=Random(seed), deadline=Deadline(milliseconds)
    )


def small(view: State) -> State:
    """Return the position with all unseen tiles on the other rack."""
    seen = Rack(SABRA.tiles) - view.mover.rack - view.table.tiles
    hidden = len(seen) - len(view.pool)
    text = f"{view} | seat 1 rack ?{hidden}; opened 3"
    return read_state(text)


def test_it_goes_out_when_it_can() -> None:
    view = read_state("table k1 k2 k3 | rack k4 r9 b9 o9 | players 2 | seat 1 rack ?5; opened 3")
    decision = Master(thinking=QUICK)(context(view))

    assert decision.motive.code == "went_out"
    assert sum(len(p.placed) for p in decision.actions if isinstance(p, Play)) == 4


@pytest.mark.parametrize(
    ("rules", "seats", "opens"),
    [
        ("sabra", 4, False),
        ("sabra+score.not_opened=100", 4, False),
        ("sabra+score.not_opened=150", 4, True),
        ("sabra+score.not_opened=300", 2, False),
        ("sabra+draw.opened=2", 2, True),
    ],
)
def test_it_opens_if_the_rules_make_that_pay(rules: str, seats: int, *, opens: bool) -> None:
    """docs/waiting.md: the penalty that makes opening score more, by the number of players."""
    others = " | ".join(f"seat {seat} rack ?14" for seat in range(1, seats))
    view = read_state(f"opened no | rack k10 r10 b10 k2 o4 | players {seats} | {others}")
    asked = DecisionContext(rules=ruleset(rules), view=view, rng=Random(1), deadline=Deadline(None))

    decision = Master(thinking=QUICK)(asked)

    assert (Draw() not in decision.actions) == opens


def test_it_waits_while_the_pool_is_large_although_it_could_play() -> None:
    view = read_state("table k1 k2 k3 | rack k4 r9 b12 | players 2 | seat 1 rack ?5; opened 3")
    decision = Master(thinking=QUICK)(context(view))

    assert decision.actions == (Draw(),)
    assert decision.motive.code == "waited"


def test_with_an_empty_pool_it_ends_a_round_that_it_wins() -> None:
    view = small(read_state("table k1 k2 k3 | rack k4 r2 | pool | turn 40 | players 2 | opened 2"))
    decision = Master(thinking=QUICK)(context(view))

    assert decision.actions[-1] == Pass()
    assert decision.motive.code in ("calculated", "waited")


def test_it_lays_all_it_can_of_a_large_rack_when_the_pool_is_empty() -> None:
    """Waiting cannot win any longer: tiles that stay on the rack only cost points."""
    view = read_state(
        "table r2 r3 r4 | rack k4 k5 k6 k7 k8 r6 r7 r8 r9 r10 b3 b9 b11 b13 o3 o4 o5 o9 o11 o13"
        " | pool | turn 54 | players 4 | opened no"
        " | seat 1 rack ?9; opened 2 | seat 2 rack ?20 | seat 3 rack ?20"
    )
    for seed in range(8):
        decision = Master(thinking=QUICK)(context(view, seed))

        assert isinstance(decision.actions[0], Play)


def test_the_endgame_of_two_is_known_and_searched_exactly() -> None:
    view = small(read_state("table k1 k2 k3 | rack k4 r2 | pool | turn 40 | players 2 | opened 2"))
    choices = candidates(SABRA, view)
    found = searched(SABRA, view, choices, Utility(), Deadline(5000))

    assert is_known(view)
    assert found is not None
    assert (found.value, found.sure) == (1.0, True)
    assert with_other_rack(SABRA, view).seats[1].rack >= Rack((*view.table.tiles,))


def test_the_first_candidate_stays_unless_another_is_better_beyond_doubt() -> None:
    view = read_state(
        "table k1 k2 k3 | rack k4 r9 | pool | turn 40 | players 2 | opened 2"
        " | seat 1 rack ?1; opened 3"
    )
    same = Line((Pass(),), Policy.MOST_TILES)
    worlds = belief(SABRA, view, rng=Random(1))
    choice = choose(context(view), [same, same], worlds, Utility(), QUICK)

    assert (choice.index, choice.gain) == (0, None)


@pytest.mark.parametrize(("pool", "most"), [(13, 1), (12, 8), (1, 8), (0, 64)])
def test_it_compares_more_choices_the_nearer_the_end_is(pool: int, most: int) -> None:
    """Rollouts from an earlier position take longer, so there is time for fewer."""
    text = f"rack k1 k2 k3 | pool ?{pool} | turn 60 | players 4"

    assert candidates_compared(context(read_state(text))) == most


def test_it_decides_the_same_for_the_same_chance() -> None:
    view = read_state(
        "table k1 k2 k3 / r9 b9 o9 | rack k4 k5 r12 | pool ?4 | turn 40 | players 2"
        " | opened 2 | seat 1 rack ?3; opened 3"
    )
    first, second = (Master(thinking=QUICK)(context(view, 7)) for _ in "12")

    assert first == second


@pytest.mark.parametrize("objective", RoundObjective)
def test_it_may_aim_at_something_else(objective: RoundObjective) -> None:
    view = read_state(
        "table k1 k2 k3 / r9 b9 o9 | rack k4 k5 r12 | pool ?2 | turn 40 | players 3"
        " | opened 2 | seat 1 rack ?3; opened 3 | seat 2 rack ?30"
    )
    decision = Master(Utility(objective, (0, 0, 0)), QUICK)(context(view))

    assert decision.actions


@dataclass
class Hurried:
    """A master whose clock runs out after some readings, later in each turn."""

    inner: BuiltinPlayer
    turns: int = 0
    name: str = "master"
    about: str = ""
    needs_history: bool = True

    def choose(
        self, rules: Ruleset, view: State, seat: int, *, history: Sequence[Event] = ()
    ) -> tuple[Action, ...]:
        self.turns += 1
        with deadline_after(10 * self.turns) as deadline:
            return self.inner.choose(rules, view, seat, history=history, deadline=deadline)


@pytest.mark.parametrize(
    ("preset", "seats"), [("sabra", 4), ("rummikub", 2), ("mcgraw", 2), ("american", 2)]
)
def test_it_respects_its_deadline_in_complete_games(preset: str, seats: int) -> None:
    rules, rng = ruleset(preset), Random(1)
    players = [Hurried(player("master", rng)) for _ in range(seats)]
    events = play_round(rules, players, seed=b"deadline".ljust(32))

    assert isinstance(events[-1], Ended)
    assert player("master", Random(1)).level.milliseconds <= 1500


@pytest.mark.parametrize(
    ("level", "below", "preset", "seats"),
    [
        ("master", "expert", "mcgraw", 4),
        ("expert", "strong", "mcgraw", 3),
        ("expert", "strong", "american", 2),
        ("expert", "strong", "international", 4),
    ],
)
def test_a_level_that_repeats_the_one_below_plays_alike(
    level: str, below: str, preset: str, seats: int
) -> None:
    """Waiting lost 125 points per round in McGraw with four players."""
    rules = ruleset(preset)
    rounds = [
        [*play_round(rules, [player(name, Random(7))] * seats, seed=bytes(32))]
        for name in (level, below)
    ]

    assert PLAYERS[level].repeats(rules, seats)
    assert rounds[0] == rounds[1]
    assert isinstance(rounds[0][-1], Ended)
