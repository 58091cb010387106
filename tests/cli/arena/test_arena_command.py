"""``tilerummy arena`` checks its players, writes its output, and resumes after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

import msgspec
import pytest
from click.testing import CliRunner, Result
from tests.support.examples import LONG

from tilerummy.cli.arena.command import arena_command
from tilerummy.players.arena.json_form import ResultJson

IDLE = "tests.cli.arena.idle:Idle"
SHORT = "sabra+tiles.copies=1+deal.tiles=5"
HERE = ("--jobs", "1", "--milliseconds", "0")


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(arena_command, [*arguments, *HERE])


def result_of(*arguments: str) -> ResultJson:
    ran = arena(*arguments, "--json")
    assert ran.exit_code == 0, ran.output
    return msgspec.convert(json.loads(ran.stdout), ResultJson)


def test_the_result_names_wins_points_times_and_faults() -> None:
    ran = arena(SHORT, "beginner", IDLE, "--deals", "2")

    assert ran.exit_code == 0
    game, _, head, titles, first, second = ran.stdout.splitlines()
    assert game == f"{SHORT}, 2 players"
    assert head == f"beginner against {IDLE}: 2 deals, 4 rounds"
    assert titles.split()[:7] == ["player", "rounds", "won", "points", "per", "round", "ms"]
    assert titles.split()[-3:] == ["max", "illegal", "late"]
    assert first.startswith("beginner ")
    assert second.endswith("  0     0")


def test_the_result_as_json_has_its_form_and_does_not_change() -> None:
    arguments = (SHORT, "beginner", IDLE, "beginner", "--deals", "2", "--seed", "x")
    results = [result_of(*arguments) for _ in range(2)]
    for result in results:
        for matchup in result["matchups"]:
            for standing in matchup["standings"]:
                standing["ms"] = {"turns": standing["ms"]["turns"], "mean": 0, "p99": 0, "max": 0}

    assert results[0] == results[1]
    first, second = results[0]["matchups"]
    assert (first["players"], first["rounds"]) == (["beginner", IDLE], 4)
    assert second["players"] == ["beginner", "beginner"]
    assert second["standings"][0]["wins"] == {"mean": 0.5, "margin": 0.0}


def test_other_words_are_other_deals() -> None:
    points = [
        result_of(SHORT, IDLE, "beginner", "--deals", "1", "--seed", seed)["matchups"][0][
            "standings"
        ][0]["points"]["mean"]
        for seed in ("", "other")
    ]

    assert points[0] != points[1]


def test_all_against_all_are_rated() -> None:
    arguments = ("american", "beginner", "club", "tests.cli.arena.idle:Hasty", "--cross")
    result = result_of(*arguments, "--deals", "2")
    table = arena(*arguments, "--deals", "2").stdout
    players = {*arguments[1:4]}

    assert [{*m["players"]} for m in result["matchups"]] == [
        players - {arguments[3]},
        players - {"club"},
        players - {"beginner"},
    ]
    assert {rating["player"] for rating in result["ratings"]} == players
    assert sum(rating["elo"] for rating in result["ratings"]) == pytest.approx(4500, abs=1)
    assert "Percentage of rounds won" in table
    assert "Elo" in table


def test_mixed_seats() -> None:
    result = result_of(SHORT, "beginner", IDLE, "--mixed", "--seats", "3", "--deals", "1")

    assert result["matchups"][0]["rounds"] == 6
    assert not result["matchups"][0]["field"]


def test_it_stops_when_it_is_decided() -> None:
    ran = arena(SHORT, IDLE, "beginner", "--sprt", "--deals", "500")

    assert "against beginner: 20 deals, 40 rounds" in ran.stdout
    assert ran.stdout.endswith("Idle is not better than beginner.\n")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("sabra", "clubb", "club"), "there is no player 'clubb'; a player is one of beginner"),
        (("sabra", "club"), "name at least two players"),
        (("sabra", "no.such:thing", "club"), "there is no player no.such:thing: No module"),
        (("sabra", "tilerummy:nothing", "club"), "there is no player tilerummy:nothing"),
        (("sabra", "tilerummy:STANDARD", "club"), "cannot make players"),
        (("sabra", "./nothing.py", "club"), "there is no program ./nothing.py"),
        (("sabra", "no-such-program ./a.py", "club"), "no program no-such-program in PATH"),
        (("nonsense", "casual", "club"), "nonsense"),
        (("mcgraw", "casual", "club", "--mixed", "--cross"), "either --mixed or --round-robin"),
        (("sabra", "casual", "casual", "--cross"), "takes each player only once"),
        (("sabra", "casual", "club", "--mixed", "--sprt"), "leave out --mixed"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], error: str) -> None:
    ran = arena(*arguments)

    assert ran.exit_code == 2
    assert error in " ".join(ran.output.split())


def test_a_file_is_continued_with_more_deals_but_not_with_another_contest(tmp_path: Path) -> None:
    file = tmp_path / "contest.jsonl"
    arguments = (SHORT, IDLE, "beginner", "--out", str(file))
    arena(*arguments, "--deals", "1")
    assert len(file.read_text().splitlines()) == 1 + 2 + 1
    first = result_of(*arguments, "--deals", "2")
    lines = file.read_text().splitlines()

    assert len(lines) == 4 + 2 + 1
    assert json.loads(lines[-1])["result"] == first
    assert first["matchups"][0] == result_of(*arguments, "--deals", "2")["matchups"][0]
    for other, name in ((("--seed", "x"), "seed"), (("--seats", "3"), "seats")):
        ran = arena(*arguments, *other)
        assert ran.exit_code == 1
        assert f"is from another contest: {name} is" in ran.output


@pytest.mark.parametrize("text", ["nonsense", "nonsense\n", '{"contest": 5}\n', "{}\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    ran = arena("sabra", "casual", "beginner", "--out", str(file))

    assert ran.exit_code == 1
    assert "is not an arena results file" in ran.output
    assert file.read_text() == text


def test_after_a_kill_it_resumes_where_it_stopped(tmp_path: Path) -> None:
    """All processes end, and the round of a line that was cut short is played again."""
    file = tmp_path / "contest.jsonl"
    contest = (SHORT, "beginner", "beginner", "--seats", "3", "--milliseconds", "0")
    command = [sys.executable, "-c", "from tilerummy.cli import main; main()", "arena", *contest]
    process = subprocess.Popen(
        [*command, "--deals", "2000", "--jobs", "2", "--out", str(file)], start_new_session=True
    )
    give_up = monotonic() + 60
    while not file.exists() or file.read_bytes().count(b"\n") < 5:
        assert monotonic() < give_up
        sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    while _group_exists(process.pid):
        assert monotonic() < give_up
        sleep(0.02)
    played = file.read_bytes()
    assert b'"result"' not in played
    rounds = played.count(b"\n") - 1
    file.write_bytes(played[: played.rindex(b"\n")][:-20])

    deals = str(rounds // 3 + 1)
    ran = CliRunner().invoke(
        arena_command, [*contest, "--deals", deals, "--jobs", "1", "--out", str(file)]
    )
    fresh = CliRunner().invoke(arena_command, [*contest, "--deals", deals, "--jobs", "1"])

    assert ran.exit_code == 0, ran.output
    assert [line.split("  ")[0] for line in ran.stdout.splitlines()] == [
        line.split("  ")[0] for line in fresh.stdout.splitlines()
    ]
    wins = [line.split()[1:7] for line in ran.stdout.splitlines()[4:]]
    assert wins == [line.split()[1:7] for line in fresh.stdout.splitlines()[4:]]


def _group_exists(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_policies_of_the_simulator_meet_each_other_and_levels() -> None:
    result = result_of(SHORT, "most_tiles", "rack_only", "beginner", "--deals", "1")
    timed = [s["ms"]["turns"] > 0 for m in result["matchups"] for s in m["standings"]]

    assert timed == [False, False, True, True]


def test_a_ray_cluster_plays_the_same_rounds() -> None:
    """This test is slow, because a cluster takes half a minute to start."""
    if not LONG or find_spec("ray") is None:
        pytest.skip("ray is not installed, or this is the short form")
    arguments = (SHORT, "beginner", IDLE, "--deals", "3")
    result = result_of(*arguments, "--ray", "local")["matchups"][0]["standings"]

    assert [(s["wins"], s["points"]) for s in result] == [
        (s["wins"], s["points"]) for s in result_of(*arguments)["matchups"][0]["standings"]
    ]
