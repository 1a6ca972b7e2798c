"""Relevance: how much of the question stands in the source, by the weight of its words.

raw = .20 soft + .60 bm25 + .10 best sentence + .10 bigrams, relevance = raw^0.66, in [0, 1], where
- soft: share of the query's idf mass found in the text; half credit for another word of the same five first
  letters;
- bm25: sum idf * tf / (tf + 2 (.25 + .75 dl / 150)) / sum idf (Robertson and Zaragoza 2009),
  with a fixed average length, so that no source's score depends on another source;
- best sentence: the largest share of the mass that one sentence holds;
- bigrams: share of the mass of neighbouring query terms that are neighbours in the text.
The exponent puts the border between on and off topic at .30.
"""

from __future__ import annotations

import re
from functools import lru_cache

from quality.options import Options
from quality.reading import Page, Query
from wellsourced.core.model import AxisScore
from wellsourced.core.text import STOP_WORDS, idf, terms

NAME = "relevance"
SOFT, BM25, SENTENCE, BIGRAM, EXPONENT = 0.20, 0.60, 0.10, 0.10, 0.66
SATURATION, AVERAGE_LENGTH = 2.0, 150
PREFIX = 5
MOST_TERMS = 64  # a longer question is judged by its first terms
_QUERY_HEAD = 4000

# The commonest words of other languages are as empty as English stop words, but the idf table is English.
_FOREIGN = frozenset(
    # German, French, Spanish, Portuguese, Italian, Dutch
    "der das und ist von den dem des ein eine einen einer eines einem im zu mit auf für wie wird sind nicht auch"
    " werden bei aus nach wer wo wann warum welche welcher hat haben zum zur als vom über oder"
    " le la les un une et est du aux que qui dans pour sur par avec quel quelle quels quelles sont comment"
    " pourquoi où quand ce cette ces au ou il elle"
    " el los las una unos es del en con por para como cómo qué cuál cuándo dónde son se su al y"
    " os uma do dos das em no na nos nas com qual quando onde são ao"
    " il lo gli della delle dei di che nel nella sono come perché quale dove"
    " het een van voor met hoe zijn wordt wat waar wanneer welke op te aan".split()
)
_FOREIGN_WEIGHT = 0.5
_PIECE = 1000
_SPACELESS_END = re.compile(r"[。！？｡]")
_EDGES = "\"'`“”‘’«»()[]{}<>*_,;:.!?…|-–—#"
_CLOSERS = "\"'”’»)]*_"
_MEMORABLE, _REMEMBERED = 40, 200_000


def score(query: Query, page: Page, options: Options) -> AxisScore:
    """Score how much of the question the page holds."""
    reader = _reader(query.text)
    value, why = reader.measure(page)
    return AxisScore(NAME, value, options.weight(NAME), why, known=bool(reader.mass))


