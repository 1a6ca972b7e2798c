"""Judge pairs of a claim and a source that come without a draft, by the thresholds and rules of the audit.

Only the rule on the window around a marker is left out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, cast

from audit import quotes, statements, statistics, verdict_rules
from audit.certainty import Standing, most, of_citation, of_names, of_number, within
from audit.draft import plain
from audit.parsing.brackets import is_uncertain
from audit.parsing.dialects import IN_TEXT
from audit.parsing.markdown import structure
from audit.parsing.markers import UNSURE, find_markers
from audit.reading.absence import tells_absence
from audit.reading.language import may_be_english
from audit.reading.missing_names import is_exchanged, missing_everywhere, unknown_names
from audit.source_index import SourceIndex
from audit.support import (
    ClaimText,
    SourceText,
    checkable,
    joint,
    margin,
    prepare,
    read_claim,
    shares_words,
    support,
)
from audit.thresholds import LEAD_IN_TERMS
from audit.tuning import SHIPPED, Tuning
from wellsourced_core.model import Label, Pair, QuoteVerdict, Source, Span, StatisticVerdict, Support
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import may_count
from wellsourced_core.text import content
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.parsing.markdown import Structure
    from wellsourced_core.model import Certainty, CitationVerdict, Marker

_Made = TypeVar("_Made")

_NUMBER_CODES = {"absent": "N201", "derived": "N201", "other-fact": "N202", "unit": "N203", "direction": "N204"}
_QUOTE_CODES = {"not-found": "Q301", "altered": "Q302", "misattributed": "Q303", "out-of-context": "Q304"}


@frozen
class Judgement:
    """What is found of a pair. ``support`` is None where the source has no text.

    ``best_other`` indexes the pair's other sources, ``margin`` is the own support minus that one's; both are None
    where nothing can be contrasted. ``certainties`` are the codes of the rules that found something, ascending, each
    with the most certain of its findings. ``together`` is the support of the source and those cited with it, jointly,
    from which the verdict follows; None where nothing could be compared.
    """

    verdict: CitationVerdict
    support: float | None
    evidence: Span | None
    statistics: tuple[StatisticVerdict, ...]
    quotes: tuple[QuoteVerdict, ...]
    best_other: int | None
    margin: float | None
    certainties: tuple[tuple[str, Certainty], ...]
    together: float | None = None

    @property
    def findings(self) -> tuple[str, ...]:
        """The codes alone."""
        return tuple(code for code, _ in self.certainties)

    @property
    def statistics_accepted(self) -> bool | None:
        return statistics.accepted(self.statistics)

    @property
    def quotes_accepted(self) -> bool | None:
        return quotes.accepted(self.quotes)


class SourceCache:
    """A least-recently-used cache of prepared sources: at most ``room`` characters of text."""

    def __init__(self, room: int = 1_000_000) -> None:
        self._room = room
        self._held: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self._length = 0

    def take(self, make: Callable[..., _Made], *texts: str, **read: SourceText) -> _Made:
        """Return ``make(*texts, **read)``, from the cache if it was made before; ``read`` spares tokenising anew."""
        key = (make, *texts)
        if key in self._held:
            self._held.move_to_end(key)
            return cast("_Made", self._held[key])
        made = make(*texts, **read)
        self._held[key] = made
        self._length += _length(key)
        while self._length > self._room:
            gone, _ = self._held.popitem(last=False)
            self._length -= _length(gone)
        return made


def _length(key: tuple[object, ...]) -> int:
    return 1 + sum(len(text) for text in key if isinstance(text, str))


def judge(pair: Pair, shelf: SourceCache | None = None, tuning: Tuning = SHIPPED) -> Judgement:
    """Compare a claim with its source and those cited with it, and contrast them with the other sources.

    ``tuning`` has the thresholds, and what certainty the codes earned.
    """
    shelf = shelf or SourceCache()
    text, ends = reader_sees(pair.claim.text), _ends(pair.claim.text)
    until = cited_length(pair.claim.text, text, ends)
    claim = read_claim(replace(pair.claim, text=text, context=reader_sees(pair.claim.context) if text else ""))
    group = [pair.source, *(_untitled(pair.others[i]) for i in pair.cocited)]
    cited = [(source, _tokens(shelf, source)) for source in group if source.text.strip()]
    own = support(claim, cited[0][1]) if pair.source.text.strip() else None
    others = [support(claim, shelf.take(prepare, other)).score if other.strip() else None for other in pair.others]
    gap = margin([own.score if own else None, *others], 0, _never_contrasted(pair))
    best = None if gap.best_other is None else gap.best_other - 1
    backing = [one for one in cited if checkable(claim, one[1])] or [(pair.source, _tokens(shelf, pair.source))]
    numbers = tuple(within(one, until) for one in _numbers(text, backing, shelf))
    quoted = _quoted(text, [source for source, _ in backing], pair.claim.speaker, shelf)
    standing = Standing(
        closes(pair.claim.text, ends),
        complete=len(cited) > len(pair.cocited),
        quoted=verdict_rules.has_words(quoted),
        words=len(text.split()),
    )
    verdict, standing, doubt = _verdict(
        claim, own, [tokens for _, tokens in cited], others, best, pair, shelf, numbers, standing, tuning
    )
    beside = verdict == "supported" and len(cited) > 1
    beside = beside and all(one.verdict == "carried" for one in numbers)
    idle = beside and own is not None and verdict_rules.has_nothing(own.score)
    idle = idle and not statistics.telling(_numbers(text, cited[:1], shelf))
    found = _findings(verdict, doubt, standing, numbers, quoted, tuning)
    if idle:
        verdict = "weak"
        found.append(("C103", "likely" if standing.closing else "possible"))
    if verdict == "uncheckable" and own and statements.stands_beside(text, _numbered(shelf, *cited[0])):
        found = [(one.code, one.certainty) for one in statements.overclaims(text, _numbered(shelf, *cited[0]))]
    if verdict == "uncheckable" and tells_absence(text):
        found = [("C104", "possible")]
    if verdict in ("supported", "weak"):
        found += _of_the_sentence(text, claim, backing, shelf, standing, counted=bool(numbers), numbered=found)
    certainties = {code: most(c for one, c in found if one == code) for code, _ in found}
    return Judgement(
        verdict,
        own.score if own else None,
        own.evidence if own else None,
        numbers,
        quoted,
        best,
        gap.value,
        tuple((code, tuning.earned(code, sure)) for code, sure in sorted(certainties.items())),
        None if verdict == "uncheckable" else standing.support,
    )


# ------------------------------------------------------------------------------------------------- the claim

_LEAD = compiled(r"(?:[-*+>]|#{1,6}|[0-9]{1,2}[.)])[ \t]+")
# Digits glued to the end of a sentence ("markets.12"): without a list, only behind a word.
_GLUED = compiled(r"(?<=[^\W\d_]{3}[.!?])([0-9]{1,3})(?=\s|$)")
_EMPTY = compiled(r"\[[ \t]{0,80}(?:[,;][ \t0-9,;]{0,80})?\]")  # what is left of "[[1], 2]" and "[[1](u), [2](u)]"


def reader_sees(markdown: str) -> str:
    """Return a claim as a reader sees it: without markers, emphasis, link targets and the sign of a list item."""
    markdown = markdown.strip()
    if lead := _LEAD.match(markdown):
        markdown = markdown[lead.end() :]
    shape = structure(markdown)
    spans = [*shape.comments, *((m.start, m.end) for m in _markers(markdown, shape) if m.shape != "inline-link")]
    for link in shape.links:
        if link.kind == "Inline":
            spans += [(link.start, link.start + 1), (link.start + 1 + len(link.text), link.end)]
    return " ".join(_EMPTY.sub("", plain(markdown, _apart(spans))).split())


def _markers(markdown: str, shape: Structure) -> list[Marker]:
    """Return the markers of a claim, which has no list."""
    glued: frozenset[Label] = frozenset(int(digits) for digits in _GLUED.findall(markdown))
    found = find_markers(markdown, shape, (), glued)
    return [m for m in found if m.shape != UNSURE and not is_uncertain(m)]


def cited_length(markdown: str, seen: str, ends: Sequence[int]) -> int:
    """Return how much of a claim, as a reader sees it (``seen``), stands before its last marker.

    All of it where nothing stands behind, or where the markers only open it; ``ends`` is where they end.
    """
    last = max(ends, default=len(markdown))
    if not _has_word(markdown[last:]):
        return len(seen)
    before = reader_sees(markdown[:last])
    return len(before) if len(content(before)) > LEAD_IN_TERMS else len(seen)


def closes(markdown: str, ends: Sequence[int]) -> bool:
    """Tell whether one group of markers at most cites a claim, at its end."""
    return not (ends and _has_word(markdown[ends[0] :]))


def _ends(markdown: str) -> list[int]:
    """Return where the markers of a claim end that are no words of it, in order."""
    return [m.end for m in _markers(markdown, structure(markdown)) if m.shape not in (*IN_TEXT, "inline-link")]


def _has_word(text: str) -> bool:
    """Tell whether a text has a word besides markers."""
    return any(map(str.isalnum, text)) and any(map(str.isalnum, reader_sees(text)))


def _apart(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans in order without those that begin inside another."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


# ------------------------------------------------------------------------------------------------- the verdict


def _tokens(shelf: SourceCache, source: Source) -> SourceText:
    """Tokenise a source's text once, under whatever title and address it comes."""
    tokens = shelf.take(prepare, source.text)
    if not source.title and not source.url:
        return tokens
    return replace(tokens, head=shelf.take(prepare, "", source.title, source.url).head)


