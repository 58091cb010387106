"""The notation of actions and positions: one line each, written and read by people."""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.state.notation.actions import action_text, read_action
    from tilerummy.state.notation.positions import read_state
    from tilerummy.state.state import state_text
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.state.notation.actions": "action_text read_action",
            "tilerummy.state.notation.positions": "read_state",
            "tilerummy.state.state": "state_text",
        },
    )

__all__ = ["action_text", "read_action", "read_state", "state_text"]
