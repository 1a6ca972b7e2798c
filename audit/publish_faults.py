"""Which sentences of a draft state a number or a quotation that their sources do not carry."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from audit import quotes, statistics, verdict_rules
from audit.agreement.kinds import DATED
from audit.agreement.strength import strength
from audit.case import Case
from audit.checks.c105_uncited_statistic import tells
from audit.numbers.context import share
from audit.parsing.markdown import structure
from audit.support import joint, read_claim
from audit.thresholds import BOUND_RESTATED_SHARE, PARAPHRASE_SUPPORT, RATIO_APART_CHARACTERS, SAME_NUMBER_STRENGTH
from wellsourced_core.model import Claim, Quantity, QuoteVerdict, Span, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content
from wellsourced_core.values import frozen, replace

NUMBER_CODES = {"absent": "N201", "other-fact": "N202", "unit": "N203", "direction": "N204"}
QUOTE_CODES = {"not-found": "Q301", "altered": "Q302", "misattributed": "Q303", "out-of-context": "Q304"}
# These rules compare the words around a number. For free paraphrases they are no better than chance.
_PLACED = frozenset(("N202", "N204"))
# A sentence without a citation has only these faults: no source at all has its number or quotation.
_ANYWHERE = frozenset(("N201", "N203", "Q301", "Q302"))


@frozen
class Fault:
    """What a rule holds against a sentence: ``start`` and ``end`` are the number's or quotation's in the draft."""

    code: str
    sentence: int
    start: int
    end: int
    why: str
    evidence: Span | None = None
    source: int | None = None


def faults(case: Case, codes: Collection[str], ours: str = "") -> Iterator[Fault]:
    """Yield what is wrong with the numbers and quotations of all sentences, as far as ``codes`` name it.

    A cited sentence is held against what it cites, a row of a table against what the row cites. A sentence without
    a citation is held against all sources and ``ours``, text that is known to be in order; one that never had a
    marker only by its telling figures and its quotations.
    """
    marked = {marker.sentence for marker in case.draft.markers}
    cited, cells = cited_sources(case), {sentence for row in _rows(case) for sentence in row}
    everything = tuple(i for i, source in enumerate(case.sources) if source.text.strip())
    own_numbers, own_quotes = statistics.prepare(ours), quotes.prepare(ours)
    for sentence, claim in enumerate(case.texts.claims()):
        sources = cited.get(sentence, ())
        if sources:
            # In a cell a number has no words around it that would say what it counts.
            wanted = _ANYWHERE.intersection(codes) if sentence in cells else codes
            yield from (fault for fault in _of_cited(case, sentence, sources) if fault.code in wanted)
            continue
        numbers, quoted = _readings(case, claim, everything)
        numbers.append(tuple(statistics.judge(claim, own_numbers)))
        quoted.append(tuple(quotes.judge(claim, own_quotes)))
        if sentence not in marked:
            numbers = [tuple(v for v in reading if tells(v.quantity)) for reading in numbers]
        found = [*_numbers(case, sentence, everything, numbers), *_quotes(case, sentence, everything, quoted)]
        yield from (fault for fault in found if fault.code in codes and fault.code in _ANYWHERE)


def cited_sources(case: Case) -> dict[int, tuple[int, ...]]:
    """Return the sources that each cited sentence may rest on; all cells of a row rest on the row's."""
    found: dict[int, dict[int, None]] = {}
    for citation in case.citations:
        sentence = case.draft.markers[citation.marker].sentence
        has_text = citation.source is not None and case.sources[citation.source].text.strip()
        if has_text and citation.source is not None and sentence >= 0 and citation.verdict != "misattributed":
            found.setdefault(sentence, {})[citation.source] = None
    for row in _rows(case):
        together = {source: None for sentence in row for source in found.get(sentence, ())}
        if together:
            found.update(dict.fromkeys(row, together))
    return {sentence: tuple(sources) for sentence, sources in found.items()}


def count(case: Case, claim: str, sources: Sequence[int], codes: Collection[str]) -> int:
    """Return how many faults a claim has if it cites these sources."""
    numbers, quoted = _readings(case, claim, sources)
    found = [NUMBER_CODES.get(v.verdict) for _, v in verdict_rules.kindest_numbers(numbers)]
    found += [QUOTE_CODES.get(v.verdict) for _, v in verdict_rules.kindest_quotes(quoted)]
    return sum(code in codes for code in found)


def _of_cited(case: Case, sentence: int, sources: Sequence[int]) -> Iterator[Fault]:
    # What a source says word for word, behind its host and day, is its own.
    if any(case.texts.repeats(sentence, source) for source in sources):
        return
    claim = case.texts.claim(sentence)
    numbers, quoted = _readings(case, claim, sources)
    numbers = [
        tuple(_strictly(verdict, claim, case.sources[s].text, case.numbers[s]) for verdict in reading)
        for s, reading in zip(sources, numbers, strict=True)
    ]
    found = [*_numbers(case, sentence, sources, numbers), *_quotes(case, sentence, sources, quoted)]
    near = _is_near(case, sentence, sources)
    yield from (fault for fault in found if near or fault.code not in _PLACED)
    if near and not any(fault.code == "N204" for fault in found):
        against = [statistics.direction_mismatch(claim, case.numbers[s]) for s in sources]
        if against[0] is not None and all(one is not None for one in against):
            start, end = case.draft.sentences[sentence]
            yield Fault("N204", sentence, start, end, against[0].why, against[0].evidence, sources[0])


