"""A data folder belongs to one process, survives a full disk, and can be restored."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.process import serve, started

from tilerummy.server.store.factory import open_archive
from tilerummy.server.store.folder import make_private


def test_a_folder_serves_one_process_at_a_time(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        again = serve("--data", tmp_path)
        assert again.exit_code == 1
        assert f"another server uses {tmp_path}" in again.output
        assert "--data" in again.output
        server.person().open()
        server.kill()
    with started(tmp_path) as server:
        server.person().open()


def test_c3_a_full_disk_refuses_writes_until_there_is_space(
    tmp_path: Path,
) -> None:
    with started(tmp_path) as server:
        ann = server.person()
        room = ann.open()
        pid, size = server.process.pid, max(p.stat().st_size for p in tmp_path.iterdir())
        _, limit = resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, -1))
        refused = [ann.post("/api/rooms", {"seats": 2}) for _ in range(3)]
        assert {(r.status_code, r.json()["error"]["code"]) for r in refused} == {(503, "storage")}
        assert ann.get("/readyz").status_code == 503
        assert ann.get(f"/api/rooms/{room}").status_code == 200, "reading still works"

        resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, limit))
        assert ann.get("/readyz").status_code == 200
        later = ann.open()
        assert ann.rooms() == {room, later}
        status, _, _ = server.end()
        assert status == 0


def test_c6_a_backup_of_a_running_server_is_restored(tmp_path: Path) -> None:
    (there := tmp_path / "there").mkdir()
    (here := tmp_path / "here").mkdir()
    with started(there) as server:
        ann = server.person()
        room, cookies = ann.open(), ann.client.cookies
        with (
            closing(sqlite3.connect(there / "tables.sqlite")) as source,
            closing(sqlite3.connect(here / "tables.sqlite")) as copy,
        ):
            source.backup(copy)
        (here / "key").write_bytes((there / "key").read_bytes())
    with started(here) as server:
        ann = server.stranger(cookies)
        assert ann.rooms() == {room}
        ann.open()


def test_c7_no_other_user_can_read_the_data(tmp_path: Path) -> None:
    """Applies to new files, to files that an older version left open to all, and to copies."""
    folder, copies = tmp_path / "data", tmp_path / "copies"
    with started(folder) as server:
        server.person().open()
        assert folder.stat().st_mode & 0o777 == 0o700
        assert modes(folder) == {0o600}, [*folder.iterdir()]
    for path in folder.iterdir():
        path.chmod(0o644)
    with started(folder) as server:
        server.person().open()
        assert modes(folder) == {0o600}
    copies.mkdir()
    with open_archive(f"sqlite:///{copies / 'copy'}", copy=True) as archive:
        assert modes(copies) == {0o600}
        archive.finish_copy()
    assert modes(copies) == {0o600}


def modes(folder: Path) -> set[int]:
    """Return the permissions of the files in a folder."""
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_group_permissions_are_retained(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("")
    (tmp_path / "key").chmod(0o640)
    make_private(tmp_path / "key")
    assert modes(tmp_path) == {0o640}
