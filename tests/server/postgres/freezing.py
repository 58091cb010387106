"""Suspended connections of a database server, as behind a broken network."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.servers.postgres import PostgresServer


@contextmanager
def frozen(database: PostgresServer, url: str = "") -> Iterator[None]:
    """Suspend the connection that appends to the store at *url*, or all connections."""
    query = "SELECT pid FROM pg_stat_activity WHERE client_port IS NOT NULL"
    if url:
        query = "SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
    with database.connect(url) as db:
        pids = [pid for (pid,) in db.execute(query) if pid != db.info.backend_pid]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
