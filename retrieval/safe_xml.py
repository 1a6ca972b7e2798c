"""Parse the XML of documents: no document type, so no entity of their own; nothing is fetched."""

from __future__ import annotations

from xml.parsers import expat

from retrieval.refused_file import RefusedFileError
from wellsourced_core.values import frozen, mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Handler(Protocol):
        """What is told of elements as they begin and end, and of the text between."""

        def begin(self, tag: str, attributes: dict[str, str]) -> None: ...
        def end(self, tag: str) -> None: ...
        def add(self, text: str) -> None: ...


@frozen
class Element:
    """An element by its name without a prefix, and the text that is directly in it."""

    name: str
    attributes: dict[str, str]
    text: str


def parse(data: bytes, handler: Handler, kind: str) -> None:
    """Tell a handler of a part's elements. Raises RefusedFileError for what is no XML or declares a type."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = handler.begin
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.add
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise RefusedFileError(f"is not {kind} file") from error


def elements(data: bytes, kind: str) -> list[Element]:
    """Return the elements of a small part, in the order of their beginnings."""
    found = _Elements([], [])
    parse(data, found, kind)
    return [Element(tag.rpartition(":")[2], attributes, "".join(words)) for tag, attributes, words in found.all]


@mutable
class _Elements:
    """Collects elements; ``open`` are those not yet ended."""

    all: list[tuple[str, dict[str, str], list[str]]]
    open: list[list[str]]

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        words: list[str] = []
        self.open.append(words)
        self.all.append((tag, attributes, words))

    def end(self, _tag: str) -> None:
        self.open.pop()

    def add(self, text: str) -> None:
        if self.open:
            self.open[-1].append(text)


def _refuse(*_: object) -> None:
    raise RefusedFileError("declares a document type")
