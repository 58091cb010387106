"""A server of the previous release and one of this share their tables, and none loses anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import get_args

import msgspec
import pytest
from tests.cluster.nodes import Cluster, OneNode, cluster
from tests.cluster.tables import check_stream, in_turn, table_of_two, version_seen
from tests.cluster.upgrade.previous import ENTRIES, through_entry, through_hint
from tests.server.room_clients import settled

from tilerummy.server.bus.local import at_once
from tilerummy.server.messages import Act, Fault
from tilerummy.server.room import entries
from tilerummy.server.room.encoded import EncodedUpdates
from tilerummy.server.rooms.nodes.hints import EntriesHint, read_entries
from tilerummy.server.rooms.nodes.leases import BEAT
from tilerummy.server.rooms.nodes.node import POLL
from tilerummy.server.rooms.ports import INSTANT, Pace
from tilerummy.server.store import AppendResult, Entries, Row, StorageError
from tilerummy.server.store.nodes.port import Lease

MAY_BE_IGNORED: dict[str, set[str]] = {}
"""New fields of entries that a server of the previous release may pass over, by kind."""
NEW: set[str] = set()
"""Kinds that this release reads but does not write yet."""
NEWER = b'{"type":"toasted","seat":0}'
"""An entry of a release to come."""


def test_the_previous_release_knows_what_this_one_writes() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(entries.Entry)}
    assert set(kinds) - NEW == set(ENTRIES), "write a new kind one release after it can be read"
    for name, kind in ENTRIES.items():
        old = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        new = {field.encode_name: field for field in msgspec.structs.fields(kinds[name])}
        assert set(new) - MAY_BE_IGNORED.get(name, set()) == set(old), name
        for field in set(new) - set(old):
            assert not new[field].required, f"{name}.{field}: entries of before have none"
        for field, before in old.items():
            assert new[field].required == before.required, f"{name}.{field}"


def make_previous(node: OneNode) -> None:
    """Let a node read and write entries, in the store and on the bus, as the previous release."""
    append, load = node.store.append, node.store.load

    async def append_old(new: Entries) -> AppendResult:
        return await append(replace(new, bodies=[through_entry(body) for body in new.bodies]))

    async def load_old(room: str, since: int = 0) -> list[Row]:
        rows = await load(room, since)
        return [replace(row, body=through_entry(row.body)) for row in rows]

    node.store.append = append_old  # type: ignore[method-assign]
    node.store.load = load_old  # type: ignore[method-assign]


def speak_as_before(node: OneNode) -> None:
    """Let what a node sends pass through the messages of the previous release."""
    publish = node.bus.publish

    def publish_old(subject: str, payload: bytes, *, short: bytes = b"") -> None:
        if subject.startswith("tr.e."):
            payload, short = through_hint(payload), through_hint(short)
        publish(subject, payload, short=short)

    node.bus.publish = publish_old  # type: ignore[method-assign]


def start_mixed(nodes: Cluster, previous: int) -> None:
    """Let the node that is started as number *previous* be one of the release before."""
    start: Callable[[Pace], Awaitable[OneNode]] = nodes.start

    async def start_one(pace: Pace = INSTANT) -> OneNode:
        node = await start(pace)
        speak_as_before(node)
        if len(nodes.nodes) == previous + 1:
            make_previous(node)
        return node

    nodes.start = start_one  # type: ignore[method-assign]


@pytest.mark.parametrize("previous", [0, 1])
def test_a_match_is_played_through_an_upgrade(previous: int) -> None:
    """The players are at servers of different releases; then the older one is replaced."""

    async def test(nodes: Cluster) -> None:
        start_mixed(nodes, previous)
        ann, ben, *both = await table_of_two(nodes)
        old, moving = both[previous], (ann, ben)[previous]
        for turn in range(16):
            if (await ann.actor()).room.phase != "playing":
                break
            if turn == 8:
                await old.end()
                new = await nodes.start()
                seen = version_seen(moving)
                moving.rooms = new.rooms
                await moving.watch(moving.room, since=seen)
                await nodes.clock.pass_time(POLL)
            await (await in_turn(ann, ben)).take_turn()
            await settled()
            assert version_seen(ann) == version_seen(ben) == await ann.version()
        assert turn > 8
        for person in (ann, ben):
            await check_stream(person, nodes.shared)
        assert (await ann.actor()).room == (await ben.actor()).room

    cluster(test, at_once)


def test_a_table_that_only_a_newer_release_can_read_is_left_to_it() -> None:
    """Commands are refused, nothing counts as damaged, and the newer server gets the lease."""

    async def test(nodes: Cluster) -> None:
        ann, ben, _, two = await table_of_two(nodes)
        room, mover = ann.room, await in_turn(ann, ben)
        size = await ann.version()
        await nodes.shared.append(Entries(room, size, [NEWER]))
        two.bus.publish(f"tr.e.{room}", hint(EntriesHint(size, (NEWER,), None, 0)))
        await nodes.clock.pass_time(POLL)

        seen = (await mover.actor()).room.version
        refused = await mover.ask(Act(cid=mover.cid(), room=room, version=seen, actions=["draw"]))
        assert isinstance(refused, Fault)
        assert (refused.code, "older than the table" in refused.message) == ("storage", True)
        third = await nodes.start()
        loaded = await third.rooms.attach(room, ann.person, ann.hear, None)
        assert isinstance(loaded, Fault)
        assert loaded.code == "storage"
        assert (await third.rooms.lobby(ann.person.session)).mine == []
        with pytest.raises(StorageError, match="newer release"):
            await third.rooms.delete_account(ann.person)

        lease: Lease | None = None
        for _ in range(40):
            await nodes.shared.nodes.beat("newer", lease=60_000)
            if lease is None:
                lease = next(iter(await nodes.shared.nodes.take("newer", most=1)), None)
            await nodes.clock.pass_time(BEAT)
        assert lease is not None
        assert (await nodes.shared.nodes.beat("newer", lease=60_000)).held == {room: lease.epoch}
        assert len(await nodes.shared.load(room)) == size + 1

    cluster(test, at_once)


def test_messages_of_a_newer_release_are_passed_over() -> None:
    """More fields are ignored; for what cannot be read at all, the log is read."""
    made = EncodedUpdates((b"e",), b"u", {2: b"v"})
    updates = [[b"e"], b"u", {2: b"v"}, "more"]
    more = msgspec.msgpack.encode([1, [b"x"], None, 5, updates, b"end", "more"])
    assert read_entries(more) == EntriesHint(1, (b"x",), None, 5, made, b"end")

    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        one.bus.publish(f"tr.l.{ann.room}", msgspec.msgpack.encode({"type": "toasted"}))
        one.bus.publish(f"tr.x.{ann.room}", b"?")
        one.bus.connected = False
        mover = await in_turn(ann, ben)
        await mover.take_turn()
        one.bus.connected = True
        one.bus.publish(f"tr.e.{ann.room}", b"2 to come")
        two.bus.publish(f"tr.e.{ann.room}", b"2 to come")
        await settled()
        assert version_seen(ann) == version_seen(ben) == await mover.version()
        assert (two.bus.counts.unknown, one.bus.counts.unknown) == (2, 1)

    cluster(test, at_once)


def hint(entries: EntriesHint) -> bytes:
    return msgspec.msgpack.encode(entries)
