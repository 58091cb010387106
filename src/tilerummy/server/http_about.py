"""Doors about the server itself: whether it is well, its figures, its interface."""

from __future__ import annotations

from tilerummy.server.doors import Call, Door, Text, Who
from tilerummy.server.http_types import Health, Nothing
from tilerummy.server.metrics import CONTENT_TYPE
from tilerummy.server.refused import RefusedError


async def healthy(call: Call, _: Nothing) -> Health:
    """Answer that the process lives."""
    del call
    return Health(status="ok")


async def ready(call: Call, _: Nothing) -> Health:
    """Answer whether games can be taken: what is written is kept, and the loop is in time."""
    house = call.house
    if why := house.why_unwell():
        raise RefusedError(503, "unwell", why, again=5)
    if not await house.store.well():
        raise RefusedError(503, "unwell", "nothing can be kept", again=5)
    return Health(status="ok")


async def figures(call: Call, _: Nothing) -> Text:
    """Answer with the figures."""
    house = call.house
    house.metrics.rooms.set(house.rooms.live())
    return Text(house.metrics.text(), CONTENT_TYPE)


DOORS = (
    Door(
        method="GET",
        path="/healthz",
        about="Say that the server lives.",
        handler=healthy,
        body=Nothing,
        answer=Health,
        who=Who.ANYBODY,
    ),
    Door(
        method="GET",
        path="/readyz",
        about="Say whether the server can take games.",
        handler=ready,
        body=Nothing,
        answer=Health,
        who=Who.ANYBODY,
    ),
    Door(
        method="GET",
        path="/metrics",
        about="Give figures in the format of Prometheus.",
        handler=figures,
        body=Nothing,
        answer=Text,
        who=Who.ANYBODY,
    ),
)
