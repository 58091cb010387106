"""Endpoints for finished games: the caller's games, replays, comments and pictures.

A request for a private game gets the same response as a request for a game that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec

from tilerummy.rules.ruleset import PLAYERS
from tilerummy.server.games.archive import ENDINGS, archive
from tilerummy.server.games.listing import (
    MAX_GAMES,
    Filter,
    OwnGames,
    games_page,
    listed_games,
)
from tilerummy.server.games.pictures import (
    MAX_TILES,
    STYLE,
    Form,
    GameMoment,
    render_position,
)
from tilerummy.server.games.previews import game_preview, moment_preview
from tilerummy.server.games.recent import RECENT_GAMES, finest_moment, people_met
from tilerummy.server.games.replay import game_record, game_replay, opened_replay
from tilerummy.server.games.statistics import game_statistics
from tilerummy.server.games.summary import MatchSummary, read_summary, seat_in, summaries
from tilerummy.server.guests.names import clean_chat
from tilerummy.server.http.context import RequestContext, while_connected
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.request import TEXT, Response
from tilerummy.server.messages.bodies.common import CodedText, EmptyBody
from tilerummy.server.messages.bodies.games import (
    BadRecord,
    Comments,
    CommentView,
    GamesPage,
    GameStatistics,
    MetPerson,
    NewComment,
    NewSharing,
    OpenRecord,
    RecentGames,
    Replay,
    Sharing,
)
from tilerummy.server.reviews import review_summaries
from tilerummy.server.rooms.log_reads import LogReadLimiter
from tilerummy.server.store.types import FINISHED, Comment, CorruptedError, Row
from tilerummy.server.workers.classes import RECORD, REPLAY
from tilerummy.server.workers.port import Job
from tilerummy.texts import languages

MAX_BODY = 1024 * 1024
"""The maximum size of a request body with a record, in bytes."""
CHOICES: dict[str, tuple[str, ...]] = {
    "result": ("", "won", "shared", "lost", "gave_up", "broken_off"),
    "opponents": ("", "people", "computers"),
    "players": ("", *map(str, PLAYERS)),
    "mistakes": ("", "1"),
}
"""The allowed values for each filter parameter."""
_MAX_POSITION = 4000
"""The maximum length of a position in a URL, in characters."""


class FinishedGame(NamedTuple):
    """A finished game that the visitor may see, with its log size and the visitor's seat."""

    id: str
    size: int
    seat: int | None
    public: bool


async def finished_game(context: RequestContext, *, mine: bool = False) -> FinishedGame:
    """Return the finished game with the id in the URL, if the visitor may see it.

    If *mine* is true, the visitor must have played in it. Raises HttpError if there is no such
    game. Reads the room index, and for members the game's summary. Reads the log only if a summary
    is needed but missing.
    """
    store, game = context.services.store, context.path("game")
    listed = next(iter(await store.rooms.find([game])), None)
    if listed is None or listed.summary.phase not in FINISHED:
        raise _no_such_game()
    me = "" if context.visitor is None else context.guest.id
    public = await store.games.is_public(game)
    if me not in listed.summary.members and (mine or not public):
        raise _no_such_game()
    seat = None
    if me in listed.summary.members:
        seat = seat_in(await summary_of(context, game, listed.size), me)
        if seat is None and (mine or not public):
            raise _no_such_game()
    return FinishedGame(game, listed.size, seat, public)


async def hidden_seats(context: RequestContext, game: FinishedGame) -> frozenset[int]:
    """Return the seats of the other human players who have not agreed to be shown."""
    seats = (await summary_of(context, game.id, game.size)).seats
    return frozenset(i for i, each in enumerate(seats) if each.hidden and i != game.seat)


async def summary_of(context: RequestContext, game: str, size: int) -> MatchSummary:
    """Return a game's summary, computing it if necessary. Raises HttpError if it has none."""
    store = context.services.store
    stored = await store.games.summary(game)
    if stored is None:
        try:
            stored = await _made_summary(context, game, size)
        except CorruptedError:
            raise _no_such_game() from None
    summary = read_summary(stored)
    if summary is None:
        raise _no_such_game()
    return summary


