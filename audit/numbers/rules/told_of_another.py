"""Object to a number where the words of its sentence are, in the source, those of another number.

Why: the right figure of a neighbouring fact is the hardest error to see. Only what tells two numbers apart counts: the
words of the stretch around one that the other's stretch lacks, and the word that follows. The claim must have most of
the other's and hardly any of its own; where a number of the claim agrees with the other one, the words may be there for
that. A small count stands in many places, and a date beside other numbers says when they were so.
Example: "She became a dame in 1979." beside "She was elected in 1979 and became a dame in 1991."
"""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.numbers.context import share, stretch
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import (
    COUNTED_IN_WORDS,
    KEPT_MOST,
    LEAST_TOLD_OF_OTHER,
    MOST_TOLD_OF_OWN,
    OTHER_STRETCH_SHARE,
    OWN_STRETCH_SHARE,
    TOLD_SHARE,
    TOLD_SHARE_ALONE,
    TOLD_SHARE_MORE,
)
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled

# "65 percent of the 480": what is said is said of the share.
_SHARE, _OPENS = either("before the whole of a share", gap=" "), either("opens the whole of a share")
_WHOLE = compiled(rf"(?:%|\b(?:{_SHARE}))\sof\s(?:(?:{_OPENS})\s)?\Z")

# The word that says what happened, and the little one before a date.


def _judge(match: Match) -> Verdict | None:
    other = _other(match)
    if other is None:
        return None
    return match.says("other-fact", f"the source says this of {match.source.shown(other)}", other)


def _other(match: Match) -> int | None:
    """Return the competing number that the claim's words are told of, None where there is none."""
    source, said = match.source, match.context.context.sentence
    if _WHOLE.search(match.claim.text, 0, match.number.start) or _is_dated_by_source(match):
        return None
    rivals = [i for i in match.competing if not _is_within(match, i)]
    own = stretch(source, match.candidate)
    if share(said, own, source) <= OWN_STRETCH_SHARE:
        shares = {i: share(said, stretch(source, i), source) for i in rivals}
        other = max(shares, key=lambda i: (shares[i], -i), default=-1)
        if other >= 0 and shares[other] >= OTHER_STRETCH_SHARE and not match.said_too(other) and _tells(match, other):
            return other
    if not _may_be_of_another(match):
        return None
    told = [i for i in rivals if _is_told_of(match, i) and not match.said_too(i)]
    return max(told, key=lambda i: (match.context.fit(i), -i), default=None)


def _is_dated_by_source(match: Match) -> bool:
    """Tell whether a year is that of the source's own day or the next one: "this year" and "next year" are not told."""
    day, q = match.source.published[:4], match.number
    return q.kind == "year" and bool(day) and q.value - int(day) in (0, 1)


def _tells(match: Match, other: int) -> bool:
    """Tell whether the claim has the words of another number's stretch and, of those of its candidate's, hardly any."""
    source, said = match.source, match.context.context.sentence
    own, theirs = stretch(source, match.candidate), stretch(source, other)
    apart = own - theirs  # of "48 in 2022 and 24 in 2023" the second has no words of its own
    told = share(theirs - own, said, source) >= LEAST_TOLD_OF_OTHER
    told = told and bool(apart) and share(apart, said, source) <= MOST_TOLD_OF_OWN
    return told and match.context.binding(match.candidate) < match.context.binding(other)


def _may_be_of_another(match: Match) -> bool:
    """Tell whether a number can stand for another fact by its words: it tells something, and says not only when."""
    q, claim = match.number, match.claim
    if q.kind == "count" and q.value <= COUNTED_IN_WORDS:
        return False
    alone = len(claim.numbers_in(claim.mention_sentence[match.index])) == 1
    return (q.kind not in DATED or alone) and match.source.mentions[match.candidate].start < match.source.proper


def _is_told_of(match: Match, other: int) -> bool:
    """Tell whether the source says of another number nearly all that the claim says, or the very word behind it."""
    source, context, said = match.source, match.context, match.context.context.sentence
    at = source.mention_sentence
    apart = at[other] != at[match.candidate]
    if (match.number.kind in DATED and not apart) or source.mentions[other].start >= source.proper:
        return False
    here, there = source.sentence_stems[at[match.candidate]], source.sentence_stems[at[other]]
    follows = match.number.kind not in DATED and context.following(match.candidate) <= 0 < 1 <= context.following(other)
    if follows and share(said, there | source.head, source) > share(said, here | source.head, source) + TOLD_SHARE_MORE:
        return True
    own, theirs = stretch(source, match.candidate), stretch(source, other)
    told, kept = share(said, theirs | source.head, source), share(said, own | source.head, source)
    if context.following(match.candidate) == 1.0 or told < TOLD_SHARE or told - kept < TOLD_SHARE_MORE:
        return False
    only_here = (here - there) if apart else (own - theirs)
    if told >= TOLD_SHARE_ALONE and share(said, only_here, source) < KEPT_MOST:
        return True
    return share(theirs - own, said, source) >= LEAST_TOLD_OF_OTHER and share(own - theirs, said, source) < KEPT_MOST


def _is_within(match: Match, i: int) -> bool:
    """Tell whether two dates are of one year: "in 1971" says nothing against "in May 1971"."""
    q, other = match.number, match.source.mentions[i]
    return q.kind in DATED and q.value == other.value


RULE = Rule("told-of-another", "place", _judge)
