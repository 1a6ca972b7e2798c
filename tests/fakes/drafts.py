"""Drafts drawn at random: sentences with markers in many shapes above lists in many shapes, in every kind of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from wellsourced_core.model import Source

FABRICATED = (9, 77)  # no list has these
AGAIN = 15  # now and then the page of the first entry once more
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
_WORDS = (
    "amber basin copper delta ember fjord grove harbour island juniper kelp lantern meadow narrow ochre quarry"
    " ferries bridge census carried opened counted rose fell winter summer keeper pivot spillway landing"
).split()
_FOREIGN = ("Brücke", "été", "мост", "море", "橋", "港湾", "جسر", "🌉", "naïve", "ﬁsh", "e\u0301te\u0301", "co\u00adop")
# What looks like a citation and is none, or must survive any repair.
_QUIRKS = (
    "`a[1]`",
    "array[2] and",
    "120 m²",
    "$5",
    "https://x.example/a[1]=b",
    "[2019]",
    "f(x)",
    "<!-- [1] -->",
    "**",
    "[see 2]",
    "[1/2]",
    "[3-1]",
    "^[as in [3]]",
)
_ENDS = ("\n", "\r\n", "\r")


def url_of(label: int) -> str:
    return f"https://s{label}.example/page"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a draft cites: a marker for some labels, an entry for one, and whether one marker may hold several."""

    name: str
    marker: Callable[[list[int]], str]
    entry: Callable[[int], str]
    groups: bool = False


def _numbered(n: int) -> str:
    return f"{n}. Title {n}, {url_of(n)}"


def _bracketed(n: int) -> str:
    return f"[{n}] Title {n}. {url_of(n)}"


def _keyed(n: int) -> str:
    return f"- @key{n}: Title {n}, {url_of(n)}"


def _each(form: str) -> Callable[[list[int]], str]:
    return lambda labels: "".join(form.replace("N", str(n)).replace("URL", url_of(n)) for n in labels)


def _joined(opening: str, separator: str, closing: str) -> Callable[[list[int]], str]:
    return lambda labels: opening + separator.join(map(str, labels)) + closing


def _range(labels: list[int]) -> str:
    low, high = min(labels), max(labels)
    return f"[{low}-{high}]" if low < high else f"[{low}]"


