"""The closed hands of International (RULES, section 3.2).

``hands`` has a table of the forty types, and recognises them. ``shapes`` matches fourteen tiles
against pairs, spans and other shapes that are not melds. ``arrangements`` arranges them in groups
and runs.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
