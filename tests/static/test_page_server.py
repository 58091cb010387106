"""A server inside a page handles requests and sockets, and stores its games in a file."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from tests.static.page import COMPUTER, Json, Socket, opened

from tilerummy import ruleset
from tilerummy.browser import sqlite as browser_sqlite
from tilerummy.browser.fetch import Router
from tilerummy.browser.main import check_games
from tilerummy.browser.sqlite import PageDatabase, replace_games
from tilerummy.rules import shuffled
from tilerummy.server.http.all_endpoints import ENDPOINTS
from tilerummy.server.store import schema
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import StorageError, StoreOpenError
from tilerummy.server.ws.session import SocketSession

MISSING = ["apsw", "prometheus_client", "psycopg", "segno", "starlette", "uvicorn", "websockets"]
"""Packages that Pyodide does not have, or that a page should not download."""

NEW = {"seats": 2, "computers": COMPUTER, "start": True}


async def play_match(socket: Socket, room: str) -> None:
    """Draw a tile in each turn until the computer player wins."""
    while socket.view["table"]["phase"] == "playing":
        view = socket.view
        if view["game"]["to_move"] == 0:
            moved = {"room": room, "version": view["version"], "actions": ["draw"]}
            answer = await socket.ask("act", **moved)
            if answer["status"] == "refused":  # the pool is empty
                answer = await socket.ask("act", **{**moved, "actions": ["pass"]})
            assert answer["status"] == "ok", answer
        while socket.view["version"] == view["version"]:
            await socket.next()


async def test_a_match_can_be_played_and_found_again_after_a_reload(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    async with opened(file) as page:
        me = await page.get("/api/me")
        room = await page.open_match()
        await play_match(await page.at(room), room)
        assert page.closed == {}
    async with opened(file) as page:
        assert await page.get("/api/me") == me
        while (found := await page.get("/api/games?page=1"))["missing"]:
            pass  # summaries are made for a limited time per request
        assert [game["game"] for game in found["games"]] == [room]
        assert (await page.get(f"/api/games/{room}"))["rounds"]


async def test_a_match_in_progress_continues_after_a_crash(tmp_path: Path) -> None:
    """The first page is never closed, and its file is copied while it is open."""
    file = tmp_path / "games.sqlite"
    async with opened(file) as page:
        room = await page.open_match()
        before = (await page.at(room)).view
        copy = tmp_path / "copy.sqlite"
        copy.write_bytes(file.read_bytes())
    async with opened(copy) as page:
        after = (await page.at(room)).view
        assert after["game"]["rack"] == before["game"]["rack"]


async def test_a_streamed_response_arrives_in_parts_and_can_be_aborted(tmp_path: Path) -> None:
    async with opened(tmp_path / "games.sqlite") as page:
        room = await page.open_match()
        await play_match(await page.at(room), room)
        url = f"/api/games/{room}/review?seat=0&depth=certain"
        answer = await page.fetch("GET", url)
        assert answer.status == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert len(page.parts[max(page.heads)]) > 1
        number = page.begin("GET", url.replace("certain", "quick"))  # takes much longer
        while not page.parts[number]:
            await page.heard.wait()
            page.heard.clear()
        page.post({"kind": "abort", "id": number})
        async with asyncio.timeout(60):
            await page.ended[number]
        assert b'"done":true' not in b"".join(page.parts[number])


async def test_errors_are_responses(tmp_path: Path) -> None:
    async with opened(tmp_path / "games.sqlite") as page:
        assert (await page.fetch("GET", "/api/none")).status == 404
        assert (await page.fetch("GET", "/api/games/none")).status == 404
        assert (await page.fetch("POST", "/api/solve", {"rack": 1})).status == 400
        await page.get("/api/me")
        deleted = await page.fetch("DELETE", "/api/me")
        assert deleted.status == 200
        assert page.served.jar.cookies == {}


async def test_a_socket_without_a_guest_is_closed(tmp_path: Path) -> None:
    async with opened(tmp_path / "games.sqlite") as page:
        page.post({"kind": "open", "id": 1, "url": "/ws?room=a"})
        async with asyncio.timeout(60):
            await page.heard.wait()
        assert page.closed == {1: 1006}


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with sqlite3.connect(file) as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    db.close()
    with pytest.raises(StoreOpenError, match="newer version"):
        PageDatabase(file, lambda: 0)


def test_a_file_is_checked_before_it_is_imported(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"

    async def play() -> None:
        async with opened(file) as page:
            await page.open_match()

    asyncio.run(play())
    check_games(str(file), lambda: 0)
    raw = file.read_bytes()
    damaged = raw[:4096] + bytes(4096) + raw[8192:]
    for wrong in (b"", b"no database", raw[: len(raw) // 2], damaged):
        file.write_bytes(wrong)
        with pytest.raises(StoreOpenError):
            check_games(str(file), lambda: 0)


def test_a_file_that_cannot_be_opened_is_released(tmp_path: Path) -> None:
    """A restored file can be migrated even while the errors, which refer to it, are in use."""
    file = tmp_path / "games.sqlite"

    async def play() -> None:
        async with opened(file) as page:
            await page.open_match()

    asyncio.run(play())
    newer, older = (with_version(file, n) for n in (schema.VERSION + 1, schema.FIRST))
    errors: list[StoreOpenError] = []
    for wrong in (b"no database", newer):
        file.write_bytes(wrong)
        with pytest.raises(StoreOpenError) as refused:
            check_games(str(file), lambda: 0)
        errors.append(refused.value)
        file.write_bytes(older)
        check_games(str(file), lambda: 0)


def with_version(file: Path, version: int) -> bytes:
    """Set the version of the schema in *file*, and return its content."""
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {version}")
    return file.read_bytes()


def guests_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as db:
        return [guest for (guest,) in db.execute("SELECT id FROM guests")]


def test_games_are_replaced_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"

    async def visit(file: Path) -> None:
        async with opened(file) as page:
            await page.get("/api/me")

    for file in (old, new):
        asyncio.run(visit(file))
    mine, other = guests_in(old), guests_in(new)
    with closing(sqlite3.connect(new)) as db, db:
        db.execute("CREATE TABLE padding AS SELECT zeroblob(1000000) AS x")
    with monkeypatch.context() as patch:
        patch.setattr(browser_sqlite, "PRAGMAS", (*browser_sqlite.PRAGMAS, "max_page_count = 100"))
        with pytest.raises(StorageError):
            replace_games(str(old), str(new))
    assert guests_in(old) == mine
    replace_games(str(old), str(new))
    assert guests_in(old) == other != mine


async def test_the_server_deals_the_tiles_that_the_page_has_dealt(tmp_path: Path) -> None:
    """By the published shuffle, from an id and a seed drawn in the browser."""
    drawn = bytes(range(41))
    async with opened(tmp_path / "games.sqlite") as page:
        await page.get("/api/me")
        answer = await page.fetch("POST", "/api/rooms", NEW, drawn)
        assert answer.json()["room"] == "AAECAwQFBgcI"
        socket = await page.at("AAECAwQFBgcI")
        order = shuffled(ruleset("sabra").tiles, drawn[9:], "shuffle-v1|AAECAwQFBgcI.0||")
        assert sorted(socket.view["game"]["rack"]) == sorted(map(str, order[:14]))
        other = await page.fetch("POST", "/api/rooms", NEW)
        assert other.json()["room"] != "AAECAwQFBgcI"


async def test_a_table_is_opened_once_although_the_page_asks_again(tmp_path: Path) -> None:
    """A page that was closed before the response arrived repeats the request at its next visit."""
    drawn = bytes(range(41))
    async with opened(tmp_path / "games.sqlite") as page:
        await page.get("/api/me")
        await page.fetch("POST", "/api/rooms", NEW, drawn)
        socket = await page.at("AAECAwQFBgcI")
        before = socket.view["game"]["rack"], socket.view["version"]
    async with opened(tmp_path / "games.sqlite") as page:
        again = await page.fetch("POST", "/api/rooms", NEW, drawn)
        assert (again.status, again.json()["room"]) == (201, "AAECAwQFBgcI")
        socket = await page.at("AAECAwQFBgcI")
        assert socket.view["game"]["rack"] == before[0]
        assert socket.view["version"] >= before[1]
        listed = await page.get("/api/rooms")
        assert [each["room"] for each in listed["mine"]] == ["AAECAwQFBgcI"]


async def test_a_full_browser_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.sqlite"
    async with opened(file) as page:
        room = await page.open_match()
        socket = await page.at(room)
        rack = socket.view["game"]["rack"]
    pages = file.stat().st_size // 4096
    full = (*browser_sqlite.PRAGMAS, f"max_page_count = {pages}")
    with monkeypatch.context() as patch:
        patch.setattr(browser_sqlite, "PRAGMAS", full)
        async with opened(file) as page:
            while (answer := await page.fetch("POST", "/api/rooms", NEW)).status == 201:
                pass
            assert (answer.status, answer.json()["error"]["code"]) == (503, "storage")
    async with opened(file) as page:
        socket = await page.at(room)
        assert socket.view["game"]["rack"] == rack
        await play_match(socket, room)


async def test_a_socket_whose_service_fails_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path / "games.sqlite") as page:
        await page.get("/api/me")
        monkeypatch.setattr(SocketSession, "run", AsyncMock(side_effect=RuntimeError))
        page.post({"kind": "open", "id": 1, "url": "/ws?room=a"})
        async with asyncio.timeout(60):
            while not page.closed:
                page.heard.clear()
                await page.heard.wait()
        assert page.closed == {1: 1011}


def test_a_file_of_an_older_version_is_migrated(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    asyncio.run(Store(PageDatabase(file, lambda: 0), lambda: 0).close())
    with sqlite3.connect(file) as db:
        db.execute("ALTER TABLE puzzle_attempts DROP COLUMN tried_at")
        db.execute(f"PRAGMA user_version = {schema.FIRST}")
    db.close()
    asyncio.run(Store(PageDatabase(file, lambda: 0), lambda: 0).close())
    with sqlite3.connect(file) as db:
        db.execute("SELECT tried_at FROM puzzle_attempts")
    db.close()


def test_each_endpoint_is_found_by_its_path() -> None:
    router = Router(ENDPOINTS)
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{", "").replace("}", "")
        found = router.find(endpoint.method, path)
        assert found is not None
        assert found[0].path == endpoint.path
    found = router.find("GET", "/api/games/a%20b")
    assert found is not None
    assert found[1] == {"game": "a b"}


def test_nothing_that_a_page_lacks_is_imported() -> None:
    """A page lacks packages without a wheel for Pyodide, and modules for processes."""
    lost = [*MISSING, "_multiprocessing", "fcntl", "multiprocessing", "resource"]
    code = "\n".join(
        [
            "import sys",
            f"sys.modules.update(dict.fromkeys({lost!r}))",
            "import tilerummy.browser.main",
            "import json, threading",
            "print(json.dumps([threading.active_count(), 'apsw' in sys.modules]))",
        ]
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    active: Json = json.loads(done.stdout)
    assert active[0] == 1
