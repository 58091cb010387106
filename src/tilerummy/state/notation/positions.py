"""The notation of positions: a line of fields, each of which may be left out."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.state.actions import Source
from tilerummy.state.events import Ended, Ending, Phase, Win
from tilerummy.state.notation.fields import Fields, member, row_text
from tilerummy.state.notation.spans import TextSpan
from tilerummy.state.state import Seat, State, TurnStart
from tilerummy.tiles import HIDDEN, STANDARD, Rack, Tile, TileSet, tile

SEAT_FIELDS = ("rack", "known", "shown", "opened", "waits", "discards", "handfuls")
START_FIELDS = ("table", "free", *SEAT_FIELDS)
ENDED_FIELDS = ("scores", "winner", "win", "hand")
FIELDS = (
    *("table", "free", *SEAT_FIELDS, "seat"),
    *("trump", "aside", "declared", "released", "pool"),
    *("players", "to-move", "phase", "turn", "plays", "drew", "start", "passes", "idle", "ended"),
)
"""The names of the fields in the order in which they are written."""

PLAYERS = range(2, 9)
"""How many seats a position can have; a ruleset allows fewer."""

Texts = dict[str, str]
"""The values of fields in notation, by name."""


def usual(phase: Phase, *, players: int = 4, to_move: int = 0) -> State:
    """Return the position of which nothing more is told.

    Seat *to_move* has opened long ago, the others have not, and there are tiles to draw; before
    the deal there is nothing of that.
    """
    nobody = replace(State.before_deal(players), to_move=to_move)
    if phase is Phase.DEAL:
        return nobody
    begun = replace(nobody, phase=phase, pool=(HIDDEN,) * 40, turn=10)
    return replace(begun, plays=int(phase is Phase.MORE)).with_seat(to_move, Seat(opened=0))


def usual_start(state: State) -> TurnStart:
    """Return how the turn began, if nothing has happened in it but the draw that *state* names."""
    if state.phase in (Phase.DEAL, Phase.OVER):
        return TurnStart()
    seat = state.mover
    drawn = () if state.drawn is None else Rack((state.drawn,)) & seat.rack
    seat = replace(seat, rack=seat.rack - drawn)
    if state.source is Source.POOL:
        seat = replace(seat, waits=max(0, seat.waits - len(drawn)))
    else:
        seat = replace(seat, known=seat.known - drawn, shown=seat.shown - drawn)
    return TurnStart(table=state.table, free=state.free, seat=seat)


def state_text(state: State) -> str:
    """Return *state* in notation, so that :func:`read_state` gives it back.

    A view can be written too: tiles that are face down are ``?``, several ``?14``.

    >>> state_text(read_state("rack k2 k1 | table *b7 b5 b6 | to-move 2"))
    'table b5 b6 *b7 | rack k1 k2 | to-move 2'
    """
    default = usual(state.phase, players=len(state.seats), to_move=state.to_move)
    fields = _changed(_state_texts(state), _state_texts(default))
    fields |= _changed(_seat_texts(state.mover), _seat_texts(default.mover))
    for number, seat in enumerate(state.seats):
        if number != state.to_move and seat != Seat():
            fields[f"seat {number}"] = _listed(_changed(_seat_texts(seat), _seat_texts(Seat())))
    if len(state.seats) != 4:
        fields["players"] = str(len(state.seats))
    if state.to_move:
        fields["to-move"] = str(state.to_move)
    if state.phase is not (Phase.ACT if state.ended is None else Phase.OVER):
        fields["phase"] = state.phase
    if state.start != (start := usual_start(state)):
        fields["start"] = _listed(_changed(_start_texts(state.start), _start_texts(start)))
    if state.ended is not None:
        fields["ended"] = _ended_text(state.ended)
    order = sorted(fields, key=lambda name: FIELDS.index(name.split()[0]))
    return " | ".join(f"{name} {fields[name]}".rstrip() for name in order)


def _changed(texts: Texts, default: Texts) -> Texts:
    return {name: text for name, text in texts.items() if text != default[name]}


def _listed(texts: Texts) -> str:
    return "; ".join(f"{name} {text}".rstrip() for name, text in texts.items())


def _optional(value: Tile | int | str | None) -> str:
    return "" if value is None else str(value)


def _state_texts(state: State) -> Texts:
    """Return what there is but for seats, and but for what :func:`usual` asks for."""
    return {
        "table": str(state.table),
        "free": str(state.free),
        "trump": _optional(state.trump),
        "aside": str(state.aside),
        "declared": str(state.declared),
        "released": "yes" if state.released else "no",
        "pool": row_text(state.pool),
        "turn": str(state.turn),
        "plays": str(state.plays),
        "drew": f"{_optional(state.source)} {_optional(state.drawn)}".strip(),
        "passes": str(state.passes),
        "idle": str(state.idle),
    }


def _seat_texts(seat: Seat) -> Texts:
    return {
        "rack": row_text(seat.rack),
        "known": str(seat.known),
        "shown": str(seat.shown),
        "opened": "no" if seat.opened is None else str(seat.opened),
        "waits": str(seat.waits),
        "discards": row_text(seat.discards),
        "handfuls": " ".join(map(str, seat.handfuls)),
    }


def _start_texts(start: TurnStart) -> Texts:
    return {"table": str(start.table), "free": str(start.free), **_seat_texts(start.seat)}


def _ended_text(ended: Ended) -> str:
    texts = {
        "scores": " ".join(map(str, ended.scores)),
        "winner": _optional(ended.winner),
        "win": _optional(ended.win),
        "hand": _optional(ended.hand),
    }
    return "; ".join([ended.ending, *(f"{name} {text}" for name, text in texts.items() if text)])


def read_state(text: str, tiles: TileSet = STANDARD, *, phase: Phase = Phase.ACT) -> State:
    """Return the position that *text* writes; *phase* is the one that it need not name.

    >>> state = read_state("table b5 b6 *b7 | rack k1 k2")
    >>> state.table, state.mover.rack, state.mover.opened
    (b5 b6 *b7, k1 k2, 0)

    Raises NotationError, or what :func:`tilerummy.melds.meld` raises, pointing at the place in
    the whole text.
    """
    fields = Fields.of(TextSpan.of(text).split("|"), FIELDS, tiles)
    players = fields.count("players", 4, PLAYERS)
    if "ended" in fields.parts:
        phase = Phase.OVER
    state = usual(
        member(fields.parts["phase"], Phase) if "phase" in fields.parts else phase,
        players=players,
        to_move=fields.count("to-move", 0, range(players)),
    )
    state = _read_round(fields, state)
    state = _read_seats(fields, state)
    state = replace(state, start=_read_start(fields, state))
    return replace(state, ended=_read_ended(fields, state))


def _read_round(fields: Fields, default: State) -> State:
    if default.phase is Phase.DONE:
        raise fields.error("phase", "when a turn is done the next one has begun")
    source, drawn = _read_drew(fields)
    return replace(
        default,
        table=fields.table("table", default.table),
        free=Rack(fields.faces("free")),
        trump=fields.face("trump"),
        aside=Rack(fields.faces("aside")),
        declared=Rack(fields.faces("declared")),
        released=fields.flag("released", usual=False),
        pool=fields.row("pool", default.pool),
        turn=fields.count("turn", default.turn),
        plays=fields.count("plays", default.plays),
        source=source,
        drawn=drawn,
        passes=fields.count("passes", 0),
        idle=fields.count("idle", 0),
    )


def _read_drew(fields: Fields) -> tuple[Source | None, Tile | None]:
    words = [*fields.parts["drew"].words()] if "drew" in fields.parts else []
    match words:
        case []:
            return None, None
        case [source]:
            return member(source, Source), None
        case [source, drawn]:
            return member(source, Source), drawn.read(tile, fields.tiles)
    raise fields.error("drew", "it is written drew SOURCE TILE, without the tile for several")


def _read_seats(fields: Fields, state: State) -> State:
    state = state.with_seat(state.to_move, _read_seat(fields, state.mover, state.turn))
    for name in (name for name in fields.parts if name.startswith("seat ")):
        number = name.removeprefix("seat ")
        if number not in map(str, range(len(state.seats))):
            raise fields.error(name, f"the seats are 0 to {len(state.seats) - 1}")
        if int(number) == state.to_move:
            raise fields.error(name, "what belongs to the seat to move is written without its seat")
        inner = fields.inner(name, SEAT_FIELDS)
        state = state.with_seat(int(number), _read_seat(inner, Seat(), state.turn))
    return state


def _read_seat(fields: Fields, default: Seat, turn: int) -> Seat:
    """Return the seat that *fields* tell of; the rest is as *default* has it."""
    rack = Rack(fields.row("rack", default.rack))
    known = Rack(fields.faces("known", default.known & rack))
    if not rack >= known:
        raise fields.error("known", f"known tiles are not on the rack: {known - rack}")
    opened = fields.number("opened", default.opened)
    if opened is not None and opened > turn:
        raise fields.error("opened", f"this is turn {turn}, and it opened later")
    return Seat(
        rack=rack,
        known=known,
        shown=Rack(fields.faces("shown", default.shown)),
        opened=opened,
        waits=fields.count("waits", default.waits),
        discards=fields.faces("discards", default.discards),
        handfuls=fields.counts("handfuls", default.handfuls),
    )


def _read_start(fields: Fields, state: State) -> TurnStart:
    default = usual_start(state)
    inner = fields.inner("start", START_FIELDS)
    return TurnStart(
        table=inner.table("table", default.table),
        free=Rack(inner.faces("free", default.free)),
        seat=_read_seat(inner, default.seat, state.turn),
    )


def _read_ended(fields: Fields, state: State) -> Ended | None:
    """Return how the round ended; the racks are those of the seats."""
    if "ended" not in fields.parts:
        return None
    first, *listed = fields.parts["ended"].split(";")
    inner = Fields.of(listed, ENDED_FIELDS, fields.tiles)
    seats = len(state.seats)
    scores = inner.counts("scores", (0,) * seats)
    if len(scores) != seats:
        raise inner.error("scores", f"there are {seats} seats, so {seats} scores")
    return Ended(
        ending=member(first, Ending),
        scores=scores,
        racks=tuple(seat.rack for seat in state.seats),
        winner=inner.number("winner", None, range(seats)),
        win=member(inner.parts["win"], Win) if "win" in inner.parts else None,
        hand=inner.number("hand", None),
    )
