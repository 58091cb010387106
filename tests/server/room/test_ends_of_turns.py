"""During the search for the plays of a turn, only the clock waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from unittest.mock import patch

import pytest
from tests.server.playing import mover_and_other, ok, seated
from tests.server.room_clients import Client, TestRooms, settled

from tilerummy.analysis import Turn
from tilerummy.melds import Table
from tilerummy.server.jobs.rooms import find_turn
from tilerummy.server.messages import Answer, Chatted, Check, Done, HintAnswer, Preview, Say
from tilerummy.server.room.turns import opening_turn
from tilerummy.server.rooms import turns
from tilerummy.state import State

TURN = 60_000
SOON = 60
"""Seconds for what waits for no search: these searches end only when the test allows it."""


@dataclass
class Moment:
    """A turn that takes two plays is about to end with the melds *after*."""

    rooms: TestRooms
    mover: Client
    other: Client
    after: list[str]
    version: int
    may: asyncio.Event = field(default_factory=asyncio.Event)
    calls: int = 0

    async def find_turn(self, ruleset: str, view: State, after: Table) -> Turn:
        """Find the plays when the test allows it."""
        self.calls += 1
        await self.may.wait()
        return find_turn(ruleset, view, after)

    def done(self) -> asyncio.Task[object]:
        """Submit the table as the mover."""
        message = Done(cid="done", room=self.mover.room, version=self.version, after=self.after)
        return asyncio.create_task(self.mover.ask(message))


@pytest.fixture
async def now(rooms: TestRooms, monkeypatch: pytest.MonkeyPatch) -> Moment:
    """The plays of this turn are found only when the test allows it.

    It begins with an opening, and is searched as all others of two plays are.
    """
    monkeypatch.setattr(turns, "opening_turn", lambda *_: None)
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    while True:
        mover, other = await mover_and_other(people)
        version = await mover.version()
        if after := await turn_of_two(mover, version):
            break
        await mover.take_turn()
    moment = Moment(rooms, mover, other, after, version)
    rooms.work(find_turn=moment.find_turn)
    return moment


async def turn_of_two(mover: Client, version: int) -> list[str]:
    """Return the melds that the mover can lay by two plays, if there are any."""
    hint = await mover.hint()
    if not isinstance(hint, HintAnswer) or not hint.after:
        return []
    check = Check(cid="check", room=mover.room, version=version, after=hint.after)
    answer = await mover.ask(check)
    return hint.after if isinstance(answer, Answer) and len(answer.plays) > 1 else []


async def test_an_opening_and_a_play_need_no_search(now: Moment) -> None:
    """They are the same plays that the search finds."""

    now.may.set()
    check = Check(cid="c", room=now.mover.room, version=now.version, after=now.after)
    searched = await now.mover.ask(check)
    now.may.clear()
    with patch.object(turns, "opening_turn", opening_turn):
        found = ok(await asyncio.wait_for(now.mover.ask(check), SOON))
    assert found == searched
    assert (len(found.plays), now.calls) == (2, 1)


async def test_others_connect_chat_and_agree_during_the_search_for_plays(now: Moment) -> None:
    done = now.done()
    await settled()
    assert now.calls == 1
    eve = Client(now.rooms, "Eve")
    async with asyncio.timeout(1):
        await eve.watch(now.mover.room)
        await now.other.ask(Say(room=now.other.room, text="well?"))
        ok(await now.other.control("end"))
    assert any(isinstance(m, Chatted) for m in eve.heard)
    assert not done.done()
    now.may.set()
    ok(await done)
    assert sorted((await eve.game()).table) == sorted(now.after)
    assert (await eve.sees()).table.proposal, "which is no matter of the tiles"


async def test_plays_found_after_a_pause_are_discarded(now: Moment) -> None:
    done = now.done()
    await settled()
    before = (await now.mover.game()).table
    for person in (now.mover, now.other):
        await asyncio.wait_for(person.control("pause"), SOON)
    now.may.set()
    answer = await done
    assert isinstance(answer, Answer)
    assert answer.status == "conflict"
    assert (await now.mover.sees()).table.phase == "paused"
    assert (await now.mover.game()).table == before


async def test_a_turn_submitted_in_time_counts_after_a_long_search(now: Moment) -> None:
    done = now.done()
    await now.rooms.clock.pass_time(2 * TURN)
    assert not done.done()
    now.may.set()
    ok(await done)
    await settled()
    game = await now.other.game()
    assert sorted(game.table) == sorted(now.after)
    assert game.can is not None, "it is the next player's turn, with all of the time"


async def test_a_move_after_the_time_is_over_waits_for_the_time_out(now: Moment) -> None:
    rows = [meld.split() for meld in now.after]
    await now.mover.ask(Preview(room=now.mover.room, version=now.version, rows=rows))
    await now.rooms.clock.pass_time(TURN)
    assert now.calls == 1
    late = asyncio.create_task(now.mover.do("draw", version=now.version))
    ok(await asyncio.wait_for(now.other.control("end"), SOON))
    now.may.set()
    answer = await late
    assert isinstance(answer, Answer)
    assert answer.status == "conflict"
    assert sorted((await now.other.game()).table) == sorted(now.after)


async def test_time_that_ends_during_a_pause_is_over_when_the_match_resumes(now: Moment) -> None:
    rows = [meld.split() for meld in now.after]
    await now.mover.ask(Preview(room=now.mover.room, version=now.version, rows=rows))
    await now.rooms.clock.pass_time(TURN)
    for person in (now.mover, now.other):
        await asyncio.wait_for(person.control("pause"), SOON)
    turn = (await now.mover.game()).turn
    now.may.set()
    await settled()
    assert (await now.mover.sees()).table.phase == "paused"
    assert (await now.mover.game()).turn == turn
    for person in (now.mover, now.other):
        await person.control("resume")
    await now.rooms.clock.pass_time(0)
    assert (await now.mover.sees()).table.phase == "playing"
    assert (await now.other.game()).turn == turn + 1


async def test_the_plays_of_a_repeated_submission_are_searched_once(now: Moment) -> None:
    both = [now.done(), now.done()]
    await settled()
    now.may.set()
    one, other = await asyncio.gather(*both)
    assert ok(one) == other
    assert now.calls == 1
