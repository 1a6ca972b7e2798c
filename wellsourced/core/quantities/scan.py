"""Cut a text into the tokens that numbers are made of, and tell which stretches hold no statistic."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from wellsourced.core.patterns import compiled
from wellsourced.core.quantities.lexicon import CJK_MARKS, CJK_SCALES, CONTINENTAL, ENGLISH, FRACTION_CHARS
from wellsourced.core.values import field, mutable

_TOKEN = compiled(
    r"(?<![\w.])\.[0-9]+"  # a decimal without its zero: .328
    r"|[0-9]+(?:[.,'’\u2009\u202f\u00a0][0-9]+)*"
    rf"|(?<=[0-9{CJK_SCALES}])[{CJK_SCALES}{CJK_MARKS}]"  # 1.2亿元, 2019年5月
    rf"|[{''.join(FRACTION_CHARS)}]"
    rf"|(?:(?![{''.join(FRACTION_CHARS)}])[^\W\d_])+(?:['’][^\W\d_]+)*"
    r"|[^\s]"
)
# Addresses, citation marks and section signs hold digits but no statistic.
_MASKED = compiled(
    r"(?:https?://|www\.|doi:|arXiv:)[^\s<>]{1,2000}"
    r"|\[[0-9][0-9,;\s–-]{0,60}\]|【[0-9][^】\n]{0,40}】|\[\^[^\]\s]{1,60}\]"
    r"|\b[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}@[\w.-]{1,200}"
    r"|[§#№]\s?[0-9][0-9.]{0,20}"
    r"|(?<![0-9-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?=T)T[0-9:.Z+]{4,20}"  # keeps a timestamp's clock out of the way
)
_MAY_MASK = compiled(r"[\[【@§#№]|://|www\.|doi:|arXiv:|[0-9]T[0-9]")
_TIMESTAMP = compiled(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T")


@mutable
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
        return i >= 0 and i + 1 < len(self.low) and self.end[i] == self.start[i + 1]

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
    found = list(_TOKEN.finditer(text))
    low = [m[0].lower() for m in found]
    if "’" in text:
        low = [word.replace("’", "'") for word in low]
    start, end = [m.start() for m in found], [m.end() for m in found]
    sort = [_SORTS.get(word[0]) or _sort(word[0]) for word in low]
    for i, word in enumerate(low):
        if word[0] == "." and len(word) > 1:
            sort[i] = "n"
    _mask(text, start, end, sort)
    continental = _continental(text, low)
    comma_groups = not continental and _COMMA_GROUP.search(text) is not None
    return Tokens(text, low, start, end, sort, continental, comma_groups)


def _sort(first: str) -> str:
    if first in FRACTION_CHARS:
        return "f"
    return "w" if first.isalpha() else "s"


_SORTS = {chr(code): "n" if 48 <= code < 58 else _sort(chr(code)) for code in range(128)}


def _mask(text: str, start: list[int], end: list[int], sort: list[str]) -> None:
    """Mark the tokens that stand in an address, a citation mark or a section sign."""
    if not _MAY_MASK.search(text):
        return
    for a, b in _masks(text):
        for i in range(bisect_right(end, a), bisect_left(start, b)):
            sort[i] = "x"


def _masks(text: str) -> list[tuple[int, int]]:
    spans = []
    for found in _MASKED.finditer(text):
        a, b = found.span()
        # The date of a timestamp is a date; its clock and zone are not read.
        spans.append((a + 10, b) if _TIMESTAMP.match(text, a) else (a, b))
    return spans


_COMMA_GROUP = compiled(r"(?<![0-9.,])[1-9][0-9]{0,2},[0-9]{3}(?![0-9])")
_COMMA_DECIMAL = compiled(r"(?<![0-9.,])[0-9]{1,3}(?:\.[0-9]{3}){0,4},(?:[0-9]{1,2}|[0-9]{4,9})(?![0-9.,])")
_DOT_DECIMAL = compiled(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3}){0,4}\.(?:[0-9]{1,2}|[0-9]{4,9})(?![0-9.,])")


def _continental(text: str, low: list[str]) -> bool:
    """Tell whether the text groups by dots: its function words decide, then its unambiguous decimals."""
    if "," not in text and "." not in text:
        return False
    foreign = sum(word in CONTINENTAL for word in low)
    english = sum(word in ENGLISH for word in low)
    if foreign != english:
        return foreign > english
    return bool(_COMMA_DECIMAL.search(text)) and not _DOT_DECIMAL.search(text)
