"""Adds the closed hand that the player can declare to responses about a position."""

from __future__ import annotations

from dataclasses import replace

from tilerummy import analysis  # its parts are loaded on first use
from tilerummy.protocol.json_lines import Answer
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.rules import Ruleset
from tilerummy.state import State


def declarable(fields: QuestionFields, rules: Ruleset, state: State) -> Answer:
    """Return the field ``closed`` with the best closed hand of the player to move, if there is one.

    A player with a tile more than were dealt cannot have opened, so ``opened`` may be left out.
    """
    if not rules.closed_hands:
        return {}
    mover = state.mover
    if "opened" not in fields and len(mover.rack) > rules.deal.tiles:
        state = state.with_seat(state.to_move, replace(mover, opened=None))
    found = analysis.closed_hand(rules, state)
    if found is None:
        return {}
    hand, discard = found.hand, found.action.discard
    return {
        "closed": {
            "number": hand.hand.number,
            "name": hand.hand.name,
            "points": found.points,
            "jokers": hand.jokers,
            "melds": [meld.strip() for meld in hand.shown.split("/")],
            "discard": str(discard),
        }
    }
