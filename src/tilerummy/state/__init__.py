"""Actions, events, the state of a round and what each seat may see of it.

The referee turns an action into events (``actions``, ``events``). A state changes only when an
event is applied to it (``state``, ``reducer``), without any rule. A view is a state or an event as
one seat may know it (``view``). ``notation/`` reads actions and positions.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
