"""Previews for sharing: pictures of the end of a game and the daily puzzle, and their headlines.

The pictures are drawn in workers.

The picture of a game shows its last play and the scores. It shows the names and faces only of
players who agreed to be shown, and no one's rack. The picture of a puzzle shows its rack, but its
table face down, and nothing of its solution.
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
from tilerummy.server.games.summary import MatchSummary
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
"""The maximum width of a game's scores, in pixels; longer ones are drawn smaller."""


class LastPlay(NamedTuple):
    """The melds to show, with a flag for each tile that the last play laid.

    ``turn`` counts the turns of all players from 1, like the replay and the review.
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
    words = wrapped(_headline(room, last.ended, play, language), 62, 460)
    top = 278 - (62 * len(words) + 42 + (188 if known else 0)) / 2
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
    parts.append(title(" ".join(words), _LEFT, top + 52, 62, width=460, mirrored=mirrored))
    about = about_game(room.rules.name, room.seats, language)
    if play.turn:
        about = translated("picture.turn", language, turn=play.turn, about=about)
    below = top + 62 * len(words) + 34
    parts.append(line(about, _LEFT, below, 27, _ON_FELT, mirrored=mirrored))
    parts += [_melds(play, mirrored=mirrored), _scores(room, 512, mirrored=mirrored)]
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
        about = translated("picture.turn", language, turn=at.turn, about=about)
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


def _logo_at(name: str) -> float:
    return WIDTH - 118 - length(name, 30)


def _headline(room: Room, ended: Ended | None, play: LastPlay, language: str) -> str:
    """Return the result in one sentence, without the names of players who are not shown."""
    winners = room.winners
    if not winners or any(seat in room.hidden for seat in winners):
        out = ended is not None and ended.ending is Ending.WENT_OUT and len(winners) == 1
        if out and play.placed:
            return translated("picture.out.nobody", language, n=play.placed)
        return translated("end.over", language)
    named = ", ".join(_named(room.places[seat].name, language) for seat in winners)
    if ended is None or ended.ending is not Ending.WENT_OUT or ended.winner not in winners:
        return translated("end.won", language, n=len(winners), names=named)
    if ended.hand is not None:
        return translated("picture.hand", language, name=named)
    if not play.placed:
        return translated("end.won", language, n=1, names=named)
    return translated("picture.out", language, name=named, n=play.placed)


def game_headline(ruleset: str, seats: int, summary: MatchSummary | None, language: str) -> str:
    """Return a headline for a link to a public game, without the names of players who are hidden.

    *ruleset* and *seats* describe the game, whose *summary* may not be stored yet.
    """
    rules = _rules(ruleset.partition("+")[0], language)
    winners = [summary.seats[seat] for seat in summary.winners] if summary else []
    if not winners or any(seat.hidden or not seat.name for seat in winners):
        return translated("picture.headline", language, rules=rules, n=seats)
    named = ", ".join(_named(seat.name, language) for seat in winners)
    return translated("picture.headline.won", language, names=named, rules=rules, n=len(winners))


def puzzle_headline(day: date, *, solved: bool, language: str) -> str:
    """Return a headline for a link to the daily puzzle of *day*."""
    written = translated("picture.day", language, month=day.month, day=day.day)
    ask = translated("picture.solved" if solved else "picture.ask", language)
    return f"{translated('picture.puzzle', language, day=written)} {ask}"


def _named(name: str, language: str) -> str:
    """Return a player's name, translated if the server generated it."""
    if not is_default(name):
        return name
    return translated("seat.guest", language, n=name.partition(" ")[2]).strip()


def about_game(ruleset: str, seats: int, language: str) -> str:
    """Return the name of a game's rules and its number of players, as text."""
    return translated("picture.about", language, rules=_rules(ruleset, language), n=seats)


def _rules(name: str, language: str) -> str:
    known = messages(language).get(f"title.{name}")
    return known or preset_title(name)


def _last_play(played: RecordedRound, seats: int) -> LastPlay:
    """Return the melds that the last turn changed, otherwise the longest ones on the table."""
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
    changed = [meld for meld in melds if not before[meld]] if placed else []
    left = placed.copy()
    marked: list[tuple[tuple[str, bool], ...]] = []
    for meld in changed or sorted(melds, key=len, reverse=True)[:2]:
        row: list[tuple[str, bool]] = []
        for word in meld.split():
            plain = "*" if word.startswith("*") else word
            row.append((word, left[plain] > 0))
            left[plain] -= left[plain] > 0
        marked.append(tuple(row))
    if not marked and placed:  # a closed hand is not on the table
        hand = [(word, True) for word in placed.elements()]
        marked = [tuple(hand[:7]), tuple(hand[7:])]
    marked.sort(key=lambda row: -sum(gold for _, gold in row))
    return LastPlay(tuple(marked[:3]), placed.total(), len(turns))


def _melds(play: LastPlay, *, mirrored: bool) -> str:
    """Return the melds in rows on the right, or on the left if *mirrored*, as large as possible."""
    rows: list[tuple[tuple[str, bool], ...]] = []
    for meld in play.melds:
        half = -(-len(meld) // 2)
        rows += [meld] if len(meld) <= 7 else [meld[:half], meld[half:]]
    rows = rows[:3] if rows else [(("?", False),) * 4]
    longest = max(map(len, rows))
    w = min(96, 600 / longest / 1.03, 360 / len(rows) / (RATIO + 0.2))
    step, high = w * 1.03, w * RATIO
    gap = 24 if len(rows) < 3 else 16
    top = 290 - (len(rows) * (high + gap) - gap) / 2
    shapes: list[str] = []
    for n, row in enumerate(rows):
        width = len(row) * step
        x = 1122 - width - 22 * (n % 2)
        x = WIDTH - x - width if mirrored else x
        y = top + n * (high + gap)
        angle = -2.5 if n % 2 == 0 else 1.5
        tiles = "".join(
            tile(word, x + i * step, y, w, gold=gold) for i, (word, gold) in enumerate(row)
        )
        middle = f"{x + width / 2:.1f} {y + high / 2:.1f}"
        shapes.append(f'<g transform="rotate({angle} {middle})">{tiles}</g>')
    return "".join(shapes)


def _scores(room: Room, y: float, *, end: bool = False, mirrored: bool) -> str:
    """Return labels with each seat's face and points, the winners first, from the left or right."""
    totals, low = room.totals, room.rules.scoring.low_wins
    order = sorted(range(room.seats), key=lambda seat: totals[seat] * (1 if low else -1))
    order.sort(key=lambda seat: seat not in room.winners)
    texts = [
        (str(points) if low or not points else f"{points:+d}").replace("-", "−")
        for points in (totals[seat] for seat in order)
    ]
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
    if width <= _SCORES_WIDTH:
        return row
    at, scale = f"{fixed} {y + 31}", _SCORES_WIDTH / width
    return (
        f'<g transform="translate({at}) scale({scale:.3f}) translate({-fixed} {-y - 31})">{row}</g>'
    )


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
