"""The examples of the documentation run as in an interactive session."""

from __future__ import annotations

import sys

from tilerummy.browser.examples import ExampleSession


def test_examples_share_their_names_and_show_their_values() -> None:
    session = ExampleSession()

    assert session.run("x = 41") == ("", "")
    assert session.run("x + 1\nprint('done')\nNone") == ("42\ndone\n", "")


def test_the_last_value_with_a_picture_is_drawn() -> None:
    output, picture = ExampleSession().run("from tilerummy import rack\nrack('r3 r4')\n1")

    assert output == "r3 r4\n1\n"
    assert picture.startswith("<svg")


def test_an_error_ends_the_output_of_an_example() -> None:
    session = ExampleSession()

    assert session.run("print(1)\n1 / 0\nprint(2)") == (
        "1\nZeroDivisionError: division by zero\n",
        "",
    )
    assert session.run("x = (")[0].splitlines()[-1].startswith("SyntaxError")


def test_the_interpreter_is_left_unchanged() -> None:
    shown = sys.displayhook
    ExampleSession().run("1")

    assert sys.displayhook is shown
