"""Lazy packages load a module when one of its names is first used."""

import importlib
import subprocess
import sys

import pytest

from tilerummy.solver import HAS_KERNEL

LAZY = [
    "tilerummy",
    "tilerummy.analysis",
    "tilerummy.players",
    "tilerummy.players.evaluation",
    "tilerummy.records",
    "tilerummy.rules",
    "tilerummy.solver",
    "tilerummy.state",
    "tilerummy.state.notation",
]


def loaded_by(program: str) -> set[str]:
    """Return the modules loaded by a new Python after running *program*."""
    report = "import sys; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", f"{program}\n{report}"], capture_output=True, text=True, check=True
    )
    return set(ran.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("package", LAZY)
def test_exported_names_exist_and_differ_from_modules(package: str) -> None:
    exported = importlib.import_module(package).__all__
    program = "\n".join(
        [
            f"import importlib, pkgutil, types, {package} as package",
            "assert set(package.__all__) <= set(dir(package)), package.__all__",
            "for module in pkgutil.iter_modules(package.__path__, package.__name__ + '.'):",
            "    if not module.name.endswith('__main__'):",
            "        importlib.import_module(module.name)",
            "for name in package.__all__:",
            "    assert not isinstance(getattr(package, name), types.ModuleType), name",
            "print(*package.__all__)",
        ]
    )

    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert ran.stdout.split() == exported


@pytest.mark.parametrize("package", LAZY)
def test_a_name_that_a_package_does_not_export_is_an_attribute_error(package: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nonsense'"):
        importlib.import_module(package).nonsense  # noqa: B018


def test_with_the_kernel_the_reference_is_not_loaded() -> None:
    loaded = loaded_by(
        "from tilerummy import Rack; from tilerummy.solver import Problem, solve;"
        "solve(Problem(rack=Rack()))"
    )

    assert "tilerummy.solver.kernel" in loaded
    assert ("tilerummy.solver.reference" in loaded) is not HAS_KERNEL


def test_importing_the_package_loads_nothing_of_it() -> None:
    loaded = {name for name in loaded_by("import tilerummy") if name.startswith("tilerummy")}

    assert loaded == {"tilerummy", "tilerummy.lazy"}


PROGRAMS = {
    "names": "from tilerummy import Play, decide, fold, read_state, ruleset, table",
    "a round": "import tilerummy; game = tilerummy.Round('sabra', seed=1); game.push('draw')",
    "an own player": """
from tilerummy import Draw, Pass, play_round, ruleset
class Drawing:
    def choose(self, rules, view, seat):
        return (Draw() if view.pool else Pass(),)
play_round(ruleset('sabra'), [Drawing()] * 2, seed=bytes(32))""",
    "a record": """
from tilerummy import Round, read_record, write_text
read_record(write_text(Round('sabra', seed=1).record()))""",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_unused_modules_are_not_loaded(program: str) -> None:
    loaded = loaded_by(program)
    heavy = ("_kernel", "analysis.", "cli", "server", "solver.", "players.levels")
    beside = {"click", "rich", "starlette", "msgspec", "apsw", "asyncio", "socket"}

    assert [n for n in loaded if n.startswith(tuple(f"tilerummy.{h}" for h in heavy))] == []
    assert loaded & beside == set()
