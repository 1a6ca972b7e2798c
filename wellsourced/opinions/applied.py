"""Apply kept opinions to a report: confirm, withdraw or leave open. The same opinions give the same report.

An opinion strikes nothing: no fix comes from it, none becomes safe, and what is proven stays as it is.
"""

from __future__ import annotations

from audit.checks import confirmed, rule_names, severity_of
from audit.parsing.link_markers import link_name
from audit.runner import fingerprint
from audit.suppress import Allowed, suppressions
from wellsourced.opinions.questions import OF_CITATIONS, doubts, key_of
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import Finding, Opinion, Severity
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from audit.case import Case
    from audit.runner import AuditOptions
    from wellsourced.opinions.questions import Doubt
    from wellsourced_core.model import FileReport, MarkerReport, RefVerdict

_WEAK, _RULE = "C103", "weakly-supported-citation"
_DISAGREE = "readers disagree"


def apply(report: FileReport, case: Case, opinions: Mapping[str, Opinion], options: AuditOptions) -> FileReport:
    """Return the report of a case with what readers said of it."""
    known = [(one, said) for one in doubts(case, report) if (said := opinion_on(one, opinions)) is not None]
    if not known:
        return report
    changing = _Changing(report, case, options)
    for doubt, opinion in known:
        if doubt.finding:
            changing.finding(doubt.finding, opinion, complete=doubt.complete)
        else:
            changing.group(doubt, opinion)
    return changing.report(known)


def opinion_on(doubt: Doubt, opinions: Mapping[str, Opinion]) -> Opinion | None:
    """Return what readers say of a doubt, None where none was asked; two that disagree leave it open."""
    models = sorted({one.model for one in opinions.values()})
    told = [one for model in models if (one := opinions.get(key_of(doubt.question.content, model))) is not None]
    if not told:
        return None
    if len({one.verdict for one in told}) == 1:
        return told[0]
    return Opinion(", ".join(one.model for one in told), "unsure", _DISAGREE, told[0].claim)


class _Changing:
    """A report while opinions are applied to it."""

    def __init__(self, report: FileReport, case: Case, options: AuditOptions) -> None:
        self._report, self._case, self._options = report, case, options
        self._findings = {one.id: one for one in report.findings}
        self._markers: dict[int, MarkerReport] = {}
        self._allowed = Allowed(suppressions(case.draft, rule_names()))

    def finding(self, identity: str, opinion: Opinion, *, complete: bool = True) -> None:
        """Confirm or withdraw one finding; one that is proven is not touched."""
        one = self._findings.get(identity)
        if one is None or one.certainty == "proven":
            return
        verdict = opinion.verdict
        if verdict == "supported":
            made = replace(
                one, severity=Severity.NOTE, fix=None, message=f"{one.message}; {_said('withdrawn', opinion)}"
            )
        elif verdict == "unsupported" and complete:
            grave = confirmed(one.code, one.certainty)
            made = replace(one, severity=grave, message=f"{one.message}; {_said('confirmed', opinion)}")
        else:
            made = one
        self._findings[identity] = replace(made, opinion=verdict, why=_why(opinion))

    def group(self, doubt: Doubt, opinion: Opinion) -> None:
        """Confirm or withdraw what is said of the citations of a group of markers."""
        asked = {passage.source.id for passage in doubt.question.passages}
        for index in doubt.markers:
            marker = self._markers.get(index, self._report.markers[index])
            there = {one.code: one for one in self._at(marker, asked)}
            refs = tuple(self._ref(marker, ref, there, doubt, opinion, asked) for ref in marker.refs)
            self._markers[index] = replace(marker, refs=refs)
            for one in there.values():
                if one.code == "C104":
                    self._judged_after_all(one, opinion)
                else:
                    self.finding(one.id, opinion, complete=doubt.complete)

    def _judged_after_all(self, one: Finding, opinion: Opinion) -> None:
        """Take back that a citation could not be judged, where a reader judged it."""
        if opinion.verdict != "unsure":
            message = f"{one.message}; {_said('judged', opinion)}"
            made = replace(one, severity=Severity.NOTE, message=message)
            self._findings[one.id] = replace(made, opinion=opinion.verdict, why=_why(opinion))

    def _ref(
        self,
        marker: MarkerReport,
        ref: RefVerdict,
        there: Mapping[str, Finding],
        doubt: Doubt,
        opinion: Opinion,
        asked: set[str],
    ) -> RefVerdict:
        if ref.source not in asked or ref.verdict == "out-of-bounds":
            return ref
        told = replace(ref, opinion=opinion.verdict, why=_why(opinion))
        if opinion.verdict == "supported":
            return replace(told, verdict="supported")
        if opinion.verdict == "unsure" or not doubt.complete:
            return told
        if "C102" in there or ref.verdict == "misattributed":  # which may be allowed, or not be asked for
            return replace(told, verdict="misattributed")
        if _WEAK not in there:
            self._warn(marker, ref, opinion)
        return replace(told, verdict="weak")

    def _at(self, marker: MarkerReport, asked: set[str]) -> list[Finding]:
        """Return the findings on a marker's citations of the sources that were asked about."""
        place = (marker.start, marker.end)
        return [
            one
            for one in self._findings.values()
            if one.code in OF_CITATIONS and (one.start, one.end) == place and one.source in asked
        ]

    def _warn(self, marker: MarkerReport, ref: RefVerdict, opinion: Opinion) -> None:
        """Add the warning that an opinion calls for, as the rule itself would give it: selected, not silenced."""
        name = ref.label if ref.label is not None else link_name(marker.raw)
        sentence = marker.claim.text if marker.claim else ""
        made = Finding(
            _WEAK,
            _RULE,
            severity_of(_WEAK, "likely"),
            f"{name}: {_said('not in the source', opinion)}",
            marker.start,
            marker.end,
            marker.line,
            marker.column,
            fingerprint(_WEAK, sentence, ref.source or ""),
            None,
            ref.evidence,
            ref.source,
            "likely",
            opinion.verdict,
            _why(opinion),
        )
        if self._options.wants(made) and not self._allowed.silence(made):
            self._findings.setdefault(made.id, made)

    def report(self, known: Iterable[tuple[Doubt, Opinion]]) -> FileReport:
        """Return the changed report, with a note on whose opinions it rests."""
        told = list(known)
        markers = tuple(self._markers.get(at, marker) for at, marker in enumerate(self._report.markers))
        findings = tuple(sorted(self._findings.values(), key=lambda f: (f.start, f.code, f.end, f.message)))
        models = ", ".join(sorted({opinion.model for _, opinion in told}))
        note = f"a reader ({models}) was asked about {plural(len(told), 'doubt')}"
        return replace(self._report, markers=markers, findings=findings, notes=(*self._report.notes, note))


def _said(what: str, opinion: Opinion) -> str:
    return f"{what}, says a reader ({opinion.model}): “{opinion.why}”"


def _why(opinion: Opinion) -> str:
    return f"a reader ({opinion.model}): “{opinion.why}”" if opinion.why else f"a reader ({opinion.model})"
