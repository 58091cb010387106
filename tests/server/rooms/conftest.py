"""Rooms whose store fails as the test requests."""

from __future__ import annotations

import pytest
from tests.server.laws.stores import MoodyLogs
from tests.server.room_clients import TestRooms


@pytest.fixture
def logs(rooms: TestRooms) -> MoodyLogs:
    """The logs of these rooms."""
    rooms.store.logs = logs = MoodyLogs(rooms.store, rooms.clock.wall)
    return logs
