"""Cites the sentences of the rules that decide whether a play is legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tilerummy.rules import Refusal, Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.rules_text.sections import rules_sections
from tilerummy.rules_text.sentence import Sentence
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER

_JOKERS = ("option.joker.melds", "jokers.extended")
_REPLACED = ("option.joker.replace_from", "jokers.replaced")
_PLAYING = ("table.rearranged", "table.extended")
_OPENING = ("first_melds.from", "option.initial_meld.points")
_BEHIND: dict[Refusal, tuple[str, ...]] = {
    Refusal.AMBIGUOUS_JOKER: ("meld.joker",),
    Refusal.INVALID_MELD: ("meld", "meld.kinds", "option.run.one_high"),
    Refusal.TABLE_TILE_MISSING: _PLAYING,
    Refusal.NOT_ON_RACK: _PLAYING,
    Refusal.FREE_TILE_UNAVAILABLE: ("table.free",),
    Refusal.NO_TILE_PLAYED: ("table.rearranged", "table.later_play", "table.extended"),
    Refusal.INITIAL_MELD_JOKER: ("option.initial_meld.jokers",),
    Refusal.INITIAL_MELD_TOO_LOW: ("option.initial_meld.points",),
    Refusal.JOKER_REUSE: ("option.joker.reuse",),
    Refusal.JOKER_NOT_REPLACED: (*_REPLACED, "option.joker.group_of_three"),
    Refusal.JOKER_LOCKED: _JOKERS,
    Refusal.JOKER_CHANGED: _JOKERS,
    Refusal.JOKERS_MUST_BE_PLAYED: ("table.jokers_due",),
    Refusal.NOTHING_TO_DISCARD: ("table.last_tile",),
    Refusal.NO_SUCH_HAND: ("closed_hands",),
    Refusal.NO_NEW_DEAL: ("option.deal.new_deal_pairs",),
}
"""The sentences behind each refusal, without the values of options."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence of the rules, with the heading of its section."""

    heading: Sentence
    sentence: Sentence


def behind_refusal(
    rules: Ruleset | str, refusal: Refusal, *, opened: bool = True
) -> tuple[Citation, ...]:
    """Return the sentences of *rules* that forbid what was refused.

    *opened* is whether the player had laid their first melds. The result is empty for refusals that
    follow from no sentence, such as a play out of turn.

    >>> from tilerummy.rules import Refusal
    >>> [str(each.sentence) for each in behind_refusal("sabra", Refusal.INITIAL_MELD_TOO_LOW)]
    ['Your first melds must be worth at least 30 in total.']
    """
    rules = as_ruleset(rules)
    codes = (
        _closed(rules, opened=opened)
        if refusal is Refusal.TABLE_CLOSED
        else _BEHIND.get(refusal, ())
    )
    return tuple(_cited(rules, codes))


def _closed(rules: Ruleset, *, opened: bool) -> tuple[str, ...]:
    """Return the sentences that keep a player from changing melds."""
    if not opened:
        return ("first_melds.from",)
    same_turn = "option.initial_meld.same_turn_manipulation"
    return ("table.extended",) if rules.opening.same_turn else ("table.extended", same_turn)


def behind_plays(rules: Ruleset | str, state: State, plays: Sequence[Play]) -> tuple[Citation, ...]:
    """Return the sentences of *rules* that allow the legal *plays* of a turn from *state*.

    >>> from tilerummy import read_action, read_state
    >>> state = read_state("table k1 k2 k3 | rack k4")
    >>> play = read_action("play k1 k2 k3 => k1 k2 k3 k4")
    >>> [each.sentence.code for each in behind_plays("sabra", state, [play])]
    ['table.rearranged']
    """
    rules = as_ruleset(rules)
    codes: list[str] = []
    opened = state.mover.opened is not None
    if not opened:
        codes += _OPENING
        if any(JOKER in play.placed for play in plays):
            codes += ["option.initial_meld.jokers"]
    if opened or any(play.lift for play in plays):
        codes += _PLAYING
    if any(JOKER in play.lift.tiles for play in plays):
        codes += _JOKERS
        if any(_moves_a_joker(play) for play in plays):
            codes += [*_REPLACED, "option.joker.reuse"]
    elif any(JOKER in play.placed for play in plays):
        codes += ["meld.joker"]
    return tuple(_cited(rules, codes))


def _moves_a_joker(play: Play) -> bool:
    """Return whether a lifted meld with a joker is not part of a meld that is laid."""
    return any(
        JOKER in old.tiles and not any(set(old.tiles) <= set(new.tiles) for new in play.lay)
        for old in play.lift
    )


def _cited(rules: Ruleset, codes: Iterable[str]) -> Iterator[Citation]:
    """Yield the sentences with these codes that the rules contain, in the rules' order."""
    wanted = tuple(codes)
    options = tuple(f"{code}." for code in wanted if code.startswith("option."))
    for section in rules_sections(rules):
        for each in section.sentences:
            if each.code in wanted or each.code.startswith(options):
                yield Citation(section.heading, each)
