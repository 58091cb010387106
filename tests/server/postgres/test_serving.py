"""``tilerummy serve --database``: the same games, kept in PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.process import serve, started
from tests.support.servers.postgres import PostgresServer

from tilerummy.server import main


def test_a_server_that_was_killed_goes_on_where_it_was(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    """At its second start the database promises less, and that is told."""
    url, data = postgres.empty(), tmp_path / "one"
    with started(data, "--database", url) as server:
        ann = server.person("Ann")
        room = ann.open_match()
        cookies = ann.client.cookies
        other = serve("--data", tmp_path / "two", "--database", url)
        assert (other.exit_code, "another server uses" in other.output) == (1, True)
        server.kill()
    assert not (data / "tables.sqlite").exists()

    weak = f"{url}%20-csynchronous_commit%3Doff"
    with started(data, "--database", weak, "--logs") as again:
        ann = again.stranger(cookies)
        assert ann.get("/api/me").json()["name"] == "Ann"
        assert ann.rooms() == {room}
        assert ann.get(f"/api/rooms/{room}").status_code == 200
        assert ann.get("/readyz").status_code == 200
        status, out, err = again.end()
    assert status == 0
    assert "PostgreSQL 1" in err, "the version is logged"
    assert f"saved in postgresql://127.0.0.1:{postgres.port}/postgres\n" in out
    assert "Careful: synchronous_commit is off in the database" in out
    assert '"event": "weak_store", "kind": "synchronous_commit is off' in err


def test_servers_that_share_need_the_same_key_and_a_database(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILERUMMY_KEY", raising=False)
    for options, said in (["--database", postgres.empty()], "the same key"), ([], "--database"):
        told = serve("--data", tmp_path, "--shared", *options)
        assert told.exit_code
        assert said in told.output


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("127.0.0.1:1/tiles", "postgresql://127.0.0.1:1/tiles cannot be reached"),
        ("db/tiles?no_such_option=1", "no_such_option"),
        ("[::1/tiles", "cannot be read"),
        ("db:port/tiles", "port"),
        ("%zz@db/tiles", "cannot be read"),
    ],
)
def test_an_address_that_does_not_do_is_told_without_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, reason: str
) -> None:
    monkeypatch.setattr(main, "DATABASE_WAIT", 0.0)
    at = "" if "@" in place else "@"
    told = serve("--data", tmp_path, "--database", f"postgresql://ann:hidden{at}{place}")

    assert told.exit_code == 1
    assert reason in told.output
    assert "hidden" not in told.output
