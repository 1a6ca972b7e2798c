"""The terms of a question with their weights, and the codes by which a text's words are matched with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise

from quality.thresholds import (
    FOREIGN_WORD_WEIGHT,
    NEIGHBOURS_NEAR_CHARACTERS,
    PREFIX_LETTERS,
    QUESTION_HEAD_CHARACTERS,
    QUESTION_MOST_TERMS,
    RESPECT_SHARE,
    WORD_PIECE_CHARACTERS,
)
from quality.wanted import respects
from wellsourced_core.lexicon import listed, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, Memo, content, idf, stem_of, surfaces, terms, unique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

END, OTHER = ".", " "
_TERMS = "".join(map(chr, range(0x100, 0x100 + QUESTION_MOST_TERMS)))
# The codes of words that begin like a term of the question, in the order of the terms.
KIN = "".join(map(chr, range(0x200, 0x200 + QUESTION_MOST_TERMS)))

_FOREIGN = words("common words of other languages")
_EDGES = "\"'`“”‘’«»()[]{}<>*_,;:.!?…|-–—#"
# A full stop after one or two letters belongs to an initial or to "Mr.".
_SENTENCE_END = compiled(r"[.!?…](?<!\b\w\.)(?<!\b\w\w\.)[\"'”’»)\]*_]*(?!\S)")
_SPACELESS_END = compiled(r"[。！？｡]")


class Question:
    """The terms of a question, and in ``codes`` how it sees each word between white space, in lower case.

    A word's code has the letter of each of its terms: a term of the question has its own, one that begins like it
    that of its kin, any other is ``OTHER``; and ``END`` where the word ends a sentence. A word without a term of the
    question or its kin has the code "". ``stubs`` are such that every ASCII word with another code holds one of them.
    """

    def __init__(self, text: str) -> None:
        shown = text[:QUESTION_HEAD_CHARACTERS]
        written: dict[str, str] = {}
        for word in surfaces(shown):
            if stem := stem_of(word):
                written.setdefault(stem, word.lower())
        stems = tuple(written)[:QUESTION_MOST_TERMS]
        self.words: Final = tuple(written.values())[:QUESTION_MOST_TERMS]
        empty = _FOREIGN if _is_foreign(shown) else frozenset[str]()
        lesser = respects()  # "history of marzipan" is about marzipan
        self.weights: Final = tuple(
            [
                FOREIGN_WORD_WEIGHT if written[s] in empty else idf(s) * (RESPECT_SHARE if s in lesser else 1)
                for s in stems
            ]
        )
        self.mass: Final = sum(self.weights)
        self.letters: Final = _TERMS[: len(stems)]
        self.pairs: Final = {a + b: v + w for (a, v), (b, w) in pairwise(zip(self.letters, self.weights, strict=True))}
        self.paired: Final = sum(self.pairs.values())
        self._letter = dict(zip(stems, self.letters, strict=True))
        self._in_words = {word: self._letter[stem] for stem in stems for word in _told_in_words(stem)}
        stubs = chain(chain.from_iterable(map(_stubs, stems)), self._in_words)
        self.stubs: Final = tuple(unique(stubs)) if self.mass else ()
        self.codes: Final = Memo(self._code)
        # Of several terms that begin alike, the first has the others' credit.
        self._kin: dict[str, str] = {}
        for stem, kin in zip(stems, KIN, strict=False):
            if len(stem) >= PREFIX_LETTERS and stem.isalpha():
                self._kin.setdefault(stem[:PREFIX_LETTERS], kin)

    def between(self, before: str, text: str, start: int, end: int, after: str) -> str:
        """Return what stands in text[start:end] between two words of the question, or a line and a word."""
        if before[-1] == END:
            return ""
        if _SENTENCE_END.search(text, start, end):
            return END
        near = (
            before[-1] + after[0] in self.pairs
            and end - start <= NEIGHBOURS_NEAR_CHARACTERS
            and not content(text[start:end])
        )
        return "" if near else OTHER

    def _code(self, word: str) -> str:
        bare = word.strip(_EDGES)
        if bare.isascii() and (bare.isalpha() or bare.isdigit()) and len(bare) <= WORD_PIECE_CHARACTERS:
            stem = stem_of(bare)
            code = self._in_words.get(bare) or (self._seen(stem) if stem else "")
        else:
            # Piecewise: folding one word is quadratic in its combining marks.
            code = "".join(
                [self._spelled(word[i : i + WORD_PIECE_CHARACTERS]) for i in range(0, len(word), WORD_PIECE_CHARACTERS)]
            )
        if not code.strip(OTHER + END):
            return ""
        return code + END if _SENTENCE_END.search(word) else code

    def _spelled(self, piece: str) -> str:
        return END.join(["".join(map(self._seen, terms(part).stems)) for part in _SPACELESS_END.split(piece)])

    def _seen(self, stem: str) -> str:
        return self._letter.get(stem) or self._kin.get(stem[:PREFIX_LETTERS], OTHER)


def _stubs(stem: str) -> Iterator[str]:
    """Yield beginnings of which every ASCII word with a stem, or of its kin, holds one, in lower case.

    Stemming leaves the beginning of a word as it is but for a last letter ("city" is "citi", "planing" "plane",
    "usability" "usabl", "skies" "sky") and for "dying" and its like ("die"). A number may be grouped.
    """
    if not stem.isascii():
        return
    if not stem[0].isalpha():
        yield stem[:2]
        yield f"{stem[0]},"
        return
    head = stem[:PREFIX_LETTERS]
    yield head[:-1] if len(head) > 2 and head[-1] in "iely" else head
    if len(stem) == 3 and stem.endswith("ie"):
        yield f"{stem[0]}ying"


def _told_in_words(number: str) -> tuple[str, ...]:
    """Return the words that tell a number of the question, too: "series 4" is the fourth series, or series four.

    "One", "second" and their like mostly tell something else.
    """
    return () if number in ("1", "2") else spelled_out(number)[:2]


def spelled_out(number: str) -> tuple[str, ...]:
    """Return how a small whole number is written in words: of "4" "four", "fourth" and "4th"; of another, nothing."""
    counts, ranks = listed("numerals from zero", "en"), listed("ordinals from zeroth", "en")
    if not number.isdecimal() or not number.isascii() or len(number) > 2 or not 0 < int(number) < len(counts):
        return ()
    ending = {1: "st", 2: "nd", 3: "rd"}.get(int(number), "th")
    return counts[int(number)], ranks[int(number)], f"{number}{ending}"


def _is_foreign(question: str) -> bool:
    """Return whether a question has more of the common words of other languages than English ones."""
    written = [word.strip(_EDGES).lower() for word in question.split()]
    return sum(word in _FOREIGN for word in written) > max(1, sum(word in STOP_WORDS for word in written))


question_of = lru_cache(maxsize=8)(Question)
