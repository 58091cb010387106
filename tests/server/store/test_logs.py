"""Appends to logs are atomic, and writers with an outdated head or epoch are rejected."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest
from tests.server.store.reading import Time, all_rooms, append, bodies

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import (
    REFUSALS,
    Appended,
    Entries,
    Fenced,
    RoomSummary,
    Row,
    Taken,
)


@pytest.mark.parametrize("seed", range(4))
async def test_a_store_behaves_like_a_list(store: Store, time: Time, seed: int) -> None:
    """Random appends by writers with and without the current head, compared with a list."""
    rng = random.Random(seed)
    logs: dict[str, list[Row]] = {"a": [], "b": []}
    heads = dict.fromkeys(logs, b"")
    answers: dict[tuple[str, str, str], bytes] = {}
    seeds: dict[str, dict[int, bytes]] = {"a": {}, "b": {}}
    for step in range(200):
        time.now += rng.randrange(3)
        room, guest, cid = rng.choice("ab"), rng.choice("st"), rng.choice([None, str(step)])
        log = logs[room]
        expected = max(0, len(log) + rng.choice([0, 0, 0, 1, -1]))
        head = rng.choice([heads[room]] * 5 + [b"other"])
        new = [b"%d.%d" % (step, n) for n in range(rng.randrange(3))]
        if not expected and not new:
            continue
        result = await store.logs.append(
            Entries(
                *(room, expected, new),
                head=head,
                cid=cid,
                guest=guest,
                answer=b"%d" % step,
                seeds={step % 9: b"%d" % step},
            )
        )
        if expected != len(log) or (log and head != heads[room]):
            assert result == Fenced()
            continue
        assert result == Appended(expected, expected + len(new) - 1)
        assert isinstance(result, Appended)
        heads[room] = result.head
        log += [Row(room, n, time.now, cid, guest, body) for n, body in enumerate(new, expected)]
        seeds[room][step % 9] = b"%d" % step
        if cid is not None:
            answers[room, guest, cid] = b"%d" % step
        assert await all_rooms(store) == [name for name in "ab" if logs[name]]
    for room, log in logs.items():
        for since in (0, 1, len(log) - 1, len(log), len(log) + 9):
            found = await store.logs.load(room, since)
            assert found == log[since:]
            assert not found or found[-1].head == heads[room]
        commands = {(guest, cid) for where, guest, cid in answers if where == room}
        assert await store.logs.commands(room) == commands
        assert await store.logs.seeds(room) == seeds[room]
    for key, answer in answers.items():
        assert await store.logs.answer(*key) == answer
    assert await store.logs.answer("a", "s", "unknown") is None
    assert await store.logs.load("nowhere") == []


async def test_a_writer_with_another_epoch_stores_nothing(store: Store) -> None:
    await append(store, "a", b"0", summary=RoomSummary("waiting", members=("s",)))
    await store.leases.heartbeat("node", "address", 1000)
    taken = await store.leases.take("a", "node")
    assert isinstance(taken, Taken)
    everything = {
        "cid": "c",
        "guest": "s",
        "summary": RoomSummary("playing", members=("t",)),
        "seeds": {1: b"seed"},
        "invited": ("friend",),
    }

    assert await append(store, "a", b"x", **everything) == Fenced()
    assert await append(store, "a", **everything) == Fenced()  # a result without entries

    assert await bodies(store, "a") == [b"0"]
    assert await store.logs.answer("a", "s", "c") is None
    assert await store.logs.seeds("a") == {}
    assert not await store.rooms.admitted("a", "friend")
    [listed] = await store.rooms.find(["a"])
    assert (listed.summary.phase, listed.summary.members) == ("waiting", ("s",))
    assert await append(store, "a", b"1", epoch=taken.epoch) == Appended(1, 1)


async def test_one_of_a_hundred_simultaneous_writers_wins(store: Store) -> None:
    result = await asyncio.gather(
        *(store.logs.append(Entries("a", 0, [b"%d" % n])) for n in range(100))
    )

    assert Counter(type(each) for each in result) == {Appended: 1, Fenced: 99}
    assert len(await store.logs.load("a")) == 1


async def test_only_the_latest_refusals_are_stored(store: Store) -> None:
    """Repeated refused commands do not fill the disk."""
    await append(store, "a", b"x", cid="done", guest="s", answer=b"ok")
    for n in range(REFUSALS + 20):
        for guest in ("s", "t"):
            await append(store, "a", cid=str(n), guest=guest, answer=b"no")

    latest = {(guest, str(n)) for n in range(20, REFUSALS + 20) for guest in ("s", "t")}
    assert await store.logs.commands("a") == {*latest, ("s", "done")}


async def test_a_repeated_refusal_keeps_its_first_result(store: Store) -> None:
    await append(store, "a", b"x")
    await append(store, "a", cid="c", guest="s", answer=b"first")

    assert await append(store, "a", cid="c", guest="s", answer=b"second") == Appended(1, 0)
    assert await store.logs.answer("a", "s", "c") == b"first"


@pytest.mark.parametrize("text", ["'; DROP TABLE rooms; --", "\x00", "💧", 'a"b', "%s", "?1"])
async def test_s15_text_is_never_interpreted_by_the_database(store: Store, text: str) -> None:
    summary = RoomSummary(text, title=text, members=(text,))
    command = {"cid": text, "guest": text, "answer": text.encode()}
    await append(store, text, text.encode(), **command, summary=summary)
    await store.rooms.invite(text, text)

    assert await bodies(store, text) == [text.encode()]
    assert await store.logs.answer(text, text, text) == text.encode()
    assert [each.summary for each in await store.rooms.of_guest(text)] == [summary]
    assert await store.rooms.invited(text) == text
