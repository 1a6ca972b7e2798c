"""The rules: a file per rule, discovered, in order of their codes.

A rule's docstring is its page. Its module has one ``CHECK`` and the function that finds what it looks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module

from audit.case import Case, Observation
from audit.certainty import of_number
from wellsourced_core.discovery import modules
from wellsourced_core.model import Edit, Finding, Fix, Severity, Span
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.facts import Backed
    from wellsourced_core.model import Certainty, NumberVerdict, QuotationVerdict, StatisticVerdict

Find = Callable[[Case], Iterator[Finding]]
_ORDER = tuple(Severity)  # the gravest first
_OF_CERTAINTY: dict[Certainty, Severity] = {
    "proven": Severity.ERROR,
    "likely": Severity.WARNING,
    "possible": Severity.NOTE,
}


@frozen
class Check:
    """A rule: its code (never reused), the name it goes by, how grave it is at most, and how it is looked for."""

    code: str
    slug: str
    severity: Severity
    find: Find

    def at(
        self,
        case: Case,
        start: int,
        end: int,
        message: str,
        fix: Fix | None = None,
        evidence: Span | None = None,
        source: str | None = None,
        certainty: Certainty = "proven",
    ) -> Finding:
        """Return a finding of this rule on draft[start:end]."""
        line, column = case.texts.position(start)
        earned = case.tuning.earned(self.code, certainty)
        told = certainty if earned != certainty else ""
        place, grave = (start, end, line, column), self.severity_of(earned)
        return Finding(self.code, self.slug, grave, message, *place, "", fix, evidence, source, earned, told=told)

    def severity_of(self, certainty: Certainty) -> Severity:
        """Return how grave a finding of this rule is: as its certainty says, and at most as the rule may be."""
        return max(self.severity, _OF_CERTAINTY[certainty], key=_ORDER.index)


def safe(*edits: Edit) -> Fix:
    return Fix("safe", edits)


def unsafe(*edits: Edit) -> Fix:
    return Fix("unsafe", edits)


def observed(case: Case, check: Check) -> Iterator[Finding]:
    """Report what another room observed of a source, on the entry that names it (else on its first marker).

    A source that the draft, perhaps after a repair, neither lists nor cites is no fault of the draft. What is observed
    twice of one entry is reported once.
    """
    seen: set[int] = set()
    for observation in case.observations:
        if observation.code != check.code:
            continue
        start, end = _place(case, observation)
        if end and not (observation.entry and start in seen):
            seen.add(start)
            source = observation.source or None
            certainty = observation.certainty
            yield check.at(case, start, end, observation.message, None, observation.evidence, source, certainty)


def _place(case: Case, observation: Observation) -> tuple[int, int]:
    """Return where what was observed is reported, (0, 0) where nowhere."""
    if not observation.entry:
        return case.citations.place_of_source(observation.source)
    found = (one for one in case.draft.references if one.text == observation.entry)
    return next(((one.start, one.end) for one in found), (0, 0))


def misquoted(case: Case, check: Check, verdict: QuotationVerdict) -> Iterator[Finding]:
    """Yield the findings of a rule on the quotations that were judged so.

    That one is out of context is for a reader to say, and so is whether a marker at the end of a paragraph is about it.
    """
    for backed, source, one in case.facts.quotations:
        if one.verdict == verdict:
            start, end = case.texts.locate(backed.sentence, one.quote.text)
            certainty: Certainty = "likely" if backed.covered or verdict == "out-of-context" else "proven"
            yield check.at(case, start, end, one.why, None, one.evidence, case.sources[source].id, certainty)


def misnumbered(case: Case, check: Check, *verdicts: NumberVerdict) -> Iterator[Finding]:
    """Yield the findings of a rule on the numbers that were judged so.

    What follows from the source's numbers is shown with its formula, and no fault.
    """
    for backed, source, one in case.facts.statistics:
        if one.verdict in verdicts and not one.derivation:
            yield on_number(case, check, backed, source, one)


def on_number(case: Case, check: Check, backed: Backed, source: int, one: StatisticVerdict) -> Finding:
    """Return the finding of a rule on a number of a cited sentence, beside what its source has."""
    start, end = case.texts.locate(backed.sentence, one.quantity.text)
    certainty = of_number(one.certainty, backed.standing, absent=one.verdict in ("absent", "derived"))
    message = f"{one.quantity.text}: {one.why}"
    return check.at(case, start, end, message, None, one.evidence, case.sources[source].id, certainty)


def overclaimed(case: Case, check: Check) -> Iterator[Finding]:
    """Report what the sentences assert beyond their sources by the rules on meaning that have a check's code.

    A sentence with several groups of markers is left out: what one source does not say may be another one's. Those
    before a paragraph's only and final group are looked at with it.
    """
    for backed, source, found in case.facts.overclaims:
        if found.code == check.code and (backed.standing.closing or backed.covered) and backed.standing.complete:
            start, end = case.draft.sentences[backed.sentence]
            source_id = case.sources[source].id
            yield check.at(case, start, end, found.why, None, found.evidence, source_id, found.certainty)


@cache
def all_checks() -> tuple[Check, ...]:
    """Return every rule, by code."""
    checks = (import_module(f"{__name__}.{name}").CHECK for name in modules(__path__))
    return tuple(sorted(checks, key=lambda check: check.code))


@cache
def rule_names() -> frozenset[str]:
    """Return the codes and the names of all rules."""
    return frozenset(name for check in all_checks() for name in (check.code, check.slug))


def severity_of(code: str, certainty: Certainty) -> Severity:
    """Return how grave a finding of a code is at a certainty; KeyError for an unknown code."""
    return _by_code()[code].severity_of(certainty)


def confirmed(code: str, certainty: Certainty) -> Severity:
    """Return how grave a finding is that a second reader agrees with: an error if it was likely, else a warning.

    No finding is graver than its rule may be. KeyError for an unknown code.
    """
    return severity_of(code, "likely" if certainty == "possible" else "proven")


@cache
def _by_code() -> dict[str, Check]:
    return {check.code: check for check in all_checks()}


def page(code: str) -> str:
    """Return the page of a rule: its module's docstring; KeyError for an unknown code."""
    for check in all_checks():
        if check.code == code:
            return (import_module(check.find.__module__).__doc__ or "").strip()
    raise KeyError(code)
