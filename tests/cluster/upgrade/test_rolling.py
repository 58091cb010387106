"""Servers of the previous release and of this one share their rooms without losing anything."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tests.cluster.nodes import Cluster, Node
from tests.cluster.upgrade.previous import KINDS, RELEASE, fields, through_entry
from tests.server.playing import play_round, seated
from tests.server.room_clients import Client
from tests.server.store.reading import append

from tilerummy.server.cluster.leases import POLL_INTERVAL
from tilerummy.server.messages.client import Act
from tilerummy.server.messages.server import Fault, Snapshot, Update
from tilerummy.server.room import entries
from tilerummy.server.rooms.access import NewerLogError
from tilerummy.server.rooms.registry import RESTART, RETRY_AFTER
from tilerummy.server.store.types import Appended, Entries, Fenced, Row, Taken

CHANGELOG = Path(__file__).parents[3] / "CHANGELOG.md"
MAY_BE_IGNORED = {"acted": {"advice"}}
"""New fields of entries that the previous release may ignore, by kind."""
NEW: set[str] = set()
"""Kinds that this release reads but does not write yet."""
NEWER = b'{"type":"toasted","seat":0}'
"""An entry of a future release."""


def test_the_previous_release_is_described() -> None:
    """Only before the first release may new kinds be written without a release that reads them."""
    versions = re.findall(r"^## (\d[\w.]*)(.*)", CHANGELOG.read_text(), re.MULTILINE)
    released = [version for version, date in versions if "unreleased" not in date]
    assert [RELEASE] == (released or [version for version, _ in versions])[:1]


def test_the_previous_release_reads_all_entries_of_this_one() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(entries.Entry)}
    assert set(kinds) - NEW == set(KINDS), "write a new kind one release after it can be read"
    for name in KINDS:
        new = {field.encode_name: field.required for field in msgspec.structs.fields(kinds[name])}
        for field in MAY_BE_IGNORED.get(name, set()):
            assert not new.pop(field), f"{name}.{field}: older entries have none"
        assert new == fields(name), name


def make_previous(node: Node) -> None:
    """Make a node read and write entries like the previous release."""
    logs = node.store.logs
    store, load = logs.append, logs.load

    async def append_old(new: Entries) -> Appended | Fenced:
        return await store(replace(new, bodies=[through_entry(body) for body in new.bodies]))

    async def load_old(room: str, since: int = 0) -> list[Row]:
        rows = await load(room, since)
        return [replace(row, body=through_entry(row.body)) for row in rows]

    logs.append, logs.load = append_old, load_old  # type: ignore[method-assign]


def check_stream(client: Client) -> int:
    """Check that a client received every entry once, in order; return the version."""
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
async def test_a_match_is_played_through_an_upgrade_and_back(nodes: Cluster, previous: int) -> None:
    both = [await nodes.start(), await nodes.start()]
    make_previous(both[previous])
    people = await seated(both[0], "Ann", "Ben")
    for turn in range(16):
        if turn == 8:
            await both[0].end()
            for person in people:
                assert person.closed == [RESTART]
                person.rooms = both[1]
                await person.watch(person.room, since=check_stream(person))
        if (await people[0].actor()).room.phase != "playing":
            break
        await play_round(people, turns=1)
    assert turn > 8
    size = len(await nodes.store.logs.load(people[0].room))
    assert [check_stream(person) for person in people] == [size, size]


async def test_a_room_of_a_newer_release_is_left_to_it(nodes: Cluster) -> None:
    """It does not count as damaged, commands are refused, and the newer server gets the room."""
    one = await nodes.start()
    ann, ben = await seated(one, "Ann", "Ben")
    room, version = ann.room, await ann.version()
    await one.end()
    await nodes.store.leases.heartbeat("newer", "http://newer", 60_000)
    taken = await nodes.store.leases.take(room, "newer")
    assert isinstance(taken, Taken)
    await append(nodes.store, room, NEWER, epoch=taken.epoch)
    await nodes.store.leases.leave("newer")

    older = await nodes.start()
    await nodes.clock.pass_time(2 * POLL_INTERVAL)
    assert not older.owns(room)
    act = Act(cid=ann.cid(), room=room, version=version, actions=["draw"])
    for refused in (
        await older.command(ben.person, act),
        await older.attach(room, ben.person, ben),
    ):
        assert isinstance(refused, Fault)
        assert (refused.code, "older than the table" in refused.message) == ("storage", True)
    assert not older.owns(room)
    with pytest.raises(NewerLogError):
        await older.delete_account(ann.person)

    await nodes.clock.pass_time(RETRY_AFTER)
    await nodes.store.leases.heartbeat("newer", "http://newer", 60_000)
    assert isinstance(await nodes.store.leases.take(room, "newer"), Taken)
    assert len(await nodes.store.logs.load(room)) == version + 1
