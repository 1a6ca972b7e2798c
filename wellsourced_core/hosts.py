"""Write a host name as it is sent over the wire, so that every spelling of it compares equal."""

from __future__ import annotations

import unicodedata


def ascii_host(name: str) -> str:
    """Return a host as browsers normalise it (width, ideographic full stops, case, last dot), in punycode.

    Raises ValueError where no host can have that name. IPv6 addresses are no names.
    """
    name = unicodedata.normalize("NFKC", name).replace("。", ".").replace("｡", ".").rstrip(".").lower()
    if name and not name.isascii():
        import idna

        name = idna.encode(name, uts46=True).decode("ascii")  # its errors are ValueErrors
    if not name or len(name) > 253 or any(not (c.isalnum() or c in "-._") for c in name):
        raise ValueError("no possible host")
    return name
