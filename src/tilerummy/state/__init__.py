"""Actions, events, the state of a round, and the view of each seat.

The referee turns an action into events (``actions``, ``events``). A state changes only when an
event is applied to it (``state``, ``reducer``); no rule is involved. A view is a state or an event
with the tiles hidden that a seat cannot see (``view``). ``notation/`` reads actions and positions.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
