"""The cells of the notebook in examples/ run, and its estimates and stored outputs are right."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tools.notebook import code_cells, run

NOTEBOOK = Path(__file__).parents[2] / "examples" / "self_play.ipynb"
SMALL = 40
"""The number of rounds played in these tests."""

MAX_BYTES = 60_000
"""The maximum size of the notebook, which is part of every download."""

Notebook = dict[str, Any]


def stored() -> Notebook:
    """Return the notebook file's content."""
    notebook: Notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return notebook


def outputs(notebook: Notebook) -> tuple[str, list[str]]:
    """Return the printed output of all cells, and their pictures."""
    printed, pictures = "", []
    for cell in code_cells(notebook):
        for output in cell["outputs"]:
            printed += "".join(output.get("text", ""))
            pictures += ["".join(output["data"]["image/svg+xml"])] if "data" in output else []
    return printed, pictures


def without_numbers(text: str) -> str:
    return re.sub(r"-?[\d.,]+", "0", text)


@pytest.fixture(scope="module")
def ran() -> tuple[Notebook, dict[str, Any]]:
    """Return the notebook after a run with a few rounds, and its global names."""
    notebook = stored()
    for cell in code_cells(notebook):
        cell["outputs"] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDS", str(SMALL))
        return notebook, run(notebook, NOTEBOOK.parent)


def test_each_of_its_three_questions_gets_a_plot(
    ran: tuple[Notebook, dict[str, Any]],
) -> None:
    notebook, names = ran
    printed, pictures = outputs(notebook)
    assert len(names["rounds"]) == SMALL
    assert f"{SMALL} rounds" in printed
    for words in ("The first player wins", "of winners open", "A joker in the deal adds"):
        assert words in printed
    assert len(pictures) == 3
    assert all(ET.fromstring(picture).tag.endswith("svg") for picture in pictures)


HIDING = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"{{name}} is not mentioned in the README", name=name)
sys.meta_path.insert(0, Missing())
"""


def dependencies(distribution: str, extra: str = "") -> set[str]:
    """Return the names of all packages installed with *distribution* and its *extra*."""
    names = {normal(distribution)}
    for line in requires(distribution) or []:
        name, _, marker = line.partition(";")
        condition = re.search(r"extra == .(\w+)", marker)
        if (condition[1] if condition else "") == extra:
            names |= dependencies(re.split(r"[^\w.-]", name.strip())[0])
    return names


def normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def test_it_runs_with_the_packages_in_the_readme(tmp_path: Path) -> None:
    page = (NOTEBOOK.parent / "README.md").read_text(encoding="utf-8")
    (extra,) = re.findall(r"self_play.ipynb \| `pip install \"tilerummy\[(\w+)\]\"`", page)
    installed = dependencies("tilerummy", extra)
    packages = packages_distributions()
    missing = {name for name, by in packages.items() if not {*map(normal, by)} & installed}
    (tmp_path / "sitecustomize.py").write_text(HIDING.format(missing=missing), encoding="utf-8")
    for file in (NOTEBOOK, NOTEBOOK.parent / "charts.py"):
        shutil.copy(file, tmp_path)

    ran = subprocess.run(
        [sys.executable, "-m", "tools.notebook", str(tmp_path / NOTEBOOK.name)],
        cwd=NOTEBOOK.parents[1],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "ROUNDS": str(SMALL)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "numpy" in missing
    assert {"click", "rich"} <= installed
    assert ran.returncode == 0, ran.stderr


def test_its_rounds_have_consistent_results(ran: tuple[Notebook, dict[str, Any]]) -> None:
    for first, second in ran[1]["rounds"]:
        assert first.won != second.won
        assert first.score == -second.score
        assert (first.score > 0) == first.won
        assert (first if first.won else second).opened >= 1


def test_its_intervals_have_their_nominal_coverage(
    ran: tuple[Notebook, dict[str, Any]],
) -> None:
    rng, covered = Random(1), 0
    for _ in range(400):
        flags = [rng.random() < 0.3 for _ in range(200)]
        share, half = ran[1]["share"](flags)
        value, around = ran[1]["mean"]([100.0 * flag for flag in flags])
        assert share == pytest.approx(value)
        assert half == pytest.approx(around, rel=0.1)
        covered += abs(value - 30) <= around
    assert 370 <= covered <= 390
    assert ran[1]["share"]([False] * 100)[1] == pytest.approx(3.7, abs=0.1)  # Wilson interval


def test_the_value_of_a_joker_is_the_mean_gain(ran: tuple[Notebook, dict[str, Any]]) -> None:
    joker_gain = ran[1]["joker_gain"]
    assert joker_gain({-1: (42.0, 3.0), 0: (55.0, 1.0), 1: (68.0, 4.0)}) == (13.0, 2.5)


def test_its_stored_outputs_are_small_and_come_from_10_000_rounds(
    ran: tuple[Notebook, dict[str, Any]],
) -> None:
    printed, pictures = outputs(stored())
    assert "10,000 rounds" in printed
    assert len(pictures) == 3
    assert NOTEBOOK.stat().st_size <= MAX_BYTES
    shown, _ = outputs(ran[0])
    assert len(printed.splitlines()) == len(shown.splitlines())
    estimates = [without_numbers(line) for line in printed.splitlines() if "±" in line]
    assert len({*estimates} & {without_numbers(line) for line in shown.splitlines()}) >= 4
