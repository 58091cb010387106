"""Creates the startup banner, which shows the server's addresses, and opens a browser."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser

from tilerummy.server.settings import DEFAULT_PORT, Config


def startup_banner(config: Config, port: int) -> str:
    """Return the text shown when the server starts."""
    lines = [f"Tile Rummy is at {local_url(config, port)}"]
    if config.public_url:
        lines.append(f"Players reach it at {config.public_url}")
    elif config.host in ("0.0.0.0", "::") and (address := _lan_address()):
        lines.append(f"Other devices on this network: http://{address}:{port}")
    elif config.host in ("127.0.0.1", "localhost", "::1"):
        again = "--lan" if config.port in (0, DEFAULT_PORT) else f"--lan --port {config.port}"
        lines.append(f"Only this machine can reach it; {again} lets phones on this network join.")
    lines += [f"Games are saved in {config.location}", "Press Ctrl+C to stop."]
    return "\n".join(lines)


def local_url(config: Config, port: int) -> str:
    """Return the server's URL for use on this machine."""
    host = "127.0.0.1" if config.host == "0.0.0.0" else config.host
    host = "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}"


def _lan_address() -> str:
    """Return this machine's address on the local network, or "", without sending any packets."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


async def open_browser(config: Config, port: int) -> None:
    """Open a browser if ``config.show`` is True or, by default, if this machine is a desktop."""
    if config.show is False or (config.show is None and not _desktop()):
        return
    await asyncio.to_thread(webbrowser.open, local_url(config, port))


def _desktop() -> bool:
    """Return whether the user would see a browser window opened on this machine."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
