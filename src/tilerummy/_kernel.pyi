def lay(
    numbers: int,
    colours: int,
    high: bool,
    need: bytes,
    spare: bytes,
    jokers_need: int,
    jokers_spare: int,
    per_tile: int,
    per_point: int,
    per_joker: int,
    runs: bytes,
    groups: bytes,
    at_least: int,
    floor: int,
    budget: int,
) -> tuple[bool, bool, int, int, bytes, bytes, bytes]:
    """
    Return whether it can be laid, whether that is proven, its worth, how many old melds
    are left as they are and which, and five bytes for every cell.
    """
