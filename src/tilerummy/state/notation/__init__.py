"""The notation of actions and positions, as one human-readable line each."""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
