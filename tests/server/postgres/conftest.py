"""The fixtures of the store tests."""

from tests.server.store.conftest import time

__all__ = ["time"]
