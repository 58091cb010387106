"""Endpoints for rules: presets, options, levels, rules texts, the referee and the solver."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Literal

import msgspec

from tilerummy.players import PLAYERS
from tilerummy.players import player as new_player
from tilerummy.rules import OPTIONS, PRESETS, Option, Ruleset, options_of
from tilerummy.rules_text.options import option_label
from tilerummy.rules_text.sentence import title
from tilerummy.server.guests.faces import characters_for
from tilerummy.server.http.context import RequestContext, while_connected
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.jobs import analysis, playing_on
from tilerummy.server.jobs import questions as jobs
from tilerummy.server.jobs.rules_text import rules_text
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.bodies.questions import (
    Analyse,
    AnalyseAnswer,
    CharacterView,
    Judge,
    JudgeAnswer,
    Levels,
    LevelView,
    Options,
    OptionView,
    PlayedOn,
    PlayOn,
    Presets,
    PresetView,
    RulesOf,
    Solve,
    SolveAnswer,
)
from tilerummy.server.workers.classes import QUESTION, STUDY
from tilerummy.server.workers.port import Job

MAX_CACHED = 128
"""The maximum number of rules texts to cache, in addition to the presets' rules texts."""
Kind = Literal["number", "truth", "choice"]


async def presets(context: RequestContext, _: EmptyBody) -> Presets:
    """List the published rulesets and the options of each."""
    del context
    return preset_list()


@lru_cache
def preset_list() -> Presets:
    """Return the published rulesets and the options of each."""
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
        same_levels=_same_levels(rules),
    )


def _same_levels(rules: Ruleset) -> dict[str, list[int]]:
    same = {
        name: [seats for seats in rules.seats_allowed() if level.repeats(rules, seats)]
        for name, level in PLAYERS.items()
    }
    return {name: seats for name, seats in same.items() if seats}


async def options(context: RequestContext, _: EmptyBody) -> Options:
    """List the options that can be changed by house rules."""
    del context
    return Options(options=[_option(option) for option in OPTIONS.values()])


def _option(option: Option) -> OptionView:
    kind, values = _choices(option)
    return OptionView(name=option.name, about=option_label(option.name), kind=kind, values=values)


def _choices(option: Option) -> tuple[Kind, list[int | bool | str]]:
    if isinstance(option.values, tuple):
        low, high = option.values
        if option.words:
            return "choice", [*option.words, *range(low, high + 1)]
        return "number", [low, high]
    if issubclass(option.values, StrEnum):
        return "choice", [str(value) for value in option.values]
    return "truth", [True, False]


async def levels(context: RequestContext, _: EmptyBody) -> Levels:
    """List the levels of computer players, weakest first."""
    del context
    return level_list()


@lru_cache
def level_list() -> Levels:
    """Return the levels of computer players, weakest first."""
    from random import Random

    return Levels(
        levels=[
            LevelView(
                name=name,
                about=new_player(name, Random(0)).about,
                characters=[
                    CharacterView(name=each.name, face=each.face.name, colour=each.face.colour)
                    for each in characters_for(name)
                ],
            )
            for name in PLAYERS
        ]
    )


async def rules_of(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the rules text of a ruleset, with examples judged by the referee."""
    text = context.query("ruleset", "sabra")[:1000]
    cache = context.services.rules
    if text not in cache:
        cache[text] = await context.run_json(Job(QUESTION, rules_text, text))
        house_rules = [each for each in cache if each not in PRESETS]
        if len(house_rules) > MAX_CACHED:
            del cache[house_rules[0]]
    return cache[text]


@while_connected
async def judge(context: RequestContext, question: Judge) -> msgspec.Raw:
    """Judge whether a play is legal."""
    context.limit("judge", context.address)
    return await context.run_json(Job(QUESTION, jobs.judge, question))


@while_connected
async def solve(context: RequestContext, question: Solve) -> msgspec.Raw:
    """Find the best play in a position."""
    context.limit("solve", context.address)
    return await context.run_json(Job(QUESTION, jobs.solve, question))


@while_connected
async def analyse(context: RequestContext, question: Analyse) -> msgspec.Raw:
    """Find the best plays in a position, and estimate the chance of winning after each one."""
    if question.chances:
        work = STUDY.within(question.seconds * 1000.0)
        context.limit("analyse", context.address, cost=work.budget / STUDY.budget)
    else:
        work = QUESTION
        context.limit("solve", context.address)
    return await context.run_json(Job(work, analysis.analyse, question))


@while_connected
async def play_on(context: RequestContext, question: PlayOn) -> msgspec.Raw:
    """Play on from a position, with random hidden tiles, until the viewer's next turn."""
    context.limit("analyse", context.address)
    return await context.run_json(Job(STUDY, playing_on.play_on, question))


ENDPOINTS = (
    Endpoint("GET", "/api/presets", presets, Presets, access=Access.ANYONE, public=True),
    Endpoint("GET", "/api/options", options, Options, access=Access.ANYONE, public=True),
    Endpoint("GET", "/api/levels", levels, Levels, access=Access.ANYONE, public=True),
    Endpoint(
        "GET",
        "/api/rules",
        rules_of,
        RulesOf,
        access=Access.ANYONE,
        public=True,
        query={"ruleset": "a preset's name and house rules: `sabra+initial_meld.points=50`"},
    ),
    Endpoint("POST", "/api/judge", judge, JudgeAnswer, access=Access.ANYONE),
    Endpoint("POST", "/api/solve", solve, SolveAnswer, access=Access.ANYONE),
    Endpoint("POST", "/api/analyse", analyse, AnalyseAnswer, access=Access.ANYONE),
    Endpoint("POST", "/api/play-on", play_on, PlayedOn, access=Access.ANYONE),
)
