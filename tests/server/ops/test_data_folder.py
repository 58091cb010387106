"""The folder of a server: its one user, a disk that fills up under it, a backup put back."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from tests.server.process import Process, started
from tests.server.served import WRITES
from tests.support import plain_http

from tilerummy.server.store.lock import FolderInUseError, lock_folder
from tilerummy.server.store.opening import open_archive
from tilerummy.server.store.private_files import make_private


@contextmanager
def guest(server: Process, cookies: dict[str, str] | None = None) -> Iterator[httpx2.Client]:
    """Somebody with a cookie."""
    with plain_http.Client(
        base_url=server.url, timeout=60, headers=WRITES, cookies=cookies or {}
    ) as client:
        assert client.get("/api/me").status_code == 200
        yield client


def opened(client: httpx2.Client) -> str:
    answer = client.post("/api/rooms", json={"seats": 2})
    assert answer.status_code == 201, answer.text
    room: str = answer.json()["room"]
    return room


def test_a_second_server_on_the_same_folder_says_so_and_ends(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        command = [sys.executable, "-m", "tilerummy", "serve", "--no-open", "--port", "0"]
        again = subprocess.run(
            [*command, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert again.returncode == 1
        assert f"another server uses {tmp_path}" in again.stdout
        assert "--data" in again.stdout
        with guest(server) as ann:
            opened(ann)


def test_a_server_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        server.process.kill()
        server.process.wait()
    with started(tmp_path) as server, guest(server) as ann:
        opened(ann)


def test_the_folder_is_free_when_its_user_lets_go_of_it(tmp_path: Path) -> None:
    def use() -> str:
        with lock_folder(tmp_path):
            return "used"

    with lock_folder(tmp_path), pytest.raises(FolderInUseError, match="--data"):
        use()
    assert use() == "used"


def test_c3_on_a_full_disk_nothing_is_promised_and_all_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    with started(tmp_path) as server, guest(server) as ann:
        room = opened(ann)
        pid, size = server.process.pid, max(p.stat().st_size for p in tmp_path.iterdir())
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, -1))
        refused = [ann.post("/api/rooms", json={"seats": 2}) for _ in range(3)]
        assert {(r.status_code, r.json()["error"]["code"]) for r in refused} == {(503, "storage")}
        assert ann.get("/readyz").status_code == 503
        assert ann.get(f"/api/rooms/{room}").status_code == 200, "what is there can be read"

        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
        assert ann.get("/readyz").status_code == 200
        later = opened(ann)
        kept = {card["room"] for card in ann.get("/api/rooms").json()["mine"]}
        assert kept == {room, later}
        status, _, _ = server.end()
        assert status == 0


def test_c6_a_backup_made_while_the_server_runs_is_put_back(tmp_path: Path) -> None:
    (there := tmp_path / "there").mkdir()
    (here := tmp_path / "here").mkdir()
    with started(there) as server, guest(server) as ann:
        room = opened(ann)
        cookies = {c.name: str(c.value) for c in ann.cookies.jar}
        source = sqlite3.connect(there / "tables.sqlite")
        copy = sqlite3.connect(here / "tables.sqlite")
        source.backup(copy)
        source.close()
        copy.close()
        (here / "key").write_bytes((there / "key").read_bytes())
    with started(here) as server, guest(server, cookies=cookies) as ann:
        assert [card["room"] for card in ann.get("/api/rooms").json()["mine"]] == [room]
        opened(ann)


def test_c7_nobody_else_on_the_machine_reads_what_is_stored(tmp_path: Path) -> None:
    """Neither a new file, nor one that an older version has left open to all."""
    folder = tmp_path / "data"
    with started(folder) as server, guest(server) as ann:
        opened(ann)
        assert folder.stat().st_mode & 0o777 == 0o700
        assert modes(folder) == {0o600}, [*folder.iterdir()]
    for path in folder.iterdir():
        path.chmod(0o644)
    with started(folder) as server, guest(server) as ann:
        opened(ann)
        assert modes(folder) == {0o600}


def test_c7_nor_what_is_copied(tmp_path: Path) -> None:
    folder, seen = tmp_path / "data", set[int]()
    with started(folder) as server, guest(server) as ann:
        opened(ann)
    copies = tmp_path / "copies"
    copies.mkdir()
    with open_archive(f"sqlite:///{copies / 'copy'}", copy=True) as archive:
        seen |= modes(copies)
        archive.finish_copy()
    assert seen | modes(copies) == {0o600}


def modes(folder: Path) -> set[int]:
    """Return the permissions of all files of a folder."""
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_what_was_opened_to_a_group_stays_so(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("")
    (tmp_path / "key").chmod(0o640)
    make_private(tmp_path / "key")
    assert modes(tmp_path) == {0o640}
