"""Digests without `hashlib`, which starts OpenSSL: that takes longer than all digests of an audit together.

SHA-256 is for what others compare; BLAKE2 takes a fifth of its instructions and is for what is long.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b
        from _sha256 import sha256  # as `random` does
    except ImportError:
        from hashlib import blake2b, sha256

__all__ = ["blake2b", "sha256"]
