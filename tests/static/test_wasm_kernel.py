"""The kernel as WebAssembly returns the same results as the kernel for Python."""

from __future__ import annotations

import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from tests.protocol.test_solve_cases import CASES, answer, check, question
from tests.solver.problems.random_problems import problems
from tests.support.examples import examples
from tests.support.random_rulesets import random_rules
from tools.kernel_wasm import MODULE, source_digest

from tilerummy.browser.kernel import WasmKernel
from tilerummy.deadline import NEVER
from tilerummy.rules import PRESETS, ruleset
from tilerummy.simulator import (
    Line,
    Policy,
    World,
    roll_out,
    rollouts,
    rounds,
    simulate,
    simulated_events,
    turns,
)
from tilerummy.solver import empties, kernel, placements, solve
from tilerummy.state import Draw, Moved, State, apply, conceal

_kernel = pytest.importorskip("tilerummy._kernel", reason="compares the module with it")
ROOT = Path(__file__).parents[2]
CALLS = Path(__file__).with_name("kernel_calls.mjs")


class BothKernels:
    """Calls both kernels without time limits, and compares their results."""

    def __init__(self, native: object, wasm: WasmKernel) -> None:
        self._native, self._wasm = native, wasm
        self.compared: set[str] = set()

    def __getattr__(self, name: str) -> Callable[..., object]:
        native, wasm = getattr(self._native, name), getattr(self._wasm, name)

        def both(*arguments: object, **named: object) -> object:
            if name == "roll_out":
                arguments = (*arguments[:-1], 0.0)
            elif isinstance(arguments[0], tuple):
                arguments = ((*arguments[0][:-1], 0.0), *arguments[1:])
            expected, found = native(*arguments, **named), wasm(*arguments, **named)
            assert found == expected, (name, arguments)
            self.compared.add(name)
            return expected

        return both


@pytest.fixture(scope="module")
def wasm() -> Iterator[WasmKernel]:
    """The module, run by Node."""
    node = shutil.which("node") or str(ROOT / ".venv" / "bin" / "node")
    with subprocess.Popen(
        [node, str(CALLS), str(MODULE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        into, out = process.stdin, process.stdout

        def call(name: str, arguments: bytes) -> bytes | str:
            into.write(f"{name} {b64encode(arguments).decode()}\n")
            into.flush()
            line = out.readline().strip()
            return line[1:] if line.startswith("!") else b64decode(line)

        yield WasmKernel(call)
        into.close()


@pytest.fixture
def both(wasm: WasmKernel, monkeypatch: pytest.MonkeyPatch) -> BothKernels:
    """Both kernels, instead of the kernel for Python."""
    kernels = BothKernels(_kernel, wasm)
    for module in (kernel, rollouts, rounds, turns):
        monkeypatch.setattr(module, "_kernel", kernels)
    return kernels


def test_the_module_is_built_from_the_current_sources() -> None:
    assert MODULE.read_bytes().endswith(source_digest()), "run: make kernel-wasm"


def test_solutions_are_equal(both: BothKernels) -> None:
    for problem in problems(seed=3, count=examples(150, 5000)):
        solve(problem)
        placements(problem)
        kernel.placement_rows(problem, 100)
        empties(problem)
    assert both.compared == {"solve", "enumerate", "placement_rows", "can_empty"}


def test_the_cases_have_equal_answers(both: BothKernels) -> None:
    for case in chain(*CASES.values()):
        check(case, answer(question(case)))
    assert both.compared


@pytest.mark.parametrize("name", PRESETS)
def test_rounds_are_equal(both: BothKernels, name: str) -> None:
    rules = random_rules(ruleset(name), Random(name))
    seats = min(rules.seats_allowed())
    policies = [Policy.MOST_TILES] * seats
    simulate(rules, policies, [bytes(32)], log=True)
    simulated_events(rules, policies, bytes(32))
    assert both.compared == {"play_rounds", "play_logged"}


def test_rollouts_are_equal(both: BothKernels) -> None:
    rules, state, policies = ruleset("sabra"), State.before_deal(2), (Policy.MOST_TILES,) * 2
    for event in simulated_events(rules, policies, bytes(32)):
        state = apply(state, event)
        if isinstance(event, Moved) and state.turn == 9:
            break
    true = World(tuple(seat.rack for seat in state.seats), state.pool, policies)
    lines = [Line(), Line((Draw(),), Policy.HOLD_BEFORE_OPENING)]
    roll_out(rules, conceal(state, state.to_move), lines, [true, replace(true, seed=7)])
    assert "roll_out" in both.compared


def test_rejected_arguments_raise_an_error_and_later_calls_work(wasm: WasmKernel) -> None:
    problem = next(problems(seed=4, count=1))
    arguments = kernel._arguments(problem, NEVER)
    with pytest.raises(ValueError, match="out of range"):
        wasm.solve((*arguments[:3], 99, *arguments[4:]))
    with pytest.raises(ValueError, match="missing numbers"):
        wasm.play_rounds(b"", [], log=False, threads=1)
    assert wasm.solve(arguments) == _kernel.solve(arguments)
