"""Reads records from text, and computes the events that the text leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tilerummy.records.recompute import Events, Racks, action_events, deal_events, rack_sizes
from tilerummy.records.record import (
    Command,
    ImpossibleRecordError,
    Record,
    RecordedCommand,
    RecordedRound,
    RecordError,
    is_clock_action,
)
from tilerummy.records.source_lines import (
    RecordedChance,
    RecordObserver,
    RoundLines,
    SourceLines,
    apply_at_line,
    check_result,
    on_line,
)
from tilerummy.records.text.counts import CountText
from tilerummy.records.text.lines import (
    Names,
    TextLine,
    begins_round,
    lines_of,
    round_number,
)
from tilerummy.records.text.round_lines import (
    FactLine,
    RoundText,
    TurnLines,
    WrittenAction,
    read_header,
    read_round,
)
from tilerummy.records.text.writer import from_pool, known_rules
from tilerummy.rules import (
    RULES_VERSION,
    Chance,
    IllegalActionError,
    Ruleset,
    score_count,
)
from tilerummy.state import Phase, State, fold
from tilerummy.state.notation import action_text
from tilerummy.state.rows import row_text
from tilerummy.tiles import HIDDEN, Tile


def read_text(source: str, observer: RecordObserver) -> tuple[Record, SourceLines]:
    """Return the record in the text *source*, and the line numbers of the record's parts.

    Facts that are in the text are applied. Missing facts are computed from the actions under the
    current rules. Raises RecordError if the text is malformed.
    """
    lines = [*lines_of(source)]
    if not lines:
        raise RecordError(1, "the record is empty: expected a header")
    try:
        return _read(lines, observer)
    except RecordError as error:
        if error.line != lines[-1].number or source.endswith("\n"):
            raise
        message = f"{error.message}; the record ends with this line: is it truncated?"
        raise type(error)(error.line, message) from None


def _read(lines: Sequence[TextLine], observer: RecordObserver) -> tuple[Record, SourceLines]:
    start = next((i for i, line in enumerate(lines) if begins_round(line)), len(lines))
    header = read_header(lines[:start])
    observer.header(header.record, lines[0].number, header.option_lines)
    reader = _Reader(
        header.record, Names(header.record.names), known_rules(header.record), observer
    )
    rounds: list[RecordedRound] = []
    where: list[RoundLines] = []
    for number, block in enumerate(_blocks(lines[start:])):
        if rounds and rounds[-1].ended is None:
            raise RecordError(block[0].number, "a round begins before the previous one has ended")
        text = read_round(block, reader.names, header.record.tiles, number)
        played, found = reader.play(text, number)
        rounds.append(played)
        where.append(found)
    record = replace(header.record, rounds=tuple(rounds))
    after = len(rounds) if header.after is None else header.after
    check_result(record, after, header.result_line)
    return record, SourceLines(lines[0].number, header.result_line, tuple(where))


def _blocks(lines: Sequence[TextLine]) -> Iterator[list[TextLine]]:
    """Yield the lines of each round."""
    block: list[TextLine] = []
    for line in lines:
        if block and round_number(line) is not None:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


class _ImpossibleError(ValueError):
    """Raised if a turn is impossible in its written form."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """The state at some point in a round, and the tile order, which may be only partly known.

    More tiles become known whenever the text states the tiles that were drawn.
    """

    state: State
    order: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Replays the rounds of a record. *rules* contains the ruleset if it is known."""

    record: Record
    names: Names
    rules: Ruleset | None
    observer: RecordObserver

    def needed(self) -> Ruleset:
        """Return the rules needed to compute events. Raises ValueError if they are unknown."""
        return self.record.rules if self.rules is None else self.rules

    def play(self, text: RoundText, number: int) -> tuple[RecordedRound, RoundLines]:
        """Return the round that *text* describes, and the lines of its events."""
        if text.count is not None:
            return self._counted(text, text.count)
        written = self._chance(text)
        if HIDDEN in written.chance.order:  # tiles drawn later also belong to the order
            unwatched = replace(self, observer=RecordObserver())
            _, _, order = unwatched._once(text, number, written.chance)
            written = replace(written, chance=replace(written.chance, order=order))
        self.observer.chance(written, number)
        played, lines, _ = self._once(text, number, written.chance)
        return played, lines

    def _counted(self, text: RoundText, written: CountText) -> tuple[RecordedRound, RoundLines]:
        """Return a round that was counted only at its end. Recorded scores are not changed."""
        with on_line(text.line):
            if text.starter is None:
                raise ValueError("a counted round needs its starter, as in 'Starter: Ann'")
            if text.lots or text.seed is not None or text.label or text.pool is not None:
                raise ValueError("a counted round has no lots, no seed and no tiles")
            count = written.count(self.record.seats, text.handfuls)
            scored = score_count(self.needed(), count)
            count = count.as_scored(scored)
        if text.score is not None:
            scored = replace(scored, scores=text.score[1])
        line = text.line if text.score is None else text.score[0]
        self.observer.counted(count, scored, line)
        with on_line(text.line):
            played = RecordedRound(
                chance=Chance(order=()),
                deal=(),
                starter=text.starter,
                comments=tuple(text.comments),
                count=count,
                scored=scored,
            )
        return played, RoundLines(text.line, ())

    def _once(
        self, text: RoundText, number: int, chance: Chance
    ) -> tuple[RecordedRound, RoundLines, tuple[Tile, ...]]:
        deal, deal_lines = self._deal(text, chance, number)
        now = _Moment(fold(deal, State.before_deal(self.record.seats)), chance.order)
        steps: list[RecordedCommand] = []
        lines: list[tuple[int, ...]] = []
        for turn in text.turns:
            left = self._left(text) if turn is text.turns[-1] else ()
            with on_line(turn.line):
                step, where, now = self._turn(turn, now, left)
            steps.append(step)
            lines.append(where)
        self._check_end(text, now.state)
        with on_line(text.line):
            played = RecordedRound(
                chance=chance,
                deal=deal,
                starter=text.starter,
                seed=text.seed,
                label=text.label,
                steps=tuple(steps),
                comments=tuple(text.comments),
            )
        return played, RoundLines(text.line, deal_lines, tuple(lines)), now.order

    def _chance(self, text: RoundText) -> RecordedChance:
        """Return the random outcomes of a round. If events are left out, tiles may be unknown."""
        chance = self._written_chance(text)
        parts = [text.places.get(key, ()) for key in (*range(self.record.seats), None)]
        line = text.lines.get
        return RecordedChance(
            chance=chance,
            starter=text.starter,
            seed=text.seed,
            label=text.label,
            begins=text.line,
            seed_line=line("seed", text.line),
            lots_line=line("lots", text.line),
            handfuls_line=line("handfuls", text.line),
            order_lines=tuple(chain.from_iterable(parts)) if all(parts) else (),
        )

    def _written_chance(self, text: RoundText) -> Chance:
        seats = range(self.record.seats)
        chance = Chance(order=(), lots=tuple(text.lots), handfuls=text.handfuls)
        racks = {seat: tiles for seat, (_, tiles) in text.racks.items()}
        if text.facts:
            dealt = (tile for seat in seats for tile in racks.get(seat, ()))
            return replace(chance, order=(*dealt, *(text.pool or ())))
        with on_line(text.line):
            rules = self.needed()
            sizes = rack_sizes(rules, chance, seats=len(seats), starter=text.starter)
        for seat, (line, tiles) in text.racks.items():
            if len(tiles) != sizes[seat]:
                who = self.names.write(seat)
                raise RecordError(
                    line, f"{who} is dealt {sizes[seat]} tiles by these rules, not {len(tiles)}"
                )
        known = [t for s in seats for t in racks.get(s, (HIDDEN,) * sizes[s])]
        known += text.pool or ()
        gaps = (HIDDEN,) * (len(rules.deal.bucket(rules.tiles, len(seats))) - len(known))
        return replace(chance, order=(*known, *gaps))

    def _deal(self, text: RoundText, chance: Chance, number: int) -> tuple[Events, tuple[int, ...]]:
        if text.facts:
            events, lines = tuple(f.event for f in text.facts), tuple(f.line for f in text.facts)
            self.observer.deal(events, lines)
            self._folded(text.facts, State.before_deal(self.record.seats))
            return events, lines
        with on_line(text.line):
            seats, starter = self.record.seats, text.starter
            events = deal_events(self.needed(), chance, seats=seats, starter=starter, number=number)
        return events, (text.line,) * len(events)

    def _folded(self, facts: Sequence[FactLine], state: State) -> State:
        for fact in facts:
            state = apply_at_line(state, fact.event, fact.line)
        return state

    def _left(self, text: RoundText) -> Racks:
        if not text.left:
            return ()
        racks = {seat: rack for seat, (_, rack) in text.left.items()}
        return tuple(racks.get(seat) for seat in range(self.record.seats))

    def _turn(
        self, turn: TurnLines, now: _Moment, left: Racks
    ) -> tuple[RecordedCommand, tuple[int, ...], _Moment]:
        """Return a turn's command, the line numbers of its events, and the moment after it."""
        state = now.state
        if turn.number not in (None, state.turn + 1):
            raise ValueError(
                f"expected turn {state.turn + 1}, not {turn.number}: is a line missing?"
            )
        actions = tuple(item.action for item in turn.actions)
        seat = state.to_move if turn.seat is None else turn.seat
        command = Command(None if all(map(is_clock_action, actions)) else seat, actions)
        comments = tuple(turn.comments)
        if turn.facts:
            if any(item.drawn for item in turn.actions):
                raise ValueError("the facts already include the draw: omit the brackets")
            step = RecordedCommand(command, tuple(f.event for f in turn.facts), comments)
            lines = tuple(f.line for f in turn.facts)
            if state.ended is None:
                self.observer.step(state, step, lines)
            return step, lines, replace(now, state=self._folded(turn.facts, state))
        if seat != state.to_move and state.phase is not Phase.OVER:
            on_turn, other = self.names.write(state.to_move), self.names.write(seat)
            raise ValueError(f"it is {on_turn}'s turn, not {other}'s")
        events: Events = ()
        for item in turn.actions:
            try:
                new, now = self._action(item, command.seat, now, left)
            except _ImpossibleError as error:
                raise ImpossibleRecordError(turn.line, str(error)) from None
            events = (*events, *new)
        return RecordedCommand(command, events, comments), (turn.line,) * len(events), now

    def _action(
        self, item: WrittenAction, seat: int | None, now: _Moment, left: Racks
    ) -> tuple[Events, _Moment]:
        now = _filled(now, item.drawn)
        try:
            events = action_events(self.needed(), now.state, item.action, seat, left)
        except IllegalActionError as error:
            version = self.record.rules_version
            older = f" (recorded under rules version {version}, these are {RULES_VERSION})"
            raise _ImpossibleError(
                f"{action_text(item.action)!r} is refused: {error.reasons[0].message}"
                f"{'' if version == RULES_VERSION else older}"
            ) from None
        if item.drawn and not _agree(item.drawn, came := from_pool(events)):
            raise _ImpossibleError(
                f"{row_text(item.drawn)} is recorded as drawn, but the pool gives"
                f" {row_text(came) or 'nothing'}"
            )
        return events, replace(now, state=fold(events, now.state))

    def _check_end(self, text: RoundText, state: State) -> None:
        """Raise RecordError unless the round ended as stated in the text."""
        ended = state.ended
        for seat, (line, rack) in text.left.items():
            if ended is None:
                raise RecordError(line, "the round has not ended, so it has no final racks")
            if ended.racks[seat] != rack:
                who = self.names.write(seat)
                written = f"{who} has {ended.racks[seat]} left, not {rack}"
                raise ImpossibleRecordError(line, written)
        if text.score is None:
            return
        line, scores = text.score
        if ended is None:
            raise RecordError(line, "the round has not ended, so it has no score")
        if ended.scores != scores:
            score = self.names.scores(ended.scores)
            written = f"the score is {score}, not {self.names.scores(scores)}"
            raise ImpossibleRecordError(line, written)


def _agree(written: tuple[Tile, ...], came: tuple[Tile, ...]) -> bool:
    """Return whether the tiles *came* match the tiles *written*, except for unknown tiles."""
    return len(written) == len(came) and all(
        t in (c, HIDDEN) for t, c in zip(written, came, strict=True)
    )


def _filled(now: _Moment, drawn: tuple[Tile, ...]) -> _Moment:
    """Return *now* with the *drawn* tiles filled in as the next tiles of the pool."""
    state, order = now.state, now.order
    if not drawn or len(drawn) > len(state.pool):
        return now
    pairs = zip(drawn, state.pool, strict=False)
    tiles = tuple(in_pool if written == HIDDEN else written for written, in_pool in pairs)
    for written, in_pool in zip(tiles, state.pool, strict=False):
        if in_pool not in (written, HIDDEN):
            raise _ImpossibleError(f"{written} is recorded as drawn, but the pool gives {in_pool}")
    first = len(order) - len(state.pool)
    if first >= 0:
        order = (*order[:first], *tiles, *order[first + len(tiles) :])
    pool = (*tiles, *state.pool[len(tiles) :])
    return _Moment(replace(state, pool=pool), order)
