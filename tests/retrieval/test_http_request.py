"""A request is bounded in every direction: rows B01 to B14 and B20, and what never leaves this machine."""

import gzip
import itertools
import socket
import threading
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.address_check import parse_url
from retrieval.http_request import Connector, Response
from wellsourced_core.errors import BackendError

LIMIT = 1_000_000


def connector(server, **options):
    return Connector(deadline=20.0, largest=LIMIT, trusted=frozenset({server.authority}), **options)


def ask(server, path="/", deadline=20.0, **options) -> Response:
    asking = replace(connector(server), deadline=deadline)
    return asking.request(parse_url(server.url(path), trusted=asking.trusted), **options)


def code(server, **options) -> str:
    with pytest.raises(BackendError) as caught:
        ask(server, **options)
    return caught.value.code


def head(*fields: str) -> bytes:
    return "\r\n".join(["HTTP/1.1 200 OK", *fields, "", ""]).encode("latin-1")


def test_an_answer_comes_whole_and_decoded(server, answer) -> None:
    packed = gzip.compress(b"hello")
    server.answer = lambda _r: answer(packed, Content_Encoding="gzip", ETag='"1"')
    response = ask(server, headers=(("X-Own", "1"),))
    assert (response.status, response.body, response.header("etag")) == (200, b"hello", '"1"')
    assert server.requests[0].headers["x-own"] == "1"
    assert server.requests[0].headers["accept-encoding"] == "gzip"


def test_a_header_of_other_letters_is_sent_as_it_came(server, answer) -> None:
    server.answer = lambda _r: answer(b"ok", ETag='"\xe9"')
    tag = ask(server).header("etag")
    ask(server, headers=(("If-None-Match", tag), ("User-Agent", "me \u2713")))
    assert server.requests[1].headers["if-none-match"] == '"\xe9"'
    assert server.requests[1].headers["user-agent"] == "me ?"


def test_a_body_can_be_sent(server, answer) -> None:
    server.answer = lambda r: answer(r.method.encode() + b" " + r.body)
    assert ask(server, method="POST", body=b"{}").body == b"POST {}"


def test_b01_a_compressed_bomb_is_cut_at_the_decoded_limit_while_it_unfolds(server, answer) -> None:
    bomb = gzip.compress(bytes(100_000_000))
    server.answer = lambda _r: answer(bomb, Content_Encoding="gzip")
    tracemalloc.start()
    try:
        assert code(server) == "body-too-large"
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("encoding", ["gzip, gzip", "br", "zstd", "deflate", ", ".join(["gzip"] * 10)])
def test_b02_other_and_nested_encodings_were_not_asked_for(server, answer, encoding: str) -> None:
    server.answer = lambda _r: answer(zlib.compress(b"x"), Content_Encoding=encoding)
    assert code(server) == "bad-encoding"


def test_b03_an_endless_body_is_cut(server) -> None:
    server.answer = lambda _r: itertools.chain([head("Content-Type: text/html")], itertools.repeat(b"x" * 65_536))
    assert code(server) == "body-too-large"


def test_b04_a_huge_declared_length_is_rejected_before_the_body(server) -> None:
    server.answer = lambda _r: [head("Content-Length: 10000000000")]
    assert code(server) == "body-too-large"


def dripping(*pieces: bytes, release: threading.Event) -> Iterator[bytes]:
    """Send the pieces, then a byte now and then until the test is over: each within any single time-out."""
    yield from pieces
    while not release.wait(0.05):
        yield b"a"


def test_b05_a_dripping_body_is_ended_by_the_total_deadline(server) -> None:
    server.answer = lambda _r: dripping(head("Content-Type: text/html"), release=server.closed)
    assert code(server, deadline=0.5) == "timeout"


def test_b06_dripping_headers_are_ended_by_the_total_deadline(server) -> None:
    server.answer = lambda _r: dripping(b"HTTP/1.1 200 OK\r\nX-Slow: ", release=server.closed)
    assert code(server, deadline=0.5) == "timeout"


def test_b06_a_hanging_tls_handshake_is_ended_by_the_deadline(server) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    authority = f"127.0.0.1:{listener.getsockname()[1]}"
    try:
        asking = Connector(deadline=0.5, trusted=frozenset({authority}))
        with pytest.raises(BackendError) as caught:
            asking.request(parse_url(f"https://{authority}/", trusted=asking.trusted))
        assert caught.value.code in ("timeout", "network")
    finally:
        listener.close()


def test_b06_a_name_that_is_never_resolved_is_ended_by_the_deadline(server) -> None:
    asking = Connector(deadline=0.3, resolver=lambda _h, _p: [str(server.closed.wait(30))])
    with pytest.raises(BackendError) as caught:
        asking.request(parse_url("http://slow.example/"))
    assert caught.value.code == "timeout"


def test_b08_a_body_shorter_than_declared_is_incomplete(server) -> None:
    server.answer = lambda _r: head("Content-Length: 100") + b"only this"
    assert code(server) == "body-incomplete"


def test_b09_b10_a_body_that_is_no_whole_gzip_is_a_bad_encoding(server, answer) -> None:
    for body in (b"<html>plain</html>", gzip.compress(b"hello" * 1_000)[:-20]):
        server.answer = lambda _r, body=body: answer(body, Content_Encoding="gzip")
        assert code(server) == "bad-encoding"


