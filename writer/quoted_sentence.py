"""A sentence of a source that may be quoted, and what must be told before it."""

from __future__ import annotations

from typing import Final, NamedTuple

from wellsourced_core.model import Change
from wellsourced_core.values import frozen

LIST: Final = "list"
NOTE: Final = "note"


class Place(NamedTuple):
    """Where a sentence stands: the number that cites its source, its offset there, in which reading of that source.

    Places order sentences as a reader meets them.
    """

    source: int
    offset: int
    reading: int


@frozen
class Sentence:
    """A sentence that may be quoted.

    ``needs`` are the places of all that stand between the one that a reader may begin with and it, nothing left out;
    ``follows`` is that of the one right before it. One that is not ``offered`` only comes along: no run is made for it.
    Nor is one that does not ``end`` one: a question, what announces others, what the next one takes back. In its
    ``own_voice`` a source speaks of itself ("We found"): it stands in quotation marks. ``of_day`` is its source's,
    ``under`` the title that says what it is about, where it does not, with the ``heading`` of its section. How its page
    ``begins`` is told before it, where it stands farther down. What is ``verbless`` - a "list", an "answer" to the
    question right before it, a "note" below a heading, "more" of one - gets a verb before it. One that ``asks`` is a
    question on a line of its own; a ``fresh`` one begins a paragraph. ``of_page`` is the share of its page's sentences
    that may be told, in (0, 1].
    """

    text: str
    numbers: tuple[int, ...]
    stems: tuple[str, ...]
    place: Place
    words: int
    needs: tuple[Place, ...] = ()
    begins: tuple[Place, ...] = ()
    follows: Place | None = None
    kind: str = "statement"
    offered: bool = True
    ends: bool = True
    own_voice: bool = False
    changes: tuple[Change, ...] = ()
    host: str = ""
    of_day: str = ""
    under: str = ""
    heading: str = ""
    verbless: str = ""
    asks: bool = False
    fresh: bool = True
    of_page: float = 1.0

    @property
    def source(self) -> int:
        """The number that cites the source which it is read from."""
        return self.place.source
