"""What is fuzzed holds on the committed seeds, on pieces of them, and on what fuzzing has found before."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.targets import TARGETS

SEEDS = Path(__file__).parent.parent / "fuzz" / "seeds"
QUICK = sorted(set(TARGETS) - {"draft", "mending", "html"})


def seeds(name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((SEEDS / name).iterdir())]


def test_every_target_has_seeds_and_every_seed_a_target() -> None:
    assert {path.name for path in SEEDS.iterdir()} == set(TARGETS)
    assert all(seeds(name) for name in TARGETS)


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_target_holds_on_its_seeds(name: str) -> None:
    for data in (*seeds(name), b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\n" * 100):
        TARGETS[name](data)


@pytest.mark.parametrize("name", QUICK)
@settings(max_examples=40)
@given(data=st.data())
def test_a_target_holds_on_seeds_cut_and_joined(name: str, data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(seeds(name)))
    start, end = sorted((data.draw(st.integers(0, len(seed))), data.draw(st.integers(0, len(seed)))))
    TARGETS[name](seed[:start] + data.draw(st.binary(max_size=20)) + seed[end:])


EMPTIED = "Quays es\n1. [](http://bridges.example/a)\n\n## References\n\n1. http://bridges.example/a\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("numbers", "5Mio€8".encode()),
        ("dates", b"2019:0200000000000000000000000000000000+00"),
        ("draft", EMPTIED.encode()),
    ],
)
def test_what_fuzzing_found_stays_mended(name: str, data: bytes) -> None:
    TARGETS[name](data)
