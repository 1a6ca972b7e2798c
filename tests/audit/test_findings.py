"""Findings in rows of bytes are the findings that went in: sorted, named, and equal in every field."""

from __future__ import annotations

import pickle
import tracemalloc
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from audit.findings import Findings
from wellsourced_core.model import Edit, Finding, Fix, Severity, Source, Span
from wellsourced_core.values import replace

TEXTS = st.text(st.characters(exclude_categories=()), max_size=8)  # surrogates too
SOURCES = (Source("one", "", "", "The dam holds back the river."), Source("two", "", "", "D\ud800m"))
OFFSETS = st.integers(0, 30)


def spans() -> st.SearchStrategy[Span]:
    inside = st.tuples(st.sampled_from(SOURCES), OFFSETS, OFFSETS)
    return st.one_of(
        inside.map(lambda one: Span(one[1], one[2], one[0].text[one[1] : one[2]])),
        st.builds(Span, OFFSETS, OFFSETS, TEXTS),
    )


FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(("C101", "C102", "N201")),
    rule=st.sampled_from(("some-rule", "other-rule")),
    severity=st.sampled_from(Severity),
    message=TEXTS,
    start=OFFSETS,
    end=OFFSETS,
    line=OFFSETS,
    column=OFFSETS,
    id=st.sampled_from(("", "a", "b")),
    fix=st.none()
    | st.builds(
        Fix, st.sampled_from(("safe", "unsafe")), st.lists(st.builds(Edit, OFFSETS, OFFSETS, TEXTS)).map(tuple)
    ),
    evidence=st.none() | spans(),
    source=st.sampled_from((None, "one", "two", "nowhere")),
)


def name(finding: Finding) -> str:
    return finding.id


@given(st.lists(FINDINGS, max_size=12))
def test_what_went_in_comes_out_in_order_and_with_names_of_its_own(found: list[Finding]) -> None:
    seen: Counter[str] = Counter()
    wanted = []
    for one in sorted(found, key=lambda f: (f.start, f.code, f.end, f.message)):
        seen[one.id] += 1
        wanted.append(one if seen[one.id] == 1 else replace(one, id=f"{one.id}-{seen[one.id]}"))
    packed = Findings(iter(found), name, SOURCES)
    assert packed == tuple(wanted)
    assert [packed[i] for i in range(len(packed))] == wanted
    assert packed[:3] == tuple(wanted[:3])
    assert pickle.loads(pickle.dumps(packed)) == tuple(wanted)  # noqa: S301 - ours


def test_evidence_is_cut_from_a_source_only_where_it_stands_there() -> None:
    place = ("C102", "some-rule", Severity.ERROR, "m", 0, 1, 1, 1, "", None)
    held, elsewhere = Span(4, 7, "dam"), Span(4, 7, "sea")
    packed = Findings([Finding(*place, held, "one"), Finding(*place, elsewhere, "one")], name, SOURCES)
    assert [one.evidence for one in packed] == [held, elsewhere]


def test_rows_weigh_a_third_of_the_findings() -> None:
    def made() -> list[Finding]:
        return [
            Finding(
                "C102",
                "some-rule",
                Severity.ERROR,
                f"{n}: the source does not support the sentence (support 0.0{n % 10})",
                n,
                n + 3,
                n,
                n + 4,
                f"{n:012x}",
                Fix("unsafe", (Edit(n - 1, n + 3, ""),)),
                Span(n % 20, n % 20 + 8, SOURCES[0].text[n % 20 : n % 20 + 8]),
                "one",
            )
            for n in range(1_000, 2_000)
        ]

    tracemalloc.start()
    try:
        objects = made()
        before = tracemalloc.get_traced_memory()[0]
        packed = Findings(objects, name, SOURCES)
        assert packed == tuple(objects)
        rows = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert 3 * rows < before
