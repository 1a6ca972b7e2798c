"""Audit one draft: parse, judge, check, silence, report. Pure: text and sources in, a report out."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from audit import thresholds
from audit.case import Case, Observation
from audit.checks import all_checks
from audit.checks.d902_unused_suppression import report as report_unused
from audit.draft import parse
from audit.suppress import silence, suppressions
from wellsourced.core.model import (
    FileReport,
    Finding,
    Label,
    Marker,
    MarkerReport,
    ReferenceReport,
    RefVerdict,
    Source,
    Span,
)
from wellsourced.core.text import canonical_url

_DEFAULT_PATH = "<draft>"


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """What to look for: codes (or their beginnings) selected and ignored; ``strict`` makes C104 an error."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    as_of: date | None = None

    def wants(self, finding: Finding) -> bool:
        return self.speaks(finding.code, finding.rule)

    def speaks(self, code: str, rule: str) -> bool:
        """Tell whether a rule was asked for: selected, where any was, and not ignored."""
        names = (code, rule)
        chosen = not self.select or any(_matches(names, one) for one in self.select)
        return chosen and not any(_matches(names, one) for one in self.ignore)


def _matches(names: tuple[str, str], wanted: str) -> bool:
    return names[0].startswith(wanted) or names[1] == wanted


def audit(
    text: str,
    sources: Sequence[Source] = (),
    options: AuditOptions | None = None,
    path: str = _DEFAULT_PATH,
    observations: Iterable[Observation] = (),
) -> FileReport:
    """Audit a draft against its sources and return the report; offsets are code points of ``text``."""
    options = options or AuditOptions()
    case = open_case(text, sources, options, observations)
    return report_on(case, options, path)


def open_case(
    text: str, sources: Sequence[Source], options: AuditOptions, observations: Iterable[Observation] = ()
) -> Case:
    """Parse a draft and lay its sources beside it."""
    # A source that is known by its address alone brings no label.
    labels: frozenset[Label] = frozenset(
        s.n if s.n is not None else s.id for s in sources if s.n is not None or s.id != canonical_url(s.url)
    )
    urls = frozenset(canonical_url(s.url) for s in sources if s.url)
    draft = parse(text, labels, urls)
    return Case(draft, tuple(sources), tuple(observations), options.as_of, options.strict)


def report_on(case: Case, options: AuditOptions, path: str) -> FileReport:
    """Run every check on a case and put the report together."""
    found = [finding for check in all_checks() for finding in check.find(case) if options.wants(finding)]
    allowed = suppressions(case.draft)
    kept, unused = silence(found, allowed)
    late = tuple(finding for finding in report_unused(case, unused) if options.wants(finding))
    findings = _identified(case, sorted((*kept, *late), key=lambda f: (f.start, f.code, f.end, f.message)))
    return FileReport(
        path=path,
        text=case.draft.text,
        style=case.draft.style,
        sources=len(case.sources),
        markers=tuple(_marker_reports(case)),
        references=tuple(_reference_reports(case)),
        findings=findings,
        suppressed=len(found) - len(kept),
        notes=tuple(_notes(case)),
        shelf=case.sources,
    )


def policy() -> str:
    """Return the fingerprint of the rules, thresholds and tables in force: the same policy, the same verdicts."""
    parts = [f"{check.code}:{check.slug}:{check.severity}" for check in all_checks()]
    parts += [f"{name}={getattr(thresholds, name)}" for name in sorted(vars(thresholds)) if name.isupper()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


@lru_cache(maxsize=256)
def _normal(sentence: str) -> str:
    return " ".join(sentence.lower().split())


def fingerprint(rule: str, sentence: str, source: str) -> str:
    """Return the identity of a finding that survives edits elsewhere: rule, normalised sentence and source."""
    normal = _normal(sentence)
    return hashlib.sha256("\x1f".join((rule, normal, source)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _identified(case: Case, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Give each finding its id; the second of two that are alike gets a "-2"."""
    seen: Counter[str] = Counter()
    identified = []
    sentence_of = {(m.start, m.end): case.claim_of(m) for m in case.draft.markers}
    for finding in findings:
        sentence = sentence_of.get((finding.start, finding.end), case.draft.text[finding.start : finding.end])
        identity = fingerprint(finding.code, sentence, finding.source or _target(finding))
        seen[identity] += 1
        number = seen[identity]
        identified.append(replace(finding, id=identity if number == 1 else f"{identity}-{number}"))
    return tuple(identified)


def _target(finding: Finding) -> str:
    return finding.message if finding.code == "C101" else ""


def _marker_reports(case: Case) -> Iterable[MarkerReport]:
    for index, marker in enumerate(case.draft.markers):
        line, column = case.position(marker.start)
        refs = []
        for citation in case.citations_of.get(index, ()):
            best = None
            if citation.better is not None:
                source, score = citation.better
                best = (case.label_of_source(source, marker.start), score)
            refs.append(
                RefVerdict(
                    citation.label,
                    citation.verdict,
                    citation.support,
                    best,
                    citation.evidence,
                    case.sources[citation.source].id if citation.source is not None else None,
                    citation.why,
                    citation.together or None,
                )
            )
        yield MarkerReport(marker.start, marker.end, line, column, marker.raw, tuple(refs), _claim(case, marker))


def _claim(case: Case, marker: Marker) -> Span | None:
    if not 0 <= marker.sentence < len(case.claims):
        return None
    return Span(*case.draft.sentences[marker.sentence], case.claims[marker.sentence])


def _reference_reports(case: Case) -> Iterable[ReferenceReport]:
    for index, entry in enumerate(case.draft.references):
        verdict = "duplicate" if index in case.duplicates else "orphan" if index in case.orphans else "keep"
        yield ReferenceReport(entry.label, entry.line, entry.start, verdict)


def _notes(case: Case) -> Iterable[str]:
    unchecked = sum(1 for c in case.citations if c.verdict == "uncheckable")
    if unchecked:
        yield (
            f"{unchecked} of {len(case.citations)} citations were not checked for support: "
            "--sources, --fetch or `wellsourced lock` bring the texts"
        )
