"""How every room reads text: terms with offsets, sentences, frozen idf weights and canonical URLs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

import Stemmer

# Qualifiers carry meaning in a claim ("only", "never", "before"): they are terms, not stop words.
QUALIFIERS = frozenset(
    "first most only all every never not no none before after until since more less least few many several"
    " without against always both each during between above below over under up down except".split()
)
STOP_WORDS = (
    frozenset(
        # scikit-learn's English stop words (BSD-3-Clause), contractions and words of attribution.
        "a about across afterwards again almost alone along already also although am among amongst amoungst"
        " amount an and another any anyhow anyone anything anyway anywhere are around as at back be became"
        " because become becomes becoming been beforehand behind being beside besides beyond bill bottom but"
        " by call can cannot cant co con could couldnt cry de describe detail do done due eg eight either"
        " eleven else elsewhere empty enough etc even ever everyone everything everywhere fifteen fifty"
        " fill find fire five for former formerly forty found four from front full further get give go had"
        " has hasnt have he hence her here hereafter hereby herein hereupon hers herself him himself his how"
        " however hundred i ie if in inc indeed interest into is it its itself keep last latter latterly ltd"
        " made may me meanwhile might mill mine moreover mostly move much must my myself name namely neither"
        " nevertheless next nine nobody noone nor nothing now nowhere of off often on once one onto or other"
        " others otherwise our ours ourselves out own part per perhaps please put rather re same see seem"
        " seemed seeming seems serious she should show side sincere six sixty so some somehow someone"
        " something sometime sometimes somewhere still such system take ten than that the their them"
        " themselves then thence there thereafter thereby therefore therein thereupon these they thick thin"
        " third this those though three through throughout thru thus to together too top toward towards"
        " twelve twenty two un upon us very via was we well were what whatever when whence whenever where"
        " whereafter whereas whereby wherein whereupon wherever whether which while whither who whoever"
        " whole whom whose why will with within would yet you your yours yourself yourselves"
        " said says say according did does didn't doesn't don't isn't aren't wasn't weren't won't wouldn't"
        " can't couldn't hasn't haven't hadn't shouldn't it's that's there's he's she's i'm you're we're"
        " they're i've you've we've they've i'll you'll we'll they'll i'd you'd we'd they'd let's"
        " st nd rd th".split()
    )
    - QUALIFIERS
)

# Scripts that are written without spaces: their words are read as character bigrams.
_SPACELESS = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff"
_SPACELESS_RUN = re.compile(f"[{_SPACELESS}]")
# Combining accents, vowel signs and invisible characters (soft hyphen, zero-width) stand inside a word.
_MARKS = (
    "\u00ad\u200b-\u200d\u2060\ufeff\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0670"
    "\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09d7\u0a01-\u0a03\u0a3c-\u0a51\u0a81-\u0a83"
    "\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3c-\u0c56\u0c81-\u0c83"
    "\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d57"
)
# Digits are ASCII: others are folded before. Groups of three may stand apart by a comma or a (thin, no-break)
# space; one plain dot or comma may stand inside a number.
_WORD = re.compile(
    rf"[^\W\d_{_SPACELESS}]+(?:['’][^\W\d_{_SPACELESS}]+|[{_MARKS}]+[^\W\d_{_SPACELESS}]*)*"
    r"|(?:[0-9]{1,3}(?:[,\u2009\u202f\u00a0 ][0-9]{3}(?![0-9]))+|[0-9]+)(?:[.,][0-9]+)*"
    rf"|[{_SPACELESS}]+"
)
_GROUPING = str.maketrans("", "", ",\u2009\u202f\u00a0 ")
_INVISIBLE = str.maketrans("", "", "\u00ad\u200b\u200c\u200d\u2060\ufeff")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"})
_FOREIGN_DIGITS = re.compile("[٠-٩۰-۹०-९０-９]")
_TO_ASCII = {ord(c): str(i) for zeros in "٠۰०０" for i, c in enumerate(chr(ord(zeros) + i) for i in range(10))}
_stem_word = Stemmer.Stemmer("english").stemWord


@dataclass(frozen=True, slots=True)
class Words:
    """All words of a text in order, stop words too: as written, and where each stands (code points)."""

    surfaces: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The content terms of a text in order: stems, and where each stands (code points, half-open).

    ``at`` is each term's index among *all* words of the text, so that a window of n words can be measured.
    """

    stems: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    at: tuple[int, ...]
    words: int


def words(text: str) -> Words:
    """Cut a text into words and numbers; a run of Chinese, Japanese or Thai gives its character bigrams.

    Full-width, Arabic-Indic and Devanagari digits come back as ASCII; all else as it was written.
    """
    if not text.isascii():
        if _FOREIGN_DIGITS.search(text):
            text = text.translate(_TO_ASCII)
        if _SPACELESS_RUN.search(text):
            return _words_with_bigrams(text)
    found = list(_WORD.finditer(text))
    return Words(
        tuple([word[0] for word in found]),
        tuple([word.start() for word in found]),
        tuple([word.end() for word in found]),
    )


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
    return Words(tuple(surfaces), tuple(starts), tuple(ends))


