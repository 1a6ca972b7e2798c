"""The address that a source may carry: without a password, and nothing that a browser would run."""

from __future__ import annotations

from wellsourced_core.errors import shown
from wellsourced_core.patterns import compiled

_RUN = compiled(r"(?i:javascript|vbscript|data|blob|view-source):")
_WEB = compiled(r"(?i:https?:)|//")
_LOGIN = compiled(r"^[^\s/@:]{1,99}:[^\s/]{1,99}@(?=[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}(?::[0-9]{1,5})?/)")
# As browsers do before they look for a scheme.
_AROUND = "".join(map(chr, range(0x21)))
_PASSED_OVER = str.maketrans("", "", "\t\r\n")


def source_address(url: str) -> str:
    """Return an address that some content gives a source, without the user name and password of without_password.

    What a browser would run (``javascript:``, ``data:``) is "". Every other name stays as it is and identifies the
    source: paths, identifiers (``doi:``), addresses inside a house (``s3:``, ``wiki:``, ``file:``).
    """
    if url.startswith(("https://", "http://")) and "@" not in url:
        return url  # nearly every one
    address = url.strip(_AROUND).translate(_PASSED_OVER)
    if _RUN.match(address):
        return ""
    return without_user(address) if _WEB.match(address) else without_password(url)


def tell_ignored(where: object, count: int) -> None:
    """Warn once of a file (or a list of documents) how many of its addresses source_address left out."""
    if count:
        import logging

        what = "an address is" if count == 1 else f"{count} addresses are"
        logging.getLogger("wellsourced.retrieval").warning(
            "%s: %s ignored: a browser would run what is named", shown(str(where)), what
        )


def without_password(name: str) -> str:
    """Return the name of a source: an id, a path, or an address, which loses its user name and password.

    An address is one with ``://``, or ``user:password@host.name/path``; ``mailto:ada@x.example`` stays.
    """
    if "@" not in name:
        return name
    return without_user(name) if "://" in name else _LOGIN.sub("", name, count=1)


def without_user(url: str) -> str:
    """Return an address that is safe to show and store: possible user names and passwords are cut out."""
    scheme, slashes, rest = url.partition("//")
    if not slashes:
        return url.rpartition("@")[2]
    end = min((i for i in (rest.find(c) for c in "/?#\\") if i >= 0), default=len(rest))
    return scheme + slashes + rest[:end].rpartition("@")[2] + rest[end:]
