"""Audit one draft: parse, judge, check, silence, report. Pure: text and sources in, a report out."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from operator import attrgetter

from audit.case import Case, Observation
from audit.checks import all_checks, rule_names
from audit.checks.d902_unused_suppression import report as report_unused
from audit.draft import parse
from audit.evidence_pages import on_page
from audit.marker_reports import MarkerReports
from audit.suppress import Allowed, suppressions
from audit.tuning import SHIPPED, Tuning
from wellsourced_core.digest import sha256
from wellsourced_core.model import (
    FileReport,
    Finding,
    Label,
    ReferenceReport,
    Source,
    SourceJoin,
)
from wellsourced_core.text import canonical_url
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ReferenceVerdict

_DEFAULT_PATH = "<draft>"
# That nothing could be judged is reported whatever rules are selected: it concerns all of them.
_GUARDS = ("D901", "D903")


@frozen
class AuditOptions:
    """What to look for: codes (or their beginnings) selected and ignored; ``strict`` makes C104 an error.

    ``mentions``: a citation in words keeps its entry; false for a list that was made from the draft's markers.
    ``tuning``: what the user's own labels changed.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    as_of: date | None = None
    mentions: bool = True
    tuning: Tuning = SHIPPED

    def wants(self, finding: Finding) -> bool:
        return self.speaks(finding.code, finding.rule)

    def speaks(self, code: str, rule: str) -> bool:
        """Tell whether a rule was asked for: selected, where any was, and not ignored."""
        names = (code, rule)
        chosen = not self.select or code in _GUARDS or any(_matches(names, one) for one in self.select)
        return chosen and not any(_matches(names, one) for one in self.ignore)


def _matches(names: tuple[str, str], wanted: str) -> bool:
    return names[0].startswith(wanted) or names[1] == wanted


_SHORT_TITLE = "its title is too short to join it by: put the number or key of its entry at the beginning of its name"


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
    text: str,
    sources: Sequence[Source],
    options: AuditOptions,
    observations: Iterable[Observation] = (),
    before: Case | None = None,
) -> Case:
    """Parse a draft and make a case of it and its sources; ``before`` is the case that it was before its repair."""
    draft = parse(text, *_names(sources), mentions=options.mentions)
    cited = before.texts.cited_words if before is not None else frozenset()
    return Case(draft, tuple(sources), tuple(observations), options.as_of, options.strict, cited, options.tuning)


def reopen(case: Case, sources: Sequence[Source], observations: Iterable[Observation] = ()) -> Case:
    """Make a case of a draft and other sources; it is parsed anew only if they have other labels or addresses."""
    names = _names(sources)
    draft = case.draft if names == _names(case.sources) else parse(case.draft.text, *names)
    return replace(case, draft=draft, sources=tuple(sources), observations=tuple(observations))


def _names(sources: Sequence[Source]) -> tuple[frozenset[Label], frozenset[str]]:
    """Return the labels and the addresses of sources; one that is known by its address alone brings no label.

    Documents bring neither: that a folder lacks a file does not show that there is no such work.
    """
    sources = [source for source in sources if source.document is None]
    urls = [canonical_url(source.url) for source in sources]
    labels: frozenset[Label] = frozenset(
        s.n if s.n is not None else s.id for s, url in zip(sources, urls, strict=True) if s.n is not None or s.id != url
    )
    return labels, frozenset(url for s, url in zip(sources, urls, strict=True) if s.url)


def report_on(case: Case, options: AuditOptions, path: str) -> FileReport:
    """Run every check on a case and put the report together."""
    allowed = Allowed(suppressions(case.draft, rule_names()))
    findings = _named(case, _found(case, options, allowed))
    return FileReport(
        path=path,
        text=case.draft.text,
        style=case.draft.style,
        sources=len(case.sources),
        markers=MarkerReports(case),
        references=tuple(_reference_reports(case)),
        findings=tuple(_paged(findings, case.sources)),
        suppressed=allowed.silenced,
        notes=tuple(_notes(case)),
        shelf=case.sources,
        joins=tuple(_source_joins(case)),
    )


def _paged(findings: Iterable[Finding], sources: Sequence[Source]) -> Iterator[Finding]:
    """Yield findings whose evidence knows the page that it is on."""
    paged = {source.id: source for source in sources if source.document is not None and source.document.pages}
    for finding in findings:
        source = paged.get(finding.source or "")
        if source is None or finding.evidence is None:
            yield finding
        else:
            yield replace(finding, evidence=on_page(finding.evidence, source))


