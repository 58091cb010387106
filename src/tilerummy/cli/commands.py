"""The subcommands of ``tilerummy``, each loaded only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

from tilerummy.cli.interrupts import interrupted


class Subcommand(NamedTuple):
    """A subcommand: its module in ``tilerummy.cli``, and a one-sentence description."""

    module: str
    about: str


COMMANDS = {
    "play": Subcommand("play.command", "Play in the terminal."),
    "serve": Subcommand("serve", "Play in the browser."),
    "static": Subcommand("static.command", "Write the game as files for any web host."),
    "store": Subcommand("store", "Migrate, check or copy the store of a server."),
    "games": Subcommand("games.command", "Export the public games of a server."),
    "replay": Subcommand("replay", "Show a recorded game step by step."),
    "review": Subcommand("review.command", "Review a recorded game: mistakes, luck and skill."),
    "puzzle": Subcommand("puzzle", "Solve a puzzle."),
    "puzzles": Subcommand("puzzles", "Generate puzzles from games."),
    "audit": Subcommand("audit", "Check recorded games against the rules."),
    "verify": Subcommand("verify", "Verify that the deals were fair."),
    "referee": Subcommand("referee", "Judge plays, hands and scores."),
    "solve": Subcommand("solve", "Find the best play in a position."),
    "read": Subcommand("read", "Read the tiles in a photo."),
    "mcp": Subcommand("mcp.command", "Offer these tools to an assistant."),
    "arena": Subcommand("arena.command", "Compare players on the same deals."),
    "simulate": Subcommand("simulate.command", "Generate self-play games as data."),
    "perft": Subcommand("perft", "Count all legal plays, to compare engines."),
    "completion": Subcommand("completion.command", "Print a script that completes commands."),
}
"""All subcommands by name, in help order. Each module has a function ``NAME_command``."""


class _Lazy(click.Group):
    """A click group that loads only the requested subcommand of :data:`COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tilerummy.cli.{COMMANDS[cmd_name].module}")
        command: object = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command. Ctrl-C exits with status 130 instead of click's 1."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(interrupted())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Commands: {', '.join(COMMANDS)}."
            ctx.fail(f"There is no command {args[0]!r}. {hint}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the matching subcommands and options, without loading any subcommand."""
        names = [name for name in COMMANDS if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=COMMANDS[name].about) for name in names]
        return commands + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, row.about) for name, row in COMMANDS.items()])


def _version(ctx: click.Context, _: click.Parameter, requested: object) -> None:
    if requested and not ctx.resilient_parsing:
        from tilerummy import __version__
        from tilerummy.cli.missing_kernel import kernel_notice

        click.echo("\n".join([f"tilerummy {__version__}", *kernel_notice()]))
        ctx.exit()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def tilerummy() -> None:
    """Play tile rummy by the rules, check moves, and go through recorded games.

    `tilerummy play` starts a game against the computer; `tilerummy COMMAND --help` explains a
    command.
    """
