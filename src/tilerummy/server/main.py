"""Starts and stops a server, with its data folder, worker processes and listening socket."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from tilerummy.message_text import install_command, joined
from tilerummy.server.asgi.application import Application, build
from tilerummy.server.asgi.middleware import local_host_names
from tilerummy.server.asgi.server import listen_on, max_connections, serve
from tilerummy.server.clock import Clock
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.ops import logs
from tilerummy.server.ops.cookie_key import cookie_key
from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.ops.telemetry import Tracer, telemetry
from tilerummy.server.ops.tuning import collect_when_idle, tune
from tilerummy.server.push.service import is_installed
from tilerummy.server.rooms.ports import RoomServices, Timings
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.services import Services
from tilerummy.server.settings import Config, PushSettings, PushSettingsError, Settings
from tilerummy.server.startup_banner import open_browser, startup_banner
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.folder import FolderInUseError, lock_folder
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import StoreOpenError, UnreachableError
from tilerummy.server.workers.pool import WorkerPool

METRICS_TOKEN = "TILERUMMY_METRICS_TOKEN"
"""The environment variable for the token that is needed to read the metrics from other machines."""
PUSH_KEY = "TILERUMMY_PUSH_KEY"
"""The environment variable for the private key that signs push messages."""
MAX_WRITE_DELAY = 0.002
"""How long a commit waits for other writes to join it, in seconds."""
WARM_UP_AFTER = 1.0
"""The delay before the workers are started, in seconds; the first job starts them immediately."""
DATABASE_WAIT = 60.0
"""How long a starting server waits for an unreachable database, in seconds."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
"""The shortest and longest delay between two attempts to reach the database, in seconds."""


def run(config: Config, say: Callable[[str], None]) -> int:
    """Run a server until SIGINT or SIGTERM, and return the exit status."""
    try:
        listening = listen_on(config.host, config.port)
    except OSError as error:
        say(f"Cannot listen on {config.host}, port {config.port}: {error.strerror}.")
        say("Is a server already running? Choose another port with --port.")
        return 1
    with ExitStack() as stack:
        stack.enter_context(listening)
        logs.send_logs_to(level=logs.INFO if config.logs else logs.WARNING)
        try:
            config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            stack.enter_context(lock_folder(config.data))
            tracer = stack.enter_context(telemetry(os.environ, say))
            port = listening.getsockname()[1]
            app, pool = _application(config, tracer, port, say)
        except PushSettingsError as error:
            say(f"Players cannot be notified of their turns: {error}.")
            say(f"Check {PUSH_KEY} and --push-contact, or omit both.")
            return 1
        except (StoreOpenError, FolderInUseError, OSError, ValueError) as error:
            say(f"Games cannot be saved in {config.location}: {error}.")
            return 1
        about = app.state.services.store.database.about
        logs.log_event("starts", version=about.software)
        for weakness in about.weaknesses:
            say(f"Warning: {weakness}.")
            logs.log_event("weak_store", logs.WARNING, kind=weakness)
        say(startup_banner(config, port))
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                started = runner.run(_serve(app, pool, config, listening))
        finally:
            pool.close()
        say("All games are saved. Start the server again to continue them.")
    return 0 if started else 1