_TOKEN = compiled(r"[0-9]+(?:[.,][0-9]+)*")


def _strictly(verdict: StatisticVerdict, claim: str, text: str, source: statistics.SourceNumbers) -> StatisticVerdict:
    """Reject some numbers that the rules accept but that a published article may not rest on.

    A value that was only worked out; a bound that the source's number merely implies ("under 85" of "under 55"),
    whose figure no sentence about the same has; a ratio whose numbers do not stand beside each other in the source.
    """
    quantity = verdict.quantity
    if verdict.verdict == "derived" and verdict.evidence is not None:
        return replace(verdict, verdict="absent")
    if verdict.verdict != "carried":
        return verdict
    tokens = _TOKEN.findall(quantity.text)
    if quantity.kind == "ratio" and len(tokens) > 1:
        beside = rf"\D{{1,{RATIO_APART_CHARACTERS}}}".join(
            rf"(?<![0-9.,]){re.escape(token)}(?![0-9])" for token in tokens
        )
        stands = re.search(beside, text) is not None
    else:
        # "Since 5 October 2026" of "since last Monday" is told in words, of which the rule on dates took care.
        in_words = verdict.evidence is not None and not any(c.isdigit() for c in verdict.evidence.text)
        implied = (
            bool(quantity.bound)
            and not (in_words and quantity.kind in DATED)
            and all(_restated(quantity, other) < SAME_NUMBER_STRENGTH for other in _told_by(verdict.evidence, source))
        )
        stands = not implied or any(
            all(re.search(rf"(?<![0-9.,]){re.escape(t)}(?![0-9])", one) for t in tokens)
            for one in _sentences_about(claim, source, verdict.evidence)
        )
    return verdict if stands else replace(verdict, verdict="absent", why="the source itself does not say so")


def _restated(quantity: Quantity, other: Quantity) -> float:
    """Return how far a bound is the source's own: "below 1,064 feet" follows from "below 1,045 feet", and is not."""
    if quantity.bound == other.bound:
        quantity, other = replace(quantity, bound=""), replace(other, bound="")
    return strength(quantity, other)


def _told_by(evidence: Span | None, source: statistics.SourceNumbers) -> Iterator[Quantity]:
    return (one for one in source.mentions if evidence is None or one.start == evidence.start)


def _sentences_about(claim: str, source: statistics.SourceNumbers, implying: Span | None) -> Iterator[str]:
    """Yield the sentences that share enough of a claim's words: as many as the one that implies its bound, too."""
    wanted = frozenset(stem for stem in content(claim) if not stem[0].isdigit())
    shares = [share(wanted, stems, source) for stems in source.sentence_stems]
    least = BOUND_RESTATED_SHARE
    for (start, end), found in zip(source.sentences, shares, strict=True):
        if implying is not None and start <= implying.start < end:
            least = max(least, found)
    for (start, end), found in zip(source.sentences, shares, strict=True):
        if found >= least:
            yield source.text[start:end]


_FIGURE = compiled(r"[$€£]?[0-9][0-9.,]*%?")


def _is_near(case: Case, sentence: int, sources: Sequence[int]) -> bool:
    """Tell whether a sentence, its figures aside, is close to the wording of its sources, and no free paraphrase."""
    claim = read_claim(Claim(_FIGURE.sub(" ", case.texts.claim(sentence))))
    return joint(claim, [case.texts.source(s) for s in sources]).score >= PARAPHRASE_SUPPORT


def _readings(
    case: Case, claim: str, sources: Sequence[int]
) -> tuple[list[tuple[StatisticVerdict, ...]], list[tuple[QuoteVerdict, ...]]]:
    numbers = [statistics.judge(claim, case.numbers[s]) for s in sources]
    return numbers, [quotes.judge(claim, case.facts.quotable(s)) for s in sources]


def _numbers(
    case: Case, sentence: int, sources: Sequence[int], readings: Sequence[Sequence[StatisticVerdict]]
) -> Iterator[Fault]:
    for reading, verdict in verdict_rules.kindest_numbers(readings):
        if (code := NUMBER_CODES.get(verdict.verdict)) and reading < len(sources):
            start, end = case.texts.locate(sentence, verdict.quantity.text)
            why = f"{verdict.quantity.text}: {verdict.why}"
            yield Fault(code, sentence, start, end, why, verdict.evidence, sources[reading])


def _quotes(
    case: Case, sentence: int, sources: Sequence[int], readings: Sequence[Sequence[QuoteVerdict]]
) -> Iterator[Fault]:
    for reading, verdict in verdict_rules.kindest_quotes(readings):
        if (code := QUOTE_CODES.get(verdict.verdict)) and reading < len(sources):
            start, end = case.texts.locate(sentence, verdict.quote.text)
            yield Fault(code, sentence, start, end, verdict.why, verdict.evidence, sources[reading])


def _rows(case: Case) -> Iterator[list[int]]:
    """Yield the sentences of each row of the draft's tables."""
    cells = {i for i, block in enumerate(structure(case.draft.text).blocks) if block.kind == "TableCell"}
    rows: dict[int, list[int]] = {}
    for sentence, block in enumerate(case.draft.block_of):
        if block in cells:
            rows.setdefault(case.texts.position(case.draft.sentences[sentence][0])[0], []).append(sentence)
    yield from rows.values()
