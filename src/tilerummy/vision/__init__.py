"""Reads the tiles in a photo of a table or a rack: ``pip install "tilerummy[vision]"``.

:func:`read` finds the tiles in a photo and returns a :class:`PhotoReading`: for each tile its
position, its likeliest faces with their probabilities, and whether the user should check it; and
the rows that the tiles form. The work is done by ``kernel/vision``, with weights from ``weights/``,
whose ``card.json`` documents their training data and accuracy. The web client reads photos with the
same code and the same weights.

>>> from tilerummy.vision import read
>>> reading = read("table.jpg")  # doctest: +SKIP
>>> reading.table_notation  # doctest: +SKIP
'r3 r4 r5 / k7 b7 o7'
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
