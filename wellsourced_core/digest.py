"""SHA-256 without `hashlib`, which starts OpenSSL: that takes longer than all digests of an audit together."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha256 import sha256  # as `random` does
    except ImportError:
        from hashlib import sha256

__all__ = ["sha256"]
