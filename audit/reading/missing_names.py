"""Find the names of a claim that its source has nowhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from audit.agreement.kinds import DATED
from audit.agreement.strength import strength
from audit.reading.language import differ
from audit.reading.place_aliases import known_by_alias
from audit.reading.prepared_texts import ClaimText, Name, SourceText
from audit.reading.term_matches import has_equivalent
from audit.thresholds import CARRIED_FROM, NAME_AROUND_CHARACTERS, NAME_LEAST_IDF
from wellsourced_core.lexicon import either, listed, rows
from wellsourced_core.model import Span
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import MONTHS
from wellsourced_core.text import STOP_WORDS, idf, words

_ALIASES = dict(rows("aliases of names"))
# "Smith et al.", "Smith (2020)": the reference is spelled out, no statement about Smith.
_CITED = compiled(r"et al\b|and colleagues\b|\((?:19|20)[0-9]{2}[a-z]?\)")
_TITLES = frozenset(listed("forms of address"))
# "according to NPR", "published in Nature": a source seldom names itself.
_ATTRIBUTION = compiled(
    rf"\b(?:{either('phrases that name a source', gap=' ')}|(?:{either('kinds of publication')}) (?:by|from|in|on|at))"
    r"\s(?:the |an? )?\Z",
    re.IGNORECASE,
)
_OPENS_GLOSS, _GLOSS = compiled(r"\w \((?:[A-Z]{2,8} (?:or|and|/) )?\Z"), compiled(r"(?: (?:or|and|/) [A-Z]{2,8})?\)")
_CAPITALISED = r"[A-Z][\w'’-]{1,40}"
_WORDS_BEFORE = compiled(r"([\w'’-]{1,40} [\w'’-]{1,40})\W{1,3}\Z")
_WORDS_BEHIND = compiled(r"\W{1,3}([\w'’-]{1,40} [\w'’-]{1,40})")
_CAPITALISED_BEFORE = compiled(r"(?:[A-Z][\w'.&-]{0,30}\s(?:of |and |the )?){0,4}\Z")


def missing_names(claim: ClaimText, source: SourceText) -> tuple[Span, ...]:
    """Return the capitalised words of a claim that stand nowhere in source, title or address, as spans.

    No name is missed whose last part is there ("Barack" beside "Obama"), that stands in another form (a
    derivation, a compound, an acronym for its words, a common alias), that is an acronym the claim itself
    explains, the author of a reference that is spelled out, or a month where the source's language is another.
    """
    missing = [
        name.span
        for name in claim.names
        if not has_equivalent(claim, name.term, source) and not _excused(name, claim, source)
    ]
    return tuple(_without_known(missing, claim, source)) if len(missing) > 1 else tuple(missing)


def partly_known(claim: ClaimText, source: SourceText) -> tuple[Span, ...]:
    """Return the words that a source lacks of names whose last part it has: "Barack" where it says "Obama"."""
    return tuple(
        name.span
        for name in claim.names
        if name.last != name.term and not has_equivalent(claim, name.term, source)
        if has_equivalent(claim, name.last, source)
    )


def missing_everywhere(claim: ClaimText, sources: Sequence[SourceText]) -> tuple[Span, ...]:
    """Return the capitalised words of a claim that stand in none of its sources, in order."""
    missing = [{span.text: span for span in missing_names(claim, source)} for source in sources]
    return tuple(span for name, span in missing[0].items() if all(name in other for other in missing[1:]))


_JOINT = compiled(r"[\s.'’-]{1,3}(?:(?:of|the|and|for) ){0,2}")


def whole_names(words: Iterable[Span], claim: str) -> tuple[str, ...]:
    """Return the names that missing words are parts of, in order: "Organic", "Trade" and "Association" are one."""
    return tuple(claim[run[0].start : run[-1].end] for run in name_runs(words, claim))


def unknown_names(words: Collection[Span], claim: ClaimText) -> int:
    """Return how many names a source knows no part of: of "Leah Marlene" it may say "Leah".

    None where all are initials ("IFN", "OPA1"): mostly another text writes them out.
    """
    missing = {word.start for word in words}
    names = {name.span.start: name.span for name in claim.names}
    every = {**names, **{word.start: word for word in words}}
    whole = [run for run in name_runs(every.values(), claim.text) if all(word.start in missing for word in run)]
    return len(whole) if any(not is_acronym(word.text) for run in whole for word in run) else 0


def is_acronym(name: str) -> bool:
    """Tell whether a name is one word with several capitals: initials, mostly."""
    return sum(map(str.isupper, name)) > 1 and " " not in name


def name_runs(words: Iterable[Span], claim: str) -> list[list[Span]]:
    """Return capitalised words in order, those of one name together."""
    runs: list[list[Span]] = []
    for word in sorted(words, key=lambda one: one.start):
        if runs and _JOINT.fullmatch(claim, runs[-1][-1].end, word.start):
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


_SPELLED = compiled(r"\b(?!The )[A-Z][^\W\d_]+(?: (?:of |and |the |for )?[A-Z][^\W\d_]+){2,}")


_TWO_WORDS = compiled(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b")


def initials(text: str) -> dict[tuple[int, int], str]:
    """Return the initials of each name of three words and more, by where it stands."""
    return {run.span(): "".join(c for c in run[0] if c.isupper()) for run in _SPELLED.finditer(text)}


def _without_known(missing: list[Span], claim: ClaimText, source: SourceText) -> Iterator[Span]:
    """Leave out the words of a name that the source has by its initials ("WHO"), or of a place by another name."""
    known = [at for at, short in initials(claim.text).items() if re.search(rf"\b{short}\b", source.text)]
    known += [at.span() for at in _TWO_WORDS.finditer(claim.text) if known_by_alias(at[0], source.text)]
    return (one for one in missing if not any(start <= one.start < end for start, end in known))


def other_between(name: str, claim: str, source: str) -> str | None:
    """Return another name that a source has among the words that a claim has its name among: "said Mayor Haugen".

    The two words before it, or the two behind it, must be the same, one of them no small word, and the other name none
    that the claim has too: a part of this one, mostly.
    """
    at = claim.find(name)
    if at < 0:
        return None
    before, behind = _WORDS_BEFORE.search(claim, 0, at), _WORDS_BEHIND.match(claim, at + len(name))
    sides = [
        rf"{_same(before[1])}\W{{1,3}}({_CAPITALISED})" if before else "",
        rf"({_CAPITALISED})\W{{1,3}}{_same(behind[1])}" if behind else "",
    ]
    found = (one[1] for side in sides if side for one in re.finditer(side, source))
    return next((one for one in found if not re.search(rf"\b{re.escape(one)}\b", claim, re.IGNORECASE)), None)


def _same(two: str) -> str:
    """Return the pattern of two words in any case; of small words alone one that matches nothing."""
    if not words(two).surfaces or all(word.lower() in STOP_WORDS for word in words(two).surfaces):
        return "(?!)"
    return rf"(?i:\b{re.escape(two)}\b)"


def is_attribution(name: Span, claim: ClaimText) -> bool:
    """Return whether a name tells where the statement comes from, not what it says."""
    before = f"{_before(name, claim)} "
    return bool(_ATTRIBUTION.search(_CAPITALISED_BEFORE.sub("", before)))


def _excused(name: Name, claim: ClaimText, source: SourceText) -> bool:
    if _is_number(name.span, claim, source) or name.span.text.lower() in _TITLES:
        return True
    if differ(claim.languages, source.languages) and name.span.text.lower() in MONTHS:
        return True  # "January" where the source says "janvier"
    if name.last != name.term and has_equivalent(claim, name.last, source):
        return True
    if any(source.has(alias) for alias in _ALIASES.get(name.term, ())):
        return True
    if not name.span.text.isupper() and idf(name.term) < NAME_LEAST_IDF:
        return True
    after = " ".join(claim.text[name.span.end : name.span.end + NAME_AROUND_CHARACTERS].split())
    if name.span.text.isupper() and _GLOSS.match(after) and _OPENS_GLOSS.search(_before(name.span, claim)):
        return True  # "reflux disease (GERD)": an abbreviation that the claim itself gives
    return bool(_CITED.match(after)) or _explained(name.span.text, _before(name.span, claim))


def _is_number(name: Span, claim: ClaimText, source: SourceText) -> bool:
    """Return whether a name is part of a number ("Seven", "40 Meters"), or of a date or rank that the source has."""
    around = [q for q in claim.quantities if q.start <= name.start and name.end <= q.end]
    if any(q.kind not in DATED and q.kind != "ordinal" for q in around):
        return True
    return any(strength(q, other) >= CARRIED_FROM for q in around for other in source.quantities)


def _before(name: Span, claim: ClaimText) -> str:
    return " ".join(claim.text[max(0, name.start - NAME_AROUND_CHARACTERS) : name.start].split())


def _explained(acronym: str, before: str) -> bool:
    """Return whether an acronym spells the initials of the words right before it."""
    if not acronym.isupper() or len(acronym) < 2:
        return False
    initials = "".join(word[0] for word in words(before).surfaces).upper()
    return acronym in initials[-len(acronym) - 2 :]