@while_connected
async def _made_summary(context: RequestContext, game: str, size: int) -> bytes:
    async with log_of(context, game, size) as rows:
        [new] = await context.run(Job(RECORD, summaries, [rows]))
    await context.services.store.games.add_summary(game, size, new)
    return new


def _no_such_game() -> HttpError:
    return HttpError(404, "no_such_game", "this game doesn't exist, or you don't have access to it")


@asynccontextmanager
async def log_of(
    context: RequestContext, room: str, size: int, turns: LogReadLimiter | None = None
) -> AsyncIterator[list[Row]]:
    """Load a room's log of the given *size*, and reserve memory for it within the context.

    The request waits in the queue *turns*, or by default in the queue that all requests share.
    Raises HttpError if the room was deleted after its size was looked up.
    """
    async with (turns or context.services.games).of(size, context.address):
        rows = await context.services.store.logs.load(room)
        if not rows:
            raise _no_such_game()
        yield rows


def _filter(context: RequestContext) -> Filter:
    """Return the filter that the query parameters describe. Raises HttpError if one is invalid."""
    chosen = {name: context.query(name) for name in CHOICES}
    for name, value in chosen.items():
        if value not in CHOICES[name]:
            raise HttpError(400, "bad_filter", f"{name} must be one of {' '.join(CHOICES[name])}")
    page = context.query("page", "1")
    if not (page.isascii() and page.isdecimal() and len(page) < 7):
        raise HttpError(400, "bad_filter", "page must be a number, counting from 1")
    return Filter(
        ruleset=context.query("ruleset")[:1000],
        result=chosen["result"],
        opponents=chosen["opponents"],
        players=int(chosen["players"] or 0),
        person=context.query("person")[:100],
        mistakes=bool(chosen["mistakes"]),
        text=context.query("q")[:100],
        page=int(page),
    )


async def _own_games(context: RequestContext, limit: int = MAX_GAMES) -> OwnGames:
    reading = partial(context.services.games.of, key=context.address)
    store, guest = context.services.store, context.guest.id
    return await listed_games(store, reading, context.run, guest, limit=limit)


