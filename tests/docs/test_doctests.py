"""The examples in docstrings do what they say, and every module can be imported."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import tilerummy

SOURCE = Path(tilerummy.__file__).parent
OPTIONAL = "tilerummy.env.spiel"
"""Tested where OpenSpiel is installed, by tests/env."""
PROGRAM = "__main__"


def module(path: Path) -> str:
    """Return the name of the module in that file."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name: path
    for path in sorted(SOURCE.rglob("*.py"))
    if not (name := module(path)).startswith(OPTIONAL) and path.stem != PROGRAM
}
EXAMPLES = [name for name, path in MODULES.items() if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_a_module_do_what_they_say(name: str) -> None:
    package = import_module(name)
    exported = {each: getattr(package, each) for each in getattr(package, "__all__", ())}

    found = doctest.testmod(package, extraglobs=exported)  # some are loaded when first used

    assert found.attempted
    assert not found.failed


def test_every_module_can_be_imported() -> None:
    for name in MODULES:
        assert import_module(name).__doc__, name
