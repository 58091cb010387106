"""Matches of several players at a table."""

from __future__ import annotations

from tests.server.room_clients import Client, TestRooms, settled
from tests.server.served import Json

from tilerummy.server.messages.server import Answer, Fault
from tilerummy.server.messages.views import RoomView
from tilerummy.server.rooms.actor import IDLE


async def seated(
    rooms: TestRooms, *names: str, ruleset: str = "sabra", **terms: Json
) -> list[Client]:
    """Return clients whose round is being played at a table; the first is the host."""
    people = [Client(rooms, name) for name in names]
    room = await people[0].open(ruleset, seats=len(names), **terms)
    for person in people[1:]:
        await rooms.store.rooms.admit(room, person.person.guest)
        await person.join(room)
    await people[0].control("start")
    await ready(people)
    return people


async def ready(people: list[Client]) -> None:
    """Have all players confirm the deal."""
    for number, person in enumerate(people):
        await person.control("ready", contribution=f"{number:02x}")
    await settled()


async def everyone(people: list[Client], what: str) -> None:
    """Send the same control command for every player."""
    for person in people:
        await person.control(what)


async def leave(people: list[Client]) -> None:
    """Disconnect all players."""
    for person in people:
        await person.leave()


async def come(people: list[Client]) -> None:
    """Connect all players again."""
    for person in people:
        await person.watch(person.room)


async def parked(rooms: TestRooms, *people: Client) -> None:
    """Disconnect clients, and wait until their room is parked."""
    await leave([*people])
    await rooms.clock.pass_time(IDLE + 1)
    await rooms.sweep()
    await settled()


async def play_round(people: list[Client], turns: int = 1000) -> None:
    """Play *turns* turns, or fewer if the round ends."""
    for _ in range(turns):
        actor = await people[0].actor()
        if actor.room.phase != "playing":
            return
        assert actor.room.state
        seat = actor.room.state.to_move
        session = actor.room.places[seat].guest
        mover = next((p for p in people if p.person.guest == session), None)
        if mover is None:
            await settled()
        else:
            await mover.take_turn()


async def table(person: Client) -> RoomView:
    """Return the latest view of the table that this client has received."""
    return (await person.sees()).table


async def to_move(person: Client) -> int:
    return (await person.game()).to_move


async def mover_of(people: list[Client]) -> Client:
    """Return the player to move; *people* are in seat order."""
    return people[await to_move(people[0])]


async def mover_and_other(people: list[Client]) -> tuple[Client, Client]:
    """Return the player to move and the other of two."""
    mover = await mover_of(people)
    return mover, next(person for person in people if person is not mover)


async def against_computer(rooms: TestRooms, level: str = "club") -> Client:
    """Return a client at a table where a computer player is to move."""
    ann = Client(rooms, "Ann")
    await ann.open(computers={1: level}, start=True)
    await ready([ann])
    if await to_move(ann) == 0:
        await ann.do("draw")
    return ann


def codes(answer: object) -> list[str]:
    """Return the reason codes of a command's result, which are empty if it was not refused."""
    assert isinstance(answer, Answer), answer
    return [reason.code for reason in answer.reasons]


def conflict(answer: object) -> bool:
    """Return whether a command was rejected because the game had changed since its version."""
    return isinstance(answer, Answer) and answer.status == "conflict"


def fault(answer: object) -> str:
    """Return the code of *answer*, which must be a fault."""
    assert isinstance(answer, Fault), answer
    return answer.code


def ok(answer: object) -> Answer:
    """Return a command's result, which must be a success."""
    assert isinstance(answer, Answer), answer
    assert answer.status == "ok", answer
    return answer
