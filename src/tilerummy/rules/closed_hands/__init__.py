"""The closed hands of International: RULES 3.2.

``hands`` has the forty types as rows of one table and recognises them; ``shapes`` matches fourteen
tiles with pairs, spans and other shapes besides melds, ``arrangements`` with groups and runs.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
