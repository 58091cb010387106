"""Bodies that many endpoints have: errors, texts, and what is empty."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

RulesetText = Annotated[str, Meta(min_length=1, max_length=1000)]
Notation = Annotated[str, Meta(max_length=4000)]


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends."""


class EmptyBody(RequestBody, frozen=True, kw_only=True):
    """An empty object."""


class CodedText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sentence in English, and its code and parameters for whoever tells it otherwise."""

    code: str
    text: str
    params: dict[str, int | list[int]] = {}


class ErrorDetail(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was not done: a code for programs, a sentence for their authors.

    ``why`` is for people: why rules cannot be played.
    """

    code: str
    message: str
    why: CodedText | None = None


class ErrorResponse(Struct, frozen=True, kw_only=True):
    """The answer to everything that was not done."""

    error: ErrorDetail


class Health(Struct, frozen=True, kw_only=True):
    """The server lives, or can take games; if not, there is no answer, or a refusal."""

    status: Literal["ok"]
