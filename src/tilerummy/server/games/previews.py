"""Previews for sharing: pictures of the end of a game and the daily puzzle, and their headlines.

The pictures are drawn in workers.

The picture of a game shows its final table with the last play, and the scores. It shows the names
and faces only of players who agreed to be shown, and no one's rack. The headline of a winner
without a name is written from that player's point of view. The picture of a puzzle shows its rack,
but its table face down, and nothing of its solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from tilerummy.pictures import draw
from tilerummy.puzzles import Puzzle, bundled_puzzle, daily_index
from tilerummy.records import RecordedRound
from tilerummy.rules import ruleset
from tilerummy.rules_text.sentence import title as preset_title
from tilerummy.server.games.drawing import (
    HEIGHT,
    RATIO,
    WIDTH,
    chip,
    chip_width,
    confetti,
    crown,
    face,
    length,
    line,
    logo,
    page,
    tile,
    title,
    wrapped,
)
from tilerummy.server.games.pictures import Form, GameMoment, fitted, state_at, svg_or_png
from tilerummy.server.games.replay import turns_of
from tilerummy.server.games.summary import MatchSummary, own_turn
from tilerummy.server.guests.names import is_default
from tilerummy.server.room.record import record_of_log
from tilerummy.server.room.room import Room
from tilerummy.state import Declared, Ended, Ending, Played
from tilerummy.texts import languages, messages
from tilerummy.texts import text as translated
from tilerummy.tiles import names

_NAME = "Tile Rummy"
_LEFT, _ON_FELT = 75, "#f4fbf7"
_MAX_SECONDS = 24 * 3600
_SCORES_WIDTH = 800
"""The maximum width in pixels of scores beside the logo; longer ones are drawn smaller."""
_NAMES_WIDTH = 1068
"""The same for scores with names, below everything else."""
_LONGEST_NAME = 14
_FINAL_TABLE = (556, 130, 570, 362)
"""The left edge, the top, the width and the height of the final table."""


class LastPlay(NamedTuple):
    """The final table, with a flag for each tile that the last play laid.

    ``turn`` counts the turns of all players from 1, as in a record.
    """

    melds: tuple[tuple[tuple[str, bool], ...], ...]
    placed: int
    turn: int


def game_preview(game: str, bodies: Sequence[bytes], language: str, form: Form) -> bytes | None:
    """Return a picture of the end of a game, or None for a game without rounds.

    *bodies* are the stored log entries.
    """
    room, record = record_of_log(game, bodies)
    if not record.rounds:
        return None
    last = record.rounds[-1]
    play = _last_play(last, record.seats)
    mirrored = languages()[language]["direction"] == "rtl"
    single = room.winners[0] if len(room.winners) == 1 else None
    known = single is not None and single not in room.hidden
    parts = [confetti(mirrored=mirrored)] if room.winners else []
    parts.append(logo(_logo_at(_NAME), _NAME, mirrored=mirrored))
    headline = _headline(room, last.ended, play, language)
    size = 62 if len(wrapped(headline, 62, 460)) <= 2 else 50
    words = wrapped(headline, size, 460)
    top = 278 - (size * len(words) + 42 + (188 if known else 0)) / 2
    if known:
        assert single is not None
        at = WIDTH - 149 if mirrored else 149
        place = room.places[single]
        parts += [
            (
                f'<circle cx="{at}" cy="{top + 83}" r="92" fill="#ffcd50" fill-opacity=".55"'
                ' filter="url(#soft)"/>'
            ),
            f'<circle cx="{at}" cy="{top + 83}" r="83" fill="#ffc83d"/>',
            face(at, top + 83, 75, place.face, place.colour),
            crown(at, top + 10, 78),
        ]
        top += 188
    parts.append(title(headline, _LEFT, top + 52, size, width=460, mirrored=mirrored))
    about = about_game(room.rules.name, room.seats, language)
    if play.turn:
        about = _at_turn(play.turn, room, about, language)
    below = top + size * len(words) + 34
    parts.append(line(about, _LEFT, below, 27, _ON_FELT, mirrored=mirrored))
    scores = _scores(room, 512, named=True, mirrored=mirrored)
    parts += [_final_table(play, mirrored=mirrored), scores]
    return svg_or_png(page(*parts), form)


def moment_preview(
    game: str,
    bodies: Sequence[bytes],
    at: GameMoment | None,
    seat: int | None,
    language: str,
    form: Form,
) -> bytes | None:
    """Return a picture of a game at the moment *at*, or None if there is no such moment.

    By default, this is the end of the game. The picture has the result and the scores and, if
    *seat* is given, that seat's rack.
    """
    room, record = record_of_log(game, bodies)
    at = at or GameMoment(len(record.rounds), -1)
    state = state_at(record, at)
    if state is None or (seat is not None and seat >= record.seats):
        return None
    mirrored = languages()[language]["direction"] == "rtl"
    words = _headline(room, None, LastPlay((), 0, 0), language)
    size = min(52.0, 52 * (WIDTH - 2 * _LEFT) / length(words, 52))
    about = about_game(room.rules.name, room.seats, language)
    if at.turn > 0:
        about = _at_turn(at.turn, room, about, language)
    rack = [] if seat is None else names(state.seats[seat].rack)
    parts = [
        logo(_LEFT + 2, _NAME, mirrored=mirrored),
        _scores(room, 50, end=True, mirrored=mirrored),
        title(words, _LEFT, 172, size, width=WIDTH, mirrored=mirrored),
        line(about, _LEFT, 216, 27, _ON_FELT, mirrored=mirrored),
    ]
    below = 412 if rack else HEIGHT - 48
    longest = 26 if rack else 16  # with a rack, the table has less height
    if state.table:
        parts.append(fitted(draw([[*map(str, state.table)]], longest=longest), 238, below - 238))
    if rack:
        parts.append(_rack(rack, mirrored=mirrored))
    return svg_or_png(page(*parts), form)


def _at_turn(turn: int, room: Room, about: str, language: str) -> str:
    counted = own_turn(turn, room.seats)
    return translated("picture.turn", language, turn=counted, about=about)


def _logo_at(name: str) -> float:
    return WIDTH - 118 - length(name, 30)


def _headline(room: Room, ended: Ended | None, play: LastPlay, language: str) -> str:
    """Return the result in one sentence, without the names of players who are not shown."""
    winners = room.winners
    unnamed = any(_is_unnamed(room.places[seat].name) for seat in winners)
    # only a player without human opponents shares the picture for sure
    me = unnamed and len(winners) == 1 and sum(p.kind == "person" for p in room.places) == 1
    if not winners or any(seat in room.hidden for seat in winners) or (unnamed and not me):
        out = ended is not None and ended.ending is Ending.WENT_OUT and len(winners) == 1
        if out and play.placed:
            return translated("picture.out.nobody", language, n=play.placed)
        return translated("end.over", language)
    winner_names = [room.places[seat].name for seat in winners]
    named = ", ".join(winner_names)
    won = translated("picture.won.me", language) if me else ""
    won = won or translated("end.won", language, n=len(winners), names=named)
    if ended is None or ended.ending is not Ending.WENT_OUT or ended.winner not in winners:
        return won
    if ended.hand is not None:
        return translated("picture.hand.me" if me else "picture.hand", language, name=named)
    if not play.placed:
        return won
    key = "picture.out.me" if me else "picture.out"
    return translated(key, language, name=named, n=play.placed)


def game_headline(ruleset: str, summary: MatchSummary | None, language: str) -> str:
    """Return a headline for a link to a public game, without the names of players who are hidden.

    The game's *summary* may not be stored yet.
    """
    rules = _rules(ruleset.partition("+")[0], language)
    winners = [summary.seats[seat] for seat in summary.winners] if summary else []
    if not winners or any(
        seat.hidden or not seat.name or _is_unnamed(seat.name) for seat in winners
    ):
        return translated("picture.headline", language, rules=rules)
    named = ", ".join(seat.name for seat in winners)
    return translated("picture.headline.won", language, names=named, rules=rules, n=len(winners))


def puzzle_headline(day: date, *, solved: bool, language: str) -> str:
    """Return a headline for a link to the daily puzzle of *day*."""
    written = translated("picture.day", language, month=day.month, day=day.day)
    ask = translated("picture.solved" if solved else "picture.ask", language)
    return f"{translated('picture.puzzle', language, day=written)} {ask}"


def _is_unnamed(name: str) -> bool:
    """Return whether a player has not chosen a name."""
    return is_default(name) and name.startswith("Guest")


def about_game(ruleset: str, seats: int, language: str) -> str:
    """Return a game's rules and its number of players, as text."""
    return translated("picture.about", language, rules=_rules(ruleset, language), n=seats)


