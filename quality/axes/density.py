"""Density: how much the text reads like prose that says something, in [0, 1].

prose = .40 sentences + .30 min(1, stop words / .4) + .15 max(0, 1 - 20 menu) + .15 max(0, 1 - 2 capitals),
density = .90 prose (.6 + .4 min(1, words / 100)) + .10 min(1, facts / .05), where
- sentences: share of the text that lies before the last end mark of its line;
- stop words, menu words, words in capitals, words with a digit (facts): shares of all words.
The shares separate prose from navigation and word lists; ratios of unique words do the contrary.
"""

from __future__ import annotations

from quality.options import Options
from quality.reading import Page, Query
from wellsourced.core.model import AxisScore
from wellsourced.core.text import STOP_WORDS

NAME = "density"
_WORDS, _HEAD, _LINES = 500, 4000, 200
_MENU = frozenset(
    "home menu login signin signup subscribe newsletter cookies cookie privacy terms sitemap contact faq share"
    " tweet pinterest whatsapp facebook instagram linkedin twitter next previous prev skip search cart checkout"
    " advertisement sponsored copyright reserved click | • · » › « > / ::".split()
)
_FUNCTION_WORDS = STOP_WORDS | frozenset(
    "no not all more only most der die das und ist von den dem des ein eine im zu mit auf für wie sind nicht"
    " auch bei aus nach le la les un une et est du des de que qui dans pour sur par el los las es del en con por"
    " se su o os uma do dos da em não na il lo gli della che di non per het een van voor met zijn op te dat".split()
)
_ENDS = ".!?…。！？"
_EDGES = ".,;:!?()\"'“”‘’«»[]*_"
_LONGEST = 40


class _Kinds(dict[str, str]):
    """What kind of word a written word is: s stop word, m menu word, c capitals, f fact, n not Latin, x other."""

    def __missing__(self, word: str) -> str:
        bare = word.strip(_EDGES)
        low = bare.lower()
        if low in _FUNCTION_WORDS:
            kind = "s"
        elif low in _MENU:
            kind = "m"
        elif any("0" <= c <= "9" for c in bare[:_LONGEST]):
            kind = "f"
        elif bare and not bare[0].isascii() and bare[0] > "\u024f":
            kind = "n"
        elif len(bare) > 1 and bare.isupper():
            kind = "c"
        else:
            kind = "x"
        if len(word) <= _LONGEST and len(self) < 200_000:
            self[word] = kind
        return kind


_KINDS = _Kinds()


def score(query: Query, page: Page, options: Options) -> AxisScore:  # noqa: ARG001 - the axes' one signature
    """Score how much of the page is prose with something in it."""
    words = page.words[:_WORDS]
    if not words:
        return AxisScore(NAME, 0.0, options.weight(NAME), "no text")
    kinds = "".join(map(_KINDS.__getitem__, words))
    count = len(words)
    foreign = kinds.count("n") > 0.3 * count
    stops = 1.0 if foreign else min(1.0, kinds.count("s") / count / 0.4)
    menu = kinds.count("m") / count
    capitals = kinds.count("c") / count
    sentences = _sentence_share(page.source.text[:_HEAD])
    prose = 0.4 * sentences + 0.3 * stops + 0.15 * max(0.0, 1 - 20 * menu) + 0.15 * max(0.0, 1 - 2 * capitals)
    # A script without spaces has few, long words: five code points stand for one.
    length = max(count, len(page.source.text[:_HEAD]) // 5) if foreign else count
    facts = min(1.0, kinds.count("f") / count / 0.05)
    value = 0.9 * prose * (0.6 + 0.4 * min(1.0, length / 100)) + 0.1 * facts * prose
    return AxisScore(NAME, value, options.weight(NAME), _why(sentences, menu, capitals, length))


def _sentence_share(head: str) -> float:
    """Return the share of the text that stands before the last end mark of its line."""
    inside = total = 0
    for line in head.splitlines()[:_LINES]:
        bare = line.strip()
        total += len(bare)
        inside += max(map(bare.rfind, _ENDS)) + 1
        # Closing quotes and brackets after the end mark belong to the sentence.
        if bare and bare[-1] in "\"'”’»)]」』" and bare[-2:-1] in _ENDS:
            inside += 1
    return inside / total if total else 0.0


def _why(sentences: float, menu: float, capitals: float, words: int) -> str:
    faults = [
        name
        for name, bad in (("hardly a sentence", sentences < 0.4), ("menus", menu > 0.02), ("capitals", capitals > 0.2))
        if bad
    ]
    return f"{words} words{''.join(', ' + fault for fault in faults) or ' of prose'}"
