"""A server of the previous release and one of this share their rooms, and none loses anything."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import msgspec
import pytest
from tests.cluster.nodes import Cluster, OneNode, cluster
from tests.cluster.upgrade.previous import ENTRIES, through_entry
from tests.server.room_clients import Client
from tests.server.store.reading import append

from tilerummy.server.cluster.leases import LOOK
from tilerummy.server.messages import Act, Fault, Snapshot, Update
from tilerummy.server.room import entries
from tilerummy.server.rooms.errors import NewerLogError
from tilerummy.server.rooms.registry import AGAIN, RESTART
from tilerummy.server.store import Appended, Entries, Fenced, Row, Taken

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
    """Let a node read and write entries as the previous release does."""
    logs = node.rooms.store.logs
    store, load = logs.append, logs.load

    async def append_old(new: Entries) -> Appended | Fenced:
        return await store(replace(new, bodies=[through_entry(body) for body in new.bodies]))

    async def load_old(room: str, since: int = 0) -> list[Row]:
        rows = await load(room, since)
        return [replace(row, body=through_entry(row.body)) for row in rows]

    logs.append, logs.load = append_old, load_old  # type: ignore[method-assign]


async def playing(node: OneNode) -> tuple[Client, Client]:
    """Return two people whose round has been dealt."""
    ann, ben = node.person("Ann"), node.person("Ben")
    await ben.watch(await ann.open())
    await ben.control("sit")
    for person, what in ((ann, "start"), (ann, "ready"), (ben, "ready")):
        await person.control(what)
    return ann, ben


async def in_turn(*people: Client) -> Client:
    """Return the person to move."""
    for person in people:
        if (await person.game()).to_move == (await person.sees()).seat:
            return person
    raise AssertionError("nobody is to move")


def check_stream(client: Client) -> int:
    """Check that a person was sent every entry once, in order; return the version."""
    version = 0
    for message in client.heard:
        match message:
            case Snapshot():
                version = message.version
            case Update(entries=new):
                assert [each.seq for each in new] == [*range(version, message.version)]
                version = message.version
    return version


@pytest.mark.parametrize("previous", [0, 1])
def test_a_match_is_played_through_an_upgrade_and_back(previous: int) -> None:
    async def test(nodes: Cluster) -> None:
        both = [await nodes.start(), await nodes.start()]
        make_previous(both[previous])
        people = await playing(both[0])
        for turn in range(16):
            if turn == 8:
                await both[0].end()
                for person in people:
                    assert person.closed == [RESTART]
                    person.rooms = both[1].rooms
                    await person.watch(person.room, since=check_stream(person))
            if (await people[0].actor()).room.phase != "playing":
                break
            await (await in_turn(*people)).take_turn()
        assert turn > 8
        size = len(await nodes.store.logs.load(people[0].room))
        assert [check_stream(person) for person in people] == [size, size]

    cluster(test)


def test_a_room_that_only_a_newer_release_can_read_is_left_to_it() -> None:
    """Nothing counts as damaged, commands are refused, and the newer server gets the room."""

    async def test(nodes: Cluster) -> None:
        one = await nodes.start()
        ann, ben = await playing(one)
        room, version = ann.room, await ann.version()
        await one.end()
        await nodes.store.leases.beat("newer", "http://newer", 60_000)
        taken = await nodes.store.leases.take(room, "newer")
        assert isinstance(taken, Taken)
        await append(nodes.store, room, NEWER, epoch=taken.epoch)
        await nodes.store.leases.leave("newer")

        older = await nodes.start()
        await nodes.clock.pass_time(2 * LOOK)
        assert not older.owns(room)
        act = Act(cid=ann.cid(), room=room, version=version, actions=["draw"])
        for refused in (
            await older.rooms.command(ben.person, act),
            await older.rooms.attach(room, ben.person, ben),
        ):
            assert isinstance(refused, Fault)
            assert (refused.code, "older than the table" in refused.message) == ("storage", True)
        assert not older.owns(room)
        with pytest.raises(NewerLogError):
            await older.rooms.delete_account(ann.person)

        await nodes.clock.pass_time(AGAIN)
        await nodes.store.leases.beat("newer", "http://newer", 60_000)
        assert isinstance(await nodes.store.leases.take(room, "newer"), Taken)
        assert len(await nodes.store.logs.load(room)) == version + 1

    cluster(test)