def _numbered(shelf: SourceCache, source: Source, tokens: SourceText) -> statistics.SourceNumbers:
    return shelf.take(statistics.prepare, source.text, source.title, source.url, tokens=tokens)


def _untitled(text: str) -> Source:
    return Source(id="", url="", title="", text=text)


def _never_contrasted(pair: Pair) -> set[int]:
    """Return the places (the own source is 0) of what is cited together with the source, and of its copies."""
    own = pair.source.text.split()
    copies = {i for i, other in enumerate(pair.others, 1) if other == pair.source.text or other.split() == own}
    return copies | {index + 1 for index in pair.cocited}


def _verdict(
    claim: ClaimText,
    own: Support | None,
    group: Sequence[SourceText],
    others: Sequence[float | None],
    best: int | None,
    pair: Pair,
    shelf: SourceCache,
    numbers: Sequence[StatisticVerdict],
    standing: Standing,
    tuning: Tuning,
) -> tuple[CitationVerdict, Standing, Certainty | None]:
    """Return the verdict, how the claim is cited, and how certain it is that it is misattributed."""
    if own is None or not checkable(claim, group[0]) or tells_absence(claim.text):
        return "uncheckable", standing, None
    together = joint(claim, group).score if len(group) > 1 else own.score
    rival = 0.0 if best is None else others[best] or 0.0
    better = False
    if (
        best is not None and together < tuning.balanced and rival > verdict_rules.threshold_for_better(together, 0.0)
    ):  # the least bar there is: no index is needed yet
        sources = SourceIndex(
            [_tokens(shelf, pair.source), *(shelf.take(prepare, text) for text in pair.others if text)]
        )
        better = rival > verdict_rules.threshold_for_better(together, sources.known_share(claim))
        better = better and shares_words(claim, shelf.take(prepare, pair.others[best]))
    fitted = may_be_english(group[0].languages)
    lacking = verdict_rules.lacking(claim, group, together, tuning)
    verdict, _ = verdict_rules.on_support(together, better=better, lacking=lacking, fitted=fitted, tuning=tuning)
    little = verdict_rules.is_little(together, lacking, tuning)
    numbered = little and not better and statistics.telling(numbers)
    absent = any(one.verdict == "absent" for one in numbers)
    standing = replace(standing, support=together, numbered=numbered, unnumbered=absent, lacking=lacking)
    if verdict != "misattributed":
        return verdict, standing, None
    doubt = of_citation(standing, better=better)
    return "weak" if doubt == "possible" else verdict, standing, doubt


