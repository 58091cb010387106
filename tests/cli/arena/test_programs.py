"""Programs can play in the arena, even if they break every rule."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner

from tilerummy.cli.arena.command import arena_command
from tilerummy.players.arena.json_form import StandingJson

EXAMPLES = Path(__file__).parents[3] / "examples"


def standing_of(program: str, *options: str, rules: str = "sabra") -> StandingJson:
    """Return the result of *program* against a beginner, in one deal."""
    arguments = [rules, program, "beginner", "--deals", "1", "--jobs", "1", "--json", *options]
    ran = CliRunner().invoke(arena_command, arguments)
    assert ran.exit_code == 0, ran.output
    standing: StandingJson = json.loads(ran.stdout)["matchups"][0]["standings"][0]
    return standing


def script(folder: Path, lines: str, *, name: str = "player") -> str:
    """Write a Python program that starts by reading its first question into ``asked``."""
    file = folder / f"{name}.py"
    head = "import json, os, subprocess, sys, time\nasked = json.loads(sys.stdin.readline())\n"
    reply = 'def reply(*actions):\n    print(json.dumps({"id": asked["id"], "actions": actions}))\n'
    file.write_text(f"{head}{reply}    sys.stdout.flush()\n{lines}\n")
    return f"{file} -S -E"


@pytest.mark.parametrize("program", ["python ./player.py", "python player.py"])
def test_a_program_is_found_in_path(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)

    standing = standing_of(program, "--milliseconds", "9000")

    assert (standing["illegal"], standing["timeouts"], standing["forfeits"]) == (0, 0, [])


@pytest.mark.parametrize("rules", ["sabra", "american"])
def test_the_example_in_python(rules: str) -> None:
    standing = standing_of(str(EXAMPLES / "player.py"), "--milliseconds", "9000", rules=rules)

    assert (standing["illegal"], standing["timeouts"], standing["forfeits"]) == (0, 0, [])


def test_the_example_in_javascript() -> None:
    beside = Path(sys.executable).parent / "node"
    if shutil.which("node") is None and not beside.exists():
        pytest.skip("there is no node")
    standing = standing_of(str(EXAMPLES / "player.js"), "--milliseconds", "9000")

    assert (standing["illegal"], standing["timeouts"], standing["forfeits"]) == (0, 0, [])


def test_a_question_holds_what_the_seat_may_know(tmp_path: Path) -> None:
    asked = tmp_path / "asked.json"
    lines = f"open({str(asked)!r}, 'w').write(json.dumps(asked))\nreply('pass')"
    standing_of(script(tmp_path, lines), "--milliseconds", "750", rules="sabra+joker.melds=free")
    question = json.loads(asked.read_text())

    assert [*question] == ["id", "ruleset", "seat", "view", "deadline_ms", "history"]
    assert question["ruleset"] == "sabra+joker.melds=free"
    assert question["deadline_ms"] == 750
    seat = question["seat"]
    assert f"seat {1 - seat} rack ?1" in question["view"]
    racks = next(e for e in question["history"] if e["type"] == "Dealt")["racks"]
    assert racks[1 - seat].count("?") == 14
    assert "?" not in racks[seat]


FAULTS = {
    "an illegal play": ("reply('play => k1 k2 k3')", "play => k1 k2 k3: "),
    "no meld": ("reply('play => k1 k2 r3')", "'play => k1 k2 r3': "),
    "no action": ("reply('dance')", "'dance': "),
    "an action of the clock": ("reply('time-out')", "only the clock may do that"),
    "no actions": ("reply()", "has no list of 1 to 100 actions"),
    "numbers": ("reply(1, 2)", "an action is a string such as 'draw', not 1"),
    "no json": ("print('hello', flush=True)", "is not JSON: 'hello'"),
    "deep json": ("print('[' * 60000, flush=True)", "is not JSON: '[["),
    "bytes": ("os.write(1, bytes(range(128, 200)) + b'\\n')", "is not JSON"),
    "a list": ("print([1], flush=True)", "does not have the request's id"),
    "an id to come": ("asked['id'] += 1; reply('draw')", "does not have the request's id"),
    "a long line": ("print('x' * 70000, flush=True)", "more than 65536 bytes"),
    "a flood": ("while True: os.write(1, b'{\"id\": 0}' * 1000)", "more than 65536 bytes"),
    "a crash": ("raise SystemExit('no ideas')", "it ended with status 1: no ideas"),
    "a kill": ("os.kill(os.getpid(), 9)", "it was ended by SIGKILL"),
    "dying late": ("reply('draw'); sys.stdin.readline(); os._exit(7)", "it ended with status 7"),
    "closing": ("os.close(1); time.sleep(60)", "it closed its output"),
    "shouting": ("os.write(2, b'x' * 500000); raise SystemExit(3)", "it ended with status 3: xxx"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_forfeits_the_round_with_its_reason(tmp_path: Path, fault: str) -> None:
    lines, reason = FAULTS[fault]
    standing = standing_of(script(tmp_path, lines))

    assert standing["wins"]["mean"] == 0
    assert len(standing["forfeits"]) == 2
    assert all(reason in forfeit["reason"] for forfeit in standing["forfeits"])
    kinds = {forfeit["kind"] for forfeit in standing["forfeits"]}
    assert kinds <= {"illegal"} if standing["illegal"] else kinds == {"crash"}


@pytest.mark.parametrize("silent", ["for line in sys.stdin: pass", "time.sleep(60)"])
def test_silence_costs_turns_and_then_the_round(tmp_path: Path, silent: str) -> None:
    """The limit does not apply to the first reply, which includes the time to start."""
    standing = standing_of(script(tmp_path, f"reply('draw')\n{silent}"), "--milliseconds", "30")

    reason = "no reply within 30 ms (third time)"
    assert [forfeit["reason"] for forfeit in standing["forfeits"]] == [reason] * 2
    assert standing["timeouts"] == 6


def test_a_late_answer_is_not_taken_for_the_next(tmp_path: Path) -> None:
    lines = """
reply('draw')
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    time.sleep(0.25 * (number == 1))
    reply('draw' if 'pool' not in asked['view'].split(' | ') else 'pass')
"""
    standing = standing_of(script(tmp_path, lines), "--milliseconds", "200")

    assert standing["forfeits"] == []
    assert 1 <= standing["timeouts"] <= 4


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    number = tmp_path / "number"
    lines = f"""
child = subprocess.Popen(['sleep', '100'])
open({str(number)!r}, 'w').write(str(child.pid))
print('nonsense', flush=True)
time.sleep(100)
"""
    standing = standing_of(script(tmp_path, lines))

    assert standing["forfeits"][0]["kind"] == "crash"
    give_up = monotonic() + 120
    while _runs(int(number.read_text())):
        assert monotonic() < give_up
        sleep(0.02)


def _runs(process: int) -> bool:
    """Return whether a process is running.

    If it has ended but not been awaited, the result is False.
    """
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_program_that_cannot_be_executed_says_so(tmp_path: Path) -> None:
    file = tmp_path / "player"
    file.write_text("not a program")
    ran = CliRunner().invoke(arena_command, ["sabra", str(file), "club"])
    assert "is not executable: run chmod +x" in " ".join(ran.output.split())

    file.chmod(0o755)
    standing = standing_of(str(file))
    assert "cannot be started" in standing["forfeits"][0]["reason"]
