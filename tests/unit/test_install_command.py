"""Installation hints use the running Python."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import split

import pytest

import tilerummy
from tilerummy.message_text import install_command


def test_the_command_can_be_pasted_into_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/my programs/python")

    assert split(install_command("data")) == [
        *("/my programs/python", "-m", "pip", "install", "tilerummy[data]")
    ]


def test_no_hint_in_the_code_says_it_otherwise() -> None:
    source = Path(tilerummy.__file__).parent
    hints = [
        file.name
        for file in source.rglob("*.py")
        if "pip install 'tilerummy" in file.read_text(encoding="utf-8")
    ]

    assert hints == ["message_text.py"]
