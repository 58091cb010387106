"""Who we are to a NATS server, and that nobody else gets to know it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import subprocess
import time
from pathlib import Path

import nkeys
import pytest
from tests.server.bus.hearing import Heard, heard_from, until
from tests.support.servers.nats import nats_server

from tilerummy.server.bus import BusOpeningError, open_bus
from tilerummy.server.bus.address import read_address

pytestmark = pytest.mark.anyio


def test_an_address() -> None:
    address = read_address("nats://us%40er:pass%2Fword@one,[::1]:5222,three:6222")
    assert address.servers == ("nats://one:4222", "nats://[::1]:5222", "nats://three:6222")
    assert (address.user, address.password, address.token) == ("us@er", "pass/word", "")
    assert not address.encrypted
    assert "pass" not in repr(address)


def test_a_token_and_tls() -> None:
    address = read_address("tls://t0ken@one?hostname=bus.example")
    assert (address.user, address.token, address.hostname) == ("", "t0ken", "bus.example")
    assert address.servers == ("tls://one:4222",)
    assert address.encrypted
    assert "t0ken" not in repr(address)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis://one", "a bus is nats://… or tls://…"),
        ("nats://", "names no server"),
        ("nats://u:secret@one,", "names no server"),
        ("nats://u:secret@one:many", "names no server, or one with a strange port"),
        ("nats://u:secret@one/path", "no path"),
        ("nats://u:secret@one?colour=red", "no option colour; there are credentials, ca"),
        ("nats://u:secret@one?credentials=nowhere", "nowhere, the credentials, cannot be read"),
        ("tls://u:secret@one?ca=nowhere", "nowhere, the ca, cannot be read"),
        ("tls://u:secret@one?ca=pyproject.toml", "certificates of the bus cannot be used"),
    ],
)
def test_an_address_of_no_use_says_why_without_the_password(url: str, reason: str) -> None:
    with pytest.raises(BusOpeningError, match=reason) as raised:
        open_bus(url)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("config", "who", "wrong"),
    [
        ("user: tiles, password: secret", "tiles:secret@", "tiles:guess@"),
        ("token: secret", "secret@", "guess@"),
    ],
)
async def test_who_is_not_known_is_not_let_in(config: str, who: str, wrong: str) -> None:
    with nats_server(f"authorization {{ {config} }}\n") as server:
        one, two = (open_bus(f"nats://{who}{server.place}") for _ in range(2))
        nobody = open_bus(f"nats://{wrong}{server.place}")
        heard, spied = Heard(), Heard()
        await two.subscribe("a.*", heard)
        await nobody.subscribe("a.*", spied)
        await heard_from(one, "a.b", heard)
        one.publish("a.b", b"racks")
        await until(lambda: heard.payloads == [b"racks"])
        assert not nobody.connected
        assert spied.messages == []
        for bus in (one, two, nobody):
            await bus.close()


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority, and certificates of it for a server and a client, all for 127.0.0.1."""
    folder = tmp_path_factory.mktemp("certificates")

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout")
    openssl("req", "-x509", *key, "ca.key", "-out", "ca.pem", "-subj", "/CN=bus", "-days", "2")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:bus.example\n")
    for name in ("server", "client"):
        openssl("req", *key, f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        openssl(
            *("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key"),
            *("-CAcreateserial", "-days", "2", "-extfile", "names", "-out", f"{name}.pem"),
        )
    return folder


async def test_tls_with_certificates_of_both_sides(certificates: Path) -> None:
    files = {name: certificates / f"{name}" for name in ("ca.pem", "server.pem", "server.key")}
    config = (
        f"tls {{ cert_file: '{files['server.pem']}', key_file: '{files['server.key']}',"
        f" ca_file: '{files['ca.pem']}', verify: true }}\n"
    )
    ours = f"?ca={certificates}/ca.pem&cert={certificates}/client.pem&key={certificates}/client.key"
    with nats_server(config) as server:
        one, two = (open_bus(f"tls://{server.place}{ours}") for _ in range(2))
        without_ours = open_bus(f"tls://{server.place}?ca={certificates}/ca.pem")
        strange_server = open_bus(f"tls://{server.place}")
        other_name = open_bus(f"tls://{server.place}{ours}&hostname=other.example")
        named = open_bus(f"tls://{server.place}{ours}&hostname=bus.example")
        heard = Heard()
        await two.subscribe("a.*", heard)
        for bus in (without_ours, strange_server, other_name, named):
            bus.publish("a.b", b"x")
        await heard_from(one, "a.b", heard)
        await until(lambda: named.connected)
        assert not any(bus.connected for bus in (without_ours, strange_server, other_name))
        for bus in (one, two, named, without_ours, strange_server, other_name):
            await bus.close()


async def test_what_asks_for_tls_tells_nothing_to_a_server_without_it() -> None:
    """Somebody between both could take the word TLS out of what the server says first."""
    received = bytearray()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id": "x", "max_payload": 1048576, "auth_required": true}\r\n')
        while data := await reader.read(1000):
            received.extend(data)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        tls, plain = (open_bus(f"{kind}://tiles:secret-{kind}@{place}") for kind in ("tls", "nats"))
        tls.publish("a.b", b"racks")
        await asyncio.sleep(1)
        assert received == b""
        plain.publish("a.b", b"racks")
        await until(lambda: b"secret-nats" in received)  # the server of this test would notice
        await tls.close()
        await plain.close()
    assert b"secret-tls" not in received


async def test_credentials(tmp_path: Path) -> None:
    """A file as NATS writes it, with a signed statement of who we are and the key of it."""
    operator, account, user, stranger = (
        nkeys.from_seed(bytearray(nkeys.encode_seed(bytes([n]) * 32, prefix)))
        for n, prefix in (
            (1, nkeys.PREFIX_BYTE_OPERATOR),
            (2, nkeys.PREFIX_BYTE_ACCOUNT),
            (3, nkeys.PREFIX_BYTE_USER),
            (4, nkeys.PREFIX_BYTE_USER),
        )
    )
    of_account = signed(account, operator, "account")
    config = (
        f"operator: {signed(operator, operator, 'operator')}\n"
        f"resolver: MEMORY\n"
        f"resolver_preload: {{ {account.public_key.decode()}: {of_account} }}\n"
    )
    ours = credentials(tmp_path / "ours", signed(user, account, "user"), user)
    other = credentials(tmp_path / "other", signed(user, account, "user"), stranger)
    with nats_server(config) as server:
        one, two = (open_bus(f"{server.url}?credentials={ours}") for _ in range(2))
        thief, heard = open_bus(f"{server.url}?credentials={other}"), Heard()
        await two.subscribe("a.*", heard)
        thief.publish("a.b", b"x")
        await heard_from(one, "a.b", heard)
        assert not thief.connected
        for bus in (one, two, thief):
            await bus.close()


def signed(subject: nkeys.KeyPair, issuer: nkeys.KeyPair, kind: str) -> str:
    """Return a statement of NATS, version 2, about somebody."""

    def packed(data: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")

    claims = {
        "iat": int(time.time()) - 10,
        "iss": issuer.public_key.decode(),
        "name": kind,
        "sub": subject.public_key.decode(),
        "nats": {"type": kind, "version": 2, **LIMITS.get(kind, {})},
    }
    claims["jti"] = base64.b32encode(hashlib.sha256(json.dumps(claims).encode()).digest()).decode()
    text = f"{packed({'typ': 'JWT', 'alg': 'ed25519-nkey'})}.{packed(claims)}"
    signature = base64.urlsafe_b64encode(issuer.sign(text.encode())).decode().rstrip("=")
    return f"{text}.{signature}"


LIMITS: dict[str, dict[str, object]] = {
    "account": {
        "limits": {
            **dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), -1),
            "wildcards": True,
        }
    },
    "user": {"subs": -1, "data": -1, "payload": -1},
}


def credentials(path: Path, statement: str, key: nkeys.KeyPair) -> Path:
    path.write_text(
        f"-----BEGIN NATS USER JWT-----\n{statement}\n------END NATS USER JWT------\n\n"
        f"-----BEGIN USER NKEY SEED-----\n{bytes(key.seed).decode()}\n"
        "------END USER NKEY SEED------\n"
    )
    return path
