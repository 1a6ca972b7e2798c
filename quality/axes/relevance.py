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

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from quality.alphabet import END, PREFIX, Alphabet
from quality.options import Options
from quality.reading import Page, Query, alphabet_in_use, read
from wellsourced.core.model import AxisScore, Source
from wellsourced.core.text import STOP_WORDS, idf, terms, unique

NAME = "relevance"
SOFT, BM25, SENTENCE, BIGRAM, EXPONENT = 0.20, 0.60, 0.10, 0.10, 0.66
SATURATION, AVERAGE_LENGTH = 2.0, 150
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
_EDGES = "\"'`“”‘’«»()[]{}<>*_,;:.!?…|-–—#"
_OTHER = " "
_BLOCK = 500  # texts that are searched as one


def score(query: Query, page: Page, options: Options) -> AxisScore:
    """Score how much of the question the page holds."""
    reader = _reader(query.text, page.alphabet)
    value, why = reader.measure(page)
    return AxisScore(NAME, value, options.weight(NAME), why, known=bool(reader.mass))


def rates(question: str, sources: Sequence[Source]) -> list[float]:
    """Return the relevance of sources that are asked one question only, in their order.

    Words are read only where a part of one of the question's words stands: most sentences of a text, and most
    texts of a collection, have none, and to find that out takes a twentieth of reading them.
    """
    stubs = _reader(question, alphabet_in_use()).stubs
    found = [0.0] * len(sources)
    for start in range(0, len(sources), _BLOCK):
        for i in _holders(stubs, sources[start : start + _BLOCK]):
            page = read(sources[start + i])
            found[start + i] = _reader(question, page.alphabet).measure(page)[0]
    return found


def _holders(stubs: Sequence[str], sources: Sequence[Source]) -> set[int]:
    """Return the positions of the sources in which a stub stands, and of those that are not ASCII."""
    texts = [f"{source.title}\n{source.text}" for source in sources]
    holders = {i for i, text in enumerate(texts) if not text.isascii()}
    joined = "\n".join(["" if i in holders else text for i, text in enumerate(texts)]).lower()
    ends = [*accumulate([1 if i in holders else len(text) + 1 for i, text in enumerate(texts)])]
    for stub in stubs:
        at = joined.find(stub)
        while at >= 0:
            i = bisect_right(ends, at)
            holders.add(i)
            at = joined.find(stub, ends[i])
    return holders


