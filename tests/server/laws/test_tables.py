"""Hypothesis drives a table: any guest, command and failure, in any order."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import TypeVar, get_args, get_type_hints

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import convert
from msgspec.structs import replace
from tests.server.laws.stores import FaultyLogs
from tests.server.laws.witness import Listener, LogChecker
from tests.server.room_clients import TestRooms, restarted, settled
from tests.server.stream_reader import Known
from tests.server.workers.patient import PatientWorkers

from tilerummy.analysis import Turn
from tilerummy.melds import Table
from tilerummy.players import player
from tilerummy.rules import faults
from tilerummy.server.jobs.rooms import rules_of
from tilerummy.server.messages.bodies.rooms import ComputerSeat, LocalSeat, NewRoom
from tilerummy.server.messages.client import (
    Act,
    AskHint,
    Check,
    Command,
    Control,
    Done,
    Preview,
    React,
    Say,
    TableMessage,
)
from tilerummy.server.messages.server import Answer, Fault, HintAnswer
from tilerummy.server.messages.terms import Terms
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.state import Play, State, conceal
from tilerummy.state.notation import action_text

T = TypeVar("T")

PEOPLE = [Person(f"session-{name}", name) for name in ("Ann", "Ben", "Cy", "Dee", "Eve")]


class QuickWorkers(PatientWorkers):
    """Workers with trivial results, so that many tables can be tested."""

    async def find_turn(self, ruleset: str, view: State, after: Table) -> Turn:
        rules, play = rules_of(ruleset), Play.between(view.table, after)
        reasons = tuple(faults(rules, view, play))
        return Turn((), reasons) if reasons else Turn((play,))

    async def hint(self, _ruleset: str, _view: State, _target: str) -> tuple[HintAnswer, ...]:
        return tuple(HintAnswer(cid="", level=n, advice="draw", code="draw") for n in (1, 2, 3))


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


class TableMachine(RuleBasedStateMachine):
    """One table; each rule is an action of a guest, or an event outside the match."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.rooms = TestRooms(workers=QuickWorkers())
        self.logs = FaultyLogs(self.rooms)
        self.room = ""
        self.listeners: list[Listener] = []
        self.sent: list[tuple[Person, Command, Answer]] = []
        self.cids = 0

    def run(self, work: Coroutine[object, object, T]) -> T:
        """Return the result of *work*, once all tasks have settled."""

        async def settle() -> T:
            result = await work
            await settled()
            return result

        return self.loop.run_until_complete(settle())

    def teardown(self) -> None:
        self.run(self.rooms.close())
        self.loop.close()

    @initialize(
        terms=st.builds(
            Terms,
            ruleset=st.sampled_from(["sabra", "rummikub", "american", "mcgraw"]),
            turn_ms=st.sampled_from([None, 30_000]),
            reserve_ms=st.just(5000),
            increment_ms=st.just(5000),
            bronstein_ms=st.sampled_from([0, 5000]),
            spectators=st.booleans(),
            private=st.booleans(),
            rounds=st.integers(1, 2),
        ),
        seats=st.integers(2, 4),
        people=st.integers(1, 3),
        shared=st.booleans(),
    )
    def open(self, *, terms: Terms, seats: int, people: int, shared: bool) -> None:
        """Open a table, usually with everyone seated and the match started.

        If *shared*, all human players share a device.
        """
        people = min(people, seats)
        computers = [ComputerSeat(seat=s, level="beginner") for s in range(people, seats)]
        local = [LocalSeat(seat=s, name=f"Guest of Ann {s}") for s in range(1, people) if shared]
        new = NewRoom(
            terms=terms, seats=seats, computers=computers, local_players=local, start=bool(local)
        )
        self.room = self.run(self.rooms.open(new, PEOPLE[0]))
        self.checker = LogChecker(self.logs, self.room)
        for person in PEOPLE[:people]:
            self.run(self.rooms.store.rooms.admit(self.room, person.guest))
            self.comes(person)
        for person in PEOPLE[1:people]:
            self.send(person, self.control_of("sit"))
        self.send(PEOPLE[0], self.control_of("start"))
        for person in PEOPLE[:people]:
            self.send(person, self.control_of("ready", contribution="aa"))

    def control_of(self, what: str, **more: object) -> Control:
        return convert({"cid": self.cid(), "room": self.room, "what": what, **more}, Control)

    def act_of(self, actions: list[str]) -> Act:
        """Return new actions for the current version."""
        version = self.actor.room.version
        return Act(cid=self.cid(), room=self.room, version=version, actions=actions)

    def cid(self) -> str:
        """Return an unused command id."""
        self.cids += 1
        return f"c{self.cids}"

    @property
    def actor(self) -> RoomActor:
        actor = self.run(self.rooms.registry.own(self.room))
        assert actor is not None
        return actor

    def comes(self, person: Person, since: int | None = None) -> None:
        """Open another connection for a guest who has the log up to *since*."""
        listener = Listener(person, self.logs, known=Known(since or 0))
        found = self.run(self.rooms.attach(self.room, person, listener, since))
        if isinstance(found, Fault):
            assert found.code == "no_such_room"
            assert listener.received == []
        else:
            listener.attachment = found
            self.listeners.append(listener)

    def send(self, person: Person, command: TableMessage) -> object:
        """Send a command, check its result, and return it; a temporary failure has no effect."""
        answer = self.run(self.rooms.command(person, command))
        self.answered(person, command, answer)
        return answer

    def answered(self, person: Person, command: TableMessage, answer: object) -> None:
        if isinstance(command, Command):
            assert isinstance(answer, Answer | Fault)
            if isinstance(answer, Answer):
                assert answer.cid == command.cid
                self.sent.append((person, command, answer))
            else:
                assert answer.code in ("storage", "no_such_room"), answer

    def move(self) -> tuple[Person, Act] | None:
        """Return a legal move if a human player is to move."""
        room = self.actor.room
        if room.phase != "playing" or room.state is None:
            return None
        place = room.places[room.state.to_move]
        person = next((p for p in PEOPLE if p.guest == place.guest), None)
        if person is None or place.plays_itself:
            return None
        seat = room.state.to_move
        view = conceal(room.state, seat)
        actions = player("beginner", Random(0)).choose(room.rules, view, seat)
        return person, self.act_of([action_text(a) for a in actions])

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

    @precondition(lambda self: self.listeners)
    @rule(data=st.data(), stale=STALE)
    def show_rack(self, *, data: st.DataObject, stale: int) -> None:
        """A guest requests the next mover's rack on a shared device."""
        listener = data.draw(st.sampled_from(self.listeners))
        assert listener.attachment is not None
        version = max(0, self.actor.room.version + stale)
        self.run(self.rooms.show_rack(listener.attachment, version))

    @rule(moves=st.integers(1, 8))
    def play_on(self, *, moves: int) -> None:
        """Human players make legal moves."""
        for _ in range(moves):
            if (move := self.move()) is None:
                return
            answer = self.send(*move)
            failed = isinstance(answer, Fault) and answer.code == "storage"
            assert failed or (isinstance(answer, Answer) and answer.status == "ok"), answer

    @rule(times=st.integers(2, 6), draws=st.integers(0, 3), order=st.randoms())
    def at_once(self, *, times: int, draws: int, order: Random) -> None:
        """A move arrives several times simultaneously, with other commands for the same table."""
        if (move := self.move()) is None:
            return
        person, command = move
        commands: list[Act | Control] = [command] * times
        commands += [self.act_of(["draw"]) for _ in range(draws)]
        commands += [self.control_of(what) for what in ("lock", "unlock")]
        order.shuffle(commands)

        async def sent() -> list[object]:
            return await asyncio.gather(*(self.rooms.command(person, c) for c in commands))

        answers = self.run(sent())
        for each, answer in zip(commands, answers, strict=True):
            self.answered(person, each, answer)
        done = zip(commands, answers, strict=True)
        good = {c.cid for c, a in done if isinstance(c, Act) and getattr(a, "status", "") == "ok"}
        assert len(good) <= 1

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def again(self, *, data: st.DataObject) -> None:
        """Repeat an earlier command, changed or not: its first result is returned."""
        person, command, answer = data.draw(st.sampled_from(self.sent[-40:]))
        if data.draw(st.booleans()) and not isinstance(command, Control):
            command = replace(self.act_of(["draw"]), cid=command.cid)
        before = self.logs.size(self.room)
        result = self.run(self.rooms.command(person, command))
        shut = isinstance(result, Fault) and result.code == "no_such_room"
        assert result == answer or shut
        assert self.logs.size(self.room) == before or self.actor.room.phase != "sealing"

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), thief=ANYBODY)
    def replayed_by_others(self, *, data: st.DataObject, thief: Person) -> None:
        """A known command id from another guest counts as a new command."""
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
        self.run(self.rooms.clock.pass_time(ms))

    @rule(person=ANYBODY, since=st.none() | st.integers(0, 60))
    def connect(self, *, person: Person, since: int | None) -> None:
        """Open another connection, from any version."""
        self.comes(person, since)

    @precondition(lambda self: self.listeners)
    @rule(data=st.data())
    def disconnect(self, *, data: st.DataObject) -> None:
        """A connection is lost."""
        listener = data.draw(st.sampled_from(self.listeners))
        self.listeners.remove(listener)
        assert listener.attachment is not None
        self.run(self.rooms.detach(listener.attachment))
        if data.draw(st.booleans()):
            self.comes(listener.person, listener.known.version)

    @rule(times=st.integers(1, 3))
    def disk_fails(self, *, times: int) -> None:
        """The next writes fail; commands then have no effect."""
        self.logs.failing = times
        if (move := self.move()) is not None:
            answer = self.send(*move)
            assert isinstance(answer, Fault)
            assert not self.checker.wrote(move[0].guest, move[1].cid)
            self.logs.failing = 0
            result = self.send(*move)
            assert isinstance(result, Answer)
            assert result.status == "ok"
        self.logs.failing = 0
        self.run(self.rooms.clock.pass_time(4000))

    @rule(stored=st.booleans())
    def cut_off(self, *, stored: bool) -> None:
        """The mover disconnects while the move is being written, or before it is shown."""
        gate = self.logs.answering if stored else self.logs.gate
        if (move := self.move()) is None:
            return

        async def sent() -> None:
            gate.clear()
            self.logs.reached.clear()
            task = asyncio.create_task(self.rooms.command(*move))
            await self.logs.reached.wait()
            await settled()
            task.cancel()
            await settled()
            gate.set()
            await asyncio.wait((task,))

        self.run(sent())
        result = self.send(*move)
        assert isinstance(result, Answer)
        assert result.status == "ok"

    @rule(off=st.sampled_from([0, 5000, 3_600_000]), back=st.booleans(), crashed=st.booleans())
    def restart(self, *, off: int, back: bool, crashed: bool) -> None:
        """The server restarts with the same file, after it was stopped or crashed."""
        self.rooms = self.run(restarted(self.rooms, down=off, crashed=crashed))
        assert not self.rooms.registry.damaged
        before, self.listeners = self.listeners, []
        if back:
            for listener in before:
                self.comes(listener.person, listener.known.version)

    @rule()
    def rewritten(self) -> None:
        """The log is loaded again, as after the deletion of a participant's account."""

        async def lost() -> None:
            self.rooms.registry.unload([self.room])

        before, self.listeners = self.listeners, []
        self.run(lost())
        for listener in before:
            self.comes(listener.person, listener.known.version)

    @rule()
    def sweep(self) -> None:
        """Abandoned and idle rooms are cleaned up."""
        self.run(self.rooms.sweep())

    # Invariants

    @precondition(lambda self: self.room)
    @invariant()
    def laws(self) -> None:
        """The log folds to the room, and all connections have received it."""
        actor = self.actor
        self.run(self.checker.check(actor.room))
        heard_by = {id(a) for a in actor.broadcast.presence.attachments}
        self.listeners = [e for e in self.listeners if id(e.attachment) in heard_by]
        for listener in self.listeners:
            assert listener.attachment is not None
            listener.agrees(actor.broadcast.snapshot(listener.attachment))
            self.racks_are_hidden(listener, actor.room)
        for person, command, answer in self.sent[-3:]:
            if isinstance(command, Act | Done) and answer.status != "ok":
                assert not self.checker.wrote(person.guest, command.cid)

    def racks_are_hidden(self, listener: Listener, room: Room) -> None:
        """A shared device has at most one rack: the next mover's, once it is shown."""
        game, here = listener.known.game, listener.attachment
        if game is None or here is None or not room.shares_device(here.guest):
            return
        if room.phase in ("between", "over", "closed"):  # all racks are public
            return
        assert (game.rack is None) == (here.shown is None)
        assert here.shown in (None, room.seat_of(here.guest))


TestTables = TableMachine.TestCase
TestTables.settings = settings(
    max_examples=max(12, settings().max_examples // 4), stateful_step_count=30, deadline=None
)
