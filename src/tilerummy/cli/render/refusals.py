"""Why something was refused, in full: every reason, the tiles concerned, and what can be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.jokers.extend import Extend
from tilerummy.rules import Reason, Refusal, Ruleset
from tilerummy.rules_text.events import YOU


def reason_sentence(reason: Reason, names: Sequence[str]) -> str:
    """Return *reason* as a sentence, with names for seats."""
    text = reason.message

    def named(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    text = re.sub(r"\bseat (\d)\b", named, text)
    if names and YOU in names:
        text = text.replace(f"{YOU} still has", f"{YOU} still have").replace(
            f"{YOU} opened first and has", f"{YOU} opened first and have"
        )
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def explanation_lines(
    reasons: Sequence[Reason], rules: Ruleset, names: Sequence[str]
) -> Iterator[str]:
    """Yield all that there is to say about a refusal."""
    last = {reason.code: number for number, reason in enumerate(reasons)}
    for number, reason in enumerate(reasons, 1):
        yield f"{f'{number}. ' if len(reasons) > 1 else ''}{reason_sentence(reason, names)}"
        if reason.tiles and str(reason.tiles) not in reason.message:
            yield f"   Tiles concerned: {reason.tiles}"
        if reason.melds and str(reason.melds) not in reason.message:
            yield f"   Melds concerned: {reason.melds}"
        if last[reason.code] == number - 1:  # reasons of one kind have the same remedies
            yield from (f"   {line}" for line in remedies(reason, rules))


def remedies(reason: Reason, rules: Ruleset) -> Iterator[str]:
    """Yield what the player can do about *reason*."""
    if reason.have is not None and reason.want is not None:
        yield f"You have {reason.have} of {reason.want} points: {reason.want - reason.have} more."
    yield from _remedies_for(reason.code, rules)


def _remedies_for(code: Refusal, rules: Ruleset) -> Iterator[str]:
    match code:
        case Refusal.INITIAL_MELD_TOO_LOW:
            yield "Several melds count together. Lay more from your rack, or reset and draw."
            if rules.draws_and_discards:
                yield "Or reset and keep your tiles for a later turn."
        case Refusal.INITIAL_MELD_JOKER:
            yield "Open with numbered tiles alone; jokers may follow in a later play."
        case Refusal.TABLE_CLOSED:
            yield from _closed(rules)
        case Refusal.JOKER_REUSE:
            yield f"By these rules {reuse_text(rules.table.jokers.reuse)}."
        case Refusal.JOKER_NOT_REPLACED | Refusal.JOKER_LOCKED | Refusal.JOKER_CHANGED:
            yield from law_lines(rules)
        case _:
            yield from _other_remedies(code)


def _closed(rules: Ruleset) -> Iterator[str]:
    points = rules.opening.points
    yield f"Until you have opened you may only lay melds of your own rack, worth {points} in all."
    if rules.opening.same_turn:
        yield "In the same turn, but after that meld, you may go on with the table."
    else:
        yield "In the turn of your opening nothing else may be played: go on in your next turn."
    if isinstance(rules.table, Extend):
        yield "Melds on the table may only be added to; they are never divided or joined."


def _other_remedies(code: Refusal) -> Iterator[str]:
    match code:
        case Refusal.NO_TILE_PLAYED:
            yield "Lay at least one tile of your rack, or reset and draw."
        case Refusal.INVALID_MELD:
            yield "A meld is three tiles or more: of one number, or of one colour in sequence."
            yield "Add what is missing, or take it up with take and back."
        case Refusal.TABLE_TILE_MISSING:
            yield "Lay the loose tiles in melds again; undo and reset bring them back."
        case Refusal.FREE_TILE_UNAVAILABLE:
            yield "Take the free tiles out again with back, or reset."
        case Refusal.JOKERS_MUST_BE_PLAYED:
            yield "Lay every joker of your rack in this play, or reset and draw."
        case Refusal.NOTHING_TO_DISCARD:
            yield "Keep one tile to discard: take one back with back."
        case Refusal.CANNOT_DRAW:
            yield "Type done when you have played, pass when the pool is empty."
        case Refusal.CANNOT_PASS:
            yield "Type draw, or lay something."
        case Refusal.MUST_DRAW:
            yield "Type draw, or draw discard for the tile that was just discarded."
        case Refusal.MUST_DISCARD:
            yield "Type discard and a tile of your rack, like discard r13."
        case Refusal.TRUMP_NOT_WINNING:
            yield "Lay all your tiles but one, or reset and draw another tile."
        case Refusal.NO_SUCH_HAND:
            yield "Type hands for the closed hands that there are."
        case _:
            return


def law_lines(rules: Ruleset) -> Iterator[str]:
    """Yield what the rules say about jokers on the table, in sentences."""
    law = rules.table.jokers
    if law.melds is JokerMelds.FREE:
        yield "A joker on the table is wild: it may stand for anything after each play."
        return
    if isinstance(rules.table, Extend):
        yield "A meld may only be added to, and a joker stands for the same tile."
    elif law.melds is JokerMelds.LOCKED:
        yield "A meld that holds a joker may be added to, but nothing may be taken from it."
    else:
        yield "A meld that holds a joker may be rearranged; the joker stands for the same tile."
    yield f"A joker comes free when its tile takes its place, {_from_text(law)}."
    if law.group_of_three is GroupOfThree.ALL:
        yield "In a group of three, the tiles of all missing colours must be added."
    yield f"It must be laid again in the same play: {reuse_text(law.reuse)}."


def _from_text(law: JokerLaw) -> str:
    match law.replace_from:
        case ReplaceFrom.RACK:
            return "a tile from your rack"
        case ReplaceFrom.ANY:
            return "a tile from your rack or from the table"
    assert_never(law.replace_from)


def reuse_text(reuse: Reuse) -> str:
    """Return where a freed joker goes, in words."""
    match reuse:
        case Reuse.ANY:
            return "a freed joker may go into any meld"
        case Reuse.NEW_MELD:
            return "a freed joker goes into a new meld, one that was not there before"
        case Reuse.NEW_MELD_WITH_RACK:
            return "a freed joker goes into a new meld with at least two tiles of your rack"
        case Reuse.RACK_ONLY:
            return "a freed joker goes into a new meld with nothing but tiles of your rack"
    assert_never(reuse)
