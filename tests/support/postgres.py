"""PostgreSQL servers of the tests: Debian's, each in a folder and on a port of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

MISSING = "there is no PostgreSQL here (apt install postgresql)"

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "max_wal_size": "200MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}


def programs() -> Path | None:
    """Return the folder of the newest initdb and postgres; None if there is none."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    if places:
        return places[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


def unprivileged() -> dict[str, Any]:
    """Return the arguments of Popen for the user under whom the server may run: not root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    return {}


@dataclass
class PostgresServer:
    """A server, which can be ended in any way and started again."""

    folder: Path
    port: int
    bin: Path
    settings: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    schemas: int = field(default=0)
    shared: str = ""

    @property
    def url(self) -> str:
        return f"postgresql://tiles@127.0.0.1:{self.port}/postgres"

    def empty(self, **options: str) -> str:
        """Return the URL of a place where nothing is stored yet, with these settings."""
        self.schemas += 1
        name = f"empty_{self.schemas}"
        with self.connect() as db:
            db.execute(f"CREATE SCHEMA {name}")
        settings = {"search_path": name, **options}
        words = " ".join(f"-c{key}={value}" for key, value in settings.items())
        return f"{self.url}?options={quote(words)}"

    def emptied(self) -> str:
        """Return the URL of one place, of which all that is stored there is deleted."""
        self.shared = self.shared or self.empty()
        with self.connect(self.shared) as db:
            found = db.execute(
                "SELECT string_agg(format('DELETE FROM %I;', relname), '') FROM pg_stat_user_tables"
                " WHERE schemaname = current_schema() AND relname <> 'tilerummy_schema'"
            ).fetchone()
            if found and found[0]:
                db.execute(found[0])
        return self.shared

    def connect(self, url: str = "") -> psycopg.Connection:
        return psycopg.connect(url or self.url, autocommit=True, connect_timeout=5)

    def start(self) -> None:
        words = [f"-c{key}={value}" for key, value in self.settings.items()]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.folder, "-p", str(self.port), "-k", "", *words],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self.folder,
                **unprivileged(),
            )
        deadline = time.monotonic() + 60
        while True:
            try:
                self.connect().close()
                break
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def stop(self, number: int = signal.SIGINT) -> None:
        """End it: SIGINT as at a restart, SIGQUIT as in a crash."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(30)
            self.process = None


@contextmanager
def running_server(**settings: str) -> Iterator[PostgresServer]:
    """Run a server of its own for as long as the context lasts; skips the test without one."""
    place = programs()
    if place is None:
        pytest.skip(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="tilerummy-postgres-"))
    who = unprivileged()
    try:
        if who:
            os.chown(folder, who["user"], who["group"])
        subprocess.run(
            [
                *(place / "initdb", "-D", folder, "-U", "tiles", "-A", "trust"),
                *("-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **who,
        )
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server = PostgresServer(folder, port, place, {**SETTINGS, **settings})
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
