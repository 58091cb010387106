"""Without arguments ``solve`` and ``referee`` give the same answers and load less."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

QUESTIONS = {
    "solve": '{"table": "k1 k2 k3", "rack": "k4 r1"}\n{"rack": 3}\n',
    "referee": '{"table": "k1 k2 k3", "rack": "k4", "play": "k1 k2 k3 k4"}\nnonsense\n',
}
NOT_NEEDED = {
    "click",
    "difflib",
    "hmac",
    "importlib.metadata",
    "rich",
    "tilerummy.cli.commands",
    "tilerummy.match",
    "tilerummy.players",
    "tilerummy.records",
    "tilerummy.rules.closed_hands.hands",
    "tilerummy.texts",
    "tilerummy.rules_text.sections",
}


def ran(*arguments: str, text: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tilerummy", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", QUESTIONS)
def test_standard_input_is_answered_as_a_file_is(command: str, tmp_path: Path) -> None:
    (file := tmp_path / "questions.jsonl").write_text(QUESTIONS[command])

    plain = ran(command, text=QUESTIONS[command])
    named = ran(command, str(file), text="")

    assert plain.stdout.count("\n") == 2
    assert (plain.stdout, plain.stderr, plain.returncode) == (named.stdout, "", 1)


@pytest.mark.parametrize("command", QUESTIONS)
def test_a_question_loads_only_what_it_needs(command: str) -> None:
    program = (
        "import sys; from tilerummy.cli.standard_input import answer_standard_input as answer;"
        f"answer({command!r}); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=QUESTIONS[command],
        capture_output=True,
        text=True,
        check=True,
    )

    loaded = set(done.stdout.splitlines()[-1].split())
    assert "tilerummy.protocol.json_lines" in loaded
    assert loaded & NOT_NEEDED == set()


def test_a_closed_pipe_ends_it_without_a_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "tilerummy", "solve"],
        input=QUESTIONS["solve"].encode(),
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)

    assert (done.returncode, done.stderr) == (1, b"")
