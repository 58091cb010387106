"""Attacks the workers with slow questions, hints and tables, and makes workers fail."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, cycle
from random import Random

from tests.attacks.harness import Attack, again, together
from tests.attacks.positions import slow_positions
from tests.attacks.target import Target, attacker
from tests.attacks.victims import plain
from tests.server.stream_reader import whole
from tests.support.servers.api import Json
from websockets.asyncio.client import ClientConnection

from tilerummy.analysis import best_play
from tilerummy.rules import ruleset
from tilerummy.state.notation import read_state

SLOW_RULES = "mcgraw+tiles.jokers=8+tiles.colours=8+joker.replace_from=any"
"""House rules that make computer players and hints slow."""
SLOW_VERDICTS = "sabra+tiles.jokers=8+tiles.colours=8+joker.melds={}+joker.replace_from=any"
"""House rules that make turns slow to judge if there are jokers on the table."""
SLOW_HANDS = "international+tiles.copies=4+tiles.colours=8"
"""House rules that make near hands slow."""
SLOW_TO_CONTINUE = {
    "ruleset": "mcgraw+tiles.copies=2+tiles.jokers=8+tiles.numbers=26+tiles.colours=8",
    "table": (
        "* k6 k7 k8 k9 k10 k11 k12 k13 / o9 o10 * o12 o13 / k9 b9 r9 o9 / r4 o4 k4 /"
        " b4 *b5 b6 b7 / k8 r8 * b8 / r1 o1 b1 *"
    ),
    "rack": "k2",
    "held": [100],
}
"""A position where the next player has very many plays."""


Question = tuple[str, Json]
"""A question for the server: the path of the request, and its body, or None for a GET request."""


async def solve(target: Target, seconds: float) -> None:
    """Send the solver slow questions, two per second, without signing up."""
    mcgraw = slow_positions("mcgraw", tiles=165, rack=30, jokers=2)
    house = slow_positions(SLOW_RULES, tiles=120, rack=30, jokers=6)
    questions = (("/api/solve", next(kind)) for kind in cycle((mcgraw, house)))
    await _ask(target, questions, 2, seconds)


async def judge(target: Target, seconds: float) -> None:
    """Send the referee tables with eight moved jokers."""
    positions = slow_positions(SLOW_VERDICTS.format("open"), tiles=50, rack=12, jokers=8)
    moved = filter(None, map(_with_jokers_moved, positions))
    await _ask(target, (("/api/judge", question) for question in moved), 2, seconds)


def _with_jokers_moved(position: dict[str, str]) -> dict[str, Json] | None:
    """Return the best table under free-joker rules as a question, or None without a play."""
    free = ruleset(SLOW_VERDICTS.format("free"))
    opened = f"table {position['table']} | rack {position['rack']} | opened 0"
    best = best_play(free, read_state(opened, free.tiles), tidy=False)
    if not best.plays:
        return None
    after = " / ".join(map(str, best.tables[-1]))
    return {**position, "after": after, "turn": True}


async def play_on(target: Target, seconds: float) -> None:
    """Have slow positions played on."""
    questions = ({**SLOW_TO_CONTINUE, "seed": seed} for seed in count())
    await _ask(target, (("/api/play-on", question) for question in questions), 2, seconds)


async def rules(target: Target, seconds: float) -> None:
    """Request the rules of new rulesets, ten per second."""
    path = "/api/rules?ruleset=sabra%2Binitial_meld.points="
    await _ask(target, ((f"{path}{points}", None) for points in cycle(range(500))), 10, seconds)


async def _ask(target: Target, questions: Iterator[Question], rate: int, seconds: float) -> None:
    """Send *rate* questions per second from one address, and ignore the responses."""

    async def ask(number: int) -> None:
        await asyncio.sleep(number / rate)
        with suppress(OSError):
            await target.request(*next(questions), source=attacker())

    await together(seconds, map(ask, range(int(seconds * rate))))


async def hints(target: Target, seconds: float) -> None:
    """Request hints and checks for one slow table on eight sockets as fast as possible."""
    token = await target.token("Hinter", attacker())
    room = await _opened(target, token, attacker(), computers=1)
    await _storm(target, token, room, seconds, HINTS)


async def near(target: Target, seconds: float) -> None:
    """Request near hands for one slow table on eight sockets as fast as possible."""
    token = await target.token("Collector", attacker())
    room = await _opened(target, token, attacker(), computers=1, rules=SLOW_HANDS)
    await _storm(target, token, room, seconds, [{"type": "ask_near"}])


async def _storm(
    target: Target, token: str, room: str, seconds: float, questions: Sequence[Json]
) -> None:
    async def storm() -> None:
        async with target.socket(token, attacker()) as socket:
            await asyncio.gather(_listen(socket, room), _ask_questions(socket, room, questions))

    await together(seconds, [again(storm, 0.5) for _ in range(8)])


async def _listen(socket: ClientConnection, room: str) -> None:
    """Watch a table, confirm its deals, and keep its game going with simple actions."""
    await socket.send(json.dumps({"type": "watch", "room": room}))
    seen: Json = None
    async for text in socket:
        message = json.loads(text)
        if message["type"] not in ("snapshot", "update"):
            continue
        seen = whole(seen, message)
        if seen["table"]["phase"] == "sealing":
            ready = {"type": "control", "cid": f"r{seen['version']}", "room": room, "what": "ready"}
            await socket.send(json.dumps(ready))
        if game := seen.get("game"):
            version = seen["version"]
            _versions[room] = version
            if can := game["can"]:
                await asyncio.sleep(1)
                act = {"type": "act", "cid": f"d{version}", "room": room, "version": version}
                await socket.send(json.dumps({**act, "actions": [plain(can)]}))


_versions: dict[str, int] = {}


async def _ask_questions(socket: ClientConnection, room: str, questions: Sequence[Json]) -> None:
    rng = Random(1)
    while True:
        question = {
            "cid": f"q{rng.getrandbits(64)}",
            "room": room,
            "version": _versions.get(room, 0),
        }
        await socket.send(json.dumps({**rng.choice(questions), **question}))
        await asyncio.sleep(0.1)


AFTER = [" ".join(f"{c}{n}" for c in "krbogypw") for n in range(1, 27)]
"""An unreachable table."""
HINTS = ({"type": "ask_hint", "level": 3}, {"type": "check", "after": AFTER})


async def house_rules(target: Target, seconds: float) -> None:
    """Play at ten slow tables, with three computer players each."""
    source = attacker()
    token = await target.token("Slow", source)

    async def sit(room: str) -> None:
        async with target.socket(token, source) as socket:
            await _listen(socket, room)

    async def play() -> None:
        room = await _opened(target, token, source, computers=3)
        await again(partial(sit, room), 0.5)

    await together(seconds, [again(play, 0.5) for _ in range(10)])


async def computers_only(target: Target, seconds: float) -> None:
    """Open slow tables with only computer players, and disconnect."""

    async def flood(number: int) -> None:
        source = attacker(number)
        token = await target.token(f"Opener {number}", source)
        for _ in range(20):
            with suppress(AssertionError):
                await _opened(target, token, source, people=0, computers=4)
            await asyncio.sleep(0.2)

    await together(seconds, map(flood, range(5)))


async def masters(target: Target, seconds: float) -> None:
    """Watch four masters play at each of two tables."""

    async def watch(number: int) -> None:
        source = attacker(number)
        token = await target.token(f"Watcher {number}", source)
        room = await target.open(token, source, people=0, computers=4, level="master")
        async with target.socket(token, source) as socket:
            await socket.send(json.dumps({"type": "watch", "room": room}))
            async for _ in socket:
                pass

    await together(seconds, [again(partial(watch, number), 0.5) for number in range(2)])


async def signalled(target: Target, seconds: float, number: signal.Signals) -> None:
    """Send a signal to a random worker every second."""
    rng = Random(1)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                if workers := target.workers():
                    with suppress(ProcessLookupError):
                        os.kill(rng.choice(workers), number)
                await asyncio.sleep(1)


async def _opened(
    target: Target,
    token: str,
    source: str,
    *,
    people: int = 1,
    computers: int,
    rules: str = SLOW_RULES,
) -> str:
    """Open a slow table whose game starts immediately."""
    return await target.open(
        token, source, people=people, computers=computers, level="club", rules=rules
    )


KILLED = partial(signalled, number=signal.SIGKILL)
STOPPED = partial(signalled, number=signal.SIGSTOP)
"""A suspended worker neither works nor exits."""

ATTACKS = (
    Attack("solve", solve, "two slow questions per second to the solver, from one address"),
    Attack("judge", judge, "two slow questions per second to the referee, from one address"),
    Attack("play_on", play_on, "two slow positions per second played on, from one address"),
    Attack("rules", rules, "the rules of ten new rulesets per second"),
    Attack("hints", hints, "hints and checks at a slow table, on eight sockets"),
    Attack("near", near, "near hands at a slow table, on eight sockets"),
    Attack("masters", masters, "two tables of four masters each"),
    Attack("house_rules", house_rules, "ten tables of slow rules with three computers each"),
    Attack("computers_only", computers_only, "a hundred tables with only computers"),
    Attack("killed", KILLED, "a worker is killed every second"),
    Attack("stopped", STOPPED, "a worker is suspended every second"),
)
