"""Doors to the rules: presets, options, levels, the rules in words, the referee, the solver."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from tilerummy.players import PLAYERS
from tilerummy.players import player as new_player
from tilerummy.rules import OPTIONS, PRESETS, Option, Ruleset, options_of, ruleset
from tilerummy.rules import ruleset_text as text_of_ruleset
from tilerummy.rules.hands import CLOSED_HANDS, ClosedHand
from tilerummy.rules.ruleset import RulesetError
from tilerummy.server.doors import Call, Door, Who
from tilerummy.server.http_types import (
    ClosedHandView,
    Example,
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
    Said,
    Section,
    Solve,
    Solved,
    WayView,
)
from tilerummy.server.live.ports import JobError
from tilerummy.server.refused import RefusedError
from tilerummy.server.room.views import why
from tilerummy.told import hands
from tilerummy.told.example_hands import example_of
from tilerummy.told.meanings import meaning
from tilerummy.told.rules import Part, plain_rules
from tilerummy.told.sentences import Sentence, say
from tilerummy.told.titles import title
from tilerummy.told.worked import EXAMPLES, Verdict
from tilerummy.told.worked import Example as Worked

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


async def rules_of(call: Call, _: Nothing) -> RulesOf:
    """Answer with the rules of a ruleset."""
    text = call.query("ruleset", "sabra")
    try:
        rules = ruleset(text[:1000])
    except ValueError as error:
        raise RefusedError(400, "bad_ruleset", str(error)[:600], why=_why(error)) from None
    return await asyncio.to_thread(_told, rules)


def _why(error: ValueError) -> Said | None:
    if not isinstance(error, RulesetError):
        return None
    return _said(say(f"unplayable.{error.code}", **error.params))


@lru_cache(maxsize=128)
def _told(rules: Ruleset) -> RulesOf:
    return RulesOf(
        ruleset=text_of_ruleset(rules),
        title=title(rules.name),
        about=rules.about,
        source=rules.source,
        sections=[*map(_section, plain_rules(rules))],
        options=options_of(rules),
        meanings={n: _said(meaning(rules, n, v)) for n, v in options_of(rules).items()},
        examples=[
            _example(worked, verdict)
            for worked in EXAMPLES
            if worked.fits(rules)
            for verdict in worked.verdicts(rules)
        ],
        hands=[*map(_closed_hand, CLOSED_HANDS)] if rules.closed_hands else [],
    )


def _section(part: Part) -> Section:
    return Section(
        heading=_said(part.heading),
        sentences=[*map(_said, part.sentences)],
        ways=[
            WayView(when=_said(way.when), may=_said(way.may), then=_said(way.then))
            for way in part.ways
        ],
    )


def _said(sentence: Sentence) -> Said:
    params = {name: [*p] if isinstance(p, tuple) else p for name, p in sentence.params}
    return Said(code=sentence.code, text=str(sentence), params=params)


def _example(worked: Worked, verdict: Verdict) -> Example:
    reason = verdict.reason
    return Example(
        title=_said(worked.title),
        table=worked.table,
        rack=worked.rack,
        play=verdict.text,
        free=worked.free,
        opened=worked.opened,
        legal=reason is None,
        reason=None if reason is None else why(reason),
    )


def _closed_hand(row: ClosedHand) -> ClosedHandView:
    return ClosedHandView(
        number=row.number,
        name=_said(hands.name(row)),
        what=[*map(_said, hands.what(row))],
        points=[*row.points],
        example=example_of(row),
    )


async def judge(call: Call, question: Judge) -> Judged:
    """Answer with the referee's judgement of a play."""
    call.limit("judge", call.address)
    return await _asked(call.house.asking.judge(question))


async def solve(call: Call, question: Solve) -> Solved:
    """Answer with a best play."""
    call.limit("solve", call.address)
    return await _asked(call.house.asking.solve(question))


async def _asked(answer: Awaitable[Answer | Mistake]) -> Answer:
    """Return an answer; raises RefusedError if there is none."""
    try:
        told = await answer
    except JobError as error:
        raise RefusedError(503, "server_busy", f"no answer: {error}", again=2) from None
    if isinstance(told, Mistake):
        raise RefusedError(400, told.code, told.message)
    return told


def _public(
    path: str,
    handler: Callable[[Call, Nothing], Awaitable[Told]],
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
