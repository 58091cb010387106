"""Reviews that several servers are asked for, and whose worker processes are killed meanwhile."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from tests.server.process import Process, started
from tests.support import plain_http
from tests.support.servers.postgres import running_server
from websockets.sync.client import connect

TURNS = 2
"""How many turns the person has: a review plays each of them on many times."""


class Asked(NamedTuple):
    """An answer to somebody who asked for a review: its events in their order."""

    events: list[tuple[str, Any]]

    @property
    def review(self) -> Any:  # noqa: ANN401 - whatever JSON says
        """The finished review; None without one."""
        done = [data for name, data in self.events if name == "review" and data["done"]]
        return done[-1]["review"] if done else None

    @property
    def error(self) -> str:
        """The code of the error with which it ended; nothing if there was none."""
        name, data = self.events[-1]
        return str(data["code"]) if name == "error" else ""


class Player:
    """A program with an account that all nodes know, and the game that it has played."""

    def __init__(self, nodes: list[Process]) -> None:
        self.nodes = nodes
        made = plain_http.post(f"{nodes[0].url}/api/tokens", json={"name": "Ann"}).json()
        self._headers = {"Authorization": f"Bearer {made['token']}", "X-Tile-Rummy": "1"}
        self.room = self._played()

    def _played(self) -> str:
        """Return a game of a few turns, which Ann has given up."""
        url = self.nodes[0].url
        new = {"seats": 2, "computers": [{"seat": 1, "level": "beginner"}], "start": True}
        body = {**new, "terms": {"ruleset": "sabra"}}
        opened = plain_http.post(f"{url}/api/rooms", json=body, headers=self._headers)
        room = str(opened.json()["room"])
        address = url.replace("http", "ws") + "/ws"
        with connect(address, additional_headers=self._headers, compression=None) as socket:
            turns, version = 0, 0
            socket.send(json.dumps({"type": "watch", "room": room}))
            socket.send(json.dumps(_control(room, "ready")))
            while turns <= TURNS:
                message = json.loads(socket.recv(timeout=60))
                version = message.get("version", version)
                if (message.get("game") or {}).get("can"):
                    turns += 1
                    act = {"type": "act", "cid": f"c{turns}", "room": room, "actions": ["draw"]}
                    last = _control(room, "resign")
                    socket.send(json.dumps({**act, "version": version} if turns <= TURNS else last))
            while message.get("cid") != "resign":
                message = json.loads(socket.recv(timeout=60))
        return room

    def ask(self, node: Process, depth: str = "quick", seat: int = 0) -> Asked:
        """Ask a node for a review, and return all that it answers."""
        return Asked([*self.asking(node, depth, seat)])

    def asking(
        self, node: Process, depth: str = "quick", seat: int = 0
    ) -> Iterator[tuple[str, Any]]:
        """Yield the events as they come."""
        path = f"{node.url}/api/games/{self.room}/review?seat={seat}&depth={depth}"
        client = plain_http.Client(timeout=httpx2.Timeout(120))
        with client, client.stream("GET", path, headers=self._headers) as answer:
            assert answer.status_code == 200
            name = ""
            for line in answer.iter_lines():
                field, _, rest = line.partition(": ")
                if field == "event":
                    name = rest
                elif field == "data":
                    yield name, json.loads(rest)


def _control(room: str, what: str) -> dict[str, str]:
    return {"type": "control", "cid": what, "room": room, "what": what}


def kill_workers(node: Process) -> None:
    """Kill all worker processes of a node, which starts them again."""
    for children in Path(f"/proc/{node.process.pid}/task").glob("*/children"):
        for pid in children.read_text().split():
            with suppress(OSError):  # it has ended meanwhile
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(int(pid), signal.SIGKILL)


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """Somebody who has played a game, and two nodes that know it."""
    with pytest.MonkeyPatch.context() as patched, ExitStack() as stack:
        patched.setenv("TILERUMMY_KEY", "5e" * 32)
        options = ["--shared", "--database", stack.enter_context(running_server()).empty()]
        folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
        yield Player([stack.enter_context(started(each, *options)) for each in folders])


def test_a_review_whose_worker_is_killed_is_finished(player: Player) -> None:
    """The pieces that were lost with their process are done again."""
    node = player.nodes[0]
    events: list[tuple[str, Any]] = []
    for event in player.asking(node):
        if not events:  # what is certain is known, and it is being played on
            kill_workers(node)
        events.append(event)
    found = Asked(events)

    assert not found.error
    assert found.review["seats"][0]["rounds"][0]["decisions"]
    assert player.ask(node, "certain").review is not None, "the next one works"


def test_two_servers_that_are_asked_at_once_give_the_same_review(player: Player) -> None:
    """Each plays on by chance and time, so that it may find something else than the other."""
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(partial(player.ask, seat=1), player.nodes)
    later = [player.ask(node, seat=1) for node in player.nodes]

    assert one.review is not None
    assert one.review == two.review
    assert [each.review for each in later] == [one.review] * 2
