"""Put two sentences side by side: which words they share, and where one says something else than the other."""

from __future__ import annotations

from audit.meaning.tokens import Token
from audit.thresholds import MOST_ALIGNED_WORDS
from wellsourced_core.lexicon import listed
from wellsourced_core.values import frozen

_PREFIXES = listed("prefixes that deny")


@frozen
class Edit:
    """A stretch that differs: the places of the claim's words and of the source's, either may be empty.

    ``at`` is where the stretch begins, in the claim and in the source, among all their words.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    at: tuple[int, int]


@frozen
class Alignment:
    """Two sentences side by side: the pairs of places that say the same, those that moved, and the edits.

    ``turned`` are the claim's and the source's words that only a prefix turns into their opposite ("unusual" beside
    "usual").
    """

    pairs: tuple[tuple[int, int], ...]
    moved: tuple[tuple[int, int], ...]
    edits: tuple[Edit, ...]
    turned: tuple[frozenset[int], frozenset[int]]


def align(mine: tuple[Token, ...], theirs: tuple[Token, ...]) -> Alignment | None:
    """Align two sentences by their words that are not idle; None of long ones, which are no copies."""
    from difflib import SequenceMatcher  # it compiles a pattern, which most audits need not wait for

    here = [i for i, token in enumerate(mine) if not token.idle]
    there = [i for i, token in enumerate(theirs) if not token.idle]
    if not here or not there or max(len(here), len(there)) > MOST_ALIGNED_WORDS:
        return None
    one, turned_here = _keys(mine, here, {theirs[i].key for i in there})
    other, turned_there = _keys(theirs, there, {mine[i].key for i in here})
    matcher = SequenceMatcher(None, other, one, autojunk=False)
    pairs: list[tuple[int, int]] = []
    rest: list[tuple[range, range]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pairs += [(here[j], there[i]) for i, j in zip(range(a, b), range(c, d), strict=True)]
        else:
            rest.append((range(c, d), range(a, b)))
    moved = _moved(rest, one, other)
    gone_here, gone_there = {j for j, _ in moved}, {i for _, i in moved}
    edits = []
    for js, is_ in rest:
        own = tuple(here[j] for j in js if j not in gone_here)
        others = tuple(there[i] for i in is_ if i not in gone_there)
        if own or others:
            edits.append(Edit(own, others, (_place(here, js, mine), _place(there, is_, theirs))))
    return Alignment(
        tuple(pairs), tuple((here[j], there[i]) for j, i in moved), tuple(edits), (turned_here, turned_there)
    )


def _place(at: list[int], within: range, read: tuple[Token, ...]) -> int:
    if within:
        return at[within[0]]
    return at[within.start] if within.start < len(at) else len(read)


def _keys(read: tuple[Token, ...], places: list[int], others: set[str]) -> tuple[list[str], frozenset[int]]:
    """Return the keys by which words are compared; of one that the other sentence has without its prefix, that one."""
    found, turned = [], set()
    for i in places:
        key = read[i].key
        if key.startswith(_PREFIXES) and key not in others:
            bare = next(key.removeprefix(one) for one in _PREFIXES if key.startswith(one))
            if bare in others and len(bare) > 2:
                key = bare
                turned.add(i)
        found.append(key)
    return found, frozenset(turned)


def _moved(rest: list[tuple[range, range]], one: list[str], other: list[str]) -> list[tuple[int, int]]:
    """Pair what is left on both sides with the same word, in order."""
    places: dict[str, list[int]] = {}
    for _, is_ in rest:
        for i in is_:
            places.setdefault(other[i], []).append(i)
    found = []
    for js, _ in rest:
        for j in js:
            if left := places.get(one[j]):
                found.append((j, left.pop(0)))
    return found
