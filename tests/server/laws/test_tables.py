"""A table under Hypothesis: any guest, any command, any failure, in any order."""

from __future__ import annotations

import asyncio
from random import Random
from typing import get_args, get_type_hints

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    invariant,
    precondition,
    rule,
)
from msgspec.structs import replace
from tests.server.laws.machine import PEOPLE, OneTable, QuickWorkers
from tests.server.room_clients import restarted, settled

from tilerummy.server.messages import (
    Act,
    Answer,
    AskHint,
    Check,
    Control,
    Done,
    Fault,
    HintAnswer,
    Preview,
    React,
    Say,
)
from tilerummy.server.rooms.access import Person

ANYBODY = st.sampled_from(PEOPLE)
SEAT = st.none() | st.integers(0, 3)
WISHES = [*get_args(get_type_hints(Control)["what"])]
ACTIONS = [
    ["draw"],
    ["pass"],
    ["draw", "draw"],
    ["draw", "pass"],
    ["take"],
    ["time-out"],
    ["foul play r1 r2 r3"],
    ["discard r1"],
    ["play r1 r2 r3"],
    ["nonsense"],
]
TABLES = [[], ["r1 r2 r3"], ["r1 r2"], ["k7 b7 o7", "r1 r2 r3 r4"], ["* * *"], ["<b>"]]
STALE = st.sampled_from([0, 0, 0, 0, -1, -5, 1, 1000])