@contextmanager
def _signals_to_end(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call *handler* on SIGINT and SIGTERM within the context."""
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


async def _serve(
    app: Application, pool: WorkerPool, config: Config, listening: socket.socket
) -> bool:
    """Run the server, opening a browser if configured, and return whether the server started."""
    services: Services = app.state.services
    tasks = [
        asyncio.create_task(_warm_up(pool)),
        asyncio.create_task(open_browser(config, listening.getsockname()[1])),
        asyncio.create_task(collect_when_idle(lambda: not len(services.connections))),
    ]
    tune()
    try:
        with _signals_to_end(lambda *_: None):  # the server raises the signals again in the end
            # hand off the rooms first, so that reconnecting players find them on another node
            return await serve(app, services.settings, listening, services.rooms.close)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _warm_up(pool: WorkerPool) -> None:
    """Start the workers, after a delay during which disconnected clients can reconnect."""
    await asyncio.sleep(WARM_UP_AFTER)
    await pool.warm()


def _application(
    config: Config, tracer: Tracer, port: int, say: Callable[[str], None]
) -> tuple[Application, WorkerPool]:
    """Create the application and its worker pool."""
    settings = Settings(
        key=cookie_key(config.data, shared=config.shared),
        now=config.now,
        clock=config.clock,
        public_url=config.public_url,
        proxies=config.proxies,
        origins=config.origins,
        retention_ms=config.retention_days * 24 * 60 * 60 * 1000,
        hosts=(*config.hosts, *local_host_names()),
        metrics_token=os.environ.get(METRICS_TOKEN, ""),
        database=bool(config.database),
        connections=max_connections(),
        offline=config.offline,
        push=_push_settings(config, say),
    )
    store = _store(config, say)
    metrics = PrometheusMetrics()
    pool = WorkerPool(metrics, config.workers, tracer=tracer)
    clock = Clock(config.now)

    def on_append(result: str, milliseconds: int) -> None:
        metrics.count("appends", result)
        metrics.observe("append", milliseconds / 1000)

    services = RoomServices(
        store=store,
        clock=clock,
        workers=pool,
        entropy=secrets.token_bytes,
        timings=Timings().scaled(config.bot_delay),
        ownership=_node(config, store, clock, port),
        on_append=on_append,
        tracer=tracer,
    )
    return build(Rooms(services), settings, metrics), pool


def _push_settings(config: Config, say: Callable[[str], None]) -> PushSettings | None:
    """Return the settings for push messages, or None if they cannot be sent."""
    key = os.environ.get(PUSH_KEY, "")
    lacks = [
        *([] if config.contact else ["--push-contact, or a --public-url with https"]),
        *([] if is_installed() else [install_command("push")]),
    ]
    if lacks and (key or config.push_contact or config.push_services):
        say(f"Warning: players cannot be notified of their turns without {joined(lacks)}.")
    if lacks:
        return None
    return PushSettings(contact=config.contact, key=key, services=config.push_services)


def _store(config: Config, say: Callable[[str], None]) -> Store:
    """Open the store. If its database is unreachable, wait up to ``DATABASE_WAIT`` seconds.

    Raises StoreOpenError if the store cannot be opened.
    """
    deadline, pause = config.clock() + DATABASE_WAIT, FIRST_PAUSE
    with _signals_to_end(lambda *_: sys.exit(0)):
        while True:
            try:
                store = open_store(
                    config.store_url, config.now, max_delay=MAX_WRITE_DELAY, shared=config.shared
                )
            except UnreachableError as error:
                if config.clock() + pause > deadline:
                    raise
                if pause == FIRST_PAUSE:
                    say(f"{error}. Trying again for up to {DATABASE_WAIT:.0f} seconds.")
                    logs.log_event("database_lost", logs.WARNING)
            else:
                if pause > FIRST_PAUSE:
                    logs.log_event("database_found", logs.WARNING)
                return store
            _wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _wait(seconds: float) -> None:
    threading.Event().wait(seconds)


def _node(config: Config, store: Store, clock: Clock, port: int) -> NodeOwnership:
    """Create this process's NodeOwnership, with a new node name."""
    # every restart needs a new name, because the leases of the previous process are lost
    name = f"{socket.gethostname()}.{os.getpid()}.{secrets.token_hex(4)}"
    host = socket.gethostname() if config.host in ("", "0.0.0.0", "::") else config.host
    url = config.node_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"
    return NodeOwnership(store.leases, clock, name, url, single_server=not config.shared)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return a function that creates the fastest event loop available, from uvloop if installed."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
