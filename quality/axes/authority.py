"""Authority: what kind of publisher owns the address, in [0, 1]. The first match wins:

the user's own table; the curated table (authority.tsv beside this file; exact host, then registrable domain);
government, education and international bodies by public suffix .90; scholarly publishers .85 (in the table);
user-generated hosts and private suffixes .30; everything else the stated middle value, flagged unknown.
Only the host counts, and only by its public suffix: ``nih.gov.example.org`` belongs to example.org.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from quality.axis_input import Page, Query
from quality.options import Options, Pairs, host_name
from quality.thresholds import AUTHORITY_BY_SUFFIX, AUTHORITY_OF_USERS
from wellsourced_core.model import AxisScore
from wellsourced_core.patterns import compiled
from wellsourced_core.text import host_of, unique
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tldextract import TLDExtract

NAME = "authority"
OF_PAGE = True
OFFICIAL = frozenset(("government", "international", "statistics", "standards"))

# "go" and "admin" mean government only here; elsewhere they are places or anyone's.
_WHOLE_SUFFIX = {
    **dict.fromkeys(("gov", "mil"), "government"),
    **dict.fromkeys((f"go.{cc}" for cc in "jp kr th id ke tz ug cr".split()), "government"),
    **dict.fromkeys((f"{word}.uk" for word in "gov nhs police mod parliament".split()), "government"),
    **dict.fromkeys((f"{word}.br" for word in "jus leg mp def".split()), "government"),
    **dict.fromkeys(("lg.jp", "gc.ca", "gv.at", "gouv.fr", "admin.ch", "fed.us", "govt.nz"), "government"),
    "edu": "education",
    "int": "international",
}
_ANY_COUNTRY = {
    **dict.fromkeys("gov gob gub gouv mil".split(), "government"),
    **dict.fromkeys(("edu", "ac"), "education"),
}
_DOTS = str.maketrans("。．｡", "...")
_PLAIN = compiled(r"https?://([a-z0-9-]+(?:\.[a-z0-9-]+)+)")  # most addresses: the parser takes ten times as long


@frozen
class Standing:
    """What is known of a host: value in [0, 1], the kind of publisher and the rule that says so."""

    value: float
    kind: str
    why: str

    @property
    def known(self) -> bool:
        """Return whether any rule matches the host."""
        return self.kind != "unknown"


UNKNOWN = Standing(0.5, "unknown", "unlisted domain")


def score(query: Query, pages: Sequence[Page], options: Options) -> list[AxisScore]:  # noqa: ARG001 - as all axes
    """Score the publisher behind each page's address."""
    given = options.authority, options.unknown, options.weight(NAME)
    origins = [_origin(page.source.url) for page in pages]
    scores = {origin: _score(origin, *given) for origin in unique(origins)}
    return [scores[origin] for origin in origins]


def standing(url: str, options: Options) -> Standing:
    """Return what is known of the host of an address."""
    return _standing(_origin(url), options.authority)


def _origin(url: str) -> str:
    """Return an address up to its path: enough to identify the publisher, and few enough to cache."""
    return "/".join(url.split("/", 3)[:3])


@lru_cache(maxsize=100_000)
def _score(origin: str, own: Pairs, unknown: float, weight: float) -> AxisScore:
    found = _standing(origin, own)
    return AxisScore(NAME, found.value if found.known else unknown, weight, found.why, known=found.known)


def _standing(origin: str, own: Pairs) -> Standing:
    if "\\" in origin:  # a browser reads it as a slash, Python as part of the user name
        return UNKNOWN
    plain = _PLAIN.fullmatch(origin)
    host = plain[1] if plain else host_name(host_of(origin).translate(_DOTS))
    if not host:
        return UNKNOWN
    suffix, registrable, private = _split(host)
    listed = _lowered(own)
    for name in (host, host.removeprefix("www."), registrable):
        if name in listed:
            return Standing(listed[name], "own", f"your table: {name}")
    if "." not in host:
        return UNKNOWN  # a machine of the house, or a bare suffix
    table = _table()
    for name in (host, host.removeprefix("www."), registrable):
        if name in table:
            return table[name]
    kind = _kind(suffix)
    if kind:
        return Standing(AUTHORITY_BY_SUFFIX, kind, f"{kind} (.{suffix})")
    if private:
        return Standing(AUTHORITY_OF_USERS, "user", f"anyone may publish under {private}")
    return UNKNOWN


@lru_cache(maxsize=16)
def _lowered(own: Pairs) -> dict[str, float]:
    return {host_name(host): value for host, value in own}


def _kind(suffix: str) -> str | None:
    """Return what kind of body a public suffix is reserved for, if for one."""
    labels = suffix.split(".")
    for i in range(len(labels)):
        kind = _WHOLE_SUFFIX.get(".".join(labels[i:]))
        if kind and (i == 0 or len(labels) - i > 1):
            return kind
    if len(labels) > 1 and len(labels[-1]) == 2:
        return _ANY_COUNTRY.get(labels[-2])
    return None


def _split(host: str) -> tuple[str, str, str]:
    """Return the public suffix, the registrable domain, and the private suffix ("" for none) of a host."""
    found, private = _extract()(host, include_psl_private_domains=True), ""
    if found.is_private:
        found, private = _extract()(host), found.suffix
    return found.suffix, found.top_domain_under_public_suffix or host, private


@cache
def _extract() -> TLDExtract:
    from tldextract import TLDExtract

    # The list inside the package: no network, no file outside.
    return TLDExtract(suffix_list_urls=(), cache_dir=None)


@cache
def _table() -> dict[str, Standing]:
    """Read the curated table: value, kind and domains, separated by tabs and spaces; "#" starts a comment."""
    table: dict[str, Standing] = {}
    from importlib.resources import files

    for line in files("quality.axes").joinpath("authority.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            value, kind, domains = line.split("\t")
            for domain in domains.split():
                table[domain] = Standing(float(value), kind, f"{kind}: {domain}")
    return table