DIALECTS = (
    Dialect("brackets, numbers", _each("[N]"), _numbered),
    Dialect("brackets, brackets", _each("[N]"), _bracketed),
    Dialect("groups", _joined("[", ", ", "]"), _bracketed, True),
    Dialect("groups by semicolon", _joined("[", "; ", "]"), _numbered, True),
    Dialect("ranges", _range, _bracketed, True),
    Dialect("full-width", _each("【N】"), _bracketed, True),
    Dialect("wide brackets", _joined("［", "、", "］"), _bracketed, True),
    Dialect("daggers", _each("【N†source】"), _bracketed),
    Dialect("escaped", _each("\\[N\\]"), _bracketed),
    Dialect("linked numbers", _each("[[N]](URL)"), _numbered),
    Dialect("numbers linked", _each("[N](URL)"), _numbered),
    Dialect("definitions", _each("[N]"), lambda n: f'[{n}]: {url_of(n)} "Title {n}"'),
    Dialect("reference links", _each("([site N][N])"), lambda n: f'[{n}]: {url_of(n)} "Title {n}"'),
    Dialect("footnotes", _each("[^N]"), lambda n: f"[^{n}]: Title {n}. {url_of(n)}"),
    Dialect("raised", lambda labels: "".join(f"<sup>{n}</sup>" for n in labels), _numbered),
    Dialect("raised groups", _joined("<sup>", ", ", "</sup>"), _numbered, True),
    Dialect("superscripts", lambda labels: " ".join(str(n).translate(_SUPERSCRIPT) for n in labels), _numbered),
    Dialect("named", _each("[Source N]"), _numbered),
    Dialect("linked titles", _each("([Title N](URL))"), lambda n: f"- [Title {n}]({url_of(n)})"),
    Dialect("links in a row", lambda ns: "(" + ", ".join(f"[Title {n}]({url_of(n)})" for n in ns) + ")",
            lambda n: f"- [Title {n}]({url_of(n)})", True),
    Dialect("keys", lambda ns: "[" + "; ".join(f"@key{n}" for n in ns) + "]",
            _keyed, True),
    Dialect("keys in the text", lambda ns: " and ".join(f"@key{n}" for n in ns), _keyed, True),
    Dialect("commands", lambda ns: "~\\cite{" + ",".join(f"key{n}" for n in ns) + "}", _keyed, True),
    Dialect("textual commands", _each("\\citet{keyN}"), _keyed),
    Dialect("tags", _each("[cite: N]"), _numbered),
    Dialect("groups of tags", _joined("[doc ", ", doc ", "]"), _bracketed, True),
    Dialect("opened tags", lambda ns: "[cite_start]" + "".join(f"[cite: {n}]" for n in ns), _numbered),
    Dialect("codes", _joined("[S", ", S", "]"), lambda n: f"[S{n}] Title {n}. {url_of(n)}", True),
    Dialect("letters", _each("[SN]"), _numbered),
    Dialect("signs", _joined("[#", ", #", "]"), _numbered, True),
    Dialect("carets", _joined("[^", ", ", "^]"), lambda n: f"[^{n}^]: Title {n}. {url_of(n)}", True),
    Dialect("raised by carets", _joined("^", ",", "^"), _numbered, True),
    Dialect("raised by math", _joined("$^{", ",", "}$"), _numbered, True),
    Dialect("invisible", _each("\u200b[\u200bN]"), _numbered),
    Dialect("groups in words", _joined("[", " and ", "]"), _numbered, True),
    Dialect("groups with a last word", lambda ns: f"[{', '.join(map(str, ns))}]".replace(", ", ", and "), _bracketed,
            True),
    Dialect("groups by ampersand", _joined("[", " & ", "]"), _numbered, True),
    Dialect("groups over two lines", _joined("[", ",\n", "]"), _numbered, True),
    Dialect("hyphens that do not break", lambda ns: _range(ns).replace("-", "‑"), _bracketed, True),
    Dialect("minus signs", lambda ns: _range(ns).replace("-", " − "), _numbered, True),
    Dialect("ranges by dots", lambda ns: _range(ns).replace("-", "…"), _bracketed, True),
    Dialect("ranges in words", lambda ns: _range(ns).replace("-", " to "), _numbered, True),
    Dialect("strong numbers", _joined("[**", "**, **", "**]"), _numbered, True),
    Dialect("italic numbers", _each("[*N*]"), _bracketed),
    Dialect("wide digits", lambda ns: "［" + "，".join(str(n).translate(_WIDE) for n in ns) + "］", _bracketed, True),
    Dialect("tortoise shells", _each("〔N〕"), _numbered),
    Dialect("entities", _joined("&#91;", ", ", "&#93;"), _numbered, True),
    Dialect("tabs and no-break spaces", _joined("[\u00a0", ",\u00a0", "\t]"), _numbered, True),
    Dialect("marks of direction", _each("[\u202eN\ufe0e]"), _bracketed),
    Dialect("empty labels", _each("[N][]"), _numbered),
    Dialect("tagged groups", _joined("[Sources ", " and ", "]"), _numbered, True),
    Dialect("linked labels", _each("[\\[N\\]](URL)"), lambda n: f"[\\[{n}\\]]({url_of(n)}) Title {n}"),
)  # fmt: skip

_UNLABELLED = ("linked titles", "links in a row")

# Where a marker stands in its sentence: W is the sentence without its full stop, M the marker.
_PLACES = ("W M.", "WM.", "W. M", "W.M", "W **M**.", "W (M).", "M W.", "W M, and so on.", "W **M** and more.", "W M")


@dataclass(frozen=True, slots=True)
class Sample:
    """A draft, its sources, and what it was made of."""

    text: str
    sources: tuple[Source, ...]
    dialect: str
    labels: tuple[int, ...]
    fabricated: bool


@st.composite
def _prose(draw: st.DrawFn) -> str:
    pieces = draw(st.lists(st.sampled_from(_WORDS), min_size=2, max_size=7))
    for extra in draw(st.lists(st.sampled_from(_FOREIGN + _QUIRKS), max_size=2)):
        pieces.insert(draw(st.integers(1, len(pieces) - 1)), extra)
    return " ".join(pieces)


@st.composite
def _sentence(draw: st.DrawFn, dialect: Dialect, labels: list[int], fabricate: bool) -> str:
    words = draw(_prose())
    pool = labels + list(FABRICATED) * fabricate
    cited = draw(st.lists(st.sampled_from(pool), max_size=3, unique=True))
    if not cited:
        return f"{words}."
    return draw(st.sampled_from(_PLACES)).replace("M", dialect.marker(cited)).replace("W", words)


