"""The claim says that something causes or changes what the source only links with it.

Why: the commonest exaggeration of research. "People who walk had lower weight" links as much as "walking is linked
with lower weight" does, and so does "days with rain had more falls". A claim that holds anything back, and a source
that speaks of causes itself, are in order.
Example: "Smoke causes the cough." beside "Smoke is linked to the cough."
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.meaning.hedges import HEDGING, LINKED, Hedge, hedges, holds
from audit.meaning.near_copy import telling
from audit.meaning.phrases import Phrases
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token
from audit.meaning.words import against
from audit.thresholds import LINKED_SHARE, MOST_HAD, MOST_LINKED, OPEN_OF_CLAIM
from wellsourced_core.lexicon import words

_EFFECTS, _STRONG = words("verbs of effect"), words("words of strong cause")
_MAKING = words("verbs of making")
_BECAUSE = words("words that give a cause")
_CAUSAL = _EFFECTS | _MAKING | _BECAUSE
_ARTICLES = frozenset(("a", "an", "the", "all"))  # before "cut" and "cause" where they are no verbs
_SUBJECTS = words("personal pronouns") | words("relative words") | {"to"}  # before "lower" where it is a verb
_NOUNS = words("words of effect that are nouns")
_NO_SUBJECTS = frozenset(("has", "is", "was", "as", "its"))
_NOT_MADE = words("comparatives of groups") | {"of"}
_MADE = words("comparatives of groups") | {"up", "down"}
_RESULTING = frozenset(("result", "results", "resulted"))
_HELD_BACK = (HEDGING | LINKED) - {"risk", "chance"}  # "raises the risk" holds nothing back
_AGAINST = words("circumstances of a comparison") | {"than"}
_OPEN = Phrases(words("words of an open cause"))
_PLACING = words("prepositions that end an object") - {"to", "on", "from", "for", "of"}
_WORKING = _EFFECTS - _RESULTING - _MAKING
_TIMES = words("words of time before a link")
_HAVING, _COMPARED = words("verbs of having"), words("comparatives of groups")


def _judge(pair: Statement) -> Objection | None:
    effect = None if _CAUSAL.isdisjoint([token.said for token in pair.mine]) else _effect(pair.mine)
    if effect is None or holds(pair.mine, _HELD_BACK) or _says(pair.theirs, effect):
        return None
    if _is_intransitive(pair.mine, effect):
        return None
    is_open = _is_open(pair)
    if not is_open and holds(pair.theirs, _STRONG):
        return None
    said = {token.sense for token in pair.mine}
    links = hedges(pair.theirs, LINKED)
    if is_open:
        links += tuple(_times(pair.theirs))
    if is_open or not pair.faint:
        links += (*_groups(pair.theirs), *_compared(pair.theirs))
    for link in links:
        if _is_linked(link, said, faint=pair.faint or link.word in _TIMES) and (
            is_open or not pair.faint or _has_most(link, said)
        ):
            return Objection(against(effect.said, link.word))
    if is_open and _is_told(pair):
        return Objection(f'the source leaves the cause open, the sentence says "{effect.said}"')
    return None


def _is_intransitive(read: tuple[Token, ...], effect: Token) -> bool:
    """Tell whether a word of effect has nothing that it works on: "intakes increased during the winter"."""
    behind = [one.said for one in read[read.index(effect) + 1 :] if not one.said.endswith("ly")]
    return bool(behind) and behind[0] in _PLACING and effect.said in _WORKING


def _is_told(pair: Statement) -> bool:
    """Tell whether a source's sentence has a good part of what a claim tells."""
    return pair.shares(max(OPEN_OF_CLAIM, MOST_LINKED / max(1, len(telling(pair.mine)))))


def _has_most(link: Hedge, said: set[str]) -> bool:
    """Tell whether a claim has half of each of the two things that are linked."""
    return all(2 * sum(word.sense in said for word in side) >= len(side) > 0 for side in (link.governed, link.before))


