"""A baseline accepts what was there when it was written, for a while, and nothing else."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.baseline import LIFETIME, Compared, Entry, compare, place, renew, without_known
from audit.runner import audit
from wellsourced.formats.records.baseline import read_baseline, render, write_baseline
from wellsourced_core.errors import InputError, StorageError
from wellsourced_core.model import Finding, Severity

TODAY = date(2025, 6, 1)
DRAFT = """\
# Bells

The bell of Orlo weighs 340 kilograms [1]. It was cast in 1712 [7]. The rope is of hemp [9].

## References

1. https://example.org/bells
2. https://example.org/ropes
"""


def finding(name: str) -> Finding:
    return Finding("C101", "citation-out-of-bounds", Severity.ERROR, f"message of {name}", 0, 1, 1, 1, name)


IDS = st.sampled_from([f"{letter}{suffix}" for letter in "abcdef" for suffix in ("", "-2")])
PATHS = st.sampled_from(["a.md", "docs/b.md", "c d.md"])
FINDINGS = st.lists(IDS, unique=True, max_size=6).map(lambda ids: tuple(map(finding, ids)))
FOUND = st.dictionaries(PATHS, FINDINGS, max_size=3)
DAYS = st.none() | st.dates(TODAY - timedelta(days=200), TODAY + timedelta(days=200))
ENTRIES = st.lists(
    st.builds(Entry, IDS, st.just("C101"), PATHS, st.text(max_size=20), DAYS),
    unique_by=lambda entry: (entry.path, entry.id),
    max_size=12,
).map(tuple)


# ------------------------------------------------------------------------------------------------ compare


@given(FINDINGS, PATHS, ENTRIES)
def test_every_finding_is_new_or_known_and_every_own_entry_accounted_for(
    findings: tuple[Finding, ...], path: str, entries: tuple[Entry, ...]
) -> None:
    compared = compare(findings, path, entries, TODAY)
    own = [entry for entry in entries if entry.path == path]
    assert len(compared.new) + compared.known == len(findings)
    assert compared.known + len(compared.expired) + len(compared.gone) == len(own)
    assert [f for f in findings if f in compared.new] == list(compared.new)
    assert all(entry in own for entry in (*compared.expired, *compared.gone))


@given(FINDINGS, ENTRIES)
def test_entries_of_other_drafts_change_nothing(findings: tuple[Finding, ...], entries: tuple[Entry, ...]) -> None:
    assert compare(findings, "other.md", entries, TODAY) == Compared(findings)


@pytest.mark.parametrize(("days", "counts"), [(-1, True), (0, False), (1, False)])
def test_the_last_day_is_the_last_it_is_accepted_on(days: int, counts: bool) -> None:
    entry = Entry("a", "C101", "a.md", "", TODAY + timedelta(days=days))
    compared = compare((finding("a"),), "a.md", (entry,), TODAY)
    assert bool(compared.new) is counts
    assert compared.expired == ((entry,) if counts else ())


def test_an_entry_without_a_date_is_accepted_for_good() -> None:
    assert compare((finding("a"),), "a.md", (Entry("a", "C101", "a.md", ""),), date.max).known == 1


@pytest.mark.parametrize("typed", ["./docs/a.md", "docs//a.md", "docs\\a.md", "docs/x/../a.md"])
def test_a_path_is_the_same_however_it_was_typed(typed: str) -> None:
    assert compare((finding("a"),), typed, (Entry("a", "C101", "docs/a.md", ""),), TODAY).known == 1


# -------------------------------------------------------------------------------------------------- renew


@given(ENTRIES, FOUND)
def test_after_renewal_nothing_found_is_new_and_nothing_of_it_gone(
    entries: tuple[Entry, ...], found: dict[str, tuple[Finding, ...]]
) -> None:
    renewed = renew(entries, found, TODAY)
    for path, findings in found.items():
        assert compare(findings, path, renewed, TODAY) == Compared((), known=len(findings))


@given(ENTRIES, FOUND)
def test_renewal_again_changes_nothing(entries: tuple[Entry, ...], found: dict[str, tuple[Finding, ...]]) -> None:
    renewed = renew(entries, found, TODAY)
    assert renew(renewed, found, TODAY) == renewed
    assert renew(reversed(renewed), dict(reversed(found.items())), TODAY) == renewed


@given(ENTRIES, FOUND, st.integers(0, 80))
def test_what_was_accepted_keeps_its_last_day_and_what_is_new_gets_ninety(
    entries: tuple[Entry, ...], found: dict[str, tuple[Finding, ...]], later: int
) -> None:
    first = renew((), found, TODAY)
    assert {entry.expires for entry in first} <= {TODAY + timedelta(days=90)}
    second = renew((*first, *(e for e in entries if e.path not in found)), found, TODAY + timedelta(days=later))
    assert {e for e in second if e.path in found} == set(first)


@given(ENTRIES, FOUND)
def test_it_shrinks_by_what_is_gone_and_keeps_drafts_that_were_not_audited(
    entries: tuple[Entry, ...], found: dict[str, tuple[Finding, ...]]
) -> None:
    renewed = renew(entries, found, TODAY)
    assert {(e.path, e.id) for e in renewed if e.path in found} == {
        (path, f.id) for path, findings in found.items() for f in findings
    }
    others = [e for e in entries if e.path not in found and (e.expires is None or e.expires >= TODAY)]
    assert [e for e in renewed if e.path not in found] == sorted(others, key=lambda e: (e.path, e.id))


def test_the_lifetime_can_be_chosen_and_never_leaves_the_calendar() -> None:
    found = {"a.md": (finding("a"),)}
    assert renew((), found, TODAY, timedelta(days=7))[0].expires == date(2025, 6, 8)
    assert renew((), found, TODAY, None)[0].expires is None
    assert renew((), found, date.max - timedelta(days=3))[0].expires == date.max


# -------------------------------------------------------------------------------------- with a real audit


def test_edits_elsewhere_do_not_bring_a_finding_back_and_a_new_one_counts() -> None:
    entries = renew((), {"a.md": audit(DRAFT, path="a.md").findings}, TODAY)
    assert {entry.code for entry in entries} >= {"C101", "R401"}
    above = DRAFT.replace("# Bells\n", "# The bells of Orlo\n\nA village on the plain, with a chapel.\n")
    assert compare(audit(above, path="a.md").findings, "a.md", entries, TODAY).new == ()
    more = above.replace("of hemp [9].", "of hemp [9]. It is new [7].")
    (new,) = compare(audit(more, path="a.md").findings, "a.md", entries, TODAY).new
    assert (new.code, more[new.start : new.end]) == ("C101", "[7]")


def test_a_second_finding_that_is_alike_counts() -> None:
    entries = renew((), {"a.md": audit(DRAFT, path="a.md").findings}, TODAY)
    twice = DRAFT.replace("of hemp [9].", "of hemp [9]. It was cast in 1712 [7].")
    assert [f.code for f in compare(audit(twice, path="a.md").findings, "a.md", entries, TODAY).new] == ["C101"]


def test_a_report_keeps_what_counts_and_says_what_does_not() -> None:
    report = audit(DRAFT, path="a.md")
    entries = renew((), {"a.md": report.findings}, TODAY)
    quiet = without_known(report, entries, TODAY)
    assert quiet.findings == ()
    assert quiet.suppressed == report.suppressed + len(report.findings)
    assert quiet.markers == report.markers
    assert f"{len(entries)} findings are in the baseline" in quiet.notes
    late = without_known(report, entries, TODAY + LIFETIME + timedelta(days=1))
    assert late.findings == report.findings
    assert any("expired" in note for note in late.notes)


def test_what_is_gone_is_said_only_when_every_rule_was_asked() -> None:
    report = audit(DRAFT, path="a.md")
    entries = (*renew((), {"a.md": report.findings}, TODAY), Entry("0" * 12, "C102", "a.md", "was repaired"))
    assert any(
        "no longer occurs; --write-baseline removes it" in note for note in without_known(report, entries, TODAY).notes
    )
    assert not any("no longer" in note for note in without_known(report, entries, TODAY, complete=False).notes)


def test_no_entry_no_change() -> None:
    report = audit(DRAFT, path="a.md")
    assert without_known(report, (), TODAY) == report


# ---------------------------------------------------------------------------------------------- the file


@given(ENTRIES, st.randoms(use_true_random=False))
def test_the_file_reads_back_and_its_bytes_do_not_depend_on_order(
    tmp_path_factory: pytest.TempPathFactory, entries: tuple[Entry, ...], random: object
) -> None:
    path = tmp_path_factory.getbasetemp() / "baseline.json"
    write_baseline(path, entries)
    assert set(read_baseline(path)) == set(entries)
    shuffled = list(entries)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert render(shuffled).encode() == path.read_bytes()


def test_the_file_is_made_to_be_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "baseline.json"
    write_baseline(path, renew((), {"./docs/a.md": (finding("b"), finding("a"))}, TODAY))
    record = json.loads(path.read_text("utf-8"))
    assert record["schema"] == "wellsourced.baseline/1"
    assert record["findings"][0] == {
        "id": "a",
        "code": "C101",
        "path": "docs/a.md",
        "message": "message of a",
        "expires": "2025-08-30",
    }
    assert [row["id"] for row in record["findings"]] == ["a", "b"]
    assert path.read_bytes().endswith(b"}\n")


def test_a_name_that_is_no_text_still_makes_a_file_that_reads(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    odd = Finding("C101", "x", Severity.ERROR, "half \ud800" + "m" * 1000, 0, 1, 1, 1, "a")
    write_baseline(path, renew((), {"d\udcff.md": (odd,)}, TODAY))
    (entry,) = read_baseline(path)
    assert len(entry.message) == 400
    assert compare((odd,), "d\udcff.md", (entry,), TODAY).known == 1


GOOD = {"id": "a", "code": "C101", "path": "a.md", "message": "m", "expires": None}


def baseline(*rows: object, **changes: object) -> str:
    return json.dumps({"schema": "wellsourced.baseline/1", "findings": list(rows)} | changes)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", ":1", "not JSON"),
        ('{\n "schema": }', ":2", "not JSON"),
        ("[]", "", "a list"),
        ("{}", "", '"schema" and "findings"'),
        (baseline(more=1), "", '"schema" and "findings"'),
        (baseline(schema="wellsourced.baseline/2"), ": schema", "wellsourced.baseline/1"),
        (baseline(findings={}), ": findings", "not a list"),
        (baseline(GOOD, 5), ": findings[1]", "not an object"),
        (baseline(GOOD | {"why": ""}), ": findings[0].why", "not a key"),
        (baseline({"id": "a"}), ": findings[0]", '"code" is missing'),
        (baseline(GOOD | {"id": 5}), ": findings[0]", '"id" is a number'),
        (baseline(GOOD | {"id": ""}), ": findings[0].id", "empty"),
        (baseline(GOOD | {"path": ""}), ": findings[0].path", "empty"),
        (baseline(GOOD, GOOD), ": findings[1].id", "findings[0]"),
        (baseline(GOOD, GOOD | {"path": "./a.md"}), ": findings[1].id", "findings[0]"),
        (baseline(GOOD | {"expires": "soon"}), ": findings[0].expires", "'soon' is not a date"),
        (baseline(GOOD | {"expires": "20250601"}), ": findings[0].expires", "not a date"),
        (baseline(GOOD | {"expires": "2025-02-30"}), ": findings[0].expires", "not a date"),
        (baseline(GOOD | {"expires": 5}), ": findings[0]", '"expires" is a number'),
        ('{"schema": NaN, "findings": []}', "", "NaN"),
        ('{"schema": "a", "schema": "b"}', "", "twice"),
        ("[" * 100_000, "", "nested too deeply"),
    ],
)
def test_a_wrong_file_is_refused_with_the_field(tmp_path: Path, text: str, place: str, problem: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        read_baseline(path)
    assert caught.value.subject == f"{path}{place}"
    assert problem in caught.value.problem


def test_files_that_are_no_baseline_are_refused(tmp_path: Path) -> None:
    for path, problem in ((tmp_path / "absent.json", "no such baseline"), (tmp_path, "is a folder")):
        with pytest.raises(InputError, match=problem):
            read_baseline(path)
    (tmp_path / "latin.json").write_bytes(b'{"schema": "\xe4"}')
    with pytest.raises(InputError, match="not UTF-8"):
        read_baseline(tmp_path / "latin.json")


def test_a_baseline_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "taken"
    path.mkdir()
    with pytest.raises(StorageError):
        write_baseline(path, ())
    assert [child.name for child in tmp_path.iterdir()] == ["taken"]


@given(st.text(max_size=20))
def test_a_place_is_its_own_place(path: str) -> None:
    assert place(place(path)) == place(path)
