"""The contract of every store: one suite for all of them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest
from tests.server.store.reading import bodies
from tests.server.store.times import Time

from tilerummy.server.store import (
    Appended,
    Card,
    Conflict,
    Duplicate,
    Entries,
    Guest,
    Store,
    Swept,
    answered,
)
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.port import REFUSALS

pytestmark = pytest.mark.anyio


async def test_entries_are_numbered_from_zero_without_a_gap(store: Store, time: Time) -> None:
    assert await store.append(Entries("a", 0, [b"one", b"two"])) == Appended(0, 1)
    time.now += 5
    assert await store.append(Entries("a", 2, [b"three"], cid="c", session="s")) == Appended(2, 2)
    assert await store.append(Entries("b", 0, [b"other"])) == Appended(0, 0)

    rows = await store.load("a")
    assert [(r.seq, r.body) for r in rows] == [(0, b"one"), (1, b"two"), (2, b"three")]
    assert [r.at for r in rows] == [1_000_000, 1_000_000, 1_000_005]
    assert (rows[2].cid, rows[2].session, rows[0].cid) == ("c", "s", None)


async def test_a_log_is_read_from_any_number_on(store: Store) -> None:
    await store.append(Entries("a", 0, [b"0", b"1", b"2"]))

    assert await bodies(store, "a", 1) == [b"1", b"2"]
    assert await bodies(store, "a", 3) == []
    assert await bodies(store, "a", 99) == []
    assert await bodies(store, "nowhere") == []


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
async def test_a_writer_with_an_old_view_gets_a_conflict(store: Store, expected: int) -> None:
    await store.append(Entries("a", 0, [b"0", b"1"]))

    assert await store.append(Entries("a", expected, [b"stale"])) == Conflict(2)
    assert await bodies(store, "a") == [b"0", b"1"]


async def test_a_conflict_creates_no_table(store: Store) -> None:
    assert await store.append(Entries("a", 1, [b"0"])) == Conflict(0)
    assert await store.listed() == []


async def test_the_same_command_always_gets_the_same_answer(store: Store) -> None:
    await store.append(Entries("a", 0, [b"0"], cid="c", session="s", answer=b"done"))
    await store.append(Entries("a", 1, [b"1"]))

    for expected in (0, 1, 2, 77):
        again = await store.append(
            Entries("a", expected, [b"x"], cid="c", session="s", answer=b"else")
        )
        assert again == Duplicate(b"done")
    assert await store.answered("a", "s", "c") == b"done"
    assert await bodies(store, "a") == [b"0", b"1"]


async def test_an_id_belongs_to_one_table_and_one_session(store: Store) -> None:
    await store.append(Entries("a", 0, [b"0"], cid="c", session="s", answer=b"done"))

    assert await store.append(Entries("a", 1, [b"1"], cid="c", session="t")) == Appended(1, 1)
    assert await store.append(Entries("b", 0, [b"0"], cid="c", session="s")) == Appended(0, 0)
    assert await store.answered("b", "t", "c") is None


async def test_an_answer_is_stored_without_entries(store: Store) -> None:
    await store.append(Entries("a", 0, [b"0"]))

    assert await store.append(Entries("a", 1, [], cid="c", session="s", answer=b"no")) == Appended(
        1, 0
    )
    assert await store.answered("a", "s", "c") == b"no"
    assert await bodies(store, "a") == [b"0"]


async def test_one_of_a_hundred_simultaneous_writers_wins(store: Store) -> None:
    result = await asyncio.gather(
        *(store.append(Entries("a", 0, [b"%d" % n], cid=f"c{n}", session="s")) for n in range(100))
    )

    assert Counter(type(t) for t in result) == {Appended: 1, Conflict: 99}
    assert len(await store.load("a")) == 1


async def test_one_command_sent_a_hundred_times_at_once_is_executed_once(store: Store) -> None:
    result = await asyncio.gather(
        *(
            store.append(Entries("a", 0, [b"0"], cid="c", session="s", answer=b"ok"))
            for _ in range(100)
        )
    )

    assert Counter(type(t) for t in result) == {Appended: 1, Duplicate: 99}
    assert {t.answer for t in result if isinstance(t, Duplicate)} == {b"ok"}


@pytest.mark.parametrize("seed", range(5))
async def test_a_store_behaves_like_a_list(store: Store, seed: int) -> None:
    """Random appends by many writers, compared with a list as the model of a log."""
    rng = random.Random(seed)
    logs: dict[str, list[bytes]] = {"a": [], "b": []}
    answers: dict[tuple[str, str, str], bytes] = {}
    for step in range(200):
        room, session = rng.choice("ab"), rng.choice("st")
        cid = rng.choice([None, str(rng.randrange(40))])
        expected = max(0, len(logs[room]) - rng.choice([0, 0, 0, 1, -1]))
        new = [b"%d.%d" % (step, n) for n in range(rng.randrange(3))]
        result = await store.append(
            Entries(room, expected, new, cid=cid, session=session, answer=b"%d" % step)
        )
        if cid is not None and (room, session, cid) in answers:
            assert result == Duplicate(answers[room, session, cid])
        elif expected != len(logs[room]):
            assert result == Conflict(len(logs[room]))
        else:
            assert result == Appended(expected, expected + len(new) - 1)
            logs[room] += new
            if cid is not None:
                answers[room, session, cid] = b"%d" % step
    for room, log in logs.items():
        assert await bodies(store, room) == log


async def test_the_index_follows_the_log(store: Store, time: Time) -> None:
    await store.append(Entries("a", 0, [b"0"], card=Card("waiting", private=True, members=("s",))))
    time.now += 1
    await store.append(
        Entries("b", 0, [b"0"], card=Card("waiting", title="Ours", members=("s", "t")))
    )
    time.now += 1
    await store.append(Entries("a", 1, [b"1"], card=Card("playing", private=True, members=("s",))))
    await store.append(Entries("b", 7, [b"1"], card=Card("closed")))

    first, second = await store.listed()
    assert (first.room, first.card.phase, first.card.private, first.size) == (
        "a",
        "playing",
        True,
        2,
    )
    assert (second.room, second.card.title, second.updated) == ("b", "Ours", 1_000_001)
    assert set(second.card.members) == {"s", "t"}
    assert [listed.room for listed in await store.listed(["b", "c"])] == ["b"]
    assert await store.rooms_of("s") == ["a", "b"]
    assert await store.rooms_of("t") == ["b"]


async def test_tables_are_resumed_until_their_games_are_over(store: Store) -> None:
    await store.append(Entries("a", 0, [b"0"]))
    await store.append(Entries("b", 0, [b"0"], card=Card("over")))
    await store.append(Entries("c", 0, [b"0"], card=Card("playing")))
    await store.append(Entries("c", 1, [b"1"], card=Card("closed")))

    await store.append(Entries("d", 0, [b"0"], card=Card("between")))

    assert await store.live() == ["d", "a"]


async def test_seeds_are_stored_with_their_entry_or_not_at_all(store: Store) -> None:
    await store.append(Entries("a", 0, [b"0"], secrets={0: b"s0"}))
    await store.append(Entries("a", 7, [b"stale"], secrets={1: b"no"}))
    await store.append(Entries("a", 1, [b"1"], secrets={1: b"s1"}))

    assert await store.secrets("a") == {0: b"s0", 1: b"s1"}
    assert await store.secrets("b") == {}
    assert all(b"s0" not in row.body for row in await store.load("a"))


async def test_a_dropped_table_leaves_nothing(store: Store) -> None:
    await store.append(
        Entries("a", 0, [b"0"], cid="c", session="s", answer=b"x", secrets={0: b"s"})
    )
    card = Card("waiting", private=True, members=("host",))
    await store.append(Entries("a", 1, [b"1"], card=card))
    await store.invite("a", "code")
    await store.admit("a", "friend")
    await store.drop("a")
    await store.drop("never")

    assert await store.load("a") == []
    assert await store.answered("a", "s", "c") is None
    assert await store.secrets("a") == {}
    assert await store.invited("code") is None
    assert not await store.admitted("a", "host")
    assert not await store.admitted("a", "friend")
    assert await store.append(Entries("a", 0, [b"new"])) == Appended(0, 0)


async def test_a_table_has_one_invitation(store: Store) -> None:
    await store.append(Entries("a", 0, [b"0"], card=Card("waiting", members=("host",))))

    assert await store.invite("a", "first") == "first"
    assert await store.invite("a", "second") == "first"
    assert await store.invited("first") == "a"
    assert await store.invited("second") is None


async def test_invited_guests_and_members_are_admitted(store: Store) -> None:
    await store.append(
        Entries("a", 0, [b"0"], card=Card("waiting", private=True, members=("host",)))
    )
    await store.admit("a", "friend")
    await store.admit("a", "friend")
    await store.append(Entries("b", 0, [b"0"], invited=("friend", "other")))
    await store.append(Entries("b", 0, [b"stale"], invited=("host",)))

    assert [await store.admitted("b", who) for who in ("host", "friend", "other")] == [
        False,
        True,
        True,
    ]
    assert [await store.admitted("a", who) for who in ("host", "friend", "other")] == [
        True,
        True,
        False,
    ]
    assert not await store.admitted("nowhere", "host")


async def test_sweeping_deletes_games_that_ended_long_ago_and_no_others(
    store: Store, time: Time
) -> None:
    phases = {"over": "over", "closed": "closed", "going": "playing", "unplayed": "closed"}
    for room, phase in phases.items():
        secrets = {} if room == "unplayed" else {0: b"seed"}
        card = Card(phase, members=("s",))
        await store.append(Entries(room, 0, [b"x"], card=card, secrets=secrets))
    time.now += 100
    await store.append(Entries("late", 0, [b"x"], card=Card("over"), secrets={0: b"seed"}))

    assert await store.sweep(0, unplayed=time.now) == Swept(("unplayed",))
    assert {*(await store.sweep(time.now, unplayed=0)).rooms} == {"over", "closed"}
    assert not await store.sweep(time.now, unplayed=0)

    assert {listed.room for listed in await store.listed()} == {"going", "late"}
    assert await store.secrets("over") == {}


async def test_all_old_tables_are_deleted_in_several_sweeps(store: Store, time: Time) -> None:
    await asyncio.gather(
        *(store.append(Entries(f"r{n}", 0, [b"x"], card=Card("over"))) for n in range(450)),
        *(store.add_guest(Guest(f"g{n}", "Ann"), b"%d" % n) for n in range(450)),
    )
    time.now += 1
    swept = []
    while some := await store.sweep(time.now, unplayed=0):
        swept.append(some)

    assert sum(len(s.rooms) for s in swept) == 450
    assert sum(s.guests for s in swept) == 450


async def test_only_the_latest_refusals_and_all_executed_commands_are_stored(store: Store) -> None:
    """Repeated refused commands do not fill the disk."""
    await store.append(Entries("a", 0, [b"x"], cid="done", session="s", answer=b"ok"))
    for n in range(REFUSALS + 20):
        for who in ("s", "t"):
            await store.append(Entries("a", 1, [], cid=str(n), session=who, answer=b"no"))

    assert await store.answered("a", "s", "done") == b"ok"
    stored = [n for n in range(REFUSALS + 20) if await store.answered("a", "s", str(n))]
    assert stored == [*range(20, REFUSALS + 20)]
    assert await store.append(Entries("a", 1, [], cid="119", session="s")) == Duplicate(b"no")


async def test_a_store_returns_the_time_of_its_latest_write(store: Store, time: Time) -> None:
    assert await store.newest() == 0
    await store.append(Entries("a", 0, [b"x"]))
    assert await store.newest() == time.now
    time.now += 5
    await store.add_guest(Guest("s", "Ann"), b"hash")
    assert await store.newest() == time.now


async def test_a_store_reports_that_it_is_writable(store: Store) -> None:
    assert await store.is_writable()


@pytest.mark.parametrize("text", ["'; DROP TABLE rooms; --", "\x00", "💧", 'a"b', "%s", "?1"])
async def test_s15_text_is_text_wherever_it_goes(store: Store, text: str) -> None:
    await store.add_guest(Guest(text, text), text.encode())
    await store.append(
        Entries(
            text,
            0,
            [text.encode()],
            cid=text,
            session=text,
            answer=text.encode(),
            card=Card(text, title=text, members=(text,)),
        )
    )
    await store.invite(text, text)
    await store.rename(text, text * 2)

    assert await bodies(store, text) == [text.encode()]
    assert await store.answered(text, text, text) == text.encode()
    assert await store.rooms_of(text) == [text]
    assert await store.invited(text) == text
    found = await store.guest(text.encode())
    assert found is not None
    assert found[0].name == text * 2


async def test_an_answer_is_found_after_the_store_is_opened_again(
    lasting_url: str, time: Time
) -> None:
    store = open_store(lasting_url, time)
    assert await store.answered("a", "s", "c") is None
    await store.append(Entries("a", 0, [b"0"], cid="c", session="s", answer=b"done"))
    assert await store.answered("a", "s", "c") == b"done"
    await store.close()

    again = open_store(lasting_url, time)
    assert await again.answered("a", "s", "c") == b"done"
    assert await again.answered("a", "s", "d") is None
    await again.append(Entries("a", 1, [], cid="d", session="s", answer=b"no"))
    assert await again.answered("a", "s", "d") == b"no"
    await again.drop("a")
    assert await again.answered("a", "s", "c") is None
    await again.close()


def test_a_limited_number_of_tables_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answered, "ROOMS", 2)
    remembered = answered.AnsweredCommands()
    for room in "abc":
        remembered.read(room, [("s", "c")])

    assert remembered.may_know("a", "s", "c") is None
    assert remembered.may_know("b", "s", "c") is True
    assert remembered.may_know("c", "s", "d") is False
