"""Counts the tiles in messages, and finds those that must stay hidden from a seat."""

from __future__ import annotations

from collections.abc import Iterator

UNSEEN = "?"


def count_tiles(game: dict[str, object]) -> int:
    """Return the number of tiles on the table, in the pool, on the racks and face up."""
    table, hands, pool = game["table"], game["hands"], game["pool"]
    assert isinstance(table, list)
    assert isinstance(hands, list)
    assert isinstance(pool, int)
    free = game.get("free") or []
    assert isinstance(free, list)
    return pool + len(free) + sum(len(_tiles(meld)) for meld in table) + sum(map(_held, hands))


def _held(hand: dict[str, object]) -> int:
    tiles = hand["tiles"]
    assert isinstance(tiles, int)
    return tiles


def _tiles(meld: object) -> list[str]:
    return str(meld).split()


def hidden_from(game: dict[str, object], seat: int | None) -> Iterator[str]:
    """Yield the hidden tiles that a view of *seat* reveals while the round is played."""
    if game.get("result") is not None:
        return
    if seat is None and game.get("rack"):
        yield f"a rack: {game['rack']}"
    for number, hand in enumerate(_list(game["hands"])):
        if isinstance(hand, dict) and "rack" in hand and number != seat:
            yield f"the rack of seat {number}"


def shown_to(entry: dict[str, object], seat: int | None) -> Iterator[str]:
    """Yield the tiles drawn by or dealt to other seats that an entry reveals to *seat*."""
    for event in _list(entry.get("events") or []):
        if not isinstance(event, dict) or event.get("type") != "Drew":
            continue
        tiles = _tiles(event.get("tiles", ""))
        hidden = event.get("source") == "pool" and event.get("seat") != seat
        if hidden and any(not tile.startswith(UNSEEN) for tile in tiles):
            yield f"the draw of seat {event.get('seat')}: {' '.join(tiles)}"


def agree(one: object, other: object) -> bool:
    """Return whether two forms differ only in hidden details."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(agree(one[key], other[key]) for key in one.keys() & other.keys())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    if isinstance(one, str) and isinstance(other, str) and UNSEEN in one + other:
        return True
    return one == other


def _list(value: object) -> list[object]:
    assert isinstance(value, list), value
    return value
