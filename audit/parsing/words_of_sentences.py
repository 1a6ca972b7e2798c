"""Tell which markers are words of their sentences: "According to [9], ...", "both [1] and [9]", "[9] shows that ...".

Without such a marker the sentence is none any more, so no fix takes it out whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from audit.thresholds import WORDS_BESIDE_CHARACTERS
from wellsourced_core.lexicon import either
from wellsourced_core.model import Marker
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

# What is raised is read past; only what stands on the line can be a word of it.
_ON_THE_LINE: tuple[MarkerShape, ...] = (
    *("bracket", "full-width", "escaped", "named", "dagger", "code", "lettered", "hash", "worded"),
    *("numbered-link", "inline-link", "reference-link", "pandoc", "latex"),
)
_GAP = r"[^\S\n]{0,4}(?:\n[^\S\n]{0,8})?[*_\"“„]{0,3}"
_INTRODUCED = compiled(rf"(?<![\w-])(?i:{either('words before a citation in the sentence')}){_GAP}$")
_MAYBE_INTRODUCED = compiled(rf"(?<![\w-])(?i:{either('words that may be before a citation in the sentence')}){_GAP}$")
_CLAUSE_BEGINS = compiled(rf"(?:^|\n[^\S\n]{0, 8}\n|[.?!…:;(|>—–\ufeff]){_GAP}$")
_SENTENCE_ENDS = compiled(r"[*_\"”“\s]{0,8}(?:[.?!…;:|]|$)")
_VERB = compiled(rf"[*_\"”“]{{0,3}}\s{{1,8}}(?:{either('what a citation does', 'what a citation does besides')})(?!\w)")
_REPORTS = compiled(rf"[*_\"”“]{{0,3}}\s{{1,8}}(?:{either('what a citation does')})(?!\w)")
_BEHIND_COMMA = compiled(rf",{_GAP}$")
_JOINED = compiled(rf"[*_]{{0,3}},?\s{{1,8}}(?:{either('joints of citations')}|&)\s{{1,8}}[*_]{{0,3}}[\[［【〔\\@]")


def is_word(text: str, group: Sequence[Marker]) -> bool:
    """Tell whether a group of markers is a word of its sentence: introduced as one, joined to another, or a subject."""
    if not group or any(marker.shape not in _ON_THE_LINE for marker in group):
        return False
    start, end = group[0].start, group[-1].end
    before = text[max(0, start - WORDS_BESIDE_CHARACTERS) : start]
    after = text[end : end + WORDS_BESIDE_CHARACTERS].partition("\n\n")[0]
    if _INTRODUCED.search(before) or _JOINED.match(after):
        return True
    if _MAYBE_INTRODUCED.search(before) and not _SENTENCE_ENDS.match(after):
        return True
    if _CLAUSE_BEGINS.search(before):
        return _VERB.match(after) is not None
    return bool(_BEHIND_COMMA.search(before) and _REPORTS.match(after))
