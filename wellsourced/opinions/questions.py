"""What is doubtful in an audited draft, as questions to a reader, and how much an answer can change.

Two kinds of doubt: a citation near the threshold or unjudged, and an accusation that is not proven. What is proven
is never asked about: bounds, aligned quotations and identifiers stay as they are.
"""

from __future__ import annotations

import json
from bisect import bisect_right

from audit.reading.absence import tells_absence
from audit.thresholds import ACCUSED_NEARER, ASKED_ABOVE_BALANCED
from wellsourced_core.digest import sha256
from wellsourced_core.model import Source, Span
from wellsourced_core.prompt_injection import gives_orders
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from audit.case import Case
    from audit.judge_citations import Citation
    from wellsourced_core.model import Certainty, FileReport, Finding

# What an accusation is about, in the words of its question; "{}" is what it points at.
POINTS = {
    "C107": "the names {}",
    "N201": "the number {}",
    "N202": "the number {}",
    "N203": "the number {} with its unit and scale",
    "N204": "direction and negation: do the sources say the same, or the opposite?",
    "M601": "how certain it is",
    "M602": "how much or how many",
    "M603": "who does what to whom",
    "M604": "do the sources say the same, or the opposite?",
    "Q301": "the quotation {}",
    "Q302": "the quotation {}, word for word",
    "Q303": "who said {}",
    "Q304": "the quotation {} with what follows it in the source",
}
OF_CITATIONS = ("C102", "C103", "C104")  # what is said of a marker, not of a part of its sentence
_HERE = "[*]"


@frozen
class Passage:
    """A source that a question is about, and the stretch of it that fits best."""

    source: Source
    evidence: Span | None


@frozen
class Question:
    """Does a sentence, or one ``point`` of it, stand in its sources? ``content`` identifies what is asked.

    ``worth``: how far the answer lies from changing anything; what has the least is asked first.
    """

    content: str
    sentence: str
    point: str
    passages: tuple[Passage, ...]
    worth: float


@frozen
class Doubt:
    """A question and what its answer changes: the citations of a group of markers, or one finding by its id.

    ``complete``: every source that is cited there could be read, so that a no says something.
    """

    question: Question
    markers: tuple[int, ...] = ()
    finding: str = ""
    complete: bool = True


def key_of(content: str, model: str) -> str:
    """Return under what name a model's answer to a question is kept."""
    return sha256(json.dumps([model, content]).encode("ascii")).hexdigest()


def doubts(case: Case, report: FileReport) -> tuple[Doubt, ...]:
    """Return all doubts of a draft in its order; ``report`` is the audit of the case, without any opinion."""
    return (*_of_citations(case), *_of_findings(case, report.findings))


def _of_citations(case: Case) -> Iterator[Doubt]:
    for group in case.references.groups:
        citations = [citation for marker in group for citation in case.citations.of(marker)]
        worth = _worth(case, [one for one in citations if _has_text(case, one)])
        sentence = case.draft.markers[group[0]].sentence
        if worth is None or not case.texts.claim(sentence):
            continue
        question = _question(case, _sentence(case, group), "", citations, worth)
        if question is not None:
            complete = all(_has_text(case, one) for one in citations)
            yield Doubt(question, tuple(group), complete=complete)


def _worth(case: Case, citations: Sequence[Citation]) -> float | None:
    """Return the worth of a question about a group's citations; None where there is no doubt, or it is proven.

    What could not be judged by words comes first, then what is nearest to the threshold.
    """
    if not citations or any(one.doubt == "proven" or one.verdict == "out-of-bounds" for one in citations):
        return None
    if any(one.verdict == "uncheckable" for one in citations):
        return 0.0 if _states_something(case, citations[0]) else None
    support = max(one.together for one in citations)
    if support >= case.tuning.balanced + ASKED_ABOVE_BALANCED:
        return None
    nearer = ACCUSED_NEARER if any(one.doubt == "likely" for one in citations) else 1.0
    return nearer * abs(support - case.tuning.balanced)


