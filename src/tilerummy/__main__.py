"""``python -m tilerummy`` is the command ``tilerummy``."""

from tilerummy.cli import main

main()
