"""English sentences that describe events and refused actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.message_text import counted, joined
from tilerummy.rules import Reason, Refusal, Ruleset
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.rules_text.sections import first_melds, joker_rules
from tilerummy.rules_text.sentence import YOU, event_text
from tilerummy.state import (
    Announced,
    Dealt,
    Declared,
    Discarded,
    Drew,
    Ended,
    Ending,
    Event,
    Exposed,
    Lots,
    Moved,
    Passed,
    Penalised,
    Phase,
    Played,
    Redealt,
    Released,
    Restored,
    Source,
    TimedOut,
    Win,
)
from tilerummy.tiles import HIDDEN, JOKER, Rack

_IRREGULAR = {"goes": "go"}


def does(name: str, verb: str) -> str:
    """Return a name followed by *verb* in the form that agrees with it.

    >>> does("Ada", "draws"), does("You", "draws")
    ('Ada draws', 'You draw')
    """
    return f"{name} {_form(name, verb)}"


def _form(name: str, verb: str) -> str:
    return _IRREGULAR.get(verb, verb.removesuffix("s")) if name == YOU else verb


def event_sentences(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """Yield sentences that describe several events, leaving out any pass that follows a play."""
    before: Event | None = None
    for event in events:
        if not (isinstance(event, Passed) and isinstance(before, Played)):
            yield from sentences_of(event, names)
        if not (isinstance(event, Moved) and event.phase is Phase.MORE):
            before = event


def sentences_of(event: Event, names: Sequence[str]) -> Iterator[str]:
    """Yield sentences that describe *event*, or nothing if the table already shows it.

    The sentences about a redacted event contain only information that its viewer may see.
    """
    match event:
        case Moved():
            pass
        case Lots(drawn):
            for lots in drawn:
                pairs = zip(names, lots, strict=True)
                drew = [f"{does(n, 'draws')} {t}" for n, t in pairs if t is not None]
                if drew:
                    yield f"{joined(drew)} for the start."
        case Dealt(handfuls=handfuls):
            for name, (first, second) in zip(names, handfuls, strict=bool(handfuls)):
                yield event_text("handfuls", name, first=first, second=second)
        case Redealt(seat, pairs):
            yield event_text("redealt", names[seat], tiles=pairs)
        case Exposed(trump, free):
            if trump is not None:
                yield event_text("trump", tile=trump)
            if free:
                yield event_text("free", tiles=free)
        case Ended():
            yield _ending(event, names)
            yield from _penalties(event, names)
        case _:
            yield _happened(event, names)


_TurnEvent = (
    Drew
    | Played
    | Discarded
    | Declared
    | Announced
    | Released
    | TimedOut
    | Restored
    | Penalised
    | Passed
)


def _happened(event: _TurnEvent, names: Sequence[str]) -> str:
    """Return a sentence that describes an event during a turn."""
    match event:
        case Drew():
            return _drew(event, names[event.seat])
        case Played():
            return _played(event, names[event.seat])
        case Discarded(seat, tile):
            return event_text("discarded", names[seat], tile=tile)
        case Declared(seat, hand, tiles):
            return f"{does(names[seat], 'declares')} a closed hand, {_hand_name(hand)}: {tiles}."
        case Announced(seat, tiles):
            return event_text("announced", names[seat], n=tiles)
        case Released():
            return event_text("released")
        case TimedOut(seat):
            return event_text("timedout", names[seat])
        case Restored():
            return event_text("restored")
        case Penalised(seat, tiles) if HIDDEN in tiles:
            return event_text("penalised", names[seat], n=len(tiles))
        case Penalised(seat, tiles):
            return f"{does(names[seat], 'draws')} {Rack(tiles)} as a penalty."
        case Passed(seat):
            return event_text("passed", names[seat])
    assert_never(event)


def _hand_name(number: int) -> str:
    """Return the closed hand's name, or its number if the hand is unknown."""
    return next((hand.name for hand in CLOSED_HANDS if hand.number == number), f"number {number}")


