"""A server waits for its database at the start, and logs when it is lost and found."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from tests.server.postgres.freezing import frozen
from tests.server.process import Process, started, starting
from tests.support import plain_http
from tests.support.servers.postgres import PostgresServer, running_server
from tests.support.waiting import until
from websockets.sync.client import connect

from tilerummy.server import main
from tilerummy.server.settings import Config

AWAY = "postgresql://127.0.0.1:1/tiles"


@pytest.fixture
def mortal() -> Iterator[PostgresServer]:
    """A separate database server that may be killed."""
    with running_server(fsync="on") as server:
        yield server


def logged(err: str) -> list[tuple[str, str]]:
    """Return the level and event of each log line about the database."""
    lines = [json.loads(line) for line in err.splitlines()]
    found = [(line["level"], line["event"]) for line in lines]
    return [each for each in found if each[1].startswith("database_")]


@contextmanager
def pinging(url: str) -> Iterator[Callable[[], object]]:
    """Open a socket; yield a function that sends a ping and returns the response."""
    token = plain_http.post(f"{url}/api/tokens", json={"name": "Robot"}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    with connect(f"ws{url[4:]}/ws", additional_headers=headers, compression=None) as socket:
        assert json.loads(socket.recv(30))["type"] == "welcome"

        def pong() -> object:
            time.sleep(0.05)  # stay below the rate limit
            socket.send('{"type": "ping"}')
            return json.loads(socket.recv(30))

        yield pong


@contextmanager
def waiting(data: Path, database: str) -> Iterator[Process]:
    """Start a server whose database is down, and wait until it has reported this."""
    with starting(data, "--database", database) as server:
        assert server.process.stdout is not None
        message = server.process.stdout.readline()
        assert message.startswith(f"{database.replace('tiles@', '')} cannot be reached (")
        assert message.endswith("Trying again for up to 60 seconds.\n")
        yield server


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_waits_for_its_database_stops_immediately(
    tmp_path: Path, number: signal.Signals
) -> None:
    with waiting(tmp_path, AWAY) as server:
        time.sleep(1.5)
        assert server.process.poll() is None, "it is still trying"
        status, out, err = server.end(number)

    assert (status, out) == (0, ""), "it did not report that it gave up"
    assert logged(err) == [("warning", "database_lost")]


def test_a_server_starts_once_its_database_runs(mortal: PostgresServer, tmp_path: Path) -> None:
    mortal.stop(signal.SIGKILL)
    with waiting(tmp_path, mortal.url) as server:
        mortal.start()
        assert plain_http.get(f"{server.url}/readyz", timeout=60).status_code == 200
        status, _, err = server.end()

    assert status == 0
    assert logged(err) == [("warning", "database_lost"), ("warning", "database_found")]


def test_a_server_gives_up_after_a_minute_of_growing_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, pauses = [0.0], list[float]()

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(main, "_wait", wait)
    messages = list[str]()
    config = Config(data=tmp_path, now=lambda: 0, clock=lambda: now[0], port=0, database=AWAY)

    assert main.run(config, messages.append) == 1
    assert pauses[:6] == [0.25, 0.5, 1, 2, 4, 5]
    assert set(pauses[6:]) == {5}
    assert 55 < sum(pauses) <= 60
    assert "\n".join(messages).count("Trying again") == 1
    assert f"Games cannot be saved in {AWAY}" in "\n".join(messages)


@contextmanager
def killed(database: PostgresServer) -> Iterator[None]:
    database.stop(signal.SIGKILL)
    yield
    database.start()


@pytest.mark.parametrize("away", [killed, frozen])
def test_an_outage_is_logged_once_at_its_start_and_end(
    mortal: PostgresServer,
    tmp_path: Path,
    away: Callable[[PostgresServer], AbstractContextManager[None]],
) -> None:
    """During the outage, pongs report that the server is waiting."""
    with started(tmp_path, "--database", mortal.url) as server:
        with pinging(server.url) as pong:
            assert pong() == {"type": "pong"}
            with away(mortal):
                until(lambda: pong() == {"type": "pong", "waiting": True})
                time.sleep(2)  # until the next check
                assert pong() == {"type": "pong", "waiting": True}
            until(lambda: pong() == {"type": "pong"})
            time.sleep(2)
        status, _, err = server.end()

    assert status == 0
    assert logged(err) == [("warning", "database_lost"), ("warning", "database_found")]
