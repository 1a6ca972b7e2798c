"""How every room reads text: terms with offsets, sentences, frozen idf weights and canonical URLs."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, compress
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

import Stemmer

from wellsourced_core import lexicon
from wellsourced_core.patterns import compiled
from wellsourced_core.thresholds import SENTENCE_MOST_CHARACTERS
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Qualifiers carry meaning in a claim ("only", "never", "before"): they are terms, not stop words.
QUALIFIERS = lexicon.words("qualifiers")
STOP_WORDS = lexicon.words("stop words")

# Scripts that are written without spaces: their words are read as character bigrams.
_SPACELESS = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff"
_SPACELESS_RUN = compiled(f"[{_SPACELESS}]")
# Combining accents and vowel signs stand inside a word.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0670"
    "\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09d7\u0a01-\u0a03\u0a3c-\u0a51\u0a81-\u0a83"
    "\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3c-\u0c56\u0c81-\u0c83"
    "\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d57"
)
# Digits are ASCII and nothing is hidden: ``readable`` comes before. Groups of three may stand apart by a comma or a
# (thin, no-break) space; one plain dot or comma may stand inside a number.
_WORD_PATTERN = (
    rf"[^\W\d_{_SPACELESS}]+(?:['’][^\W\d_{_SPACELESS}]+|[{_MARKS}]+[^\W\d_{_SPACELESS}]*)*"
    r"|(?:[0-9]{1,3}(?:[,\u2009\u202f\u00a0 ][0-9]{3}(?![0-9]))+|[0-9]+)(?:[.,][0-9]+)*"
    rf"|[{_SPACELESS}]+"
)
_WORD = compiled(_WORD_PATTERN)
_BY_TURNS = compiled(f"({_WORD_PATTERN})")  # splits a text into what is no word and what is
# The same where all is ASCII, as in most texts: half of the work. What a word begins with stands first, as one class,
# for which the engine searches at a tenth of the cost.
_ASCII_PATTERN = (
    r"[a-zA-Z0-9](?:(?<=[a-zA-Z])[a-zA-Z]*+(?:'[a-zA-Z]++)*+"
    r"|(?:[0-9]{0,2}(?:[, ][0-9]{3}(?![0-9]))+|[0-9]*)(?:[.,][0-9]+)*)"
)
_ASCII_WORD = compiled(_ASCII_PATTERN)
_ASCII_BY_TURNS = compiled(f"({_ASCII_PATTERN})")
_GROUPING = str.maketrans("", "", ",\u2009\u202f\u00a0 ")
_ACCENTS = compiled("[\u0300-\u036f]+")
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"})
# What no reader sees: Unicode's Default_Ignorable_Code_Point but for fillers, which are as wide as a letter.
UNSEEN = (
    "\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff0-\ufff8\U000e0000-\U000e0fff"
)
_HIDDEN = compiled(f"[{UNSEEN}]")
# Signs in numbers of other scripts: Arabic percent, decimal and thousands; full-width and raised decimal points.
_ARABIC = {"٪": "%", "٫": ".", "٬": ","}
_POINTS = "．·"
_FOREIGN = compiled(f"[\\d{''.join(_ARABIC)}](?<![0-9])")
# "3·10⁵" is a product; the dot of "2024·5 min" sets a year apart, that of "CuSO4·5H2O" a part of a formula.
_POINT = compiled(
    f"[{_POINTS}](?<=[0-9].)(?=[0-9])(?!10[\\^⁰¹²³⁴-⁹⁺⁻])(?<!\\b(?:1[5-9]|20)[0-9][0-9]·)"
    "(?<![a-zA-Z][0-9]·)(?<![a-zA-Z][0-9]{2}·)(?![0-9]{1,3}[A-Z][a-z]?[0-9])"
)
_UNREADABLE = compiled(f"[\\d{''.join(_ARABIC)}{_POINTS}{UNSEEN}](?<![0-9])")  # one of these, in one pass
# Words are remembered here, with what folding made of them: the stemmer need not do so too.
_stem_word = Stemmer.Stemmer("english", 0).stemWord


@frozen
class Words:
    """All words of a text in order, stop words too: as written, and where each stands (code points)."""

    surfaces: tuple[str, ...]
    starts: Sequence[int]
    ends: Sequence[int]


@frozen
class Terms:
    """The content terms of a text in order: stems, and where each stands (code points, half-open)."""

    stems: tuple[str, ...]
    starts: tuple[int, ...]
    ends: array[int]  # asked for less often


def words(text: str) -> Words:
    """Cut a text into words and numbers; a run of Chinese, Japanese or Thai gives its character bigrams.

    Digits of other scripts come back as ASCII, without hidden characters; all else as it was written.
    """
    if text.isascii():
        return _cut(text, _ASCII_BY_TURNS)
    text, gaps = readable(text)
    read = _words_with_bigrams(text) if _SPACELESS_RUN.search(text) else _cut(text, _BY_TURNS)
    if not gaps:
        return read
    starts = array("I", [written_at(start, gaps) for start in read.starts])
    return Words(read.surfaces, starts, array("I", [written_at(end - 1, gaps) + 1 for end in read.ends]))


def _cut(text: str, by_turns: re.Pattern[str]) -> Words:
    pieces = by_turns.split(text)
    edges = array("I", accumulate(map(len, pieces)))
    return Words(tuple(pieces[1::2]), edges[:-1:2], edges[1::2])


# A source is read for its words, its numbers and its evidence in succession: caching saves two readings.
words_again = lru_cache(maxsize=4)(words)


def surfaces(text: str) -> list[str]:
    """Return only the words of a text: their positions cost as much again and are seldom needed."""
    if text.isascii():
        return _ASCII_WORD.findall(text)
    text, _ = readable(text)
    if _SPACELESS_RUN.search(text):
        return list(_words_with_bigrams(text).surfaces)
    return _WORD.findall(text)


def visible(text: str) -> str:
    """Return a text without the characters that no reader sees: soft hyphens, zero-width and direction marks."""
    return text if text.isascii() else _HIDDEN.sub("", text)


def unhidden(text: str) -> tuple[str, Sequence[int]]:
    """Return what ``visible`` returns, and where characters were left out: (text, gaps).

    ``gaps`` has an offset of the new text for each, ascending: ``written_at`` leads back.
    """
    gaps = array("I", [found.start() - i for i, found in enumerate(_HIDDEN.finditer(text))])
    return (_HIDDEN.sub("", text) if gaps else text), gaps


def readable(text: str) -> tuple[str, Sequence[int]]:
    """Return a text as it is read: as ``unhidden`` does, with ASCII for the digits of every script.

    Those are all decimal digits (Unicode category Nd) and the signs between them, replaced one for one.
    """
    return (text, ()) if text.isascii() else _readable(text)


@lru_cache(maxsize=4)  # a source is read for its words and for its numbers
def _readable(text: str) -> tuple[str, Sequence[int]]:
    if not _UNREADABLE.search(text):
        return text, ()
    text, gaps = unhidden(_FOREIGN.sub(_to_ascii, text))
    return _POINT.sub(".", text), gaps


def _to_ascii(sign: re.Match[str]) -> str:
    return _ARABIC.get(sign[0]) or str(unicodedata.decimal(sign[0]))


def written_at(offset: int, gaps: Sequence[int]) -> int:
    """Return where a character of a text without hidden ones stands in the text as written."""
    return offset + bisect_right(gaps, offset)


def _words_with_bigrams(text: str) -> Words:
    surfaces: list[str] = []
    starts: list[int] = []
    for word in _WORD.finditer(text):
        surface, start = word[0], word.start()
        if _SPACELESS_RUN.match(surface):
            last = max(1, len(surface) - 1)
            surfaces.extend(surface[i : i + 2] for i in range(last))
            starts.extend(range(start, start + last))
        else:
            surfaces.append(surface)
            starts.append(start)
    ends = [start + len(surface) for start, surface in zip(starts, surfaces, strict=True)]
    return Words(tuple(surfaces), array("I", starts), array("I", ends))


class Memo(dict[str, "Any"]):
    """A cache of what was made of each word, for the whole process; ``map(memo.__getitem__, words)`` runs in C.

    Emptied when it is full: memory stays bounded, and the words in use are soon back.
    """

    def __init__(self, make: Callable[[str], object]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, word: str) -> Any:
        made = self._make(word)
        if len(self) >= _MOST_CACHE:
            self.clear()
        if len(word) <= _LONGEST_CACHE:
            self[word] = made
        return made


_MOST_CACHE = 1 << 13
_LONGEST_CACHE = 64


def stem_of(word: str) -> str:
    """Return the term of one word as ``words`` gives it, or "" where it is none.

    Lower case without accents and possessive, stemmed; stop words and single letters are no terms. Numbers
    lose their grouping and trailing zeros ("608 000" -> "608000", "2.50" -> "2.5").
    """
    return STEMS[word]


def stemmed(word: str) -> str:
    """Return what ``stem_of`` returns, without caching it: for words that occur in no text."""
    first = word[0]
    if "0" <= first <= "9":
        return plain_number(word)
    folded = fold(word)
    if len(folded) < 2 and not _SPACELESS_RUN.match(first):
        return ""
    stem = stem_folded(folded)
    return word if stem == word else stem  # one string for both: much of a text is in base form


def stem_folded(word: str) -> str:
    """Return the stem of a word that is folded already, "" for a stop word."""
    return "" if word in STOP_WORDS else _stem_word(word)


STEMS: dict[str, str] = Memo(stemmed)


def terms(text: str, read: Words | None = None) -> Terms:
    """Read the content terms of a text: stems of its words without stop words and single letters.

    ``read`` are its words, where they are known already.
    """
    read = read or words_again(text)
    stems = list(map(STEMS.__getitem__, read.surfaces))
    return Terms(
        tuple(filter(None, stems)),
        tuple(compress(read.starts, stems)),
        array("I", compress(read.ends, stems)),
    )


def content(text: str) -> frozenset[str]:
    """Return the set of content stems of a text."""
    return frozenset(filter(None, map(STEMS.__getitem__, surfaces(text))))


def fold(word: str) -> str:
    """Lower a word, unify apostrophes, width and ligatures; drop accents and a possessive "'s"."""
    lowered = word.lower()
    if not lowered.isascii():
        lowered = unicodedata.normalize("NFKC", visible(lowered)).translate(_PLAIN)
        if not lowered.isascii():
            decomposed = unicodedata.normalize("NFD", lowered)
            lowered = unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed)).replace("ß", "ss")
    return lowered.removesuffix("'s")


def plain_number(digits: str) -> str:
    """Write a number without grouping and trailing zeros of its fraction: "1,200.50" -> "1200.5"."""
    plain = digits.translate(_GROUPING)
    if "." in plain:
        head, _, tail = plain.rpartition(".")
        if head.isdigit():
            plain = f"{head}.{tail}".rstrip("0").rstrip(".")
    return plain


# ------------------------------------------------------------------------------------------------- weights


def idf(stem: str) -> float:
    """Return a stem's weight, in [0.05, 9.3]; an unknown word has the maximum, a number at least 6.

    idf = -ln(max(1e-7, 1 - exp(-100 f))), f the word's share of running English text (wordfreq); the table is made by
    benchmarks/fit_idf.py.
    """
    return _IDF[stem]  # type: ignore[no-any-return]


def idf_in_table(stem: str) -> float:
    """Return what ``idf`` returns, without caching it: only the table line that may have the stem is read."""
    lines = _idf_lines()
    line = lines[bisect_right(lines, f"{stem}!") - 1]  # "!" stands behind the tab that ends a line's first stem
    at = line.find(f" {stem} ")
    if at < 0:
        return UNKNOWN_IDF
    known = _STEPS[ord(line[line.rindex("\t") + 1 + line.count(" ", 0, at)]) - ord("!")]
    return max(6.0, known) if stem[0].isdigit() else known


_STEPS = tuple([step / 10 for step in range(94)])  # one number for all stems of a weight


@cache
def _idf_lines() -> list[str]:
    """Read the table: lines in order of their first stem, which stands before its like: first, stems, weights."""
    return Path(__file__).with_name("idf.txt").read_text("utf-8").splitlines()[1:]


_IDF = Memo(idf_in_table)
UNKNOWN_IDF = 9.3

# ------------------------------------------------------------------------------------------------- sentences

# An end mark, closing quotes or brackets, then white space; or a full-width end mark; or a blank line.
# The run of end marks is entered at its first only: from each of them it would be quadratic. What may begin a break
# stands in front as one class: the engine then skips all else at a tenth of the cost.
_BREAK = compiled(
    r"[.!?…。！？｡\n](?:(?<=[.!?…])(?<![.!?…]{2})[.!?…]*[\"'”’)\]»]*(?=\s)"
    r"|(?<=[。！？｡])[。！？｡]*[”’」』）]*|(?<=\n)[ \t]{0,40}(?=\n|[•‣◦▪●○■] ))"
)
_CLOSERS = frozenset("\"'”’»")
_ABBREVIATIONS = lexicon.words("abbreviations")
# After a day of the month its full stop ends nothing: "am 3. Juni", "vom 3.–5. Juni".
_MONTHS_AFTER_DAYS = frozenset(lexicon.keys("months", "de"))
_DAY = compiled(r"(?:.{0,12}[^0-9.,])?[0-9]{1,2}")


_SPACES = compiled(r"\s+")


def sentences(text: str) -> list[tuple[int, int]]:
    """Split a text into sentences: (start, end) without surrounding white space, in order, covering all words.

    A full stop after an abbreviation, an initial or before a lower-case letter ends nothing, nor does the end of a
    quotation before one: "Why?" he asked. What goes on for 4,000 code points without an end is cut at the next white
    space: no work that is done by the sentence grows with a text.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for stop in _BREAK.finditer(text):
        if stop[0][0] == "." and len(stop[0]) == 1 and not _ends_sentence(text, stop.start(), stop.end()):
            continue
        if (stop[0][-1] in _CLOSERS or stop[0][-1] == ")") and text[stop.end() : stop.end() + 2].strip()[:1].islower():
            continue
        _append(spans, text, start, stop.end())
        start = stop.end()
    _append(spans, text, start, len(text))
    return spans


