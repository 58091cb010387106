"""The record of a table's match: what was played, to be kept, replayed, audited and verified."""

from __future__ import annotations

from collections.abc import Iterable

from tilerummy.records import COMMITMENT_TAG, Command, Participant, Record
from tilerummy.rules import chance
from tilerummy.server.room.entries import Acted, Began, Entry
from tilerummy.server.room.fold import events_of
from tilerummy.server.room.room import Room
from tilerummy.state import Moved
from tilerummy.state.notation import read_action


def record(room: Room, entries: Iterable[Entry], *, date: str = "") -> Record:
    """Return the record of the rounds that are over, with their seeds.

    A round that is going on stays secret; one that was broken off ends where it was left.
    """
    seeds = {s.round: s.seed for s in room.shuffles if s.seed}
    tags = [(f"{COMMITMENT_TAG}{s.round + 1}", s.commitment) for s in room.shuffles if s.seed]
    made = Record.of(
        room.rules,
        [Participant(p.name or p.level or "somebody", p.level or "person") for p in room.places],
        date=date,
        rounds=room.terms.rounds,
        target=room.terms.target,
        tags=[("table", room.id), *tags],
    )
    shown = False
    for entry in entries:
        match entry:
            case Began():
                shown = entry.round in seeds
                if shown:
                    made = _begun(made, room, entry, bytes.fromhex(seeds[entry.round]))
            case Acted() if shown:
                actions = tuple(read_action(a, room.rules.tiles) for a in entry.actions)
                made = made.append(Command(entry.seat, actions), events_of(room, entry.facts))
    return made


def _begun(made: Record, room: Room, entry: Began, seed: bytes) -> Record:
    events = events_of(room, entry.facts)
    drawn = chance(
        room.rules.deal,
        room.rules.tiles,
        seats=room.seats,
        seed=seed,
        lots=entry.lots,
        label=entry.label,
    )
    first = next(e.seat for e in events if isinstance(e, Moved))
    starter = None if entry.lots else first
    return made.begin(drawn, events, starter=starter, seed=seed, label=entry.label)
