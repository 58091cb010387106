"""Without the kernel, games, hints and reviews work; the simulator explains what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

HIDDEN = "import sys; sys.modules['tilerummy._kernel'] = None"
"""Python treats a module as missing if its entry is None."""

MISSING = "the simulator is part of the C++ kernel, which is missing: install a C++20 compiler"

VIEW = "table k3 k4 k5 / r7 b7 o7 | rack k6 r1 o13 | turn 9 | opened 2 | seat 1 rack ?4"


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in an interpreter without the kernel."""
    return subprocess.run(
        [sys.executable, "-c", f"{HIDDEN}\n{dedent(program)}", *arguments],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "sabra", "most_tiles", "rack_only"),
        ("simulate", "sabra", "beginner", "rack_only"),
        ("arena", "sabra", "most_tiles", "beginner", "--deals", "1"),
    ],
    ids=" ".join,
)
def test_a_command_that_needs_the_simulator_says_what_to_install(arguments: tuple[str]) -> None:
    ran = run("from tilerummy.cli import main; main()", *arguments)

    assert ran.returncode == 2
    assert MISSING in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.stderr


def test_levels_play_and_are_measured_without_it() -> None:
    """The master plays as an expert, and what it lays is the best play."""
    ran = run(
        """
        import warnings
        from random import Random
        from tilerummy import best_play, read_state, ruleset
        from tilerummy.players import PLAYERS, player

        warnings.simplefilter("ignore")
        rules, view = ruleset("sabra"), read_state(sys.argv[1])
        chosen = {name: player(name, Random(1)).choose(rules, view, 0) for name in PLAYERS}
        assert chosen["master"] == chosen["expert"]
        assert chosen["club"][:1] == best_play(rules, view).plays, chosen
        """,
        f"{VIEW} | pool ?9",
    )

    assert ran.returncode == 0, ran.stderr


def test_a_review_is_what_is_certain() -> None:
    ran = run(
        """
        import warnings
        from tests.review.games import DISCARDING, PAIR, SMALL, game
        from tilerummy.review import Depth, review

        warnings.simplefilter("ignore")
        for rules in (SMALL, DISCARDING):
            found = review(game(rules, PAIR), 0)
            assert found.depth is Depth.CERTAIN
            assert found.complete
            assert found.decisions
        """
    )

    assert ran.returncode == 0, ran.stderr


def test_the_library_says_what_is_missing() -> None:
    ran = run(
        """
        from random import Random
        from tilerummy import read_state, ruleset
        from tilerummy.simulator import (
            Line, Policy, PolicyPlayer, RoundBatch, can_simulate, roll_out, simulate,
            simulated_events)

        rules, view = ruleset("sabra"), read_state(sys.argv[1])
        two = [Policy.MOST_TILES] * 2
        assert not can_simulate(rules)
        for call in (
            lambda: simulate(rules, two, [1]),
            lambda: simulated_events(rules, two, 1),
            lambda: roll_out(rules, view, [Line()], []),
            lambda: RoundBatch(rules, 2, 1),
            lambda: PolicyPlayer(Policy.MOST_TILES, Random(1)).choose(rules, view, 0),
        ):
            try:
                call()
            except ValueError as error:
                assert str(error).startswith(sys.argv[2]), error
            else:
                raise AssertionError("no error")
        """,
        f"{VIEW} | pool ?9",
        MISSING,
    )

    assert ran.returncode == 0, ran.stderr


def test_the_analysis_board_shows_plays_without_their_chances() -> None:
    ran = run(
        """
        import warnings, msgspec
        from tilerummy.server.jobs.analysis import analyse
        from tilerummy.server.messages.bodies.questions import Analyse

        warnings.simplefilter("ignore")
        question = Analyse(table="k3 k4 k5 / r7 b7 o7", rack="k6 r1 o13", held=4, pool=9)
        found = msgspec.json.decode(analyse(question))
        assert found["plays"][0]["rack"] == "r1 o13", found
        assert found["worlds"] == 0
        """
    )

    assert ran.returncode == 0, ran.stderr
