"""The notice shown when the compiled kernel is missing, which is optional and easily missed."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Final

NO_KERNEL: Final = (
    "The C++ kernel is missing: hints and strong computer players take longer, the master plays as"
    " an expert, and reviews say only what is certain. Install a C++20 compiler, then tilerummy"
    " again; pip install --verbose says why the kernel was left out."
)


class MissingKernelWarning(RuntimeWarning):
    """The solver runs without its compiled kernel, many times slower."""


def suppress_warning() -> None:
    """Do not warn in this process: the notice has been shown."""
    warnings.simplefilter("ignore", MissingKernelWarning)


@cache
def warn_once() -> None:
    """Warn that there is no kernel, the first time that it is called."""
    warnings.warn(NO_KERNEL, MissingKernelWarning, stacklevel=2)
