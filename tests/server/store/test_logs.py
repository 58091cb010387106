"""Logs: what is appended, all or nothing, by whom, and what is read."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest
from tests.server.store.reading import append, bodies
from tests.server.store.times import Time

from tilerummy.server.store import Appended, Card, Entries, Fenced, Store, Taken
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.types import REFUSALS

pytestmark = pytest.mark.anyio


async def test_entries_are_numbered_from_zero_without_a_gap(store: Store, time: Time) -> None:
    assert await append(store, "a", b"one", b"two") == Appended(0, 1)
    time.now += 5
    assert await append(store, "a", b"three", cid="c", guest="s") == Appended(2, 2)
    assert await append(store, "b", b"other") == Appended(0, 0)

    rows = await store.logs.load("a")
    assert [(r.seq, r.body) for r in rows] == [(0, b"one"), (1, b"two"), (2, b"three")]
    assert [r.at for r in rows] == [1_000_000, 1_000_000, 1_000_005]
    assert (rows[2].cid, rows[2].guest, rows[0].cid) == ("c", "s", None)


async def test_a_log_is_read_from_any_number_on(store: Store) -> None:
    stored = await append(store, "a", b"0", b"1", b"2")

    assert await bodies(store, "a", 1) == [b"1", b"2"]
    assert await bodies(store, "a", 3) == []
    assert await bodies(store, "a", 99) == []
    assert await bodies(store, "nowhere") == []
    assert isinstance(stored, Appended)
    assert (await store.logs.load("a", 2))[-1].head == stored.head


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
async def test_a_writer_with_another_size_is_fenced(store: Store, expected: int) -> None:
    stored = await append(store, "a", b"0", b"1")
    assert isinstance(stored, Appended)

    assert await store.logs.append(Entries("a", expected, [b"x"], head=stored.head)) == Fenced()
    assert await bodies(store, "a") == [b"0", b"1"]


async def test_a_writer_with_another_head_is_fenced(store: Store) -> None:
    await append(store, "a", b"0")

    assert await store.logs.append(Entries("a", 1, [b"x"], head=b"other")) == Fenced()
    assert await bodies(store, "a") == [b"0"]


async def test_a_writer_with_another_epoch_stores_nothing(store: Store) -> None:
    await append(store, "a", b"0", card=Card("waiting", members=("s",)))
    await store.leases.beat("node", "address", 1000)
    taken = await store.leases.take("a", "node")
    assert isinstance(taken, Taken)
    everything = {
        "cid": "c",
        "guest": "s",
        "card": Card("playing", members=("t",)),
        "seeds": {1: b"seed"},
        "invited": ("friend",),
    }

    assert await append(store, "a", b"x", **everything) == Fenced()
    assert await append(store, "a", **everything) == Fenced()  # an answer without entries

    assert await bodies(store, "a") == [b"0"]
    assert await store.logs.answer("a", "s", "c") is None
    assert await store.logs.seeds("a") == {}
    assert not await store.rooms.admitted("a", "friend")
    [listed] = await store.rooms.cards(["a"])
    assert (listed.card.phase, listed.card.members) == ("waiting", ("s",))
    assert await append(store, "a", b"1", epoch=taken.epoch) == Appended(1, 1)


async def test_a_fenced_append_creates_no_room(store: Store) -> None:
    assert await store.logs.append(Entries("a", 1, [b"0"], head=b"h")) == Fenced()
    assert await store.rooms.cards(["a"]) == []


async def test_the_answer_to_a_command_is_stored_with_it(store: Store) -> None:
    await append(store, "a", b"0", b"1", cid="c", guest="s", answer=b"done")
    await append(store, "a", cid="d", guest="t", answer=b"refused")
    await append(store, "b", b"0", cid="c", guest="s", answer=b"elsewhere")

    assert await store.logs.answer("a", "s", "c") == b"done"
    assert await store.logs.answer("a", "t", "d") == b"refused"
    assert await store.logs.answer("a", "t", "c") is None
    assert await store.logs.answer("b", "s", "c") == b"elsewhere"
    assert await store.logs.commands("a") == {("s", "c"), ("t", "d")}
    assert await bodies(store, "a") == [b"0", b"1"]


async def test_one_of_a_hundred_simultaneous_writers_wins(store: Store) -> None:
    result = await asyncio.gather(
        *(store.logs.append(Entries("a", 0, [b"%d" % n])) for n in range(100))
    )

    assert Counter(type(each) for each in result) == {Appended: 1, Fenced: 99}
    assert len(await store.logs.load("a")) == 1


async def test_simultaneous_appends_to_many_rooms_are_all_stored(store: Store) -> None:
    heads = dict.fromkeys((f"r{n}" for n in range(300)), b"")
    for step in range(3):
        result = await asyncio.gather(
            *(
                store.logs.append(Entries(room, step, [b"%d" % step], head=head))
                for room, head in heads.items()
            )
        )
        for room, each in zip(heads, result, strict=True):
            assert isinstance(each, Appended)
            heads[room] = each.head

    assert [await bodies(store, room) for room in ("r0", "r299")] == [[b"0", b"1", b"2"]] * 2


@pytest.mark.parametrize("seed", range(3))
async def test_a_store_behaves_like_a_list(store: Store, seed: int) -> None:
    """Random appends by many writers, compared with a list as the model of a log."""
    rng = random.Random(seed)
    logs: dict[str, list[bytes]] = {"a": [], "b": []}
    heads = {"a": b"", "b": b""}
    answers: dict[tuple[str, str, str], bytes] = {}
    for step in range(200):
        room, guest = rng.choice("ab"), rng.choice("st")
        cid = rng.choice([None, str(step)])
        expected = max(0, len(logs[room]) - rng.choice([0, 0, 0, 1, -1]))
        new = [b"%d.%d" % (step, n) for n in range(rng.randrange(3))]
        if not expected and not new:
            continue
        result = await store.logs.append(
            Entries(
                *(room, expected, new),
                head=heads[room],
                cid=cid,
                guest=guest,
                answer=b"%d" % step,
            )
        )
        if expected != len(logs[room]):
            assert result == Fenced()
        else:
            assert result == Appended(expected, expected + len(new) - 1)
            assert isinstance(result, Appended)
            heads[room] = result.head
            logs[room] += new
            if cid is not None:
                answers[room, guest, cid] = b"%d" % step
    for room, log in logs.items():
        assert await bodies(store, room) == log
        found = await store.logs.commands(room)
        assert found == {(guest, cid) for where, guest, cid in answers if where == room}
    for key, answer in answers.items():
        assert await store.logs.answer(*key) == answer


async def test_seeds_are_stored_with_their_entry(store: Store) -> None:
    await append(store, "a", b"0", seeds={0: b"s0"})
    await append(store, "a", b"1", seeds={1: b"s1"})

    assert await store.logs.seeds("a") == {0: b"s0", 1: b"s1"}
    assert await store.logs.seeds("b") == {}
    assert all(b"s0" not in row.body for row in await store.logs.load("a"))


async def test_only_the_latest_refusals_and_all_executed_commands_are_stored(store: Store) -> None:
    """Repeated refused commands do not fill the disk."""
    await append(store, "a", b"x", cid="done", guest="s", answer=b"ok")
    for n in range(REFUSALS + 20):
        for who in ("s", "t"):
            await append(store, "a", cid=str(n), guest=who, answer=b"no")

    latest = {(who, str(n)) for n in range(20, REFUSALS + 20) for who in ("s", "t")}
    assert await store.logs.commands("a") == {*latest, ("s", "done")}


async def test_a_refusal_that_is_sent_again_keeps_its_first_answer(store: Store) -> None:
    await append(store, "a", b"x")
    await append(store, "a", cid="c", guest="s", answer=b"first")

    assert await append(store, "a", cid="c", guest="s", answer=b"second") == Appended(1, 0)
    assert await store.logs.answer("a", "s", "c") == b"first"


@pytest.mark.parametrize("text", ["'; DROP TABLE rooms; --", "\x00", "💧", 'a"b', "%s", "?1"])
async def test_s15_text_is_text_wherever_it_goes(store: Store, text: str) -> None:
    card = Card(text, title=text, members=(text,))
    command = {"cid": text, "guest": text, "answer": text.encode()}
    await append(store, text, text.encode(), **command, card=card)
    await store.rooms.invite(text, text)

    assert await bodies(store, text) == [text.encode()]
    assert await store.logs.answer(text, text, text) == text.encode()
    assert [each.card for each in await store.rooms.of_guest(text)] == [card]
    assert await store.rooms.invited(text) == text


async def test_a_log_is_found_after_the_store_is_opened_again(lasting_url: str, time: Time) -> None:
    store = open_store(lasting_url, time)
    await append(store, "a", b"0", cid="c", guest="s", answer=b"done", card=Card("x", body=b"{}"))
    await store.close()

    again = open_store(lasting_url, time)
    assert await again.logs.answer("a", "s", "c") == b"done"
    assert await append(again, "a", b"1") == Appended(1, 1)
    [listed] = await again.rooms.cards(["a"])
    assert listed.card == Card("x", body=b"{}")
    await again.close()
