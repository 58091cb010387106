"""``tilerummy serve``: it starts, plays, ends, and goes on where it was."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from pathlib import Path

import apsw
import pytest
from click.testing import CliRunner
from tests.server.conftest import FAST
from tests.server.process import started
from tests.server.served import WRITES, Times, guest_id, served
from tests.support import plain_http

from tilerummy.cli import missing_kernel
from tilerummy.cli.commands import tilerummy
from tilerummy.server import main
from tilerummy.server.config import Config
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store import Entries
from tilerummy.server.store.opening import memory_store, open_store


def test_what_is_kept_is_there_after_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with started(data) as server, plain_http.Client(base_url=server.url, timeout=60) as ann:
        ann.get("/api/me")
        ann.put("/api/me", json={"name": "Ann"}, headers=WRITES)
        room = ann.post("/api/rooms", json={"seats": 2}, headers=WRITES).json()["room"]
        cookies = {c.name: str(c.value) for c in ann.cookies.jar}
        status, out, err = server.end()
    assert (status, err) == (0, "")
    assert f"Tile Rummy is at {server.url}" in out
    assert str(data) in out

    with (
        started(data, "--logs") as again,
        plain_http.Client(base_url=again.url, cookies=cookies, timeout=60) as ann,
    ):
        assert ann.get("/api/me").json()["name"] == "Ann"
        assert [card["room"] for card in ann.get("/api/rooms").json()["mine"]] == [room]
        status, _, err = again.end(signal.SIGINT)
    assert status == 0
    assert "/api/rooms" in err

    if os.name != "nt":
        assert (data / "key").stat().st_mode & 0o077 == 0, "nobody else reads the key"
        assert data.stat().st_mode & 0o077 == 0


def test_a_table_that_cannot_be_read_keeps_nobody_from_playing() -> None:
    times = Times()
    store = memory_store(times.now)
    asyncio.run(store.logs.append(Entries("bad", 0, [b"no entry"])))
    with served(store, times=times) as server:
        ann = server.person("Ann")
        room = ann.open()
        assert ann.get(f"/api/rooms/{room}").status_code == 200
        assert ann.get("/api/rooms/bad").status_code == 500


def test_a_damaged_table_keeps_nobody_out_of_the_lobby(tmp_path: Path) -> None:
    times = Times()
    with served(open_store(f"sqlite:///{tmp_path / 'db'}", times.now), times=times) as server:
        ann = server.person("Ann")
        good, bad = ann.open(), ann.open()
        cookies = {c.name: str(c.value) for c in ann.client.cookies.jar}
    db = apsw.Connection(str(tmp_path / "db"))
    db.execute("UPDATE entries SET body = x'00' WHERE room = ? AND seq = 1", (bad,))
    db.close()

    with served(open_store(f"sqlite:///{tmp_path / 'db'}", times.now), times=times) as server:
        ann = server.stranger()
        ann.client.cookies.update(cookies)
        mine = ann.get("/api/rooms").json()["mine"]
        assert {card["room"] for card in mine} == {good, bad}, "they are listed by the index"
        told = ann.get(f"/api/rooms/{bad}")
        assert (told.status_code, told.json()["error"]["code"]) == (500, "damaged")
        assert "damaged from entry 1 on" in told.json()["error"]["message"]
        assert ann.get(f"/api/rooms/{good}").status_code == 200
        assert "tilerummy_damaged 1.0" in ann.get("/metrics").text


@pytest.mark.parametrize("again", [True, False])
def test_an_account_is_deleted_although_a_log_is_damaged(tmp_path: Path, *, again: bool) -> None:
    """Be it found as the server starts again, or the table is being played at."""
    times = Times()
    with served(open_store(f"sqlite:///{tmp_path / 'db'}", times.now), times=times) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        good, bad = (ann.open(terms={"title": title}) for title in ("good", "bad"))
        session = guest_id(ann)
        with ben.socket() as talk:
            talk.send("watch", room=bad)
            talk.next("snapshot")
            _damage(tmp_path / "db", bad)
            cookies = {c.name: str(c.value) for c in ann.client.cookies.jar}
            if not again:
                told = ann.delete("/api/me")
                assert talk.closed() == RESTART, "the table is read again"
                assert ben.get(f"/api/rooms/{good}").status_code == 200

    with served(open_store(f"sqlite:///{tmp_path / 'db'}", times.now), times=times) as server:
        if again:
            ann = server.stranger()
            ann.client.cookies.update(cookies)
            told = ann.delete("/api/me")
            assert ann.get("/api/rooms").json()["mine"] == []
            assert server.person("Ben").get(f"/api/rooms/{bad}").status_code == 500
        assert (told.status_code, told.json()) == (200, {"deleted": 0, "anonymised": 2})
    db = apsw.Connection(str(tmp_path / "db"))
    kept = [row for name in TABLES for row in db.execute(f"SELECT * FROM {name}")]
    db.close()
    assert len(kept) > 4
    assert session not in str(kept)
    assert "Ann" not in str(kept)


TABLES = ("rooms", "entries", "answers", "members", "admitted", "guests", "tokens")


def _damage(file: Path, room: str) -> None:
    """Make the entry that tells who sat down first unreadable."""
    db = apsw.Connection(str(file))
    db.set_busy_timeout(5000)
    db.execute(
        "UPDATE entries SET body = CAST(x'00' || body AS BLOB) WHERE room = ? AND seq = 1", (room,)
    )
    db.close()


def test_of_many_matches_that_are_over_the_latest_are_listed() -> None:
    times = Times()
    store = memory_store(times.now)
    with served(store, times=times, rates=FAST) as server:
        ann = server.person("Ann")
        for _ in range(7):
            room = ann.open(computers=[{"seat": 1, "level": "beginner"}], start=True)
            with ann.socket() as talk:
                talk.send("watch", room=room)
                while not talk.next().get("game"):
                    pass
                assert talk.ask("control", room=room, what="resign")["status"] == "ok"
        mine = ann.get("/api/rooms").json()["mine"]
    assert [card["phase"] for card in mine] == ["over"] * 5


def test_no_worker_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    with started(tmp_path) as server, plain_http.Client(base_url=server.url, timeout=60) as ann:
        assert ann.post("/api/solve", json={"table": "", "rack": "r1"}).status_code == 200
        workers = [
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/stat")
            if path.read_text().rpartition(")")[2].split()[1] == str(server.process.pid)
        ]
        server.process.kill()
        server.process.wait()
        deadline = time.monotonic() + 60
        while any(Path(f"/proc/{pid}").exists() for pid in workers):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert workers or not Path("/proc/1").exists()


def test_a_port_that_is_taken_is_told_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = CliRunner().invoke(
            tilerummy, ["serve", "--no-open", "--port", port, "--data", str(tmp_path)]
        )

    assert told.exit_code == 1
    assert "--port" in told.output


def test_a_data_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database" * 1000)
    told = CliRunner().invoke(
        tilerummy, ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    )

    assert told.exit_code == 1
    assert "cannot be kept" in told.output
    assert str(tmp_path / "tables.sqlite") in told.output


@pytest.mark.parametrize("key", [b"", b"00ff", b"no hexadecimal digits", b"\xff\xfe" * 40])
def test_a_broken_file_of_the_key_is_told_by_its_name(tmp_path: Path, key: bytes) -> None:
    (tmp_path / "key").write_bytes(key)
    told = CliRunner().invoke(
        tilerummy, ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    )

    assert told.exit_code == 1
    assert f"{tmp_path / 'key'} holds no key" in told.output


@pytest.mark.parametrize("option", ["--public-url", "--origin"])
@pytest.mark.parametrize(
    "value", ["tiles", "x", "http://", "https://x/sub", "https://x?y", "ftp://x", "http://x:port"]
)
def test_an_address_that_is_none_is_refused_with_an_example(option: str, value: str) -> None:
    told = CliRunner().invoke(tilerummy, ["serve", "--no-open", option, value])

    assert told.exit_code == 2
    assert option in told.output
    assert "https://tiles.example" in told.output


@pytest.mark.parametrize("value", ["foo", "localhost", "10.0.0.1/8", ""])
def test_a_proxy_that_is_no_address_is_refused_with_an_example(value: str) -> None:
    told = CliRunner().invoke(tilerummy, ["serve", "--no-open", "--trusted-proxy", value])

    assert told.exit_code == 2
    assert "127.0.0.1" in told.output


def test_addresses_are_taken_as_browsers_name_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Config] = []
    monkeypatch.setattr(main, "run", lambda plan, _say: plans.append(plan))
    options = ["--public-url", "HTTPS://Tiles.example/", "--origin", "http://[::1]:8000"]
    proxies = ["--trusted-proxy", "::1", "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "*"]

    told = CliRunner().invoke(tilerummy, ["serve", "--data", str(tmp_path), *options, *proxies])

    assert told.exit_code == 0
    (plan,) = plans
    assert (plan.public_url, plan.origins) == ("https://tiles.example", ("http://[::1]:8000",))
    assert plan.proxies == ("::1", "10.0.0.0/8", "*")


def test_without_the_kernel_it_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing_kernel, "HAS_KERNEL", False)
    monkeypatch.setattr(main, "run", lambda _plan, _say: 0)

    told = CliRunner().invoke(tilerummy, ["serve", "--data", str(tmp_path)])

    assert (told.exit_code, told.output) == (0, f"{missing_kernel.NO_KERNEL}\n")


def test_a_short_key_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILERUMMY_KEY", "00ff")
    told = CliRunner().invoke(
        tilerummy, ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    )

    assert told.exit_code == 1
    assert "TILERUMMY_KEY" in told.output


def test_without_its_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.startswith("tilerummy.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "apsw", None)
    told = CliRunner().invoke(tilerummy, ["serve", "--no-open"])

    assert told.exit_code == 1
    assert f"{sys.executable} -m pip install 'tilerummy[server]'" in told.output
