"""Each kind of contradiction is found, with the lines that show it; a sound history has none."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.history.__main__ import main
from tests.history.checker import Checker, check
from tests.history.recorder import Recorder

Line = dict[str, Any]
GAME: Line = {"table": ["r3 r4 r5"], "pool": 74, "trump": None, "result": None}


def game(version: int, **fields: object) -> Line:
    """Return a view of a round with 106 tiles and one draw per version."""
    hands = [{"tiles": 14 + version, "opened": True}, {"tiles": 15, "opened": False}]
    return {**GAME, "pool": 74 - version, "hands": hands, "version": version, **fields}


def entry(seq: int, seat: int, viewer: int | None) -> Line:
    """Return the entry of a draw as the *viewer* receives it."""
    drawn = "b7" if viewer == seat else "?"
    event = {"type": "Drew", "seat": seat, "source": "pool", "tiles": drawn}
    return {"seq": seq, "what": "acted", "seat": seat, "actions": ["draw"], "events": [event]}


def snapshot(version: int, seat: int | None, **fields: object) -> Line:
    log = [entry(n, 0, seat) for n in range(version)]
    view = {"version": version, "seat": seat, "game": game(version), "log": log}
    return {"type": "snapshot", **view, **fields}


def update(version: int, viewer: int | None, **fields: object) -> Line:
    entries = [entry(version - 1, 0, viewer)]
    return {
        "type": "update",
        "version": version,
        "entries": entries,
        "game": game(version),
    } | fields


def act(cid: str, version: int) -> Line:
    return {"type": "act", "cid": cid, "version": version, "actions": ["draw"]}


def answer(cid: str, version: int, status: str = "ok") -> Line:
    return {"type": "answer", "cid": cid, "status": status, "version": version}


def lines(*steps: tuple[str, str, Line | int]) -> list[Line]:
    """Return a history of one room, with one connection per client."""
    made = []
    for at, (client, what, how) in zip(count(), steps, strict=False):
        more = {"since": how} if isinstance(how, int) else {"message": how}
        head = {"at": at, "client": client, "room": "R", "what": what, "connection": 1}
        made.append({**head, **more})
    return made


def sound() -> list[Line]:
    """Return a history of two players: Ann draws twice and one command is sent twice."""
    return lines(
        ("ann", "watched", 0),
        ("ann", "heard", snapshot(1, 0)),
        ("ben", "watched", 0),
        ("ben", "heard", snapshot(1, 1)),
        ("ann", "sent", act("a", 1)),
        ("ann", "heard", update(2, 0)),
        ("ann", "heard", answer("a", 2)),
        ("ann", "sent", act("b", 2)),
        ("ann", "sent", act("b", 2)),
        ("ben", "heard", update(2, 1)),
        ("ben", "sent", act("c", 2)),
        ("ann", "heard", update(3, 0)),
        ("ann", "heard", answer("b", 3)),
        ("ann", "heard", answer("b", 3)),
        ("ben", "heard", update(3, 1)),
        ("ben", "heard", answer("c", 3, "conflict")),
    )


def found(history: list[Line]) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.kind, each.lines) for each in check(json.dumps(line) for line in history)]


def test_a_sound_history_has_no_contradiction() -> None:
    assert found(sound()) == []


def fork(history: list[Line]) -> None:
    history[14]["message"]["entries"][0]["actions"] = ["pass"]


def other_view(history: list[Line]) -> None:
    history += lines(("eve", "watched", 0), ("eve", "heard", snapshot(3, 1)))
    history[-1]["message"]["game"]["table"] = ["k3 k4 k5"]


def gap(history: list[Line]) -> None:
    del history[9]


def two_answers(history: list[Line]) -> None:
    history[13]["message"] = answer("b", 4)


def two_at_one_version(history: list[Line]) -> None:
    history[15]["message"] = answer("c", 4)


def stale_view(history: list[Line]) -> None:
    history += lines(("eve", "watched", 0), ("eve", "heard", snapshot(2, None)))


def stale_answer(history: list[Line]) -> None:
    history += lines(("eve", "sent", act("d", 1)), ("eve", "heard", answer("d", 2, "conflict")))


def backwards(history: list[Line]) -> None:
    history += lines(("ben", "heard", snapshot(2, 1)))


def not_in_the_log(history: list[Line]) -> None:
    for at in (11, 14):
        history[at]["message"]["entries"][0].update(what="timed_out", actions=[], events=[])


def leak_of_a_draw(history: list[Line]) -> None:
    history[14]["message"]["entries"][0]["events"][0]["tiles"] = "b7"


def leak_of_a_rack(history: list[Line]) -> None:
    history += lines(("eve", "watched", 0), ("eve", "heard", snapshot(3, None)))
    history[-1]["message"]["game"]["rack"] = ["k1"]


def lost_tile(history: list[Line]) -> None:
    for at in (11, 14):
        history[at]["message"]["game"]["pool"] -= 1


def never_sent(history: list[Line]) -> None:
    history += lines(("ann", "heard", answer("z", 3)))


@pytest.mark.parametrize(
    ("spoil", "first"),
    [
        (fork, ("fork", (12, 15))),
        (other_view, ("fork", (15, 18))),
        (gap, ("gap", (14,))),
        (two_answers, ("once", (13, 14))),
        (two_at_one_version, ("once", (13, 16))),
        (stale_view, ("order", (12, 17, 18))),
        (stale_answer, ("order", (12, 17, 18))),
        (backwards, ("order", (17,))),
        (not_in_the_log, ("loss", (8, 12, 13, 16))),
        (leak_of_a_draw, ("leak", (15,))),
        (leak_of_a_rack, ("leak", (18,))),
        (lost_tile, ("tiles", (2, 12))),
        (never_sent, ("once", (17,))),
    ],
    ids=lambda each: each.__name__ if callable(each) else "",
)
def test_a_contradiction_is_found(
    spoil: Callable[[list[Line]], None], first: tuple[str, tuple[int, ...]]
) -> None:
    history = sound()
    spoil(history)

    assert found(history)[0] == first


def test_rooms_are_independent() -> None:
    two = [{**line, "room": room} for line in sound() for room in ("R", "S")]

    assert found(two) == []


def test_a_command_without_a_result_may_or_may_not_have_run() -> None:
    unanswered = [line for line in sound() if line.get("message") != answer("b", 3)]

    assert found(unanswered) == []


def test_a_line_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        [*Checker().take({**sound()[0], "what": "dreamt"})]


def test_a_recorded_history_can_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "history.jsonl"
    with Recorder(path) as recorder:
        recorder.watched("ann", "R", 1, 0)
        recorder.heard("ann", "R", 1, json.dumps(snapshot(1, 0)))
        recorder.sent("ann", "R", json.dumps(act("a", 1)))
        recorder.heard("ann", "R", 1, json.dumps(answer("a", 1, "refused")))
    monkeypatch.setattr("sys.argv", ["history", str(path)])

    assert main() == 0
    with path.open("a") as file:
        file.write(json.dumps(lines(("ann", "heard", answer("z", 1)))[0]) + "\n")
    assert main() == 1
    assert "z was never sent (lines 5)" in capsys.readouterr().out


def test_it_shares_no_code_with_the_server() -> None:
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in getattr(node, "names", [])]
            module = getattr(node, "module", None) or ""
            assert not any(name.startswith("tilerummy") for name in (*names, module)), path
