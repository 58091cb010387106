"""``make cluster`` runs servers with their own database, and stops them cleanly."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
import pytest
from tests.support import plain_http
from tests.support.servers import postgres
from tests.support.waiting import until
from websockets.sync.client import connect
from websockets.typing import Origin

ROOT = Path(__file__).parents[2]


Running = tuple[subprocess.Popen[str], dict[int, str], dict[str, tuple[int, str]]]


@pytest.fixture
def cluster() -> Iterator[Running]:
    """A running cluster of two servers, with the ids of the processes that it has started."""
    if postgres.programs() is None:
        pytest.skip(postgres.MISSING)
    with subprocess.Popen(
        [sys.executable, "-m", "tools.cluster", "--nodes", "2", "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        alarm = threading.Timer(120, running.terminate)
        alarm.start()
        output = ""
        for line in running.stdout:
            output += line
            if line.startswith("Ctrl+C"):
                break
        try:
            servers = {int(pid): url for pid, url in re.findall(r"server (\d+) at (\S+)", output)}
            assert len(servers) == 2, output
            others = re.findall(r"(database|proxy) (\d+) at (\S+)", output)
            yield running, servers, {what: (int(pid), url) for what, pid, url in others}
        finally:
            alarm.cancel()
            running.terminate()  # it stops all its processes


def answers(url: str) -> bool:
    with suppress(httpx2.TransportError):
        return plain_http.get(f"{url}/readyz", timeout=5).status_code == 200
    return False


def sockets(url: str) -> float:
    """Return the number of open sockets of a server."""
    lines = plain_http.get(f"{url}/metrics").text.splitlines()
    [sample] = [line for line in lines if line.startswith("tilerummy_sockets ")]
    return float(sample.split()[1])


@contextmanager
def watching(url: str, cookie: dict[str, str], room: str) -> Iterator[None]:
    """Watch a room through a server or the proxy."""
    address = f"{url.replace('http', 'ws')}/ws?room={room}"
    with connect(address, additional_headers=cookie, origin=Origin(url), proxy=None) as socket:
        socket.send(json.dumps({"type": "watch", "room": room}))
        while json.loads(socket.recv(timeout=60))["type"] != "snapshot":
            pass
        yield


def test_its_help_is_plain_text() -> None:
    result = tool("--help")

    assert result.returncode == 0
    text = " ".join(result.stdout.split())
    for part in ("servers that share a database", "temporary folders", "fsync off"):
        assert part in text
    assert "`" not in text


@pytest.mark.parametrize(
    ("option", "value", "limits"),
    [
        ("--nodes", "0", "1 to 9"),
        ("--nodes", "-1", "1 to 9"),
        ("--nodes", "10", "1 to 9"),
        ("--nodes", "two", "1 to 9"),
        ("--port", "65536", "0 to 65535"),
    ],
)
def test_a_bad_number_is_refused(option: str, value: str, limits: str) -> None:
    result = tool(f"{option}={value}")

    assert result.returncode == 2
    assert f"argument {option}: not a number from {limits}: '{value}'" in result.stderr


@pytest.mark.parametrize("once", ["tilerummy-postgres-*", "tilerummy-cluster-*/1.log"])
def test_ctrl_c_ends_it_before_all_has_started(once: str) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.MISSING)
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder)
        temporary.chmod(0o755)  # the database runs as another user
        with subprocess.Popen(
            [sys.executable, "-m", "tools.cluster", "--port", "0"],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as starting:
            until(lambda: any(temporary.glob(once)))
            starting.send_signal(signal.SIGINT)
            try:
                output, _ = starting.communicate(timeout=60)
            finally:
                starting.kill()

        assert (starting.returncode, output) == (0, "Ended before everything had started.\n")
        assert not [*temporary.iterdir()]


def tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.cluster", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def start_again(running: subprocess.Popen[str]) -> str:
    """Run the command that the program prints, and return its next message."""
    assert running.stdout is not None
    hint, command = running.stdout.readline().split(": ")
    assert hint == "Start it again"
    subprocess.run(command.split(), check=True)
    message = running.stdout.readline()
    match = re.fullmatch(r"(\w+) \d+( at \S+) has been started again\.\n", message)
    assert match, message
    return "".join(match.groups())


def test_a_server_is_killed_and_the_other_one_takes_its_rooms(cluster: Running) -> None:
    running, servers, others = cluster
    assert running.stdout is not None
    urls = [*servers.values()]
    with plain_http.Client(base_url=urls[0]) as client:
        made = client.get("/api/me")
        cookie = {"Cookie": made.headers["set-cookie"].partition(";")[0]}
        headers = {**cookie, "X-Tile-Rummy": "1"}
        room = client.post("/api/rooms", json={"seats": 2}, headers=headers).json()["room"]
    known = plain_http.get(f"{urls[1]}/api/me", headers=cookie)
    assert known.json()["name"] == made.json()["name"], "a guest of one is known to the other"

    public = others["proxy"][1] if "proxy" in others else urls[0]
    with watching(public, cookie, room), watching(public, cookie, room):
        assert sorted(map(sockets, urls)) == [0, 2], "the proxy sends both to one server"
        owner = max(servers, key=lambda pid: sockets(servers[pid]))
        for url in urls:
            table = plain_http.get(f"{url}/api/rooms/{room}", headers=cookie)
            assert table.json()["seats"], "any server responds"
        os.kill(owner, signal.SIGKILL)
        gone = servers[owner]
        said = f"server {owner} at {gone} has ended (signal 9): the other one takes its rooms."
        assert running.stdout.readline().startswith(said)
    [left] = {*urls} - {gone}
    with watching(public if "proxy" in others else left, cookie, room):
        assert sockets(left) == 1
    until(lambda: sockets(left) == 0)
    assert start_again(running) == f"server at {gone}"
    until(lambda: answers(gone))
    with watching(gone, cookie, room):
        assert [sockets(gone), sockets(left)] == [0, 1], "the socket is forwarded to the owner"

    database, at = others["database"]
    os.kill(database, signal.SIGKILL)
    said = running.stdout.readline()
    assert said.startswith(f"database {database} at {at} has ended (signal 9)")
    assert "no one can play" in said
    assert start_again(running) == f"database at {at}"
    until(lambda: answers(gone))

    running.send_signal(signal.SIGINT)
    assert running.wait(60) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in servers)
