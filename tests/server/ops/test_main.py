"""``tilerummy serve`` starts, stops, and resumes its games."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.server.process import serve, started
from tests.server.served import Served, Times, error, guest_id, served
from tests.server.store.reading import change
from tests.support.waiting import until

from tilerummy import cli
from tilerummy.cli import missing_kernel
from tilerummy.server import main
from tilerummy.server.settings import Config
from tilerummy.server.startup_banner import startup_banner
from tilerummy.server.store.copying import OF_GUESTS, OF_ROOMS
from tilerummy.server.store.factory import open_store


def test_stored_tables_exist_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with started(data) as server:
        ann = server.person("Ann")
        room, cookies = ann.open(), ann.client.cookies
        status, out, err = server.end()
    assert (status, err) == (0, "")
    assert f"Tile Rummy is at {server.url}" in out
    assert str(data) in out

    with started(data, "--logs") as again:
        ann = again.stranger(cookies)
        assert ann.get("/api/me").json()["name"] == "Ann"
        assert ann.rooms() == {room}
        status, _, err = again.end(signal.SIGINT)
    assert status == 0
    assert "/api/rooms" in err


@contextmanager
def kept_in(folder: Path) -> Iterator[Served]:
    """Run a server that stores its tables in a file in *folder*."""
    times = Times()
    with served(open_store(_url(folder), times.now), times=times) as server:
        yield server


def _url(folder: Path) -> str:
    return f"sqlite:///{folder / 'db'}"


def test_a_damaged_table_prevents_neither_logins_nor_deletion(
    tmp_path: Path,
) -> None:
    with kept_in(tmp_path) as server:
        ann = server.person("Ann")
        good, bad = ann.open(), ann.open()
        session, cookies = guest_id(ann), ann.client.cookies
    where = f"WHERE room = '{bad}' AND seq = 1"
    change(_url(tmp_path), f"UPDATE entries SET body = CAST(x'00' || body AS BLOB) {where}")

    with kept_in(tmp_path) as server:
        ann, ben = server.stranger(cookies), server.person("Ben")
        assert ann.rooms() == {good, bad}, "lists are made from the index"
        response = ann.get(f"/api/rooms/{bad}")
        assert (response.status_code, error(response)) == (500, "damaged")
        assert "damaged from entry 1 on" in response.json()["error"]["message"]
        assert ann.get(f"/api/rooms/{good}").status_code == 200
        assert "tilerummy_corrupt_tables 1.0" in ann.get("/metrics").text

        assert ann.delete("/api/me").json() == {"deleted": 0, "anonymised": 2}
        assert ann.get("/api/rooms").json()["mine"] == []
        assert ben.get(f"/api/rooms/{bad}").status_code == 500
    names = (*OF_ROOMS, *OF_GUESTS)
    left = str([change(_url(tmp_path), f"SELECT * FROM {name}") for name in names])
    assert "Ben" in left
    assert session not in left
    assert "Ann" not in left


@pytest.mark.parametrize("key", ["", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"])
def test_options_for_push_messages_need_a_contact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """A key or a push service without the other settings is not ignored silently."""
    monkeypatch.setenv(main.PUSH_KEY, key)
    options = () if key else ("--push-service", "https://push.lan:8443")
    with started(tmp_path, *options) as server:
        _, out, _ = server.end()
    warning = "Warning: players cannot be notified of their turns without --push-contact"
    assert warning in out

    with started(tmp_path, *options, "--push-contact", "mailto:you@tiles.example") as server:
        _, out, _ = server.end()
    assert "Warning" not in out


def test_a_wrong_push_key_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(main.PUSH_KEY, "short")
    result = serve("--data", tmp_path, "--push-contact", "mailto:you@tiles.example")

    assert result.exit_code == 1
    assert "Games cannot be saved" not in result.output
    assert main.PUSH_KEY in result.output


def test_no_worker_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        ann = server.person()
        question = {"table": "k1 k2 k3", "rack": "k4"}
        assert ann.post("/api/solve", question).json()["tiles"] == 1
        wrong = ann.post("/api/solve", {"table": "k1 k3", "rack": "r1"})
        assert (wrong.status_code, "table" in wrong.json()["error"]["message"]) == (400, True)
        workers = [
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/stat")
            if path.read_text().rpartition(")")[2].split()[1] == str(server.process.pid)
        ]
        server.kill()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    assert workers or not Path("/proc/1").exists()


def test_a_port_in_use_is_explained(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = serve("--port", taken.getsockname()[1], "--data", tmp_path)

    assert result.exit_code == 1
    assert "--port" in result.output


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("tables.sqlite", b"no database" * 1000, "cannot be saved"),
        *(("key", key, "is not a key") for key in (b"", b"00ff", b"no digits", b"\xff\xfe" * 40)),
    ],
)
def test_a_broken_file_is_reported_by_name(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    result = serve("--data", tmp_path)

    assert result.exit_code == 1
    assert str(tmp_path / name) in result.output
    assert reason in result.output


ADDRESSES = ("tiles", "x", "http://", "https://x/sub", "https://x?y", "ftp://x", "http://x:port")
NO_PROXIES = ("foo", "localhost", "10.0.0.1/8", "")
NO_DATABASES = ("mysql://tiles@db/tiles", "tiles", "sqlite:///x", "http://db.example")
NO_NAMES = ("http://tiles.local", "tiles.local:8000", "a b", "")
DATABASE = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE"


@pytest.mark.parametrize(
    ("option", "value", "example"),
    [
        *(("--public-url", value, "https://tiles.example") for value in ADDRESSES),
        *(("--origin", value, "https://tiles.example") for value in ADDRESSES),
        *(("--trusted-proxy", value, "127.0.0.1") for value in NO_PROXIES),
        *(("--database", value, DATABASE) for value in NO_DATABASES),
        *(("--allowed-host", value, "tiles.local") for value in NO_NAMES),
    ],
)
def test_an_invalid_address_is_refused_with_an_example(
    option: str, value: str, example: str
) -> None:
    result = serve(option, value)

    assert result.exit_code == 2
    assert option in result.output
    assert example in result.output


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """A list that collects the configurations of servers, which are not actually started."""
    configs: list[Config] = []
    monkeypatch.setattr(main, "run", lambda config, _say: configs.append(config))
    return configs


def test_addresses_are_normalised(tmp_path: Path, config: list[Config]) -> None:
    options = ["--public-url", "HTTPS://Tiles.example/", "--origin", "http://[::1]:8000"]
    proxies = ["--trusted-proxy", "::1", "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "*"]
    names = ["--allowed-host", "Tiles.Home", "--allowed-host", "box.lan"]

    assert serve("--data", tmp_path, *options, *proxies, *names).exit_code == 0
    (plan,) = config
    assert (plan.public_url, plan.origins) == ("https://tiles.example", ("http://[::1]:8000",))
    assert plan.proxies == ("::1", "10.0.0.0/8", "*")
    assert plan.hosts == ("tiles.home", "box.lan"), "S18"


@pytest.mark.parametrize(
    ("port", "tip"),
    [(8000, "reach it; --lan lets"), (9000, "reach it; --lan --port 9000 lets")],
)
def test_the_tip_for_phones_keeps_the_port(tmp_path: Path, port: int, tip: str) -> None:
    plan = Config(data=tmp_path, now=lambda: 0, clock=lambda: 0.0, port=port)

    assert tip in startup_banner(plan, port)


def test_the_database_may_be_in_the_environment(
    tmp_path: Path, config: list[Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILERUMMY_DATABASE", "postgresql://ann:hidden@db.example/tiles")

    assert serve("--data", tmp_path).exit_code == 0
    (plan,) = config
    assert plan.store_url == "postgresql://ann:hidden@db.example/tiles"
    assert plan.location == "postgresql://db.example/tiles"


def test_a_missing_kernel_is_only_reported(
    tmp_path: Path, config: list[Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing_kernel, "HAS_KERNEL", False)

    result = serve("--data", tmp_path)

    assert (result.exit_code, result.output) == (0, f"{missing_kernel.NO_KERNEL}\n")
    assert config


def test_a_short_key_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILERUMMY_KEY", "00ff")
    result = serve("--data", tmp_path)

    assert result.exit_code == 1
    assert "TILERUMMY_KEY" in result.output


@pytest.mark.parametrize(
    ("package", "ours", "extra", "options"),
    [
        ("apsw", "server", "server", ()),
        ("psycopg", "server.store.postgres", "postgres", ("--database", "postgresql://x/y")),
    ],
)
def test_a_missing_package_is_explained(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    package: str,
    ours: str,
    extra: str,
    options: tuple[str, ...],
) -> None:
    for name in [n for n in sys.modules if n.startswith(f"tilerummy.{ours}")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    command = ["tilerummy", "serve", "--no-open", "--port", "0", "--data", str(tmp_path), *options]
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as ended:
        cli.main()

    assert ended.value.code
    output = f"{ended.value.code}{capsys.readouterr().out}"
    assert f"{sys.executable} -m pip install 'tilerummy[{extra}]'" in output
