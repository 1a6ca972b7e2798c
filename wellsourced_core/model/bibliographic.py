"""A reference as somebody wrote it, and a work as a registry records it."""

from __future__ import annotations

from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model.closed_sets import ReferenceKind, WorkKind


@frozen
class Person:
    """An author. A body that writes together has its whole name as ``family``."""

    family: str
    given: str = ""


@frozen
class WrittenField:
    """Where the value of a field stands in the file, without its quotation marks or braces."""

    name: str
    start: int
    end: int


@frozen
class WrittenReference:
    """A reference as written. ``start`` and ``end`` are where it stands, its lines 1-based.

    ``kind`` says whether a registry can be expected to have it: a *work* of scholarship, a *book*, or something *other*
    (a page, a standard, software). ``shortened``: the list of authors ends with "et al.". ``given`` are fields that an
    edit may change, ``room`` is where a field may be inserted, -1 where none can.
    """

    key: str
    line: int
    start: int
    end: int
    text: str
    kind: ReferenceKind
    title: str = ""
    authors: tuple[Person, ...] = ()
    shortened: bool = False
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    isbn: str = ""
    url: str = ""
    given: tuple[WrittenField, ...] = ()
    room: int = -1


@frozen
class Work:
    """A work as one service records it.

    ``titles`` has its spellings (with the subtitle, without, in the original language), the fullest first; ``years``
    those of its printing and its first appearance; ``venues`` the names of where it appeared. ``retracted`` tells the
    notice that takes it back, "" for none; ``published_as`` is the DOI of what a preprint became.
    """

    service: str
    id: str
    titles: tuple[str, ...]
    authors: tuple[Person, ...] = ()
    years: tuple[int, ...] = ()
    venues: tuple[str, ...] = ()
    doi: str = ""
    arxiv: str = ""
    kind: WorkKind = "publication"
    retracted: str = ""
    published_as: str = ""
