"""Runs the command ``tilerummy`` for ``python -m tilerummy``."""

from tilerummy.cli import main

main()
