"""What a check of references says of whole files, and the same as the report of an audit, which every format prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from audit.checks import all_checks, severity_of
from audit.references.judge import Judgement
from wellsourced.reference_check import Checked, Unchecked
from wellsourced.reference_files import ReferenceFile
from wellsourced.reference_fixes import proposals
from wellsourced_core.digest import sha256
from wellsourced_core.model import (
    ENTRY_VERDICTS,
    AuditReport,
    FileReport,
    Finding,
    Fix,
    ReferenceReport,
    Style,
    WrittenReference,
)
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Severity

_ID_DIGITS = 12


@frozen
class CheckedFile:
    """A file of references, the judgement on each, and the edits that are proposed for it."""

    file: ReferenceFile
    checked: Checked
    fixes: tuple[tuple[Fix, ...], ...]

    @property
    def entries(self) -> Iterator[tuple[WrittenReference, Judgement, tuple[Fix, ...]]]:
        return zip(self.file.references, self.checked.judgements, self.fixes, strict=True)


@frozen
class ReferenceRun:
    """The files of one run."""

    files: tuple[CheckedFile, ...]

    @property
    def unchecked(self) -> tuple[Unchecked, ...]:
        """Return what no service could be asked, each service once."""
        found: dict[tuple[str, str], int] = {}
        for one in (each for file in self.files for each in file.checked.unchecked):
            found[one.service, one.why] = found.get((one.service, one.why), 0) + one.references
        return tuple(Unchecked(service, why, count) for (service, why), count in found.items())

    @property
    def verdicts(self) -> dict[str, int]:
        """Return how many entries have each verdict, in the order of the verdicts."""
        count = Counter(judgement.verdict for file in self.files for judgement in file.checked.judgements)
        return {verdict: count[verdict] for verdict in ENTRY_VERDICTS}


def checked_file(file: ReferenceFile, checked: Checked) -> CheckedFile:
    """Join a file and its judgements, with what may be changed where the file's fields have places of their own."""
    in_json = file.name.lower().endswith(".json")
    fixes = tuple(
        proposals(written, judgement, in_json=in_json) if file.fixable else ()
        for written, judgement in zip(file.references, checked.judgements, strict=True)
    )
    return CheckedFile(file, checked, fixes)


def severity(judgement: Judgement) -> Severity | None:
    """Return how grave a judgement is, None where it accuses nothing."""
    return severity_of(judgement.code, judgement.certainty) if judgement.code else None


def as_audit(run: ReferenceRun, version: str, policy: str) -> AuditReport:
    """Return the run as the report of an audit, which all formats can print."""
    return AuditReport(version, policy, tuple(_file_report(one, run) for one in run.files))


def _file_report(one: CheckedFile, run: ReferenceRun) -> FileReport:
    from wellsourced.draft_places import placed
    from wellsourced.reference_check import told

    references = tuple(ReferenceReport(w.key, w.line, w.start, "keep") for w in one.file.references)
    report = FileReport(
        one.file.name,
        one.file.text,
        Style("none", "references", "none", 1.0),
        0,
        (),
        references,
        tuple(_findings(one)),
        notes=tuple(told(each) for each in run.unchecked if each.references),
    )
    return placed(report, one.file.places)


def _findings(one: CheckedFile) -> Iterator[Finding]:
    text, seen = one.file.text, Counter[str]()
    slugs = {check.code: check.slug for check in all_checks()}
    for written, judgement, fixes in one.entries:
        grave = severity(judgement)
        if judgement.code is None or grave is None:
            continue
        column = written.start - text.rfind("\n", 0, written.start)
        name = _fingerprint(judgement.code, written)
        seen[name] += 1
        yield Finding(
            judgement.code,
            slugs[judgement.code],
            grave,
            f"{written.key}: {judgement.why}",
            written.start,
            written.end,
            written.line,
            column,
            name if seen[name] == 1 else f"{name}-{seen[name]}",
            joined(fixes),
            source=judgement.record.id if judgement.record else None,
            certainty=judgement.certainty,
        )


def joined(fixes: Sequence[Fix]) -> Fix | None:
    """Return several fixes as one, which is as safe as the least safe of them."""
    if not fixes:
        return None
    unsafe = any(fix.safety == "unsafe" for fix in fixes)
    return Fix("unsafe" if unsafe else "safe", tuple(edit for fix in fixes for edit in fix.edits))


def _fingerprint(code: str, written: WrittenReference) -> str:
    text = " ".join((code, written.key, written.title.casefold()))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_ID_DIGITS]
