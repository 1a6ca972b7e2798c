"""Find on a page what a sentence needs: the noun of a pronoun, the name of "the group", a person's first name.

Whoever reads from there on, leaving nothing out, knows whom and what it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, content, stem_of
from wellsourced_core.values import frozen
from writer.sentence_needs import ANYBODY, BY_NAME, FULL_NAME, NO_NAMES, QUOTED, WORD, is_name, needs


@frozen
class Text:
    """A source's sentences, as its reader meets them.

    ``known`` are the stems that a reader knows already. A ``cut`` sentence has something else before it: a heading, an
    item of a list. ``paragraphs`` says in which one each stands, ``on_topic`` whether it says what it is about.
    """

    sentences: Sequence[str]
    known: frozenset[str]
    cut: Sequence[bool]
    paragraphs: Sequence[int]
    on_topic: Sequence[bool]


def reach(i: int, text: Text) -> int | None:
    """Return the farthest sentence back that one needs, itself where it stands alone; None for what nothing brings.

    Whoever reads from there on, leaving nothing out, knows whom and what it speaks of.
    """
    own = needs(text.sentences[i])
    found = {i, *_names_before(i, text)}
    # How a source begins is how its reader meets it.
    goes_on = own.pronoun or own.speaker if i == 0 else own.previous or own.pair
    if goes_on:
        if i == 0 or text.cut[i] or (own.speaker and not QUOTED.search(text.sentences[i - 1])):
            return None
        # What "the first" or "both" are may be told over a whole paragraph.
        found.add(_paragraph_before(i, text) if own.pair else i - 1)
    if own.person and (j := _person_before(i, text)) != i:
        if j is None:
            return None
        found.add(j)
    # A source itself may begin with "the city", but not with "the Trust".
    if i:
        found |= _introductions(i, text)
    elif not _BODIES.isdisjoint(own.nouns):
        return None
    return min(found) if min(found) >= 0 else None


def introduced(i: int, text: Text) -> int:
    """Return the farthest sentence back that introduces whom a sentence names by a surname alone, itself for nobody."""
    names = _bare_names(text.sentences[i])
    return min((j for name in names if (j := _full_name(name, i, text.sentences)) is not None), default=i)


def _paragraph_before(i: int, text: Text) -> int:
    """Return where the paragraph begins that a sentence goes on in, or from."""
    one = text.paragraphs[i - 1]
    return next(j for j in range(i) if text.paragraphs[j] == one)


def _person_before(i: int, text: Text) -> int | None:
    back = (j for j in range(i - 1, -1, -1) if _brings_person(text.sentences[j]))
    return next(back, None)


@lru_cache(maxsize=4096)
def _brings_person(text: str) -> bool:
    return FULL_NAME.search(text) is not None or not ANYBODY.isdisjoint(word.lower() for word in WORD.findall(text))


def _names_before(i: int, text: Text) -> Iterator[int]:
    """Yield the sentences that first have the names of one: a surname's first name, a person's or a body's role."""
    one = text.sentences[i]
    for name in _bare_names(one):
        if (j := _full_name(name, i, text.sentences)) is not None:
            yield j
        elif re.search(rf"\b(?:{_TITLED}) {re.escape(name)}\b", one) and content(name).isdisjoint(text.known):
            yield -1  # "Mrs Dunne" of whom nothing tells who she is
        elif content(name).isdisjoint(text.known) and is_name(name):
            # "Gerda": where it first stands, a source says who or what that is.
            named = re.compile(rf"\b{re.escape(name)}\b")
            yield next((j for j in range(i) if named.search(text.sentences[j])), i)
    for m in FULL_NAME.finditer(one):
        if content(m[0]).isdisjoint(text.known) and not _introduces(one, m.start(), m.end()):
            first = next((j for j in range(i) if m[0] in text.sentences[j]), i)
            said = _SPEAKER.search(f"{one[: m.start()][-20:]}#{one[m.end() :][:20]}") is not None
            speaks = first == i and said
            yield -1 if speaks else first


