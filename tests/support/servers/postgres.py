"""Runs PostgreSQL servers for tests, each in its own folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from tests.support.servers.ports import free_port
from tests.support.waiting import until

BUILD = Path(__file__).parents[3] / "build"
"""The folder of an initialised database server, which is copied for each test server."""

MISSING = "PostgreSQL is not installed (apt install postgresql)"

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",  # the server may be killed, but not the machine
    "shared_buffers": "16MB",
    "max_connections": "60",
    "max_wal_size": "200MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}


def programs() -> Path | None:
    """Return the folder of the newest initdb and postgres, or None."""
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    if paths:
        return paths[-1].parent
    path = shutil.which("initdb")
    return Path(path).parent if path else None


def unprivileged() -> dict[str, Any]:
    """Return the arguments of Popen that select an unprivileged user."""
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
    """A server that can be stopped in any way and restarted."""

    folder: Path
    port: int
    bin: Path
    process: subprocess.Popen[bytes] | None = None
    schemas: int = field(default=0)
    shared: str = ""
    admin: psycopg.Connection | None = None

    @property
    def url(self) -> str:
        return f"postgresql://tiles@127.0.0.1:{self.port}/postgres"

    def empty(self, **options: str) -> str:
        """Return the URL of a new schema with these settings."""
        self.schemas += 1
        name = f"empty_{self.schemas}"
        self._own().execute(f"CREATE SCHEMA {name}".encode())
        settings = {"search_path": name, **options}
        words = " ".join(f"-c{key}={value}" for key, value in settings.items())
        return f"{self.url}?options={quote(words)}"

    def emptied(self) -> str:
        """Return the URL of a shared schema after deleting all its rows."""
        self.shared = self.shared or self.empty()
        name = self.shared.rpartition("%3D")[2]
        found = self._own().execute(
            "SELECT string_agg(format('DELETE FROM %%I.%%I;', %s::text, relname), '')"
            " FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind = 'r'"
            " AND relname <> 'tilerummy_schema'",
            (name, name),
        )
        for (statements,) in found:
            self._own().execute(statements or "")
        return self.shared

    def _own(self) -> psycopg.Connection:
        """Return this object's own connection, which stays open between calls."""
        if self.admin is None or self.admin.closed:
            self.admin = self.connect()
        return self.admin

    def connect(self, url: str = "") -> psycopg.Connection:
        return psycopg.connect(url or self.url, autocommit=True, connect_timeout=5)

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.folder, "-p", str(self.port)],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                **unprivileged(),
            )
        until(self._answers)

    def _answers(self) -> bool:
        try:
            self.connect().close()
        except psycopg.OperationalError:
            assert self.process is None or self.process.poll() is None, (
                self.folder / "log"
            ).read_text()
            return False
        return True

    def set(self, **settings: str) -> None:
        """Change settings and wait until a running server uses them."""
        lines = [f"{name} = '{value}'\n" for name, value in settings.items()]
        with (self.folder / "postgresql.auto.conf").open("a") as file:
            file.writelines(lines)  # the last line of a setting counts
        if self.process is None:
            return
        with self.connect() as db:
            db.execute("SELECT pg_reload_conf()")
            until(lambda: all(_shown(db, name) == value for name, value in settings.items()))

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop the server with a signal: SIGINT as for a restart, or SIGQUIT as in a crash."""
        if self.admin is not None:
            self.admin.close()
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(30)
            self.process = None


def _shown(db: psycopg.Connection, setting: str) -> object:
    [(value,)] = db.execute("SELECT current_setting(%s)", (setting,)).fetchall()
    return value


def new_folder(place: Path) -> Path:
    """Return the folder of a new server, copied from an initialised one."""
    made = BUILD / f"postgres-{(place / 'initdb').stat().st_mtime_ns}"
    if not made.exists():
        _initialise(place, made)
    folder = Path(tempfile.mkdtemp(prefix="tilerummy-postgres-"))
    subprocess.run(["cp", "-a", f"{made}/.", folder], check=True)
    return folder


def _initialise(place: Path, made: Path) -> None:
    """Initialise a server's folder.

    If several processes do so at the same time, the first result is used.
    """
    folder = Path(tempfile.mkdtemp(prefix="tilerummy-postgres-"))
    part = made.with_name(f"{made.name}.{os.getpid()}")
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
        made.parent.mkdir(exist_ok=True)
        subprocess.run(["cp", "-a", folder, part], check=True)
        with suppress(OSError):
            part.rename(made)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(part, ignore_errors=True)


@contextmanager
def running_server(**settings: str) -> Iterator[PostgresServer]:
    """Run a server during the context, or skip the test if PostgreSQL is missing."""
    place = programs()
    if place is None:
        pytest.skip(MISSING)
    folder = new_folder(place)
    try:
        server = PostgresServer(folder, free_port(), place)
        server.set(**{**SETTINGS, **settings})
        try:
            server.start()
            yield server
        finally:
            server.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
