"""Ctrl-C ends every command with the status 130, and what was found so far is printed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

HOOK = """
import sys, tilerummy.{module} as module
def interrupted(*_, **__): raise KeyboardInterrupt
module.{name} = interrupted
sys.argv = ["tilerummy", *sys.argv[1:]]
from tilerummy.cli import main
main()
"""

TERMINAL = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["tilerummy", *sys.argv[1:]]
from tilerummy.cli import main
main()
"""
"""Runs a command as in a terminal: a process in the background ignores SIGINT by default."""


def ended(module: str, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command and press Ctrl-C when it calls *name* in *module*."""
    return subprocess.run(
        [sys.executable, "-c", HOOK.format(module=module, name=name), *arguments],
        input='{"rack": "k1"}\n',
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("module", "name", "arguments"),
    [
        ("protocol.json_lines", "reply_to_all", ["referee"]),
        ("protocol.solve", "solved", ["solve"]),
        ("cli.perft", "perft_command.callback", ["perft", "--table", "k1 k2 k3"]),
        ("cli.audit", "audit_command.callback", ["audit", os.devnull]),
    ],
)
def test_a_command_ends_with_130(module: str, name: str, arguments: list[str]) -> None:
    ran = ended(module, name, *arguments)

    assert (ran.returncode, ran.stderr.strip()) == (130, "Aborted!"), ran.stdout


def test_the_arena_prints_what_it_has(tmp_path: Path) -> None:
    """The test reads the stored rounds from the file, to decide when to end the command."""
    file = tmp_path / "rounds.jsonl"
    command = ["arena", "sabra", "casual", "beginner", "--deals", "100000", "--jobs", "1", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", TERMINAL, *command, "--out", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for_lines(file, 6, process)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=120)

    assert process.returncode == 130
    assert json.loads(printed)["matchups"][0]["deals"] >= 1
    assert "of 200,000 rounds" in said


def wait_for_lines(file: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until a *file* has that number of lines; the process is still running then."""
    while not (file.exists() and len(file.read_bytes().splitlines()) >= count):
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(rest(process.stderr))


def rest(stream: IO[str] | None) -> str:
    return "" if stream is None else stream.read()
