"""Validate facts before writing (notes, answers, statements of sources); weigh the evidence of claims after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from audit import quotes, statistics
from audit.support import prepare, read_claim, support
from audit.thresholds import BALANCED
from quality import evidence
from quality.options import Options
from wellsourced.source_conflicts import concerning
from wellsourced_core.message_numbers import below
from wellsourced_core.model import Claim, ClaimEvidence, Conflict, Dropped, Fact, FileReport, Passage, ScoredSource
from wellsourced_core.patterns import compiled
from wellsourced_core.prompt_injection import gives_orders
from wellsourced_core.quantities import quantities
from wellsourced_core.text import content, sentences
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from audit.reading.prepared_texts import SourceText
    from wellsourced_core.model import FactOrigin

_ORDERS = "it gives orders to a model (S503)"
_STRETCHES_TRIED = 4
_BEFORE_STOP = compiled(r" (?=[.,;:!?])")  # where a marker stood


@frozen
class Validated:
    """The facts that may be written, each with its source's number, and those that may not, each with its reason.

    ``passages`` are those given, without the sentences that failed; ``extracted`` are the facts that stand in them.
    """

    facts: tuple[Fact, ...]
    dropped: tuple[Dropped, ...]
    passages: tuple[Passage, ...] = ()
    extracted: tuple[Fact, ...] = ()


class _Kept:
    """A kept source, numbered from 1, and its readings: each is made when it is first asked for."""

    def __init__(self, n: int, text: str, title: str = "", url: str = "", published: date | None = None) -> None:
        self.n, self.text = n, text
        self._where = (text, title, url)
        self._day = published.isoformat() if published else ""

    @cached_property
    def words(self) -> SourceText:
        return prepare(*self._where)

    @cached_property
    def numbers(self) -> statistics.SourceNumbers:
        return statistics.prepare(*self._where, published=self._day)


def validate(
    notes: Sequence[str],
    kept: Sequence[ScoredSource],
    answers: Sequence[str] = (),
    passages: Sequence[Passage] = (),
) -> Validated:
    """Check what is to be written: a person's notes, services' answers, and what was taken from the sources.

    Every sentence of notes and answers is checked against every kept source (numbered from 1); the best one carries it.
    Each number needs a specification score of at least 0.50 and the verdict *carried*, each quotation must be found; a
    sentence with neither needs the support that makes a citation *supported*. Of the passages, every sentence with a
    number or a quotation is checked against its own source. Whatever gives a model orders (S503) is dropped.
    """
    sources = (scored.source for scored in kept)
    shelf = [_Kept(n, s.text, s.title, s.url, s.published) for n, s in enumerate(sources, 1)]
    checked = [
        replace(_worded(_best(sentence, shelf), shelf), origin=origin)
        for origin, sentence in (*_each("note", notes), *_each("answer", answers))
    ]
    facts = tuple(one for one in checked if isinstance(one, Fact))
    left: list[Passage] = []
    extracted: list[Fact] = []
    for passage in passages:
        found = _extracted(passage.text, shelf[passage.n - 1])
        extracted += [fact for fact, _ in found if isinstance(fact, Fact)]
        checked += [fact for fact, _ in found if isinstance(fact, Dropped)]
        failed = [span for fact, span in found if isinstance(fact, Dropped)]
        left += [replace(passage, text=text) for text in _without(passage.text, failed)]
    dropped = tuple(one for one in checked if isinstance(one, Dropped))
    return Validated(facts, dropped, tuple(left), tuple(extracted))


def _each(origin: FactOrigin, texts: Sequence[str]) -> Iterator[tuple[FactOrigin, str]]:
    """Yield the sentences of texts, once each: several searches may bring the same answer."""
    spans = ((text, start, end) for text in texts for start, end in sentences(text))
    for sentence in dict.fromkeys(text[start:end] for text, start, end in spans):
        yield origin, sentence


def _best(sentence: str, shelf: Sequence[_Kept]) -> Fact | Dropped:
    if gives_orders(sentence):
        return Dropped(sentence, _ORDERS)
    verdicts = [_check(sentence, one) for one in shelf]
    passed = [fact for fact in verdicts if isinstance(fact, Fact)]
    if passed:
        return max(passed, key=lambda fact: (fact.score or 0.0, -fact.n))
    failed = [one for one in verdicts if isinstance(one, Dropped)]
    return max(failed, key=lambda one: one.score, default=None) or Dropped(sentence, "no source was kept")


def _worded(fact: Fact | Dropped, shelf: Sequence[_Kept]) -> Fact | Dropped:
    """Return a fact in its source's own words: the sentence, or two in a row, that says most of it and carries it.

    One that no sentence of its source carries by itself is dropped: there are no words to write it in.
    """
    if isinstance(fact, Dropped):
        return fact
    source = shelf[fact.n - 1]
    wanted, spans = content(fact.text), sentences(source.text)
    stretches = [(a, b) for a, b in spans] + [(a, d) for (a, _), (_, d) in pairwise(spans)]
    held = {(a, b): len(wanted & content(source.text[a:b])) / (b - a) ** 0.1 for a, b in stretches}
    for a, b in sorted(stretches, key=lambda span: (-held[span], span))[:_STRETCHES_TRIED]:
        text = source.text[a:b]
        alone = _Kept(fact.n, text)
        if isinstance(_check(fact.text, alone), Fact) and not gives_orders(text):
            return replace(fact, text=text, noted=fact.text)
    return Dropped(fact.text, f"source {fact.n}: no sentence of it carries this by itself", fact.score or 0.0)


def _extracted(text: str, source: _Kept) -> list[tuple[Fact | Dropped, tuple[int, int]]]:
    """Return the statistics and quotations of a passage, checked, and where they stand in it."""
    found: list[tuple[Fact | Dropped, tuple[int, int]]] = []
    for start, end in sentences(text):
        sentence = text[start:end]
        if quantities(sentence) or quotes.judge(sentence, source.text):
            found.append((replace(_check(sentence, source), origin="extracted"), (start, end)))
    return found


def _without(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the stretches of a text between spans, which are in order; nothing of white space alone."""
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    for start, end in zip(ends, starts, strict=True):
        if piece := text[start:end].strip() if spans else text:
            yield piece