@st.composite
def _block(draw: st.DrawFn, dialect: Dialect, labels: list[int], fabricate: bool) -> str:
    sentences = draw(st.lists(_sentence(dialect, labels, fabricate), min_size=1, max_size=3))
    kind = draw(st.sampled_from(("paragraph", "paragraph", "bullets", "table", "quote", "heading", "lines")))
    if kind == "bullets":
        return "\n".join(f"- {one}" for one in sentences)
    if kind == "lines":
        return "  \n".join(sentences)
    if kind == "table":
        rows = "\n".join(f"| {one} | {index} |" for index, one in enumerate(sentences))
        return f"| fact | row |\n|---|---|\n{rows}"
    if kind == "quote":
        return "> " + " ".join(sentences)
    if kind == "heading":
        return f"## On the {draw(st.sampled_from(_WORDS))}\n\n" + " ".join(sentences)
    return " ".join(sentences)


@st.composite
def _list(draw: st.DrawFn, dialect: Dialect, labels: list[int], again: bool) -> str:
    entries = []
    for label in labels:
        entry = dialect.entry(label)
        if draw(st.integers(0, 5)) == 0 and not entry.endswith('"'):
            entry += "\n    a second line of the entry"
        entries.append(entry)
    if again:
        entries.append(dialect.entry(AGAIN).replace(url_of(AGAIN), url_of(labels[0]) + "?utm_source=x"))
    between = draw(st.sampled_from(("\n", "\n", "\n\n")))
    heading = draw(st.sampled_from(("## References", "# Sources", "**Sources:**", "Quellen\n-------")))
    return f"{heading}\n\n{between.join(entries)}"


@st.composite
def _sources(draw: st.DrawFn, labels: list[int], by_url: bool) -> tuple[Source, ...]:
    sources = []
    for label in labels:
        text = " ".join(draw(st.lists(st.sampled_from(_WORDS), max_size=30)))
        address = url_of(label) if by_url else f"https://elsewhere.example/{label}"
        sources.append(Source(str(label), address, f"Title {label}", text, n=label))
    return tuple(sources)


@st.composite
def drafts(draw: st.DrawFn, *, fabricate: bool | None = None) -> Sample:
    """Draw a draft with its list (now and then without), any line end, perhaps a byte order mark, and its sources."""
    dialect = draw(st.sampled_from(DIALECTS))
    count = draw(st.integers(1, 6))
    labels = [draw(st.integers(0, 2)) + n for n in range(1, 2 * count, 2)]
    labels = sorted(dict.fromkeys(n for n in labels if n not in FABRICATED))
    again = draw(st.booleans()) and dialect.name not in _UNLABELLED
    if draw(st.integers(0, 4)) == 0:
        labels = draw(st.permutations(labels))
    fabricated = draw(st.booleans()) if fabricate is None else fabricate
    blocks = draw(st.lists(_block(dialect, labels + [AGAIN] * again, fabricated), min_size=1, max_size=4))
    where = draw(st.sampled_from(("below", "below", "below", "above", "nowhere")))
    if where == "below":
        blocks.append(draw(_list(dialect, labels, again)))
    elif where == "above":
        blocks = [draw(_list(dialect, labels, again)), "# The text", *blocks]
    text = "\n\n".join(blocks) + draw(st.sampled_from(("", "\n", "\n\n")))
    text = text.replace("\n", draw(st.sampled_from(_ENDS)))
    with_sources = draw(st.sampled_from(("none", "url", "number")))
    sources = draw(_sources(labels, with_sources == "url")) if with_sources != "none" else ()
    return Sample(draw(st.sampled_from(("", "", "\ufeff"))) + text, sources, dialect.name, tuple(labels), fabricated)


# Whatever a file can hold, heavy on what the parsers look at.
noise = st.text(
    alphabet=st.one_of(
        st.sampled_from("[]()[]()【】［］\\^@†<>sup/:#*_`$|.-–,; \t\n\r0123456789¹²⁹⁽⁾\"'“”!?-=~"),
        st.sampled_from("abcSource港м\u0301\u200b\ufeff\ue200\ue201\ud800\x00\x0b\x85\u2028१１"),
        st.characters(),
    ),
    max_size=120,
)
