"""A server that runs: its data, its processes, its socket, and how it ends."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw
import uvicorn
from starlette.applications import Starlette

from tilerummy.players import PLAYERS
from tilerummy.server.app import build
from tilerummy.server.http.middleware.host_check import of_this_machine
from tilerummy.server.http.transport import HttpProtocol
from tilerummy.server.messages.names import look_alike
from tilerummy.server.ops import descriptors, logs
from tilerummy.server.ops.connection_limits import ConnectionBounds
from tilerummy.server.ops.prometheus import Metrics
from tilerummy.server.ops.tuning import collect_when_idle, tune
from tilerummy.server.rooms.clock.loop_clock import LoopClock
from tilerummy.server.rooms.directory.rooms import Rooms
from tilerummy.server.rooms.ports import Pace
from tilerummy.server.rooms.services import RoomServices
from tilerummy.server.settings import FRAME, KEEP_DAYS, Settings
from tilerummy.server.store import FolderInUseError, SqliteStore, lock_folder
from tilerummy.server.store.sql.schema import Failure, UnknownSchemaError
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.services import QuestionWorkers, RoomWorkers
from tilerummy.server.ws.transport import WebSocketProtocol

KEY = "TILERUMMY_KEY"
"""The environment variable that may hold the key of the cookies, in hexadecimal."""
METRICS_TOKEN = "TILERUMMY_METRICS_TOKEN"
"""The environment variable that may hold what others show who read the figures."""
LINGER = 0.002
"""How many seconds a commit waits for others to go with it."""
WARM = 1.0
"""After how many seconds the workers are started, if nobody has asked them anything before."""
SEND_BUFFER = 128 * 1024
"""How many bytes of a connection may wait in the kernel."""
DRAIN = 5
"""How many seconds there are for what is under way when the server ends."""
PING, PONG = 10.0, 15.0
"""How often, in seconds, a quiet peer is asked whether it is there, and how long it may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server is to run, as it was asked for; *now* and *clock* are as in its settings."""

    data: Path
    now: Callable[[], int]
    clock: Callable[[], float]
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    keep: int = KEEP_DAYS
    workers: int | None = None
    hosts: tuple[str, ...] = ()
    show: bool | None = None
    logs: bool = False


def run(plan: Config, say: Callable[[str], None]) -> int:
    """Run a server until it is told to end, by SIGINT or SIGTERM, and return the exit status."""
    try:
        listening = listening_at(plan.host, plan.port)
    except OSError as error:
        say(f"Nobody can listen on {plan.host}, port {plan.port}: {error.strerror}.")
        say("Is it running already? Take another one with --port.")
        return 1
    with ExitStack() as held:
        held.enter_context(listening)
        try:
            plan.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            held.enter_context(lock_folder(plan.data))
            app, pool = _made(plan)
        except (*Failure, FolderInUseError, UnknownSchemaError, ValueError) as error:
            say(f"The tables cannot be kept in {plan.data}: {error}.")
            return 1
        logs.send_logs_to(level=logs.INFO if plan.logs else logs.WARNING)
        say(_welcome(plan, listening.getsockname()[1]))
        server = _Server(configured(app))
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                runner.run(_serve(server, pool, plan, listening))
        finally:
            pool.close()
        say("The tables are kept; they go on when the server does.")
    return 0 if server.started else 1


class _Server(uvicorn.Server):
    """Ends when it is told to, and then leaves it to others to end the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals to end for as long as it runs."""
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def _serve(
    server: uvicorn.Server, pool: WorkerPool, plan: Config, listening: socket.socket
) -> None:
    """Serve, and show the page once it is there."""
    warming = asyncio.create_task(_warmed(pool))
    showing = asyncio.create_task(_show(plan, listening.getsockname()[1]))
    tidying = asyncio.create_task(collect_when_idle(lambda: not server.server_state.connections))
    tune()
    try:
        await server.serve([listening])
    finally:
        for task in (warming, showing, tidying):
            task.cancel()
        await asyncio.gather(warming, showing, tidying, return_exceptions=True)


async def _warmed(pool: WorkerPool) -> None:
    """Start the workers, after those who were cut off have come back."""
    await asyncio.sleep(WARM)
    await pool.warm()


def _made(plan: Config) -> tuple[Starlette, WorkerPool]:
    """Return the application and its worker pool."""
    settings = Settings(
        key=_key(plan.data),
        now=plan.now,
        clock=plan.clock,
        public_url=plan.public_url,
        proxies=plan.proxies,
        origins=plan.origins,
        keep=plan.keep * 24 * 60 * 60 * 1000,
        hosts=(*plan.hosts, *of_this_machine()),
        metrics_token=os.environ.get(METRICS_TOKEN, ""),
        bounds=ConnectionBounds(most=descriptors.connections(descriptors.raise_limit())),
    )
    file = plan.data / "tables.sqlite"
    try:
        store = SqliteStore(file, plan.now, linger=LINGER)
    except apsw.Error as error:
        raise ValueError(f"{file} cannot be opened as a database ({error})") from error
    metrics = Metrics()
    pool = WorkerPool(plan.workers, metrics)
    world = RoomServices(
        store=store,
        clock=LoopClock(plan.now),
        workers=RoomWorkers(pool),
        entropy=secrets.token_bytes,
        levels=tuple(PLAYERS),
        pace=Pace(),
    )

    logs.log_event("starts", version=apsw.sqlite_lib_version())
    rooms = Rooms(world, same=look_alike)
    return build(rooms, store, settings, QuestionWorkers(pool), metrics=metrics), pool


def _key(data: Path) -> bytes:
    """Return the key of the cookies, from the environment or the data, made if there is none.

    Raises ValueError, with where it is from, for one that is none or too short.
    """
    if text := os.environ.get(KEY, ""):
        told = f"the variable {KEY} holds no key of at least 64 hexadecimal digits"
    else:
        path = data / "key"
        if not path.exists():
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "w") as file:
                file.write(secrets.token_hex(32))
        text = path.read_text(errors="replace")
        told = (
            f"{path} holds no key of at least 64 hexadecimal digits; without that file a new key is"
            " made, and nobody is known by an old cookie"
        )
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) < 32:
        raise ValueError(told)
    return key


def listening_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with its protocol named, what is accepted sends small answers at once
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # whoever reads slowly is to be noticed before megabytes wait in the kernel
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listening.bind((host, port))
        listening.listen(2048)
        listening.setblocking(False)  # noqa: FBT003 - sockets take it by position alone
    except OSError:
        listening.close()
        raise
    return listening


def configured(app: Starlette) -> uvicorn.Config:
    """Return how the application is served: every limit of the transport is set here."""
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=DRAIN,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return what makes the fastest loop there is."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def _welcome(plan: Config, port: int) -> str:
    """Return what is said at the start: where to play."""
    lines = [f"Tile Rummy is at {local(plan, port)}"]
    if plan.public_url:
        lines.append(f"People reach it at {plan.public_url}")
    elif plan.host in ("0.0.0.0", "::") and (address := _lan_address()):
        lines.append(f"Phones and others in this network: http://{address}:{port}")
    elif plan.host in ("127.0.0.1", "localhost", "::1"):
        lines.append("Only this machine can reach it; --lan lets phones in this network in.")
    lines += [f"Everything is kept in {plan.data}", "Ctrl+C ends it."]
    return "\n".join(lines)


def local(plan: Config, port: int) -> str:
    """Return the address of the page on this machine."""
    host = "127.0.0.1" if plan.host == "0.0.0.0" else plan.host
    host = "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}"


def _lan_address() -> str:
    """Return the address of this machine in its network, or nothing; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


async def _show(plan: Config, port: int) -> None:
    """Open the page in the browser, if that is wished, or there is a desktop and nobody says no."""
    if plan.show is False or (plan.show is None and not _desktop()):
        return
    await asyncio.to_thread(webbrowser.open, local(plan, port))


def _desktop() -> bool:
    """Return whether somebody sits in front of this machine and could see a browser."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
