"""A record grows with the game, and a game can be continued from its record."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.records.conftest import SMALL, match_of, next_command, play_on
from tests.support.random_player import RandomPlayer

from tilerummy.match import Match
from tilerummy.records import (
    Command,
    Participant,
    Record,
    RecordedCommand,
    RecordError,
    read_record,
    write_jsonl,
    write_text,
)
from tilerummy.rules import (
    OPTIONS,
    RULES_VERSION,
    Option,
    begin,
    chance,
    decide,
    options_of,
    ruleset,
)
from tilerummy.state import Draw, Pass, Phase, State, TimeOut, fold

WHOLE = match_of(SMALL, rounds=2, seed=3)


def deal_events() -> Record:
    rules = ruleset("sabra")
    drawn = chance(rules.deal, rules.tiles, seats=2, seed=b"seed")
    record = Record.of(rules, ["Ann", "Ben"])
    return record.begin(drawn, begin(rules, drawn, seats=2), seed=b"seed")


def test_a_record_resolves_every_option_by_its_name() -> None:
    rules = ruleset("mcgraw+joker.rack_value=25")

    record = Record.of(rules, ["Ann", "Ben"])

    in_use = {n: v for n, v in options_of(rules).items() if not OPTIONS[n].is_unused(rules)}
    assert dict(record.options) == in_use
    assert options_of(rules) == in_use | dict.fromkeys(Option.EXTRA, 0)
    assert record.rules == rules
    assert record.rules_version == RULES_VERSION


def test_the_state_is_the_fold_of_the_facts() -> None:
    record = deal_events()
    draw = decide(record.rules, record.state(), Draw())

    after = record.append(Command(record.state().to_move, (Draw(),)), draw)

    assert after.state() == fold(draw, record.state())
    assert after.rounds[0].events == (*record.rounds[0].events, *draw)
    assert Record.of(record.rules, ["Ann", "Ben"]).state() == State.before_deal(2)


def test_the_result_is_there_between_rounds_and_not_within() -> None:
    assert deal_events().result is None
    assert WHOLE.result == WHOLE.totals
    again = play_on(WHOLE, Random(1), starter=0)
    assert again.result == again.totals
    assert deal_events().totals == (0, 0)


def test_a_match_continues_from_its_record() -> None:
    record = read_record(write_jsonl(WHOLE))

    match = Match(
        rules=record.rules,
        seats=record.seats,
        rounds=record.match_rounds,
        target=record.match_target,
        results=record.results,
        starters=record.starters,
    )

    assert match.over
    assert match.totals == record.totals
    assert match.next_starter() == (record.rounds[-1].first + 1) % 2


@pytest.mark.parametrize("write", [write_jsonl, write_text])
def test_a_game_saved_after_any_command_continues_from_there(write: object) -> None:
    assert callable(write)
    rng = Random(5)
    record = match_of(SMALL, rounds=1, seed=5)
    drawn = chance(record.rules.deal, record.rules.tiles, seats=2, seed=b"x", lots=False)
    record = record.begin(
        drawn, begin(record.rules, drawn, seats=2, starter=1, number=1), starter=1
    )
    player = RandomPlayer(rng)
    while record.state().phase is not Phase.OVER:
        saved = read_record(write(record))
        assert saved == record
        command, events = next_command(saved.rules, saved.state(), player)
        record = saved.append(command, events)
    assert len(record.results) == 2


def test_a_comment_is_attached_to_the_last_item() -> None:
    record = Record.of(ruleset("sabra"), ["Ann", "Ben"]).comment("before")

    dealt = deal_events().comment("dealt")
    drew = decide(dealt.rules, dealt.state(), Draw())
    drawn = dealt.append(Command(dealt.state().to_move, (Draw(),)), drew).comment("a").comment("b")

    assert record.comments == ("before",)
    assert drawn.rounds[0].comments == ("dealt",)
    assert drawn.rounds[0].steps[0].comments == ("a", "b")


@pytest.mark.parametrize(
    ("seat", "actions"),
    [(0, ()), (None, ()), (0, (TimeOut(),)), (None, (Pass(),)), (0, (Pass(), TimeOut()))],
)
def test_a_command_is_either_a_seats_or_the_clocks(
    seat: int | None, actions: tuple[Pass | TimeOut, ...]
) -> None:
    with pytest.raises(ValueError, match=r"a command has|belong to the clock"):
        Command(seat, actions)


def test_a_step_without_facts_is_none() -> None:
    with pytest.raises(ValueError, match="at least one fact"):
        RecordedCommand(Command(0, (Pass(),)), ())


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"players": []}, "there are 1 to 6 players, not 0"),
        ({"players": [*"ABCDEFG"]}, "there are 1 to 6 players, not 7"),
        ({"players": ["Ann", "Ben\nCleo"]}, "a name must be one line"),
        ({"players": ["Ann", ""]}, "needs a name"),
        ({"players": ["Ann", " Ben"]}, "without spaces around it"),
        ({"date": "\x1b[2J"}, "a date must be one line"),
        ({"rounds": 0}, "at least 1 round"),
        ({"tags": [("Event", "x"), ("Event", "y")]}, "a tag appears twice"),
        ({"tags": [("two words", "x")]}, "a tag name is one word"),
    ],
)
def test_unreadable_records_are_never_written(fields: dict[str, object], says: str) -> None:
    given_fields = {"players": ["Ann", "Ben"], **fields}

    with pytest.raises(ValueError, match=says):
        Record.of(ruleset("sabra"), **given_fields)  # type: ignore[arg-type]


line = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12).map(
    str.strip
)
names = st.one_of(
    line.filter(bool),
    st.sampled_from(
        ["Ann", "ann", "Round 2", "Score", "Left Ann", "seat 1", "A: B", "1. x", "Ann, B", "#1"]
    ),
)
kinds = line.filter(lambda text: bool(text) and not set(text) & set("()"))


@given(
    st.lists(st.builds(Participant, names, kinds), min_size=2, max_size=2),
    line,
    st.dictionaries(st.from_regex(r"[A-Za-z][\w-]{0,5}", fullmatch=True), line, max_size=3),
    st.lists(line, max_size=3),
    st.none() | st.integers(1, 99),
    st.none() | st.integers(1, 999),
)
def test_any_names_and_texts_round_trip(
    players: list[Participant],
    date: str,
    tags: dict[str, str],
    comments: list[str],
    rounds: int | None,
    target: int | None,
) -> None:
    record = Record.of(
        WHOLE.rules, players, date=date, rounds=rounds, target=target, tags=tags.items()
    )
    for comment in comments:
        record = record.comment(comment)
    first = WHOLE.rounds[0]
    record = record.begin(first.chance, first.deal, starter=first.starter, seed=first.seed)
    for comment in comments:
        record = record.comment(comment)
    for step in first.steps[:4]:
        record = record.append(step.command, step.events)

    assert read_record(write_jsonl(record)) == record
    assert read_record(write_text(record)) == record
    assert read_record(write_text(record).encode()) == record


def test_errors_can_be_sent_between_processes() -> None:
    error = pickle.loads(pickle.dumps(RecordError(3, "x" * 1000)))

    assert (error.line, len(error.message)) == (3, 601)
