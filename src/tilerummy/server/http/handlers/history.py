"""Endpoints of my finished games: the list, statistics, all records in one file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec

from tilerummy.server.games.archive import ENDINGS
from tilerummy.server.games.listing import Filter, games_page
from tilerummy.server.games.own_games import ReadLogs, archive, history
from tilerummy.server.games.statistics import ReviewedGame, game_statistics
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Download, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.messages.bodies import EmptyBody
from tilerummy.server.messages.bodies.history import GamesPage, GameStatistics
from tilerummy.server.reviews.summaries import review_summaries
from tilerummy.server.store import Store

T = TypeVar("T")

CHOICES: dict[str, tuple[str, ...]] = {
    "result": ("", "won", "shared", "lost", "gave_up", "broken_off"),
    "opponents": ("", "people", "computers"),
    "players": ("", "2", "3", "4"),
}
"""The values of the filters that have only a few."""


def _runner(context: RequestContext) -> Callable[..., Awaitable[Any]]:
    return partial(context.services.questions.history, context.address)


def _reading(context: RequestContext) -> ReadLogs:
    return partial(context.services.games.of, key=context.address)


def _filter(context: RequestContext) -> Filter:
    """Return the filter of the query; raises HttpError."""
    chosen = {name: context.query(name) for name in CHOICES}
    for name, value in chosen.items():
        if value not in CHOICES[name]:
            raise HttpError(400, "bad_filter", f"{name} is one of {' '.join(CHOICES[name])}")
    page = context.query("page", "1")
    if not (page.isascii() and page.isdecimal() and len(page) < 7):
        raise HttpError(400, "bad_filter", "page is a number from 1 on")
    return Filter(
        ruleset=context.query("ruleset")[:1000],
        result=chosen["result"],
        opponents=chosen["opponents"],
        players=int(chosen["players"] or 0),
        text=context.query("q")[:100],
        page=int(page),
    )


async def my_games(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return a page of my finished games."""
    wanted, session = _filter(context), context.guest.id
    context.limit("games", session)
    run, store = _runner(context), context.services.store

    async def page() -> msgspec.Raw:
        found = await history(store, _reading(context), run, session)
        return msgspec.Raw(await run(games_page, found.games, session, wanted, found.missing))

    return await context.answered(page())


async def my_statistics(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the statistics of my finished games."""
    session = context.guest.id
    context.limit("games", session)
    run, store = _runner(context), context.services.store

    async def counted() -> msgspec.Raw:
        found = await history(store, _reading(context), run, session)
        reviews = await _reviewed(store, [each.game for each in found.games])
        answer = await run(game_statistics, found.games, session, reviews, found.missing)
        return msgspec.Raw(answer)

    return await context.answered(counted())


async def _reviewed(store: Store, games: Sequence[str]) -> dict[tuple[str, int], ReviewedGame]:
    """Return what the stored reviews of these games came to, by games and seats.

    A review that has measured no chances is left out.
    """
    found = await review_summaries(store, games)
    return {
        key: ReviewedGame(
            error=round(100 * each.error_a_decision, 2),
            luck=round(100 * each.luck / each.rounds, 2),
        )
        for key, each in found.items()
        if each.rounds
    }


async def my_records(context: RequestContext, _: EmptyBody) -> Download:
    """Return the records of my latest games as a zip file."""
    form = context.query("form", "text")
    if form not in ENDINGS:
        raise HttpError(400, "bad_form", "form is text or jsonl")
    session = context.guest.id
    context.limit("archive", session)
    context.limit("address_archive", context.address)
    work = archive(context.services.store, _reading(context), _runner(context), session, form)
    return Download(await context.answered(work), "application/zip", "tile-rummy-games.zip")


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/games",
        about="List my finished games, the latest first, 25 a page.",
        handler=my_games,
        body=EmptyBody,
        answer=GamesPage,
        query={
            "ruleset": "the name of a preset",
            "result": "`won`, `shared`, `lost`, `gave_up` or `broken_off`",
            "opponents": "`people` (one at least) or `computers` (only)",
            "players": "2, 3 or 4",
            "q": "words that occur in names, title, rules or the id",
            "page": "counted from 1",
        },
    ),
    Endpoint(
        method="GET",
        path="/api/games/statistics",
        about="Count my finished games: won, points, turns; with plots.",
        handler=my_statistics,
        body=EmptyBody,
        answer=GameStatistics,
    ),
    Endpoint(
        method="GET",
        path="/api/games/archive",
        about="Return the records of my latest finished games as a zip file: of up to 200"
        " games, as long as they have 100,000 actions together.",
        handler=my_records,
        body=EmptyBody,
        answer=Download,
        query={"form": "`text` or `jsonl`: see docs/records.md"},
    ),
)
