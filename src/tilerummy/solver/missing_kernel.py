"""The message shown when the optional compiled kernel is missing."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Final

NO_KERNEL: Final = (
    "The C++ kernel is missing: hints and strong computer players take longer, the master plays as"
    " an expert, and reviews list only proven errors. Install a C++20 compiler, then reinstall"
    " tilerummy; pip install --verbose shows why the kernel was left out."
)


class MissingKernelWarning(RuntimeWarning):
    """The warning that the compiled kernel is missing, so the solver is many times slower."""


def suppress_warning() -> None:
    """Disable the warning in this process, because the message has already been shown."""
    warnings.simplefilter("ignore", MissingKernelWarning)


@cache
def warn_once() -> None:
    """Warn that the kernel is missing. Only the first call has an effect."""
    warnings.warn(NO_KERNEL, MissingKernelWarning, stacklevel=2)
