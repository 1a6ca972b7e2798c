"""Cut a text into the tokens that numbers are made of, and tell which stretches hold no statistic."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from wellsourced.core.quantities.lexicon import CONTINENTAL, ENGLISH, FRACTION_CHARS

_TOKEN = re.compile(
    r"(?<![\w.])\.[0-9]+"  # a decimal without its zero: .328
    r"|[0-9]+(?:[.,'’\u2009\u202f\u00a0][0-9]+)*"
    rf"|[{''.join(FRACTION_CHARS)}]"
    rf"|(?:(?![{''.join(FRACTION_CHARS)}])[^\W\d_])+(?:['’][^\W\d_]+)*"
    r"|[^\s]"
)
# Addresses, citation marks and section signs hold digits but no statistic.
_MASKED = re.compile(
    r"(?:https?://|www\.|doi:|arXiv:)[^\s<>]{1,2000}"
    r"|\[[0-9][0-9,;\s–-]{0,60}\]|【[0-9][^】\n]{0,40}】|\[\^[^\]\s]{1,60}\]"
    r"|\b[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}@[\w.-]{1,200}"
    r"|[§#№]\s?[0-9][0-9.]{0,20}"
    r"|(?<![0-9-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?=T)T[0-9:.Z+]{4,20}"  # keeps a timestamp's clock out of the way
)
_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T")


@dataclass(slots=True)
class Tokens:
    """The tokens of a text: lower-cased words, their offsets, and what sort each is.

    ``sort``: "n" digits, "f" a fraction sign, "w" a word, "s" any other sign, "x" masked (no statistic there).
    ``continental`` says that the text writes 1.234,5 rather than 1,234.5, ``comma_groups`` that it groups by
    commas, so that "12 737" is two numbers there.
    """

    text: str
    low: list[str] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    sort: list[str] = field(default_factory=list)
    continental: bool = False
    comma_groups: bool = False

    def word(self, i: int) -> str:
        """Return the lower-cased token at i, "" outside of the text."""
        return self.low[i] if 0 <= i < len(self.low) else ""

    def kind(self, i: int) -> str:
        return self.sort[i] if 0 <= i < len(self.sort) else ""

    def glued(self, i: int) -> bool:
        """Tell whether the tokens i and i + 1 touch."""
        return 0 <= i and i + 1 < len(self.low) and self.end[i] == self.start[i + 1]

    def capital(self, i: int) -> bool:
        return 0 <= i < len(self.low) and self.text[self.start[i]].isupper()

    def starts_sentence(self, i: int) -> bool:
        """Tell whether a sentence, a line or a list entry begins at token i."""
        if i <= 0:
            return True
        between = self.text[self.end[i - 1] : self.start[i]]
        return "\n" in between or self.low[i - 1] in (".", "!", "?", ":", "•", "|", "#", "*")


def tokens(text: str) -> Tokens:
    """Cut a text into tokens, in one pass and in time linear in its length."""
    read = Tokens(text)
    low, start, end, sort = read.low, read.start, read.end, read.sort
    masks = _masks(text)
    mask = 0
    for found in _TOKEN.finditer(text):
        a, b = found.span()
        while mask < len(masks) and masks[mask][1] <= a:
            mask += 1
        word = found[0]
        first = word[0]
        low.append(word.lower().replace("’", "'"))
        start.append(a)
        end.append(b)
        if mask < len(masks) and masks[mask][0] < b:
            sort.append("x")
        elif "0" <= first <= "9" or (first == "." and b - a > 1):
            sort.append("n")
        elif first in FRACTION_CHARS:
            sort.append("f")
        else:
            sort.append("w" if first.isalpha() else "s")
    read.continental = _continental(text, low)
    read.comma_groups = not read.continental and _COMMA_GROUP.search(text) is not None
    return read


def _masks(text: str) -> list[tuple[int, int]]:
    spans = []
    for found in _MASKED.finditer(text):
        a, b = found.span()
        # The date of a timestamp is a date; its clock and zone are not read.
        spans.append((a + 10, b) if _TIMESTAMP.match(text, a) else (a, b))
    return spans


_COMMA_GROUP = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2},[0-9]{3}(?![0-9])")
_COMMA_DECIMAL = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:\.[0-9]{3}){0,4},(?:[0-9]{1,2}|[0-9]{4,9})(?![0-9.,])")
_DOT_DECIMAL = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3}){0,4}\.(?:[0-9]{1,2}|[0-9]{4,9})(?![0-9.,])")


def _continental(text: str, low: list[str]) -> bool:
    """Tell whether the text groups by dots: its function words decide, then its unambiguous decimals."""
    if "," not in text and "." not in text:
        return False
    foreign = sum(word in CONTINENTAL for word in low)
    english = sum(word in ENGLISH for word in low)
    if foreign != english:
        return foreign > english
    return bool(_COMMA_DECIMAL.search(text)) and not _DOT_DECIMAL.search(text)