# Who speaks or thinks is somebody of whom a reader wants to know who it is.
_SPEAKER = compiled(rf"\b(?:{either('speech verbs')}) #|#,? (?:who )?(?:{either('speech verbs')}|thinks|believes)\b")
_TITLED = either("words before a surname", language="en")


def _introduces(text: str, start: int, end: int) -> bool:
    """Tell whether a sentence says who somebody is, beside the name: "engineer Maren Pottle", "Idris Fell, who"."""
    before = text[:start].split()[-1:]
    role = bool(before) and before[0].islower() and before[0] not in STOP_WORDS
    return (
        role
        or re.match(r",? of |, (?:an?|the|who|whose|head|[a-z]+(?:er|or|ist|an)) ", text[end : end + 12]) is not None
    )


def _introductions(i: int, text: Text) -> set[int]:
    """Return the sentences that bring what a sentence speaks of as known: "the group", "into the river"."""
    one, own = text.sentences[i], needs(text.sentences[i])
    found = {_first_named(i, text.sentences)} if _BODYS_ROLE.search(one) else set()
    for stem in own.nouns:
        # A question says "street safety", not which street.
        if stem not in text.known or stem in _BY_NAME_STEMS:
            # Where nothing brings the noun, a name may: "the company". Else the sentence before may bring what it
            # belongs to: "the gain" of what rose.
            otherwise = _first_named(i, text.sentences) if stem in _BY_NAME_STEMS else _paragraph_before(i, text)
            j = _introduction(stem, i, text.sentences, otherwise)
            found.add(j if stem not in _BODIES or stem in _stems(text.sentences[j]) else -1)
    for stem in own.others:
        # Of what is told for the first time, the sentence before tells more, where this one says not what it is about.
        if stem not in text.known:
            found.add(_introduction(stem, i, text.sentences, i if text.on_topic[i] else i - 1))
    return found


def _introduction(stem: str, i: int, texts: Sequence[str], otherwise: int) -> int:
    """Return the nearest sentence before that has a noun and brings it, else the first that has it."""
    having = [j for j in range(i - 1, -1, -1) if stem in _stems(texts[j])]
    bringing = (j for j in having if stem not in needs(texts[j]).nouns)
    return next(bringing, having[-1] if having else otherwise)


def _first_named(i: int, sentences: Sequence[str]) -> int:
    """Return the first sentence that has a name: there a source names whom it is about; else the one before."""
    named = (j for j in range(i) if any(map(is_name, WORD.findall(sentences[j])[1:])))
    return next(named, i - 1)


_BODYS_ROLE = compiled(rf"\b(?i:{either('roles in a body', language='en', gap=' ')}),? [A-Z]")
_BY_NAME_STEMS = frozenset(map(stem_of, BY_NAME))
_BODIES = frozenset(map(stem_of, words("bodies told before", "en")))


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(filter(None, (stem_of(word) for word in WORD.findall(text))))


_TITLES = words("words before a surname", "en")
_CAPITAL = compiled(r"(?<![\w.'’-])[A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)*")


def _bare_names(text: str) -> list[str]:
    """Return the capitalised words of a sentence that stand alone: perhaps surnames."""
    found = []
    for m in _CAPITAL.finditer(text):
        before, after = text[max(0, m.start() - 30) : m.start()], text[m.end() : m.end() + 3]
        first = re.search(r"([A-Z][\w.'’-]*) $", before)
        opens = first is not None and text.startswith(before) and first[1].lower() in NO_NAMES
        joined = (first is not None and not opens and first[1] not in _TITLES) or re.match(r" [A-Z]", after)
        if not joined:
            found.append(m[0].removesuffix("'s").removesuffix("’s"))
    return found


def _full_name(name: str, i: int, texts: Sequence[str]) -> int | None:
    """Return the sentence before ``i`` that has a first name before a surname; None where there is none."""
    full = re.compile(rf"([A-Z][a-z]+)(?: [A-Z]\.)? {re.escape(name)}\b")
    here = full.search(texts[i])
    if here and here[1].lower() not in NO_NAMES:
        return None
    return next((j for j in range(i - 1, -1, -1) if full.search(texts[j])), None)
