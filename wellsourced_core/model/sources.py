"""Sources, and how good each was found to be."""

from __future__ import annotations

from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from wellsourced_core.model.closed_sets import DatedBy


@frozen
class Document:
    """The file that a source's text was read from, as a person has it: its path, and where each of its pages begins.

    ``identifiers`` are what it says it is ("doi:10.1000/1", "arxiv:2405.01234", "isbn:..."); ``problem`` says why no
    text was read of it.
    """

    file: str
    pages: tuple[int, ...] = ()
    identifiers: tuple[str, ...] = ()
    problem: str = ""


@frozen
class Source:
    """A text that may be cited. ``n`` is its citation number, if it was given one; ``id`` is unique.

    One that was read from a ``document`` has no number: what the file says and is called joins it to an entry.
    ``dated_by`` says where ``published`` was read if no provider gave it: in the address, in what the page says of
    itself (JSON-LD, meta, time), or in a dateline of the text.
    """

    id: str
    url: str
    title: str
    text: str
    published: date | None = None
    retrieved: str | None = None
    provider: str = ""
    n: int | None = None
    dated_by: DatedBy = ""
    document: Document | None = None


@frozen
class AxisScore:
    """One axis of a source: value in [0, 1], its weight in the composite, and one line that says why.

    ``known`` is false where the value is a stated default because the source does not say (no date,
    unlisted domain).
    """

    name: str
    value: float
    weight: float
    why: str
    known: bool = True


@frozen
class ScoredSource:
    """A source with its judgement. ``origin`` is the id of the first source with (nearly) the same text.

    ``reason`` is what its grade rests on, the first part of ``why``; of junk, what it is instead of a source.
    ``orders`` is S503 where it gives a model orders.
    """

    source: Source
    axes: tuple[AxisScore, ...]
    composite: float
    grade: int
    why: str
    origin: str
    junk: str | None = None
    reason: str = ""
    orders: str | None = None

    def axis(self, name: str) -> float:
        """Return the value of one axis; a caller's bug raises ValueError."""
        for axis in self.axes:
            if axis.name == name:
                return axis.value
        raise ValueError(f"no axis {name!r}")
