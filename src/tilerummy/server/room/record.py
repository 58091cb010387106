"""Match records, for storing, replaying, auditing and verifying matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tilerummy.records import COMMITMENT_TAG, Command, Participant, Record, write_jsonl, write_text
from tilerummy.records.advice import Place, UsedAdvice, advice_tags
from tilerummy.rules import chance
from tilerummy.server.room.entries import HINTED, Acted, Began, read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.room.room import Room
from tilerummy.state import Event, Moved
from tilerummy.state.notation import read_action


def record_of_log(game: str, bodies: Iterable[bytes]) -> tuple[Room, Record]:
    """Return a log's final room and its match record; *bodies* are the log entries as stored."""
    log = [*replay(game, map(read_entry, bodies))]
    room = log[-1].room
    return room, room_record(room, log)


def format_record(record: Record, form: str) -> str:
    """Return a record as a string in the format *form*, which is ``text`` or ``jsonl``."""
    return write_jsonl(record) if form == "jsonl" else write_text(record)


def room_record(room: Room, log: Iterable[LogStep]) -> Record:
    """Return the match record of all finished rounds, including the seeds of these rounds.

    The current round is left out; a round that ended early stops at its last action.
    """
    seeds = {s.round: s.seed for s in room.shuffles if s.seed}
    tags = [(f"{COMMITMENT_TAG}{s.round + 1}", s.commitment) for s in room.shuffles if s.seed]
    record = Record.of(
        room.rules,
        [Participant(p.name or p.level or "somebody", p.level or "person") for p in room.places],
        rounds=room.terms.rounds,
        target=room.terms.target,
        tags=[("table", room.id), *tags],
    )
    shown = False
    advice: dict[Place, UsedAdvice] = {}
    for each in log:
        match each.entry:
            case Began() as deal:
                shown = deal.round in seeds
                if shown:
                    seed = bytes.fromhex(seeds[deal.round])
                    record = _begun(record, room, deal, each.events, seed)
            case Acted(seat=seat, actions=written, advice=advised) if shown:
                if advised is not None:
                    place = len(record.rounds) - 1, len(record.rounds[-1].steps)
                    advice[place] = UsedAdvice.HINTED if advised in HINTED else UsedAdvice.FOLLOWED
                actions = tuple(read_action(a, room.rules.tiles) for a in written)
                record = record.append(Command(seat, actions), each.events)
    return replace(record, tags=(*record.tags, *advice_tags(advice)))


def _begun(
    record: Record, room: Room, entry: Began, events: tuple[Event, ...], seed: bytes
) -> Record:
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
    return record.begin(drawn, events, starter=starter, seed=seed, label=entry.label)
