"""The notation of actions and positions, each as a human-readable line."""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
