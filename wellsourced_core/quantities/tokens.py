"""Cut a text into the tokens that numbers are made of, and tell which stretches hold no statistic."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from operator import add, eq, itemgetter

from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import (
    CJK_MARKS,
    CJK_SCALES,
    CONTINENTAL,
    ENGLISH,
    FRACTION_CHARS,
    UNIT_WORDS,
)
from wellsourced_core.values import mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# A token with the white space behind it: the places of all are the sums of their lengths. What most tokens begin with
# stands first, and looks neither ahead nor back.
_TOKEN = compiled(
    rf"(?:[a-zA-Z]+(?:(?![{''.join(FRACTION_CHARS)}])[^\W\d_])*(?:['’][^\W\d_]+)*"
    r"|[0-9]+(?:[.,'’\u2009\u202f\u00a0][0-9]+)*"
    rf"|(?<=[0-9{CJK_SCALES}])[{CJK_SCALES}{CJK_MARKS}]"  # 1.2亿元, 2019年5月
    rf"|[{''.join(FRACTION_CHARS)}]"
    rf"|(?:(?![{''.join(FRACTION_CHARS)}])[^\W\d_])+(?:['’][^\W\d_]+)*"
    r"|(?<![\w.])\.[0-9]+"  # a decimal without its zero: .328
    r"|[^\s])\s*"
)
# The same where all is ASCII.
_ASCII_TOKEN = compiled(r"(?:[a-zA-Z]++(?:'[a-zA-Z]++)*+|[0-9]++(?:[.,'][0-9]++)*+|(?<![\w.])\.[0-9]++|[^\s])\s*+")
_DECIMAL = compiled(r"\.(?<![\w.]\.)[0-9]")
# Addresses, citation marks, raised numbers and section signs hold digits but no statistic.
_MASKED = compiled(
    r"(?:https?://|www\.|doi:|arXiv:)[^\s<>]{1,2000}"
    r"|\[[0-9][0-9,;\s–-]{0,60}\]|【[0-9][^】\n]{0,40}】|\[\^[^\]\s]{1,60}\]"
    r"|\b[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}@[\w.-]{1,200}"
    r"|[§#№]\s?[0-9][0-9.]{0,20}"
    r"|<(?:sup|SUP)>[^<>]{0,40}</|\^[−-]?[0-9]{1,4}\^"
    r"|(?<![0-9-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?=T)T[0-9:.Z+]{4,20}"  # keeps a timestamp's clock out of the way
)
# One of these stands in whatever is masked, or a clock.
_MASKING = ("[", "【", "@", "§", "#", "№", "^", "<sup", "<SUP", "://", "www.", "doi:", "arXiv:")
# The mark of a note behind a word ("1,900 tonnes²") is no part of it; "m²" is a unit.
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_NOTED = compiled(rf"[^\W\d_][{_RAISED}]")
_CLOCK = compiled(r"T(?<=[0-9]T)[0-9]")
_TIMESTAMP = compiled(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T")


@mutable
class Tokens:
    """The tokens of a text: lower-cased words, their offsets, and what sort each is.

    ``sort``: "n" digits, "f" a fraction sign, "w" a word, "s" any other sign, "x" masked (no statistic there).
    ``foreign`` says that the text's small words are not English, ``continental`` that it writes 1.234,5 rather than
    1,234.5, ``comma_groups`` that it groups by commas, so that "12 737" is two numbers there.

    ``word(i)`` is the lower-cased token at i and ``kind(i)`` its sort, "" outside of the text; ``glued(i)`` tells
    whether the tokens i and i + 1 touch. They are asked a hundred times for each number, up to 32 tokens outside.
    """

    text: str
    low: list[str]
    start: list[int]
    end: list[int]
    sort: list[str]
    foreign: bool
    continental: bool
    comma_groups: bool
    word: Callable[[int], str]
    kind: Callable[[int], str]
    glued: Callable[[int], bool]

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
    spaced = (_ASCII_TOKEN if text.isascii() else _TOKEN).findall(text)
    low = list(map(str.rstrip, spaced))
    start = list(accumulate(map(len, spaced), initial=len(text) - len(text.lstrip())))[:-1]
    end = list(map(add, start, map(len, low)))
    glue = list(map(eq, end, start[1:]))
    low = list(map(str.lower, low))
    if "’" in text:
        low = [word.replace("’", "'") for word in low]
    if not text.isascii() and _NOTED.search(text):
        low = [word if word in UNIT_WORDS else word.rstrip(_RAISED) or word for word in low]
    sort = list(map(_SORTS.__getitem__, map(itemgetter(0), low)))
    if _DECIMAL.search(text):
        sort = ["n" if word[0] == "." and len(word) > 1 else one for word, one in zip(low, sort, strict=True)]
    _mask(text, start, end, sort)
    foreign = sum(map(CONTINENTAL.__contains__, low)) - sum(map(ENGLISH.__contains__, low))
    continental = foreign > 0 or (foreign == 0 and _continental(text))
    comma_groups = not continental and _COMMA_GROUP.search(text) is not None
    return Tokens(
        text, low, start, end, sort, foreign > 0, continental, comma_groups,
        (low + _OUTSIDE).__getitem__, (sort + _OUTSIDE).__getitem__, (glue + _APART).__getitem__,
    )  # fmt: skip


_OUTSIDE, _APART = [""] * 32, [False] * 33  # behind the text, and before it: an index below 0 counts from the end


def _sort(first: str) -> str:
    if first in FRACTION_CHARS:
        return "f"
    return "w" if first.isalpha() else "s"


class _Sorts(dict[str, str]):
    """The sort of a token by its first character; of what is no ASCII it is looked up."""

    def __missing__(self, first: str) -> str:
        return _sort(first)


_SORTS = _Sorts({chr(code): "n" if 48 <= code < 58 else _sort(chr(code)) for code in range(128)})


def _mask(text: str, start: list[int], end: list[int], sort: list[str]) -> None:
    """Mark the tokens that stand in an address, a citation mark or a section sign."""
    if not (any(sign in text for sign in _MASKING) or _CLOCK.search(text)):
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


def _continental(text: str) -> bool:
    """Tell whether a text whose small words do not tell groups by dots: its unambiguous decimals decide."""
    return bool(_COMMA_DECIMAL.search(text)) and not _DOT_DECIMAL.search(text)
