"""Join documents to the entries of a draft's list: by address, identifier, file name, title or number, in that order.

What a stronger sign joins, no weaker one joins otherwise. A document may be that of several entries, as one page is
cited for several passages; of several documents of a work the first given is taken, and one with a text before a scan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from audit.references.free_text import read_reference
from audit.references.titles import compare_titles, letters, telling_words
from audit.thresholds import DOCUMENT_TITLE_WORDS, LONGEST_TITLE_PAGE, SHORTEST_FILE_NAME, WHOLE_TITLE_WORDS
from wellsourced_core.identifiers import find_arxiv, find_doi, find_isbn
from wellsourced_core.model import Document, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import FoundBy, Label, Reference, WrittenReference

_EXTENSION = compiled(r"\.[A-Za-z0-9]{1,8}\Z")
_NUMBER = compiled(r"\[?(?P<n>[0-9]{1,3})\]?(?:\Z|\s?[-._)]\s?(?![0-9]))")


@frozen
class Join:
    """The source (its index) that an entry's text comes from, and what joined the two."""

    source: int
    by: FoundBy


class Wanted:
    """What a draft says of a work whose text is looked for: an entry of its list, a source without a text, or both.

    ``place`` is the entry's in its list, from 1: the number of one that has a key is counted when the text is set.
    """

    def __init__(self, entry: Reference | None, known: Source | None, place: int = 0) -> None:
        self.label: Label = entry.label if entry is not None else None
        self.place = place if isinstance(self.label, str) else 0
        if entry is None and known is not None:
            self.label = known.id if known.n is None else known.n
        self._key = known.id if known is not None else ""
        self._urls = (*(entry.urls if entry else ()), *((known.url,) if known and known.url else ()))
        self._text = entry.text if entry is not None else ""
        self._title = known.title if known is not None else ""

    @cached_property
    def addresses(self) -> frozenset[str]:
        return frozenset(map(canonical_url, self._urls))

    @cached_property
    def keys(self) -> frozenset[str]:
        """Return the names that a file may bear because the draft calls the work so: keys, ends of addresses."""
        keys = {one.casefold() for one in (str(self.label or ""), self._key) if not one.isdigit()}
        ends = (_EXTENSION.sub("", url.rstrip("/").rpartition("/")[2].casefold()) for url in self._urls)
        return frozenset(filter(None, keys | {end for end in ends if len(letters(end)) >= SHORTEST_FILE_NAME}))

    @cached_property
    def written(self) -> WrittenReference:
        return read_reference(self._text, key="", line=1, start=0, urls=self._urls)

    @cached_property
    def identifiers(self) -> frozenset[str]:
        text = f"{self._text} {' '.join(self._urls)}"
        found = {
            "doi": self.written.doi or find_doi(text),
            "arxiv": self.written.arxiv or find_arxiv(text),
            "isbn": self.written.isbn or find_isbn(text),
        }
        return frozenset(f"{kind}:{one.lower()}" for kind, one in found.items() if one)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, (self._title, self.written.title))))

    @cached_property
    def said(self) -> str:
        """Return all that the draft says of the work, as letters."""
        return letters(f"{self._title} {self._text}")

    @cached_property
    def author_year(self) -> tuple[str, str]:
        """Return the first author's family name, as letters, and the year; "" for what is not told."""
        first = self.written.authors[0].family if self.written.authors else ""
        return letters(first), str(self.written.year or "")


@frozen
class _File:
    """A document among the sources, by its index, and what its name says."""

    source: int
    one: Source
    document: Document
    stem: str

    @classmethod
    def of(cls, source: int, one: Source, document: Document) -> _File:
        return cls(source, one, document, _EXTENSION.sub("", document.file.replace("\\", "/").rpartition("/")[2]))

    @property
    def name(self) -> str:
        return letters(self.stem)

    @property
    def words(self) -> frozenset[str]:
        return frozenset(map(letters, self.stem.replace("_", " ").replace("-", " ").split()))


