"""Only web addresses on the public internet are fetched: rows A01 to A30 of the acceptance list."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.address_check import Target, is_public, parse_url, public_addresses
from retrieval.http_request import resolve
from retrieval.source_address import without_user
from wellsourced_core.errors import BackendError


def code(url: str, **options: object) -> str:
    with pytest.raises(BackendError) as caught:
        parse_url(url, **options)  # type: ignore[arg-type]
    return caught.value.code


def outcome(url: str) -> Target | BackendError:
    try:
        return parse_url(url)
    except BackendError as error:
        return error


# Each is resolved by this machine's own resolver, as a client would.
NOT_PUBLIC = {
    "a01": ["http://127.0.0.1/"],
    "a02": ["http://localhost/", "http://LOCALHOST./"],
    "a03": ["http://2130706433/"],
    "a04": ["http://0x7f.1/", "http://0x7f000001/"],
    "a05": ["http://017700000001/", "http://0177.0.0.1/"],
    "a06": ["http://127.1/", "http://0/"],
    "a07": ["http://[::1]/", "http://[::]/"],
    "a08": ["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
    "a09": ["http://[64:ff9b::7f00:1]/"],
    "a10": ["http://[2002:7f00:1::]/"],
    "a11": ["http://[fe80::1%25eth0]/"],
    "a12": ["http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/"],
    "a13": ["http://100.64.0.1/"],
    "a14": ["http://192.0.0.8/", "http://224.0.0.1/", "http://255.255.255.255/"],
    "a15": ["http://127。0。0。1/", "http://127｡0｡0｡1/"],
    "a16": ["http://①②⑦.0.0.1/"],
}


@pytest.mark.parametrize(
    "url", [pytest.param(url, id=f"{row}-{url}") for row, urls in NOT_PUBLIC.items() for url in urls]
)
def test_a01_to_a16_addresses_off_the_public_internet_are_rejected(url: str) -> None:
    with pytest.raises(BackendError) as caught:
        public_addresses(parse_url(url), resolve)
    assert caught.value.code == "address-not-public"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "192.0.0.8", "192.0.2.1",
        "192.88.99.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::8.8.8.8%1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::808:808",
        "2002:a00:1::", "2001:0:a00:1::", "2001:db8::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fd00::1", "ff02::1",
        "100::1", "4000::1", "", "example.org", "1.2.3", "01.2.3.4", "٨.٨.٨.٨",
    ],
)  # fmt: skip
def test_an_address_that_is_not_global_unicast_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"]
)
def test_global_unicast_is_public_also_inside_another_form(address: str) -> None:
    assert is_public(address)


@settings(max_examples=150)
@given(st.ip_addresses(v=4))
def test_an_embedded_address_is_judged_like_the_plain_one(address: object) -> None:
    plain = is_public(str(address))
    for form in (f"::ffff:{address}", f"64:ff9b::{address}"):
        assert is_public(form) == plain


def test_a17_a_name_with_a_private_address_is_rejected_naming_both() -> None:
    with pytest.raises(BackendError, match=r"10\.0\.0\.7 \(intranet\.example\)") as caught:
        public_addresses(parse_url("https://intranet.example/x"), lambda _h, _p: ["10.0.0.7"])
    assert caught.value.code == "address-not-public"


def test_a18_a_name_with_a_public_and_a_private_address_is_rejected() -> None:
    with pytest.raises(BackendError, match="not on the public internet"):
        public_addresses(parse_url("https://mixed.example/"), lambda _h, _p: ["8.8.8.8", "127.0.0.1"])


def test_a_trusted_service_may_stand_anywhere_but_only_there() -> None:
    trusted = frozenset({"localhost:8888"})
    target = parse_url("http://localhost:8888/search", trusted=trusted)
    assert public_addresses(target, lambda _h, _p: ["127.0.0.1"], trusted=trusted) == ("127.0.0.1",)
    assert code("http://localhost:8889/", trusted=trusted) == "port"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "FILE:/etc/passwd",
        "/etc/passwd",
        "\\\\host\\share",
        "gopher://h/",
        "ftp://h/",
        "data:text/html,x",
    ],
)
def test_a21_a22_other_schemes_and_paths_are_rejected(url: str) -> None:
    assert code(url) == "scheme"


@pytest.mark.parametrize(
    "url", ["http://user:secret@example.com/a", "http://user:secret@example.com:22/", "ftp://user:secret@h/"]
)
def test_a23_a_password_is_dropped_and_never_shown(url: str) -> None:
    parsed = outcome(url)
    assert "secret" not in str(parsed)
    assert isinstance(parsed, BackendError) or parsed.url == "http://example.com/a"
    assert "secret" not in without_user(url)


@pytest.mark.parametrize("url", ["http:/user:secret@h/", "user:secret@h", "http:\\\\user:secret@h", "//user:secret@h/"])
def test_a23_a_password_of_what_is_no_address_is_not_shown_either(url: str) -> None:
    assert "secret" not in str(outcome(url))


def test_a24_the_host_is_what_follows_the_user_name() -> None:
    assert parse_url("http://nature.com@evil.example/").host == "evil.example"
    assert parse_url("http://nature.com.evil.example/").host == "nature.com.evil.example"


@pytest.mark.parametrize("port", [22, 6379, 25, 8080, 0])
def test_a25_other_ports_are_rejected_unless_configured(port: int) -> None:
    assert code(f"http://example.com:{port}/") == "port"
    assert parse_url(f"http://example.com:{port}/", ports=(port,)).port == port


@pytest.mark.parametrize(
    "url",
    [
        "http://h/\r\nX: y",
        "http://h\r\n/",
        "http://h/a\0b",
        "http://h/a\tb",
        "http://h/a b",
        "http://h/\x7f",
        "http://h/\ud800",
    ],
)
def test_a26_a27_control_characters_and_spaces_are_rejected_and_shown_escaped(url: str) -> None:
    with pytest.raises(BackendError) as caught:
        parse_url(url)
    assert caught.value.code == "bad-url"
    assert str(caught.value).isprintable()


def test_a26_encoded_line_ends_stay_encoded() -> None:
    assert parse_url("http://h.example/%0d%0aX: y".replace(" ", "%20")).url == "http://h.example/%0d%0aX:%20y"


def test_a28_a_very_long_address_is_rejected() -> None:
    assert code("http://example.com/" + "a" * 1_000_000) == "url-too-long"


@pytest.mark.parametrize(
    "url",
    [
        "",
        " ",
        "http://",
        "http:///x",
        "://",
        "None",
        "123",
        "http://[::1",
        "http://h:99999/",
        "http://h:x/",
        "http://a..é/",
        "http://exa mple/",
        "http://a<b/",
        "http://" + "a" * 300 + "/",
    ],
)
def test_a29_what_is_no_address_is_rejected(url: str) -> None:
    assert code(url) == "bad-url"


def test_a30_foreign_letters_are_shown_in_punycode() -> None:
    assert parse_url("http://xn--nture-zqa.com/").host == "xn--nture-zqa.com"
    assert parse_url("http://pаypal.com/").host == "xn--pypal-4ve.com"
    assert parse_url("http://MÜNCHEN.example/").url == "http://xn--mnchen-3ya.example/"


def test_fragments_go_and_other_letters_are_encoded() -> None:
    assert parse_url("https://h.example:443/é?q=ü&x=[1]#top").url == "https://h.example/%C3%A9?q=%C3%BC&x=[1]"


@settings(max_examples=300)
@given(st.text(max_size=60) | st.text("http:/@[]%0x7f.1。#?&\\", max_size=40).map("http://".__add__))
def test_any_text_is_a_target_or_a_rejection(url: str) -> None:
    parsed = outcome(url)
    if isinstance(parsed, BackendError):
        assert parsed.code in ("bad-url", "url-too-long", "scheme", "port")
    else:
        assert parsed.url.isascii()
        assert parse_url(parsed.url) == parsed
