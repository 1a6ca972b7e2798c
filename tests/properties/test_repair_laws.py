"""What holds for every repair of every draft: nothing legitimate goes, nothing fabricated stays, twice is once."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from fakes.drafts import FABRICATED, Sample, drafts
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.case import Case
from audit.editing.patch import patch
from audit.editing.renumbering import renumber
from audit.parsing.dialects import IN_TEXT
from audit.parsing.markers import LINKED
from audit.publish import publish
from audit.repair import apply, choose, repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import Edit, FileReport, Finding, Source

laws = settings(max_examples=60)
both = pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
OPTIONS = AuditOptions()
_ESCAPED = re.compile(r"\\\[[0-9]+\\\]")


def look(sample: Sample) -> FileReport:
    return audit(sample.text, sample.sources)


def mended(sample: Sample, unsafe: bool) -> str:
    done = repair(sample.text, lambda text: audit(text, sample.sources), unsafe=unsafe)
    assert done.settled
    return done.text


def opened(text: str, sources: tuple[Source, ...]) -> Case:
    return open_case(text, sources, OPTIONS)


def accused(report: FileReport) -> list[Finding]:
    """Return the markers out of bounds, but for keys that are words of their sentences: these cannot go."""
    words = {m.start for m in opened(report.text, report.shelf).draft.markers if m.shape in IN_TEXT}
    return [finding for finding in report.findings if finding.code == "C101" and finding.start not in words]


def skeleton(text: str, sources: tuple[Source, ...]) -> str:
    """Return a draft without markers and entries, and without the space, emphasis and parentheses round them."""
    draft = opened(text, sources).draft
    spans = [(m.start, m.end) for m in draft.markers] + [(r.start, r.end) for r in draft.references]
    bare = apply(text, [Edit(start, end, "") for start, end in sorted(set(spans))])
    bare = _ESCAPED.sub("", bare)  # markers only where there are two of them: the last of them may be no more one
    return "".join(c for c in bare if not c.isspace() and c not in "*_()")


@both
@laws
@given(drafts())
def test_a_second_repair_changes_nothing(unsafe: bool, sample: Sample) -> None:
    once = mended(sample, unsafe)
    again = repair(once, lambda text: audit(text, sample.sources), unsafe=unsafe)
    assert again.text == once
    assert not again.fixed


@both
@laws
@given(drafts())
def test_a_repair_touches_markers_and_entries_alone(unsafe: bool, sample: Sample) -> None:
    assert skeleton(mended(sample, unsafe), sample.sources) == skeleton(sample.text, sample.sources)


@both
@laws
@given(drafts())
def test_what_a_repair_leaves_has_no_fix_of_that_safety(unsafe: bool, sample: Sample) -> None:
    left = audit(mended(sample, unsafe), sample.sources).findings
    assert not choose(left, unsafe=unsafe)
    assert not [f for f in left if f.fix is not None and (unsafe or f.fix.safety == "safe")]


@laws
@given(drafts(fabricate=True))
def test_no_marker_out_of_bounds_survives_where_the_style_was_read(sample: Sample) -> None:
    if not opened(sample.text, sample.sources).draft.certain:
        return
    left = audit(mended(sample, False), sample.sources)
    lost = [m for m in left.markers if any(ref.verdict == "out-of-bounds" for ref in m.refs)]
    linked = {m.start for m in opened(left.text, sample.sources).draft.markers if m.shape in (*LINKED, *IN_TEXT)}
    assert all(m.start in linked for m in lost)
    assert not accused(audit(mended(sample, True), sample.sources))


@laws
@given(drafts())
def test_a_good_citation_survives(sample: Sample) -> None:
    """Without texts nothing is misattributed: whatever is in bounds is still cited after every fix."""
    draft = opened(sample.text, ()).draft
    bare = Sample(sample.text, (), sample.dialect, sample.labels, sample.fabricated)
    before = [ref for m in look(bare).markers for ref in m.refs if ref.verdict != "out-of-bounds"]
    after = [ref for m in audit(mended(bare, True)).markers for ref in m.refs if ref.verdict != "out-of-bounds"]
    if not draft.collided and not opened(sample.text, ()).references.duplicates:
        assert [ref.label for ref in after] == [ref.label for ref in before]


@laws
@given(drafts())
def test_edits_in_one_pass_equal_edits_from_the_end(sample: Sample) -> None:
    chosen = choose(look(sample).findings, unsafe=True)
    edits = {edit for finding in chosen if finding.fix for edit in finding.fix.edits}
    text = sample.text
    for edit in sorted(edits, key=lambda e: (e.start, e.end), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert apply(sample.text, edits) == text


# ---------------------------------------------------------------------------------------------------- numbering


@laws
@given(drafts(fabricate=True))
def test_a_fabricated_number_is_never_renumbered_into_a_valid_one(sample: Sample) -> None:
    case = opened(sample.text, sample.sources)
    change = renumber(case, sources_follow=True)
    if any(c.verdict == "out-of-bounds" for c in case.citations):
        assert change.refused
        assert change.edits == ()
    assert not {old for old, _ in change.labels} & set(FABRICATED)


@laws
@given(drafts())
def test_renumbering_twice_is_renumbering_once(sample: Sample) -> None:
    text = mended(sample, False)
    change = renumber(opened(text, ()))
    once = apply(text, change.edits)
    again = renumber(opened(once, ()))
    assert again.edits == ()
    if not change.refused:
        assert not again.refused
        assert "R403" not in {f.code for f in audit(once).findings}


@laws
@given(drafts())
def test_renumbering_keeps_every_marker_on_its_entry(sample: Sample) -> None:
    before = opened(sample.text, ())
    after = opened(apply(sample.text, renumber(before).edits), ())
    assert [_target(before, c.reference) for c in before.citations] == [
        _target(after, c.reference) for c in after.citations
    ]


def _target(case: Case, reference: int | None) -> tuple[str, ...] | None:
    return case.draft.references[reference].urls if reference is not None else None


# ---------------------------------------------------------------------------------------------------- publishing


@settings(laws, max_examples=50)
@given(drafts())
def test_what_is_published_cites_only_what_it_lists(sample: Sample) -> None:
    out = publish(sample.text, sample.sources, OPTIONS)
    again = publish(out.text, out.sources, OPTIONS)
    assert again.text == out.text
    assert again.sources == out.sources
    assert not [f for f in out.report.findings if f.fix is not None]
    if opened(sample.text, sample.sources).draft.certain:
        assert not accused(out.report)


# ---------------------------------------------------------------------------------------------------- patches


@settings(laws, max_examples=15)
@given(sample=drafts(), tail=st.sampled_from(("", "\n", "ä", "\r\n", "x\r")))
def test_git_applies_the_patch_of_a_repair(tmp_path_factory: pytest.TempPathFactory, sample: Sample, tail: str) -> None:
    before = sample.text + tail
    done = repair(before, lambda text: audit(text, sample.sources), unsafe=True)
    after = apply(done.text, renumber(opened(done.text, sample.sources), sources_follow=True).edits)
    assert applied(tmp_path_factory.mktemp("git"), before, after) == after


@settings(laws, max_examples=15)
@given(st.data())
def test_git_applies_the_patch_of_any_two_texts(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    lines = st.lists(st.sampled_from(("a\n", "b\r\n", "ü\n", "\n", "c\r", "\x0c\n", "\u2028", "-- x\n")), max_size=30)
    before = "".join(data.draw(lines)) + "x"
    kept = [line for line in before.split("\n") if data.draw(st.integers(0, 5))]
    after = "\n".join([*kept, *data.draw(lines)])
    assert applied(tmp_path_factory.mktemp("git"), before, after) == after


def applied(folder: Path, before: str, after: str) -> str:
    """Return what `git apply` makes of a file and the patch of two texts."""
    file = folder / "draft.md"
    file.write_bytes(before.encode())
    change = patch("draft.md", before, after)
    assert bool(change) == (before != after)
    if change:
        (folder / "change.patch").write_bytes(change.encode())
        command = ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "change.patch"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return file.read_bytes().decode()