def joins_of(wanted: Sequence[Wanted], sources: Sequence[Source]) -> tuple[dict[int, Join], dict[int, int]]:
    """Return for the works wanted, by their place, the document that each was joined to, if one was; and copies.

    A copy is a document of a work that another one was joined to, with the place of that. A document with a text comes
    before a copy without.
    """
    files = [_File.of(at, one, one.document) for at, one in enumerate(sources) if one.document is not None]
    files.sort(key=lambda file: not file.one.text.strip())
    found: dict[int, Join] = {}
    copies: dict[int, int] = {}
    for by, agrees, alone in _SIGNS:
        taken = {join.source for join in found.values()} | set(copies)
        free = [file for file in files if file.source not in taken]
        pairs = [(at, file.source) for at, one in enumerate(wanted) for file in free if agrees(one, file)]
        new = [pair for pair in pairs if pair[0] not in found]
        for at, source in _unmistakable(new) if alone else new:
            found.setdefault(at, Join(source, by))
        for at, source in () if alone else pairs:
            if at in found and source not in {join.source for join in found.values()}:
                copies.setdefault(source, at)
    return found, copies


def _unmistakable(pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs neither of whose members is in another one."""
    works, files = Counter(at for at, _ in pairs), Counter(source for _, source in pairs)
    yield from (pair for pair in pairs if works[pair[0]] == 1 == files[pair[1]])


def names_a_work(title: str) -> bool:
    """Tell whether a title is long enough to be that of one document alone."""
    return telling_words(title) >= DOCUMENT_TITLE_WORDS


def is_too_short(title: str, entries: Iterable[Reference]) -> bool:
    """Tell whether a document's title stands in one of the entries and has too few words to join it to that."""
    own = letters(title)
    return bool(own) and telling_words(title) < WHOLE_TITLE_WORDS and any(own in letters(one.text) for one in entries)


def _by_address(wanted: Wanted, file: _File) -> bool:
    return bool(file.one.url) and canonical_url(file.one.url) in wanted.addresses


def _by_identifier(wanted: Wanted, file: _File) -> bool:
    return not wanted.identifiers.isdisjoint(one.lower() for one in file.document.identifiers)


def _by_name(wanted: Wanted, file: _File) -> bool:
    """Tell whether a file bears a key, the end of an address or the title of a work."""
    if file.stem.casefold() in wanted.keys:
        return True
    return any(names_a_work(title) and letters(title) in file.name for title in wanted.titles) or (
        names_a_work(file.stem.replace("-", " ").replace("_", " ")) and file.name in wanted.said
    )


def _by_author(wanted: Wanted, file: _File) -> bool:
    author, year = wanted.author_year
    return bool(author and year) and {author, year} <= file.words


def _by_title(wanted: Wanted, file: _File) -> bool:
    """Tell whether a document is titled as a work is, or its first page has the title."""
    own = file.one.title
    if names_a_work(own) and letters(own) in wanted.said:
        return True
    page = _title_page(file.one.text[:LONGEST_TITLE_PAGE])
    return any(
        compare_titles(title, (own,)) != "differs" or letters(title) in page
        for title in wanted.titles
        if names_a_work(title)
    )


def _by_whole_name(wanted: Wanted, file: _File) -> bool:
    return file.name in _whole(wanted)


def _by_whole_title(wanted: Wanted, file: _File) -> bool:
    """Tell whether the whole title of a work is the document's own, or stands alone on a line at its beginning."""
    whole = _whole(wanted)
    return bool(whole) and (letters(file.one.title) in whole or not whole.isdisjoint(_title_lines(file.one.text)))


def _whole(wanted: Wanted) -> frozenset[str]:
    """Return the titles of a work that say enough to know a document by that has just these words, as letters."""
    return frozenset(letters(title) for title in wanted.titles if telling_words(title) >= WHOLE_TITLE_WORDS)


def _title_lines(text: str) -> frozenset[str]:
    return frozenset(letters(line) for line in text[:LONGEST_TITLE_PAGE].split("\n"))


def _by_number(wanted: Wanted, file: _File) -> bool:
    number = _NUMBER.match(file.stem)
    return number is not None and int(number["n"]) in (wanted.label, wanted.place)


@lru_cache(maxsize=1_024)
def _title_page(text: str) -> str:
    return letters(text)


# What joins a document, the strongest sign first; ``True`` for a sign that counts only where nothing else bears it.
_SIGNS: tuple[tuple[FoundBy, Callable[[Wanted, _File], bool], bool], ...] = (
    ("address", _by_address, False),
    ("identifier", _by_identifier, False),
    ("file name", _by_name, False),
    ("file name", _by_author, True),
    ("title", _by_title, False),
    ("file name", _by_whole_name, True),
    ("title", _by_whole_title, True),
    ("number", _by_number, True),
)
