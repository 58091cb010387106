"""During any attack, other tables keep playing (G14, D5, D7-D10)."""

from __future__ import annotations

import resource
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.attacks import computing, connecting, filling
from tests.attacks.harness import SHORT, Attack, run
from tests.attacks.target import attacker, started
from tests.support.examples import examples
from tests.support.servers import nginx
from tests.support.servers.api import ask

ATTACKS = (*computing.ATTACKS, *connecting.ATTACKS, *filling.ATTACKS)[:: -examples(2, 1)]
"""Every second attack, or all attacks in a long run such as ``make attacks``."""

needs_nginx = pytest.mark.skipif(nginx.program() is None, reason=nginx.MISSING)


@pytest.mark.parametrize(
    "attack",
    [pytest.param(a, id=a.name, marks=[needs_nginx] if a.proxied else []) for a in ATTACKS],
)
def test_g14_d9_d10_all_tables_continue_during_an_attack(attack: Attack, tmp_path: Path) -> None:
    assert not run(attack, tmp_path, SHORT).wrong


@needs_nginx
def test_d5_idle_connections_do_not_use_up_all_descriptors(tmp_path: Path) -> None:
    """Seven addresses hold more connections than there are file descriptors."""
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # this process needs them

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))

    with started(tmp_path, before=limited, proxied=True) as target, ExitStack() as stack:
        for number in range(256):
            address = (attacker(number % 7), 0)
            raw = socket.create_connection(("127.0.0.1", target.port), 60, address)
            stack.enter_context(raw).sendall(b"GET / HTTP/1.1\r\n")
        for number in range(5):
            source = f"127.1.3.{1 + number}"
            assert ask(target.port, "/healthz", source=source).status == 200
            token = ask(target.port, "/api/tokens", {}, source=source)
            assert token.status == 200, "the store has its descriptors"


def test_the_soft_limit_of_descriptors_is_raised(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]

    def low() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))

    with started(tmp_path, before=low) as target:
        limits = Path(f"/proc/{target.process.pid}/limits").read_text()
        line = next(li for li in limits.splitlines() if li.startswith("Max open files"))
        assert int(line.split()[3]) == min(hard, 65_536)
