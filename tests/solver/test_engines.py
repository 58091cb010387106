"""Which solvers the tests here have run: the kernel too, wherever it can be built."""

import os
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from tests.solver.test_best_play import SOLVERS

import tilerummy
from tilerummy.melds import table
from tilerummy.solver import HAS_KERNEL, Problem, kernel, reference
from tilerummy.tiles import rack


def test_the_kernel_is_among_the_solvers_where_there_is_a_compiler() -> None:
    compilers = [name for name in ("c++", "g++", "clang++", "cl") if shutil.which(name)]
    do_without = os.environ.get("TILERUMMY_KERNEL") == "none"

    assert SOLVERS == [reference.solve, *([kernel.solve] if HAS_KERNEL else [])]
    assert HAS_KERNEL or do_without or not compilers, (
        f"only plain Python was tested, though there is {compilers[0]}: build the kernel as "
        "CONTRIBUTING.md says, or set TILERUMMY_KERNEL=none to do without it"
    )


def test_without_the_compiled_module_plain_python_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tilerummy._kernel", None)
    monkeypatch.delattr(tilerummy, "_kernel", raising=False)
    spec = spec_from_file_location("native_without_kernel", kernel.__file__)
    assert spec
    assert spec.loader
    plain = module_from_spec(spec)
    spec.loader.exec_module(plain)
    problem = Problem(rack=rack("b7 k1"), table=table("b5 b6 *b7 / r9 r10 r11"))

    assert not plain.HAS_KERNEL
    assert plain.solve(problem) == reference.solve(problem)
    assert plain.solve(problem).placed == rack("b7")
