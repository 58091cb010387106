"""Bodies about finished games that are shared: who may see one, and comments on its turns."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import RequestBody

Mark = Literal["", "!", "?", "!!", "??", "!?", "?!"]


class NewSharing(RequestBody, frozen=True, kw_only=True):
    """Whether everybody may see a game."""

    public: bool


class Sharing(Struct, frozen=True, kw_only=True):
    """Whether everybody may see a game, and whether I played in it, so that I may change that."""

    public: bool
    mine: bool


class NewComment(RequestBody, frozen=True, kw_only=True):
    """A comment on a turn: a mark, a text, or both. Rounds count from 1, turn 0 is the deal."""

    round: Annotated[int, Meta(ge=1, le=999)]
    turn: Annotated[int, Meta(ge=0, le=9999)]
    mark: Mark = ""
    text: Annotated[str, Meta(max_length=500)] = ""


class CommentView(Struct, frozen=True, kw_only=True):
    """A comment of the player of a seat; ``at`` is in milliseconds since 1970."""

    id: str
    seat: int
    round: int
    turn: int
    mark: str
    text: str
    at: int
    mine: bool


class Comments(Struct, frozen=True, kw_only=True):
    """The comments on a game, in the order of its turns."""

    comments: list[CommentView]
