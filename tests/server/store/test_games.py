"""Every store has summaries, comments and reviews of finished games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.store.reading import Time, append

from tilerummy.server.store import games as module
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import (
    MAX_COMMENTS,
    MAX_COMMENTS_OF_GUEST,
    Comment,
    RoomSummary,
    StoredReview,
)

REVIEW = StoredReview("a", 0, "quick", 1, b"{}", b"body")


async def game(store: Store, room: str = "a", phase: str = "over", *members: str) -> None:
    """Store a game of two entries with these *members* in this *phase*."""
    summary = RoomSummary(phase, members=members or ("ann", "ben"))
    await append(store, room, b"0", b"1", summary=summary, invited=("dan",), guest="dan")


async def found(store: Store, limit: int = 10) -> dict[str, bytes | None]:
    """Return the finished games of Ann with their summaries."""
    return {game.room: game.summary for game in await store.games.finished("ann", limit)}


def comment(number: int, guest: str = "ann", *, turn: int = 1) -> Comment:
    return Comment(f"{guest}{number}", guest, 0, 0, 1, turn, "!", f"comment {number}")


async def test_finished_games_are_listed_latest_first(store: Store, time: Time) -> None:
    for room, phase in (("a", "over"), ("b", "closed"), ("c", "playing"), ("d", "over")):
        time.now += 5
        await game(store, room, phase)
    await game(store, "e", "over", "ben")
    await store.games.add_summary("a", 2, b"of a")

    assert [*(await found(store)).items()] == [("d", None), ("b", None), ("a", b"of a")]
    assert [*await found(store, limit=1)] == ["d"]
    *_, first = await store.games.finished("ann", 10)
    assert (first.size, first.updated) == (2, time.now - 15)


async def test_a_summary_belongs_to_one_version_of_a_finished_log(store: Store) -> None:
    await game(store, "a", "playing")
    await store.games.add_summary("a", 2, b"early")
    await append(store, "a", summary=RoomSummary("over", members=("ann",)))
    assert await found(store) == {"a": None}
    for size, summary in ((1, b"older"), (3, b"newer")):
        await store.games.add_summary("a", size, summary)
        assert await found(store) == {"a": None}
    for latest in (b"first", b"second"):
        await store.games.add_summary("a", 2, latest)
        assert await found(store) == {"a": latest}
        assert await store.games.summary("a") == latest
    await append(store, "a", b"2")
    assert await found(store) == {"a": None}
    assert await store.games.summary("a") is None
    await store.games.add_summary("a", 3, b"third")
    assert await found(store) == {"a": b"third"}


async def test_members_comment_and_authors_delete(store: Store, time: Time) -> None:
    await game(store)
    for number, turn in enumerate((3, 1, 0)):
        assert await store.games.add_comment("a", comment(number, turn=turn))
        time.now += 1
    assert not await store.games.add_comment("a", comment(1, "eve"))
    for room, guest, name in (("a", "ben", "ann1"), ("b", "ann", "ann1"), ("a", "ann", "ann9")):
        assert not await store.games.delete_comment(room, guest, name)

    stored = await store.games.comments("a")
    assert [each.turn for each in stored] == [0, 1, 3]
    assert stored[0] == replace(comment(2, turn=0), at=1_000_002)
    assert await store.games.delete_comment("a", "ann", "ann1")
    assert await store.games.comments("a") == [stored[0], stored[2]]
    assert await store.games.comments("nowhere") == []


async def test_comments_are_limited_per_player_and_game(store: Store) -> None:
    await game(store, "a", "over", "ann", "ben", "cy")
    numbers = range(MAX_COMMENTS_OF_GUEST + 1)
    for guest in ("ann", "ben"):
        stored = [await store.games.add_comment("a", comment(n, guest)) for n in numbers]
        assert stored == [True] * MAX_COMMENTS_OF_GUEST + [False]

    assert not await store.games.add_comment("a", comment(1, "cy"))
    assert len(await store.games.comments("a")) == MAX_COMMENTS


async def test_a_review_replaces_one_of_another_version(store: Store) -> None:
    """Of simultaneous reviews, the first one is stored."""
    await game(store)
    assert await store.games.keep_review(REVIEW) == REVIEW
    assert await store.games.keep_review(replace(REVIEW, summary=b"[]", body=b"late")) == REVIEW
    assert await store.games.review("a", 0, "quick") == REVIEW
    await store.games.keep_review(newer := replace(REVIEW, version=2, summary=b"[]"))
    await store.games.keep_review(other := replace(REVIEW, seat=1))
    await store.games.keep_review(deep := replace(REVIEW, depth="deep"))

    assert await store.games.review("a", 0, "quick") == newer
    assert await store.games.review("a", 1, "quick") == other
    assert await store.games.review("a", 2, "quick") is None
    summaries = await store.games.review_summaries(["a", "nowhere"])
    wanted = [replace(each, body=b"") for each in (deep, newer, other)]
    assert sorted(summaries, key=lambda each: (each.seat, each.depth)) == wanted


async def test_only_the_latest_reviews_are_stored(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REVIEWS", 2)
    for seat, room in enumerate("abc"):
        time.now += 1
        await game(store, room)
        await store.games.keep_review(replace(REVIEW, room=room, seat=seat))

    assert {each.room for each in await store.games.review_summaries([*"abc"])} == {"b", "c"}