class _Reader(dict[str, str]):
    """A question as an alphabet: written words become letters, a page becomes a string over them.

    ``reader[word]`` is "" for a stop word, " " for another content word, a letter for a term of the question,
    the letter's double for a word with only the same beginning, and ends in "." where a sentence ends.
    Counting, neighbours and sentences are then string operations.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        shown = text[:_QUERY_HEAD]
        read = terms(shown)
        surfaces: dict[str, str] = {}
        for stem, start, end in zip(read.stems, read.starts, read.ends, strict=True):
            surfaces.setdefault(stem, shown[start:end].lower())
        stems = tuple(surfaces)[:MOST_TERMS]
        self.words = tuple(surfaces[stem] for stem in stems)
        written = [word.strip(_EDGES).lower() for word in shown.split()]
        foreign = sum(word in _FOREIGN for word in written) > max(1, sum(word in STOP_WORDS for word in written))
        empty = _FOREIGN if foreign else frozenset[str]()
        self.weights = tuple(_FOREIGN_WEIGHT if surfaces[s] in empty else idf(s) for s in stems)
        self.mass = sum(self.weights)
        self.whys: dict[tuple[int, ...], str] = {}
        self.exact = {stem: chr(0x4E00 + i) for i, stem in enumerate(stems)}
        self.alike: dict[str, int] = {}
        for i, stem in enumerate(stems):
            if len(stem) >= PREFIX and stem.isalpha():
                self.alike.setdefault(stem[:PREFIX], i)
        self.letters = letters = "".join(self.exact.values())
        self.pairs = tuple(
            (letters[i] + letters[i + 1], self.weights[i] + self.weights[i + 1]) for i in range(len(stems) - 1)
        )
        self.heads = frozenset(stem[:2] for stem in stems)

    def __missing__(self, word: str) -> str:
        bare = word.strip(_EDGES).lower()
        if bare.isascii() and bare.isalpha() and bare[:2] not in self.heads:
            code = "" if len(bare) < 2 or bare in STOP_WORDS else " "
        else:
            # Piecewise: folding one word is quadratic in its combining marks.
            pieces = [word[i : i + _PIECE] for i in range(0, len(word), _PIECE)]
            code = "".join(map(self._letters_of, pieces))
        last = word.rstrip(_CLOSERS)[-1:]
        if last in ("!", "?", "…") or (last == "." and len(bare) > 2):
            code += "."
        if len(word) <= _MEMORABLE and len(self) < _REMEMBERED:
            self[word] = code
        return code

    def _letters_of(self, piece: str) -> str:
        return ".".join("".join(map(self._letter, terms(part).stems)) for part in _SPACELESS_END.split(piece))

    def _letter(self, stem: str) -> str:
        letter = self.exact.get(stem)
        if letter is None:
            i = self.alike.get(stem[:PREFIX]) if len(stem) >= PREFIX else None
            return " " if i is None else chr(0xAC00 + i)
        return letter

    def measure(self, page: Page) -> tuple[float, str]:
        """Return the relevance of a page and what it rests on."""
        if not self.mass:
            return 0.0, "the question has no content words"
        title = "".join(map(self.__getitem__, page.title))
        body = "".join(map(self.__getitem__, page.words))
        line = body if body.startswith(title) else f"{title}.{body}"
        return self._rate(line)

    def _rate(self, line: str) -> tuple[float, str]:
        length = len(line) - line.count(".")
        damping = SATURATION * (0.25 + 0.75 * length / AVERAGE_LENGTH)
        soft = bm25 = 0.0
        found: list[int] = []
        for i, (letter, weight) in enumerate(zip(self.letters, self.weights, strict=True)):
            count = line.count(letter)
            if count:
                found.append(i)
                soft += weight
                bm25 += weight * count / (count + damping)
            elif chr(0xAC00 + i) in line:
                soft += weight / 2
        if not soft:
            return 0.0, "none of the question's words"
        sentence, bigram = self._nearness(line, found)
        raw = (SOFT * soft + BM25 * bm25 + SENTENCE * sentence) / self.mass + BIGRAM * bigram
        return min(1.0, raw) ** EXPONENT, self._why(found)

    def _nearness(self, line: str, found: list[int]) -> tuple[float, float]:
        """Return the mass of the best sentence and the share of the query's neighbours that are neighbours."""
        hits = [(self.letters[i], self.weights[i]) for i in found]
        if len(hits) < 2:
            sentence = sum(weight for _, weight in hits)
        else:
            sentence = max(sum(weight for letter, weight in hits if letter in part) for part in line.split(".") if part)
        if not self.pairs:
            return sentence, sentence / self.mass
        near = sum(weight for pair, weight in self.pairs if pair in line)
        return sentence, near / sum(weight for _, weight in self.pairs)

    def _why(self, found: list[int]) -> str:
        key = tuple(found)
        why = self.whys.get(key)
        if why is None:
            missing = [word for i, word in enumerate(self.words) if i not in key]
            why = f"{len(found)} of {len(self.words)} words of the question: {_some([self.words[i] for i in found])}"
            why = self.whys[key] = f"{why} (not {_some(missing)})" if missing else why
        return why


def _some(words: list[str], most: int = 4) -> str:
    shown = ", ".join(words[:most]) or "-"
    return f"{shown} …" if len(words) > most else shown


@lru_cache(maxsize=4)
def _reader(text: str) -> _Reader:
    return _Reader(text)
