"""What an axis is given: the question, read once, and a page, cut into words once."""

from __future__ import annotations

from datetime import date

from quality.alphabet import Alphabet
from quality.kinds import KINDS, kind_of
from wellsourced.core.model import Source
from wellsourced.core.values import frozen

HEAD = 100_000  # code points of a source that are judged; what a page says only after that is not its topic
OPENING = 500  # words of a page by which its prose is judged
_REMEMBERED, _MEMORABLE = 200_000, 40


@frozen
class Query:
    """A question and the day on which it is asked."""

    text: str
    as_of: date


@frozen
class Page:
    """A source with its words, cut at white space, as an alphabet writes them.

    ``words`` is their number. ``kinds`` has the letter of every word's kind (see ``kinds``; other letters may stand
    between), ``opening`` those of the first 500 words. ``terms`` and ``title`` are the letters of the text's and of
    the title's terms, with a full stop where a sentence ends.
    """

    source: Source
    words: int
    kinds: str
    opening: str
    terms: str
    title: str
    alphabet: Alphabet


def read(source: Source) -> Page:
    """Cut a source into words, once for all axes and for every question."""
    alphabet = alphabet_in_use()
    words = source.text[:HEAD].split()
    spelled = alphabet.spell(words)
    opening = spelled if len(words) <= OPENING else alphabet.spell(words[:OPENING])
    title = _terms(alphabet.spell(source.title[:HEAD].split())) if source.title else ""
    return Page(source, len(words), spelled, opening, _terms(spelled), title, alphabet)


def glance(source: Source) -> Page:
    """Cut a source into words of this and that kind only: its terms are left out, so it has no relevance."""
    words = source.text[:HEAD].split()
    kinds = "".join(map(_KINDS.__getitem__, words))
    opening = kinds if len(words) <= OPENING else "".join(map(_KINDS.__getitem__, words[:OPENING]))
    return Page(source, len(words), kinds, opening, "", "", alphabet_in_use())


def _terms(spelled: str) -> str:
    for kind in KINDS:
        if kind in spelled:  # seldom, but for stop words
            spelled = spelled.replace(kind, "")
    return spelled


class _Kinds(dict[str, str]):
    """The kind of every word met so far; bounded, and the same whatever was met before."""

    def __missing__(self, word: str) -> str:
        kind = kind_of(word)
        if len(word) <= _MEMORABLE and len(self) < _REMEMBERED:
            self[word] = kind
        return kind


_KINDS = _Kinds()
_ALPHABETS = [Alphabet()]


def alphabet_in_use() -> Alphabet:
    """Return the alphabet in use; a full one is left to the pages that it wrote."""
    if _ALPHABETS[0].full:
        _ALPHABETS[0] = Alphabet()
    return _ALPHABETS[0]
