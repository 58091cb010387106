"""The closed hands of International: RULES 3.2.

``hands`` has the forty types as rows of one table and recognises them; ``shapes`` reads fourteen
tiles as pairs, spans and other shapes that are not melds, ``arrangements`` as groups and runs.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.rules.closed_hands.hands import Recognised, read_as, recognise
else:
    __getattr__, __dir__ = exports(
        __name__, {"tilerummy.rules.closed_hands.hands": "Recognised read_as recognise"}
    )

__all__ = ["Recognised", "read_as", "recognise"]
