"""Bodies about rulesets: presets, options, levels, and the rules in words."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tilerummy.server.messages import Why
from tilerummy.server.messages.bodies.common import CodedText


class OptionView(Struct, frozen=True, kw_only=True):
    """An option that house rules can change.

    ``values`` are the least and the greatest number (``kind`` is ``number``), true and false
    (``truth``), or the words and numbers to choose from (``choice``).
    """

    name: str
    about: str
    kind: Literal["number", "truth", "choice"]
    values: list[int | bool | str]


class Options(Struct, frozen=True, kw_only=True):
    """All options."""

    options: list[OptionView]


class PresetView(Struct, frozen=True, kw_only=True):
    """A published ruleset, and its options with their values."""

    name: str
    title: str
    about: str
    source: str
    family: Literal["play_or_draw", "draw_meld_discard"]
    players: list[int]
    turn_ms: int | None
    options: dict[str, int | bool | str]


class Presets(Struct, frozen=True, kw_only=True):
    """All presets, in the order of the catalogue."""

    presets: list[PresetView]


class LevelView(Struct, frozen=True, kw_only=True):
    """A kind of computer player."""

    name: str
    about: str


class Levels(Struct, frozen=True, kw_only=True):
    """The computer players, the weakest first."""

    levels: list[LevelView]


class TurnPartView(Struct, frozen=True, kw_only=True):
    """The legal actions at a point of a turn, and what follows."""

    when: CodedText
    may: CodedText
    then: CodedText


class SectionView(Struct, frozen=True, kw_only=True):
    """A part of the rules: its heading, its sentences, and for a turn its actions."""

    heading: CodedText
    sentences: list[CodedText]
    ways: list[TurnPartView] = []


class ClosedHandView(Struct, frozen=True, kw_only=True):
    """A closed hand: its description, its points with 0, 1 and 2 jokers, and an example.

    The fourteen tiles are in notation, with melds separated.
    """

    number: int
    name: CodedText
    what: list[CodedText]
    points: list[int]
    example: str


class RuleExample(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A play in notation with the referee's verdict, and the reason if it is illegal."""

    title: CodedText
    table: str
    rack: str
    play: str
    free: str = ""
    opened: bool = True
    legal: bool = True
    reason: Why | None = None


class RulesOf(Struct, frozen=True, kw_only=True):
    """The rules of a ruleset, written from the referee's own data, and what its options mean."""

    ruleset: str
    title: str
    about: str
    source: str
    sections: list[SectionView]
    options: dict[str, int | bool | str]
    meanings: dict[str, CodedText]
    examples: list[RuleExample] = []
    hands: list[ClosedHandView] = []
