"""Records of matches as immutable values: the ruleset, random outcomes, commands and events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tilerummy.rules import RULES_VERSION, Chance, Count, Ruleset, score_count
from tilerummy.rules.option_table import Value
from tilerummy.rules.options import as_ruleset, base_of, preset, with_differences, written_options
from tilerummy.rules.rounds.deals import BY_PLAYERS
from tilerummy.rules.ruleset import PLAYERS, RULESET_NAME
from tilerummy.state import Action, Ended, Event, Foul, Moved, State, TimeOut, fold
from tilerummy.tiles import TileSet

Options = tuple[tuple[str, Value], ...]
"""Option names with their values, in the order used in RULES 2.3."""


LONGEST = 600
"""The maximum length of an error message, because a broken record can contain anything."""


class RecordError(ValueError):
    """Raised if a record cannot be read. ``line`` counts from 1, and ``message`` is the reason.

    >>> from tilerummy import RecordError, read_record
    >>> try:
    ...     read_record("Ruleset: sabra")
    ... except RecordError as error:
    ...     print(error.line)
    1
    """

    def __init__(self, line: int, message: str) -> None:
        if len(message) > LONGEST:
            message = f"{message[:LONGEST]}…"
        self.line, self.message = line, message
        super().__init__(f"line {line}: {message}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[int, str]]:
        return type(self), (self.line, self.message)


class ImpossibleRecordError(RecordError):
    """Raised if a record can be read, but contains events that the rules make impossible."""


@dataclass(frozen=True, slots=True)
class Participant:
    """The player in a seat: a name, and ``person`` or a computer player's level.

    >>> from tilerummy import Participant, Round
    >>> players = [Participant("Ann"), Participant("Robot", "club")]
    >>> Round("sabra", seats=2, seed=1).record(players).names
    ('Ann', 'Robot')
    """

    name: str
    kind: str = "person"

    def __post_init__(self) -> None:
        check_line("a name", self.name)
        check_line("a kind of player", self.kind)
        if not self.name or not self.kind or set("()") & set(self.kind):
            raise ValueError("a participant needs a name, and a kind without brackets")


@dataclass(frozen=True, slots=True)
class Command:
    """Actions that a seat submitted together, which take effect either all together or not at all.

    Time-outs and penalty plays are actions of the clock. These have no ``seat``.
    """

    seat: int | None
    actions: tuple[Action, ...]

    def __post_init__(self) -> None:
        if not self.actions:
            raise ValueError("a command has at least one action")
        if {is_clock_action(a) for a in self.actions} != {self.seat is None}:
            raise ValueError("time-outs and penalties belong to the clock, other actions to a seat")


def is_clock_action(action: Action) -> bool:
    """Return whether *action* is taken by the clock instead of a seat."""
    return isinstance(action, TimeOut | Foul)


@dataclass(frozen=True, slots=True)
class RecordedCommand:
    """A command with its events and the comments on it."""

    command: Command
    events: tuple[Event, ...]
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.events:
            raise ValueError("a recorded command has at least one fact")
        check_comments(self.comments)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRound:
    """A round of a match: its random outcomes, its deal, and its commands (``steps``).

    Unrecorded tiles appear as ``?`` in the tile order. Without a *starter*, the seats draw lots to
    decide who starts. If ``seed`` was revealed, all random outcomes are derived from it and from
    ``label``, which the players contributed to.

    A round with real tiles may have been counted only at its end. It then has a ``count`` and its
    result ``scored``, but no deal and no commands, and its starter is known.
    """

    chance: Chance
    deal: tuple[Event, ...]
    starter: int | None = None
    seed: bytes | None = None
    label: str = ""
    steps: tuple[RecordedCommand, ...] = ()
    comments: tuple[str, ...] = ()
    count: Count | None = None
    scored: Ended | None = None

    def __post_init__(self) -> None:
        check_line("a label", self.label)
        if self.count is not None:
            if self.deal or self.steps or self.starter is None or self.scored is None:
                raise ValueError("a counted round has a starter and a result, but no facts")
        elif not any(isinstance(e, Moved) for e in self.deal):
            raise ValueError("the facts of a deal end with the first move")
        check_comments(self.comments)

    @property
    def handfuls(self) -> tuple[tuple[int, int], ...]:
        """The sizes of each seat's two handfuls (McGraw); () in other games."""
        if self.count is None:
            return self.chance.handfuls
        return tuple((first, second) for first, second in self.count.handfuls)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the round, in order."""
        return (*self.deal, *(e for step in self.steps for e in step.events))

    @property
    def ended(self) -> Ended | None:
        """The event that ended the round, or None while the round is in progress."""
        if self.scored is not None:
            return self.scored
        last = self.steps[-1].events[-1] if self.steps else None
        return last if isinstance(last, Ended) else None

    @property
    def first(self) -> int:
        """The seat that took the first turn."""
        if self.count is not None and self.starter is not None:
            return self.starter
        return next(e.seat for e in self.deal if isinstance(e, Moved))


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A recorded match with its rounds in order. The last round may be unfinished.

    The ruleset is stored as its name and the value of every option, so that old records can be
    replayed even if the rules change. ``preset`` is the preset that a custom ruleset is based on,
    or "" if the ruleset is itself a preset. ``match_rounds`` and ``match_target`` are the number of
    rounds and the total score that end the match, or None. ``result`` contains the totals after the
    last round; while a round is in progress, there is no result. ``date`` is free text. ``tags``
    contains pairs of a name and a value. If the record's rules version is the current one, all
    options must be known.

    Raises ValueError if a value contains line breaks, or if a tag's name is not a single word.

    >>> from tilerummy import Round
    >>> record = Round("sabra", seats=2, seed=1).record(["Ann", "Ben"])
    >>> record.ruleset, record.names, len(record.rounds)
    ('sabra', ('Ann', 'Ben'), 1)
    """

    ruleset: str
    options: Options
    players: tuple[Participant, ...]
    rules_version: str = RULES_VERSION
    date: str = ""
    match_rounds: int | None = None
    match_target: int | None = None
    result: tuple[int, ...] | None = None
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    rounds: tuple[RecordedRound, ...] = ()
    preset: str = ""

    def __post_init__(self) -> None:
        check_line("a ruleset", self.ruleset)
        if not RULESET_NAME.fullmatch(self.ruleset):
            raise ValueError(f"a ruleset name must consist of words, not {self.ruleset!r}")
        for name, text in (("a preset", self.base), ("a version", self.rules_version)):
            check_line(name, text)
            if not re.fullmatch(r"[\w.-]+", text):
                raise ValueError(f"{name} is one word, not {text!r}")
        for option, value in self.options:
            if not re.fullmatch(r"[\w.-]+", option) or not re.fullmatch(r"[\w.-]+", str(value)):
                raise ValueError(f"an option and its value are words, not {option}={value}")
        check_line("a date", self.date)
        check_comments(self.comments)
        for name, text in self.tags:
            check_line("a tag", text)
            if not re.fullmatch(r"[^\W\d_][\w-]*", name):
                raise ValueError(f"a tag name is one word, not {name!r}")
        if len(dict(self.tags)) < len(self.tags):
            raise ValueError("a tag appears twice")
        if len(self.players) not in PLAYERS:
            low, high = PLAYERS[0], PLAYERS[-1]
            raise ValueError(f"there are {low} to {high} players, not {len(self.players)}")
        if self.result is not None and len(self.result) != self.seats:
            raise ValueError(f"the result is {self.seats} scores, not {len(self.result)}")
        for goal in (self.match_rounds, self.match_target):
            if goal is not None and goal < 1:
                raise ValueError(f"a match has at least 1 round or point, not {goal}")

    @classmethod
    def of(
        cls,
        rules: Ruleset | str,
        players: Iterable[Participant | str],
        *,
        date: str = "",
        rounds: int | None = None,
        target: int | None = None,
        tags: Iterable[tuple[str, str]] = (),
    ) -> Record:
        """Return a record of a match that has not begun. Players given as strings are humans.

        >>> from tilerummy.rules import ruleset
        >>> record = Record.of(ruleset("mcgraw"), ["Ann", Participant("Ben", "casual")], rounds=3)
        >>> record.ruleset, record.names, dict(record.options)["draw.tiles"]
        ('mcgraw', ('Ann', 'Ben'), 4)
        """
        rules = as_ruleset(rules)
        if isinstance(players, str):
            raise TypeError(f'players are a list of names, as ["Ann", "Ben"], not {players!r}')
        return cls(
            ruleset=rules.name,
            preset="" if (base := base_of(rules).name) == rules.name else base,
            options=tuple(written_options(rules).items()),
            players=tuple(Participant(p) if isinstance(p, str) else p for p in players),
            date=date,
            match_rounds=rounds,
            match_target=target,
            tags=tuple(tags),
        )

    def _repr_html_(self) -> str:
        """Return the scores as an HTML table with one row per round, and the totals."""
        from html import escape  # most programs never display a record

        rows = [
            ("", *self.names),
            *(
                (f"round {number}", *(played.ended.scores if played.ended else ["…"] * self.seats))
                for number, played in enumerate(self.rounds, 1)
            ),
            ("total", *self.totals),
        ]
        lines = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
        title = " ".join(part for part in (self.ruleset, self.date) if part)
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table><caption>{escape(title)}</caption>{body}</table>"

    @property
    def rules(self) -> Ruleset:
        """The ruleset. Raises ValueError if the current rules no longer allow it."""
        named = {"name": self.ruleset} if self.preset else {}
        return with_differences(preset(self.base), {**dict(self.options), **named})

    @property
    def base(self) -> str:
        """The ruleset's own name if it is a preset, otherwise its base preset's name."""
        return self.preset or self.ruleset

    @property
    def tiles(self) -> TileSet:
        """The tile set, computed from the recorded options instead of the current ruleset."""
        options = dict(self.options)
        if options.get("tiles.copies") == "by_players":
            options["tiles.copies"] = BY_PLAYERS[self.seats - 1]
        sizes = {
            name: size
            for name in TileSet.RANGES
            if isinstance(size := options.get(f"tiles.{name}"), int)
        }
        return TileSet(**sizes, one_high=options.get("run.one_high") is True)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(p.name for p in self.players)

    @property
    def results(self) -> tuple[Ended, ...]:
        """The events that ended the finished rounds."""
        return tuple(r.ended for r in self.rounds if r.ended is not None)

    @property
    def starters(self) -> tuple[int, ...]:
        """The starting seats of the finished rounds."""
        return tuple(r.first for r in self.rounds if r.ended is not None)

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each seat's recorded scores."""
        return tuple(sum(e.scores[seat] for e in self.results) for seat in range(self.seats))

    def begin(
        self,
        chance: Chance,
        events: Sequence[Event],
        *,
        starter: int | None = None,
        seed: bytes | None = None,
        label: str = "",
    ) -> Record:
        """Return the record with a new round, whose deal consists of the referee's *events*."""
        assert not self.rounds or self.rounds[-1].ended, "the last round has not ended"
        new = RecordedRound(
            chance=chance, deal=tuple(events), starter=starter, seed=seed, label=label
        )
        return replace(self, rounds=(*self.rounds, new), result=None)

    def counted(self, count: Count, *, starter: int) -> Record:
        """Return the record with a round with real tiles that was counted at its end.

        Parts of the count that the rules do not score, such as the kind of win, are left out.
        Raises :class:`~tilerummy.rules.CountError` if the count is incomplete or impossible.

        >>> from tilerummy import Count
        >>> record = Record.of("sabra", ["Ann", "Ben"]).counted(Count(1, (38, None)), starter=0)
        >>> record.totals, record.rounds[0].ended is None
        ((-38, 38), False)
        """
        assert not self.rounds or self.rounds[-1].ended, "the last round has not ended"
        scored = score_count(self.rules, count)
        new = RecordedRound(
            chance=Chance(order=()),
            deal=(),
            starter=starter,
            count=count.as_scored(scored),
            scored=scored,
        )
        record = replace(self, rounds=(*self.rounds, new))
        return replace(record, result=record.totals)

    def append(self, command: Command, events: Sequence[Event]) -> Record:
        """Return the record with *command* and its *events* added to the last round."""
        assert self.rounds, "there must be a round"
        assert not self.rounds[-1].ended, "the last round has ended"
        last = self.rounds[-1]
        grown = replace(last, steps=(*last.steps, RecordedCommand(command, tuple(events))))
        record = replace(self, rounds=(*self.rounds[:-1], grown), result=None)
        return replace(record, result=record.totals) if grown.ended else record

    def comment(self, text: str) -> Record:
        """Return the record with a one-line comment added to its last command or round."""
        if not self.rounds:
            return replace(self, comments=(*self.comments, text))
        last = self.rounds[-1]
        if last.steps:
            step = last.steps[-1]
            noted = replace(step, comments=(*step.comments, text))
            last = replace(last, steps=(*last.steps[:-1], noted))
        else:
            last = replace(last, comments=(*last.comments, text))
        return replace(self, rounds=(*self.rounds[:-1], last))

    def state(self, number: int = -1) -> State:
        """Return the state of round *number*, which is the last round by default.

        The state is computed from the recorded facts, without consulting the rules.
        """
        before = State.before_deal(self.seats)
        return fold(self.rounds[number].events, before) if self.rounds else before


def resolved_options(base: str, options: Mapping[str, Value], version: str) -> Options:
    """Return *options* in the form that a record stores.

    If *version* is the current rules version, missing options are taken from the preset *base*, and
    an unknown option raises ValueError. Options for any other version are returned unchanged.
    """
    if version != RULES_VERSION:
        return tuple(options.items())
    known = written_options(with_differences(preset(base), options))
    return tuple((name, known[name]) for name in dict.fromkeys((*options, *known)) if name in known)


_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def check_line(what: str, text: str) -> None:
    """Raise ValueError unless *text* is a single line without leading or trailing whitespace."""
    if _BREAKS.search(text) or text != text.strip():
        raise ValueError(f"{what} must be one line without spaces around it, not {text[:40]!r}")


def check_comments(comments: Iterable[str]) -> None:
    """Raise ValueError unless each comment is a single line without surrounding whitespace."""
    for comment in comments:
        check_line("a comment", comment)
