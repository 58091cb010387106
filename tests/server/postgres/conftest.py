"""The clock and the stores of the tests of stores."""

from tests.server.store.conftest import time

__all__ = ["time"]
