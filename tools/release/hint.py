"""A first hint from an installed package, which must have its kernel; cibuildwheel runs this."""

from __future__ import annotations

from tilerummy import Round, hint
from tilerummy.solver import HAS_KERNEL


def main() -> None:
    """Print the kind of a hint in a new round. Raises RuntimeError if there is no kernel."""
    if not HAS_KERNEL:
        raise RuntimeError("tilerummy is installed without its kernel")
    game = Round("sabra", seats=2, seed=1)
    print(hint(game.rules, game.view(game.to_move)).advice.value)


if __name__ == "__main__":
    main()
