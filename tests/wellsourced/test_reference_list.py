from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from audit.runner import AuditOptions, audit
from retrieval.bibliography import read_bibliography
from wellsourced.bibliography_export import EXPORTS, bibtex, csl_json
from wellsourced.reference_list import STYLES, restyled, with_references
from wellsourced_core.model import Source
from wellsourced_core.text import canonical_url

SOURCES = (
    Source("a", "https://www.portmarlow.gov/code/8-40", "Noise & nights: 100 % *quiet*?",
           "The code sets 55 decibels. The laboratory measured 31 sites for it.",
           date(2025, 3, 5), "2026-11-20T10:00:00Z", n=1),
    Source("b", "https://lab.example/a_b?x={1}", "", "The laboratory measured 31 sites.", n=2),
)  # fmt: skip
BODY = "# Noise\n\nThe code sets 55 decibels [1]. The laboratory measured 31 sites [1, 2]."


@pytest.mark.parametrize("style", STYLES)
def test_each_style_reads_well_and_is_audited_alike(style: str, snapshot: SnapshotAssertion) -> None:
    plain = with_references(BODY, SOURCES)
    text = restyled(plain, SOURCES, style, audit(plain, SOURCES).markers)
    assert text == snapshot
    report = audit(text, SOURCES, AuditOptions())
    assert [len(marker.refs) for marker in report.markers if marker.refs] in ([1, 2], [1, 1, 1])
    assert {ref.verdict for marker in report.markers for ref in marker.refs} == {"supported"}
    assert not {finding.code for finding in report.findings} - {"R403"}


@pytest.mark.parametrize("kind", EXPORTS)
def test_each_file_reads_well(kind: str, snapshot: SnapshotAssertion) -> None:
    assert EXPORTS[kind][1](SOURCES) == snapshot


_TITLES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=60)


@settings(max_examples=80)
@given(st.lists(st.tuples(_TITLES, st.dates(date(1900, 1, 1), date(2100, 1, 1)) | st.none()), min_size=1, max_size=5))
def test_what_is_exported_can_be_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, date | None]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("exports")
    sources = [
        Source(f"s{n}", f"https://x.example/{n}?a=b%20c&d_e", title, "", day, n=n)
        for n, (title, day) in enumerate(rows, 1)
    ]
    for name, render in (("r.bib", bibtex), ("r.json", csl_json)):
        (folder / name).write_text(render(sources), "utf-8")
        read = read_bibliography(folder / name)
        assert [one.id for one in read] == [f"ref{n}" for n in range(1, len(rows) + 1)]
        assert [one.published for one in read] == [day for _, day in rows]
        assert [one.url for one in read] == [one.url for one in sources]


@pytest.mark.parametrize(
    "url",
    ["https://e.example/[a](javascript:alert(1))", "https://e.example?q=[a](b)", "https://e.example//[a](b)",
     'https://e.example/"><script>alert(1)</script>', "https://e.example/`a`", "https://e.example/a b"],
)  # fmt: skip
@pytest.mark.parametrize("style", STYLES)
def test_j74_nothing_in_an_address_is_markup(url: str, style: str) -> None:
    source = Source("a", url, "Noise", "The code sets 55 decibels.", n=1)
    plain = with_references("# Noise\n\nThe code sets 55 decibels [1].", (source,))
    entry = restyled(plain, (source,), style, audit(plain, (source,)).markers).splitlines()[-1]
    address = entry[entry.index("https://") :]
    assert not set('<>`" ') & set(address)
    assert "](" not in address
    assert canonical_url(address) == canonical_url(url)


def test_an_ipv6_address_keeps_its_brackets() -> None:
    source = Source("a", "https://[2001:db8::1]:8443/a_b(c)", "Noise", "", n=1)
    assert "https://[2001:db8::1]:8443/a_b(c)" in with_references("Text [1].", (source,))


@pytest.mark.parametrize("url", ["file:///etc/passwd", "s3://kb/a_b.txt", "FTP://e.example/a", "mailto:ada@e.example"])
@pytest.mark.parametrize("style", STYLES)
def test_j118_what_opens_no_page_is_named_but_never_a_link(url: str, style: str) -> None:
    source = Source("a", url, "Noise", "The code sets 55 decibels.", n=1)
    plain = with_references("# Noise\n\nThe code sets 55 decibels [1].", (source,))
    assert restyled(plain, (source,), style, audit(plain, (source,)).markers).splitlines()[-1].endswith(f" `{url}`")
    assert "url" not in bibtex((source,)).lower().replace(url.lower(), "")
    assert "URL" not in csl_json((source,))


@pytest.mark.parametrize("url", ["doi:10.1000/182", "notes/a.md", "wiki:harbour", "https://e.example/a"])
def test_other_names_stand_as_they_are(url: str) -> None:
    assert with_references("Text [1].", (Source("a", url, "Noise", "", n=1),)).endswith(f"1. Noise. {url}\n")
