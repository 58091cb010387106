"""Tables whose players are at different nodes, and the history of what everybody saw."""

from __future__ import annotations

from tests.cluster.nodes import Cluster, OneNode
from tests.server.room_clients import Client

from tilerummy.server.messages import Snapshot, Update
from tilerummy.server.rooms.nodes.node import POLL
from tilerummy.server.store import Store


async def table_of_two(
    nodes: Cluster, rounds: int = 1, turn_ms: int | None = None
) -> tuple[Client, Client, OneNode, OneNode]:
    """Return two people at different nodes, whose round has been dealt, and the nodes."""
    one, two = await nodes.start(), await nodes.start()
    ann, ben = one.person("Ann"), two.person("Ben")
    room = await ann.open(rounds=rounds, turn_ms=turn_ms)
    await ben.watch(room)
    await ben.control("sit")
    await nodes.clock.pass_time(POLL)
    await ann.control("start")
    await nodes.clock.pass_time(POLL)
    await ann.control("ready")
    await ben.control("ready")
    await nodes.clock.pass_time(3 * POLL)
    return ann, ben, one, two


async def in_turn(*people: Client) -> Client:
    """Return the person to move."""
    for person in people:
        game = await person.game()
        if game.to_move == (await person.sees()).seat:
            return person
    raise AssertionError("nobody is to move")


async def mover_and_other(ann: Client, ben: Client) -> tuple[Client, Client]:
    """Return the person to move, and the other one."""
    mover = await in_turn(ann, ben)
    return mover, ben if mover is ann else ann


def version_seen(client: Client) -> int:
    """Return the latest version that a person was shown."""
    return max(m.version for m in client.heard if isinstance(m, Snapshot | Update))


async def check_stream(client: Client, store: Store) -> None:
    """Check that a person was sent every entry once, in order, and that all were stored."""
    version, stored = 0, len(await store.load(client.room))
    for message in client.heard:
        match message:
            case Snapshot():
                version = message.version
            case Update(entries=entries):
                seqs = [entry.seq for entry in entries]
                assert seqs == [*range(version, message.version)], "a gap, or an entry sent twice"
                version = message.version
    assert version <= stored
