"""Runs the ``tilerummy`` command for ``python -m tilerummy``."""

from tilerummy.cli import main

main()
