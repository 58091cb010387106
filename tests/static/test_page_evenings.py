"""The evenings of a page move to another browser with its games."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.static.page import opened

from tilerummy.browser.evenings import MAX_EVENINGS, add_evenings
from tilerummy.browser.main import check_games
from tilerummy.server.store.types import StoreOpenError

Json = Any


def evening(number: int = 0, **fields: Json) -> Json:
    """Return an evening of two players who have counted one round."""
    players = [{"name": name, "face": "bear", "colour": "sky"} for name in ("Ruth", "Ben")]
    body = {
        "title": "",
        "ruleset": "sabra",
        "rules_name": "",
        "players": players,
        "rounds": 5,
        "target": None,
        "starter": 1,
        "counts": [count()],
        "counting": None,
        "penalties": [0, 3],
        "next_starter": None,
        "disputes": 2,
        "clock": None,
        "began": 1,
        "ended": None,
    }
    return {"id": f"{number:012}", "evening": {**body, **fields}}


def count(**fields: Json) -> Json:
    return {"out": 0, "left": [None, [5, 0]], "opened": [True, False], **fields}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of games without evenings, as older versions exported."""
    file = tmp_path / "games.sqlite"

    async def visit() -> None:
        async with opened(file) as page:
            await page.get("/api/me")

    asyncio.run(visit())
    return file


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}


def store(file: Path, *bodies: str | None) -> None:
    """Write these texts where evenings are exported, without any check."""
    add_evenings(str(file), b"[]")
    with closing(sqlite3.connect(file)) as db, db:
        rows = [(None if body is None else body.encode(),) for body in bodies]
        db.executemany("INSERT INTO page_evenings (body) VALUES (?)", rows)


def test_evenings_are_exported_and_imported(games: Path) -> None:
    before = tables(games)
    counting = {"round": 1, "said": True, "count": count(left=[None, None])}
    wanted = [evening(0, counting=counting, next_starter=1), evening(1, ended=7, counts=[])]
    add_evenings(str(games), json.dumps(wanted).encode())
    imported = check_games(str(games), lambda: 0)
    assert imported is not None
    found = json.loads(imported)
    assert [each["id"] for each in found] == [each["id"] for each in wanted]
    for each, complete in zip(wanted, found, strict=True):
        body = complete["evening"]
        assert {key: body[key] for key in each["evening"] if not key.startswith("count")} == {
            key: value for key, value in each["evening"].items() if not key.startswith("count")
        }
        for mine, theirs in zip(each["evening"]["counts"], body["counts"], strict=True):
            assert mine.items() <= theirs.items()
    assert found[0]["evening"]["counting"]["count"].items() >= counting["count"].items()
    assert tables(games) == before


def test_an_export_of_an_older_version_contains_no_evenings(games: Path) -> None:
    assert check_games(str(games), lambda: 0) is None


def test_an_export_without_evenings_replaces_them_by_none(games: Path) -> None:
    add_evenings(str(games), b"[]")
    assert check_games(str(games), lambda: 0) == b"[]"


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "[]",
        "{",
        json.dumps({**evening(), "id": "../x"}),
        json.dumps({**evening(), "more": 1}),
        json.dumps(evening(players=[])),
        json.dumps(evening(starter=2)),
        json.dumps(evening(next_starter=2)),
        json.dumps(evening(title="x" * 1000)),
        json.dumps(evening(counts=[count(left=[None])])),
        json.dumps(evening(counts=[count(out=2)])),
        json.dumps(evening(counts=[count(opened=[True] * 3)])),
        json.dumps(evening(counts=[count(trump_holders=[3])])),
        json.dumps(evening(counts=[count()] * 101)),
        json.dumps(evening(counting={"round": 2, "said": False, "count": count()})),
        json.dumps(evening(clock={"mover": 5, "since": None, "used": 0, "reserves": []})),
        None,
    ],
)
def test_a_malformed_evening_is_rejected(games: Path, wrong: str | None) -> None:
    store(games, json.dumps(evening(1)), wrong)
    with pytest.raises(StoreOpenError, match="evening in the file is malformed"):
        check_games(str(games), lambda: 0)


def test_too_many_evenings_are_rejected(games: Path) -> None:
    store(games, *(json.dumps(evening(n)) for n in range(MAX_EVENINGS + 1)))
    with pytest.raises(StoreOpenError, match="too many evenings"):
        check_games(str(games), lambda: 0)


def test_two_evenings_with_the_same_id_are_rejected(games: Path) -> None:
    store(games, json.dumps(evening()), json.dumps(evening()))
    with pytest.raises(StoreOpenError, match="same id"):
        check_games(str(games), lambda: 0)


@pytest.mark.parametrize("wrong", [evening(9, starter=7), 5], ids=["seat", "number"])
def test_an_evening_that_could_not_be_imported_is_not_exported(games: Path, wrong: Json) -> None:
    add_evenings(str(games), json.dumps([evening(), wrong]).encode())
    imported = check_games(str(games), lambda: 0)
    assert imported is not None
    assert [each["id"] for each in json.loads(imported)] == [evening()["id"]]
