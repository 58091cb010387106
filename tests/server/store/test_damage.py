"""Damaged files: what was changed or lost is found, and what is whole is served."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.store.damaging import change
from tests.server.store.reading import append, bodies
from tests.server.store.times import Time

from tilerummy.server.store import Card, CorruptedError, Guest, Store
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.sqlite import SqliteFile

pytestmark = pytest.mark.anyio


async def test_c4_a_changed_entry_is_found_and_those_before_it_are_served(
    lasting_url: str, time: Time
) -> None:
    store = open_store(lasting_url, time)
    for n in range(10):
        await append(store, "a", b"entry %d" % n)
    await append(store, "b", b"whole")
    await store.close()
    change(lasting_url, "UPDATE entries SET body = x'00' WHERE room = 'a' AND seq = 6")

    store = open_store(lasting_url, time)
    with pytest.raises(CorruptedError) as found:
        await store.logs.load("a")
    assert found.value.seq == 6
    assert [row.body for row in found.value.rows] == [b"entry %d" % n for n in range(6)]
    assert await bodies(store, "b") == [b"whole"]
    await store.close()


CHANGES = {
    "the last entry is gone": "DELETE FROM entries WHERE seq = 9",
    "the first entry is gone": "DELETE FROM entries WHERE seq = 0",
    "one in the middle is gone": "DELETE FROM entries WHERE seq = 4",
    "all are gone": "DELETE FROM entries",
    "a command is somebody else's": "UPDATE entries SET guest = 'eve' WHERE seq = 3",
    "an entry is older": "UPDATE entries SET at = at - 1 WHERE seq = 3",
    "a checksum": "UPDATE entries SET checksum = x'00' WHERE seq = 9",
    "the index": "UPDATE rooms SET size = 9",
}


@pytest.mark.parametrize("which", CHANGES)
async def test_c4_every_changed_or_lost_entry_is_found(
    lasting_url: str, time: Time, which: str
) -> None:
    store = open_store(lasting_url, time)
    for n in range(10):
        await append(store, "a", b"entry %d" % n, cid=str(n), guest="s")
    await store.close()
    change(lasting_url, CHANGES[which])

    store = open_store(lasting_url, time)
    with pytest.raises(CorruptedError) as found:
        await store.logs.load("a")
    whole = [row.body for row in found.value.rows]
    assert whole == [b"entry %d" % n for n in range(len(whole))]
    assert found.value.seq == len(whole)
    await store.close()


async def test_reads_after_a_damaged_table_are_up_to_date(tmp_path: Path, time: Time) -> None:
    store = Store(SqliteFile(tmp_path / "db", time, readers=1), time)
    await append(store, "a", *[b"entry"] * 3)
    change(f"sqlite:///{tmp_path / 'db'}", "DELETE FROM entries WHERE seq = 0")
    with pytest.raises(CorruptedError) as found:
        await store.logs.load("a")

    await append(store, "b", b"later")

    assert await bodies(store, "b") == [b"later"]
    assert found.value.seq == 0
    await store.close()


@pytest.mark.parametrize("which", CHANGES)
async def test_a_deleted_guest_is_nowhere_in_a_damaged_table_which_stays_damaged(
    lasting_url: str, time: Time, which: str
) -> None:
    store = open_store(lasting_url, time)
    await store.guests.add(Guest("s", "Ann"), b"hash")
    card = Card("playing", members=("s", "t"))
    for n in range(10):
        await append(store, "a", b"entry %d Ann" % n, cid=str(n), guest="s", card=card)
    await append(store, "b", b"Ann", card=Card("over", members=("s",)))
    change(lasting_url, CHANGES[which].replace(" WHERE", " WHERE room = 'a' AND"))
    with pytest.raises(CorruptedError) as before:
        await store.logs.load("a")

    result = await store.guests.delete("s", lambda body: body.replace(b"Ann", b"-"))

    assert result.deleted == ("b",)
    assert await store.guests.by_token(b"hash") is None
    assert await store.rooms.of_guest("s") == []
    left = str(change(lasting_url, "SELECT guest, body FROM entries"))
    assert "'s'" not in left
    assert "Ann" not in left
    with pytest.raises(CorruptedError) as after:
        await store.logs.load("a")
    assert after.value.seq == before.value.seq
    assert [row.body for row in after.value.rows] == [
        row.body.replace(b"Ann", b"-") for row in before.value.rows
    ]
    await store.close()