def _rules(name: str, language: str) -> str:
    known = messages(language).get(f"title.{name}")
    return known or preset_title(name)


def _last_play(played: RecordedRound, seats: int) -> LastPlay:
    """Return the final table, the melds that the last turn changed first."""
    _, turns = turns_of(played, seats)
    if not turns:
        return LastPlay((), 0, 0)
    turn = turns[-1]
    placed = Counter[str]()
    for event in turn.events:
        if isinstance(event, Played):
            placed.update(str(each) for each in (*event.placed, *event.free))
        elif isinstance(event, Declared):
            placed.update(names(event.tiles))
    before = Counter(map(str, turn.before.table))
    melds = [str(meld) for meld in turn.after.table]
    melds.sort(key=lambda meld: before[meld] > 0)
    left = placed.copy()
    marked: list[tuple[tuple[str, bool], ...]] = []
    for meld in melds:
        row: list[tuple[str, bool]] = []
        for word in meld.split():
            plain = "*" if word.startswith("*") else word
            gold = left[plain] > 0 and not before[meld]
            row.append((word, gold))
            left[plain] -= gold
        marked.append(tuple(row))
    if placed and left == placed:  # a closed hand is not on the table
        hand = [(word, True) for word in placed.elements()]
        marked = [tuple(hand[:7]), tuple(hand[7:]), *marked]
    return LastPlay(tuple(marked), placed.total(), len(turns))


