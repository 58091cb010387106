"""Attacks on the workers: questions, hints and tables that take long, and workers that die."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import cycle
from random import Random

from tests.attacks.harness import Attack, end
from tests.attacks.positions import slow_positions
from tests.attacks.target import Json, Target
from tests.attacks.victims import plain
from tests.server.stream_reader import whole
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tilerummy.analysis import best_play
from tilerummy.rules import ruleset
from tilerummy.state.notation import read_state

SLOW_RULES = "mcgraw+tiles.jokers=8+tiles.colours=8+joker.replace_from=any"
"""House rules under which computer players and hints take long."""
SLOW_VERDICTS = "sabra+tiles.jokers=8+tiles.colours=8+joker.melds={}+joker.replace_from=any"
"""House rules under which a turn takes long to judge if there are jokers on the table."""


def attacker(target: Target, number: int) -> str:
    """Return the address of an attacker."""
    return target.attacker(0, number)


async def solve(target: Target, seconds: float) -> None:
    """Ask the solver slow questions, twice a second, without signing up."""
    mcgraw = slow_positions("mcgraw", tiles=165, rack=30, jokers=2)
    house = slow_positions(SLOW_RULES, tiles=120, rack=30, jokers=6)
    questions = (next(kind) for kind in cycle((mcgraw, house)))
    await _ask(target, "/api/solve", questions, seconds)


async def judge(target: Target, seconds: float) -> None:
    """Ask the referee which plays of a turn lead to a table where eight jokers were moved."""
    positions = slow_positions(SLOW_VERDICTS.format("open"), tiles=50, rack=12, jokers=8)
    await _ask(target, "/api/judge", filter(None, map(_with_jokers_moved, positions)), seconds)


def _with_jokers_moved(position: dict[str, str]) -> dict[str, Json] | None:
    """Return the question about the best table under rules of free jokers, if there is one."""
    free = ruleset(SLOW_VERDICTS.format("free"))
    opened = f"table {position['table']} | rack {position['rack']} | opened 0"
    best = best_play(free, read_state(opened, free.tiles), tidy=False)
    if not best.plays:
        return None
    after = " / ".join(map(str, best.tables[-1]))
    return {**position, "after": after, "turn": True}


async def _ask(target: Target, path: str, questions: Iterator[Json], seconds: float) -> None:
    """Ask two questions a second from one address, and ignore the answers."""

    async def ask(question: Json) -> None:
        with suppress(OSError):
            await target.request(path, question, source=attacker(target, 0))

    async with _for(seconds) as begin:
        while True:
            begin(ask(next(questions)))
            await asyncio.sleep(0.5)


Begin = Callable[[Coroutine[object, object, None]], None]


@asynccontextmanager
async def _for(seconds: float) -> AsyncIterator[Begin]:
    """Run a block for so many seconds, and then cancel the tasks that it has started."""
    tasks: set[asyncio.Task[None]] = set()

    def begin(work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                yield begin
    finally:
        await end(tasks)


async def rules(target: Target, seconds: float) -> None:
    """Ask for the rules of a ruleset that nobody has asked for, ten times a second."""

    async def ask(points: int) -> None:
        with suppress(OSError):
            path = f"/api/rules?ruleset=sabra%2Binitial_meld.points={points}"
            await target.request(path, source=attacker(target, 0))

    async with _for(seconds) as begin:
        for points in cycle(range(500)):
            begin(ask(points))
            await asyncio.sleep(0.1)


async def hints(target: Target, seconds: float) -> None:
    """Ask for hints and check tables at one slow table, on eight sockets, as fast as possible."""
    token = await target.token("Hinter", attacker(target, 0))
    room = await _opened(target, token, attacker(target, 0), computers=1)

    async def storm() -> None:
        async with _connected(target, token, attacker(target, 0)) as socket:
            await socket.send(json.dumps({"type": "watch", "room": room}))
            await asyncio.gather(_listen(socket, room), _ask_questions(socket, room))

    async with _for(seconds) as begin:
        for _ in range(8):
            begin(_repeated(storm))
        await asyncio.Event().wait()


async def _listen(socket: ClientConnection, room: str) -> None:
    """Keep the game going, by drawing and whatever ends the turn."""
    seen: Json = None
    async for text in socket:
        message = json.loads(text)
        if message["type"] not in ("snapshot", "update"):
            continue
        seen = whole(seen, message)
        if game := seen.get("game"):
            version = seen["version"]
            _versions[room] = version
            if can := game["can"]:
                await asyncio.sleep(1)
                act = {"type": "act", "cid": f"d{version}", "room": room, "version": version}
                await socket.send(json.dumps({**act, "actions": [plain(can)]}))


_versions: dict[str, int] = {}


async def _ask_questions(socket: ClientConnection, room: str) -> None:
    chance = Random(1)
    while True:
        question = {"cid": f"q{chance.random()}", "room": room, "version": _versions.get(room, 0)}
        kind = chance.choice(({"type": "ask_hint", "level": 3}, {"type": "check", "after": AFTER}))
        await socket.send(json.dumps({**kind, **question}))
        await asyncio.sleep(0.1)


AFTER = [" ".join(f"{c}{n}" for c in "krbogypw") for n in range(1, 27)]
"""A table that no play leads to."""


async def house_rules(target: Target, seconds: float) -> None:
    """Play with three computer players at each of ten tables whose rules make them slow."""
    token = await target.token("Slow", attacker(target, 0))
    players = [_Guest(target, token, attacker(target, 0)) for _ in range(10)]

    async with _for(seconds) as begin:
        for player in players:
            begin(_repeated(player.play))
        await asyncio.Event().wait()


class _Guest:
    """A guest at a table with slow rules."""

    def __init__(self, target: Target, token: str, source: str) -> None:
        self.target, self.token, self.source, self.room = target, token, source, ""

    async def play(self) -> None:
        """Draw whenever it is the turn of this guest."""
        if not self.room:
            self.room = await _opened(self.target, self.token, self.source, computers=3)
        async with _connected(self.target, self.token, self.source) as socket:
            await socket.send(json.dumps({"type": "watch", "room": self.room}))
            await _listen(socket, self.room)


async def computers_only(target: Target, seconds: float) -> None:
    """Open tables for computer players alone, with slow rules, and disconnect."""

    async def flood(number: int) -> None:
        token = await target.token(f"Opener {number}", attacker(target, number))
        for _ in range(20):
            with suppress(AssertionError):
                await _opened(target, token, attacker(target, number), computers=4)
            await asyncio.sleep(0.2)

    async with _for(seconds) as begin:
        for number in range(5):
            begin(flood(number))
        await asyncio.Event().wait()


async def masters(target: Target, seconds: float) -> None:
    """Watch four masters play, at each of two tables."""

    async def watch(number: int) -> None:
        source = attacker(target, number)
        token = await target.token(f"Watcher {number}", source)
        room = await _opened(target, token, source, computers=4, level="master", rules="sabra")
        async with _connected(target, token, source) as socket:
            await socket.send(json.dumps({"type": "watch", "room": room}))
            async for _ in socket:
                pass

    async with _for(seconds) as begin:
        for number in range(2):
            begin(_repeated(partial(watch, number)))
        await asyncio.Event().wait()


async def killed(target: Target, seconds: float) -> None:
    """Kill a worker every second."""
    await _signalled(target, seconds, signal.SIGKILL)


async def stopped(target: Target, seconds: float) -> None:
    """Suspend a worker every second: it neither works nor exits."""
    await _signalled(target, seconds, signal.SIGSTOP)


async def _signalled(target: Target, seconds: float, number: int) -> None:
    chance = Random(1)
    async with _for(seconds):
        while True:
            if workers := target.workers():
                with suppress(ProcessLookupError):
                    os.kill(chance.choice(workers), number)
            await asyncio.sleep(1)


async def _repeated(work: Callable[[], Coroutine[object, object, None]]) -> None:
    """Do *work*, and repeat it when it has failed."""
    while True:
        with suppress(OSError, WebSocketException, AssertionError):
            await work()
        await asyncio.sleep(0.5)


def _connected(target: Target, token: str, source: str) -> connect:
    return connect(
        target.ws,
        additional_headers={"Authorization": f"Bearer {token}"},
        compression=None,
        open_timeout=20,
        local_addr=(source, 0),
    )


async def _opened(
    target: Target,
    token: str,
    source: str,
    *,
    computers: int,
    level: str = "club",
    rules: str = SLOW_RULES,
) -> str:
    """Open a table, of slow rules if no others are named, where the game begins at once."""
    first = max(0, min(1, 4 - computers))
    seats = [{"seat": first + n, "level": level} for n in range(computers)]
    terms = {"ruleset": rules}
    body = {"seats": first + computers, "computers": seats, "start": True, "terms": terms}
    answer = await target.request("/api/rooms", body, source=source, token=token)
    assert answer.status == 201, answer
    room = answer.body["room"]
    assert isinstance(room, str)
    return room


ATTACKS = (
    Attack("solve", solve, "two slow questions to the solver a second, from one address"),
    Attack("judge", judge, "two slow questions to the referee a second, from one address"),
    Attack("rules", rules, "the rules of ten new rulesets a second"),
    Attack("hints", hints, "hints and checks at a slow table, on eight sockets"),
    Attack("masters", masters, "two tables of four masters each"),
    Attack("house_rules", house_rules, "ten tables of slow rules with three computers each"),
    Attack("computers_only", computers_only, "a hundred tables with computers alone"),
    Attack("killed", killed, "a worker is killed each second"),
    Attack("stopped", stopped, "a worker is suspended each second"),
)
"""The attacks on the workers."""
