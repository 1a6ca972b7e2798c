"""What holds for the audit of every draft: offsets point at what they name, and only the input decides."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.drafts import Sample, drafts, noise
from hypothesis import example, given, settings
from hypothesis import strategies as st

from audit.editing.patch import patch
from audit.repair import repair
from audit.runner import AuditOptions, audit
from wellsourced.formats import render
from wellsourced.policy import policy
from wellsourced_core.model import AuditReport, FileReport, Source
from wellsourced_core.text import shown_line_starts

laws = settings(max_examples=60)
SOURCES = (
    Source("1", "https://s1.example/page", "One", "The bridge opened in 1908 and carried ferries.", n=1),
    Source("2", "https://s2.example/page", "Two", "", n=2),
)
VERDICTS = {"supported", "weak", "misattributed", "out-of-bounds", "uncheckable"}


def check_offsets(report: FileReport) -> None:
    text = report.text
    starts = shown_line_starts(text)
    for marker in report.markers:
        assert 0 <= marker.start < marker.end <= len(text)
        assert text[marker.start : marker.end] == marker.raw
        assert starts[marker.line - 1] + marker.column - 1 == marker.start
        assert marker.refs
        for ref in marker.refs:
            assert ref.verdict in VERDICTS
            assert ref.support is None or 0 <= ref.support <= 1
    ends = [0, *(marker.end for marker in report.markers)]
    assert all(marker.start >= end for end, marker in zip(ends, report.markers, strict=False))
    for entry in report.references:
        assert starts[entry.line - 1] == max(entry.start, starts[0])
    for finding in report.findings:
        assert 0 <= finding.start <= finding.end <= len(text)
        assert starts[finding.line - 1] + finding.column - 1 == max(finding.start, starts[0])
        assert finding.column >= 1
        for edit in finding.fix.edits if finding.fix else ():
            assert 0 <= edit.start <= edit.end <= len(text)
            assert text[edit.start : edit.end] != edit.text
    entries = {entry.start: entry.line for entry in report.references}
    assert all(entries[f.start] == f.line for f in report.findings if f.code in ("R401", "R402", "R408", "R409"))
    assert len({finding.id for finding in report.findings}) == len(report.findings)


@laws
@given(drafts())
def test_every_offset_points_at_what_it_names(sample: Sample) -> None:
    check_offsets(audit(sample.text, sample.sources))


@laws
@given(drafts())
def test_evidence_points_into_its_source(sample: Sample) -> None:
    texts = {source.id: source.text for source in sample.sources}
    report = audit(sample.text, sample.sources)
    spans = [(ref.source, ref.evidence) for marker in report.markers for ref in marker.refs]
    spans += [(finding.source, finding.evidence) for finding in report.findings]
    for source, span in spans:
        if span is not None and source is not None:
            assert texts[source][span.start : span.end] == span.text


@laws
@given(drafts())
def test_the_edits_of_one_fix_never_overlap(sample: Sample) -> None:
    for finding in audit(sample.text, sample.sources).findings:
        edits = sorted((edit.start, edit.end) for edit in finding.fix.edits) if finding.fix else []
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(edits))


@laws
@given(drafts())
def test_edits_of_several_fixes_are_disjoint_or_wait(sample: Sample) -> None:
    """The fixes of one rule never meet: made all at once, from the end, they do what they say."""
    taken: dict[str, list[tuple[int, int]]] = {}
    for finding in audit(sample.text, sample.sources).findings:
        if finding.fix and finding.code in ("C101", "C102", "R401"):
            taken.setdefault(finding.code, []).extend((e.start, e.end) for e in finding.fix.edits)
    for spans in taken.values():
        spans.sort()
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))


@laws
@given(drafts(), st.randoms(use_true_random=False))
def test_the_order_of_numbered_sources_changes_nothing(sample: Sample, random: object) -> None:
    shuffled = list(sample.sources)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = audit(sample.text, shuffled), audit(sample.text, sample.sources)
    assert replace(one, shelf=()) == replace(other, shelf=())


@laws
@given(drafts())
def test_a_clean_line_end_is_all_that_line_ends_change(sample: Sample) -> None:
    """The same draft with other line ends has the same markers, entries and findings, line by line."""

    def shape(text: str) -> object:
        report = audit(text, sample.sources)
        return (
            [(m.line, m.column, m.raw, [(r.label, r.verdict) for r in m.refs]) for m in report.markers],
            [(r.label, r.line, r.verdict) for r in report.references],
            [(f.code, f.line, f.column) for f in report.findings],
        )

    plain = sample.text.replace("\r\n", "\n").replace("\r", "\n")
    assert shape(sample.text) == shape(plain)


@laws
@given(drafts())
def test_a_byte_order_mark_only_shifts(sample: Sample) -> None:
    bare = sample.text.removeprefix("\ufeff")
    one, other = audit(bare, sample.sources), audit("\ufeff" + bare, sample.sources)
    assert [(m.start + 1, m.raw) for m in one.markers] == [(m.start, m.raw) for m in other.markers]
    assert [f.code for f in one.findings] == [f.code for f in other.findings]


@settings(laws, max_examples=250)
@given(noise, st.booleans())
@example("[" * 50 + "1" + "]" * 50, True)
@example("\ud800[1]\n\n## References\n[1] x\ud800", True)
@example("[1-999999999] [9999999999999999999999999] [0] [-1] [1.5] [ 1 ] [01] [1a]", True)
def test_no_text_breaks_the_audit(text: str, with_sources: bool) -> None:
    sources = SOURCES if with_sources else ()
    report = audit(text, sources)
    check_offsets(report)
    fixed = repair(text, lambda draft: audit(draft, sources), unsafe=True)
    assert fixed.settled
    patch("x.md", text, fixed.text)
    assert render("json", AuditReport("0", policy(), (report,)))


@settings(laws, max_examples=100)
@given(st.lists(noise, max_size=4), st.lists(noise, min_size=1, max_size=4))
def test_no_text_with_a_list_breaks_the_audit(body: list[str], entries: list[str]) -> None:
    lines = "\n".join(f"[{n}] https://s{n}.example {entry}" for n, entry in enumerate(entries, 1))
    text = "\n\n".join(f"The bridge opened in 1908 {piece} [1]." for piece in body) + f"\n\n## References\n\n{lines}"
    check_offsets(audit(text, SOURCES))
    assert repair(text, lambda draft: audit(draft, SOURCES), unsafe=True).settled


def test_two_hash_seeds_give_the_same_bytes(tmp_path: Path, fixtures: Path) -> None:
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from audit.runner import audit\n"
        "from wellsourced.policy import policy\n"
        "from retrieval.sources_file import read_sources\n"
        "from wellsourced_core.model import AuditReport\n"
        "from wellsourced.formats import render\n"
        "files = []\n"
        "for path in sorted(Path(sys.argv[1]).glob('**/*.md')):\n"
        "    beside = path.with_name('sources.jsonl')\n"
        "    text = path.read_bytes().decode()\n"
        "    files.append(audit(text, read_sources(beside) if beside.is_file() else (), path=path.name))\n"
        "sys.stdout.write(render('json', AuditReport('0', policy(), tuple(files))))\n"
    )
    outputs = []
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC-{seed[0]}"}
        command = [sys.executable, "-c", program, str(fixtures)]
        outputs.append(subprocess.run(command, env=environment, capture_output=True, check=True, cwd=tmp_path).stdout)
    assert outputs[0] == outputs[1] == outputs[2]
    assert len(json.loads(outputs[0])["files"]) > 60


@laws
@given(drafts())
def test_the_finding_s_id_survives_an_edit_above(sample: Sample) -> None:
    bare = sample.text.removeprefix("\ufeff")
    shifted = "A first paragraph says nothing.\n\n" + bare
    one, other = audit(bare, sample.sources), audit(shifted, sample.sources)
    assert [(f.code, f.id) for f in one.findings] == [(f.code, f.id) for f in other.findings]


@pytest.mark.parametrize("unsafe", [False, True])
@laws
@given(sample=drafts())
def test_an_unselected_rule_is_never_repaired(unsafe: bool, sample: Sample) -> None:
    options = AuditOptions(ignore=("C101",))
    done = repair(sample.text, lambda text: audit(text, sample.sources, options), unsafe=unsafe)
    assert "C101" not in {finding.code for finding in done.fixed}


@laws
@given(drafts())
def test_a_report_does_not_depend_on_what_was_audited_before(sample: Sample) -> None:
    first = audit(sample.text, sample.sources)
    audit(sample.text[::-1], SOURCES)
    assert audit(sample.text, tuple(replace(s) for s in sample.sources)) == first
