"""Attacks on the disk, by causing as many writes as possible; and several attacks at once."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import count

from tests.attacks import computing, connecting
from tests.attacks.connecting import all_of, joined
from tests.attacks.harness import Attack
from tests.attacks.target import Target
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

MOST_DISK = 16 * 1024 * 1024
"""The most bytes of the data folder after such an attack, with the games of the victims."""
MOST_MEMORY = 200 * 1024 * 1024
"""The most bytes of memory of the server then."""

ILLEGAL = [f"r{n} r{n} r{n} b{n} k13 k13 o1 o9" for n in range(1, 14)] * 8
"""A table with as many errors as a message can hold."""

_number = count()


def attacker(target: Target) -> str:
    """Return the address of an attacker."""
    return target.attacker(2, 0)


async def refusals(target: Target, seconds: float) -> None:
    """Submit illegal tables on eight sockets, as fast as possible."""
    token = await target.token("Wrong", attacker(target))
    body = {"seats": 2, "computers": [{"seat": 1, "level": "beginner"}], "start": True}
    answer = await target.request("/api/rooms", body, source=attacker(target), token=token)
    room = answer.body["room"]

    async def storm() -> None:
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with joined(target, token, attacker(target)) as talk:
                    await talk.send(json.dumps({"type": "watch", "room": room}))
                    await _submit_illegal(talk, room)
            await asyncio.sleep(0.2)

    async with all_of(seconds, [storm() for _ in range(8)]):
        pass


async def _submit_illegal(talk: ClientConnection, room: str) -> None:
    """Submit one illegal table after another, each for the latest version."""
    version = 0
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                while True:
                    message = json.loads(await talk.recv())
                    version = max(version, message.get("version", 0))
        command = {"room": room, "version": version, "cid": f"w{next(_number)}"}
        await talk.send(json.dumps({"type": "done", "after": ILLEGAL, **command}))


async def locks(target: Target, seconds: float) -> None:
    """Lock and unlock five tables in turn, as fast as possible."""
    token = await target.token("Locksmith", attacker(target))
    rooms = []
    for _ in range(5):
        answer = await target.request(
            "/api/rooms", {"seats": 2}, source=attacker(target), token=token
        )
        if answer.status == 201:
            rooms.append(answer.body["room"])

    async def storm() -> None:
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with joined(target, token, attacker(target)) as talk:
                    for number in _number:
                        what = ("lock", "unlock")[number % 2]
                        for room in rooms:
                            command = {"type": "control", "cid": f"l{next(_number)}", "room": room}
                            await talk.send(json.dumps({**command, "what": what}))
                            with suppress(TimeoutError):
                                async with asyncio.timeout(0.05):
                                    while True:
                                        await talk.recv()
            await asyncio.sleep(0.2)

    async with all_of(seconds, [storm()]):
        pass


async def everything(target: Target, seconds: float) -> None:
    """Run the worst attacks at once, from four addresses."""
    worst = (
        computing.solve,
        connecting.watch,
        connecting.half_open,
        connecting.tables,
        refusals,
        locks,
    )
    await asyncio.gather(*(attack(target, seconds) for attack in worst))


async def little_disk_and_memory(target: Target) -> list[str]:
    """Return errors if the server uses too much disk or memory."""
    disk, memory = target.disk(), target.memory()
    wrong = []
    if disk > MOST_DISK:
        wrong.append(f"the folder takes {disk / 2**20:.1f} MiB")
    if memory > MOST_MEMORY:
        wrong.append(f"the server holds {memory / 2**20:.0f} MiB")
    return wrong


ATTACKS = (
    Attack("refusals", refusals, "illegal tables, on eight sockets", little_disk_and_memory),
    Attack("locks", locks, "tables locked and unlocked again and again", little_disk_and_memory),
    Attack(
        "everything",
        everything,
        "the worst attacks at once, from four addresses",
        little_disk_and_memory,
    ),
)
"""The attacks on the disk, and several attacks at once."""
