"""Actions, events, the state of a round, and each seat's view of it.

The referee turns an action into events (``actions``, ``events``). Applying an event to a state
gives the next state (``state``, ``reducer``), without consulting the rules. A view is a state or an
event in which the tiles that a seat cannot see are hidden (``view``). ``notation/`` reads actions
and positions.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
