"""A real web server on the loopback address for the tests of this room."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fakes.web import Server, reply


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def other_server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a certificate for 127.0.0.1 and secure.example that signed itself; its key stands in the same file."""
    folder = tmp_path_factory.mktemp("tls")
    names = "subjectAltName=IP:127.0.0.1,DNS:secure.example"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=test",
        "-addext",
        names,
    ]
    subprocess.run([*command, "-keyout", folder / "key", "-out", folder / "cert"], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes((folder / "key").read_bytes() + (folder / "cert").read_bytes())
    return both


@pytest.fixture
def tls_server(certificate: Path) -> Iterator[Server]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    running = Server(tls=context)
    yield running
    running.close()


@pytest.fixture(scope="session")
def own_authority(certificate: Path) -> ssl.SSLContext:
    """Give a client's context that trusts the test server's certificate and no other."""
    return ssl.create_default_context(cafile=certificate)


@pytest.fixture(scope="session")
def answer() -> Callable[..., bytes]:
    """Give the function that writes a whole answer."""
    return reply
