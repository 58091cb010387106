"""Actions, events, a round's state, and each seat's view of that state.

The referee turns an action into events (``actions``, ``events``). Applying an event to a state
gives the next state (``state``, ``reducer``), without consulting the rules. A view is a copy of a
state or an event that hides the tiles that a seat cannot see (``view``). ``notation/`` parses
actions and positions.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
