"""English sentences about events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.quoting import counted, joined
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.rules_text.events import YOU, event_text
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
    Released,
    Restored,
    Source,
    TimedOut,
    Win,
)
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile

_IRREGULAR = {"goes": "go", "passes": "pass", "has": "have", "is": "are"}


def does(name: str, verb: str) -> str:
    """Return a name with a verb that agrees with it.

    >>> does("Ada", "draws"), does("You", "draws")
    ('Ada draws', 'You draw')
    """
    return f"{name} {_form(name, verb)}"


def _form(name: str, verb: str) -> str:
    return _IRREGULAR.get(verb, verb.removesuffix("s")) if name == YOU else verb


def sentences_of(event: Event, names: Sequence[str]) -> list[str]:
    """Return the sentences about *event*; none for what can be seen without words.

    Those about a redacted event say only what its viewer may know.
    """
    match event:
        case Moved():
            return []
        case Ended():
            return [ending(event, names)]
        case Dealt() | Lots() | Exposed():
            return _begun(event, names)
        case _:
            return _happened(event, names)


def _begun(event: Dealt | Lots | Exposed, names: Sequence[str]) -> list[str]:
    match event:
        case Lots(drawn):
            return [_lots(lots, names) for lots in drawn]
        case Dealt():
            return _dealt(event, names)
        case Exposed(trump, free):
            texts = [event_text("trump", tile=trump)] if trump is not None else []
            return [*texts, event_text("free", tiles=free)] if free else texts
    assert_never(event)


_SeatEvent = (
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


def _happened(event: _SeatEvent, names: Sequence[str]) -> list[str]:
    match event:
        case Drew():
            return [_drew(event, names)]
        case Played():
            return [_played(event, names[event.seat])]
        case Discarded(seat, tile):
            return [event_text("discarded", names[seat], tile=tile)]
        case Declared(seat, hand, tiles):
            return [f"{does(names[seat], 'declares')} a closed hand, {hand_name(hand)}: {tiles}."]
        case Announced(seat, tiles):
            return [event_text("announced", names[seat], n=tiles)]
        case Released():
            return [event_text("released")]
        case TimedOut(seat):
            return [event_text("timedout", names[seat])]
        case Restored():
            return [event_text("restored")]
        case Penalised(seat, tiles):
            return [_penalised(names[seat], tiles)]
        case Passed(seat):
            return [event_text("passed", names[seat])]
    assert_never(event)


def hand_name(number: int) -> str:
    """Return the name of the closed hand with that number, of an unknown one the number.

    >>> hand_name(99)
    'number 99'
    """
    return next((hand.name for hand in CLOSED_HANDS if hand.number == number), f"number {number}")


def _lots(drawn: Sequence[Tile | None], names: Sequence[str]) -> str:
    lots = [f"{does(n, 'draws')} {t}" for n, t in zip(names, drawn, strict=True) if t is not None]
    return f"{joined(lots)} for the start."


def _dealt(event: Dealt, names: Sequence[str]) -> list[str]:
    if not event.handfuls:
        return []
    return [
        event_text("handfuls", name, first=first, second=second)
        for name, (first, second) in zip(names, event.handfuls, strict=True)
    ]


def _drew(event: Drew, names: Sequence[str]) -> str:
    name, tiles = names[event.seat], event.tiles
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


def _penalised(name: str, tiles: tuple[Tile, ...]) -> str:
    if HIDDEN in tiles:
        return event_text("penalised", name, n=len(tiles))
    return f"{does(name, 'draws')} {Rack(tiles)} as a penalty."


@dataclass(frozen=True, slots=True)
class _PlayText:
    """The clauses about a play so far, as verbs with their objects, and the rest of the play."""

    clauses: tuple[tuple[str, str], ...]
    lift: Table
    lay: Table
    placed: Rack


def _played(event: Played, name: str) -> str:
    """Return the sentence about a play: tiles added, jokers replaced, melds laid, and the rest."""
    text = _PlayText((), event.lift, event.lay, event.placed + event.free)
    for old in event.lift:
        text = _with_extended(text, old)
    own = Table()
    for new in text.lay:
        if text.placed >= new.tiles:
            own += (new,)
            text = _PlayText(text.clauses, text.lift, text.lay - (new,), text.placed - new.tiles)
    clauses = [*text.clauses, *([("lays", str(own))] if own else [])]
    if text.lift or text.lay:
        tiles = f", with {text.placed}" if text.placed else ""
        turned = ("turns", f"{text.lift} into {text.lay}{tiles}")
        clauses.append(("rearranges", f"the table{tiles}") if name == YOU else turned)
    if event.free:
        clauses.append(("uses", f"the free {event.free}"))
    verbs = ["", *(verb for verb, _ in clauses)]
    parts = (
        what if verb == before else f"{_form(name, verb)} {what}"
        for before, (verb, what) in zip(verbs, clauses, strict=False)
    )
    return f"{name} {joined(parts)}."


def brief(meld: Meld) -> str:
    """Return a meld in notation, long runs by their ends.

    >>> from tilerummy.melds import meld
    >>> brief(meld("r3 r4 r5 r6")), brief(meld("r3 r4 r5"))
    ('r3-r6', 'r3 r4 r5')
    """
    if not isinstance(meld, Run) or len(meld) <= 3:
        return repr(meld)
    jokers = f" with {joined(f'*{face}' for face in meld.wild)}" if meld.wild else ""
    return f"{meld.faces[0]}-{meld.faces[-1]}{jokers}"


def _with_extended(text: _PlayText, old: Meld) -> _PlayText:
    """Add a clause if *old* was only extended, or its jokers were replaced by placed tiles."""
    for new in text.lay:
        added = _added(old, new)
        if not added or not text.placed >= added:
            continue
        freed = max(0, old.jokers - new.jokers)
        clause = ("adds", f"{added} to {brief(old)}")
        if freed:
            clause = (
                "puts",
                f"{added} for {'the joker' if freed == 1 else 'the jokers'} of {brief(old)}",
            )
        placed = text.placed - added + (JOKER,) * freed
        return _PlayText((*text.clauses, clause), text.lift - (old,), text.lay - (new,), placed)
    return text


def _added(old: Meld, new: Meld) -> Rack | None:
    """Return the tiles by which *new* extends *old* or replaces its jokers, None if it does not."""
    match old, new:
        case Run(), Run(faces):
            kept = set(old.faces) <= set(faces) and set(old.naturals) <= set(new.naturals)
        case Group(), Group():
            kept = set(old.naturals) <= set(new.naturals)
        case _:
            return None
    return Rack(new.tiles) - old.tiles if kept else None


def ending(event: Ended, names: Sequence[str]) -> str:
    """Return the sentence about the end of a round."""
    winner = None if event.winner is None else names[event.winner]
    match event.ending:
        case Ending.POOL_EXHAUSTED:
            end = "The pool is empty and the round is over"
        case Ending.NO_PROGRESS:
            end = "Nobody gets any further and the round is over"
        case Ending.WENT_OUT:
            assert winner is not None
            kind = _kind(event)
            return f"{does(winner, 'goes')} out{kind}!" if kind else event_text("wentout", winner)
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
            return f" with the closed hand {hand_name(event.hand)}" if event.hand else ""
    assert_never(event.win)


def event_sentences(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of several events; a play that ends a turn needs no pass after it."""
    before: Event | None = None
    for event in events:
        if not (isinstance(event, Passed) and isinstance(before, Played)):
            yield from sentences_of(event, names)
        if not (isinstance(event, Moved) and event.phase is Phase.MORE):
            before = event
