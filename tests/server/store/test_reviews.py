"""Stored reviews: one contract for all stores."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.store.reading import append
from tests.server.store.times import Time

from tilerummy.server.store import Card, Guest, Store, StoredReview, games

pytestmark = pytest.mark.anyio

REVIEW = StoredReview("a", 0, "quick", 1, b"{}", b"body")


async def _finished(store: Store, room: str, *members: str) -> None:
    await append(store, room, b"0", card=Card("over", members=members))


async def test_a_review_is_stored_in_place_of_the_one_before(store: Store) -> None:
    await _finished(store, "a")
    await store.games.keep_review(REVIEW)
    await store.games.keep_review(newer := replace(REVIEW, version=2, summary=b"[]"))
    await store.games.keep_review(other := replace(REVIEW, seat=1))
    await store.games.keep_review(deep := replace(REVIEW, depth="deep"))

    assert await store.games.review("a", 0, "quick") == newer
    assert await store.games.review("a", 1, "quick") == other
    assert await store.games.review("a", 2, "quick") is None
    found = await store.games.review_summaries(["a", "nowhere"])
    wanted = [replace(each, body=b"") for each in (deep, newer, other)]
    assert sorted(found, key=lambda each: (each.seat, each.depth)) == wanted


async def test_of_two_who_review_at_once_the_first_is_shown(store: Store) -> None:
    await _finished(store, "a")
    assert await store.games.keep_review(REVIEW) == REVIEW
    assert await store.games.keep_review(replace(REVIEW, summary=b"[]", body=b"other")) == REVIEW
    assert await store.games.review("a", 0, "quick") == REVIEW


async def test_a_review_goes_with_its_table(store: Store) -> None:
    await _finished(store, "a")
    await store.games.keep_review(REVIEW)
    await store.rooms.drop("a")
    assert await store.games.review("a", 0, "quick") is None

    assert await store.games.keep_review(REVIEW) == REVIEW
    assert await store.games.review("a", 0, "quick") is None, "the table is gone"


async def test_a_review_goes_with_a_guest_and_with_time(store: Store, time: Time) -> None:
    await store.guests.add(Guest("ann", "Ann"), b"hash")
    await _finished(store, "a", "ann")
    await _finished(store, "b", "ben")
    await store.games.keep_review(REVIEW)
    await store.games.keep_review(replace(REVIEW, room="b"))

    assert (await store.guests.delete("ann", lambda body: body)).deleted == ("a",)
    assert [each.room for each in await store.games.review_summaries(["a", "b"])] == ["b"]

    time.now += 1000
    assert (await store.guests.sweep(time.now, unplayed=0)).rooms == ("b",)
    assert await store.games.review_summaries(["a", "b"]) == []


async def test_only_the_latest_reviews_are_stored(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "REVIEWS", 2)
    for seat, room in enumerate("abc"):
        time.now += 1
        await _finished(store, room)
        await store.games.keep_review(replace(REVIEW, room=room, seat=seat))

    assert {each.room for each in await store.games.review_summaries([*"abc"])} == {"b", "c"}
