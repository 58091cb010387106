"""What a server has made for the viewers at others is what they would have made themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import UNSET, Raw
from tests.cluster.nodes import Cluster, OneNode, cluster
from tests.cluster.tables import check_stream, in_turn, table_of_two, version_seen
from tests.cluster.upgrade.test_rolling import speak_as_before
from tests.server.room_clients import Client, settled
from tests.server.stream_reader import read

from tilerummy.server.bus.local import at_once
from tilerummy.server.messages import Presence, ServerMessage, Update
from tilerummy.server.rooms.access import Person
from tilerummy.server.rooms.nodes.hints import read_entries

TURNS = 12


async def onlooker(node: OneNode, room: str, name: str) -> list[ServerMessage | Raw]:
    """Return what somebody without a seat is sent at a node, as it is sent."""
    sent: list[ServerMessage | Raw] = []
    await node.rooms.attach(room, Person(f"session-{name}", name), sent.append, None)
    await settled()
    return sent


def watched(prepare: Callable[[OneNode], None]) -> tuple[list[list[ServerMessage]], int]:
    """Return what two players and two onlookers at two nodes see of some turns.

    Also, how many of these messages came to an onlooker as bytes.
    """
    seen: list[list[ServerMessage]] = []
    forwarded = 0

    async def test(nodes: Cluster) -> None:
        nonlocal forwarded
        ann, ben, one, two = await table_of_two(nodes)
        for node in (one, two):
            prepare(node)
        sent = [await onlooker(node, ann.room, node.name) for node in (one, two)]
        for _ in range(TURNS):
            await (await in_turn(ann, ben)).take_turn()
            await settled()
            assert version_seen(ann) == version_seen(ben) == await ann.version()
        for person in (ann, ben):
            await check_stream(person, nodes.shared)
        forwarded = sum(isinstance(message, Raw) for each in sent for message in each)
        seen.extend([ann.heard, ben.heard, *([*map(read, each)] for each in sent)])

    cluster(test, at_once)
    return seen, forwarded


def test_a_viewer_sees_what_its_own_server_would_have_made() -> None:
    """Servers of the release before send nothing of it: then all is made where it is shown."""
    forwarded, many = watched(lambda _: None)
    made, _ = watched(speak_as_before)
    assert forwarded == made
    assert many >= 2 * TURNS


def test_a_server_shows_who_is_connected_as_it_knows_it_itself() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        mover = await in_turn(ann, ben)
        other, there = (ben, two) if mover is ann else (ann, one)
        actor = await there.rooms.actor(ann.room)
        assert actor is not None
        actor.set_elsewhere(set())  # it has not heard yet that the mover is there
        assert isinstance(other.heard[-1], Presence)
        await mover.take_turn()
        [update] = [m for m in other.heard if isinstance(m, Update)][-1:]
        assert update.version == await mover.version()
        assert update.table is not UNSET
        assert update.table.seats is not UNSET
        connected = [seat.connected for seat in update.table.seats]
        assert connected.count(True) == 1
        assert connected[(await other.sees()).seat or 0]

    cluster(test, at_once)


def test_nothing_is_made_for_servers_at_which_nobody_is() -> None:
    async def test(nodes: Cluster) -> None:
        one, two = await nodes.start(), await nodes.start()
        ann, ben = one.person("Ann"), one.person("Ben")
        sent: list[bytes] = []
        await two.bus.subscribe("tr.e.*", lambda _, payload: sent.append(payload))
        await ann.open()
        await ben.watch(ann.room)
        await ben.control("sit")
        await ann.control("start")
        for person in (ann, ben):
            await person.control("ready")
        await nodes.clock.pass_time(10_000)
        sent.clear()
        await (await in_turn(ann, ben)).take_turn()
        assert sent
        hints = [*map(read_entries, sent)]
        assert all(hint is not None and hint.made is None for hint in hints)

    cluster(test, at_once)


@pytest.mark.parametrize("leaves", [False, True])
def test_who_joins_or_comes_back_after_forwarded_moves_sees_the_table_as_it_is(
    *, leaves: bool
) -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, _, two = await table_of_two(nodes)
        for _ in range(5):
            await (await in_turn(ann, ben)).take_turn()
            await settled()
        newcomer: Client = ben if leaves else two.person("Eve")
        since = version_seen(ben) - 3 if leaves else None
        if leaves:
            await ben.leave()
            newcomer.heard.clear()
        await newcomer.watch(ann.room, since)
        await settled()
        fresh = await newcomer.sees()
        assert fresh.version == await ann.version()
        first = newcomer.heard[0]
        if isinstance(first, Update):
            assert first.version == fresh.version
            assert [entry.seq for entry in first.entries] == [*range(since or 0, first.version)]
        await (await in_turn(ann, ben)).take_turn()
        await settled()
        assert version_seen(newcomer) == await ann.version()

    cluster(test, at_once)
