"""The key that signs the cookies."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tilerummy.server.store.folder import close_to_others

KEY = "TILERUMMY_KEY"
"""The environment variable that may hold the key, in hexadecimal."""


def cookie_key(data: Path, *, shared: bool = False) -> bytes:
    """Return the key from the environment or the folder *data*, where one is made if needed.

    Several servers need the same key, so one that is *shared* must be in the environment. Raises
    ValueError, with where it is from, for one that is no key or too short.
    """
    if text := os.environ.get(KEY, ""):
        message = f"the variable {KEY} holds no key of at least 64 hexadecimal digits"
    elif shared:
        raise ValueError(
            f"servers that share a database need the same key: put 64 hexadecimal digits into {KEY}"
            " for all of them, as `openssl rand -hex 32` writes"
        )
    else:
        path = data / "key"
        if not path.exists():
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "w") as file:
                file.write(secrets.token_hex(32))
        close_to_others(path)
        text = path.read_text(errors="replace")
        message = (
            f"{path} holds no key of at least 64 hexadecimal digits; without that file a new key is"
            " made, and nobody is known by an old cookie"
        )
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) < 32:
        raise ValueError(message)
    return key