class _Reader(dict[str, str]):
    """A question, ready to be looked for in pages: its terms in the letters of an alphabet, with their weights."""

    def __init__(self, text: str, alphabet: Alphabet) -> None:
        super().__init__()
        shown = text[:_QUERY_HEAD]
        read = terms(shown)
        surfaces: dict[str, str] = {}
        for stem, start, end in zip(read.stems, read.starts, read.ends, strict=True):
            surfaces.setdefault(stem, shown[start:end].lower())
        stems = tuple(surfaces)[:MOST_TERMS]
        self.words = tuple(surfaces[stem] for stem in stems)
        empty = _FOREIGN if _is_foreign(shown) else frozenset[str]()
        weights = [_FOREIGN_WEIGHT if surfaces[s] in empty else idf(s) for s in stems]
        self.mass = sum(weights)
        self.whys: dict[tuple[int, ...], str] = {}
        letters = [alphabet.letter(stem) for stem in stems]
        self.letters = "".join(letters)
        # Of several terms that begin alike, the first has the others' credit.
        first: dict[str, str] = {}
        for stem in stems:
            if len(stem) >= PREFIX and stem.isalpha():
                first.setdefault(stem[:PREFIX], stem)
        kin = [alphabet.kin.setdefault(s[:PREFIX], []) if first.get(s[:PREFIX]) == s else [] for s in stems]
        self.terms = tuple(zip(range(len(stems)), letters, weights, kin, strict=True))
        self.pairs = tuple((a + b, v + w) for (_, a, v, _), (_, b, w, _) in pairwise(self.terms))
        self.paired = sum(weight for _, weight in self.pairs)
        self.stubs = tuple(unique(stub for stem in stems for stub in _stubs(stem))) if self.mass else ()

    def measure(self, page: Page) -> tuple[float, str]:
        """Return the relevance of a page and what it rests on."""
        if not self.mass:
            return 0.0, "the question has no content words"
        line = page.terms
        if page.title and not self._opens(page.title, line):
            line = f"{page.title}{END}{line}"
        return self._rate(line)

    def __missing__(self, letter: str) -> str:
        """Return how the question sees a word: as its term, as kin of one, or as any other."""
        kin = (f"~{own}" for _, own, _, others in self.terms if letter in others)
        seen = self[letter] = letter if letter in self.letters or letter == END else next(kin, _OTHER)
        return seen

    def _opens(self, title: str, line: str) -> bool:
        """Return whether a line begins with the title, as far as the question tells words apart."""
        if line.startswith(title):
            return True
        return [*map(self.__getitem__, title)] == [*map(self.__getitem__, line[: len(title)])]

    def _rate(self, line: str) -> tuple[float, str]:
        length = len(line) - line.count(END)
        damping = SATURATION * (0.25 + 0.75 * length / AVERAGE_LENGTH)
        soft = bm25 = 0.0
        found: list[int] = []
        for i, letter, weight, kin in self.terms:
            count = line.count(letter)
            if count:
                found.append(i)
                soft += weight
                bm25 += weight * count / (count + damping)
            elif kin and self._akin(kin, line):
                soft += weight / 2
        if not soft:
            return 0.0, "none of the question's words"
        sentence, bigram = self._nearness(line, found)
        raw = (SOFT * soft + BM25 * bm25 + SENTENCE * sentence) / self.mass + BIGRAM * bigram
        return min(1.0, raw) ** EXPONENT, self._why(found)

    def _akin(self, kin: list[str], line: str) -> bool:
        """Return whether a word of the same beginning, that is no term of the question itself, stands in a line."""
        for letter in kin:  # noqa: SIM110  # any() takes twice as long
            if letter in line and letter not in self.letters:
                return True
        return False

    def _nearness(self, line: str, found: list[int]) -> tuple[float, float]:
        """Return the mass of the best sentence and the share of the query's neighbours that are neighbours."""
        sentence = _best_sentence(line, [self.terms[i][1:3] for i in found])
        if not self.pairs:
            return sentence, sentence / self.mass
        near = sum([weight for pair, weight in self.pairs if pair in line]) if len(found) > 1 else 0.0
        return sentence, near / self.paired

    def _why(self, found: list[int]) -> str:
        key = tuple(found)
        why = self.whys.get(key)
        if why is None:
            missing = [word for i, word in enumerate(self.words) if i not in key]
            why = f"{len(found)} of {len(self.words)} words of the question: {_some([self.words[i] for i in found])}"
            why = self.whys[key] = f"{why} (not {_some(missing)})" if missing else why
        return why


def _best_sentence(line: str, hits: Sequence[tuple[str, float]]) -> float:
    """Return the largest mass of terms that stand in one sentence of the line."""
    if len(hits) == 1:
        return hits[0][1]
    held: dict[int, float] = {}
    for letter, weight in hits:
        sentence, start, last = 0, 0, -1
        at = line.find(letter)
        while at >= 0:
            sentence += line.count(END, start, at)
            if sentence != last:
                held[sentence] = held.get(sentence, 0.0) + weight
            start, last = at, sentence
            at = line.find(letter, at + 1)
    return max(held.values(), default=0.0)


def _stubs(stem: str) -> tuple[str, ...]:
    """Return strings of which every ASCII word with a stem, or of its kin, holds one, in lower case.

    Stemming leaves the beginning of a word as it is, but for a last letter ("city" is "citi", "planing" "plane",
    "usability" "usabl") and for "dying" and its like ("die"). A number may be grouped.
    """
    if not stem[0].isalpha():
        return (stem[0],)
    stub = stem[: min(PREFIX, max(2, len(stem) - 1))]
    stub = stub[:-1] if len(stub) == PREFIX and stub[-1] in "iel" else stub
    return (stub, f"{stem[0]}ying") if len(stem) == 3 and stem.endswith("ie") else (stub,)


def _is_foreign(question: str) -> bool:
    """Return whether a question has more of the common words of other languages than English ones."""
    written = [word.strip(_EDGES).lower() for word in question.split()]
    return sum(word in _FOREIGN for word in written) > max(1, sum(word in STOP_WORDS for word in written))


def _some(words: list[str], most: int = 4) -> str:
    shown = ", ".join(words[:most]) or "-"
    return f"{shown} …" if len(words) > most else shown


@lru_cache(maxsize=8)
def _reader(text: str, alphabet: Alphabet) -> _Reader:
    return _Reader(text, alphabet)
