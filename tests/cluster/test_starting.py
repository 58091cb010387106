"""Servers that share a database, as they are started."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.servers.postgres import PostgresServer

from tilerummy.cli.commands import tilerummy


def test_servers_that_share_need_the_same_key_and_a_database(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILERUMMY_KEY", raising=False)
    words = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    told = CliRunner().invoke(tilerummy, [*words, "--database", postgres.empty(), "--shared"])
    assert told.exit_code == 1
    assert "need the same key" in told.output
    told = CliRunner().invoke(tilerummy, [*words, "--shared"])
    assert told.exit_code == 2
    assert "--database" in told.output
