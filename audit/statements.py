"""Compare what a claim's sentences assert with the sentences of a source that carry them, by the rules on meaning."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from audit.meaning.near_copy import near_copy
from audit.meaning.rules import ON_STATEMENTS
from audit.meaning.statement import Statement
from audit.numbers.nearest_sentence import is_copied, nearest_sentence, nearest_sentences
from audit.numbers.numbered_text import NumberedText, read_claim
from audit.numbers.worked_out import turns
from audit.reading.language import may_be_english
from audit.thresholds import (
    FAINT_OVERLAP,
    FAINT_SHARE,
    FEWEST_BESIDE,
    FEWEST_OF_TITLE,
    LONGEST_STATEMENT,
    MOST_OTHER_SENTENCES,
    NEXT_BEST_OF_ALL,
    NEXT_BEST_SHARE,
    QUOTED_GAP_CHARACTERS,
    SENTENCES_BEHIND,
    STATEMENT_OVERLAP,
)
from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Span
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.meaning.statement import MeaningCode, MeaningRule
    from audit.meaning.tokens import Token
    from wellsourced_core.model import Certainty

_LEAD = compiled(r"\A(?:According\sto|Laut)\s[^,]{1,60},\s", re.IGNORECASE)  # names the source that is cited
_TAIL = compiled(
    rf",\s(?:[^\s,]+\s){{1,8}}(?:{either('verbs that name a source at the end')})\s?\.?\s?\Z", re.IGNORECASE
)
_NAMING, _END = words("verbs that name a source at the end"), " ."
_BEING = frozenset(("is", "have"))  # and all their forms
_NONE = frozenset[str]()
_QUOTED, _WORDS = compiled(r'"([^"]{1,200})"'), compiled(r"[^\W_]+")
_NEXT_BEST = tuple(rule for rule in ON_STATEMENTS if rule.next_best or rule.faint)
_FAINT = tuple(rule for rule in ON_STATEMENTS if rule.faint)


@frozen
class Overclaim:
    """What a sentence of a claim asserts and its source does not: by which rule, why, and the source's sentence."""

    code: MeaningCode
    rule: str
    why: str
    certainty: Certainty
    sentence: Span
    evidence: Span


def overclaims(claim: str, source: NumberedText, left_out: frozenset[str] = _NONE) -> tuple[Overclaim, ...]:
    """Return what a source's sentences do not say of what a claim does: of each code the first, by code.

    The rules named in ``left_out`` are not asked. A source in a language without word lists is left alone.
    """
    if not _is_read(source):
        return ()
    mine = read_claim(claim)
    found: dict[str, Overclaim] = {}
    for at in range(len(mine.sentences)):
        span = mine.sentence_span(at)
        if is_copied(span.text, source):
            continue
        best = 0.0
        for n, (pair, evidence) in enumerate(_statements(mine, at, source)):
            if not n and _is_title(pair.mine):
                break
            best = best or pair.overlap
            for rule in _asked(pair, n, best):
                if rule.code in found or rule.name in left_out:
                    continue
                if (said := rule.judge(pair)) is not None and not (rule.code == "M604" and turns(mine, at, source)):
                    why = _quoting(said.why, f"{span.text} \n {evidence.text}")
                    found[rule.code] = Overclaim(rule.code, rule.name, why, said.certainty, span, evidence)
    return tuple(found[code] for code in sorted(found))


def _is_title(read: tuple[Token, ...]) -> bool:
    """Tell whether all that a sentence says has a capital, and nothing is: a title in a list asserts nothing."""
    if any(
        token.key in _BEING or (token.telling and not token.name and token.key[0] not in "=#") for token in read[1:]
    ):
        return False
    return sum(token.name for token in read[1:]) >= FEWEST_OF_TITLE


def _quoting(why: str, texts: str) -> str:
    """Return a message of which every stretch in quotation marks stands in the texts just so.

    Rules name words side by side that stand apart, and words of the lists for turns of phrase.
    """

    def shown(quoted: re.Match[str]) -> str:
        words = _WORDS.findall(quoted[1])
        gap = rf"\W.{{0,{QUOTED_GAP_CHARACTERS}}}?\b"
        found = re.search(r"\b" + gap.join(map(re.escape, words)) + r"\b", texts, re.IGNORECASE) if words else None
        return f'"{found[0]}"' if found else "something else"

    return _QUOTED.sub(shown, why)


def _asked(pair: Statement, n: int, best: float) -> tuple[MeaningRule, ...]:
    """Return the rules that are asked about a claim's ``n``-th nearest sentence, where the nearest has ``best``."""
    if pair.overlap < STATEMENT_OVERLAP and not pair.alone:
        return _FAINT
    if n == 0:
        return ON_STATEMENTS
    return _NEXT_BEST if n <= NEXT_BEST_OF_ALL and pair.overlap >= NEXT_BEST_SHARE * best else _FAINT


