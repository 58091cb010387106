from tilerummy.state.notation.actions import (
    action_text as action_text,
)
from tilerummy.state.notation.actions import (
    read_action as read_action,
)
from tilerummy.state.notation.positions import (
    read_state as read_state,
)
from tilerummy.state.state import (
    state_text as state_text,
)