def _drew(event: Drew, name: str) -> str:
    tiles = event.tiles
    match event.source:
        case Source.POOL if HIDDEN in tiles:
            return event_text("drew", name, n=len(tiles), tiles=counted(len(tiles), "tile"))
        case Source.POOL:
            return f"{does(name, 'draws')} {Rack(tiles)}."
        case Source.DISCARD:
            return event_text("took", name, tile=Rack(tiles))
        case Source.TRUMP:
            return event_text("trumped", name, tile=Rack(tiles))
        case Source.ASIDE:
            return event_text("jokers", name, n=len(tiles))
    assert_never(event.source)


def _played(event: Played, name: str) -> str:
    """Return a sentence that describes a play: tiles added, jokers replaced, melds laid, etc."""
    parts: list[str] = []
    before = ""
    for verb, what in _clauses(event, name):
        parts.append(what if verb == before else f"{_form(name, verb)} {what}")
        before = verb
    return f"{name} {joined(parts)}."


def _clauses(event: Played, name: str) -> Iterator[tuple[str, str]]:
    """Yield the verb and the object of each clause in a sentence that describes a play."""
    lift, lay, placed = event.lift, event.lay, event.placed + event.free
    for old in event.lift:
        for new in lay:
            added = _added(old, new)
            if not added or not placed >= added:
                continue
            freed = max(0, old.jokers - new.jokers)
            if freed:
                jokers = "the joker" if freed == 1 else "the jokers"
                yield "puts", f"{added} for {jokers} of {_brief(old)}"
            else:
                yield "adds", f"{added} to {_brief(old)}"
            lift, lay = lift - (old,), lay - (new,)
            placed = placed - added + (JOKER,) * freed
            break
    own = Table()
    for new in lay:
        if placed >= new.tiles:
            own += (new,)
            lay, placed = lay - (new,), placed - new.tiles
    if own:
        yield "lays", str(own)
    if lift or lay:
        tiles = f", with {placed}" if placed else ""
        if name == YOU:
            yield "rearranges", f"the table{tiles}"
        else:
            yield "turns", f"{lift} into {lay}{tiles}"
    if event.free:
        yield "uses", f"the free {event.free}"


def _brief(meld: Meld) -> str:
    """Return a meld in notation, showing only the first and last tile of a long run."""
    if not isinstance(meld, Run) or len(meld) <= 3:
        return repr(meld)
    jokers = f" with {joined(f'*{face}' for face in meld.wild)}" if meld.wild else ""
    return f"{meld.faces[0]}-{meld.faces[-1]}{jokers}"


def _added(old: Meld, new: Meld) -> Rack | None:
    """Return the tiles that turn *old* into *new* by extending it or replacing its jokers.

    Returns None if *old* cannot become *new* in this way.
    """
    match old, new:
        case Run(), Run(faces):
            kept = set(old.faces) <= set(faces) and set(old.numbered) <= set(new.numbered)
        case Group(), Group():
            kept = set(old.numbered) <= set(new.numbered)
        case _:
            return None
    return Rack(new.tiles) - old.tiles if kept else None


