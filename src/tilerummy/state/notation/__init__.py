"""The notation of actions and positions: one line each, written and read by people."""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
