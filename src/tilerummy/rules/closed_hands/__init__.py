"""The closed hands of International: RULES 3.2.

``hands`` lists the forty types in one table and recognises them. ``shapes`` matches fourteen tiles
against pairs, spans and other shapes that are not melds; ``arrangements`` arranges them in groups
and runs.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
