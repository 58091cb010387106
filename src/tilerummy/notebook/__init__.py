"""A table to play at in a notebook: ``pip install "tilerummy[notebook]"``.

:class:`RoundWidget` shows the table of the web client below a cell. A person plays one seat of a
:class:`~tilerummy.Round`, and computer players the rest.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
