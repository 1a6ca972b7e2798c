"""Ask the Internet Archive's Wayback Machine for a copy of a page that is gone."""

from __future__ import annotations

from retrieval.rest import DEADLINE, service
from retrieval.source_address import without_user
from wellsourced_core.errors import BackendError, ConfigError
from wellsourced_core.patterns import compiled

URL = "https://archive.org/wayback/available"
_COPY = compiled(r"https?://web\.archive\.org/web/[0-9]{4,14}[a-z_]{0,8}/[\x21-\x7e]{1,4000}")


def snapshot(url: str, *, service_url: str | None = None) -> str | None:
    """Return the address of the closest copy of a page, or None if there is none or the archive does not say.

    Only an address of the archive itself is believed, and only a copy of a page that was there (status 200).
    """
    try:
        archive = service("wayback", service_url or URL, ("wayback", "try again later"), deadline=DEADLINE)
        answer = archive.get((("url", without_user(url)),))
    except (BackendError, ConfigError):
        return None
    copies = answer.get("archived_snapshots")
    closest = copies.get("closest") if isinstance(copies, dict) else None
    if not isinstance(closest, dict) or closest.get("available") is not True or closest.get("status") != "200":
        return None
    address = closest.get("url")
    if not isinstance(address, str) or not _COPY.fullmatch(address):
        return None
    return "https" + address[4:] if address.startswith("http:") else address
