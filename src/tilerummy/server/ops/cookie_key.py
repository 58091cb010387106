"""The key for signing cookies."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tilerummy.server.store.folder import close_to_others

KEY = "TILERUMMY_KEY"
"""The environment variable that contains the key in hexadecimal."""


def cookie_key(data: Path, *, shared: bool = False) -> bytes:
    """Return the key from the environment or the folder *data*; create it there if it is missing.

    If *shared* is true, the key must be set in the environment, because servers that share a
    database need the same key. Raises ValueError, with a message that mentions the
    key's source, if the key is invalid or too short.
    """
    if text := os.environ.get(KEY, ""):
        message = f"the variable {KEY} is not a key of at least 64 hexadecimal digits"
    elif shared:
        raise ValueError(
            f"servers that share a database need the same key: set {KEY} for all servers to 64"
            " hexadecimal digits, for example from `openssl rand -hex 32`"
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
            f"{path} is not a key of at least 64 hexadecimal digits; if you delete the file, the"
            " server creates a new key, and all guests lose their accounts"
        )
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) < 32:
        raise ValueError(message)
    return key
