"""Servers that share a database, as they are started."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.process import serve
from tests.support.servers.postgres import PostgresServer


def test_servers_that_share_need_the_same_key_and_a_database(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILERUMMY_KEY", raising=False)
    for options, said in (["--database", postgres.empty()], "the same key"), ([], "--database"):
        told = serve("--data", tmp_path, "--shared", *options)
        assert told.exit_code
        assert said in told.output