def _final_table(play: LastPlay, *, mirrored: bool) -> str:
    """Return the melds in rows on the right, or on the left if *mirrored*, as large as possible."""
    left, top, width, height = _FINAL_TABLE
    melds = play.melds or ((("?", False),) * 4,)
    for w in range(96, 11, -2):
        rows = _rows(melds, width, w)
        line_height = w * (RATIO + 0.26)
        fits = max(_row_width(row, w) for row in rows) <= width
        if fits and len(rows) * line_height <= height:
            break
    top += round((height - len(rows) * line_height) / 2)
    tiles: list[str] = []
    for n, row in enumerate(rows):
        x = left + (width - _row_width(row, w)) / 2
        x = WIDTH - x - _row_width(row, w) if mirrored else x
        for meld in row:
            for word, gold in meld:
                tiles.append(tile(word, x, top + n * line_height, w, gold=gold))
                x += w * _STEP
            x += w * _BETWEEN
    return "".join(tiles)


_Row = list[tuple[tuple[str, bool], ...]]
_STEP, _BETWEEN = 1.03, 0.4
"""The distance of two tiles in a meld, and between two melds, relative to a tile's width."""


def _row_width(row: _Row, w: float) -> float:
    return w * (sum(map(len, row)) * _STEP + (len(row) - 1) * _BETWEEN)