# ------------------------------------------------------------------------------------------------- the findings


def _numbers(
    text: str, backing: Sequence[tuple[Source, SourceText]], shelf: SourceCache
) -> tuple[StatisticVerdict, ...]:
    if not may_count(text):
        return ()
    numbers = [_numbered(shelf, *one) for one in backing]
    readings = [statistics.judge(text, one) for one in numbers]
    found = statistics.together(text, verdict_rules.kindest_numbers(readings), numbers)
    return tuple(verdict for _, verdict in found)


def _quoted(text: str, sources: Sequence[Source], speaker: str | None, shelf: SourceCache) -> tuple[QuoteVerdict, ...]:
    if not quotes.quotes(text):
        return ()
    readings = [quotes.judge(text, shelf.take(quotes.prepare, s.text), speaker) for s in sources]
    return tuple(verdict for _, verdict in verdict_rules.kindest_quotes(readings))


_Found = list[tuple[str, "Certainty"]]


def _findings(
    verdict: CitationVerdict,
    doubt: Certainty | None,
    standing: Standing,
    numbers: Sequence[StatisticVerdict],
    quoted: Sequence[QuoteVerdict],
    tuning: Tuning,
) -> _Found:
    """Return what an audit says of the citation; a wrong one hides what else is wrong with its sentence."""
    if verdict == "uncheckable":
        return [("C104", "proven")]
    found: _Found = [("C102", doubt)] if doubt else []
    if verdict == "misattributed":
        return found
    little = verdict_rules.is_little(standing.support, standing.lacking, tuning)
    if verdict == "weak" and not doubt and little and not standing.anchored:
        found.append(("C103", "likely" if standing.closing else "possible"))
    for one in numbers:
        if one.verdict in _NUMBER_CODES and not one.derivation:
            code = _NUMBER_CODES[one.verdict]
            found.append((code, of_number(one.certainty, standing, absent=code == "N201")))
    return found + [(_QUOTE_CODES[one.verdict], "proven") for one in quoted if one.verdict in _QUOTE_CODES]


def _of_the_sentence(
    text: str,
    claim: ClaimText,
    backing: Sequence[tuple[Source, SourceText]],
    shelf: SourceCache,
    standing: Standing,
    *,
    counted: bool,
    numbered: _Found,
) -> _Found:
    """Return C107, N204 and M6xx where every source that carries the sentence lacks a name or says something else."""
    found: _Found = []
    if everywhere := missing_everywhere(claim, [tokens for _, tokens in backing]):
        exchanged = any(is_exchanged(name.text, text, source.text) for name in everywhere for source, _ in backing)
        found.append(("C107", of_names(standing, unknown_names(everywhere, claim), exchanged=exchanged)))
    against = [statistics.direction_mismatch(text, _numbered(shelf, *one)) for one in backing]
    turned = [of_number(one.certainty, standing) for one in against if one is not None]
    if len(turned) == len(against):
        found.append(("N204" if counted else "M604", most(turned)))
    said = statements.in_every_source(text, [_numbered(shelf, *one) for one in backing])
    told = {code for code, sure in (*numbered, *found) if sure != "possible"}
    return found + [(one.code, of_number(one.certainty, standing)) for one in said if not statements.is_told(one, told)]