def test_an_empty_body_that_says_gzip_is_empty(server, answer) -> None:
    server.answer = lambda _r: answer(b"", Content_Encoding="gzip")
    assert ask(server).body == b""


def test_b13_too_many_and_too_long_headers_are_rejected(server) -> None:
    for fields in ([f"X-{i}: 1" for i in range(100_000)], ["X: " + "y" * 1_000_000]):
        server.answer = lambda _r, fields=fields: head(*fields)
        assert code(server) == "bad-response"


@pytest.mark.parametrize(
    "line",
    [b"garbage\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\x16\x03\x01", b"HTTP/1.1 200 OK\r\nBad Header\x00: x\r\n\r\n"],
)
def test_b14_garbage_is_a_bad_response(server, line: bytes) -> None:
    server.answer = lambda _r: line
    assert code(server) == "bad-response"


def test_b19_a_connection_that_is_closed_without_an_answer(server) -> None:
    server.answer = lambda _r: b""
    assert code(server) in ("network", "bad-response")


def test_a_port_where_nobody_listens_is_a_network_error(server) -> None:
    server.close()
    assert code(server) == "network"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "0", "[::ffff:127.0.0.1]", "127。0。0。1"]
)
def test_a01_to_a16_no_connection_is_made_to_this_machine(server, host: str) -> None:
    asking = Connector(deadline=20.0)
    with pytest.raises(BackendError) as caught:
        asking.request(parse_url(f"http://{host}:{server.port}/", ports=(server.port,)))
    assert caught.value.code == "address-not-public"
    assert server.connections == 0


def test_a19_a_name_is_resolved_once_and_the_checked_address_is_connected_to(server, answer) -> None:
    server.answer = lambda _r: answer(b"ok")
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    authority = f"rebound.example:{server.port}"
    asking = Connector(trusted=frozenset({authority}), resolver=lambda _h, _p: next(answers))
    assert asking.request(parse_url(f"http://{authority}/", trusted=asking.trusted)).body == b"ok"
    assert server.requests[0].headers["host"] == authority
    assert next(answers) == ["10.0.0.1"]


def test_another_address_is_tried_when_one_does_not_answer(server, answer) -> None:
    server.answer = lambda _r: answer(b"ok")
    asking = replace(
        connector(server),
        trusted=frozenset({f"two.example:{server.port}"}),
        resolver=lambda _h, _p: ["127.0.0.2", "127.0.0.1"],
    )
    assert asking.request(parse_url(f"http://two.example:{server.port}/", trusted=asking.trusted)).body == b"ok"


def test_a31_a32_proxies_and_netrc_of_the_environment_are_not_used(server, answer, tmp_path: Path, monkeypatch) -> None:
    server.answer = lambda _r: answer(b"direct")
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert ask(server).body == b"direct"
    assert "authorization" not in server.requests[0].headers


def test_a34_cookies_are_not_kept(server, answer) -> None:
    server.answer = lambda _r: answer(b"ok", Set_Cookie="id=1")
    ask(server)
    ask(server)
    assert all("cookie" not in request.headers for request in server.requests)


def ask_securely(server, host: str = "127.0.0.1", **options) -> Response:
    authority = f"{host}:{server.port}"
    asking = Connector(trusted=frozenset({authority}), resolver=lambda _h, _p: ["127.0.0.1"], **options)
    return asking.request(parse_url(f"https://{authority}/", trusted=asking.trusted))


def test_b20_a_certificate_that_signed_itself_is_refused(tls_server) -> None:
    with pytest.raises(BackendError) as caught:
        ask_securely(tls_server)
    assert caught.value.code == "tls"
    assert tls_server.requests == []


def test_b20_a_certificate_of_another_host_is_refused(tls_server, own_authority) -> None:
    with pytest.raises(BackendError, match="certificate") as caught:
        ask_securely(tls_server, "other.example", tls=own_authority)
    assert caught.value.code == "tls"
    assert tls_server.requests == []


def test_a19_tls_asks_for_the_name_though_the_socket_goes_to_the_address(tls_server, own_authority, answer) -> None:
    tls_server.answer = lambda _r: answer(b"ok")
    assert ask_securely(tls_server, "secure.example", tls=own_authority).body == b"ok"
    assert tls_server.asked_names == ["secure.example"]
    assert tls_server.requests[0].headers["host"] == f"secure.example:{tls_server.port}"


def test_a_deadline_in_the_past_sends_nothing(server) -> None:
    assert code(server, until=time.monotonic() - 1) == "timeout"
    assert server.connections == 0


@pytest.mark.parametrize("cut", [0, 1, 200, 40_000])
def test_j75_a_gzip_body_of_several_members_is_read_whole(server, answer, cut) -> None:
    body = bytes(range(256)) * 200
    packed = gzip.compress(body[:cut]) + gzip.compress(body[cut:])
    server.answer = lambda _r: answer(packed, Content_Encoding="gzip")
    assert ask(server).body == body


def test_j75_what_stands_behind_a_gzip_body_is_no_part_of_it(server, answer) -> None:
    server.answer = lambda _r: answer(gzip.compress(b"hello") + b"padding", Content_Encoding="gzip")
    assert ask(server).body == b"hello"


def test_j75_members_without_end_are_cut_at_the_limit(server, answer) -> None:
    server.answer = lambda _r: answer(gzip.compress(bytes(LIMIT // 4)) * 9, Content_Encoding="gzip")
    assert code(server) == "body-too-large"
