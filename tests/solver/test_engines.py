"""The solver is the kernel if it can be built, and then never the reference."""

import os
import shutil
import subprocess
import sys
from textwrap import dedent

import pytest
from tests.solver.test_best_play import SOLVERS

from tilerummy.solver import HAS_KERNEL, kernel, reference


def test_the_kernel_is_tested_if_there_is_a_compiler() -> None:
    compilers = [name for name in ("c++", "g++", "clang++", "cl") if shutil.which(name)]
    do_without = os.environ.get("TILERUMMY_KERNEL") == "none"

    assert SOLVERS == [reference.solve, *([kernel.solve] if HAS_KERNEL else [])]
    assert HAS_KERNEL or do_without or not compilers, (
        f"only plain Python was tested despite {compilers[0]}: build the kernel as "
        "described in CONTRIBUTING.md, or set TILERUMMY_KERNEL=none"
    )


def run(program: str) -> None:
    """Run a program in a fresh interpreter."""
    subprocess.run([sys.executable, "-c", dedent(program)], check=True)


@pytest.mark.skipif(not HAS_KERNEL, reason="needs the kernel")
def test_with_the_kernel_the_reference_is_never_imported() -> None:
    run(
        """
        import sys
        from tilerummy.deadline import Deadline
        from tilerummy.jokers import JokerLaw, JokerMelds, Reuse
        from tilerummy.melds import table
        from tilerummy.solver import (
            Kind, Objective, Problem, best, empties, placements, placing, playable, solve)
        from tilerummy.tiles import rack

        for kind in Kind:
            for melds in JokerMelds:
                for reuse in Reuse:
                    for objective in Objective:
                        problem = Problem(
                            rack=rack("b7 k1 k2 k3 * *"),
                            table=table("b5 b6 *b7 / r9 r10 r11"),
                            law=JokerLaw(melds=melds, reuse=reuse),
                            kind=kind,
                            objective=objective,
                            leave=rack("k1 *"),
                        )
                        best(problem, 3)
                        best(problem, 3, deadline=Deadline(50))
                        empties(problem)
                        playable(problem, deadline=Deadline(50))
                        placing(problem, solve(problem).placed)
                        [*placements(problem)]
        assert not [name for name in sys.modules if name.startswith("tilerummy.solver.reference")]
        """
    )


def test_without_the_compiled_module_the_reference_solves() -> None:
    run(
        """
        import sys
        sys.modules["tilerummy._kernel"] = None
        from tilerummy.melds import table
        from tilerummy.solver import HAS_KERNEL, Problem, empties, placements, reference, solve
        from tilerummy.tiles import rack

        problem = Problem(rack=rack("b7 k1"), table=table("b5 b6 *b7 / r9 r10 r11"))
        assert not HAS_KERNEL
        assert solve(problem) == reference.solve(problem)
        assert solve(problem).placed == rack("b7")
        assert placements(problem) == reference.enumerate_placements(problem)
        assert not empties(problem)
        """
    )


def test_a_missing_kernel_is_reported_once() -> None:
    run(
        """
        import sys, warnings
        sys.modules["tilerummy._kernel"] = None
        from tilerummy import best_play, read_state, ruleset

        rules, view = ruleset("sabra"), read_state("table r3 r4 r5 | rack r6 k1")
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            for _ in range(3):
                best_play(rules, view)
        (warning,) = heard
        assert issubclass(warning.category, RuntimeWarning)
        text = str(warning.message)
        assert "Install a C++20 compiler, then reinstall tilerummy" in text
        assert "pip install --verbose" in text
        """
    )
