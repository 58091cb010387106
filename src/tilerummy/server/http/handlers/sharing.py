"""Endpoints of finished games that are shared: making one public, comments, records, pictures.

A game that somebody may not see and one that is not there get the same answer.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Literal

from tilerummy.server.games.pictures import MOST_TILES, STYLE, Form, GameMoment
from tilerummy.server.guests.names import clean_chat
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Content, Endpoint, PlainText
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.handlers.games import finished_game, log_of
from tilerummy.server.messages.bodies import (
    Comments,
    CommentView,
    EmptyBody,
    NewComment,
    NewSharing,
    Sharing,
)
from tilerummy.server.store import Comment

_LONGEST = 4000
"""How many characters a position in an address has at most."""


async def sharing(context: RequestContext, _: EmptyBody) -> Sharing:
    """Return whether a game is public, and whether it is mine."""
    game = await finished_game(context)
    return Sharing(public=game.public, mine=game.seat is not None)


async def share(context: RequestContext, body: NewSharing) -> Sharing:
    """Make a game public, or private again."""
    game = await finished_game(context, mine=True)
    context.limit("share", context.guest.id)
    await context.services.store.publish(game.id, public=body.public)
    return Sharing(public=body.public, mine=True)


async def comments(context: RequestContext, _: EmptyBody) -> Comments:
    """Return the comments on a game."""
    game = await finished_game(context)
    found = await context.services.store.comments(game.id)
    me = "" if context.visitor is None else context.guest.id
    return Comments(comments=[_view(each, me) for each in found])


def _view(comment: Comment, me: str) -> CommentView:
    return CommentView(
        id=comment.id,
        seat=comment.seat,
        round=comment.round,
        turn=comment.turn,
        mark=comment.mark,
        text=comment.text,
        at=comment.at,
        mine=comment.session == me,
    )


async def write_comment(context: RequestContext, body: NewComment) -> CommentView:
    """Comment on a turn of a game of mine."""
    game = await finished_game(context, mine=True)
    context.limit("comment", context.guest.id)
    text = clean_chat(body.text)
    if not text and not body.mark:
        raise HttpError(400, "empty", "a comment has a mark or a text")
    services = context.services
    assert game.seat is not None
    new = Comment(
        id=services.sessions.code(),
        session=context.guest.id,
        seat=game.seat,
        at=services.settings.now(),
        round=body.round,
        turn=body.turn,
        mark=body.mark,
        text=text,
    )
    if not await services.store.add_comment(game.id, new):
        raise HttpError(409, "too_many", "this game has no room for more comments of yours")
    return _view(new, context.guest.id)


async def delete_comment(context: RequestContext, body: EmptyBody) -> Comments:
    """Delete a comment of mine, and return all others."""
    game = await finished_game(context, mine=True)
    comment = context.path("comment")
    if not await context.services.store.delete_comment(game.id, context.guest.id, comment):
        raise HttpError(404, "no_such_comment", "there is no such comment of yours")
    return await comments(context, body)


async def record(context: RequestContext, _: EmptyBody) -> PlainText:
    """Return the record of a game, with its comments."""
    form = context.query("form", "text")
    if form not in ("text", "jsonl"):
        raise HttpError(400, "bad_form", "form is text or jsonl")
    game = await finished_game(context)
    context.limit("record", context.address)
    said = await context.services.store.comments(game.id)

    async def written() -> str:
        async with log_of(context, game.id, game.size) as rows:
            bodies = [row.body for row in rows]
            write = context.services.questions.game_record
            return await write(game.id, bodies, form, said, context.address)

    return PlainText(await context.answered(written()))


async def picture_of_game(context: RequestContext, _: EmptyBody) -> Content:
    """Return the picture of a game at a moment."""
    form = _form(context)
    game = await finished_game(context)
    wanted, seat = context.query("at"), context.query("seat")
    at = GameMoment.read(wanted) if wanted else None
    if wanted and at is None:
        raise HttpError(400, "bad_moment", "at is a round and a turn, as in r2t14")
    if seat not in ("", "0", "1", "2", "3"):
        raise HttpError(400, "bad_seat", "seat is the number of a seat, from 0 on")
    mark = _mark("game", game.id, str(game.size), str(at), seat, form)
    if _is_known(context, mark):
        return Content(b"", _MEDIA[form], {**_REVALIDATED, "etag": mark}, 304)
    context.limit("picture", context.address)
    shown = int(seat) if seat else None

    async def made() -> bytes | None:
        async with log_of(context, game.id, game.size) as rows:
            bodies = [row.body for row in rows]
            draw = context.services.questions.game_picture
            return await draw(game.id, bodies, at, shown, form, context.address)

    drawn = await context.answered(made())
    if drawn is None:
        raise HttpError(404, "no_such_moment", "the game has no such moment, or no such seat")
    return Content(drawn, _MEDIA[form], {**_REVALIDATED, "etag": mark})


async def picture_of_position(context: RequestContext, _: EmptyBody) -> Content:
    """Return the picture of any position in notation."""
    form = _form(context)
    table, rack = context.query("table"), context.query("rack")
    if len(table) + len(rack) > _LONGEST:
        raise HttpError(400, "bad_position", f"a position has up to {_LONGEST} characters")
    mark = _mark("position", table, rack, form)
    headers = {**_CACHED, "etag": mark}
    if _is_known(context, mark):
        return Content(b"", _MEDIA[form], headers, 304)
    context.limit("picture", context.address)
    melds = [" ".join(meld.split()) for meld in table.split("/") if meld.strip()]
    if sum(len(words.split()) for words in (*melds, rack)) > MOST_TILES:
        raise HttpError(400, "bad_position", f"a picture shows up to {MOST_TILES} tiles")
    drawn = await context.answered(
        context.services.questions.position_picture(melds, rack.split(), form, context.address)
    )
    if drawn is None:
        raise HttpError(400, "bad_position", "table is melds as in r3 r4 r5 / k7 b7 o7, rack tiles")
    return Content(drawn, _MEDIA[form], headers)


_MEDIA: dict[Form, str] = {"svg": "image/svg+xml", "png": "image/png"}
_ANYWHERE = {"cross-origin-resource-policy": "cross-origin"}
"""Other pages may show pictures."""
_REVALIDATED = {"cache-control": "no-cache", **_ANYWHERE}
"""A game may become private again."""
_CACHED = {"cache-control": "public, max-age=86400", **_ANYWHERE}


def _form(context: RequestContext) -> Form:
    match context.path("form"):
        case "svg" | "png" as form:
            return form
    raise HttpError(404, "no_such_form", "a picture is .svg or .png")


def _mark(kind: Literal["game", "position"], *parts: str) -> str:
    """Return the ETag of a picture, which all that is on it follows from."""
    written = "\0".join((kind, str(STYLE), *parts))
    return f'"{sha256(written.encode(errors="replace")).hexdigest()[:20]}"'


def _is_known(context: RequestContext, mark: str) -> bool:
    known = context.request.headers.get("if-none-match", "")
    return mark in re.findall(r'"[^"]*"', known)


_MOMENT = "a round and a turn, as in `r2t14`; left out, the end of the game"

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/games/{game}/sharing",
        about="Return whether a finished game is public, and whether I played in it.",
        handler=sharing,
        body=EmptyBody,
        answer=Sharing,
        who=Access.ANYBODY,
    ),
    Endpoint(
        method="PUT",
        path="/api/games/{game}/sharing",
        about="Make a finished game of mine public, or private again.",
        handler=share,
        body=NewSharing,
        answer=Sharing,
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/comments",
        about="Return the comments on a game that is public or mine.",
        handler=comments,
        body=EmptyBody,
        answer=Comments,
        who=Access.ANYBODY,
    ),
    Endpoint(
        method="POST",
        path="/api/games/{game}/comments",
        about="Comment on a turn of a finished game of mine, with a mark, a text or both.",
        handler=write_comment,
        body=NewComment,
        answer=CommentView,
        status=201,
    ),
    Endpoint(
        method="DELETE",
        path="/api/games/{game}/comments/{comment}",
        about="Delete a comment of mine, and return all others.",
        handler=delete_comment,
        body=EmptyBody,
        answer=Comments,
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/record",
        about="Return the record of a game that is public or mine, with its comments.",
        handler=record,
        body=EmptyBody,
        answer=PlainText,
        who=Access.ANYBODY,
        query={"form": "`text` or `jsonl`: see docs/records.md"},
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/picture.{form}",
        about="Return a picture of a game that is public or mine, as `svg` or `png`.",
        handler=picture_of_game,
        body=EmptyBody,
        answer=Content,
        who=Access.ANYBODY,
        query={"at": _MOMENT, "seat": "whose rack is shown; left out, none is"},
    ),
    Endpoint(
        method="GET",
        path="/api/picture.{form}",
        about="Return a picture of any table and rack, as `svg` or `png`.",
        handler=picture_of_position,
        body=EmptyBody,
        answer=Content,
        who=Access.ANYBODY,
        query={"table": "melds in notation, with ` / ` between them", "rack": "tiles in notation"},
    ),
)
