"""Bodies about push subscriptions, for notifications of turns."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import RequestBody

EndpointUrl = Annotated[str, Meta(max_length=1000)]
Hour = Annotated[int, Meta(ge=0, le=23)]


class QuietHours(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hours without messages: from one hour of the day until another one.

    Equal hours mean no quiet hours.
    """

    begin: Hour = 22
    end: Hour = 8


class SubscriptionEndpoint(RequestBody, frozen=True, kw_only=True):
    """The endpoint of a browser's subscription, or an empty string if it has none."""

    endpoint: EndpointUrl = ""


class NewSubscription(RequestBody, frozen=True, kw_only=True):
    """A browser's subscription, as its PushSubscription describes it.

    The keys are in URL-safe base64 without padding. ``zone`` is the browser's time zone, such as
    ``Europe/Berlin``, and ``language`` is the language of the notifications.
    """

    endpoint: EndpointUrl
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    language: Annotated[str, Meta(pattern="^[a-z]{2}$")]
    zone: Annotated[str, Meta(min_length=1, max_length=64)]
    quiet: QuietHours = QuietHours()


class PushStatus(Struct, frozen=True, kw_only=True):
    """The server's offer, and the status of the browser's subscription.

    ``key`` is the public key to subscribe with, in URL-safe base64. If it is empty, the server
    cannot send notifications.
    """

    key: str
    subscribed: bool
    quiet: QuietHours
