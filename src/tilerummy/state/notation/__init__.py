"""The notation of actions and positions: one line each, written and read by people."""

from tilerummy.state.notation.actions import action_text, read_action
from tilerummy.state.notation.positions import read_state, state_text

__all__ = ["action_text", "read_action", "read_state", "state_text"]
