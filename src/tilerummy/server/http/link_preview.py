"""The page of a public game, with a title and a picture for programs that show a link to it."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tilerummy.server.http.request import address_of, link_to
from tilerummy.server.http.static_files import StaticPage
from tilerummy.server.services import Services
from tilerummy.server.store import FINISHED, StorageError

_BEFORE = b"</head>"


class GamePage:
    """The page at ``/games/ID``: as it was built, and for a public game with its preview."""

    def __init__(self, services: Services, page: StaticPage) -> None:
        self._services, self._page = services, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the page."""
        request = Request(scope)
        built = await self._page.page() if request.method in ("GET", "HEAD") else None
        tags = await self._tags(request) if built is not None else ""
        if built is None or not tags:
            await self._page(scope, receive, send)
            return
        body = built.replace(_BEFORE, tags.encode() + _BEFORE, 1)
        response = Response(body, 200, {"cache-control": "no-cache"}, media_type="text/html")
        await response(scope, receive, send)

    async def _tags(self, request: Request) -> str:
        """Return what stands in the head of the page; empty if the game is not public."""
        services, game = self._services, str(request.path_params["game"])
        if services.limits.wait("api", address_of(request)):
            return ""
        try:
            if not await services.store.is_public(game):
                return ""
            listed = await services.store.listed([game])
        except StorageError:
            return ""
        if not any(each.card.phase in FINISHED for each in listed):
            return ""
        title = " – ".join(filter(None, ("Tile Rummy", listed[0].card.title)))
        url = link_to(request, services.settings, f"/games/{game}")
        image = link_to(request, services.settings, f"/api/games/{game}/picture.png")
        tags = {
            "og:type": "website",
            "og:site_name": "Tile Rummy",
            "og:title": title,
            "og:url": url,
            "og:image": image,
            "og:image:width": "1200",
            "og:image:height": "630",
            "twitter:card": "summary_large_image",
        }
        return "".join(
            f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()
        )
