"""Why something was refused, in full: every reason, the tiles concerned, and what can be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tilerummy.rules import Reason, Refusal, Ruleset
from tilerummy.rules_text.events import YOU
from tilerummy.rules_text.sections import first_melds, joker_rules

_REMEDIES = {
    Refusal.INITIAL_MELD_TOO_LOW: "Several melds count together. Lay more from your rack, or reset"
    " and keep your tiles for a later turn.",
    Refusal.TABLE_CLOSED: "Lay your first melds before you use the table.",
    Refusal.INITIAL_MELD_JOKER: "Open with numbered tiles alone; jokers may follow in later plays.",
    Refusal.NO_TILE_PLAYED: "Lay at least one tile of your rack, or reset and draw.",
    Refusal.INVALID_MELD: "A meld is three tiles or more: of one number, or of one colour in"
    " sequence. Add what is missing, or take it up with take and back.",
    Refusal.TABLE_TILE_MISSING: "Lay the loose tiles in melds again; undo and reset bring them"
    " back.",
    Refusal.FREE_TILE_UNAVAILABLE: "Take the free tiles out again with back, or reset.",
    Refusal.JOKERS_MUST_BE_PLAYED: "Lay every joker of your rack in this play, or reset and draw.",
    Refusal.NOTHING_TO_DISCARD: "Keep one tile to discard: take one back with back.",
    Refusal.CANNOT_DRAW: "Type done when you have played, pass when the pool is empty.",
    Refusal.CANNOT_PASS: "Type draw, or lay something.",
    Refusal.MUST_DRAW: "Type draw, or draw discard for the tile that was just discarded.",
    Refusal.MUST_DISCARD: "Type discard and a tile of your rack, like discard r13.",
    Refusal.TRUMP_NOT_WINNING: "Lay all your tiles but one, or reset and draw another tile.",
    Refusal.NO_SUCH_HAND: "Type hands for the closed hands that there are.",
}
"""What the player can do about a refusal."""

_RULES = {
    Refusal.TABLE_CLOSED: first_melds,
    **dict.fromkeys(
        (
            Refusal.JOKER_REUSE,
            Refusal.JOKER_NOT_REPLACED,
            Refusal.JOKER_LOCKED,
            Refusal.JOKER_CHANGED,
        ),
        joker_rules,
    ),
}
"""The part of the rules that explains a refusal."""


def reason_sentence(reason: Reason, names: Sequence[str]) -> str:
    """Return *reason* as a sentence, with names for seats."""
    text = reason.message

    def named(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    text = re.sub(r"\bseat (\d)\b", named, text)
    text = text.replace(f"{YOU} still has", f"{YOU} still have")
    text = text.replace(f"{YOU} opened first and has", f"{YOU} opened first and have")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def explanation_lines(
    reasons: Sequence[Reason], rules: Ruleset, names: Sequence[str]
) -> Iterator[str]:
    """Yield everything about a refusal."""
    last = {reason.code: number for number, reason in enumerate(reasons)}
    for number, reason in enumerate(reasons, 1):
        yield f"{f'{number}. ' if len(reasons) > 1 else ''}{reason_sentence(reason, names)}"
        if reason.tiles and str(reason.tiles) not in reason.message:
            yield f"   Tiles concerned: {reason.tiles}"
        if reason.melds and str(reason.melds) not in reason.message:
            yield f"   Melds concerned: {reason.melds}"
        if last[reason.code] == number - 1:  # reasons of one kind have the same remedies
            yield from (f"   {line}" for line in _remedies(reason, rules))


def _remedies(reason: Reason, rules: Ruleset) -> Iterator[str]:
    """Yield what the player can do about *reason*, and what the rules say about it."""
    if reason.have is not None and reason.want is not None:
        yield f"You have {reason.have} of {reason.want} points: {reason.want - reason.have} more."
    if reason.code in _REMEDIES:
        yield _REMEDIES[reason.code]
    if reason.code in _RULES:
        yield from map(str, _RULES[reason.code](rules))
