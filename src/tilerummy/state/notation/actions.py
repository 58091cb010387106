"""The notation of actions, and its parser."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.melds import melds_and_piles, table
from tilerummy.message_text import quoted
from tilerummy.state.actions import (
    Action,
    Declare,
    Discard,
    Draw,
    Foul,
    GoOut,
    NewDeal,
    Pass,
    Play,
    Source,
    TimeOut,
)
from tilerummy.state.notation.spans import TextSpan, each_read
from tilerummy.tiles import STANDARD, NotationError, Tile, TileSet

VERBS = {
    "play": "play LIFT => LAY",
    "draw": "draw, draw discard, draw trump",
    "pass": "pass",
    "new-deal": "new-deal",
    "discard": "discard TILE",
    "declare": "declare TILE",
    "go-out": "go-out LIFT => LAY; …; discard TILE, go-out declare TILE",
    "time-out": "time-out, time-out LIFT => LAY; …, time-out disorder",
    "foul": "foul LIFT => LAY",
}
"""The syntax of each action, keyed by the first word of its notation."""


def action_text(action: Action) -> str:
    """Return *action* in notation, just as ``str`` does.

    >>> from tilerummy.melds import table
    >>> action_text(Play(table("k4 r4 o4"), table("k4 r4 b4 o4")))
    'play k4 r4 o4 => k4 r4 b4 o4'
    """
    return str(action)


def read_action(text: str, tiles: TileSet = STANDARD) -> Action:
    """Parse an action from *text*, and return it.

    >>> read_action("play => k10 r10 b10")
    Play(lift=, lay=k10 r10 b10)

    Raises NotationError, InvalidMeld or AmbiguousJoker with the position of the error in *text*. If
    there are several errors, the most severe one is raised (RULES, section 4).
    """
    verb, rest = TextSpan.of(text).first_word()
    match verb:
        case "play":
            return _plays([rest], tiles)[0]
        case "draw":
            return Draw(_source(rest))
        case "discard":
            return Discard(rest.face(tiles))
        case "declare":
            return Declare(rest.face(tiles))
        case "go-out":
            return _go_out(rest, tiles)
        case "time-out":
            return _time_out(rest, tiles)
        case "foul":
            return _foul(rest, tiles)
        case "pass" if not rest.text:
            return Pass()
        case "new-deal" if not rest.text:
            return NewDeal()
        case "pass" | "new-deal":
            raise rest.error(f"{verb} must stand alone")
    known = ", ".join(VERBS)
    raise TextSpan.of(text).error(
        f"there is no action {quoted(verb)}; an action begins with {known}"
    )


def _plays(parts: Sequence[TextSpan], tiles: TileSet) -> tuple[Play, ...]:
    sides = [side for part in parts for side in _sides(part)]
    read = each_read(sides, table, tiles)
    return tuple(Play(lift, lay) for lift, lay in zip(read[::2], read[1::2], strict=True))


def _foul(rest: TextSpan, tiles: TileSet) -> Foul:
    sides = _sides(rest)
    (lift, strange), (lay, piles) = each_read(sides, melds_and_piles, tiles)
    if strange:
        sides[0].read(table, tiles)  # raises, because only melds can be lifted
    return Foul(Play(lift, lay), piles)


def _sides(part: TextSpan) -> list[TextSpan]:
    sides = part.split("=>")
    if len(sides) != 2:
        raise part.error(
            "a play is written LIFT => LAY: the melds taken off the table, =>, and the melds laid"
            " down; new melds alone are written => LAY"
        )
    return sides


def _source(part: TextSpan) -> Source:
    try:
        return Source(part.text.lower() or Source.POOL)
    except ValueError:
        raise part.error(f"you cannot draw from {quoted(part.text)}; {VERBS['draw']}") from None


def _go_out(rest: TextSpan, tiles: TileSet) -> GoOut:
    *plays, last = rest.split(";")
    verb, face = last.first_word()
    match verb, plays:
        case "declare", []:
            return GoOut((), face.face(tiles))
        case "discard", [_, *_]:
            discard: Tile = face.face(tiles)
            return GoOut(_plays(plays, tiles), discard)
    raise _wrong("go-out", last)


def _time_out(rest: TextSpan, tiles: TileSet) -> TimeOut:
    if rest.text.lower() == "disorder":
        return TimeOut(None)
    return TimeOut(_plays(rest.split(";"), tiles) if rest.text else ())


def _wrong(verb: str, part: TextSpan) -> NotationError:
    return part.error(f"{verb} is written: {VERBS[verb]}")
