"""``tilerummy solve`` and ``tilerummy referee`` as processes: a line of JSON for each question."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = ("solve", "referee")
GOOD = {
    "solve": {"table": "k1 k2 k3", "rack": "k4 r1"},
    "referee": {"table": "k1 k2 k3", "rack": "k4", "play": "k1 k2 k3 k4"},
}
FIELDS = {
    "solve": {"objective", "opened", "must_play_jokers", "opening", "proven", "steps"},
    "referee": {"opened", "must_play_jokers", "first_player", "handfuls"},
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

each_command = pytest.mark.parametrize("command", COMMANDS)


def good(command: str, identity: object = None) -> bytes:
    return json.dumps({"id": identity, **GOOD[command]}).encode() + b"\n"


WRONG = b'{"id": 3, "table": ""}\n'


def ran(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tilerummy", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, check=False, timeout=60)


def ids(answers: bytes) -> list[object]:
    return [json.loads(line)["id"] for line in answers.splitlines()]


@each_command
def test_the_help_names_every_field_of_the_documentation(command: str) -> None:
    text = ran(command, "--help").stdout.decode()
    fields = {
        name
        for row in re.findall(
            r"^\| (`.*?) \|", (DOCS / f"{command}.md").read_text("utf-8"), re.MULTILINE
        )
        for name in re.findall(r"`(\w+)`", row)
    }

    assert FIELDS[command] < fields
    assert [name for name in sorted(fields) if not re.search(rf"\b{name}\b", text)] == []


@pytest.mark.parametrize(
    ("command", "answered"),
    [("solve", ["tiles"]), ("referee", ["legal", "legal", "hand", "scores"])],
)
def test_the_help_asks_a_question_of_every_kind(command: str, answered: list[str]) -> None:
    asked = re.findall(rb"^ *(\{.*\})$", ran(command, "--help").stdout, re.MULTILINE)
    answers = ran(command, lines=b"\n".join(asked)).stdout.splitlines()

    assert len(asked) == len(answers) == len(answered)
    for field, answer in zip(answered, map(json.loads, answers), strict=True):
        assert answer[field]


@pytest.mark.parametrize(("command", "number"), [("solve", 4), ("referee", 6)])
def test_the_examples_of_the_documentation_get_these_answers(command: str, number: int) -> None:
    pattern = re.compile(rf"^\$ echo '(.*)' \| tilerummy {command}\n(.*)$", re.MULTILINE)
    examples = pattern.findall((DOCS / f"{command}.md").read_text(encoding="utf-8"))
    done = ran(command, lines="\n".join(asked for asked, _ in examples).encode())

    assert len(examples) == number
    assert done.stdout.decode().splitlines() == [said for _, said in examples]


@each_command
def test_it_reads_files_and_standard_input_and_continues_after_an_invalid_line(
    command: str, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(good(command, 1) + b"nonsense\n\n")
    two.write_bytes(good(command, 2).strip())

    done = ran(command, str(one), "-", str(two), lines=WRONG)

    assert (done.returncode, done.stderr) == (1, b"")
    assert ids(done.stdout) == [1, None, None, 3, 2]
    errors = ["error" in json.loads(line) for line in done.stdout.splitlines()]
    assert errors == [False, True, True, True, False]
    assert b"\\u" not in done.stdout


@each_command
def test_standard_input_is_answered_as_a_file_is(command: str, tmp_path: Path) -> None:
    lines = good(command) + WRONG
    (file := tmp_path / "questions.jsonl").write_bytes(lines)

    plain, named = ran(command, lines=lines), ran(command, str(file))

    assert plain.stdout.count(b"\n") == 2
    assert (plain.stdout, plain.stderr, plain.returncode) == (named.stdout, b"", 1)
    assert ran(command, lines=good(command)).returncode == 0
    assert (ran(command).returncode, ran(command).stdout) == (0, b"")


@each_command
def test_a_file_that_is_not_there_is_named(command: str, tmp_path: Path) -> None:
    done = ran(command, str(tmp_path / "missing.jsonl"))

    assert done.returncode == 2
    assert b"missing.jsonl" in done.stderr
    assert b"Traceback" not in done.stderr


@each_command
def test_each_answer_is_there_before_the_next_question(command: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilerummy", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        watchdog = Timer(60, process.kill)
        watchdog.start()
        for line, identity in ((good(command, 1), 1), (WRONG, 3), (good(command, 2), 2)):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == identity
        process.stdin.close()
        assert process.wait(timeout=60) == 1
        watchdog.cancel()


@each_command
def test_a_closed_pipe_ends_it_without_a_traceback(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "tilerummy", command],
        input=good(command),
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)

    assert (done.returncode, done.stderr) == (1, b"")


@each_command
def test_a_question_loads_only_what_it_needs(command: str) -> None:
    program = (
        "import sys; from tilerummy.cli.standard_input import answer_standard_input as answer;"
        f"answer({command!r}); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=good(command), capture_output=True, check=True
    )

    loaded = set(done.stdout.decode().splitlines()[-1].split())
    assert "tilerummy.protocol.json_lines" in loaded
    assert loaded & NOT_NEEDED == set()
