"""Endpoints for the push subscriptions of browsers, which are notified of their guest's turns."""

from __future__ import annotations

from base64 import urlsafe_b64decode

from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.messages.bodies.push import (
    NewSubscription,
    PushStatus,
    QuietHours,
    SubscriptionEndpoint,
)
from tilerummy.server.push.endpoints import EndpointError
from tilerummy.server.push.quiet_hours import is_zone
from tilerummy.server.store.push import PushSubscription
from tilerummy.texts import languages


async def status(context: RequestContext, body: SubscriptionEndpoint) -> PushStatus:
    """Return whether the server can notify players of their turns, and this browser's settings."""
    services, quiet = context.services, QuietHours()
    if services.push is None:
        return PushStatus(key="", subscribed=False, quiet=quiet)
    found = body.endpoint and await services.store.push.find(context.guest.id, body.endpoint)
    if found:
        quiet = QuietHours(begin=found.quiet_from, end=found.quiet_to)
    return PushStatus(key=await services.push.public_key(), subscribed=bool(found), quiet=quiet)


async def subscribe(context: RequestContext, body: NewSubscription) -> PushStatus:
    """Subscribe a browser to notifications of the caller's turns, or change its settings.

    Each guest can have up to 5 subscriptions; another one replaces the oldest.
    """
    push, guest = context.services.push, context.guest.id
    if push is None:
        raise HttpError(404, "no_push", "this server cannot send notices")
    context.limit("push", guest)
    context.limit("address_push", context.address)
    if body.language not in languages():
        raise HttpError(400, "bad_message", f"unknown language {body.language}")
    if not is_zone(body.zone):
        raise HttpError(400, "bad_message", "unknown time zone")
    if not _is_point(body.p256dh):
        raise HttpError(400, "bad_message", "p256dh is not an uncompressed point")
    try:
        await push.check(body.endpoint, context.address)
    except EndpointError:
        message = "the endpoint must be the https URL of a public push service"
        raise HttpError(400, "bad_endpoint", message) from None
    subscription = PushSubscription(
        endpoint=body.endpoint,
        guest=guest,
        p256dh=body.p256dh,
        auth=body.auth,
        language=body.language,
        zone=body.zone,
        quiet_from=body.quiet.begin,
        quiet_to=body.quiet.end,
    )
    await context.services.store.push.subscribe(subscription)
    return PushStatus(key=await push.public_key(), subscribed=True, quiet=body.quiet)


def _is_point(p256dh: str) -> bool:
    return urlsafe_b64decode(f"{p256dh}=").startswith(b"\x04")


async def unsubscribe(context: RequestContext, body: SubscriptionEndpoint) -> PushStatus:
    """Delete a browser's subscription, if there is one."""
    await context.services.store.push.unsubscribe(context.guest.id, body.endpoint)
    return await status(context, SubscriptionEndpoint())


ENDPOINTS = (
    Endpoint("POST", "/api/push/status", status, PushStatus),
    Endpoint("PUT", "/api/push", subscribe, PushStatus),
    Endpoint("DELETE", "/api/push", unsubscribe, PushStatus),
)