def _check(sentence: str, source: _Kept) -> Fact | Dropped:
    """Return the sentence as a fact of one source, or why that source does not carry it."""
    n, text = source.n, source.text
    numbers = quantities(sentence)
    said = quotes.judge(sentence, text)
    for quote in said:
        if quote.verdict != "found":
            return Dropped(sentence, f"source {n}: quotation {quote.verdict}: {quote.why}", _support(sentence, source))
    if numbers:
        scores = [statistics.specification_score(sentence, number, text) for number in numbers]
        if min(scores) < statistics.ACCEPTED:
            least = statistics.ACCEPTED
            why = f"source {n}: statistic scores {below(min(scores), least)}, below {least:g}"
            return Dropped(sentence, why, min(scores))
        for verdict in statistics.judge(sentence, source.numbers):
            if verdict.verdict != "carried":
                return Dropped(sentence, f"source {n}: {verdict.quantity.text}: {verdict.why}", min(scores))
        return Fact(sentence, n, "statistic", "carried", min(scores))
    score = _support(sentence, source)
    if said:
        return Fact(sentence, n, "quote", "found", score)
    if score < BALANCED:
        return Dropped(sentence, f"source {n}: support {below(score, BALANCED)}, below {BALANCED:g}", score)
    return Fact(sentence, n, "statement", "supported", score)


def _support(sentence: str, source: _Kept) -> float:
    return support(read_claim(Claim(sentence)), source.words).score


def weigh_claims(
    report: FileReport, kept: Sequence[ScoredSource], options: Options, conflicts: Sequence[Conflict] = ()
) -> tuple[ClaimEvidence, ...]:
    """Weigh every cited sentence of an audited article by all kept sources that agree with it, cited or not.

    A source agrees where its support makes a citation *supported* and it carries every number of the sentence.
    ``conflicts`` are the differences between the kept sources, of which each sentence gets its own.
    """
    texts = [prepare(s.source.text, s.source.title, s.source.url) for s in kept]
    numbers = [
        statistics.prepare(
            s.source.text,
            s.source.title,
            s.source.url,
            published=s.source.published.isoformat() if s.source.published else "",
        )
        for s in kept
    ]
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
