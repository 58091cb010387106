"""The contract of every store about finished games: which are public, and comments on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.store.reading import append
from tests.server.store.times import Time

from tilerummy.server.store import Card, Comment, Store
from tilerummy.server.store.types import MAX_COMMENTS, MAX_COMMENTS_OF_GUEST

pytestmark = pytest.mark.anyio


async def game(store: Store, room: str = "a", *members: str) -> None:
    """Store a finished game of these guests."""
    card = Card("over", members=members or ("ann", "ben"))
    await append(store, room, b"{}", card=card)


def comment(number: int, session: str = "ann", *, turn: int = 1) -> Comment:
    return Comment(f"c{number}", session, 0, 0, 1, turn, "!", f"comment {number}")


async def test_a_game_is_public_when_and_as_long_as_that_is_stored(store: Store) -> None:
    await game(store)

    assert not await store.games.is_public("a")
    for public in (True, True, False, False):
        await store.games.publish("a", public=public)
        assert await store.games.is_public("a") is public
    await store.games.publish("nowhere", public=True)
    assert not await store.games.is_public("nowhere")


async def test_comments_stand_in_the_order_of_turns(store: Store, time: Time) -> None:
    await game(store)
    for number, turn in enumerate((3, 1, 0)):
        assert await store.games.add_comment("a", comment(number, turn=turn))
        time.now += 1

    found = await store.games.comments("a")
    assert [each.turn for each in found] == [0, 1, 3]
    assert found[0] == replace(comment(2, turn=0), at=1_000_002)
    assert await store.games.comments("nowhere") == []


async def test_only_members_comment_and_only_the_writer_deletes(store: Store) -> None:
    await game(store)

    assert not await store.games.add_comment("a", comment(1, "eve"))
    assert not await store.games.add_comment("nowhere", comment(1))
    assert await store.games.add_comment("a", comment(1))
    for room, session, name in (("a", "ben", "c1"), ("b", "ann", "c1"), ("a", "ann", "c2")):
        assert not await store.games.delete_comment(room, session, name)
    assert len(await store.games.comments("a")) == 1
    assert await store.games.delete_comment("a", "ann", "c1")
    assert await store.games.comments("a") == []


async def test_a_player_and_a_game_have_so_many_comments_at_most(store: Store) -> None:
    await game(store, "a", "ann", "ben", "cy")
    for who in ("ann", "ben"):
        stored = [
            await store.games.add_comment("a", replace(comment(n, who), id=f"{who}{n}"))
            for n in range(MAX_COMMENTS_OF_GUEST + 1)
        ]
        assert stored == [True] * MAX_COMMENTS_OF_GUEST + [False]

    assert not await store.games.add_comment("a", comment(1, "cy"))
    assert len(await store.games.comments("a")) == MAX_COMMENTS


async def test_who_is_forgotten_takes_comments_and_games_away(store: Store) -> None:
    await game(store, "a", "ann", "ben")
    await game(store, "b", "ben")
    await append(store, "c", b"{}", card=Card("playing", members=("ann", "ben")))
    for room, session in (("a", "ann"), ("b", "ben"), ("c", "ann"), ("c", "ben")):
        await store.games.publish(room, public=True)
        assert await store.games.add_comment(room, comment(1 if session == "ann" else 2, session))

    await store.guests.delete("ann", lambda body: body)

    assert [await store.games.is_public(room) for room in "abc"] == [False, True, True]
    assert [[c.guest for c in await store.games.comments(room)] for room in "abc"] == [
        [],
        ["ben"],
        ["ben"],
    ]


async def test_what_expires_takes_its_comments_along(store: Store, time: Time) -> None:
    await game(store)
    await store.games.publish("a", public=True)
    await store.games.add_comment("a", comment(1))
    time.now += 10

    await store.guests.sweep(time.now, unplayed=time.now)
    await game(store)

    assert not await store.games.is_public("a")
    assert await store.games.comments("a") == []
