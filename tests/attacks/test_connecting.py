"""Nobody can shut others out by connections, sockets, tables or guests (G14, D5)."""

from __future__ import annotations

import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.attacks.connecting import ATTACKS, attacker
from tests.attacks.harness import EACH, Attack, survived
from tests.attacks.target import Target, started
from tests.support.servers import nginx
from tests.support.servers.api import ask


@pytest.mark.parametrize("attack", ATTACKS[::EACH], ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_on_connections(
    attack: Attack, target: Target, tmp_path: Path
) -> None:
    if attack.proxied:
        with behind_the_proxy(tmp_path) as proxied:
            survived(attack, proxied)
    else:
        survived(attack, target.apart(ATTACKS.index(attack)))


@contextmanager
def behind_the_proxy(folder: Path, before: Callable[[], None] | None = None) -> Iterator[Target]:
    """Run a server behind the proxy of deploy/."""
    if nginx.program() is None:
        pytest.skip(nginx.MISSING)
    with started(folder, before=before, proxied=True) as proxied:
        yield proxied


def test_d5_with_few_descriptors_there_is_room_for_others(tmp_path: Path) -> None:
    """Seven addresses hold more connections than there are descriptors, and ask for nothing."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # this process itself needs them

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))

    with behind_the_proxy(tmp_path, limited) as target, ExitStack() as stack:
        for number in range(256):
            address = (attacker(target, number % 7), 0)
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
