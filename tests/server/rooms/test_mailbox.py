"""What is sent to a room is done in order and to its end, whoever stops waiting for it."""

from __future__ import annotations

import asyncio

import pytest

from tilerummy.server.rooms.mailbox import CAPACITY, Mailbox
from tilerummy.server.store import StorageError

pytestmark = pytest.mark.anyio


class Room:
    """A mailbox whose messages end when the test allows it."""

    def __init__(self) -> None:
        self.mailbox, self.gate, self.done = Mailbox(), asyncio.Event(), list[int]()

    def send(self, number: int) -> asyncio.Task[int]:
        async def work() -> int:
            await self.gate.wait()
            self.done.append(number)
            return number

        return asyncio.create_task(self.mailbox.do(work))


@pytest.fixture
def room() -> Room:
    return Room()


async def test_messages_are_done_one_after_the_other(room: Room) -> None:
    sent = [room.send(number) for number in range(5)]
    await asyncio.sleep(0)
    assert room.mailbox.busy
    room.gate.set()
    assert await asyncio.gather(*sent) == room.done == [*range(5)]
    assert not room.mailbox.busy


async def test_a_message_is_finished_although_its_sender_has_gone(room: Room) -> None:
    sent = [room.send(number) for number in range(3)]
    await asyncio.sleep(0)
    for each in sent[:2]:
        each.cancel()
    room.gate.set()
    assert await sent[2] == 2
    assert room.done == [0, 1, 2]
    assert [each.cancelled() for each in sent] == [True, True, False]


@pytest.mark.parametrize("error", [ZeroDivisionError, asyncio.CancelledError])
async def test_an_error_is_raised_where_its_message_was_sent(
    room: Room, error: type[BaseException]
) -> None:
    async def fails() -> None:
        raise error

    room.gate.set()
    with pytest.raises(error):
        await room.mailbox.do(fails)
    assert await room.send(1) == 1


async def test_no_message_is_done_after_the_end(room: Room) -> None:
    sent = [room.send(number) for number in range(3)]
    await asyncio.sleep(0)
    closing = asyncio.create_task(room.mailbox.close())
    await asyncio.sleep(0)
    late = room.send(3)
    await asyncio.sleep(0)
    assert not closing.done(), "what has begun is finished first"
    room.gate.set()
    await closing
    assert await sent[0] == 0
    for refused in (*sent[1:], late):
        with pytest.raises(StorageError):
            await refused
    assert room.done == [0]


async def test_a_limited_number_of_messages_waits(room: Room) -> None:
    sent = [room.send(number) for number in range(CAPACITY + 2)]
    await asyncio.sleep(0)
    with pytest.raises(StorageError):
        await sent[-1]
    room.gate.set()
    await asyncio.gather(*sent[:-1])
    assert len(room.done) == CAPACITY + 1
