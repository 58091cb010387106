"""Every store has puzzle ratings and first attempts."""

from __future__ import annotations

import asyncio

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Attempt, Guest, Ratings, StoredRating


def more(before: Ratings) -> tuple[StoredRating, StoredRating]:
    """Return ratings with 10 more points for the guest, and one more attempt for both."""
    guest = before.guest or StoredRating(1500, 500, 0.09, 0)
    puzzle = before.puzzle or StoredRating(900, 350, 0.09, 0)
    return (
        guest._replace(points=guest.points + 10, attempts=guest.attempts + 1),
        puzzle._replace(points=puzzle.points - 1, attempts=puzzle.attempts + 1),
    )


async def test_simultaneous_attempts_are_rated_in_sequence(store: Store) -> None:
    seen: list[Ratings] = []

    def rated(before: Ratings) -> tuple[StoredRating, StoredRating]:
        seen.append(before)
        return more(before)

    for name in "st":
        await store.guests.add(Guest(name, "Ann"), name.encode())
    await asyncio.gather(
        *(
            store.puzzles.rate(guest, "p" + puzzle, "c", solved=True, rated=rated)
            for guest in "st"
            for puzzle in "123"
        )
    )

    for name in "st":
        assert await store.puzzles.rating(name) == StoredRating(1530, 500, 0.09, 3)
    before = [each.puzzle.points for each in seen if each.puzzle]
    assert before == [899, 899, 899]


async def test_a_repeated_attempt_is_rated_once_and_has_the_same_result(store: Store) -> None:
    await store.guests.add(Guest("s", "Ann"), b"s")

    async def rate(cid: str, *, solved: bool) -> Attempt | None:
        return await store.puzzles.rate("s", "p", cid, solved=solved, rated=more)

    first, again = await asyncio.gather(rate("one", solved=True), rate("one", solved=True))

    assert first == again == await store.puzzles.first_attempt("s", "p")
    assert first is not None
    assert await rate("two", solved=False) is None
    assert await store.puzzles.rating("s") == StoredRating(1510, 500, 0.09, 1)


async def test_an_unknown_guest_is_not_rated(store: Store) -> None:
    assert await store.puzzles.rate("nobody", "p", "one", solved=True, rated=more) is None
    assert await store.puzzles.rating("nobody") is None
