"""The option ``--ruleset``, which every command has that plays or judges by one ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

_SHOWN = 2


class RulesetOption(click.Option):
    """The ruleset of a command: ``-r`` and ``--ruleset``; its older names are not in the help."""

    def __init__(self, names: Sequence[str], **attributes: Any) -> None:  # noqa: ANN401 - click's
        older = ("-p", "--preset", "--rules")
        super().__init__(["-r", "--ruleset", *older, *names], metavar="RULESET", **attributes)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line of the help, without the older names."""
        opts = self.opts
        try:
            self.opts = opts[:_SHOWN]
            return super().get_help_record(ctx)
        finally:
            self.opts = opts
