"""The names of a claim that stand nowhere in its source."""

from __future__ import annotations

import re

from audit.wording.language import differ
from audit.wording.reading import ClaimText, Name, SourceText
from audit.wording.windows import has_equivalent
from wellsourced.core.model import Span
from wellsourced.core.patterns import compiled
from wellsourced.core.quantities.lexicon import MONTHS
from wellsourced.core.text import idf, words

_COMMON = 2.4  # idf below which a capitalised word ("I Want to Be ...") is no name
_ALIASES = {
    "usa": ("america", "american", "unit"),
    "uk": ("britain", "british", "unit"),
    "tv": ("televis",),
    "american": ("usa", "unit"),
    "british": ("britain", "uk"),
    "covid": ("coronavirus", "sars"),
}
# "Smith et al.", "Smith (2020)": the reference is spelled out, no statement about Smith.
_CITED = compiled(r"et al\b|and colleagues\b|\((?:19|20)[0-9]{2}[a-z]?\)")
_AROUND = 200  # code points on either side of a name that may tell what kind of name it is
# "according to NPR", "published in Nature": a source seldom names itself.
_ATTRIBUTION = compiled(
    r"\b(?:according to|published (?:in|by|on|at)|(?:article|report|post|study|story|page|website)"
    r" (?:by|from|in|on|at)|reported by|as per|via)\s(?:the |an? )?\Z",
    re.IGNORECASE,
)
_CAPITALISED_BEFORE = compiled(r"(?:[A-Z][\w'.&-]{0,30}\s(?:of |and |the )?){0,4}\Z")


def missing_names(claim: ClaimText, source: SourceText) -> tuple[Span, ...]:
    """Return the capitalised words of a claim that stand nowhere in source, title or address, as spans.

    No name is missed whose last part is there ("Barack" beside "Obama"), that stands in another form (a
    derivation, a compound, an acronym for its words, a common alias), that is an acronym the claim itself
    explains, the author of a reference that is spelled out, or a month where the source's language is another.
    """
    return tuple(
        name.span
        for name in claim.names
        if not has_equivalent(claim, name.term, source) and not _excused(name, claim, source)
    )


def is_attribution(name: Span, claim: ClaimText) -> bool:
    """Return whether a name tells where the statement comes from, not what it says."""
    before = f"{_before(name, claim)} "
    return bool(_ATTRIBUTION.search(_CAPITALISED_BEFORE.sub("", before)))


def _excused(name: Name, claim: ClaimText, source: SourceText) -> bool:
    if differ(claim.languages, source.languages) and name.span.text.lower() in MONTHS:
        return True  # "January" where the source says "janvier": dates are judged as dates
    if name.last != name.term and has_equivalent(claim, name.last, source):
        return True
    if any(source.has(alias) for alias in _ALIASES.get(name.term, ())):
        return True
    if not name.span.text.isupper() and idf(name.term) < _COMMON:
        return True
    after = " ".join(claim.text[name.span.end : name.span.end + _AROUND].split())
    return bool(_CITED.match(after)) or _explained(name.span.text, _before(name.span, claim))


def _before(name: Span, claim: ClaimText) -> str:
    return " ".join(claim.text[max(0, name.start - _AROUND) : name.start].split())


def _explained(acronym: str, before: str) -> bool:
    """Return whether an acronym spells the initials of the words right before it."""
    if not acronym.isupper() or len(acronym) < 2:
        return False
    initials = "".join(word[0] for word in words(before).surfaces).upper()
    return acronym in initials[-len(acronym) - 2 :]
