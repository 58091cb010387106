"""``tilerummy serve --database``: the same games, kept in PostgreSQL."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.server.process import started
from tests.server.served import WRITES, Times, playing, served
from tests.support import plain_http
from tests.support.servers.postgres import PostgresServer

from tilerummy.cli.commands import tilerummy
from tilerummy.server import main
from tilerummy.server.config import Config
from tilerummy.server.store.opening import open_store


def serve(data: Path, *options: str) -> str:
    """Return what a server says that does not start."""
    told = CliRunner().invoke(
        tilerummy, ["serve", "--no-open", "--port", "0", "--data", str(data), *options]
    )
    assert told.exit_code == 1
    return told.output


def test_a_server_that_was_killed_goes_on_where_it_was(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    """At its second start the database promises less, and that is told."""
    url = postgres.empty()
    body = {"seats": 2, "computers": [{"seat": 1, "level": "beginner"}], "start": True}
    with (
        started(tmp_path / "one", "--database", url) as server,
        plain_http.Client(base_url=server.url, timeout=60) as ann,
    ):
        ann.get("/api/me")
        ann.put("/api/me", json={"name": "Ann"}, headers=WRITES)
        room = ann.post("/api/rooms", json=body, headers=WRITES).json()["room"]
        cookies = {c.name: str(c.value) for c in ann.cookies.jar}
        assert "another server uses" in serve(tmp_path / "two", "--database", url)
        server.process.kill()
    assert not (tmp_path / "one" / "tables.sqlite").exists()

    with (
        started(
            tmp_path / "one", "--database", f"{url}%20-csynchronous_commit%3Doff", "--logs"
        ) as again,
        plain_http.Client(base_url=again.url, cookies=cookies, timeout=60) as ann,
    ):
        assert ann.get("/api/me").json()["name"] == "Ann"
        assert [card["room"] for card in ann.get("/api/rooms").json()["mine"]] == [room]
        assert ann.get(f"/api/rooms/{room}").status_code == 200
        assert ann.get("/readyz").status_code == 200
        status, out, err = again.end()
    assert status == 0
    assert "PostgreSQL 1" in err, "the version is logged"
    assert f"kept in postgresql://127.0.0.1:{postgres.port}/postgres\n" in out
    assert "Careful: synchronous_commit is off in the database" in out
    assert '"event": "weak_store", "kind": "synchronous_commit is off' in err


def test_a_game_is_played(postgres: PostgresServer) -> None:
    times = Times()
    with served(open_store(postgres.empty(), times.now), times=times) as server:
        ann = server.person("Ann")
        with ann.socket() as talk:
            shot = playing(ann, talk)
            answer = talk.ask("act", room=shot["room"], version=shot["version"], actions=["draw"])
            assert answer["status"] == "ok"
        assert ann.get(f"/api/rooms/{shot['room']}").status_code == 200


@pytest.mark.parametrize(
    "url", ["mysql://tiles@db/tiles", "tiles", "sqlite:///tables.sqlite", "http://db.example"]
)
def test_an_address_of_no_database_is_refused_with_an_example(url: str) -> None:
    told = CliRunner().invoke(tilerummy, ["serve", "--no-open", "--database", url])

    assert told.exit_code == 2
    assert "postgresql://USER:PASSWORD@HOST:PORT/DATABASE" in told.output


def test_a_database_that_cannot_be_reached_is_told_without_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "DATABASE_WAIT", 0.0)
    told = serve(tmp_path, "--database", "postgresql://ann:hidden@127.0.0.1:1/tiles")

    assert "postgresql://127.0.0.1:1/tiles cannot be reached" in told
    assert "hidden" not in told


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://ann:hidden@db/tiles?no_such_option=1", "no_such_option"),
        ("postgresql://ann:hidden@[::1/tiles", "cannot be read"),
        ("postgresql://ann:hidden@db:port/tiles", "port"),
        ("postgresql://ann:hidden%zz@db/tiles", "cannot be read"),
    ],
)
def test_a_wrong_address_is_told_without_the_password(
    tmp_path: Path, url: str, reason: str
) -> None:
    told = serve(tmp_path, "--database", url)

    assert reason in told
    assert "hidden" not in told


def test_the_address_may_be_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Config] = []
    monkeypatch.setattr(main, "run", lambda plan, _say: plans.append(plan))
    monkeypatch.setenv("TILERUMMY_DATABASE", "postgresql://ann:hidden@db.example/tiles")

    assert CliRunner().invoke(tilerummy, ["serve", "--data", str(tmp_path)]).exit_code == 0
    (plan,) = plans
    assert plan.store_url == "postgresql://ann:hidden@db.example/tiles"
    assert plan.place == "postgresql://db.example/tiles"


def test_without_the_driver_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [n for n in sys.modules if n.startswith("tilerummy.server.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)

    told = serve(tmp_path, "--database", "postgresql://db.example/tiles")
    assert f"{sys.executable} -m pip install 'tilerummy[postgres]'" in told
