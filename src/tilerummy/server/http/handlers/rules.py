"""Doors to the rules: presets, options, levels, the rules in words, the referee, the solver."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

import msgspec

from tilerummy.players import PLAYERS
from tilerummy.players import player as new_player
from tilerummy.rules import OPTIONS, PRESETS, Option, Ruleset, options_of
from tilerummy.rules_text.titles import title
from tilerummy.server.http.endpoint import Call, Door, Who, unless_gone
from tilerummy.server.http.errors import RefusedError
from tilerummy.server.messages.bodies import (
    Judge,
    Judged,
    Levels,
    LevelView,
    Mistake,
    Nothing,
    Options,
    OptionView,
    Presets,
    PresetView,
    RulesOf,
    Solve,
    Solved,
)
from tilerummy.server.rooms.ports import JobError

Answer = TypeVar("Answer", Judged, Solved)
Told = TypeVar("Told")


async def presets(call: Call, _: Nothing) -> Presets:
    """Answer with every preset."""
    del call
    return _presets()


@lru_cache
def _presets() -> Presets:
    return Presets(presets=[_preset(rules) for rules in PRESETS.values()])


def _preset(rules: Ruleset) -> PresetView:
    return PresetView(
        name=rules.name,
        title=title(rules.name),
        about=rules.about,
        source=rules.source,
        family="draw_meld_discard" if rules.draws_and_discards else "play_or_draw",
        players=[*rules.seats_allowed()],
        turn_ms=rules.seconds * 1000 or None,
        options=options_of(rules),
    )


async def options(call: Call, _: Nothing) -> Options:
    """Answer with every option."""
    del call
    return Options(options=[_option(option) for option in OPTIONS.values()])


def _option(option: Option) -> OptionView:
    if option.words and isinstance(option.values, tuple):
        low, high = option.values
        choices = [*option.words, *range(low, high + 1)]
        return OptionView(name=option.name, about=option.about, kind="choice", values=choices)
    if isinstance(option.values, tuple):
        return OptionView(
            name=option.name, about=option.about, kind="number", values=[*option.values]
        )
    if issubclass(option.values, StrEnum):
        words = [str(value) for value in option.values]
        return OptionView(name=option.name, about=option.about, kind="choice", values=[*words])
    return OptionView(name=option.name, about=option.about, kind="truth", values=[True, False])


async def levels(call: Call, _: Nothing) -> Levels:
    """Answer with the computer players."""
    del call
    return _levels()


@lru_cache
def _levels() -> Levels:
    from random import Random

    told = {name: new_player(name, Random(0)).about for name in PLAYERS}
    return Levels(levels=[LevelView(name=name, about=about) for name, about in told.items()])


async def rules_of(call: Call, _: Nothing) -> msgspec.Raw:
    """Answer with the rules of a ruleset."""
    text = call.query("ruleset", "sabra")[:1000]
    told = call.house.rules.get(text)
    if told is None:
        told = await _asked(call, call.house.asking.rules(text, call.address))
        call.house.rules.put(text, told)
    return told


async def judge(call: Call, question: Judge) -> msgspec.Raw:
    """Answer with the referee's judgement of a play."""
    call.limit("judge", call.address)
    return await _asked(call, call.house.asking.judge(question, call.address))


async def solve(call: Call, question: Solve) -> msgspec.Raw:
    """Answer with a best play."""
    call.limit("solve", call.address)
    return await _asked(call, call.house.asking.solve(question, call.address))


async def _asked(call: Call, answer: Coroutine[None, None, bytes | Mistake]) -> msgspec.Raw:
    """Return an answer as JSON; raises RefusedError if there is none."""
    try:
        told = await unless_gone(call.request, answer)
    except JobError as error:
        raise RefusedError(503, "server_busy", f"no answer: {error}", again=2) from None
    if isinstance(told, Mistake):
        raise RefusedError(400, told.code, told.message, why=told.why)
    return msgspec.Raw(told)


def _public(
    path: str,
    handler: Callable[[Call, Nothing], Awaitable[Told | msgspec.Raw]],
    answer: type[Told],
    about: str,
    **query: str,
) -> Door[Nothing, Told]:
    """Return a door at which everybody is told the same."""
    return Door(
        method="GET",
        path=path,
        about=about,
        handler=handler,
        body=Nothing,
        answer=answer,
        who=Who.ANYBODY,
        public=True,
        query=query,
    )


DOORS = (
    _public("/api/presets", presets, Presets, "List the published rulesets with their options."),
    _public("/api/options", options, Options, "List the options of house rules."),
    _public("/api/levels", levels, Levels, "List the computer players, the weakest first."),
    _public(
        "/api/rules",
        rules_of,
        RulesOf,
        "Tell the rules of a ruleset in words, with examples that the referee judged.",
        ruleset="a preset's name and house rules: `sabra+initial_meld.points=50`",
    ),
    Door(
        method="POST",
        path="/api/judge",
        about="Judge a play.",
        handler=judge,
        body=Judge,
        answer=Judged,
        who=Who.ANYBODY,
    ),
    Door(
        method="POST",
        path="/api/solve",
        about="Find a best play.",
        handler=solve,
        body=Solve,
        answer=Solved,
        who=Who.ANYBODY,
    ),
)
