"""Tell the numbers of a sentence apart by what stands on the same side of each: "7 mm in one group, 2 in the other".

What two numbers share says nothing of either; what only one of them has on a side is its label.
"""

from __future__ import annotations

from bisect import bisect_left

from audit.agreement.kinds import DATED, same_kind
from audit.agreement.matching import strength
from audit.assertions.antonyms import FALL, RISE
from audit.numbers.reading import Numbers
from audit.thresholds import CARRIED_FROM, LABEL_SHARE_MORE, MOST_BESIDE, MOST_SIDE_RIVALS
from wellsourced_core.patterns import compiled

_BRACKET = compiled(r"(?:\s[^\W\d_]{1,6})?\s?\([^()\n]{0,80}\)")  # behind a unit too


_Label = dict[str, bool]  # the stems on a side of a number, and whether each is a name there


def of_another(claim: Numbers, index: int, source: Numbers, best: int, rivals: list[int]) -> int | None:
    """Return the number beside the carrying one whose label the claim's number has, in place of the carrier's own."""
    if claim.mentions[index].kind in DATED:
        return None  # measured: when something was is said in too many ways
    at = source.mention_sentence
    beside = [i for i in rivals if abs(at[i] - at[best]) <= 1][:MOST_SIDE_RIVALS]
    said = claim.sentence_stems[claim.mention_sentence[index]]
    for side in (_left, _right) if beside else ():
        if not (mine := side(claim, index)) or not (own := side(source, best)):
            continue
        for i in beside:
            other = side(source, i)
            if mine.keys().isdisjoint(other) or _said(claim, index, source, i):
                continue
            alone = source.sentence_stems[at[best]] - source.sentence_stems[at[i]]
            if at[i] != at[best] and any(not stem[0].isdigit() for stem in alone & said):
                continue  # of another sentence only where nothing is said that the carrier's has alone
            if _belongs(mine, said, _without(own, other), _without(other, own | _whole(source, best))):
                return i
    return None


def without_the_unlabelled(claim: Numbers, index: int, source: Numbers, best: int, rivals: list[int]) -> list[int]:
    """Leave out the numbers of the carrying one's sentence whose label the claim lacks while it has the carrier's own.

    A list says once what it is about, beside its first number: "71 % of the crews in Lorn, 29 % in Skell".
    """
    at = source.mention_sentence
    if claim.mentions[index].kind in DATED or all(at[i] != at[best] for i in rivals):
        return rivals
    said = claim.sentence_stems[claim.mention_sentence[index]]
    sides = [(side(claim, index), side(source, best), side) for side in (_left, _right)]
    sides = [one for one in sides if not one[0].keys().isdisjoint(one[1])]

    def lacks_its_label(i: int) -> bool:
        return any(
            _belongs(mine, said, _without(side(source, i), own), _without(own, side(source, i) | _whole(source, i)))
            for mine, own, side in sides
        )

    return [i for i in rivals if at[i] != at[best] or not lacks_its_label(i)]


def _said(claim: Numbers, index: int, source: Numbers, there: int) -> bool:
    """Tell whether another number of the claim's sentence is carried by one of the source: its label may be beside."""
    own, other = claim.numbers_in(claim.mention_sentence[index]), source.mentions[there]
    beside = range(max(own.start, index - MOST_BESIDE), min(own.stop, index + MOST_BESIDE))
    return any(strength(claim.mentions[i], other) >= CARRIED_FROM for i in beside if i != index)


def _belongs(mine: _Label, said: frozenset[str], own: _Label, other: _Label) -> bool:
    """Tell whether a side of the claim's number has the other's label and lacks that of the number that carries it."""
    if not own or not other or not mine.keys() & other.keys():
        return False
    names, others = {s for s, name in own.items() if name}, {s for s, name in other.items() if name}
    if names and others and others & mine.keys() and not names & said:
        return True
    return len(other.keys() & mine.keys()) / len(other) - len(own.keys() & said) / len(own) >= LABEL_SHARE_MORE


def _without(one: _Label, other: _Label) -> _Label:
    return {stem: name for stem, name in one.items() if stem not in other}


def _whole(text: Numbers, i: int) -> _Label:
    return _left(text, i) | _right(text, i)


def _left(text: Numbers, i: int) -> _Label:
    """Return what stands before a number in its clause, back to one of its kind."""
    q, at = text.mentions[i], text.mention_sentence[i]
    k = bisect_left(text.boundaries, q.start)
    start = max(text.sentences[at][0], text.boundaries[k - 1] if k else 0)
    if i and text.mentions[i - 1].end <= q.start and same_kind(text.mentions[i - 1], q):
        start = max(start, text.mentions[i - 1].end)
    return _label(text, start, q.start)


def _right(text: Numbers, i: int) -> _Label:
    """Return what stands behind a number in its clause, up to the next of its kind; a bracket right behind it aside."""
    q, at = text.mentions[i], text.mention_sentence[i]
    bracket = _BRACKET.match(text.text, q.end)
    start = bracket.end() if bracket else q.end
    k = bisect_left(text.boundaries, start)
    end = min(text.sentences[at][1], text.boundaries[k] if k < len(text.boundaries) else len(text.text))
    following = next((m.start for m in text.mentions[i + 1 : i + 4] if m.start >= start and same_kind(m, q)), end)
    return _label(text, start, min(end, following))


def _label(text: Numbers, start: int, end: int) -> _Label:
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
