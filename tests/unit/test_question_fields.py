"""Reading the fields of a question does not depend on the questions before it."""

import pytest

from tilerummy.protocol.json_lines import QuestionError
from tilerummy.protocol.question_fields import QuestionFields


def test_a_number_is_not_taken_for_a_truth_value_that_is_equal() -> None:
    yes = QuestionFields({"options": {"run.one_high": True}})

    assert yes.ruleset().tiles.one_high
    with pytest.raises(QuestionError, match=r"run\.one_high"):
        QuestionFields({"options": {"run.one_high": 1}}).ruleset()


def test_equal_rulesets_are_built_once() -> None:
    fields = QuestionFields(
        {"ruleset": "sabra+initial_meld.points=50", "options": {"tiles.jokers": 4}}
    )

    assert fields.ruleset() is fields.ruleset()
    assert fields.ruleset().tiles.jokers == 4


def test_an_option_that_is_a_list_is_refused() -> None:
    with pytest.raises(QuestionError, match=r"tiles\.jokers"):
        QuestionFields({"options": {"tiles.jokers": [2]}}).ruleset()
