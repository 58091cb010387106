"""A store with content in every table: guests, live rooms, finished games and puzzles."""

from __future__ import annotations

from dataclasses import replace

from tests.server.store.reading import append

from tilerummy.server.store.push import PushSubscription
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import (
    Comment,
    Guest,
    Ratings,
    RoomSummary,
    StoredRating,
    StoredReview,
)

ROOMS = 12
"""The number of rooms ``r0``, ``r1``, …; the match in the first one has ended."""


async def fill(store: Store) -> None:
    """Store rows in every table, mostly of the guests ``s`` (Ann) and ``t``."""
    for name in ("s", "t", "\x00"):
        display = "Ann" if name == "s" else "Ben"
        await store.guests.add(Guest(name, display, program=name == "t"), name.encode())
    await store.guests.renew("s", b"new", old_until=2_000_000)
    for name in ("s", "t"):
        await store.guests.add_code(b"code " + name.encode(), name, 2_000_000)
        for puzzle in ("p", "q"):
            await store.puzzles.rate(name, puzzle, "one", solved=True, rated=rated)
    for n in range(ROOMS):
        room = f"r{n}"
        summary = RoomSummary("playing", private=n % 2 == 0, title="Ann's", members=("s", "t"))
        await append(store, room, b"opened by Ann", summary=summary, invited=("u",))
        for seq in range(1, 4):
            command = {"cid": f"c{seq}", "guest": "s", "answer": b"Ann: ok"}
            await append(store, room, bytes(range(256)), **command, seeds={seq: b"seed"})
        await append(store, room, cid="refused", guest="t", answer=b"no")
        await store.rooms.invite(room, f"code {n}")
        await store.games.keep_review(StoredReview(room, 0, "quick", 1, b"{}", bytes(range(256))))
    await append(store, "r0", summary=RoomSummary("over", private=True, members=("s", "t")))
    await store.games.add_summary("r0", 4, b"Ann won")
    await store.games.publish("r0", public=True)
    for name in ("s", "t"):
        comment = Comment(name, name, 1, 0, 2, 14, "?!", "Why?")
        assert await store.games.add_comment("r0", comment)
    assert await store.evenings.add("evening", "111111", "s", b"{}")
    await store.evenings.change("evening", lambda each: replace(each, members={"s": 0}))
    await store.push.key("private")
    for name in ("s", "t"):
        await store.push.subscribe(subscription(f"https://push.example/{name}", name))
    for n in range(ROOMS):
        await store.push.begin_turn(f"r{n}", 0, 1_000_002, "Ann's", "s")
    await append(store, "\x00 a", b"", guest="\x1a", summary=RoomSummary("over"))
    await store.games.add_summary("\x00 a", 1, b"summary")


def subscription(endpoint: str = "https://push.example/a", guest: str = "s") -> PushSubscription:
    """Return a subscription in Paris with the usual quiet hours."""
    return PushSubscription(
        endpoint=endpoint,
        guest=guest,
        p256dh="B" * 87,
        auth="a" * 22,
        language="fr",
        zone="Europe/Paris",
        quiet_from=22,
        quiet_to=8,
    )


def rated(before: Ratings) -> tuple[StoredRating, StoredRating]:
    """Return a guest rating that grows with each attempt, and a puzzle rating."""
    points = before.guest.points if before.guest else 1500
    return StoredRating(points + 10.5, 480, 0.09, 1), StoredRating(900, 350, 0.06, 1)
