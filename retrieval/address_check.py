"""Decide which addresses may be fetched: web addresses on the public internet, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import quote, urlsplit, urlunsplit

from retrieval.source_address import without_user
from wellsourced_core import hosts
from wellsourced_core.errors import BackendError, shown
from wellsourced_core.values import frozen

LONGEST_URL = 4_096
Resolver = Callable[[str, int], Sequence[str]]
REDIRECTS = frozenset((301, 302, 303, 307, 308))  # the HTTP statuses that name another address
_DEFAULT_PORTS = {"http": 80, "https": 443}

_COMPATIBLE = IPv6Network("::/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_GLOBAL_UNICAST = IPv6Network("2000::/3")
# Python 3.11 considers these global.
_SPECIAL = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))


@frozen
class Target:
    """A web address, taken apart: ``host`` in ASCII (punycode), ``url`` without user name and fragment."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """Return ``host:port``, the form in which a host is trusted."""
        return f"{self.host}:{self.port}"


def parse_url(url: str, *, ports: Container[int] = (80, 443), trusted: Container[str] = ()) -> Target:
    """Parse an address to be fetched; nothing is resolved yet.

    A user name and password are dropped; the host is normalised as browsers do (width, ideographic full
    stops, case) and written in punycode. Raises BackendError with code bad-url, url-too-long, scheme or
    port. A port outside ``ports`` is taken only of a trusted ``host:port``.
    """
    if len(url) > LONGEST_URL:
        raise rejection(url, f"is longer than {LONGEST_URL} characters", "url-too-long")
    url = url.strip(" ")
    if not url or any(c <= " " or c == "\x7f" or "\ud800" <= c <= "\udfff" for c in url):
        raise rejection(url, "is not an address: it is empty or contains a space or a control character", "bad-url")
    try:
        parts = urlsplit(url)
        scheme, name, port = parts.scheme.lower(), parts.hostname or "", parts.port
    except ValueError as error:
        raise rejection(url, "is not an address", "bad-url") from error
    if scheme not in _DEFAULT_PORTS:
        raise rejection(url, "is not an http or https address", "scheme" if scheme or url[0] in "/\\" else "bad-url")
    host = ascii_host(name, url)
    port = _DEFAULT_PORTS[scheme] if port is None else port
    authority = f"[{host}]" if ":" in host else host
    if port != _DEFAULT_PORTS[scheme]:
        authority = f"{authority}:{port}"
    path = quote(parts.path or "/", safe="/:@!$&'()*+,;=~-._%")
    query = quote(parts.query, safe="/:@!$&'()*+,;=~-._%?[]")
    target = Target(urlunsplit((scheme, authority, path, query, "")), scheme, host, port)
    if port not in ports and target.authority not in trusted:
        raise rejection(url, f"names port {port}", "port")
    return target


def ascii_host(name: str, url: str) -> str:
    """Return a host as it is sent over the wire. Raises BackendError, code bad-url."""
    if ":" in name:
        return name.lower()
    try:
        return hosts.ascii_host(name)
    except ValueError as error:
        raise rejection(url, "names no possible host", "bad-url") from error


def public_addresses(target: Target, resolve: Resolver, *, trusted: Container[str] = ()) -> tuple[str, ...]:
    """Resolve a target once and return its addresses, all of them public, or all when it is trusted.

    Raises BackendError with code address-not-public, naming host and address, when any is not, and network
    when the name has none.
    """
    literal = target.host.partition("%")[0] if ":" in target.host else ""
    found = (literal,) if literal else tuple(dict.fromkeys(resolve(target.host, target.port)))
    if not found:
        raise rejection(target.url, "host name does not resolve", "network", gone=True)
    if target.authority in trusted:
        return found
    for address in found:
        if not is_public(address):
            why = f"leads to {shown(address, 60)} ({target.host}), which is not on the public internet"
            raise rejection(target.url, why, "address-not-public")
    return found


def is_public(address: str) -> bool:
    """Return whether an IP address is global unicast, also inside every form that embeds an IPv4 address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(ip) if isinstance(ip, IPv4Address) else _is_public_v6(ip)


def _is_public_v4(ip: IPv4Address) -> bool:
    special = ip.is_multicast or ip.is_reserved or ip.is_unspecified or any(ip in network for network in _SPECIAL)
    return ip.is_global and not special


def _is_public_v6(ip: IPv6Address) -> bool:
    if ip.scope_id is not None:
        return False
    inner = [IPv4Address(int(ip) & 0xFFFFFFFF)] if ip in _COMPATIBLE or ip in _NAT64 else []
    inner += [v4 for v4 in (ip.ipv4_mapped, ip.sixtofour) if v4 is not None]
    inner += list(ip.teredo or ())
    if inner:
        return all(_is_public_v4(v4) for v4 in inner)
    return ip in _GLOBAL_UNICAST and ip.is_global and not ip.is_reserved


def rejection(url: str, problem: str, code: str, *, gone: bool = False) -> BackendError:
    """Make the error of an address that gives no source; it never contains user names."""
    return BackendError(without_user(url), problem, "cite another address or give the text", code=code, gone=gone)
