"""Parses the header of the text form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tilerummy.records.jsonl.lines import FORMAT
from tilerummy.records.record import Options, Participant, Record, RecordError, resolved_options
from tilerummy.records.source_lines import on_line
from tilerummy.records.text.lines import LineKind, TextLine
from tilerummy.records.text.seat_names import Names
from tilerummy.rules import RULES_VERSION, read_ruleset
from tilerummy.rules.option_table import Value
from tilerummy.rules.options import written_options

KEYS = (
    "format",
    "ruleset",
    "preset",
    "options",
    "rules version",
    "player",
    "date",
    "match",
    "result",
)
"""The keys of the header beside ``tag``; ``player`` is there for each of them."""

_MATCH = re.compile(r"(?:(\d{1,6}) rounds?)?(?:(?:^|, )(\d{1,6}) points?)?", re.IGNORECASE)
_ROUNDS = re.compile(r"(\d{1,6}) rounds?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Header:
    """A record without its rounds, and where its parts stand.

    ``after`` is the number of rounds that the result counts, None where that is not written;
    ``result_line`` is the line of the result, ``option_lines`` those of the options.
    """

    record: Record
    after: int | None
    result_line: int
    option_lines: Mapping[str, int]


@dataclass(slots=True)
class _Found:
    """The parsed lines of a header."""

    single: dict[str, TextLine] = field(default_factory=dict)
    players: list[Participant] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def value(self, key: str) -> str:
        """Return the value of *key*, "" where it is missing."""
        return self.single[key].value if key in self.single else ""

    def number(self, key: str) -> int:
        """Return the number of the line of *key*, 1 where it is missing."""
        return self.single[key].number if key in self.single else 1


def read_header(lines: Sequence[TextLine]) -> Header:
    """Return the parsed *lines* of a header; raises RecordError."""
    found = _Found()
    for line in lines:
        with on_line(line.number):
            _take(found, line)
    last = lines[-1].number if lines else 1
    if "ruleset" not in found.single:
        raise RecordError(last, "expected a ruleset, as in 'Ruleset: sabra'")
    if len(found.players) < 2:
        raise RecordError(last, "expected two players or more, each as in 'Player: Ann'")
    with on_line(found.number("ruleset")):
        name, preset, options = _ruleset(found)
    with on_line(found.number("match")):
        match_rounds, match_target = _match(found.value("match"))
    result, after = None, None
    if "result" in found.single:
        with on_line(found.number("result")):
            result, after = _result(found)
    with on_line(lines[0].number):
        record = Record(
            ruleset=name,
            preset=preset,
            options=options,
            players=tuple(found.players),
            rules_version=found.value("rules version") or RULES_VERSION,
            date=found.value("date"),
            match_rounds=match_rounds,
            match_target=match_target,
            result=result,
            tags=tuple(found.tags),
            comments=tuple(found.comments),
        )
        _ = record.tiles  # raises where the options make no tile set
    return Header(record, after, found.number("result"), _option_lines(found, options))


def _take(found: _Found, line: TextLine) -> None:
    if line.kind is LineKind.COMMENT:
        found.comments.append(line.text)
        return
    if line.kind is LineKind.FACT:
        raise ValueError("expected the header of a record, not a fact")
    key = line.head.lower()
    if key == "player":
        found.players.append(_player(line.value))
    elif key.startswith("tag "):
        found.tags.append((line.head[4:], line.value))
    elif key not in KEYS:
        known = ", ".join(k.capitalize() for k in KEYS)
        raise ValueError(
            f"expected a line of the header ({known}; others as in 'Tag Place: The club'),"
            f" or the beginning of a round, not {line.text[:40]!r}"
        )
    elif key in found.single:
        raise ValueError(f"{line.head} is there twice")
    elif key == "format" and line.value != str(FORMAT):
        raise ValueError(f"this program reads format {FORMAT}, not {line.value[:40]!r}")
    else:
        found.single[key] = line


def _player(value: str) -> Participant:
    name, bracket, kind = value.rpartition(" (")
    if bracket and kind.endswith(")") and len(kind) > 1:
        return Participant(name.strip(), kind[:-1].strip())
    return Participant(value)


def _ruleset(found: _Found) -> tuple[str, str, Options]:
    """Return the name of the ruleset, its preset if it has another name, and every option."""
    text = found.value("ruleset")
    version = found.value("rules version") or RULES_VERSION
    preset = found.value("preset")
    if "options" not in found.single and not preset:
        rules = read_ruleset(text)
        base = "" if rules.preset == rules.name else rules.preset
        return rules.name, base, tuple(written_options(rules).items())
    if "+" in text:
        raise ValueError("write the house rules with the ruleset or as options, not both")
    with on_line(found.number("options")):
        values = dict(_pairs(found.value("options")))
        return text, preset, resolved_options(preset or text, values, version)


def _option_lines(found: _Found, options: Options) -> dict[str, int]:
    """Return the line of each option; for those left out, that of the ruleset."""
    lines = dict.fromkeys((name for name, _ in options), found.number("ruleset"))
    if "options" in found.single:
        names = [name for name, _ in _pairs(found.value("options"))]
        places = found.single["options"].places(len(names))
        numbers = (line for line, count in places for _ in range(count))
        lines.update(zip(names, numbers, strict=True))
    return lines


def _pairs(text: str) -> Iterator[tuple[str, Value]]:
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise ValueError(f"expected options like 'direction=cw', not {word[:40]!r}")
        yield name, _value(value)


def _value(text: str) -> Value:
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def _match(text: str) -> tuple[int | None, int | None]:
    match = _MATCH.fullmatch(text)
    if match is None:
        raise ValueError(f"expected '3 rounds', '200 points' or both, not {text[:40]!r}")
    rounds, points = (None if n is None else int(n) for n in match.groups())
    return rounds, points


def _result(found: _Found) -> tuple[tuple[int, ...], int | None]:
    text = found.value("result")
    names = Names(tuple(p.name for p in found.players))
    scores, after, rounds = text.rpartition(" after ")
    if not after:
        return names.read_scores(text), None
    if match := _ROUNDS.fullmatch(rounds.strip()):
        return names.read_scores(scores), int(match[1])
    raise ValueError(f"expected 'after 3 rounds' or so, not {rounds[:40]!r}")