def _is_linked(link: Hedge, said: set[str], *, faint: bool) -> bool:
    """Tell whether a claim has enough of the two things that are linked; ``faint``: it must have some of both."""
    governed, before = (sum(word.sense in said for word in side) for side in (link.governed, link.before))
    most, half = governed >= LINKED_SHARE * len(link.governed), 2 * before >= len(link.before)
    if before >= MOST_LINKED and 2 * MOST_LINKED * before >= (2 * MOST_LINKED - 1) * len(link.before):
        return True
    if faint:
        return governed > 0 and half and len(link.before) > 0
    return governed > 0 and (most or (half and len(link.before) > 1))


def _is_open(pair: Statement) -> bool:
    """Tell whether the source says, in a sentence or right behind it, that the cause is not known."""
    low = " ".join((pair.source, *pair.behind())).lower()
    return bool(_OPEN.within(low))


def _effect(read: tuple[Token, ...]) -> Token | None:
    """Return the first word that makes one thing the cause of another: not "the lower one", not "lower than"."""
    for at, token in enumerate(read):
        if token.said not in _CAUSAL:
            continue
        if token.said in _BECAUSE:
            return token
        before = read[at - 1].said if at else ""
        behind = [one.said for one in read[at + 1 :]] or [""]
        if token.said in _MAKING and behind[0] not in _NOT_MADE and not _MADE.isdisjoint(behind):
            return token
        if token.said in _RESULTING and behind[0] != "in":
            continue  # "the results of the test"
        verb = before in _SUBJECTS or (before.endswith("s") and before not in _NO_SUBJECTS)
        adjective = token.said == "lower" and not verb
        noun = before in _ARTICLES or (behind[0] == "in" and token.said in _NOUNS and not verb)
        if token.said not in _MAKING and not noun and behind[0] != "than" and not adjective:
            return token
    return None


def _says(read: tuple[Token, ...], effect: Token) -> bool:
    """Tell whether the source's sentence has the claim's very word of effect, as a verb too."""
    found = _effect(read)
    return found is not None and found.said == effect.said


def _compared(read: tuple[Token, ...]) -> Iterator[Hedge]:
    """Yield what is compared: from "fewer" on in "had fewer falls than others", "were fewer on days with rain"."""
    for at, token in enumerate(read):
        behind = read[at + 1 :] if token.said in _COMPARED else ()
        if _AGAINST.isdisjoint([one.said for one in behind]):
            continue
        if behind[0].said == "than" and behind[1:] and behind[1].key[:1] == "=":
            continue  # "more than six months"
        if governed := telling(read[at:])[:MOST_HAD]:
            yield Hedge(f"... {token.said}", governed, telling(read[:at]))


def _times(read: tuple[Token, ...]) -> Iterator[Hedge]:
    """Yield what came first, in "herds have shrunk since the mine was opened", with what came then."""
    for at, token in enumerate(read):
        if token.said not in _TIMES or token.name:
            continue
        end = next((k for k in range(at + 1, len(read)) if not read[k].key), len(read))
        start = next((k + 1 for k in range(at - 1, -1, -1) if not read[k].key), 0)
        first = telling(read[at + 1 : end])[:MOST_HAD]
        then = telling(read[start:at]) or telling(read[end:])[: 2 * MOST_HAD]
        if first and first[0].key[:1] != "=":
            yield Hedge(token.said, first, then)


def _groups(read: tuple[Token, ...]) -> Iterator[Hedge]:
    """Yield what is said of a group: what stands behind "had" in "patients who ... had fewer falls"."""
    who = next((at for at, token in enumerate(read) if token.said == "who"), len(read))
    for at in range(who + 2, len(read)):
        if read[at].said in _HAVING and (governed := telling(read[at + 1 :])[:MOST_HAD]):
            yield Hedge(f"who ... {read[at].said}", governed, telling(read[:at]))


RULE = MeaningRule("cause", "M601", _judge, faint=True)
