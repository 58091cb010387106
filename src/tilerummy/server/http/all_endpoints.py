"""The list of all endpoints of the HTTP interface."""

from __future__ import annotations

from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.http.handlers import (
    evenings,
    games,
    guests,
    push,
    puzzles,
    questions,
    reviews,
    rooms,
    shared_evenings,
    status,
)

ENDPOINTS: tuple[AnyEndpoint, ...] = (
    *guests.ENDPOINTS,
    *status.ENDPOINTS,
    *rooms.ENDPOINTS,
    *reviews.ENDPOINTS,
    *games.ENDPOINTS,
    *questions.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *evenings.ENDPOINTS,
    *shared_evenings.ENDPOINTS,
    *push.ENDPOINTS,
)
"""All endpoints of the HTTP interface."""
