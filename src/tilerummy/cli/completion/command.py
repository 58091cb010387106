"""Defines the ``tilerummy completion`` command."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
"""The shells whose completion click supports."""
_HELP = """Print a script that completes commands, options, rulesets, levels and files.

\b
Save it where your shell looks for such scripts, then start a new shell:
  tilerummy completion bash >~/.local/share/bash-completion/completions/tilerummy
  tilerummy completion zsh >~/.zfunc/_tilerummy
  tilerummy completion fish >~/.config/fish/completions/tilerummy.fish
Create the folder if it does not exist. For zsh, it must be in $fpath: add these lines to ~/.zshrc
  fpath=(~/.zfunc $fpath)
  autoload -Uz compinit && compinit
"""


@click.command("completion", help=_HELP)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion_command(ctx: click.Context, *, shell: str) -> None:
    """Print the completion script for a shell."""
    completion = get_completion_class(shell)
    assert completion
    program = ctx.find_root().command
    click.echo(completion(program, {}, "tilerummy", "_TILERUMMY_COMPLETE").source())