def _source_joins(case: Case) -> Iterator[SourceJoin]:
    """Yield the document of each entry, the entries for which no source was found, and the documents of no entry.

    Nothing is said where no document is among the sources.
    """
    documents = {at: one.document for at, one in enumerate(case.sources) if one.document is not None}
    if not documents:
        return
    from audit.document_joins import is_too_short  # what reads references is slow to start

    references = case.references
    for at, (entry, source) in enumerate(zip(case.draft.references, references.source_of_reference, strict=True)):
        document = documents.get(source) if source is not None else None
        if document is not None:
            yield SourceJoin(document.file, entry.label, entry.line, references.joins[at].by, document.problem)
        elif source is None:
            yield SourceJoin("", entry.label, entry.line, "")
    listed = {join.source for join in references.joins.values()}
    for at, document in documents.items():
        if at in references.copies:
            entry = case.draft.references[references.copies[at]]
            yield SourceJoin(document.file, entry.label, entry.line, "", "another copy of it was read")
        elif at not in listed:
            label, by = references.lone_join(at) or (None, "")
            short = not by and is_too_short(case.sources[at].title, case.draft.references)
            yield SourceJoin(document.file, label, 0, by, document.problem or (_SHORT_TITLE if short else ""))


def _found(case: Case, options: AuditOptions, allowed: Allowed) -> Iterator[Finding]:
    """Yield the findings of every rule that are not suppressed, and one for each suppression that is at fault."""
    for check in all_checks():
        if options.speaks(check.code, check.slug):
            yield from (finding for finding in check.find(case) if not allowed.silence(finding))
    yield from filter(options.wants, report_unused(case, allowed.all))


def _named(case: Case, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings by place, each with its fingerprint as its id, behind which the second of several has "-2"."""
    findings = sorted(found, key=lambda f: (f.start, f.code, f.end, f.message))
    seen: Counter[str] = Counter()
    for index, finding in enumerate(findings):
        name = _identity(case, finding)
        seen[name] += 1
        findings[index] = replace(finding, id=name if seen[name] == 1 else f"{name}-{seen[name]}")
    return tuple(findings)


@lru_cache(maxsize=256)
def _normal(sentence: str) -> str:
    return " ".join(sentence.lower().split())


def fingerprint(rule: str, sentence: str, source: str) -> str:
    """Return the identity of a finding that survives edits elsewhere: rule, normalised sentence and source."""
    normal = _normal(sentence)
    return sha256("\x1f".join((rule, normal, source)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


# These findings are on a number, a name or a quotation, which alone does not identify its sentence.
_OF_WORDS = ("C105", "C107", "C108", "N", "Q")


def _identity(case: Case, finding: Finding) -> str:
    """Return the fingerprint of a finding; a finding on a marker is identified by the marker's sentence.

    One on a number, a name or a quotation is identified by that and by its sentence without markers.
    """
    at = bisect_right(case.draft.markers, finding.start, key=attrgetter("start")) - 1
    marker = case.draft.markers[at] if at >= 0 else None
    marked = marker is not None and (marker.start, marker.end) == (finding.start, finding.end)
    sentence = case.texts.claim(marker.sentence) if marker and marked else case.draft.text[finding.start : finding.end]
    if finding.code.startswith(_OF_WORDS):
        within = bisect_right(case.draft.sentences, (finding.start, len(case.draft.text))) - 1
        whole = case.draft.sentences[within] == (finding.start, finding.end)
        sentence = f"{'' if whole else sentence} {case.texts.claim(within)}"
    return fingerprint(finding.code, sentence, finding.source or _target(finding))


def _target(finding: Finding) -> str:
    """Return what identifies a finding without a source besides its sentence: the message, which names the label."""
    return finding.message if finding.code in ("C101", "C104") else ""


def _reference_reports(case: Case) -> Iterable[ReferenceReport]:
    for index, entry in enumerate(case.draft.references):
        verdict: ReferenceVerdict = (
            "duplicate"
            if index in case.references.duplicates
            else "orphan"
            if index in case.citations.orphans
            else "keep"
        )
        yield ReferenceReport(entry.label, entry.line, entry.start, verdict)


def _notes(case: Case) -> Iterable[str]:
    unchecked = sum(1 for _ in case.citations.having("uncheckable"))
    if unchecked:
        yield (
            f"{unchecked} of {len(case.citations)} citation{'' if len(case.citations) == 1 else 's'} "
            f"{'was' if unchecked == 1 else 'were'} not checked for support: "
            "--sources, --fetch or `wellsourced lock` can provide the texts"
        )