def _ends_sentence(text: str, dot: int, after: int) -> bool:
    head = text[max(0, dot - 12) : dot]
    word = head.split()[-1].lstrip("(\"'“‘[") if head and not head[-1].isspace() else ""
    if word.lower() in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word.isupper()):
        return False
    follow = text[after : after + 40].lstrip()
    if follow and follow[0].islower():
        return False
    return not (word[-1:].isdigit() and _DAY.fullmatch(word) and _first_word(follow).lower() in _MONTHS_AFTER_DAYS)


def _first_word(text: str) -> str:
    return text.split(maxsplit=1)[0].rstrip(".,;:)") if text else ""


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
    while right - left > SENTENCE_MOST_CHARACTERS and (
        space := _SPACES.search(piece, left + SENTENCE_MOST_CHARACTERS, right)
    ):
        spans.append((start + left, start + space.start()))
        left = space.end()
    if left < right:
        spans.append((start + left, start + right))


def window(text: str, start: int, end: int, size: int) -> tuple[int, int]:
    """Widen [start, end) to about ``size`` code points, centred, snapped outwards to whole words."""
    room = max(0, size - (end - start))
    left = max(0, start - room // 2)
    right = min(len(text), end + room - room // 2)
    # A run without a space (a URL, a base64 blob) is cut after 64: a window stays a window.
    for _ in range(64):
        if left == 0 or not (text[left - 1].isalnum() and text[left].isalnum()):
            break
        left -= 1
    for _ in range(64):
        if right == len(text) or not (text[right - 1].isalnum() and text[right].isalnum()):
            break
        right += 1
    return left, right


def line_starts(text: str) -> list[int]:
    """Return the offset of each line's first code point; lines end with LF, CR or CRLF."""
    return [0, *(m.end() for m in _NEWLINE.finditer(text))]


def shown_line_starts(text: str) -> list[int]:
    """Return the offset of each line's first column, as editors count: a byte order mark has none."""
    starts = line_starts(text)
    starts[0] = int(text.startswith("\ufeff"))
    return starts


_NEWLINE = compiled(r"\r\n|\r|\n")

# ------------------------------------------------------------------------------------------------- addresses

_TRACKING = frozenset(
    "fbclid gclid dclid gbraid wbraid msclkid yclid twclid ttclid igshid mc_cid mc_eid _ga _gl _hsenc _hsmi"
    " ref_src ref_url cmpid ncid sr_share guccounter guce_referrer guce_referrer_sig spm scid amp".split()
)
_ARXIV = compiled(r"^/(?:abs|pdf)/([0-9]{4}\.[0-9]{4,5}|[a-z.-]+/[0-9]{7})(?:v[0-9]+)?(?:\.pdf)?$")
# An address that is its own canonical form but for a slash, which most are; the parser takes ten times as long.
_CANONICAL = compiled(
    r"(https://(?!www\.|m\.|mobile\.|amp\.|doi\.|dx\.|arxiv\.)[a-z0-9-]+(?:\.(?!m\.)[a-z0-9-]+)+"
    r"(?:/(?!amp\b)[A-Za-z0-9_-]+)*)/?"
)
_DOI_HOSTS = frozenset(("doi.org", "dx.doi.org", "www.doi.org"))


def canonical_url(url: str) -> str:
    """Return one spelling for all addresses of a page; what is no http(s) address comes back stripped.

    Scheme and host are lowered, http counts as https, default ports, fragments, tracking parameters,
    ``www.``, mobile and AMP forms go, parameters are sorted, a trailing slash is dropped. DOI addresses
    become ``https://doi.org/<lower-cased DOI>``; arXiv versions and PDFs become the abstract's address.
    """
    if own := _CANONICAL.fullmatch(url):
        return own[1]
    stripped = url.strip()
    if stripped[:4].lower() == "doi:":
        return f"https://doi.org/{stripped[4:].strip().lower()}"
    try:
        parts = urlsplit(stripped)
        port = parts.port
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return stripped
    if parts.scheme.lower() not in ("http", "https") or not host:
        return stripped
    path = _unify_escapes(parts.path)
    if host in _DOI_HOSTS:
        return f"https://doi.org/{unquote(path).lstrip('/').lower()}"
    if host in ("arxiv.org", "www.arxiv.org") and (paper := _ARXIV.match(path)):
        return f"https://arxiv.org/abs/{paper[1]}"
    host = _desktop_host(host)
    path = re.sub(r"/amp/?$|(?<=/)amp/(?=.)|\.amp(?=\.html?$|$)", "", path).rstrip("/")
    query = urlencode(sorted(p for p in parse_qsl(parts.query, keep_blank_values=True) if not _tracks(p[0])))
    netloc = host if port in (None, 80, 443) else f"{host}:{port}"
    return urlunsplit(("https", netloc, path, query, ""))


def host_of(url: str) -> str:
    """Return the lower-cased host of an http(s) address, or "": never its user name, never its path."""
    try:
        parts = urlsplit(url.strip())
        return (parts.hostname or "").rstrip(".").lower() if parts.scheme.lower() in ("http", "https") else ""
    except ValueError:
        return ""


def _desktop_host(host: str) -> str:
    labels = host.split(".")
    while len(labels) > 2 and labels[0] in ("www", "m", "mobile", "amp"):
        labels = labels[1:]
    if len(labels) > 3 and labels[1] == "m" and labels[2] in ("wikipedia", "wiktionary", "wikidata"):
        labels = [labels[0], *labels[2:]]
    return ".".join(labels)


def _tracks(name: str) -> bool:
    lowered = name.lower()
    return lowered.startswith("utm_") or lowered in _TRACKING


def _unify_escapes(path: str) -> str:
    return quote(unquote(path, errors="surrogateescape"), safe="/:@!$&'()*+,;=~-._", errors="surrogateescape")


def unique(items: Iterable[str]) -> Iterator[str]:
    """Yield each item once, in order of first appearance."""
    return iter(dict.fromkeys(items))