class TableMachine(OneTable):
    """One table: every rule is an action of a guest, or an event outside the match."""

    # Actions of guests

    @rule(
        person=ANYBODY,
        what=st.sampled_from(WISHES),
        seat=SEAT,
        level=st.sampled_from([None, "beginner", "genius"]),
    )
    def control(self, *, person: Person, what: str, seat: int | None, level: str | None) -> None:
        """A guest sends any control command."""
        self.send(person, self.control_of(what, seat=seat, level=level))

    @rule(what=st.sampled_from(["ready", "next", "decline", "take_back", "resume"]))
    def control_by_all(self, *, what: str) -> None:
        """All guests with a seat send the same control command."""
        for person in PEOPLE[:3]:
            self.send(person, self.control_of(what))

    @rule(person=ANYBODY, actions=st.sampled_from(ACTIONS), stale=STALE)
    def act(self, *, person: Person, actions: list[str], stale: int) -> None:
        """A guest sends an action, legal or not."""
        version = max(0, self.actor.room.version + stale)
        self.send(person, Act(cid=self.cid(), room=self.room, version=version, actions=actions))

    @rule(person=ANYBODY, after=st.sampled_from(TABLES), stale=STALE, check=st.booleans())
    def lay_anything(self, *, person: Person, after: list[str], stale: int, check: bool) -> None:
        """A guest submits or checks a table."""
        version = max(0, self.actor.room.version + stale)
        kind = Check if check else Done
        self.send(person, kind(cid=self.cid(), room=self.room, version=version, after=after))

    @rule(person=ANYBODY, level=st.integers(1, 3))
    def hint(self, *, person: Person, level: int) -> None:
        """A guest requests a hint."""
        before = self.actor.room
        version = before.version
        ask = AskHint(cid=self.cid(), room=self.room, version=version, level=level)
        answer = self.send(person, ask)
        if isinstance(answer, HintAnswer):
            assert before.state is not None
            assert before.seat_of(person.guest) == before.state.to_move

    @rule(person=ANYBODY, rows=st.sampled_from([[], [["r1"]], [["*x"]], [["r1", "r2", "r3"]]]))
    def remark(self, *, person: Person, rows: list[list[str]]) -> None:
        """A guest sends a preview, a reaction or a chat message."""
        version = self.actor.room.version
        self.send(person, Preview(room=self.room, version=version, rows=rows))
        self.send(person, Say(room=self.room, text="well"))
        self.send(person, React(room=self.room, reaction="wow"))

    @rule(moves=st.integers(1, 8))
    def play_on(self, *, moves: int) -> None:
        """People play legal moves."""
        for _ in range(moves):
            if (move := self.move()) is None:
                return
            answer = self.send(*move)
            failed = isinstance(answer, Fault) and answer.code == "storage"
            assert failed or (isinstance(answer, Answer) and answer.status == "ok"), answer

    @rule(times=st.integers(2, 6), others=st.integers(0, 3), order=st.randoms())
    def at_once(self, *, times: int, others: int, order: Random) -> None:
        """A move arrives several times at once, beside other moves for the same table."""
        if (move := self.move()) is None:
            return
        person, command = move
        commands = [command] * times
        commands += [self.act_of(["draw"]) for _ in range(others)]
        order.shuffle(commands)

        async def sent() -> list[object]:
            return await asyncio.gather(*(self.rooms.command(person, c) for c in commands))

        answers = self.run(sent())
        for each, answer in zip(commands, answers, strict=True):
            self.answered(person, each, answer)
        good = {a.cid for a in answers if isinstance(a, Answer) and a.status == "ok"}
        assert len(good) <= 1

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def again(self, *, data: st.DataObject) -> None:
        """An earlier command is repeated, changed or not: it gets its first answer."""
        person, command, answer = data.draw(st.sampled_from(self.sent[-40:]))
        if data.draw(st.booleans()) and not isinstance(command, Control):
            command = replace(self.act_of(["draw"]), cid=command.cid)
        before = self.store.logs.size(self.room)
        result = self.run(self.rooms.command(person, command))
        shut = isinstance(result, Fault) and result.code == "no_such_room"
        assert result == answer or shut
        assert self.store.logs.size(self.room) == before or self.actor.room.phase != "sealing"

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), thief=ANYBODY)
    def replayed_by_others(self, *, data: st.DataObject, thief: Person) -> None:
        """Another guest sends the id of a known command: it is a new command of that guest."""
        _, command, answer = data.draw(st.sampled_from(self.sent[-40:]))
        known = [a for p, _, a in self.sent if p is thief and a.cid == answer.cid]
        result = self.run(self.rooms.command(thief, command))
        if known:
            assert result == known[0] or isinstance(result, Fault)
        else:
            self.answered(thief, command, result)

    # Events outside the match

    @rule(ms=st.sampled_from([1, 999, 4000, 29_999, 30_000, 31_000, 120_000]))
    def time_passes(self, *, ms: int) -> None:
        """Time passes."""
        self.run(self.clock.pass_time(ms))

    @rule(person=ANYBODY, since=st.none() | st.integers(0, 60))
    def connect(self, *, person: Person, since: int | None) -> None:
        """A guest opens one more connection, from any version."""
        self.comes(person, since)

    @precondition(lambda self: self.ears)
    @rule(data=st.data())
    def disconnect(self, *, data: st.DataObject) -> None:
        """A connection is lost."""
        ear = data.draw(st.sampled_from(self.ears))
        self.ears.remove(ear)
        assert ear.attachment is not None
        self.run(self.rooms.detach(ear.attachment))
        if data.draw(st.booleans()):
            self.comes(ear.person, ear.version)

    @rule(times=st.integers(1, 3))
    def disk_fails(self, *, times: int) -> None:
        """The next writes fail; commands meanwhile have no effect."""
        self.store.logs.failing = times
        if (move := self.move()) is not None:
            answer = self.send(*move)
            assert isinstance(answer, Fault)
            assert not self.notary.wrote(move[0].guest, move[1].cid)
            self.store.logs.failing = 0
            result = self.send(*move)
            assert isinstance(result, Answer)
            assert result.status == "ok"
        self.store.logs.failing = 0
        self.run(self.clock.pass_time(4000))

    @rule()
    def cut_off(self) -> None:
        """The mover loses the connection while the move is written."""
        if (move := self.move()) is None:
            return

        async def sent() -> None:
            self.store.logs.gate.clear()
            self.store.logs.reached.clear()
            task = asyncio.create_task(self.rooms.command(*move))
            await self.store.logs.reached.wait()
            task.cancel()
            await settled()
            self.store.logs.gate.set()
            await asyncio.wait((task,))

        self.run(sent())
        result = self.send(*move)
        assert isinstance(result, Answer)
        assert result.status == "ok"

    @rule(off=st.sampled_from([0, 5000, 3_600_000]), back=st.booleans(), crashed=st.booleans())
    def restart(self, *, off: int, back: bool, crashed: bool) -> None:
        """The server restarts on the same file, after it was stopped or crashed."""
        later = restarted(self.rooms, down=off, crashed=crashed, workers=QuickWorkers())
        self.rooms = self.run(later)
        assert not self.rooms.registry.damaged
        before, self.ears = self.ears, []
        if back:
            for ear in before:
                self.comes(ear.person, ear.version)

    @rule()
    def sweep(self) -> None:
        """Abandoned and idle rooms are cleaned up."""
        self.run(self.rooms.sweep())

    # Invariants

    @precondition(lambda self: self.room)
    @invariant()
    def laws(self) -> None:
        """The log folds to the room, and all connections have been sent it."""
        actor = self.actor
        self.run(self.notary.check(actor.room))
        heard_by = {id(a) for a in actor.broadcast.presence.attachments}
        self.ears = [e for e in self.ears if id(e.attachment) in heard_by]
        for ear in self.ears:
            ear.agrees(actor.broadcast.snapshot(ear.person.guest))
        for person, command, answer in self.sent[-3:]:
            if isinstance(command, Act | Done) and answer.status != "ok":
                assert not self.notary.wrote(person.guest, command.cid)


TestTables = TableMachine.TestCase
TestTables.settings = settings(
    max_examples=max(12, settings().max_examples // 4), stateful_step_count=30, deadline=None
)
