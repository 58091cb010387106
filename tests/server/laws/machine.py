"""A room for state machines of Hypothesis, with its commands and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize
from msgspec import convert
from tests.server.laws.stores import MoodyStore
from tests.server.laws.witness import Ear, Notary
from tests.server.room_clients import StillClock, TestRooms, settled
from tests.server.workers.patient import PatientWorkers

from tilerummy.melds import Table
from tilerummy.players import player
from tilerummy.rules import faults
from tilerummy.server.jobs.rooms import Found, rules_of
from tilerummy.server.messages import (
    Act,
    Answer,
    Command,
    Control,
    Fault,
    HintAnswer,
    TableMessage,
)
from tilerummy.server.messages.bodies.rooms import ComputerSeat, NewRoom, Terms
from tilerummy.server.rooms.access import Person
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.state import Play, State, conceal
from tilerummy.state.notation import action_text

T = TypeVar("T")

PEOPLE = [Person(f"session-{name}", name) for name in ("Ann", "Ben", "Cy", "Dee", "Eve")]


class QuickWorkers(PatientWorkers):
    """Workers with trivial answers, so that many tables can be tested."""

    async def find_turn(self, ruleset: str, view: State, after: Table) -> Found:
        rules, play = rules_of(ruleset), Play.between(view.table, after)
        reasons = tuple(faults(rules, view, play))
        return Found(reasons=reasons) if reasons else Found((play,))

    async def hint(self, _ruleset: str, _view: State, level: int, cid: str) -> HintAnswer:
        return HintAnswer(cid=cid, level=level, advice="draw", code="draw")


class OneTable(RuleBasedStateMachine):
    """A table with everything that the rules of the machine need."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.clock = StillClock()
        self.store = MoodyStore(self.clock.wall)
        self.rooms = TestRooms(clock=self.clock, store=self.store, workers=QuickWorkers())
        self.room = ""
        self.ears: list[Ear] = []
        self.sent: list[tuple[Person, Command, Answer]] = []
        self.cids = 0

    def run(self, work: Coroutine[object, object, T]) -> T:
        """Return the result of *work*, once all tasks have settled."""

        async def alone() -> T:
            done = await work
            await settled()
            return done

        return self.loop.run_until_complete(alone())

    def teardown(self) -> None:
        self.run(self.rooms.close())
        self.loop.close()

    @initialize(
        ruleset=st.sampled_from(["sabra", "rummikub", "american", "mcgraw"]),
        seats=st.integers(2, 4),
        people=st.integers(1, 3),
        turn_ms=st.sampled_from([None, 30_000]),
        spectators=st.booleans(),
        private=st.booleans(),
        rounds=st.integers(1, 2),
    )
    def open(
        self,
        *,
        ruleset: str,
        seats: int,
        people: int,
        turn_ms: int | None,
        spectators: bool,
        private: bool,
        rounds: int,
    ) -> None:
        """Open a table, most often with all people seated and the match begun."""
        terms = Terms(
            ruleset=ruleset,
            turn_ms=turn_ms,
            reserve_ms=5000,
            spectators=spectators,
            private=private,
            rounds=rounds,
        )
        people = min(people, seats)
        level = "beginner"
        computers = [ComputerSeat(seat=s, level=level) for s in range(people, seats)]
        new = NewRoom(terms=terms, seats=seats, computers=computers)
        self.room = self.run(self.rooms.open(new, PEOPLE[0]))
        self.notary = Notary(self.store, self.room)
        for person in PEOPLE[:people]:
            self.run(self.store.rooms.admit(self.room, person.guest))
            self.comes(person)
        for person in PEOPLE[1:people]:
            self.send(person, self.control_of("sit"))
        self.send(PEOPLE[0], self.control_of("start"))
        for person in PEOPLE[:people]:
            self.send(person, self.control_of("ready", contribution="aa"))

    def control_of(self, what: str, **more: object) -> Control:
        """Return a new control command."""
        return convert({"cid": self.cid(), "room": self.room, "what": what, **more}, Control)

    def act_of(self, actions: list[str]) -> Act:
        """Return a new command of actions for the current version."""
        version = self.actor.room.version
        return Act(cid=self.cid(), room=self.room, version=version, actions=actions)

    def cid(self) -> str:
        """Return an id that no command had."""
        self.cids += 1
        return f"c{self.cids}"

    @property
    def actor(self) -> RoomActor:
        """The actor of the room."""
        actor = self.run(self.rooms.registry.own(self.room))
        assert actor is not None
        return actor

    def comes(self, person: Person, since: int | None = None) -> None:
        """Open one more connection for a person who has seen the log up to *since*."""
        ear = Ear(person, self.store, version=since or 0)
        found = self.run(self.rooms.attach(self.room, person, ear, since))
        if isinstance(found, Fault):
            assert found.code == "no_such_room"
            assert ear.heard == []
        else:
            ear.attachment = found
            self.ears.append(ear)

    def send(self, person: Person, command: TableMessage) -> object:
        """Send a command, and store its answer; a temporary refusal has no effect."""
        answer = self.run(self.rooms.command(person, command))
        self.answered(person, command, answer)
        return answer

    def answered(self, person: Person, command: TableMessage, answer: object) -> None:
        """Check an answer to a command."""
        if isinstance(command, Command):
            assert isinstance(answer, Answer | Fault)
            if isinstance(answer, Answer):
                assert answer.cid == command.cid
                self.sent.append((person, command, answer))
            else:
                assert answer.code in ("storage", "no_such_room"), answer

    def move(self) -> tuple[Person, Act] | None:
        """Return a legal move of the player to move, if that is a person who has one."""
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
