"""Object to a number whose label, in the source, belongs to a number beside it.

Why: "7 mm in one group, 2 in the other" shares its words; what stands on the same side of only one number is its label.
Example: "Weight fell by 6 kg in the reading group." beside "by 6 kg in the diet group and by 2 kg in the reading group"
"""

from __future__ import annotations

from bisect import bisect_left

from audit.agreement.kinds import DATED, same_kind
from audit.meaning.antonyms import FALL, RISE
from audit.numbers.context import share, stretch
from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import COUNTED_IN_WORDS, LABEL_SHARE_MORE, LABEL_TOLD_MORE, MOST_SIDE_RIVALS
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_BRACKET = compiled(r"(?:\s[^\W\d_]{1,6})?\s?\([^()\n]{0,80}\)")  # behind a unit too

_Label = dict[str, bool]  # the stems on a side of a number, and whether each is a name there


def _judge(match: Match) -> Verdict | None:
    owner = _owner(match)
    if owner is None:
        return None
    return match.says("other-fact", f"in the source, this label belongs to {match.source.shown(owner)}", owner)


def _owner(match: Match) -> int | None:
    """Return the number beside the candidate whose label the claim's number has, in place of the candidate's own."""
    if match.number.kind in DATED or (match.number.bound and match.strength < 1.0):
        return None  # when something was is said in too many ways, and any number may be "over 50"
    claim, source, index, best, said = match.claim, match.source, match.index, match.candidate, match.said
    at = source.mention_sentence
    beside = [i for i in match.competing if abs(at[i] - at[best]) <= 1][:MOST_SIDE_RIVALS]
    for side in (_left, _right) if beside else ():
        if not (mine := side(claim, index)) or not (own := side(source, best)):
            continue
        for i in beside:
            other = side(source, i)
            if mine.keys().isdisjoint(other) or match.said_too(i):
                continue
            alone = source.sentence_stems[at[best]] - source.sentence_stems[at[i]]
            if at[i] != at[best] and any(not stem[0].isdigit() for stem in alone & said):
                continue  # of another sentence only where nothing is said that the candidate's has alone
            around = own | _left(source, best) | _right(source, best)
            if _belongs(mine, said, _without(own, other), _without(other, around)):
                return i
    return None


def _belongs(mine: _Label, said: frozenset[str], own: _Label, other: _Label) -> bool:
    """Tell whether a side of the claim's number has the other's label and lacks that of its candidate."""
    if not own or not other or not mine.keys() & other.keys():
        return False
    names, others = {s for s, name in own.items() if name}, {s for s, name in other.items() if name}
    if names and others and others & mine.keys() and not names & said:
        return True
    return len(other.keys() & mine.keys()) / len(other) - len(own.keys() & said) / len(own) >= LABEL_SHARE_MORE


def _without(one: _Label, other: _Label) -> _Label:
    return {stem: name for stem, name in one.items() if stem not in other}


def _left(text: NumberedText, i: int) -> _Label:
    """Return what stands before a number in its clause, back to one of its kind."""
    q, at = text.mentions[i], text.mention_sentence[i]
    k = bisect_left(text.boundaries, q.start)
    start = max(text.sentences[at][0], text.boundaries[k - 1] if k else 0)
    if i and text.mentions[i - 1].end <= q.start and same_kind(text.mentions[i - 1], q):
        start = max(start, text.mentions[i - 1].end)
    return _label(text, start, q.start)


def _right(text: NumberedText, i: int) -> _Label:
    """Return what stands behind a number in its clause, up to the next of its kind; a bracket right behind it aside."""
    q, at = text.mentions[i], text.mention_sentence[i]
    bracket = _BRACKET.match(text.text, q.end)
    start = bracket.end() if bracket else q.end
    k = bisect_left(text.boundaries, start)
    end = min(text.sentences[at][1], text.boundaries[k] if k < len(text.boundaries) else len(text.text))
    following = next((m.start for m in text.mentions[i + 1 : i + 4] if m.start >= start and same_kind(m, q)), end)
    return _label(text, start, min(end, following))


def _label(text: NumberedText, start: int, end: int) -> _Label:
    found: _Label = {}
    opens = (
        text.sentences[text.term_sentence[bisect_left(text.starts, start)]][0]
        if start < (text.starts or (0,))[-1]
        else -1
    )
    for k in range(bisect_left(text.starts, start), bisect_left(text.starts, end)):
        word = text.text[text.starts[k] : text.ends[k]].lower()
        if not text.stems[k][0].isdigit() and word not in RISE and word not in FALL:
            found[text.stems[k]] = text.text[text.starts[k]].isupper() and text.starts[k] != opens
    return found


def _certainty(match: Match) -> Certainty:
    """Return likely where of the words that tell the two numbers apart the claim has the owner's and not its own.

    Of a small count or a place in an order, which stand in many places, more of them.
    """
    owner = _owner(match)
    if owner is None or match.source.shown(owner) == match.source.shown(match.candidate):
        return "possible"
    own, theirs = stretch(match.source, match.candidate), stretch(match.source, owner)
    told, kept = share(theirs - own, match.said, match.source), share(own - theirs, match.said, match.source)
    if not own - theirs:
        return "possible"
    small = match.number.kind in ("count", "ordinal") and match.number.value <= COUNTED_IN_WORDS
    return "likely" if told - kept >= (LABEL_SHARE_MORE if small else LABEL_TOLD_MORE) else "possible"


RULE = Rule("label-owner", "place", _judge, _certainty)
