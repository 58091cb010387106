"""``tilerummy referee`` as a process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from threading import Timer

DOCS = Path(__file__).parents[2] / "docs" / "referee.md"
ASKED = re.compile(r"^\$ echo '(.*)' \| tilerummy referee\n(.*)$", re.MULTILINE)
COMMAND = [sys.executable, "-m", "tilerummy", "referee"]
LEGAL = b'{"id": 1, "table": "", "rack": "k1 k2 k3", "play": "k1 k2 k3"}\n'
ILLEGAL = b'{"id": 2, "table": "", "rack": "k1 k2", "play": "k1 k2 k3"}\n'
WRONG = b'{"id": 3, "table": ""}\n'


def ran(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=lines, capture_output=True, check=False, timeout=60
    )


def ids(answers: bytes) -> list[object]:
    return [json.loads(line)["id"] for line in answers.splitlines()]


def test_the_help_asks_a_question_of_every_kind_that_can_be_answered() -> None:
    questions = re.findall(rb"^ *(\{.*\})$", ran("--help").stdout, re.MULTILINE)

    done = ran(lines=b"\n".join(questions))

    legal, drawn, hand, score = map(json.loads, done.stdout.splitlines())
    assert (legal["legal"], drawn["legal"], hand["hand"]) == (True, True, 24)
    assert len(score["scores"]) == 3


def test_the_help_names_every_field_of_the_documentation() -> None:
    told = ran("--help").stdout.decode()
    fields = {
        name
        for row in re.findall(r"^\| (`.*?) \|", DOCS.read_text("utf-8"), re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }

    assert {"opened", "must_play_jokers", "first_player", "handfuls"} < fields
    assert [name for name in sorted(fields) if not re.search(rf"\b{name}\b", told)] == []
    assert "initial meld laid before? true if left out" in told


def test_errors_about_lines_are_plain_sentences() -> None:
    assert b"\\u" not in ran(lines=b"[]").stdout


def test_it_exits_with_0_when_every_line_was_answered() -> None:
    done = ran(lines=LEGAL + ILLEGAL)

    assert (done.returncode, ids(done.stdout), done.stderr) == (0, [1, 2], b"")


def test_it_goes_on_after_a_line_it_cannot_answer_and_exits_with_1() -> None:
    done = ran(lines=WRONG + b"\n" + LEGAL)

    assert (done.returncode, ids(done.stdout), done.stderr) == (1, [3, None, 1], b"")


def test_without_a_line_there_is_no_answer() -> None:
    assert (ran().returncode, ran().stdout) == (0, b"")


def test_the_last_line_needs_no_end() -> None:
    assert ids(ran(lines=LEGAL.strip()).stdout) == [1]


def test_it_reads_files_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_bytes(ILLEGAL)
    (tmp_path / "two.jsonl").write_bytes(LEGAL)

    done = ran(str(tmp_path / "one.jsonl"), "-", str(tmp_path / "two.jsonl"), lines=WRONG)

    assert (done.returncode, ids(done.stdout)) == (1, [2, 3, 1])


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = ran(str(tmp_path / "missing.jsonl"))

    assert done.returncode == 2
    assert b"missing.jsonl" in done.stderr
    assert b"Traceback" not in done.stderr


def test_each_answer_is_there_before_the_next_question() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        watchdog = Timer(30, process.kill)
        watchdog.start()
        for line, identity in ((LEGAL, 1), (WRONG, 3), (ILLEGAL, 2)):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == identity
        process.stdin.close()
        assert process.wait(timeout=30) == 1
        watchdog.cancel()


def test_a_closed_pipe_is_not_an_error() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(LEGAL)
        process.stdin.close()
        assert process.wait(timeout=30) == 1
        assert process.stderr.read() == b""


def test_the_examples_of_the_documentation_get_these_answers() -> None:
    examples = ASKED.findall(DOCS.read_text(encoding="utf-8"))
    done = ran(lines="\n".join(question for question, _ in examples).encode())

    assert len(examples) == 5
    assert done.stdout.decode().splitlines() == [told for _, told in examples]
