"""A widget for playing in a notebook: ``pip install "tilerummy[notebook]"``.

:class:`RoundWidget` shows the web client's table below a cell. A human player has one seat of a
:class:`~tilerummy.Round`, and computer players have the remaining seats.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
