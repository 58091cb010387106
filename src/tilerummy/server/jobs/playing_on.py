"""The studio's job for playing on from a position: it plays the other players' turns."""

from __future__ import annotations

from random import Random

import msgspec

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.players import BuiltinPlayer, player
from tilerummy.players.evaluation.belief import belief
from tilerummy.protocol.question_fields import QuestionFields, position
from tilerummy.rules import Ruleset, decide_all
from tilerummy.server.jobs.analysis import own_turn, with_hidden
from tilerummy.server.jobs.questions import json_result
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.messages.bodies.questions import PlayedOn, PlayOn, TurnPlayed
from tilerummy.state import Action, Draw, Pass, Phase, State, conceal, fold

LEVEL = "expert"
"""The level of the other players: the strongest one that needs no history."""
TURN = 0.4
"""The share of the remaining time for each of the other players' turns."""


def play_on(question: PlayOn, *, deadline: Deadline = NEVER) -> bytes | ErrorDetail:
    """Play until the viewer's next turn, and return one possible outcome as JSON, or an error.

    Raises OutOfTimeError if the *deadline* passes.
    """
    return json_result(_answer, question, deadline)


def _answer(question: PlayOn, deadline: Deadline) -> PlayedOn:
    fields = msgspec.structs.asdict(question)
    after, held, pool, unopened, seed = (
        fields.pop(name) for name in ("after", "held", "pool", "unopened", "seed")
    )
    rules, view = position(QuestionFields(fields))
    if rules.draws_and_discards:
        raise ValueError("ruleset: games with discards cannot be continued")
    view = with_hidden(rules, view, held, pool, unopened)
    rng = Random(seed)
    actions = _turn(rules, view, after, deadline.share(0.3))
    worlds = belief(rules, view, rng=rng, deadline=deadline.share(0.3))
    world = next(worlds.worlds(1, deadline=deadline.share(0.3)), None)
    if world is None:
        raise OutOfTimeError
    state = world.state(view)
    state = fold(decide_all(rules, state, actions, seat=0), state)
    rack = state.seats[0].rack
    turns = list[TurnPlayed]()
    others = player(LEVEL, rng)
    while state.phase is not Phase.OVER and state.to_move != 0:
        seat, before = state.to_move, state
        state = _after_turn(rules, state, others, deadline.share(TURN))
        laid = len(state.table.tiles) - len(before.table.tiles)
        turns.append(TurnPlayed(seat=seat, tiles=laid, table=str(state.table)))
    return PlayedOn(
        turns=turns,
        table=str(state.table),
        rack=str(rack),
        drawn=[*map(str, rack - view.mover.rack)],
        opened=state.seats[0].opened is not None,
        held=[len(seat.rack) for seat in state.seats[1:]],
        unopened=[nth for nth, seat in enumerate(state.seats) if nth and seat.opened is None],
        pool=len(state.pool),
        over=state.phase is Phase.OVER,
        winner=None if state.ended is None else state.ended.winner,
    )


def _after_turn(rules: Ruleset, state: State, chooser: BuiltinPlayer, deadline: Deadline) -> State:
    """Play the current turn with *chooser*, and return the resulting state."""
    seat, turn = state.to_move, state.turn
    while state.phase is not Phase.OVER and (state.to_move, state.turn) == (seat, turn):
        chosen = chooser.choose(rules, conceal(state, seat), seat, deadline=deadline)
        state = fold(decide_all(rules, state, chosen, seat=seat), state)
    return state


def _turn(rules: Ruleset, view: State, after: str, deadline: Deadline) -> tuple[Action, ...]:
    """Return the viewer's turn that leads to the table *after*. If that is "", draw or pass."""
    if not after:
        return (Draw() if view.pool else Pass(),)
    own = own_turn(rules, view, after, deadline=deadline)
    if not own:
        raise ValueError("after: the play is not legal")
    return own
