"""Words as letters: a text becomes a string in which every term is one character.

Counting terms, finding neighbours and cutting sentences are then string operations, and a page that was
spelled once can be asked any number of questions.
"""

from __future__ import annotations

from itertools import chain

from quality.kinds import kind_of
from wellsourced.core.patterns import compiled
from wellsourced.core.text import stem_of, terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

PREFIX = 5  # terms of the same first letters are kin
END = "."
_PIECE = 1000
_SPACELESS_END = compiled(r"[。！？｡]")
_EDGES = "\"'`“”‘’«»()[]{}<>*_,;:.!?…|-–—#"
_CLOSERS = "\"'”’»)]*_"
_PLAIN_MARKS = frozenset(".,;:!?")
_MEMORABLE, _MOST_WORDS, _MOST_TERMS = 40, 200_000, 500_000


class Alphabet:
    """Gives every term a letter of its own, above all that ``KINDS`` and ``END`` use.

    ``codes[word]`` spells a word as it is written between white space: the letter of its kind (none for a plain
    word), the letters of its terms (none for a stop word), and ``END`` where it ends a sentence. ``kin`` has the
    letters of all terms that begin alike. What a text scores does not depend on which letter a term was given.
    """

    def __init__(self) -> None:
        self.codes: Final = _Codes(self)
        self.kin: Final[dict[str, list[str]]] = {}
        self._letters: Final[dict[str, str]] = {}
        # Without the surrogates, from the first letter that no kind uses.
        self._free = map(chr, chain(range(0x100, 0xD800), range(0xE000, 0x110000)))

    @property
    def full(self) -> bool:
        """Return whether it is time for a new alphabet: the words of a night are without number."""
        return len(self.codes) >= _MOST_WORDS or len(self._letters) >= _MOST_TERMS

    def letter(self, stem: str) -> str:
        """Return the letter of a term; threads that ask at once are told the same."""
        known = self._letters.get(stem)
        if known is not None:
            return known
        letter = next(self._free)
        if len(stem) >= PREFIX:
            self.kin.setdefault(stem[:PREFIX], []).append(letter)
        return self._letters.setdefault(stem, letter)

    def spell(self, words: list[str]) -> str:
        """Write words, kinds and all."""
        return "".join(map(self.codes.__getitem__, words))


class _Codes(dict[str, str]):
    """The code of every word met so far; bounded, and the same whatever was met before."""

    def __init__(self, alphabet: Alphabet) -> None:
        super().__init__()
        self._letter = alphabet.letter

    def __missing__(self, word: str) -> str:
        core, mark = word[:-1], word[-1:]
        if mark in _PLAIN_MARKS and core.isalnum() and len(word) <= _MEMORABLE:
            # Most words are met with a comma or full stop after them, too.
            ends = mark in "!?" or (mark == "." and len(core.lower()) > 2)
            code = self[word] = self[core] + END if ends else self[core]
            return code
        bare = word.strip(_EDGES).lower()
        if bare.isascii() and (bare.isalpha() or bare.isdigit()):
            stem = stem_of(bare[:_PIECE])
            letters = self._letter(stem) if stem else ""
        else:
            # Piecewise: folding one word is quadratic in its combining marks.
            letters = "".join([self._letters(word[i : i + _PIECE]) for i in range(0, len(word), _PIECE)])
        last = word.rstrip(_CLOSERS)[-1:]
        ends = last in ("!", "?", "…") or (last == "." and len(bare) > 2)
        code = f"{kind_of(word)}{letters}{END if ends else ''}"
        if len(word) <= _MEMORABLE:
            self[word] = code
        return code

    def _letters(self, piece: str) -> str:
        return END.join(["".join(map(self._letter, terms(part).stems)) for part in _SPACELESS_END.split(piece)])
