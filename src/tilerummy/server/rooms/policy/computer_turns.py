"""Turns of computer players: thought elsewhere, shown tile by tile, at a pace people can follow."""

from __future__ import annotations

from tilerummy.rules import faults
from tilerummy.server.ops.logs import failed
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import judged, state_of
from tilerummy.server.rooms.actor import Keeper
from tilerummy.server.rooms.policy.judging import judge
from tilerummy.server.rooms.policy.supervisor import among_computers, task_of
from tilerummy.server.rooms.ports import Choice, ComputerPlayer, JobError
from tilerummy.server.rooms.services import Turn
from tilerummy.state import Action, Discard, Draw, Pass, Phase, State, conceal

OFTEN = 2
"""A turn that was begun so often, and not ended, is ended with what is plain."""


async def computer_turn(keeper: Keeper, version: int, level: str) -> None:
    """Do what the computer player to move does next, if nothing else has happened since.

    A player that finds nothing in time, or nothing legal, does what ends its turn.
    """
    room = keeper.room
    seat = state_of(room).to_move
    view = conceal(state_of(room), seat)
    begun = keeper.world.clock.now()
    choice = Choice((plain(room, view),))
    if keeper.chores.begun(task_of("turn", room)) <= OFTEN:
        choice = await _chosen(keeper, view, level) or choice
    await _at_a_pace(keeper, version, choice, begun)
    if keeper.room.changed != version or keeper.room.phase != "playing":
        return
    try:
        turn = await judge(keeper, seat, choice.actions)
    except Refused:
        turn = judged(keeper.room, seat, (plain(keeper.room, view),))
    async with keeper.lock:
        if keeper.room.changed == version and keeper.room.phase == "playing":
            await keeper.commit([Turn(seat, turn)])


async def _chosen(keeper: Keeper, view: State, level: str) -> Choice | None:
    """Return what a computer player chooses, or None if it finds nothing.

    A choice whose worker process ended is asked for once more: that may be no fault of its own.
    """
    room = keeper.room
    for _ in range(2):
        seed = int.from_bytes(keeper.world.entropy(8))
        player = ComputerPlayer(level, seed, among_computers(room))
        try:
            return await keeper.world.workers.choose(room.id, room.terms.ruleset, view, player)
        except JobError as error:
            if error.code != "died":
                return None
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the game goes on
            failed("(computer)", error)
            return None
    return None


async def _at_a_pace(keeper: Keeper, version: int, choice: Choice, begun: int) -> None:
    pace, clock = keeper.world.pace, keeper.world.clock
    if all(isinstance(a, Pass) for a in choice.actions):
        return
    shown = keeper.audience.attachments and choice.frames and pace.frame
    wait = begun + pace.move - clock.now()
    if wait > 0:
        await clock.sleep(wait if not shown else wait // 2)
    if not shown:
        return
    for frame in choice.frames:
        if keeper.room.changed != version:
            return
        tiles = sum(map(len, frame)) - len(state_of(keeper.room).table.tiles)
        rack = len(state_of(keeper.room).mover.rack) - max(0, tiles)
        keeper.show([list(row) for row in frame if row], rack)
        await clock.sleep(pace.frame)


def plain(room: Room, view: State) -> Action:
    """Return what ends the turn of the seat to move, or brings its end nearer."""
    if view.phase is Phase.MELD:
        rack = sorted(view.mover.rack, reverse=True)
        allowed = [Discard(t) for t in rack if not any(faults(room.rules, view, Discard(t)))]
        return next((d for d in allowed if d.tile.is_numbered), allowed[0])
    for action in (Draw(), Pass()):
        if not any(faults(room.rules, view, action)):
            return action
    raise AssertionError("a turn can always be ended")
