"""``tilerummy simulate`` writes the same rows for the same seed with any engine."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilerummy.cli.simulate.command import simulate_command
from tilerummy.cli.simulate.rows import COLUMNS, POSITIONS
from tilerummy.players.arena import RoundJob, RoundKey
from tilerummy.rules import begin, chance, decide, ruleset
from tilerummy.state import State, fold
from tilerummy.state.notation import read_action

SHORT = "sabra+tiles.copies=1+deal.tiles=5"
FAST = (SHORT, "rack_only", "most_tiles", "--rounds", "3", "--jobs", "1")
DISCARDING = ("international", "most_tiles", "random", "--rounds", "20", "--jobs", "1")
SLOW = ("american", "beginner", "club", "beginner", "--rounds", "2", "--jobs", "1")


def simulate(*arguments: str) -> Result:
    ran = CliRunner().invoke(simulate_command, arguments)
    assert ran.exit_code == 0, ran.output
    return ran


def rows(*arguments: str) -> list[dict[str, int | str]]:
    return [json.loads(line) for line in simulate(*arguments).stdout.splitlines()]


@pytest.mark.parametrize(
    "played",
    [
        pytest.param(FAST, id="sabra"),
        pytest.param(DISCARDING, id="international"),
    ],
)
def test_rows_of_the_simulator_are_those_of_its_events(played: tuple[str, ...]) -> None:
    """``--positions`` writes the positions from the same rounds."""
    fast, slow = rows(*played), rows(*played, "--positions")

    assert [*fast[0]] == [*COLUMNS]
    assert [*slow[0]] == [*COLUMNS, *POSITIONS]
    assert fast == [{name: row[name] for name in COLUMNS} for row in slow]


def test_the_actions_of_policies_are_those_of_the_round() -> None:
    """The referee reproduces a round's events from the output."""
    rules, seed = ruleset("international"), RoundJob(RoundKey(0, 0, 0), "", (), "").deal_seed
    every = rows(*DISCARDING, "--positions")
    drawn = chance(rules.deal, rules.tiles, seats=2, seed=seed)
    state = fold(begin(rules, drawn, seats=2), State.before_deal(2))

    for row in every:
        if row["round"] == 0:
            for text in str(row["actions"]).split(" then "):
                state = fold(decide(rules, state, read_action(text, rules.tiles)), state)
    assert state.ended is not None


def test_a_game_with_discards() -> None:
    every = rows(*SLOW, "--positions")
    one = [row for row in every if row["round"] == 1]

    assert [row["turn"] for row in one] == [*range(len(one))]
    assert {row["player"] for row in one} == {"beginner", "club"}
    assert sum(int(row["score"]) for row in one[-3:]) == 0
    assert all("discard" in str(row["actions"]) or row["rack"] == 0 for row in one)
    assert all(" then " in str(row["actions"]) for row in one)
    assert all("players 3 " in str(row["view"]) for row in one)


@pytest.mark.parametrize("arguments", [FAST, SLOW], ids=["simulator", "engine"])
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """The rounds are the same on any number of processes, and differ with another seed."""
    files = [tmp_path / f"{n}.jsonl" for n in range(3)]
    simulate(*arguments, "--out", str(files[0]))
    simulate(*arguments, "--out", str(files[1]), "--jobs", "2")
    simulate(*arguments, "--out", str(files[2]), "--seed", "other")
    one, again, other = (file.read_bytes() for file in files)

    assert one == again
    assert one != other


def test_a_policy_plays_with_a_level_where_tiles_are_discarded() -> None:
    turns = rows("american", "casual", "most_tiles", "--rounds", "1", "--jobs", "1")

    assert {turn["player"] for turn in turns} == {"casual", "most_tiles"}


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    if find_spec("pyarrow") is None:
        pytest.skip("pyarrow is not installed")
    from pyarrow import parquet

    file = tmp_path / "rounds.parquet"
    simulate(*FAST, "--positions", "--out", str(file))
    table = parquet.read_table(file)

    assert table.to_pylist() == rows(*FAST, "--positions")
    assert table.schema.metadata[b"ruleset"] == SHORT.encode()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("sabra", *["club"] * 7), "sabra is for 1, 2, 3, 4, 5, 6 players, not 7"),
        (("sabra", "club", "clubb"), "there is no player 'clubb'"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], error: str) -> None:
    ran = CliRunner().invoke(simulate_command, arguments)

    assert ran.exit_code == 2
    assert error in " ".join(ran.output.split())
