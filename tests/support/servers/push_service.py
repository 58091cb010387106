"""A push service on this machine, and browsers that are subscribed at it."""

from __future__ import annotations

import json
import os
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02


def text_of(raw: bytes) -> str:
    """Return bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return a public key as an uncompressed point."""
    numbers = key.public_key().public_numbers()
    return b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


@dataclass(frozen=True)
class Pushed:
    """A message that arrived: its headers, and its body, which is still encrypted."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self, key: str) -> dict[str, Any]:
        """Return the claims of the token, after checking that *key* signed it."""
        token = self.headers["Authorization"]
        assert token.startswith("vapid t=")
        assert token.endswith(f",k={key}")
        assert Vapid02.verify(token)
        claims: dict[str, Any] = json.loads(bytes_of(token.split(".")[1]))
        return claims


@dataclass
class PushDouble:
    """A push service that responds with ``status`` after ``delay`` s, and stores each message."""

    origin: str
    status: int = 201
    delay: float = 0
    arrived: Queue[Pushed] = field(default_factory=Queue)

    def next(self, timeout: float = 30) -> Pushed:
        return self.arrived.get(timeout=timeout)

    def is_silent(self, seconds: float = 0.5) -> bool:
        """Return whether nothing arrives for a while."""
        try:
            self.arrived.get(timeout=seconds)
        except Empty:
            return True
        return False


class BrowserDouble:
    """A browser with a subscription at a push service."""

    def __init__(self, service: str, name: str) -> None:
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.endpoint = f"{service}/push/{name}"

    def body(self, **more: object) -> dict[str, object]:
        """Return the body of a request to subscribe."""
        keys = {"p256dh": text_of(point_of(self._key)), "auth": text_of(self._auth)}
        about = {"endpoint": self.endpoint, "language": "de", "zone": "UTC"}
        return {**about, **keys, **more}

    def read(self, pushed: Pushed) -> dict[str, str]:
        """Decrypt a message."""
        raw = http_ece.decrypt(pushed.body, private_key=self._key, auth_secret=self._auth)
        message: dict[str, str] = json.loads(raw)
        return message


@contextmanager
def push_service(folder: Path) -> Iterator[PushDouble]:
    """Run a push service on ``localhost``, whose certificate is in *folder*/cert.pem."""
    _certify(folder)
    double: PushDouble

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = double.status
            double.arrived.put(Pushed(self.path, dict(self.headers), body))
            time.sleep(double.delay)
            self.send_response(status)
            self.send_header("Location", f"{double.origin}/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    double = PushDouble(f"https://localhost:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield double
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _certify(folder: Path) -> None:
    """Write a certificate for ``localhost``, which signs itself, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(private)
