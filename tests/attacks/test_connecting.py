"""Nobody can shut others out by connections, sockets, tables or guests (G14, D5)."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.attacks.connecting import ATTACKS, attacker, rejections_logged
from tests.attacks.harness import Attack, survived
from tests.attacks.target import Target, started


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Return a server on which one attack follows the other."""
    with started(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_on_connections(
    attack: Attack, target: Target, tmp_path: Path
) -> None:
    """A server tells of rejected connections every ten seconds: to read that, a new one starts."""
    if attack.also is rejections_logged:
        with started(tmp_path) as fresh:
            survived(attack, fresh)
    else:
        survived(attack, target.apart(ATTACKS.index(attack)))


@pytest.mark.parametrize("hard", [128, 1024])
def test_d5_with_few_descriptors_there_is_room_for_others_and_a_line_in_the_log(
    tmp_path: Path, hard: int
) -> None:
    """Seven addresses take all descriptors, each as many as are accepted."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # this process itself needs them

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard // 2, hard))

    with started(tmp_path, before=limited) as target:
        held = [
            socket.create_connection(("127.0.0.1", target.port), 60, (attacker(target, n % 7), 0))
            for n in range(2 * hard)
        ]
        try:
            for number in range(5):
                answer = target._request("/healthz", None, f"127.1.3.{1 + number}", "")
                assert answer.status == 200
                token = target._request("/api/tokens", {}, f"127.1.3.{1 + number}", "")
                assert token.status == 200, "the store has its descriptors"
                time.sleep(0.1)
            assert '"turned_away"' in target.log()
            assert target._request("/metrics", None, "127.0.0.1", "").status == 200
        finally:
            for raw in held:
                raw.close()


def test_the_soft_limit_of_descriptors_is_raised(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]

    def low() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))

    with started(tmp_path, before=low) as target:
        limits = Path(f"/proc/{target.process.pid}/limits").read_text()
        line = next(li for li in limits.splitlines() if li.startswith("Max open files"))
        assert int(line.split()[3]) == min(hard, 65_536)
