"""``tilerummy puzzle`` and ``tilerummy puzzles make``."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.review.games import SMALL, game
from tests.support.examples import LONG

from tilerummy.cli.puzzle import puzzle_command
from tilerummy.cli.puzzles import puzzles_command
from tilerummy.puzzles import Goal, Puzzle, Theme, bundled_puzzles
from tilerummy.records import write_text


def first(goal: Goal) -> Puzzle:
    """Return the easiest puzzle with that *goal*."""
    found = (puzzle for puzzle in bundled_puzzles() if puzzle.goal is goal)
    return next(p for p in found if p.rules == "sabra" or goal is Goal.DISCARD)


def solved(puzzle: Puzzle, *typed: str) -> Result:
    """Run the command with these lines as its input, and return the outcome."""
    lines = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(puzzle_command, ["--id", puzzle.id, "--no-color"], input=lines)


def test_a_right_table_ends_the_puzzle() -> None:
    puzzle = first(Goal.OUT)
    ran = solved(puzzle, str(puzzle.answer), "hint")

    assert ran.exit_code == 0, ran.output
    assert "Lay all your tiles" in ran.output
    assert ran.output.rstrip().endswith("Right.")


def test_melds_that_stay_may_be_left_out_and_a_wrong_table_is_asked_for_again() -> None:
    puzzle = first(Goal.MOST)
    ran = solved(puzzle, str(puzzle.table), "k1 k2", "k3 k4", str(puzzle.answer))

    assert "needs at least three tiles" in ran.output
    assert ran.output.count("Your table, hint") == 4
    assert "Right." in ran.output


def test_help_comes_in_three_levels_and_the_solution_step_by_step() -> None:
    puzzle = first(Goal.OUT)
    ran = solved(puzzle, "hint", "hint", "hint", "solution")
    _, one, two, three, solution = ran.output.split("Your table, hint, solution or quit:")

    assert one.strip().startswith("You lay ")
    assert "Lay " in two
    assert three.strip().startswith("1. ")
    assert solution.strip().startswith("1. ")
    assert len(solution) > len(three)


def test_a_discard_is_named() -> None:
    puzzle = next(p for p in bundled_puzzles() if p.goal is Goal.DISCARD and len(p.rack) > 3)
    wrong = next(tile for tile in puzzle.rack if tile != puzzle.discard)
    ran = solved(puzzle, str(wrong), "hint", str(puzzle.discard))

    assert "goes out" in ran.output
    assert "Not " in ran.output
    assert "Right." in ran.output


def test_puzzles_are_chosen_by_day_theme_and_rating() -> None:
    run = CliRunner().invoke
    days = {run(puzzle_command, ["--daily"]).output for _ in range(2)}
    hard = run(puzzle_command, ["--rating", "2600", "--no-color"]).output
    grid = run(puzzle_command, ["--theme", "grid", "--no-color"]).output

    assert len(days) == 1
    assert int(hard.split("rating ")[1].split(",")[0]) > 2000
    assert "grid" in grid.splitlines()[0]
    assert run(puzzle_command, ["--daily", "--rating", "900"]).exit_code == 2
    assert "there is no puzzle x" in run(puzzle_command, ["--id", "x"]).output


def made(*options: str) -> Result:
    """Return the output of ``puzzles make`` with these options."""
    return CliRunner().invoke(puzzles_command, ["make", *options])


def test_the_same_options_make_the_same_puzzles() -> None:
    one = made("--seed", "1", "--count", "2", "--jobs", "1")
    again = made("--seed", "1", "--count", "2", "--jobs", "1")
    other = made("--seed", "2", "--count", "1", "--jobs", "1")

    assert one.exit_code == 0, one.output
    assert len(one.output.splitlines()) == 2
    assert one.output == again.output
    assert other.output not in one.output


def test_puzzles_are_made_of_a_record(tmp_path: Path) -> None:
    file, out = tmp_path / "game.rummy", tmp_path / "puzzles.jsonl"
    file.write_text(write_text(game(SMALL, ("casual", "casual"), 2)), encoding="utf-8")
    ran = made("--from", str(file), "--jobs", "1", "--out", str(out))

    assert ran.exit_code == 0, ran.output
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert 1 <= len(rows) <= 2


def test_a_rating_that_no_puzzle_has_is_refused_with_the_range() -> None:
    def asked(*options: str) -> Result:
        return CliRunner().invoke(puzzle_command, [*options], input="quit\n")

    everything = [puzzle.difficulty.rating for puzzle in bundled_puzzles()]
    easiest, hardest = min(everything), max(everything)
    said = f"not between {easiest} and {hardest}, the ratings of all puzzles."

    assert f"({easiest} to {hardest})" in " ".join(asked("--help").output.split())
    for rating in (0, 5, easiest - 1, hardest + 1):
        ran = asked("--rating", str(rating))
        assert ran.exit_code == 2
        assert said in " ".join(ran.output.split())
    for rating in (easiest, hardest):
        assert asked("--rating", str(rating)).exit_code == 0
    of_theme = [p.difficulty.rating for p in bundled_puzzles() if Theme.CLOSED in p.themes]
    ran = asked("--theme", "closed", "--rating", str(min(of_theme) - 1))
    assert ran.exit_code == 2
    assert (
        f"between {min(of_theme)} and {max(of_theme)}, the ratings of all puzzles of"
        in " ".join(ran.output.split())
    )


def test_a_ray_cluster_makes_the_same_puzzles() -> None:
    """This test is slow, because a cluster takes half a minute to start."""
    if not LONG or find_spec("ray") is None:
        pytest.skip("ray is not installed, or this is the short form")
    asked = ("--count", "4", "--seed", "ray")
    here, there = made(*asked, "--jobs", "1"), made(*asked, "--ray", "local")

    assert there.exit_code == 0, there.output
    assert [json.loads(line)["id"] for line in here.stdout.splitlines()]
    assert there.stdout == here.stdout
