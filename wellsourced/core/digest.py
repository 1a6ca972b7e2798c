"""SHA-256 without `hashlib`, which starts OpenSSL: that takes longer than every digest of an audit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha256 import sha256  # as `random` does; 3.12 has it in _sha2
    except ImportError:
        try:
            from _sha2 import sha256
        except ImportError:
            from hashlib import sha256

__all__ = ["sha256"]
