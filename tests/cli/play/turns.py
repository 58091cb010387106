"""Types lines in a human player's turn, and reads the result."""

from __future__ import annotations

from tilerummy.cli.play.editor import Notice, Page, Reply, Submit, TurnEditor
from tilerummy.rules import PRESETS, Ruleset, decide_all
from tilerummy.state.notation import action_text, read_state

SABRA = PRESETS["sabra"]
AMERICAN = PRESETS["american"]
INTERNATIONAL = PRESETS["international"]


def turn(position: str, rules: Ruleset = SABRA) -> TurnEditor:
    state = read_state(f"players 2 | {position}", rules.tiles)
    return TurnEditor.begin(rules, state, ("You", "Ada"))


def typed(start: TurnEditor, *lines: str) -> tuple[TurnEditor, Reply]:
    reply: Reply = Notice(())
    for line in lines:
        start, reply = start.answer(line)
    return start, reply


def submitted(start: TurnEditor, *lines: str) -> list[str]:
    """Return the actions that the last line submits; the referee accepts them."""
    _, reply = typed(start, *lines)
    assert isinstance(reply, Submit), reply
    decide_all(start.turn.rules, start.turn.state, reply.actions)
    return [action_text(action) for action in reply.actions]


def shown(start: TurnEditor, *lines: str) -> str:
    _, reply = typed(start, *lines)
    assert isinstance(reply, Notice | Page), reply
    return "\n".join(reply.lines)
