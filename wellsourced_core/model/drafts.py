"""A draft as parsed: its markers, its list of references, its sentences."""

from __future__ import annotations

from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model.closed_sets import MarkerShape


Label = int | str | None


@frozen
class Ref:
    """One citation inside a marker: the bare label, or the URL it is joined by."""

    label: Label
    url: str | None = None
    start: int = 0  # where the label itself stands, for edits inside a group
    end: int = 0


@frozen
class Marker:
    """A citation in the running text, as written, with the references it makes.

    ``shape`` names how it is written; ``judged`` is false for a form that was recognised but cannot be judged in this
    draft; ``sentence`` is the index of its sentence.
    """

    start: int
    end: int
    raw: str
    shape: MarkerShape
    refs: tuple[Ref, ...]
    judged: bool = True
    sentence: int = 0
    group: int = 0


@frozen
class Reference:
    """An entry of the draft's list of references."""

    start: int
    end: int
    line: int
    label: Label
    text: str
    urls: tuple[str, ...] = ()


@frozen
class Style:
    """How a draft cites, as read: marker shape, list shape, what joins them, and how sure (0 to 1)."""

    markers: str
    references: str
    joined_by: str
    confidence: float


@frozen
class Scope:
    """A stretch of the draft and the labels and addresses that count as its list of references there."""

    start: int
    end: int
    labels: frozenset[Label]
    urls: frozenset[str]
    references: tuple[int, ...]  # indexes into Draft.references


@frozen
class Draft:
    """A draft as parsed. ``prose`` is the text with markup, code and markers blanked, offset for offset.

    ``unread`` are markers in a shape that joins nothing: reported, not judged. ``uncited``, ``collided`` and
    ``truncated`` name references by index: those of lists that nothing cites, those that share a label with
    another source, and the last ones of lists that break off. ``certain`` is false where the style was not read
    well enough to propose deletions.
    """

    text: str
    prose: str
    markers: tuple[Marker, ...]
    unread: tuple[Marker, ...]
    references: tuple[Reference, ...]
    scopes: tuple[Scope, ...]
    style: Style
    sentences: tuple[tuple[int, int], ...]
    blocks: tuple[tuple[int, int], ...]
    block_of: tuple[int, ...]  # the block of each sentence
    headings: tuple[tuple[int, int], ...]
    comments: tuple[tuple[int, int], ...]
    tables: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = ()  # of each its rows, the header first: their cells
    uncited: frozenset[int] = frozenset()
    collided: frozenset[int] = frozenset()
    truncated: frozenset[int] = frozenset()
    certain: bool = True
