"""Attacks on the disk with as many writes as possible, and several attacks at the same time."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import count

from tests.attacks import computing, connecting
from tests.attacks.harness import Attack, again, at_most, together
from tests.attacks.target import Target, attacker
from websockets.asyncio.client import ClientConnection

ILLEGAL = [f"r{n} r{n} r{n} b{n} k13 k13 o1 o9" for n in range(1, 14)] * 8
"""A table with as many errors as fit into a message."""

_number = count()
WRITER = 30
"""A separate address, for several attacks at the same time."""


async def refusals(target: Target, seconds: float) -> None:
    """Submit illegal tables for the latest version, on eight sockets as fast as possible."""
    token = await target.token("Wrong", attacker(WRITER))
    room = await target.open(token, attacker(WRITER))

    async def storm() -> None:
        async with target.socket(token, attacker(WRITER)) as talk:
            await talk.send(json.dumps({"type": "watch", "room": room}))
            version = 0
            while True:
                heard = [json.loads(text) for text in await _heard(talk)]
                version = max([version, *(message.get("version", 0) for message in heard)])
                command = {"room": room, "version": version, "cid": f"w{next(_number)}"}
                await talk.send(json.dumps({"type": "done", "after": ILLEGAL, **command}))

    await together(seconds, [again(storm) for _ in range(8)])


async def _heard(talk: ClientConnection) -> list[str | bytes]:
    """Return the messages of the next 50 ms."""
    heard = []
    with suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            while True:
                heard.append(await talk.recv())
    return heard


async def locks(target: Target, seconds: float) -> None:
    """Lock and unlock five tables in turn, as fast as possible."""
    token = await target.token("Locksmith", attacker(WRITER))
    rooms = []
    for _ in range(5):
        with suppress(AssertionError):
            rooms.append(await target.open(token, attacker(WRITER), people=2, computers=0))

    async def storm() -> None:
        async with target.socket(token, attacker(WRITER)) as talk:
            for number in _number:
                for room in rooms:
                    command = {"type": "control", "cid": f"l{next(_number)}", "room": room}
                    what = ("lock", "unlock")[number % 2]
                    await talk.send(json.dumps({**command, "what": what}))
                    await _heard(talk)

    await together(seconds, [again(storm)])


async def everything(target: Target, seconds: float) -> None:
    """Run the worst attacks at the same time, from four addresses."""
    worst = (
        computing.solve,
        connecting.watch,
        connecting.half_open,
        connecting.tables,
        refusals,
        locks,
    )
    await asyncio.gather(*(attack(target, seconds) for attack in worst))


SMALL = at_most(memory=200, disk=16)
"""Limits in MiB after such an attack, including the victims' games."""
ATTACKS = (
    Attack("refusals", refusals, "illegal tables, on eight sockets", SMALL),
    Attack("locks", locks, "tables locked and unlocked again and again", SMALL),
    Attack("everything", everything, "the worst attacks together, from four addresses", SMALL),
)
