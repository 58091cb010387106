"""Responds to a page's HTTP requests. They all come from the same guest."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit

from tilerummy.browser.wire import BodyPart, End, Fetch, Head, Sender
from tilerummy.server.http.endpoint import AnyEndpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.request import Request, Response
from tilerummy.server.http.serve import error_response, respond
from tilerummy.server.services import Services
from tilerummy.server.settings import Settings

ADDRESS = "127.0.0.1"
"""The address that all requests come from."""
_PARAMETER = re.compile(r"\{(\w+)\}")


class Router:
    """Finds the endpoint of a request."""

    def __init__(self, endpoints: Iterable[AnyEndpoint]) -> None:
        self._rows = [(_pattern(each.path), each) for each in endpoints]

    def find(self, method: str, path: str) -> tuple[AnyEndpoint, Mapping[str, str]] | None:
        """Return the endpoint for a method and path, with the path's parameters, or None."""
        for pattern, endpoint in self._rows:
            if endpoint.method == method and (match := pattern.fullmatch(path)):
                return endpoint, {name: unquote(text) for name, text in match.groupdict().items()}
        return None


def _pattern(path: str) -> re.Pattern[str]:
    """Return a pattern for a route's path. A parameter matches anything but a slash.

    >>> _pattern("/api/games/{game}/picture.{form}").fullmatch("/api/games/a/picture.svg")["form"]
    'svg'
    """
    parts = _PARAMETER.split(path)
    named = (f"(?P<{part}>[^/]+)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    return re.compile("".join(named))


@dataclass(slots=True)
class CookieJar:
    """The cookie that identifies the guest. Pages cannot read it."""

    settings: Settings
    cookies: dict[str, str] = field(default_factory=dict)

    def request(self, url: str, headers: Mapping[str, str], path: Mapping[str, object]) -> Request:
        """Return the head of a request by this guest."""
        query = dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))
        return Request(self.settings, headers, self.cookies, query, path, ADDRESS, https=False)

    def store(self, token: str) -> None:
        """Store the guest's token. An empty token removes the cookie."""
        name = self.request("", {}, {}).cookie_name
        self.cookies = {name: token} if token else {}

    def take(self, response: Response) -> None:
        """Store the cookie if *response* sets it."""
        if cookie := response.headers.pop("set-cookie", ""):
            self.store(cookie.partition(";")[0].partition("=")[2])


@dataclass(slots=True)
class Responder:
    """Responds to requests, sending each response in parts."""

    services: Services
    router: Router
    jar: CookieJar
    send: Sender

    async def respond(self, fetch: Fetch, body: bytes, aborted: asyncio.Event) -> None:
        """Send the response to a request, unless it is aborted first."""
        response = await self._response(fetch, body, aborted)
        self.jar.take(response)
        headers = dict(response.headers)
        if response.media:
            headers["content-type"] = response.media
        self.send(Head(fetch.id, response.status, headers))
        if isinstance(response.body, bytes):
            self.send(BodyPart(fetch.id), response.body)
        else:
            await self._stream(fetch.id, response.body, aborted)
        self.send(End(fetch.id))

    async def _stream(
        self, number: int, body: AsyncIterator[bytes], aborted: asyncio.Event
    ) -> None:
        async def send_parts() -> None:
            async for part in body:
                self.send(BodyPart(number), part)

        sending, gone = asyncio.ensure_future(send_parts()), asyncio.ensure_future(aborted.wait())
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            gone.cancel()
            await asyncio.gather(sending, gone, return_exceptions=True)

    async def _response(self, fetch: Fetch, body: bytes, aborted: asyncio.Event) -> Response:
        found = self.router.find(fetch.method, urlsplit(fetch.url).path)
        if found is None:
            return error_response(HttpError(404, "no_such_door", "no such endpoint"))
        endpoint, path = found
        request = self.jar.request(fetch.url, fetch.headers, path)

        async def disconnected() -> None:
            await aborted.wait()

        return await respond(self.services, endpoint, request, _parts(body), disconnected)


async def _parts(body: bytes) -> AsyncIterator[bytes]:
    yield body
