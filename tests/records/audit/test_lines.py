"""An audit reports the line of any single change to a record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from tests.records.conftest import FEW, HOUSES, match_of
from tests.support.examples import LONG, examples

from tilerummy.records import JsonObject, RecordError, audit, read_record, write_jsonl, write_text
from tilerummy.rules import OPTIONS, PRESETS

TILE = re.compile(r"(?<![\w*])([krbogypw])(\d+)(?!\w)")
TRIES = examples(1, 10)
PLACES = examples(2, 6)
JUDGED = HOUSES if LONG else FEW


def other_tile(text: str, rng: Random, *, colours: str = "krb") -> str:
    """Return *text* with one tile replaced by another."""
    found = rng.choice([*TILE.finditer(text)])
    tiles = [f"{c}{n}" for c in colours for n in range(1, 6) if f"{c}{n}" != found[0]]
    return f"{text[: found.start()]}{rng.choice(tiles)}{text[found.end() :]}"


def named(source: str) -> tuple[int, ...]:
    """Return the numbers of the lines that an audit reports: the difference and the house rules."""
    try:
        found = audit(source)
    except RecordError as error:
        rules = [int(n) for note in error.__notes__ for n in re.findall(r"^line (\d+)", note)]
        return (error.line, *rules)
    lines = [rule.line for rule in found.house_rules]
    return tuple(lines) if found.difference is None else (found.difference.line, *lines)


def first_named(source: str) -> int | None:
    """Return the line of the first difference, or None."""
    try:
        found = audit(source).difference
    except RecordError as error:
        return error.line
    return found.line if found else None


def with_line(lines: list[str], place: int, text: str) -> str:
    return "\n".join([*lines[:place], text, *lines[place + 1 :]])


Change = Callable[[JsonObject, Random], bool]
"""Changes a tile or a number in a line, and returns whether the line has one."""


def in_field(*names: str) -> Change:
    def change(data: JsonObject, rng: Random) -> bool:
        for name in names:
            value = data.get(name)
            if isinstance(value, str) and TILE.search(value):
                data[name] = other_tile(value, rng)
                return True
            rows = (
                [i for i, v in enumerate(value) if isinstance(v, str) and TILE.search(v)]
                if (isinstance(value, list))
                else []
            )
            if rows:
                assert isinstance(value, list)
                place = rng.choice(rows)
                value[place] = other_tile(str(value[place]), rng)
                return True
        return False

    return change


def score(data: JsonObject, rng: Random) -> bool:
    scores = data["scores"]
    assert isinstance(scores, list)
    seat = rng.randrange(len(scores))
    assert isinstance(scores[seat], int)
    scores[seat] = int(str(scores[seat])) + rng.choice((-1, 1))
    return True


CHANGES: dict[str, tuple[str, Change]] = {
    "draw": ("Drew", in_field("tiles")),
    "penalty": ("Penalised", in_field("tiles")),
    "play": ("Played", in_field("placed", "lay")),
    "lift": ("Played", in_field("lift")),
    "discard": ("Discarded", in_field("tile")),
    "racks dealt": ("Dealt", in_field("racks")),
    "pool dealt": ("Dealt", in_field("pool")),
    "order": ("Round", in_field("order")),
    "turned up": ("Exposed", in_field("trump", "free")),
    "score": ("Ended", score),
    "rack at the end": ("Ended", in_field("racks")),
}

EVERYWHERE = ("draw", "racks dealt", "pool dealt", "order", "score")
"""Items in every ruleset: in a short run the first game that has them is enough."""


def changed(lines: list[str], kind: str, rng: Random) -> Iterator[tuple[int, str]]:
    """Yield records with one item of that *kind* changed, each with its line number."""
    tag, change = CHANGES[kind]
    places = [i for i, line in enumerate(lines) if f'"type":"{tag}"' in line]
    for place in rng.sample(places, min(TRIES, len(places))):
        data = json.loads(lines[place])
        if change(data, rng):
            yield place + 1, with_line(lines, place, json.dumps(data))


@pytest.mark.parametrize("house", JUDGED)
def test_a_changed_tile_or_number_in_json_lines_is_reported(house: str) -> None:
    """Draws, plays, discards, deals and scores of complete games of every preset."""
    rng = Random(f"lines {house}")
    tried = dict.fromkeys(CHANGES, 0)
    for seed in sorted((0, 1), reverse=JUDGED.index(house) % 2 == 0):
        if not LONG and all(tried[kind] for kind in EVERYWHERE):
            break
        lines = write_jsonl(match_of(house, seats=2 + seed, seed=seed)).splitlines()
        assert first_named("\n".join(lines)) is None
        for kind in CHANGES:
            for line, source in changed(lines, kind, rng):
                tried[kind] += 1
                assert first_named(source) == line, (kind, source.splitlines()[line - 1])

    assert all(tried[kind] for kind in EVERYWHERE)
    assert tried["play"] or tried["discard"]


@pytest.mark.parametrize("house", JUDGED)
def test_a_changed_tile_in_text_is_reported(house: str) -> None:
    """Racks, pool, drawn tiles, final racks, and the score, in readable text."""
    rng = Random(f"text {house}")
    record = next(r for s in range(20) if (r := match_of(house, seed=s)).rounds[0].seed)
    lines = write_text(record).splitlines()
    assert first_named("\n".join(lines)) is None
    start = next(i for i, line in enumerate(lines) if line.startswith("Rack "))
    turns = next(i for i, line in enumerate(lines) if i > start and re.match(r"\d+\. ", line))
    drawn = [i for i in range(turns, len(lines)) if re.search(r"\([^)]*[krbog]\d", lines[i])]
    for place in [
        *rng.sample(range(start, turns), min(PLACES, turns - start)),
        *rng.sample(drawn, min(PLACES, len(drawn))),
    ]:
        line = lines[place]
        if line.startswith("#") or not TILE.search(line):
            continue
        head, bracket, tail = line.rpartition("(") if place >= turns else ("", "", line)
        if not TILE.search(tail):
            continue
        source = with_line(lines, place, head + bracket + other_tile(tail, rng))

        assert first_named(source) == place + 1, line


def test_a_wrong_score_or_final_rack_in_text_is_reported() -> None:
    lines = write_text(match_of("sabra", seed=1)).splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("Score: "))

    assert (
        first_named(with_line(lines, place, re.sub(r"(\d+)$", r"9\1", lines[place]))) == place + 1
    )


def an_other(option: str, value: object) -> object:
    choices = OPTIONS[option].values
    if isinstance(choices, tuple):
        low, high = choices
        return low if value != low else high
    if choices is bool:
        return not value
    return next(str(word) for word in choices if str(word) != value)


@pytest.mark.parametrize("preset", [name for name in JUDGED if name in PRESETS])
def test_an_option_that_differs_from_the_preset_is_reported_even_if_unused(
    preset: str,
) -> None:
    """Every option of a preset, in both formats; the events stay the same."""
    record = match_of(preset)
    lines = write_jsonl(record).splitlines()
    texts = write_text(record).splitlines()
    for option, value in record.options:
        data = json.loads(lines[0])
        data["options"][option] = an_other(option, value)
        changed = str(data["options"][option]).lower()
        place = next(i for i, line in enumerate(texts) if f"{option}=" in line)
        text = re.sub(rf"(?<=\b{option}=)\S+", changed, texts[place])
        try:
            read_record(json.dumps(data))
        except RecordError:
            continue  # conflicting options are refused on the header line

        assert 1 in named(with_line(lines, 0, json.dumps(data))), option
        assert place + 1 in named(with_line(texts, place, text)), option


def test_the_house_rules_of_a_correct_record_are_listed() -> None:
    found = audit(write_text(match_of("sabra+deal.tiles=7+joker.rack_value=25")))

    assert found.difference is None
    assert [str(rule).partition(": ")[2] for rule in found.house_rules] == [
        "joker.rack_value=25, the preset has 30",
        "deal.tiles=7, the preset has 14",
    ]
    assert audit(write_text(match_of("sabra"))).house_rules == ()