@while_connected
async def my_games(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """List the caller's finished games, most recent first, 24 per page."""
    game_filter, guest = _filter(context), context.guest.id
    context.limit("games", guest)
    own = await _own_games(context)
    reviews = await review_summaries(context.services.store, [*own.games])
    marks = {key: review.marks for key, review in reviews.items()}
    job = Job(RECORD, games_page, own.games, guest, marks, game_filter, own.missing)
    return msgspec.Raw(await context.run(job))


@while_connected
async def recent_games(context: RequestContext, _: EmptyBody) -> RecentGames:
    """Return the caller's latest highlight and recent opponents."""
    services, guest = context.services, context.guest.id
    context.limit("games", guest)
    own = await _own_games(context, RECENT_GAMES)
    people, now = people_met(own.games, guest), services.settings.now()
    tables = await services.rooms.watchable(guest, [each.guest for each in people])
    return RecentGames(
        moment=finest_moment(own.games, guest),
        people=[
            MetPerson(
                name=each.name,
                face=each.face,
                colour=each.colour,
                game=each.game,
                ago_ms=max(0, now - each.ended),
                table=tables.get(each.guest),
            )
            for each in people
        ],
    )


@while_connected
async def my_statistics(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return statistics of the caller's finished games: wins, opening turns and tiles left."""
    game_filter, guest = _filter(context), context.guest.id
    context.limit("games", guest)
    own = await _own_games(context)
    job = Job(RECORD, game_statistics, own.games, guest, game_filter, own.missing)
    return msgspec.Raw(await context.run(job))


@while_connected
async def my_records(context: RequestContext, _: EmptyBody) -> Response:
    """Return the records of the caller's most recent games as a zip file."""
    form, guest = record_form(context), context.guest.id
    context.limit("archive", guest)
    context.limit("address_archive", context.address)
    reading = partial(context.services.games.of, key=context.address)
    file = await archive(context.services.store, reading, context.run, guest, form)
    headers = {"content-disposition": 'attachment; filename="tile-rummy-games.zip"'}
    return Response(200, file, "application/zip", headers)


@while_connected
async def game(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the replay of a finished game."""
    context.limit("replay", context.address)
    found = await finished_game(context)
    async with log_of(context, found.id, found.size) as rows:
        bodies, times = [row.body for row in rows], (rows[0].at, rows[-1].at)
        public = found.public
        job = Job(REPLAY, game_replay, found.id, bodies, times, found.seat, public=public)
        return msgspec.Raw(await context.run(job))


@while_connected
async def open_record(context: RequestContext, body: OpenRecord) -> msgspec.Raw:
    """Return the replay of a record without storing it.

    If the record is invalid, the error is `bad_record`.
    """
    made = await context.run(Job(REPLAY, opened_replay, body.record))
    if isinstance(made, BadRecord):
        why = CodedText(code="bad_record", text=made.message, params={"line": made.line})
        raise HttpError(400, "bad_record", f"line {made.line}: {made.message}", why=why)
    return msgspec.Raw(made)


async def sharing(context: RequestContext, _: EmptyBody) -> Sharing:
    """Return whether a finished game is public, and whether the caller played in it."""
    game = await finished_game(context)
    return Sharing(public=game.public, mine=game.seat is not None)


async def share(context: RequestContext, body: NewSharing) -> Sharing:
    """Publish a finished game of the caller, or make it private again."""
    game = await finished_game(context, mine=True)
    context.limit("share", context.guest.id)
    await context.services.store.games.publish(game.id, public=body.public)
    return Sharing(public=body.public, mine=True)


async def comments(context: RequestContext, _: EmptyBody) -> Comments:
    """Return the comments on a game that is public or that the caller played in.

    Strangers do not see the comments of players who have not agreed to be shown.
    """
    game = await finished_game(context)
    found = await context.services.store.games.comments(game.id)
    me = "" if context.visitor is None else context.guest.id
    hidden = frozenset[int]()
    if found and game.seat is None:
        hidden = await hidden_seats(context, game)
    return Comments(comments=[_view(each, me) for each in found if each.seat not in hidden])


def _view(comment: Comment, me: str) -> CommentView:
    return msgspec.convert({**asdict(comment), "mine": comment.guest == me}, CommentView)


async def write_comment(context: RequestContext, body: NewComment) -> CommentView:
    """Comment on a turn in one of the caller's finished games, with a mark, text or both."""
    game = await finished_game(context, mine=True)
    context.limit("comment", context.guest.id)
    text = clean_chat(body.text)
    if not text and not body.mark:
        raise HttpError(400, "empty", "a comment needs a mark or text")
    services = context.services
    assert game.seat is not None
    new = Comment(
        id=services.sessions.code(),
        guest=context.guest.id,
        seat=game.seat,
        at=services.settings.now(),
        round=body.round,
        turn=body.turn,
        mark=body.mark,
        text=text,
    )
    if not await services.store.games.add_comment(game.id, new):
        raise HttpError(409, "too_many", "you can't add more comments to this game")
    return _view(new, context.guest.id)


async def delete_comment(context: RequestContext, body: EmptyBody) -> Comments:
    """Delete one of the caller's comments, and return the remaining comments."""
    game = await finished_game(context, mine=True)
    comment = context.path("comment")
    if not await context.services.store.games.delete_comment(game.id, context.guest.id, comment):
        raise HttpError(404, "no_such_comment", "you have no such comment")
    return await comments(context, body)


async def record(context: RequestContext, _: EmptyBody) -> Response:
    """Return a game's record with comments, if the caller played in it or all players have agreed.

    A record contains the seed of the deal, so it would reveal all tiles.
    """
    form = record_form(context)
    game = await finished_game(context)
    if game.seat is None and await hidden_seats(context, game):
        raise HttpError(403, "not_shown", "not all players have agreed to show their tiles")
    context.limit("record", context.address)
    comments = await context.services.store.games.comments(game.id)
    return await written_record(context, game.id, game.size, form, comments)


def record_form(context: RequestContext) -> str:
    """Return the requested record format; raises HttpError if it is unknown."""
    form = context.query("form", "text")
    if form not in ENDINGS:
        raise HttpError(400, "bad_form", "form must be text or jsonl")
    return form


@while_connected
async def written_record(
    context: RequestContext, room: str, size: int, form: str, comments: Sequence[Comment] = ()
) -> Response:
    """Return a response that contains a room's record, given the *size* of the room's log."""
    async with log_of(context, room, size) as rows:
        bodies = [row.body for row in rows]
        text = await context.run(Job(RECORD, game_record, room, bodies, form, comments))
        return Response(200, text.encode(), TEXT)


@while_connected
async def picture_of_game(context: RequestContext, _: EmptyBody) -> Response:
    """Return a picture of a game that is public or the caller's own, as `svg` or `png`.

    By default, it shows the last play, the scores, and the players who have agreed to be shown.
    With `at`, it shows the complete table at that moment, and with `seat` also that seat's rack.
    """
    form = picture_form(context)
    language = picture_language(context)
    game = await finished_game(context)
    moment, seat = context.query("at"), context.query("seat")
    at = GameMoment.read(moment) if moment else None
    if moment and at is None:
        raise HttpError(400, "bad_moment", "at must be a round and a turn, such as r2t14")
    if seat not in ("", "0", "1", "2", "3"):
        raise HttpError(400, "bad_seat", "seat must be a number, counting from 0")
    shown = int(seat) if seat else None
    if shown is not None and shown in await hidden_seats(context, game):
        raise HttpError(403, "not_shown", "this player has not agreed to show their tiles")
    mark = picture_mark("game", game.id, str(game.size), str(at), seat, language, form)
    if is_known_picture(context, mark):  # checked last, because a shared cache revalidates with it
        return Response(304, b"", MEDIA[form], {**_REVALIDATED, "etag": mark})
    context.limit("picture", context.address)

    async with log_of(context, game.id, game.size) as rows:
        bodies = [row.body for row in rows]
        job = Job(RECORD, game_preview, game.id, bodies, language, form)
        if at is not None or shown is not None:
            job = Job(RECORD, moment_preview, game.id, bodies, at, shown, language, form)
        picture = await context.run(job)
    if picture is None:
        raise HttpError(404, "no_such_moment", "the game has no such turn or seat")
    return Response(200, picture, MEDIA[form], {**_REVALIDATED, "etag": mark})


@while_connected
async def picture_of_position(context: RequestContext, _: EmptyBody) -> Response:
    """Return a picture of the given table and rack, as `svg` or `png`."""
    form = picture_form(context)
    table, rack = context.query("table"), context.query("rack")
    if len(table) + len(rack) > _MAX_POSITION:
        raise HttpError(
            400, "bad_position", f"a position can have at most {_MAX_POSITION} characters"
        )
    mark = picture_mark("position", table, rack, form)
    headers = {**CACHED, "etag": mark}
    if is_known_picture(context, mark):
        return Response(304, b"", MEDIA[form], headers)
    context.limit("picture", context.address)
    melds = [" ".join(meld.split()) for meld in table.split("/") if meld.strip()]
    if sum(len(words.split()) for words in (*melds, rack)) > MAX_TILES:
        raise HttpError(400, "bad_position", f"a picture shows at most {MAX_TILES} tiles")
    picture = await context.run(Job(RECORD, render_position, melds, rack.split(), form))
    if picture is None:
        raise HttpError(
            400, "bad_position", "write the table like r3 r4 r5 / k7 b7 o7, and the rack like r3 k7"
        )
    return Response(200, picture, MEDIA[form], headers)


MEDIA: dict[Form, str] = {"svg": "image/svg+xml", "png": "image/png"}
PICTURE = tuple(MEDIA.values())
_ANYWHERE = {"cross-origin-resource-policy": "cross-origin"}
"""Headers that allow other sites to display the pictures."""
_REVALIDATED = {"cache-control": "no-cache", **_ANYWHERE}
"""Headers that make caches revalidate, because a game may become private again."""
CACHED = {"cache-control": "public, max-age=86400", **_ANYWHERE}


def picture_form(context: RequestContext) -> Form:
    """Return the requested picture format; raises HttpError if it is unknown."""
    match context.path("form"):
        case "svg" | "png" as form:
            return form
    raise HttpError(404, "no_such_form", "a picture's extension must be .svg or .png")


def picture_language(context: RequestContext) -> str:
    """Return the language of a picture's text, which is English by default."""
    language = context.query("lang", "en")
    if language not in languages():
        raise HttpError(400, "bad_language", f"lang must be one of {' '.join(languages())}")
    return language


def picture_mark(kind: Literal["game", "position", "puzzle"], *parts: str) -> str:
    """Return a picture's ETag, computed from all the inputs that affect the picture."""
    written = "\0".join((kind, str(STYLE), *parts))
    return f'"{sha256(written.encode(errors="replace")).hexdigest()[:20]}"'


def is_known_picture(context: RequestContext, mark: str) -> bool:
    """Return whether the client already has the picture with this ETag."""
    known = context.request.headers.get("if-none-match", "")
    return mark in re.findall(r'"[^"]*"', known)


FORM = {"form": "`text` or `jsonl`: see docs/records.md"}
"""The query parameter for a record's format."""
LANGUAGE = {"lang": "the language of the text, such as `de`; by default English"}
"""The query parameter for a picture's language."""
_GROUP = {
    "ruleset": "a preset's name",
    "opponents": "`people` (at least one) or `computers` (only)",
    "players": "1 to 6",
    "person": "a person that the caller played with, as in `GamesPage`",
}
"""The query parameters that select some of the caller's games."""
_MOMENT = "a round and a turn, as in `r2t14`; by default the end of the game"

ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/games",
        my_games,
        GamesPage,
        query={
            **_GROUP,
            "result": "`won`, `shared`, `lost`, `gave_up` or `broken_off`",
            "mistakes": "`1` for games whose review found mistakes",
            "q": "text to find in names, title, rules or id",
            "page": "counted from 1",
        },
    ),
    Endpoint("GET", "/api/games/recent", recent_games, RecentGames),
    Endpoint("GET", "/api/games/statistics", my_statistics, GameStatistics, query=_GROUP),
    Endpoint(
        "GET",
        "/api/games/archive",
        my_records,
        ("application/octet-stream",),
        query=FORM,
        summary="Return the records of the caller's latest finished games as a zip file, with up to"
        " 200 games and 100,000 actions in total.",
    ),
    Endpoint(
        "GET",
        "/api/games/{game}",
        game,
        Replay,
        access=Access.ANYONE,
        summary="Return the replay of a finished game that is public or the caller's own. A game"
        " has the same id as its table.",
    ),
    Endpoint(
        "POST",
        "/api/replays",
        open_record,
        Replay,
        access=Access.ANYONE,
        limits=("replay",),
        max_body=MAX_BODY,
    ),
    Endpoint("GET", "/api/games/{game}/sharing", sharing, Sharing, access=Access.ANYONE),
    Endpoint("PUT", "/api/games/{game}/sharing", share, Sharing),
    Endpoint("GET", "/api/games/{game}/comments", comments, Comments, access=Access.ANYONE),
    Endpoint("POST", "/api/games/{game}/comments", write_comment, CommentView, status=201),
    Endpoint("DELETE", "/api/games/{game}/comments/{comment}", delete_comment, Comments),
    Endpoint(
        "GET", "/api/games/{game}/record", record, ("text/plain",), access=Access.ANYONE, query=FORM
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/picture.{form}",
        picture_of_game,
        PICTURE,
        access=Access.ANYONE,
        query={
            "at": _MOMENT,
            "seat": "the seat whose rack is shown, mine or one that agreed; by default none",
            **LANGUAGE,
        },
    ),
    Endpoint(
        "GET",
        "/api/picture.{form}",
        picture_of_position,
        PICTURE,
        access=Access.ANYONE,
        query={"table": "melds in notation, separated by ` / `", "rack": "tiles in notation"},
    ),
)
