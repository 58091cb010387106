"""A backend for async tests."""

from tests.server.conftest import anyio_backend

__all__ = ["anyio_backend"]