def _states_something(case: Case, citation: Citation) -> bool:
    sentence = case.draft.markers[citation.marker].sentence
    return not case.texts.states_nothing(sentence) and not tells_absence(case.texts.claim(sentence))


def _of_findings(case: Case, findings: Sequence[Finding]) -> Iterator[Doubt]:
    by_sentence: dict[int, list[Citation]] = {}
    by_block: dict[int, list[Citation]] = {}
    for citation in case.citations:
        cited = case.draft.markers[citation.marker].sentence
        if cited >= 0:
            by_sentence.setdefault(cited, []).append(citation)
            by_block.setdefault(case.draft.block_of[cited], []).append(citation)
    for finding in findings:
        if finding.code not in POINTS or finding.certainty == "proven":
            continue
        sentence = bisect_right(case.draft.sentences, (finding.start, len(case.draft.text))) - 1
        # A sentence without a marker is judged where the markers at its paragraph's end cover it.
        citations = by_sentence.get(sentence) or by_block.get(case.draft.block_of[sentence], [])
        support = max((one.together for one in citations), default=0.0)
        worth = distance(finding.code, finding.certainty, support, case.tuning.balanced)
        point = POINTS[finding.code].format(", ".join(f"“{one}”" for one in _pointed_at(case, finding, citations)))
        question = _question(case, _readable(case.texts.claim(sentence)), point, citations, worth)
        if question is not None:
            complete = all(_has_text(case, one) for one in citations)
            yield Doubt(question, finding=finding.id, complete=complete)


def distance(code: str, certainty: Certainty, support: float, balanced: float) -> float:
    """Return the worth of a question about an accusation in a sentence of this support.

    A likely one that rests on more than a low support may become an error or go: it counts as nearer.
    """
    nearer = ACCUSED_NEARER if certainty == "likely" and code not in ("C103", "C107") else 1.0
    return nearer * abs(support - balanced)


def _pointed_at(case: Case, finding: Finding, citations: Sequence[Citation]) -> list[str]:
    """Return what a finding points at: the names that no source of the sentence has, or the words themselves."""
    lacking = [{span.text: span.start for span in one.missing_names} for one in citations if one.missing_names]
    if finding.code == "C107" and lacking:
        return sorted(set.intersection(*map(set, lacking)), key=lambda name: lacking[0][name])
    return [case.draft.text[finding.start : finding.end]]


def _has_text(case: Case, citation: Citation) -> bool:
    return citation.source is not None and case.texts.has_text(citation.source)


def _sentence(case: Case, group: Sequence[int]) -> str:
    """Return what a group of markers vouches for: its sentence; inside of one, with the place where it stands."""
    sentence = case.draft.markers[group[0]].sentence
    if case.texts.closes(group):
        return _readable(case.texts.claim(sentence))
    start, end = case.draft.sentences[sentence]
    place = min(max(start, case.draft.markers[group[-1]].end), end)
    before, after = case.texts.stretch(start, place).strip(), case.texts.stretch(place, end).strip()
    return _readable(f"{before} {_HERE} {after}")


def _readable(sentence: str) -> str:
    """Return a sentence without the gaps that its markers left."""
    closed = " ".join(sentence.split())
    for mark in ".,;:!?":
        closed = closed.replace(f" {mark}", mark)
    return closed


def _question(case: Case, sentence: str, point: str, citations: Sequence[Citation], worth: float) -> Question | None:
    """Return a question on the sources that citations lead to; None where none has a text, or one gives orders.

    A source that gives a model orders is not shown to one: it could order what its citation needs, a yes.
    """
    found: dict[int, Passage] = {}
    for one in citations:
        if one.source is not None and case.texts.has_text(one.source):
            found.setdefault(one.source, Passage(case.sources[one.source], one.evidence))
    passages = tuple(found.values())
    if not passages or any(gives_orders(one.source.title, one.source.text) for one in passages):
        return None
    parts = [sentence, point, *(part for one in passages for part in (one.source.title, one.source.text))]
    content = json.dumps([" ".join(part.split()) for part in parts]).encode("ascii")
    return Question(sha256(content).hexdigest(), sentence, point, passages, worth)
