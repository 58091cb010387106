"""Plays computer players' turns: a worker chooses them, and they are shown at a human pace."""

from __future__ import annotations

from tilerummy.players import PLAYERS
from tilerummy.rules import faults
from tilerummy.server.jobs.rooms import Choice, ComputerPlayer, choice_class, choose
from tilerummy.server.ops.logs import WARNING, log_event, log_failure
from tilerummy.server.room.proposals import STAND_IN
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import SeatTurn, judge_actions, state_of
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.commands import judge
from tilerummy.server.rooms.ports import INSTANT, Timings
from tilerummy.server.workers.port import Job, JobError
from tilerummy.state import Action, Discard, Draw, Pass, Phase, State, conceal, redact

MAX_FAILURES = 2
"""After this many failures, a computer player's turn is ended with the fallback action."""


async def computer_turn(actor: RoomActor, version: int, level: str) -> None:
    """Play a computer player's next move, unless the room has changed since *version*.

    If no legal choice is found in time, the fallback action is played. If the level is unknown
    because it was stored by a different release, a player of level ``STAND_IN`` is used instead.
    """

    def is_stale() -> bool:
        return actor.room.changed != version or actor.room.phase != "playing"

    if is_stale():
        return
    if level not in PLAYERS:
        log_event("unknown_level", WARNING, code=level)
        level = STAND_IN
    room = actor.room
    seat = state_of(room).to_move
    view = conceal(state_of(room), seat)
    pace = pace_of(actor)
    delay = round(pace.move * PLAYERS[level].pace)
    until = actor.services.clock.now() + delay
    choice = Choice((fallback_action(room, view),))
    if actor.tasks.failures() < MAX_FAILURES:
        choice = await _choose(actor, view, level) or choice
    await _show_choice(actor, version, choice, pace, until)
    if is_stale():
        return
    try:
        done = SeatTurn(seat, await judge(actor, seat, choice.actions), choice.motive)
    except Refused:
        turn = judge_actions(actor.room, seat, (fallback_action(actor.room, view),))
        done = SeatTurn(seat, turn)

    async def commit() -> None:
        if not is_stale():
            await actor.commit([done])

    await actor.do(commit)


async def _choose(actor: RoomActor, view: State, level: str) -> Choice | None:
    """Return a computer player's choice, or None if choosing fails.

    If the worker process dies, the job is tried once more, because another job may have been the
    cause.
    """
    room = actor.room
    assert room.dealt is not None
    known = room.dealt.events if PLAYERS[level].needs_history else ()
    history = tuple(redact(event, view.to_move) for event in known)
    for _ in range(2):
        seed = int.from_bytes(actor.services.entropy(8))
        player = ComputerPlayer(level, seed, room.among_computers, history)
        try:
            work = choice_class(room.rules, view, player)
            job = Job(work, choose, room.terms.ruleset, view, player)
            return await actor.services.workers.run(job, room.id)
        except JobError as error:
            if error.code != "died":
                return None
        except Exception as error:  # noqa: BLE001 - the game must continue
            log_failure("(computer)", error)
            return None
    return None


def pace_of(actor: RoomActor) -> Timings:
    """Return the timings of the current turn."""
    timings, dealt = actor.services.timings, actor.room.dealt
    begins = dealt is not None and dealt.number == 0 and dealt.state.turn == 0
    return INSTANT if begins and not timings.first else timings


async def _show_choice(
    actor: RoomActor, version: int, choice: Choice, pace: Timings, until: int
) -> None:
    """Show previews of the choice, and return when it is time to play: at *until* or just after."""
    clock = actor.services.clock
    if all(isinstance(a, Pass) for a in choice.actions):
        return
    shown = actor.broadcast.presence.guests and choice.frames and pace.frame
    wait = until - clock.now()
    if wait > 0:
        await clock.sleep(wait if not shown else wait // 2)
    if not shown:
        return
    for frame in choice.frames:
        if actor.room.changed != version:
            return
        tiles = sum(map(len, frame)) - len(state_of(actor.room).table.tiles)
        rack = len(state_of(actor.room).mover.rack) - max(0, tiles)
        actor.broadcast.show_preview([list(row) for row in frame if row], rack)
        await clock.sleep(pace.frame)


def fallback_action(room: Room, view: State) -> Action:
    """Return a legal action that ends the current turn, or helps to end it."""
    if view.phase is Phase.MELD:
        rack = sorted(view.mover.rack, reverse=True)
        allowed = [Discard(t) for t in rack if not any(faults(room.rules, view, Discard(t)))]
        return next((d for d in allowed if d.tile.is_numbered), allowed[0])
    for action in (Draw(), Pass()):
        if not any(faults(room.rules, view, action)):
            return action
    raise AssertionError("a turn can always be ended")