def _penalties(event: Ended, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each player who pays for never having opened (RULES 5.2)."""
    for name, penalty, melds in zip(
        names, event.penalties or (), event.could_open or (), strict=False
    ):
        if melds:
            yield f"{does(name, 'pays')} {penalty} for not opening with {melds}."
        elif penalty:
            yield f"{does(name, 'pays')} {penalty} for never opening."


def _ending(event: Ended, names: Sequence[str]) -> str:
    """Return a sentence that describes the end of a round."""
    winner = None if event.winner is None else names[event.winner]
    match event.ending:
        case Ending.WENT_OUT if winner is not None:
            kind = _kind(event)
            return f"{does(winner, 'goes')} out{kind}!" if kind else event_text("wentout", winner)
        case Ending.WENT_OUT:
            end = "The round has ended"
        case Ending.POOL_EXHAUSTED:
            end = "The pool is empty, so the round ends"
        case Ending.NO_PROGRESS:
            end = "No one can continue, so the round ends"
        case _:
            assert_never(event.ending)
    if winner is None:
        return f"{end} without a winner."
    return f"{end}. {does(winner, 'wins')} with the lowest rack."


def _kind(event: Ended) -> str:
    match event.win:
        case None:
            return ""
        case Win.OPEN:
            return " with an Open win"
        case Win.FOOT:
            return " with a Foot"
        case Win.CLOSED:
            return f" with the closed hand {_hand_name(event.hand)}" if event.hand else ""
    assert_never(event.win)


_REMEDIES = {
    Refusal.INITIAL_MELD_TOO_LOW: "Several melds count together. Lay more from your rack, or reset"
    " and keep your tiles for a later turn.",
    Refusal.TABLE_CLOSED: "Lay your first melds before you use the table.",
    Refusal.INITIAL_MELD_JOKER: "Open with only numbered tiles; jokers may follow in later plays.",
    Refusal.NO_NEW_DEAL: "Type draw, or lay something.",
    Refusal.NO_TILE_PLAYED: "Lay at least one tile from your rack, or reset and draw.",
    Refusal.INVALID_MELD: "A meld is three tiles or more: of one number, or of one colour in"
    " sequence. Add what is missing, or pick it up with take or back.",
    Refusal.TABLE_TILE_MISSING: "Lay the loose tiles in melds again; undo and reset bring them"
    " back.",
    Refusal.FREE_TILE_UNAVAILABLE: "Take the free tiles back with back, or reset.",
    Refusal.JOKERS_MUST_BE_PLAYED: "Lay every joker on your rack in this play, or reset and draw.",
    Refusal.NOTHING_TO_DISCARD: "Keep one tile to discard: use back to take one back.",
    Refusal.CANNOT_DRAW: "Type done if you have played, or pass if the pool is empty.",
    Refusal.CANNOT_PASS: "Type draw, or lay something.",
    Refusal.MUST_DRAW: "Type draw, or draw discard for the tile that was just discarded.",
    Refusal.MUST_DISCARD: "Type discard and a tile from your rack, like discard r13.",
    Refusal.TRUMP_NOT_WINNING: "Lay all your tiles but one, or reset and draw another tile.",
    Refusal.NO_SUCH_HAND: "Type hands for a list of closed hands.",
}
"""Advice that is given to the player for each refusal code."""

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
"""The section of the rules that explains each refusal code."""


def reason_sentence(reason: Reason, names: Sequence[str]) -> str:
    """Return *reason* as a sentence that refers to seats by name."""
    text = reason.message

    def named(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    text = re.sub(r"\bseat (\d)\b", named, text)
    text = text.replace(f"{YOU} still has", f"{YOU} still have")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def explanation_lines(
    reasons: Sequence[Reason], rules: Ruleset, names: Sequence[str]
) -> Iterator[str]:
    """Yield lines that explain in full why an action was refused."""
    last = {reason.code: number for number, reason in enumerate(reasons)}
    for number, reason in enumerate(reasons, 1):
        yield f"{f'{number}. ' if len(reasons) > 1 else ''}{reason_sentence(reason, names)}"
        if reason.tiles and str(reason.tiles) not in reason.message:
            yield f"   Tiles concerned: {reason.tiles}"
        if reason.melds and str(reason.melds) not in reason.message:
            yield f"   Melds concerned: {reason.melds}"
        if last[reason.code] == number - 1:  # reasons with the same code have the same remedies
            yield from (f"   {line}" for line in _remedies(reason, rules))


def _remedies(reason: Reason, rules: Ruleset) -> Iterator[str]:
    """Yield advice for a player whose action was refused for *reason*, then the relevant rules."""
    if reason.have is not None and reason.want is not None:
        yield f"You have {reason.have} of {reason.want} points: {reason.want - reason.have} more."
    if reason.code in _REMEDIES:
        yield _REMEDIES[reason.code]
    if reason.code in _RULES:
        yield from map(str, _RULES[reason.code](rules))
