"""A ruleset defined in a program is written, recorded, replayed, audited and read back."""

import pickle
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random

import pytest

from tilerummy.match import Match
from tilerummy.players import player
from tilerummy.protocol.json_lines import QuestionError
from tilerummy.protocol.referee import answer
from tilerummy.records import (
    Command,
    Record,
    audit,
    read_record,
    write_jsonl,
    write_text,
)
from tilerummy.rules import (
    PRESETS,
    Ruleset,
    begin,
    chance,
    decide_all,
    house_rules,
    read_ruleset,
    ruleset,
    ruleset_text,
)
from tilerummy.rules.choices import TakeDiscard
from tilerummy.rules.options import written_options
from tilerummy.rules.plays.opening import Opening
from tilerummy.rules.rounds.deals import Deal
from tilerummy.rules.rounds.scoring import CountAgainst, Result, Scored, WinnerTakesAll
from tilerummy.state import Ended, Ending, Phase, State, conceal, fold
from tilerummy.tiles import Rack, Tile

SABRA, MCGRAW, AMERICAN = PRESETS["sabra"], PRESETS["mcgraw"], PRESETS["american"]

OWN = {
    "renamed": replace(SABRA, name="my-house"),
    "two words": replace(SABRA, name="at home"),
    "an option": replace(SABRA, name="my-house", opening=Opening(points=50)),
    "a detail": replace(SABRA, name="my-house", loser_starts=True, jokers_due=True),
    "another scoring": replace(SABRA, name="my-house", scoring=CountAgainst(joker=20)),
    "no penalties": replace(SABRA, name="my-house", penalties=None),
    "no free tiles": replace(MCGRAW, name="indoors", deal=replace(MCGRAW.deal, free=0)),
    "the discard at any time": replace(
        AMERICAN, name="open-door", take_discard=TakeDiscard.ALWAYS, deal=Deal()
    ),
    "without a base": Ruleset(
        name="from-scratch",
        turn=SABRA.turn,
        opening=Opening(points=20),
        table=SABRA.table,
        scoring=WinnerTakesAll(),
    ),
}


def recorded(rules: Ruleset) -> Record:
    """Play a round between two computer players with *rules*, and return its record."""
    record = Record.of(rules, ["Ann", "Ben"])
    players = [player("beginner", Random(seat)) for seat in range(2)]
    drawn = chance(rules.deal, rules.tiles, seats=2, seed=bytes(32))
    events = begin(rules, drawn, seats=2)
    record = record.begin(drawn, events, seed=bytes(32))
    state = fold(events, State.before_deal(2))
    while state.phase is not Phase.OVER:
        actions = players[state.to_move].choose(rules, conceal(state, state.to_move), state.to_move)
        new = decide_all(rules, state, actions, seat=state.to_move)
        record = record.append(Command(state.to_move, actions), new)
        state = fold(new, state)
    return record


@pytest.mark.parametrize("rules", OWN.values(), ids=OWN)
def test_text_reads_back_as_an_equal_ruleset(rules: Ruleset) -> None:
    again = read_ruleset(ruleset_text(rules))

    assert again == rules
    assert ruleset_text(again) == ruleset_text(rules)


@pytest.mark.parametrize("rules", OWN.values(), ids=OWN)
def test_a_round_is_recorded_read_back_and_audited(rules: Ruleset) -> None:
    record = recorded(rules)

    for text in (write_text(record), write_text(record, facts=True), write_jsonl(record)):
        again = read_record(text)
        found = audit(text)

        assert again == record
        assert again.rules == rules
        assert again.rules.name == rules.name
        assert found.difference is None
        assert {h.option for h in found.house_rules} == {*house_rules(rules)}
        assert again.state().phase is Phase.OVER


@pytest.mark.parametrize("name", PRESETS)
def test_a_copy_is_played_by_the_same_rules_as_in_another_process(name: str) -> None:
    rules = PRESETS[name]
    for copy in (pickle.loads(pickle.dumps(rules)), deepcopy(rules)):
        assert copy == rules
        assert copy.draws_and_discards == rules.draws_and_discards
        assert written_options(copy) == written_options(rules)
        assert ruleset_text(copy) == ruleset_text(rules)


def test_the_text_names_the_base_preset_and_what_differs() -> None:
    rules = replace(SABRA, name="my-house", opening=Opening(points=50), loser_starts=True)

    assert ruleset_text(rules) == "sabra+name=my-house+loser_starts=true+initial_meld.points=50"
    assert repr(rules) == "my-house"
    assert rules.preset == "sabra"


def test_a_preset_is_its_own_base() -> None:
    assert [(r.preset, repr(r), house_rules(r)) for r in PRESETS.values()] == [
        (name, name, {}) for name in PRESETS
    ]


def test_house_rules_as_text_can_have_a_name() -> None:
    rules = ruleset("sabra+name=my-house+joker.rack_value=25")

    assert rules.name == "my-house"
    assert rules == replace(SABRA, name="my-house", scoring=WinnerTakesAll(joker=25))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sabra+name=mcgraw", "mcgraw is a preset.s name"),
        ("sabra+name=my=house", "must consist of words"),
        ("sabra+name=", "must consist of words"),
        ("sabra+loser_starts=true", "unknown option 'loser_starts'"),
    ],
)
def test_limits_of_house_rules_as_text(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ruleset(text)


def test_a_detail_that_is_unknown_is_refused() -> None:
    with pytest.raises(ValueError, match="scoring cannot be 'none'; it is winner_takes_all or"):
        read_ruleset("sabra+scoring=none")


def test_a_scoring_that_is_none_of_ours_plays_but_is_not_recorded() -> None:
    rules = replace(SABRA, name="my-house", scoring=Nothing())

    assert "my-house" in repr(rules)
    with pytest.raises(ValueError, match="no option or detail covers its scoring"):
        Record.of(rules, ["Ann", "Ben"])


@dataclass(frozen=True)
class Nothing:
    """A scoring that gives only zeros."""

    joker: int = 30
    low_wins: bool = False

    def value(self, rack: Iterable[Tile]) -> int:
        return 0 * len(list(rack))

    def score(self, result: Result) -> Scored:
        return Scored(result.winner, (0,) * len(result.racks))


def test_the_header_names_the_preset_of_an_own_ruleset() -> None:
    record = Record.of(OWN["an option"], ["Ann", "Ben"])

    assert "Ruleset: my-house\nPreset: sabra\n" in write_text(record)
    assert '"ruleset":"my-house","preset":"sabra"' in write_jsonl(record)
    assert "Preset" not in write_text(Record.of(SABRA, ["Ann", "Ben"]))


def test_the_protocol_reads_a_ruleset_with_a_name_of_its_own() -> None:
    question = {
        "ruleset": "sabra+name=my-house",
        "options": {"initial_meld.points": 50},
        "table": "",
        "rack": "k10 r10 b10",
        "play": "k10 r10 b10",
        "opened": False,
    }

    assert answer(question)["code"] == "initial_meld_too_low"
    assert answer({**question, "options": {"name": "at home"}})["legal"] is True
    with pytest.raises(QuestionError, match="unknown option 'loser_starts'"):
        answer({**question, "options": {"loser_starts": True}})


def test_the_loser_starts_where_high_is_good() -> None:
    """RULES 2.4, the loser starts: in a custom ruleset that the highest total wins."""
    ended = Ended(Ending.WENT_OUT, (50, -20, -30), (Rack(),) * 3, 0)
    rules = replace(SABRA, name="my-house", loser_starts=True)

    assert Match(rules=rules, seats=3).after(ended, 0).next_starter() == 2
