"""``tilerummy games export``: public games as rows, and nothing of the private ones."""

from __future__ import annotations

import json
import time
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree

import apsw
import pytest
from click.testing import CliRunner, Result
from tests.server.conftest import FAST
from tests.server.served import Person, Served, playing, served
from tests.server.test_recording import played

from tilerummy.cli.commands import tilerummy
from tilerummy.cli.games.rows import COLUMNS, NAME
from tilerummy.records import read_record
from tilerummy.server.store.factory import open_store

SHORT = {"ruleset": "sabra+tiles.copies=1+deal.tiles=5"}
PUBLIC, PRIVATE, OPEN = "Public canary", "Private canary", "Open canary"


def game(server: Served, name: str) -> tuple[Person, str]:
    """Return a player with that name and one of their finished games."""
    who = server.person(name)
    computers = [{"seat": 1, "level": "beginner"}]
    room = who.open(computers=computers, start=True, terms=SHORT)
    with who.socket() as talk:
        assert played(who, talk, room)["table"]["phase"] == "over"
    return who, room


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str, str]:
    """Return a store with a public game and two more, all ids, and the public game's record."""
    folder = tmp_path_factory.mktemp("stored")
    store = open_store(f"sqlite:///{folder / 'tables.sqlite'}", lambda: int(time.time() * 1000))
    with served(store, rates=FAST) as server:
        ann, public = game(server, PUBLIC)
        _, private = game(server, PRIVATE)
        ann.put(f"/api/games/{public}/sharing", {"public": True})
        ann.control(public, "show")
        record = ann.get(f"/api/games/{public}/record").text
        bob = server.person(OPEN)
        bob.open(computers=[{"seat": 1, "level": "beginner"}], start=True)
    return folder, public, private, record


def export(folder: Path, *arguments: str) -> Result:
    ran = CliRunner().invoke(tilerummy, ["games", "export", str(folder), *arguments])
    assert ran.exit_code == 0, ran.output
    return ran


def test_only_public_games_are_written_and_no_names(stored: tuple[Path, str, str, str]) -> None:
    folder, public, private, text = stored
    ran = export(folder)
    rows = [json.loads(line) for line in ran.stdout.splitlines()]

    assert [*rows[0]] == [*COLUMNS]
    assert {row["game"] for row in rows} == {public}
    assert {row["player"] for row in rows} == {"person", "beginner"}
    assert not any(canary in ran.output for canary in (private, PUBLIC, PRIVATE, OPEN))
    assert ran.stderr == f"Public games: 1, with {len(rows)} turns.\n"
    record = read_record(text)
    [ended] = record.results
    assert {(r["seat"], r["won"], r["score"]) for r in rows} == {
        (seat, int(seat == ended.winner), ended.scores[seat]) for seat in range(2)
    }
    assert rows[-1]["rack"] == len(ended.racks[rows[-1]["seat"]])


def test_without_a_store_that_of_a_server_is_read(
    stored: tuple[Path, str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    copytree(stored[0], tmp_path / "tilerummy" / "server")
    ran = CliRunner().invoke(tilerummy, ["games", "export"])

    assert ran.exit_code == 0, ran.output
    assert {json.loads(line)["game"] for line in ran.stdout.splitlines()} == {stored[1]}


def test_names_are_written_if_they_are_asked_for(
    stored: tuple[Path, str, str, str], tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    assert export(stored[0], "--names", "--out", str(out)).stdout == ""
    rows = [json.loads(line) for line in out.read_text().splitlines()]

    assert [*rows[0]] == [*COLUMNS, NAME]
    assert {(row["seat"], row[NAME]) for row in rows if row["seat"] == 0} == {(0, PUBLIC)}
    assert PRIVATE not in out.read_text()


def test_a_damaged_game_is_left_out_and_named(
    stored: tuple[Path, str, str, str], tmp_path: Path
) -> None:
    copy = tmp_path / "tables.sqlite"
    copy.write_bytes((stored[0] / "tables.sqlite").read_bytes())
    db = apsw.Connection(str(copy))
    db.execute("UPDATE entries SET body = x'7b7d' WHERE room = ? AND seq = 3", (stored[1],))
    db.close()
    ran = export(copy)

    assert ran.stdout == ""
    assert f"Game {stored[1]} is damaged and was left out.\nPublic games: 0" in ran.stderr


def test_parquet_needs_a_file_and_holds_the_same(
    stored: tuple[Path, str, str, str], tmp_path: Path
) -> None:
    refused = CliRunner().invoke(
        tilerummy, ["games", "export", str(stored[0]), "--format", "parquet"]
    )
    assert (refused.exit_code, "--out" in refused.output) == (2, True)
    if find_spec("pyarrow") is None:
        pytest.skip("pyarrow is not installed")
    from pyarrow import parquet

    file = tmp_path / "games.parquet"
    export(stored[0], "--out", str(file))
    table = parquet.read_table(file)
    assert table.to_pylist() == [json.loads(line) for line in export(stored[0]).stdout.splitlines()]
    assert table.schema.metadata[b"game"].decode() == COLUMNS["game"]


def test_games_that_were_given_up_are_counted_as_left_out(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}", lambda: int(time.time() * 1000))
    with served(store, rates=FAST) as server:
        for name in ("Ann", "Ben"):
            who = server.person(name)
            with who.socket() as talk:
                room = playing(who, talk)["room"]
                assert talk.ask("control", room=room, what="resign")["status"] == "ok"
            who.put(f"/api/games/{room}/sharing", {"public": True})
    ran = export(tmp_path)

    assert ran.stdout == ""
    assert ran.stderr == (
        "Public games: 0, with 0 turns.\nLeft out: 2 public games without a finished round.\n"
    )
