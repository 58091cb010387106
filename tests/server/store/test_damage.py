"""Changed or lost log entries are detected, and intact ones are still served."""

from __future__ import annotations

import pytest
from tests.server.store.reading import append, bodies, change

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import CorruptedError, Guest, RoomSummary

CHANGES = {
    "body": (6, "UPDATE entries SET body = x'00' WHERE seq = 6"),
    "last entry deleted": (9, "DELETE FROM entries WHERE seq = 9"),
    "first entry deleted": (0, "DELETE FROM entries WHERE seq = 0"),
    "middle entry deleted": (4, "DELETE FROM entries WHERE seq = 4"),
    "all deleted": (0, "DELETE FROM entries WHERE seq >= 0"),
    "another guest": (3, "UPDATE entries SET guest = 'eve' WHERE seq = 3"),
    "earlier time": (3, "UPDATE entries SET at = at - 1 WHERE seq = 3"),
    "checksum": (9, "UPDATE entries SET checksum = x'00' WHERE seq = 9"),
    "index": (9, "UPDATE rooms SET size = 9 WHERE size = 10"),
}
"""Each with the index of the first damaged entry."""


@pytest.mark.parametrize("which", CHANGES)
async def test_c4_damage_is_detected_and_does_not_prevent_deletion(
    lasting: Store, lasting_url: str, which: str
) -> None:
    """Earlier entries and other rooms are served, and a deletion repairs nothing."""
    await lasting.guests.add(Guest("s", "Ann"), b"hash")
    summary = RoomSummary("playing", members=("s", "t"))
    for n in range(10):
        await append(lasting, "a", b"entry %d Ann" % n, cid=str(n), guest="s", summary=summary)
    await append(lasting, "b", b"Ann", summary=RoomSummary("over", members=("s",)))
    seq, statement = CHANGES[which]
    change(lasting_url, f"{statement} AND room = 'a'")
    with pytest.raises(CorruptedError) as before:
        await lasting.logs.load("a")
    intact = [row.body for row in before.value.rows]
    assert (before.value.seq, intact) == (seq, [b"entry %d Ann" % n for n in range(seq)])
    assert await bodies(lasting, "b") == [b"Ann"]

    result = await lasting.guests.delete("s", lambda body: body.replace(b"Ann", b"-"))

    assert result.deleted == ("b",)
    assert await lasting.guests.by_token(b"hash") is None
    assert await lasting.rooms.of_guest("s") == []
    left = str(change(lasting_url, "SELECT guest, body FROM entries"))
    assert "'s'" not in left
    assert "Ann" not in left
    with pytest.raises(CorruptedError) as after:
        await lasting.logs.load("a")
    assert after.value.seq == seq
    assert [row.body for row in after.value.rows] == [body.replace(b"Ann", b"-") for body in intact]


async def test_reads_after_a_damaged_log_are_up_to_date(lasting: Store, lasting_url: str) -> None:
    await append(lasting, "a", *[b"entry"] * 3)
    change(lasting_url, "DELETE FROM entries WHERE seq = 0")
    for _ in range(5):  # on every reading connection
        with pytest.raises(CorruptedError):
            await lasting.logs.load("a")

    await append(lasting, "b", b"later")

    for _ in range(5):
        assert await bodies(lasting, "b") == [b"later"]
