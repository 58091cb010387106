"""Players of one table at different nodes: any node takes any command, and all see the same."""

from __future__ import annotations

from tests.cluster.nodes import Cluster, cluster
from tests.cluster.tables import check_stream, in_turn, table_of_two, version_seen

from tilerummy.server.messages import Act, Answer, Control, Update
from tilerummy.server.room.entries import Renamed
from tilerummy.server.rooms.nodes.node import POLL


def test_the_moves_of_each_are_seen_by_the_other_at_another_node() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes)
        for _ in range(6):
            mover = await in_turn(ann, ben)
            await mover.take_turn()
            await nodes.clock.pass_time(POLL)
            assert version_seen(ann) == version_seen(ben) == await ann.version()
        rows = await nodes.shared.load(ann.room)
        assert [row.seq for row in rows] == [*range(len(rows))]
        for person in (ann, ben):
            await check_stream(person, nodes.shared)

    cluster(test)


def test_a_move_that_met_another_entry_is_decided_again() -> None:
    """Meanwhile a seat got another name at another node, which changes no move."""

    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        mover = await in_turn(ann, ben)
        here, there = (one, two) if mover is ann else (two, one)
        other = await there.rooms.actor(ann.room)
        assert other is not None
        entry = Renamed(seat=0, name="Bo", face="cat", colour="k", session="session-Ann")

        async def renamed() -> None:
            async with other.lock:
                await other.commit([entry])

        here.store.before_append = renamed
        before = await mover.version()
        answer = await mover.do("draw")

        assert isinstance(answer, Answer)
        assert (answer.status, answer.version) == ("ok", before + 2)
        await nodes.clock.pass_time(POLL)
        assert version_seen(ann) == version_seen(ben) == before + 2

    cluster(test)


def test_a_move_after_which_another_was_stored_is_a_conflict_for_good() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        mover = await in_turn(ann, ben)
        here, there = (one, two) if mover is ann else (two, one)
        again = there.person(mover.person.name)  # the same person, at the other node too
        again.room = mover.room

        async def moves() -> None:
            answer = await again.do("draw")
            assert isinstance(answer, Answer)
            assert answer.status == "ok"

        here.store.before_append = moves
        version = await mover.version()
        act = Act(cid="late", room=mover.room, version=version, actions=["draw"])
        first = await mover.ask(act)
        assert isinstance(first, Answer)
        assert first.status == "conflict"
        assert await again.ask(act) == first, "the other node gives the same answer"

    cluster(test)


def test_a_command_sent_to_two_nodes_is_executed_once() -> None:
    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        mover = await in_turn(ann, ben)
        there = two if mover is ann else one
        act = Act(cid="x", room=ann.room, version=await mover.version(), actions=["draw"])
        first = await mover.ask(act)
        again = there.person(mover.person.name)
        assert await again.ask(act) == first
        assert await mover.ask(act) == first
        rows = await nodes.shared.load(ann.room)
        assert sum(row.cid == "x" for row in rows) == 1

        control = Control(cid="y", room=ann.room, what="pause")
        first = await mover.ask(control)
        assert await again.ask(control) == first

    cluster(test)


def test_a_client_that_has_seen_more_makes_the_node_read_it() -> None:
    """So a person whose connection comes back at another node misses nothing."""

    async def test(nodes: Cluster) -> None:
        ann, ben, one, two = await table_of_two(nodes)
        mover = await in_turn(ann, ben)
        await mover.take_turn()
        seen = await mover.version()
        there = two if mover is ann else one
        again = there.person(mover.person.name)
        await again.watch(ann.room, since=seen)
        [update] = again.heard
        assert isinstance(update, Update)
        assert (update.version, update.entries) == (seen, [])

    cluster(test)


def test_the_seed_of_a_round_is_revealed_whoever_ends_it() -> None:
    """The node at which the last move is made may never have known the seed."""

    async def test(nodes: Cluster) -> None:
        ann, ben, *_ = await table_of_two(nodes, rounds=2)
        actor = await ann.actor()
        for _ in range(400):
            if (await ann.actor()).room.phase != "playing":
                break
            await (await in_turn(ann, ben)).take_turn()
            await nodes.clock.pass_time(POLL)
        for person in (ann, ben):
            actor = await person.actor()
            assert actor.room.phase == "between"
            assert [bool(s.seed) for s in actor.room.shuffles] == [True]

    cluster(test)
