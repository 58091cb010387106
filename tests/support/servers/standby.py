"""A synchronous standby of a database server."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.servers.ports import free_port
from tests.support.servers.postgres import PostgresServer, unprivileged
from tests.support.waiting import until

NAME = "standby"


@contextmanager
def standby_of(primary: PostgresServer) -> Iterator[PostgresServer]:
    """Run a standby. Commits on the primary wait for it if their settings request that."""
    folder = Path(tempfile.mkdtemp(prefix="tilerummy-postgres-"))
    user = unprivileged()
    try:
        if user:
            os.chown(folder, user["user"], user["group"])
        server = f"host=127.0.0.1 port={primary.port} user=tiles"
        subprocess.run(
            [
                *(primary.bin / "pg_basebackup", "-d", server, "-D", folder),
                *("--write-recovery-conf", "--checkpoint=fast", "--no-sync"),
            ],
            check=True,
            cwd=folder,
            **user,
        )
        standby = PostgresServer(folder, free_port(), primary.bin)
        standby.set(cluster_name=NAME)  # its name in synchronous_standby_names
        try:
            standby.start()
            primary.set(synchronous_standby_names=NAME)
            until(lambda: is_attached(primary))
            yield standby
        finally:
            standby.stop(signal.SIGQUIT)
            primary.set(synchronous_standby_names="")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def is_attached(primary: PostgresServer) -> bool:
    """Return whether commits wait for the standby."""
    with primary.connect() as db:
        found = db.execute("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'").fetchall()
    return bool(found)
