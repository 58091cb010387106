"""``tilerummy completion``: completes commands, rulesets, levels and files in a shell.

:mod:`~tilerummy.cli.completion.candidates` finds the words that complete an argument, and
:mod:`~tilerummy.cli.completion.command` prints the script for a shell.
"""
