"""Defines the ``tilerummy mcp`` command."""

from __future__ import annotations

import click


@click.command("mcp")
def mcp_command() -> None:
    """Offer tools to an assistant: judge, best_play, explain and review_record.

    An assistant that supports the Model Context Protocol starts this command itself, and exchanges
    messages with it over standard input and output. The command reads no files, and opens no
    network connections. It ends when its input ends.
    """
    from tilerummy.cli.mcp.tools import assistant_server

    assistant_server().run()
