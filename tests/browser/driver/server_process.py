"""A separate server process for the robots, which can be killed and restarted."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.servers.ports import free_port

QUICK = "tests.browser.driver.quick_server"
ROOT = Path(__file__).parents[3]


@dataclass
class ServerProcess:
    """A server with *more* options. It stores its data in *folder*, always at the same port."""

    folder: Path
    more: tuple[str, ...] = ()
    port: int = field(default_factory=free_port)

    @property
    def url(self) -> str:
        """The URL of the server's home page, without a final slash."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, and wait until it responds. Raises AssertionError with its log if not.

        The server trusts the client addresses that robots send."""
        command = [sys.executable, "-m", QUICK, "serve", "--no-open", "--workers", "1"]
        command += ["--trusted-proxy", "127.0.0.1", *self.more]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port), "--data", str(self.folder)],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=ROOT,
            )
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        self.kill()
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Suspend the server process for the duration of the context."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill the server process with SIGKILL, and wait until it has ended."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End the server process with SIGTERM, and wait until it has shut down."""
        self._process.terminate()
        self._process.wait(20)
