"""Check the statements that a person supplied, and weigh those that were written."""

from __future__ import annotations

from collections.abc import Sequence

from audit import quotes, statistics
from audit.support import prepare, read_claim, support
from audit.thresholds import BALANCED
from quality import evidence
from quality.options import Options
from wellsourced.conflicts import concerning
from wellsourced_core.figures import below
from wellsourced_core.model import Claim, ClaimEvidence, Conflict, Dropped, Fact, FileReport, ScoredSource
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.text import sentences
from wellsourced_core.values import frozen

_BEFORE_STOP = compiled(r" (?=[.,;:!?])")  # where a marker stood


@frozen
class Validated:
    """The facts that may be written, each with its source's number, and those that may not, each with its reason."""

    facts: tuple[Fact, ...]
    dropped: tuple[Dropped, ...]


def validate(notes: Sequence[str], kept: Sequence[ScoredSource]) -> Validated:
    """Check every sentence of the notes against every kept source (numbered from 1); the best one carries it.

    Each number needs a specification score of at least 0.50 and the verdict *carried*, each quotation must be
    found; a sentence with neither needs the support that makes a citation *supported*.
    """
    facts: list[Fact] = []
    dropped: list[Dropped] = []
    for note in notes:
        for start, end in sentences(note):
            verdicts = [_check(note[start:end], n, scored) for n, scored in enumerate(kept, 1)]
            passed = [fact for fact in verdicts if isinstance(fact, Fact)]
            if passed:
                facts.append(max(passed, key=lambda fact: (fact.score or 0.0, -fact.n)))
            else:
                failed = [one for one in verdicts if isinstance(one, Dropped)]
                nearest = max(failed, key=lambda one: one.score, default=None)
                dropped.append(nearest or Dropped(note[start:end], "no source was kept"))
    return Validated(tuple(facts), tuple(dropped))


def _check(sentence: str, n: int, scored: ScoredSource) -> Fact | Dropped:
    """Return the sentence as a fact of one source, or why that source does not carry it."""
    text = scored.source.text
    numbers = quantities(sentence)
    said = quotes.judge(sentence, text)
    score = support(read_claim(Claim(sentence)), prepare(text, scored.source.title, scored.source.url)).score
    for quote in said:
        if quote.verdict != "found":
            return Dropped(sentence, f"source {n}: quotation {quote.verdict}: {quote.why}", score)
    if numbers:
        scores = [statistics.specification_score(sentence, number, text) for number in numbers]
        if min(scores) < statistics.ACCEPTED:
            least = statistics.ACCEPTED
            why = f"source {n}: statistic scores {below(min(scores), least)}, below {least:g}"
            return Dropped(sentence, why, min(scores))
        for verdict in statistics.judge(sentence, statistics.prepare(text, scored.source.title, scored.source.url)):
            if verdict.verdict != "carried":
                return Dropped(sentence, f"source {n}: {verdict.quantity.text}: {verdict.why}", min(scores))
        return Fact(sentence, n, "statistic", "carried", min(scores))
    if said:
        return Fact(sentence, n, "quote", "found", score)
    if score < BALANCED:
        return Dropped(sentence, f"source {n}: support {below(score, BALANCED)}, below {BALANCED:g}", score)
    return Fact(sentence, n, "statement", "supported", score)


def weigh_claims(
    report: FileReport, kept: Sequence[ScoredSource], options: Options, conflicts: Sequence[Conflict] = ()
) -> tuple[ClaimEvidence, ...]:
    """Weigh every cited sentence of an audited article by all kept sources that agree with it, cited or not.

    A source agrees where its support makes a citation *supported* and it carries every number of the sentence.
    ``conflicts`` are the differences between the kept sources, of which each sentence gets its own.
    """
    texts = [prepare(s.source.text, s.source.title, s.source.url) for s in kept]
    numbers = [statistics.prepare(s.source.text, s.source.title, s.source.url) for s in kept]
    cited: dict[tuple[int, str], list[str]] = {}
    for marker in report.markers:
        if marker.claim is not None:
            ids = cited.setdefault((marker.claim.start, marker.claim.text), [])
            ids += [ref.source for ref in marker.refs if ref.source is not None and ref.source not in ids]
    found = []
    for (_, text), ids in cited.items():
        claim = read_claim(Claim(text))
        scores = [support(claim, one).score for one in texts]
        agree = [i for i, score in enumerate(scores) if score >= BALANCED and _carries(text, numbers[i])]
        one = evidence.weigh([kept[i] for i in agree], options, agreement=[scores[i] for i in agree])
        names = tuple(kept[i].source.id for i in agree)
        found.append(
            ClaimEvidence(
                _BEFORE_STOP.sub("", text),
                tuple(ids),
                names,
                one.support,
                one.recency,
                one.origins,
                one.speculative,
                one.diversity,
                concerning(text, conflicts),
            )
        )
    return tuple(found)


def _carries(sentence: str, source: statistics.SourceNumbers) -> bool:
    return all(verdict.verdict == "carried" for verdict in statistics.judge(sentence, source))