def in_every_source(claim: str, sources: Sequence[NumberedText]) -> tuple[Overclaim, ...]:
    """Return the overclaims that none of a claim's sources takes back: as the first of them tells each code."""
    first = overclaims(claim, sources[0])
    codes = {one.code for one in first}
    for other in sources[1:]:
        codes = codes and codes & {one.code for one in overclaims(claim, other)}
    return tuple(one for one in first if one.code in codes)


_ON_NUMBERS, _ON_NAMES = frozenset(("N201", "N202", "N203", "N204")), frozenset(("C107",))


def is_told(one: Overclaim, codes: Collection[str]) -> bool:
    """Tell whether the codes that are reported of a sentence tell what an overclaim does."""
    echoed = _ON_NUMBERS | _ON_NAMES if one.rule == "exchanged-word" else _ON_NUMBERS
    return one.code == "M604" and not echoed.isdisjoint(codes)


def stands_beside(claim: str, source: NumberedText) -> bool:
    """Tell whether a source is one sentence of which the claim is nearly a copy: then their words can be compared.

    So they can where the source has too few telling words for its support to mean anything.
    """
    mine = read_claim(claim)
    nearest = nearest_sentence(wanted, source) if (wanted := mine.sentence_stems[0]) else (0, 0.0)
    pair, _ = _statement(mine.sentence_span(0).text, wanted, source, nearest)
    copy = near_copy(pair.claim, pair.source) if pair is not None and pair.alone and _is_read(source) else None
    return copy is not None and len(copy.side_by_side.pairs) >= FEWEST_BESIDE


def _is_read(source: NumberedText) -> bool:
    """Tell whether a source may be in a language whose words the lists have."""
    return may_be_english(source.languages) or "de" in source.languages


def _statements(mine: NumberedText, at: int, source: NumberedText) -> Iterator[tuple[Statement, Span]]:
    """Yield a claim's sentence beside the source's nearest one, then beside those that have nearly as much of it."""
    wanted, claim, attributed = _asserted(mine, at)
    (first, *others) = nearest_sentences(wanted, source) if wanted else ((0, 0.0),)
    pair, evidence = _statement(claim, wanted, source, first, attributed=attributed)
    if pair is None:
        return
    yield pair, evidence
    least = max(FAINT_OVERLAP, FAINT_SHARE * pair.overlap)
    for there, overlap in others:
        span = source.sentence_span(there)
        if overlap >= least and len(span.text) <= LONGEST_STATEMENT:
            rest, behind = partial(_others, wanted, there, source), partial(_behind, there, source)
            others_of = pair.claim, span.text, overlap, pair.alone, pair.said, rest, pair.attributed
            yield Statement(*others_of, behind, faint=True), span


def _statement(
    claim: str, wanted: frozenset[str], source: NumberedText, nearest: tuple[int, float], *, attributed: bool = False
) -> tuple[Statement | None, Span]:
    there, overlap = nearest
    evidence = source.sentence_span(there)
    proper = sum(start < source.proper for start, _ in source.sentences[:2])
    alone = proper == 1
    if max(len(claim), len(evidence.text)) > LONGEST_STATEMENT:
        return None, evidence  # a table or a list
    if overlap < FAINT_OVERLAP and not alone:
        return None, evidence
    others = partial(_others, wanted, there, source)
    faint = overlap < STATEMENT_OVERLAP and not alone
    said, behind = source.holders.__contains__, partial(_behind, there, source)
    return Statement(claim, evidence.text, overlap, alone, said, others, attributed, behind, faint), evidence


def _behind(there: int, source: NumberedText) -> tuple[str, ...]:
    """Return the sentences that follow one, a few of the source's own."""
    last = min(there + 1 + SENTENCES_BEHIND, len(source.sentences))
    after = range(there + 1, last)
    return tuple([source.sentence_span(i).text for i in after if source.sentences[i][0] < source.proper])


def _asserted(mine: NumberedText, at: int) -> tuple[frozenset[str], str, bool]:
    """Return the stems and the text of a claim's sentence, and whether it named at its ends who says so.

    "According to X, ..." and "..., X found" are left out: they say nothing of what is claimed.
    """
    text = mine.sentence_span(at).text
    last = text.rstrip(_END).rpartition(" ")[2].lower()
    bare, ends = _TAIL.subn("", text) if last in _NAMING else (text, 0)
    claim, opens = _LEAD.subn("", bare)
    if not ends:
        return mine.sentence_stems[at], claim, bool(opens)
    return frozenset().union(*read_claim(claim).sentence_stems), claim, True


def _others(wanted: frozenset[str], there: int, source: NumberedText) -> tuple[str, ...]:
    """Return the other sentences that have most of the wanted stems, at most a few."""
    counts: dict[int, int] = {}
    for stem in wanted:
        for held in source.holders.get(stem, ()):
            counts[held] = counts.get(held, 0) + 1
    best = sorted((i for i in counts if i != there), key=lambda i: (-counts[i], i))[:MOST_OTHER_SENTENCES]
    return tuple(source.sentence_span(i).text for i in best)
