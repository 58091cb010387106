"""Deals are random and different for every match (F1, F2, F4, F6)."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from pathlib import Path

from tests.server.served import Served

import tilerummy.server
from tilerummy.rules import chance, ruleset
from tilerummy.rules.rounds import deals as dealing
from tilerummy.server import main

SERVER = Path(inspect.getfile(tilerummy.server)).parent
DEALERS = [
    Path(inspect.getfile(dealing)),
    *(path for part in (".", "room", "rooms") for path in (SERVER / part).glob("*.py")),
]


def test_f1_seeds_come_only_from_the_operating_system() -> None:
    for path in DEALERS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name for alias in node.names} | {getattr(node, "module", "")}
                assert "random" not in names, f"{path}:{node.lineno}"
    assert "entropy=secrets.token_bytes" in inspect.getsource(main)


def test_f2_f6_the_same_people_get_different_deals(server: Served) -> None:
    ann = server.person("Ann")
    deals = []
    for _ in range(8):
        room = ann.open_match()
        with ann.at(room) as talk:
            while not (shot := talk.known[room])["game"]:
                talk.next()
            deals.append((shot["table"]["shuffles"][0], tuple(sorted(shot["game"]["rack"]))))

    assert len({shuffle["commitment"] for shuffle, _ in deals}) == 8
    assert len({rack for _, rack in deals}) == 8
    assert all(shuffle["seed"] is None for shuffle, _ in deals)


def test_f4_tiles_are_uniformly_distributed() -> None:
    """1,500 deals: a chi-squared test of the tiles in ten blocks of positions."""
    rules, count = ruleset("sabra"), 1500
    cells: Counter[tuple[str, int]] = Counter()
    for number in range(count):
        order = chance(rules.deal, rules.tiles, seats=2, seed=number.to_bytes(32, "big")).order
        cells.update((str(tile), place // 10) for place, tile in enumerate(order) if place < 100)
    tiles = Counter(str(tile) for tile in rules.tiles)
    chi = free = 0.0
    for tile, copies in tiles.items():
        expected = count * copies * 10 / len(rules.tiles)
        chi += sum((cells[tile, block] - expected) ** 2 / expected for block in range(10))
        free += 9

    assert abs(chi - free) / (2 * free) ** 0.5 < 4
