"""The digests are those of hashlib."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.digest import blake2b, sha256


@given(st.binary(max_size=300))
def test_it_is_sha_256(data: bytes) -> None:
    assert sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()


@given(st.binary(max_size=300))
def test_it_is_blake2(data: bytes) -> None:
    assert blake2b(data, digest_size=6).hexdigest() == hashlib.blake2b(data, digest_size=6).hexdigest()
