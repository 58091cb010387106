"""Creates players from names: a level, a policy, a Python factory, or a program."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from multiprocessing.util import Finalize
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Final, cast

from tilerummy.cli.arena.program import Program
from tilerummy.players import PLAYERS, Player, player
from tilerummy.players.arena import (
    Entrant,
    PlayerMaker,
    RoundJob,
    RoundReport,
    play_job,
    play_simulated,
)
from tilerummy.rules import Ruleset, ruleset
from tilerummy.simulator import Policy, PolicyPlayer
from tilerummy.simulator.arguments import check_rules
from tilerummy.simulator.policies import POLICY_NAMES

PROGRAM_MILLISECONDS: Final = 1000.0
"""The default time limit for a program's decision."""

_INTERPRETERS = {".py": sys.executable, ".js": "node", ".mjs": "node"}
"""The interpreters for files that are not executable, by file suffix."""


def check_player(text: str, rules: Ruleset) -> None:
    """Raise ValueError unless *text* names a player that supports *rules*."""
    if is_program(text):
        _command(text)
    elif ":" in text:
        _factory(text)
    elif text in POLICY_NAMES:
        check_rules(rules)
    elif text not in PLAYERS:
        raise ValueError(
            f"there is no player {text!r}; a player is one of {', '.join((*PLAYERS, *Policy))},"
            " module:factory, or a program such as ./program or 'python3 player.py'"
        )


def rules_for(text: str, seats: int) -> Ruleset:
    """Return the ruleset written in *text*; raise ValueError if it does not allow *seats* seats."""
    rules = ruleset(text)
    if seats not in rules.seats_allowed():
        allowed = ", ".join(map(str, rules.seats_allowed()))
        raise ValueError(f"{rules.name} is for {allowed} players, not {seats}")
    return rules


def is_program(text: str) -> bool:
    """Return whether *text* is a command: the path of a program, or a program with arguments."""
    return "/" in text or " " in text


def play(job: RoundJob) -> RoundReport:
    """Play the round in *job*, using the simulator if all players are policies."""
    if all(text in POLICY_NAMES for text in job.players):
        return play_simulated(job)
    return play_job(job, make_entrant)


def make_entrant(text: str, rng: Random, *, seat: int, job: RoundJob) -> Entrant:
    """Return the entrant named *text* for the given *seat* in the round that *job* describes."""
    limit = job.milliseconds
    if is_program(text):
        milliseconds = PROGRAM_MILLISECONDS if limit is None else limit or None
        return Entrant(_program(text, seat, milliseconds), perf_counter)
    made: Player
    if ":" in text:
        made = _factory(text)(rng)
    elif text in POLICY_NAMES:
        made = PolicyPlayer(Policy(text), rng)
    else:
        usual = PLAYERS[text].milliseconds if limit is None else limit
        made = player(text, rng, milliseconds=usual or None)
    return Entrant(made, process_time, getattr(made, "milliseconds", None))


@cache
def _program(text: str, seat: int, milliseconds: float | None) -> Program:  # noqa: ARG001
    """Return the seat's program, which continues to run between rounds."""
    program = Program(_command(text), milliseconds)
    Finalize(None, program.close, exitpriority=10)
    return program


@cache
def _command(text: str) -> tuple[str, ...]:
    """Return the command that starts a program. Raises ValueError if its file is missing."""
    file, *arguments = shlex.split(text)
    if "/" not in file:
        found = shutil.which(file)
        if found is None:
            raise ValueError(
                f"there is no program {file} in PATH; for one in this folder, write ./{file}"
            )
        return (found, *arguments)
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"there is no program {file}")
    if os.access(path, os.X_OK):
        return (file, *arguments)
    if path.suffix not in _INTERPRETERS:
        raise ValueError(f"{file} is not executable: run chmod +x {file}")
    return (_INTERPRETERS[path.suffix], file, *arguments)


@cache
def _factory(text: str) -> PlayerMaker:
    """Return the factory written as ``module:name``. Raises ValueError if it does not exist."""
    module, _, name = text.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: object = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"there is no player {text}: {error}") from None
    if not callable(found):
        raise ValueError(f"{text} cannot make players: it is {found!r}")
    return cast("Callable[[Random], Player]", found)
