"""Cut a text into the word pieces of BERT's uncased vocabulary (Wu et al. 2016; Devlin et al. 2019).

The one kept library for this brings along a client of a model hub; these are the same pieces in a page of code.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_UNKNOWN, _BEGIN, _END = "[UNK]", "[CLS]", "[SEP]"
_LONGEST_WORD = 100
_CONTINUED = "##"
# CJK ideographs, each a word of its own.
_IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F)),
    *((0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


def pieces(text: str, most: int) -> list[int]:
    """Return the numbers of a text's pieces between those of its beginning and its end, ``most`` with these."""
    vocabulary = _vocabulary()
    found = [vocabulary[_BEGIN]]
    for word in _words(text):
        found += _cut(word, vocabulary)
        if len(found) >= most - 1:
            break
    return [*found[: most - 1], vocabulary[_END]]


@cache
def _vocabulary() -> Mapping[str, int]:
    lines = Path(__file__).with_name("vocab.txt").read_text("utf-8").split("\n")
    return {piece: number for number, piece in enumerate(lines) if piece}


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text: in small letters, without accents; signs and ideographs stand alone."""
    word = ""
    for sign in unicodedata.normalize("NFD", _cleaned(text).lower()):
        if unicodedata.category(sign) == "Mn":
            continue
        if sign.isspace() or _is_alone(sign):
            if word:
                yield word
            word = ""
            if not sign.isspace():
                yield sign
        else:
            word += sign
    if word:
        yield word


def _cleaned(text: str) -> str:
    return "".join(
        " " if sign in "\t\n\r" else sign
        for sign in text
        if sign in "\t\n\r" or (sign not in "\0\ufffd" and not unicodedata.category(sign).startswith("C"))
    )


def _is_alone(sign: str) -> bool:
    code = ord(sign)
    if code < 0x80:
        return not sign.isalnum() and not sign.isspace()
    ideograph = any(first <= code <= last for first, last in _IDEOGRAPHS)
    return ideograph or unicodedata.category(sign).startswith("P")


def _cut(word: str, vocabulary: Mapping[str, int]) -> list[int]:
    """Return the longest pieces of a word from left to right; the number for "unknown" where one is missing."""
    if len(word) > _LONGEST_WORD:
        return [vocabulary[_UNKNOWN]]
    found: list[int] = []
    start = 0
    while start < len(word):
        lead = _CONTINUED if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if f"{lead}{word[start:end]}" in vocabulary), None)
        if end is None:
            return [vocabulary[_UNKNOWN]]
        found.append(vocabulary[f"{lead}{word[start:end]}"])
        start = end
    return found
