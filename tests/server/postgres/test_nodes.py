"""What nodes ask the database at every beat reads no whole table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.store.postgres.connecting import Database
from tilerummy.server.store.postgres.nodes.store import HELD, LEFT, RELEASE, TAKE
from tilerummy.server.store.postgres.schema import migrate
from tilerummy.server.store.postgres.text import texts

FILL = """
INSERT INTO rooms (room, size, head, phase, private, title, updated, holder)
    SELECT 'r' || n, 9, '', CASE WHEN n % 10 = 0 THEN 'playing' ELSE 'over' END, false, '', n,
        'node' || n % 300
    FROM generate_series(1, 30000) n;
INSERT INTO presence SELECT 'r' || n, 'node' || n % 300, 's' || n FROM generate_series(1, 9000) n;
ANALYZE
"""
STATEMENTS: dict[str, tuple[bytes, Mapping[str, object] | tuple[object, ...], str]] = {
    "held": (HELD, ("node10",), "rooms_by_holder"),
    "take": (TAKE, {"node": "me", "gone": texts(["node10"]), "most": 100}, "rooms_by_holder"),
    "release": (RELEASE, ("node10",), "rooms_by_holder"),
    "left": (LEFT, (texts(["node10"]),), "presence_by_node"),
}


def test_every_statement_of_a_beat_reads_by_an_index(postgres: PostgresServer) -> None:
    with Database(postgres.empty()).connect() as db:
        migrate(db)
        db.execute(FILL)
        for name, (statement, parameters, index) in STATEMENTS.items():
            found = db.execute(b"EXPLAIN (COSTS OFF) " + statement, parameters)
            plan = "\n".join(line for (line,) in found.fetchall())
            assert index in plan, (name, plan)
            assert "Seq Scan on rooms" not in plan, (name, plan)
            assert "Seq Scan on presence" not in plan, (name, plan)


@pytest.mark.parametrize("size", [0, 5])
def test_only_a_log_that_is_rewritten_gets_another_generation(
    postgres: PostgresServer, size: int
) -> None:
    with Database(postgres.empty()).connect() as db:
        migrate(db)
        db.execute(
            "INSERT INTO rooms (room, size, head, phase, private, title, updated)"
            " VALUES ('a', 5, 'one', 'playing', false, '', 0)"
        )
        change = "UPDATE rooms SET head = 'two', size = size + %s RETURNING generation"
        assert db.execute(change, (size,)).fetchall() == [(0 if size else 1,)]
