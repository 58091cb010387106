"""``tilerummy serve --database`` stores games in PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.process import serve, started
from tests.support.servers.postgres import PostgresServer

from tilerummy.server import main


def test_a_killed_server_resumes_its_games(postgres: PostgresServer, tmp_path: Path) -> None:
    """Its second start uses weaker settings, which are reported."""
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
    assert "Warning: synchronous_commit is off in the database" in out
    assert '"event": "weak_store", "kind": "synchronous_commit is off' in err


def test_shared_servers_need_a_common_key_and_database(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILERUMMY_KEY", raising=False)
    for options, text in (["--database", postgres.empty()], "the same key"), ([], "--database"):
        result = serve("--data", tmp_path, "--shared", *options)
        assert result.exit_code
        assert text in result.output


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("127.0.0.1:1/tiles", "postgresql://127.0.0.1:1/tiles cannot be reached"),
        ("db/tiles?no_such_option=1", "no_such_option"),
        ("[::1/tiles", "URL is invalid"),
        ("db:port/tiles", "port"),
        ("%zz@db/tiles", "URL is invalid"),
    ],
)
def test_an_unusable_database_url_is_reported_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, reason: str
) -> None:
    monkeypatch.setattr(main, "DATABASE_WAIT", 0.0)
    at = "" if "@" in place else "@"
    result = serve("--data", tmp_path, "--database", f"postgresql://ann:hidden{at}{place}")

    assert result.exit_code == 1
    assert reason in result.output
    assert "hidden" not in result.output
