"""Turns of others are shown at once, and applied when somebody looks at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import Raw
from tests.cluster.nodes import Cluster, cluster
from tests.cluster.tables import (
    check_stream,
    in_turn,
    mover_and_other,
    table_of_two,
    version_seen,
)
from tests.server.room_clients import Client, settled
from tests.server.stream_reader import read

from tilerummy.server.bus.local import at_once
from tilerummy.server.messages import Act, ServerMessage, Update
from tilerummy.server.room.fold import LogStep
from tilerummy.server.rooms import log as log_module
from tilerummy.server.rooms.log import MOST_POSTPONED
from tilerummy.server.rooms.nodes.node import POLL


async def draw(person: Client) -> None:
    """Draw a tile: a turn that changes nothing but the round."""
    await person.ask(
        Act(cid=person.cid(), room=person.room, version=await person.version(), actions=["draw"])
    )
    await settled()


def test_a_turn_of_another_node_is_shown_before_it_is_applied() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        for _ in range(6):
            mover, other = await mover_and_other(ann, ben)
            actor = await other.actor()
            await draw(mover)
            await nodes.clock.pass_time(POLL)
            assert actor.log.applied.version + 1 == actor.log.version == version_seen(other)
            assert (await mover.actor()).room == actor.room
            assert actor.log.applied.version == actor.log.version
        for person in (ann, ben):
            await check_stream(person, nodes.shared)

    cluster(test, at_once)


def test_the_clock_of_a_turn_is_that_of_the_turn_that_was_shown() -> None:
    """The server that does not keep it postpones turns too."""

    async def test(nodes: Cluster) -> None:
        ann, ben, *both = await table_of_two(nodes, turn_ms=60_000)
        for _ in range(4):
            await nodes.clock.pass_time(1_000)
            await draw(await in_turn(ann, ben))
            left = [a.turn.ends_in() for n in both if (a := await n.rooms.actor(ann.room))]
            assert left == [60_000, 60_000]

    cluster(test, at_once)


def test_a_server_where_people_only_watch_applies_several_turns_together() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        third = await nodes.start()
        eve = third.person("Eve")
        await eve.watch(ann.room)
        await nodes.clock.pass_time(POLL)
        actor = await eve.actor()
        waiting = []
        for _ in range(2 * MOST_POSTPONED):
            await draw(await in_turn(ann, ben))
            assert version_seen(eve) == await ann.version()
            waiting.append(actor.log.version - actor.log.applied.version)
        assert max(waiting) == MOST_POSTPONED - 1
        assert actor.room == (await ann.actor()).room
        await check_stream(eve, nodes.shared)

    cluster(test, at_once)


def test_who_comes_to_a_table_sees_what_was_postponed_there() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        mover, other = await mover_and_other(ann, ben)
        before = await other.version()
        await draw(mover)
        sent: list[ServerMessage | Raw] = []
        await other.rooms.attach(ann.room, other.person, sent.append, before)
        await settled()
        message = read(sent[0])
        assert isinstance(message, Update)
        assert message.version == before + 1 == await mover.version()
        assert [entry.seq for entry in message.entries] == [before]

    cluster(test, at_once)


def test_what_cannot_be_applied_is_read_from_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        mover, other = await mover_and_other(ann, ben)
        actor, version = await other.actor(), await mover.version()
        await draw(mover)
        with monkeypatch.context() as broken:
            broken.setattr(log_module, "steps", impossible)
            assert actor.room.version == version
        await nodes.clock.pass_time(POLL)
        assert actor.room == (await mover.actor()).room

    def impossible(*_: object) -> Iterator[LogStep]:
        raise ValueError("the tiles are not there")

    cluster(test, at_once)
