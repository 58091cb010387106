"""Endpoints for the server's health and metrics."""

from __future__ import annotations

import hmac

from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.request import Response
from tilerummy.server.messages.bodies.common import EmptyBody, Health
from tilerummy.server.ops.rate_limits import is_loopback


async def healthy(context: RequestContext, _: EmptyBody) -> Health:
    """Return a fixed response to show that the server is running."""
    del context
    return Health(status="ok")


async def ready(context: RequestContext, _: EmptyBody) -> Health:
    """Report that games can be played on this server, or fail if they cannot."""
    services = context.services
    if services.overloaded:
        raise HttpError(503, "unwell", "the server is overloaded", again=5)
    if not await services.store.database.is_writable():
        raise HttpError(503, "unwell", "nothing can be saved", again=5)
    return Health(status="ok")


CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of the Prometheus text format."""
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers that reveal that a request was forwarded by a proxy."""


def _may_read_metrics(context: RequestContext) -> bool:
    """Return whether the request has the metrics token, or comes directly from this machine."""
    token = context.services.settings.metrics_token
    sent = context.request.headers.get("authorization", "").partition(" ")[2]
    if token and hmac.compare_digest(sent.encode(), token.encode()):
        return True
    forwarded = any(name in context.request.headers for name in FORWARDED)
    return is_loopback(context.request.host) and not forwarded


async def metrics(context: RequestContext, _: EmptyBody) -> Response:
    """Return metrics in the Prometheus text format.

    The request needs the metrics token, unless it comes from the server's own machine.
    """
    services = context.services
    if not _may_read_metrics(context):
        message = "use the server's machine, or send TILERUMMY_METRICS_TOKEN as a bearer token"
        raise HttpError(403, "not_for_you", message)
    gauges, registry = services.metrics, services.rooms.registry
    gauges.measure("rooms", len(registry))
    gauges.measure("corrupt_tables", len(registry.damaged))
    gauges.measure("sockets", len(services.connections))
    return Response(200, gauges.text().encode(), CONTENT_TYPE)


ENDPOINTS = (
    Endpoint("GET", "/healthz", healthy, Health, access=Access.ANYONE),
    Endpoint("GET", "/readyz", ready, Health, access=Access.ANYONE),
    Endpoint("GET", "/metrics", metrics, ("text/plain",), access=Access.ANYONE),
)