def _rows(melds: Sequence[tuple[tuple[str, bool], ...]], width: float, w: float) -> list[_Row]:
    """Return melds in rows that are at most *width* wide, unless a single meld is wider."""
    rows: list[_Row] = []
    for meld in melds:
        if rows and _row_width([*rows[-1], meld], w) <= width:
            rows[-1].append(meld)
        else:
            rows.append([meld])
    return rows


def _scores(room: Room, y: float, *, end: bool = False, named: bool = False, mirrored: bool) -> str:
    """Return labels with each seat's face and points, the winners first, from the left or right.

    If *named*, they also have the names of the players who have one and agreed to be shown.
    """
    totals, low = room.totals, room.rules.scoring.low_wins
    order = sorted(range(room.seats), key=lambda seat: totals[seat] * (1 if low else -1))
    order.sort(key=lambda seat: seat not in room.winners)
    texts = [
        (str(points) if low or not points else f"{points:+d}").replace("-", "−")
        for points in (totals[seat] for seat in order)
    ]
    if named:
        texts = [f"{_short_name(room, seat)}{n}" for seat, n in zip(order, texts, strict=True)]
    limit = _NAMES_WIDTH if named else _SCORES_WIDTH
    width = sum(chip_width(each) + 14 for each in texts) - 14
    x = 1134 - width if end else 66.0
    fixed = WIDTH - 66 if end != mirrored else 66
    chips = list[str]()
    for seat, written in zip(order, texts, strict=True):
        place = room.places[seat]
        hidden = seat in room.hidden
        icon = face(0, 0, 25, "" if hidden else place.face, "" if hidden else place.colour)
        won = seat in room.winners
        chips.append(chip(written, x, y, icon=icon, gold=won, mirrored=mirrored))
        x += chip_width(written) + 14
    row = "".join(chips)
    if width <= limit:
        return row
    at, scale = f"{fixed} {y + 31}", limit / width
    return (
        f'<g transform="translate({at}) scale({scale:.3f}) translate({-fixed} {-y - 31})">{row}</g>'
    )


def _short_name(room: Room, seat: int) -> str:
    """Return a player's name and a space, or an empty text if the name is unknown or hidden."""
    name = room.places[seat].name
    if seat in room.hidden or not name or _is_unnamed(name):
        return ""
    return f"{name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + '…'} "


class PuzzleResult(NamedTuple):
    """A player's result in a daily puzzle. *seconds* is None if it was not solved.

    *week* is the number of daily puzzles that the player solved in the same week.
    """

    seconds: int | None = None
    hints: int = 0
    week: int = 0


def puzzle_preview(day: date, result: PuzzleResult, language: str, form: Form) -> bytes:
    """Return a picture of the daily puzzle for *day*, with a player's result."""
    puzzle = bundled_puzzle(daily_index(day))
    mirrored = languages()[language]["direction"] == "rtl"
    written = translated("picture.day", language, month=day.month, day=day.day)
    far = WIDTH - _LEFT - length(written, 30)
    solved = result.seconds is not None
    ask = translated("picture.solved" if solved else "picture.ask", language)
    rack = names(puzzle.rack)
    low = len(rack) > 6
    parts = [
        logo(_LEFT + 2, _NAME, mirrored=mirrored),
        line(written, far, 95, 30, _ON_FELT, mirrored=mirrored),
    ]
    words = wrapped(_task(puzzle, language), 70, 520)
    top = (222 if low else 265) - 35 * len(words)
    parts.append(title(" ".join(words), _LEFT, top + 56, 70, width=520, mirrored=mirrored))
    below = top + 70 * len(words) + 40
    parts.append(line(ask, _LEFT, below, 29, _ON_FELT, mirrored=mirrored))
    parts.append(_backs(puzzle, 190 if low else 265, mirrored=mirrored))
    parts.append(_rack(rack, mirrored=mirrored))
    parts.append(_results(result, 346 if low else 508, language, mirrored=mirrored))
    return svg_or_png(page(*parts), form)