@lru_cache(maxsize=1 << 16)
def stem_of(word: str) -> str:
    """Return the term of one word as ``words`` gives it, or "" where it is none.

    Lower case without accents and possessive, stemmed; stop words and single letters are no terms. Numbers
    lose their grouping and trailing zeros ("608 000" -> "608000", "2.50" -> "2.5").
    """
    first = word[0]
    if "0" <= first <= "9":
        return plain_number(word)
    folded = fold(word)
    if folded in STOP_WORDS or (len(folded) < 2 and not _SPACELESS_RUN.match(first)):
        return ""
    return _stem_word(folded)  # type: ignore[no-any-return]  # PyStemmer ships no types


def terms(text: str) -> Terms:
    """Read the content terms of a text: stems of its words without stop words and single letters."""
    read = words(text)
    stems = [stem_of(word) for word in read.surfaces]
    at = [i for i, stem in enumerate(stems) if stem]
    return Terms(
        tuple([stems[i] for i in at]),
        tuple([read.starts[i] for i in at]),
        tuple([read.ends[i] for i in at]),
        tuple(at),
        len(stems),
    )


def content(text: str) -> frozenset[str]:
    """Return the set of content stems of a text."""
    return frozenset(terms(text).stems)


def fold(word: str) -> str:
    """Lower a word, unify apostrophes, width and ligatures; drop accents and a possessive "'s"."""
    lowered = word.lower()
    if not lowered.isascii():
        lowered = unicodedata.normalize("NFKC", lowered.translate(_INVISIBLE)).translate(_PLAIN)
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


@cache
def _idf_table() -> dict[str, float]:
    """Read the frozen table: a line per weight, then the stems that have it (see benchmarks/fit_idf.py)."""
    table: dict[str, float] = {}
    for line in Path(__file__).with_name("idf.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            weight, stems = line.split("\t", 1)
            table.update(dict.fromkeys(stems.split(), float(weight)))
    return table


def idf(stem: str) -> float:
    """Return how telling a stem is, in [0.05, 9.3]; an unknown word has the maximum, a number at least 6.

    idf = -ln(max(1e-7, 1 - exp(-100 f))), f the word's share of running English text (wordfreq).
    """
    known = _idf_table().get(stem)
    if known is None:
        return UNKNOWN_IDF
    return max(6.0, known) if stem[0].isdigit() else known


UNKNOWN_IDF = 9.3

# ------------------------------------------------------------------------------------------------- sentences

# An end mark, closing quotes or brackets, then white space; or a full-width end mark; or a blank line.
# The run of end marks is entered at its first only: from each of them it would be quadratic.
_BREAK = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’)\]»]*(?=\s)|[。！？｡]+[”’」』）]*|\n[ \t]*(?=\n)")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof sr jr st vs etc e.g i.e eg ie cf al fig figs eq no nos vol pp p ed eds inc ltd co corp"
    " gen gov sen rep rev hon u.s u.k u.n a.m p.m approx dept est jan feb mar apr jun jul aug sep sept oct"
    " nov dec ca bzw z.b u.a d.h usw nr abb bspw sog art".split()
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Cut a text into sentences: (start, end) without surrounding white space, in order, covering all words.

    A full stop after an abbreviation, an initial or before a lower-case letter ends nothing.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for stop in _BREAK.finditer(text):
        if stop[0][0] == "." and len(stop[0]) == 1 and not _ends_sentence(text, stop.start(), stop.end()):
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
    return not (follow and follow[0].islower())


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
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


_NEWLINE = re.compile(r"\r\n|\r|\n")

# ------------------------------------------------------------------------------------------------- addresses

_TRACKING = frozenset(
    "fbclid gclid dclid gbraid wbraid msclkid yclid twclid ttclid igshid mc_cid mc_eid _ga _gl _hsenc _hsmi"
    " ref_src ref_url cmpid ncid sr_share guccounter guce_referrer guce_referrer_sig spm scid amp".split()
)
_ARXIV = re.compile(r"^/(?:abs|pdf)/([0-9]{4}\.[0-9]{4,5}|[a-z.-]+/[0-9]{7})(?:v[0-9]+)?(?:\.pdf)?$")
_DOI_HOSTS = frozenset(("doi.org", "dx.doi.org", "www.doi.org"))


def canonical_url(url: str) -> str:
    """Return one spelling for all addresses of a page; what is no http(s) address comes back stripped.

    Scheme and host are lowered, http counts as https, default ports, fragments, tracking parameters,
    ``www.``, mobile and AMP forms go, parameters are sorted, a trailing slash is dropped. DOI addresses
    become ``https://doi.org/<lower-cased DOI>``; arXiv versions and PDFs become the abstract's address.
    """
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
