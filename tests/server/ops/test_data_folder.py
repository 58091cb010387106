"""The folder of a server: its one user, a disk that fills up under it, a backup put back."""

from __future__ import annotations

import resource
import sqlite3
from pathlib import Path

from tests.server.process import serve, started

from tilerummy.server.store.folder import make_private
from tilerummy.server.store.opening import open_archive


def test_a_folder_has_one_server_and_is_free_when_that_was_killed(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        again = serve("--data", tmp_path)
        assert again.exit_code == 1
        assert f"another server uses {tmp_path}" in again.output
        assert "--data" in again.output
        server.person().open()
        server.kill()
    with started(tmp_path) as server:
        server.person().open()


def test_c3_on_a_full_disk_nothing_is_promised_and_all_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    with started(tmp_path) as server:
        ann = server.person()
        room = ann.open()
        pid, size = server.process.pid, max(p.stat().st_size for p in tmp_path.iterdir())
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, -1))
        refused = [ann.post("/api/rooms", {"seats": 2}) for _ in range(3)]
        assert {(r.status_code, r.json()["error"]["code"]) for r in refused} == {(503, "storage")}
        assert ann.get("/readyz").status_code == 503
        assert ann.get(f"/api/rooms/{room}").status_code == 200, "it can be read"

        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
        assert ann.get("/readyz").status_code == 200
        later = ann.open()
        assert ann.rooms() == {room, later}
        status, _, _ = server.end()
        assert status == 0


def test_c6_a_backup_made_while_the_server_runs_is_put_back(tmp_path: Path) -> None:
    (there := tmp_path / "there").mkdir()
    (here := tmp_path / "here").mkdir()
    with started(there) as server:
        ann = server.person()
        room, cookies = ann.open(), ann.client.cookies
        source = sqlite3.connect(there / "tables.sqlite")
        copy = sqlite3.connect(here / "tables.sqlite")
        source.backup(copy)
        source.close()
        copy.close()
        (here / "key").write_bytes((there / "key").read_bytes())
    with started(here) as server:
        ann = server.stranger(cookies)
        assert ann.rooms() == {room}
        ann.open()


def test_c7_nobody_else_on_the_machine_reads_what_is_stored(tmp_path: Path) -> None:
    """Neither a new file, nor one that an older version has left open to all, nor a copy."""
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
    """Return the permissions of all files of a folder."""
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_what_was_opened_to_a_group_stays_so(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("")
    (tmp_path / "key").chmod(0o640)
    make_private(tmp_path / "key")
    assert modes(tmp_path) == {0o640}
