"""Object to all numbers of a claim with two or more names that the source never uses.

Why: the source speaks of something else. A cited author ("Marsh et al.") is no such name, nor is a word of a name whose
initials the source has ("United States" beside "US"). Sources of few sentences are left out: they name their subject by
pronouns.
Example: "Ardle and Skell have 60 looms." beside a page that names neither.
"""

from __future__ import annotations

from audit.meaning.words import stems_of
from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections
from audit.numbers.numbered_text import NumberedText
from audit.reading.place_aliases import known_by_alias
from audit.thresholds import FEW_SENTENCES
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import MONTHS

_NAME = compiled(r"\b[A-Z][^\W\d_]{3,}(?:['’-][^\W\d_]+)*")
_CITED = compiled(r" et al\b| and colleagues\b")
_ACRONYM = compiled(r"\b(?:[A-Z]\.){2,6}|\b[A-Z]{2,6}\b")
_RUN = compiled(r"\b[A-Z][^\W\d_]+(?: (?:of |and |the |for )?[A-Z][^\W\d_]+)+")
_INITIAL = compiled(r"\b[A-Z]")


def _judge(whole: ClaimMatch) -> Objections:
    unknown = _unknown(whole.claim, whole.source)
    if len(unknown) < whole.limits.names:
        return {}
    return whole.withdraw(Objection("other-fact", f"the source never names {' or '.join(unknown[:3])}"))


def _unknown(claim: NumberedText, source: NumberedText) -> tuple[str, ...]:
    """Return the capitalised words of a claim, none of them first in its sentence, that the source never uses."""
    if len(source.sentences) < FEW_SENTENCES:
        return ()
    aside = {start for start, _ in claim.sentences}
    low = _lowered(source)
    found: dict[str, None] = {}
    for match in _NAME.finditer(claim.text):
        word = match[0].lower()
        if match.start() not in aside and word not in MONTHS and word not in low:
            stems = stems_of(word)
            if stems and not any(stem in source.places for stem in stems) and not _CITED.match(claim.text, match.end()):
                found[match[0]] = None
    if len(found) < 2:
        return tuple(found)
    acronyms = _acronyms(source)
    runs = [m[0] for m in _RUN.finditer(claim.text)]
    short = (r for r in runs if "".join(_INITIAL.findall(r)) in acronyms or known_by_alias(r, source.text))
    known = {word for run in short for word in run.split()}
    return tuple(word for word in found if word not in known)


def _lowered(source: NumberedText) -> str:
    found: str | None = source.made.get(_lowered)
    if found is None:
        found = source.made[_lowered] = source.text.lower()
    return found


def _acronyms(source: NumberedText) -> frozenset[str]:
    """Return a source's acronyms without their dots."""
    found: frozenset[str] | None = source.made.get(_acronyms)
    if found is None:
        found = source.made[_acronyms] = frozenset(m[0].replace(".", "") for m in _ACRONYM.finditer(source.text))
    return found


RULE = ClaimRule("unknown-names", _judge)
