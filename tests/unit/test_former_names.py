"""Public names that changed keep their former name for one release."""

from tilerummy.melds import meld


def test_numbered_tiles_of_a_meld_were_naturals() -> None:
    for written in ("k3 k4 *k5", "k7 b7 *7"):
        assert meld(written).naturals == meld(written).numbered