def _task(puzzle: Puzzle, language: str) -> str:
    if puzzle.goal == "out":
        return translated("picture.out_in_one", language, n=len(puzzle.rack))
    opening = puzzle.goal == "open"
    n = ruleset(puzzle.rules).opening.points if opening else len(puzzle.placed)
    return translated(f"puzzles.goal.{puzzle.goal}", language, n=n)


def _backs(puzzle: Puzzle, middle: float, *, mirrored: bool) -> str:
    """Return the table, face down, in rows on the right, or on the left if *mirrored*."""
    sizes = [len(meld) for meld in puzzle.table]
    for w in (60, 52, 45, 39, 33, 28):
        rows: list[list[int]] = []
        step, gap = w * 1.05, w * 0.4
        for size in sizes:
            used = sum(each * step + gap for each in rows[-1]) if rows else 0
            if rows and used + size * step <= 522:
                rows[-1].append(size)
            else:
                rows.append([size])
        if len(rows) * (w * RATIO + w * 0.27) <= (230 if middle < 200 else 300):
            break
    high = w * RATIO + w * 0.27
    y = middle + 20 - len(rows) * high / 2
    tiles: list[str] = []
    for row in rows:
        x = 1126 - sum(size * step for size in row) - gap * (len(row) - 1)
        if mirrored:
            x = WIDTH - 1126
        for size in row:
            tiles += [tile("?", x + i * step, y, w) for i in range(size)]
            x += size * step + gap
        y += high
    return "".join(tiles)


def _rack(rack: Sequence[str], *, mirrored: bool) -> str:
    w = min(82, (WIDTH - 2 * _LEFT - 48) / (len(rack) * 1.1))
    step = w * 1.1
    width = len(rack) * step + 40
    high = w * RATIO + 42
    x = WIDTH - _LEFT - width if mirrored else float(_LEFT)
    y = HEIGHT - 62 - high
    ground = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{high:.1f}" rx="22"'
        f' fill="url(#tray)"/><rect x="{x:.1f}" y="{y + high - 10:.1f}" width="{width:.1f}"'
        ' height="10" fill="#a8753f"/>'
    )
    tiles = (tile(word, x + 24 + i * step, y + 16, w) for i, word in enumerate(rack))
    return ground + "".join(tiles)


_CLOCK = "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.300l3 2"
_LAMP = (
    "M9.500 18h5M12 3a6 6 0 0 0-3.500 10.900c.7.6 1 1.200 1 2.100h5c0-.9.3-1.500 1-2.100"
    "A6 6 0 0 0 12 3Z"
)
_WEEK = "M5 6.500h14v12.500H5ZM5 10.500h14M8.500 4v4M15.500 4v4"


def _results(result: PuzzleResult, y: float, language: str, *, mirrored: bool) -> str:
    """Return the time, the hints and the week, or an empty string if not solved."""
    if result.seconds is None:
        return ""
    minutes, seconds = divmod(min(result.seconds, _MAX_SECONDS), 60)
    shown = [
        (_CLOCK, f"{minutes}:{seconds:02d}"),
        (_LAMP, translated("picture.hints", language, n=result.hints)),
    ]
    if result.week > 1:
        shown.append((_WEEK, translated("puzzles.week", language, n=result.week)))
    x = 1126 - sum(chip_width(words) + 10 for _, words in shown) + 10
    chips: list[str] = []
    for n, (path, words) in enumerate(shown):
        ink = "#33230a" if n == 0 else "#fff"
        icon = (
            f'<path transform="translate(-15 -15) scale(1.25)" d="{path}" fill="none"'
            f' stroke="{ink}" stroke-width="2.200" stroke-linecap="round"'
            ' stroke-linejoin="round"/>'
        )
        chips.append(chip(words, x, y, icon=icon, gold=n == 0, mirrored=mirrored))
        x += chip_width(words) + 10
    return "".join(chips)
