"""Runs a command in a real terminal, and types into it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path


class Keyboard:
    """A user at a real terminal with 80 columns and 24 lines, running a command."""

    def __init__(self, arguments: list[str], home: Path, **environment: str) -> None:
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
        env = {**os.environ, "XDG_DATA_HOME": str(home), **size, **environment}
        command = [sys.executable, "-m", "tilerummy", *arguments]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=env
        )
        os.close(theirs)
        self.seen = ""

    def until(self, text: str, key: str = "") -> str:
        """Return the output up to *text*, pressing *key* repeatedly until it appears.

        Input before the command waits for a key is lost, so once may not be enough.
        """
        deadline = time.monotonic() + 120
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            os.write(self.terminal, key.encode())
            while text not in self.seen and select.select([self.terminal], [], [], 0.3)[0]:
                self.seen += os.read(self.terminal, 65536).decode(errors="replace")
        shown, _, self.seen = self.seen.partition(text)
        return shown + text

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{line}\n".encode())

    def leaves_with(self, key: str = "") -> int:
        """Press *key* until the command has ended, and return the exit status."""
        deadline = time.monotonic() + 20
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.seen
            if key:
                os.write(self.terminal, key.encode())
            time.sleep(0.05)
        os.close(self.terminal)
        return self.process.returncode
