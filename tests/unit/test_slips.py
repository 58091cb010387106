"""Beginners' mistakes, such as strings instead of values, cause helpful errors."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from tests.unit.test_public_functions import K123, SABRA, called

from tilerummy import melds, tiles
from tilerummy.melds import table
from tilerummy.records import Record, audit, read_record
from tilerummy.round import Round
from tilerummy.state import Declare, Discard, Draw, Foul, GoOut, Play, TimeOut

R123 = tiles.rack("r1 r2 r3")
T123 = table(K123)


@pytest.mark.parametrize(
    ("message", "slip"),
    [
        (r'tile\("k7"\) or Tile.of\("k", 7\), not Tile\(\'k\', 7\)', called(tiles.Tile, "k", 7)),
        ("not Tile\\('k7',\\)", called(tiles.Tile, "k7")),
        ("not Tile\\(\\)", called(tiles.Tile)),
        ("not 7, 'k'", called(tiles.Tile.of, 7, "k")),
        ("not 'k', 27", called(tiles.Tile.of, "k", 27)),
        ("not 'k', '7'", called(tiles.Tile.of, "k", "7")),
        (r'rack\("k1 k2 \*"\), not \[\'k1\'\]', called(tiles.Rack, ["k1"])),
        (r'rack\("k1 k2 \*"\), not \'k1 k2\'', called(tiles.Rack, "k1 k2")),
        (r'rack\("k1 k2 \*"\), not 5', called(tiles.Rack, 5)),
        ("tiles, .* not 'r1'", lambda: "r1" in cast(Any, R123)),
        ("consists of tiles, .* not 'r1'", lambda: cast(Any, R123).count("r1")),
        ("contains melds, .* not 'k1 k2 k3'", lambda: cast(Any, T123).count(K123)),
        (r"table\(.*not , 'k1 k2 k3'", called(Play, table(""), K123)),
        (r"table\(.*not \('k1',\), k1 k2 k3", called(Play, ("k1",), T123)),
        (r"Source.POOL\), not 'pool'", called(Draw, "pool")),
        (r"tile\(\"k7\"\), not 'k1'", called(Discard, "k1")),
        (r"tile\(\"k7\"\), not 7", called(Declare, 7)),
        (r"tile\(\"k7\"\), not 'k1'", called(GoOut, (), "k1")),
        (r"read_action\(.*not 'k1 k2 k3'", called(GoOut, K123, tiles.tile("k1"))),
        (r"read_action\(.*not \('k1 k2 k3',\)", called(TimeOut, (K123,))),
        (r"read_action\(.*not \(Draw", called(Foul, Draw())),
        ("not 'k1 k2 k3'", lambda: repr(cast(Any, melds.Run)(K123))),
        ("not 'k1 k2 k3'", lambda: repr(cast(Any, melds.Group)(K123))),
        ("read text first, .* not 'k1 k2 k3'", lambda: melds.fits(cast(Any, melds.Run)(K123))),
        (r"tiles.numbers is a number, not '13'", called(tiles.TileSet, numbers="13")),
        (r"tiles.copies is a number, not 2.0", called(tiles.TileSet, copies=2.0)),
        (r"one_high is True or False, not 'no'", called(tiles.TileSet, one_high="no")),
        (r"not \(r1, r2, r3, 'r', '1'\)", lambda: cast(Any, R123) + "r1"),
        ("not 'r1'", lambda: cast(Any, R123) - "r1"),
        ("not 'r1'", lambda: cast(Any, R123) & "r1"),
        ("not 'r1'", lambda: cast(Any, R123) >= "r1"),
        ("not 'r1'", lambda: cast(Any, R123) <= "r1"),
        (r'table\("k1 .*"\), not \[\'k1 k2 k3\'\]', called(melds.Table, [K123])),
        (r'table\("k1 .*"\), not \'k1 k2 k3\'', called(melds.Table, K123)),
        ("melds, .* not 'k1 k2 k3'", lambda: K123 in cast(Any, T123)),
        ("not 'k1 k2 k3'", lambda: cast(Any, T123) + K123),
        ("not 'k1 k2 k3'", lambda: cast(Any, T123) - K123),
        ("not 'k1 k2 k3'", lambda: cast(Any, T123) >= K123),
        ("names, .* not 'AB'", lambda: Round("sabra", seed=1).record("AB")),
        ("names, .* not 'AB'", called(Record.of, SABRA, "AB")),
        (r'Path\("evening.rummy"\), not 5', called(read_record, 5)),
        (r"Path\('evening.rummy'\)", called(read_record, "evening.rummy")),
        (r"Path\('evening.rummy'\)", called(audit, "evening.rummy")),
    ],
)
def test_a_mistake_gets_a_helpful_error(message: str, slip: Callable[[], object]) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        slip()
