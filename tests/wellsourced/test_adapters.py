"""Documents of other libraries: objects of the same shape become sources, and the gate keeps what it keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest

from wellsourced.adapters import from_documents, keep_documents
from wellsourced.api import audit_text, score_sources
from wellsourced_core.errors import InputError
from wellsourced_core.model import Source

TODAY = date(2026, 11, 22)
TEXTS = (
    "The mayor opened a bakery. Its bread is baked at four in the morning, and the queue is long.",
    "The fish ladder beside the Hallow dam opened in 1998. Nine of ten salmon pass the fish ladder in spring.",
    "Salmon pass the fish ladder of the Hallow dam in spring and in autumn, the river board counted in 2024.",
)
QUESTION = "Do salmon pass the fish ladder of the Hallow dam?"


@dataclass
class Page:
    """As LangChain's Document."""

    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class Node:
    """As LlamaIndex's nodes and documents, alone or with a score."""

    text: str
    metadata: dict[str, Any] = field(default_factory=dict)


@pytest.mark.parametrize("shape", [Page, Node])
def test_a_document_becomes_a_numbered_source(shape: type[Page] | type[Node]) -> None:
    known = {"source": "https://fish.example/ladder", "title": "The ladder", "date": "2024-05-02", "page": 3}
    assert from_documents([shape("One."), shape("Two.", known)]) == (
        Source("1", "", "", "One.", provider="documents", n=1),
        Source("2", "https://fish.example/ladder", "The ladder", "Two.", date(2024, 5, 2), provider="documents", n=2),
    )


def test_the_surest_key_wins_and_what_says_nothing_is_passed_over() -> None:
    metadata = {"url": "", "source": None, "file_path": "/a/b.txt", "file_name": "b.txt", "date": "soon"}
    [source] = from_documents([Node("Text.", metadata)])
    assert (source.url, source.title, source.published) == ("/a/b.txt", "b.txt", None)
    [source] = from_documents([Node("Text.", {"source": "loader", "url": "https://a.example/"})])
    assert source.url == "https://a.example/"


@pytest.mark.parametrize("wrong", ["a text", None, Page(page_content=None)])  # type: ignore[arg-type]
def test_what_has_no_text_is_named(wrong: object) -> None:
    with pytest.raises(InputError, match=r"documents\[1\]: has no text in page_content or text: "):
        from_documents([Page("One."), wrong])


@pytest.mark.parametrize("shape", [Page, Node])
def test_the_gate_keeps_the_documents_themselves_best_first(shape: type[Page] | type[Node]) -> None:
    documents = [shape(text, {"url": f"https://s{i}.example/"}) for i, text in enumerate(TEXTS)]
    kept = keep_documents(QUESTION, documents, as_of=TODAY, mode="quick")
    wanted = score_sources(QUESTION, from_documents(documents), as_of=TODAY, mode="quick").outcome.kept
    assert [documents.index(one) + 1 for one in kept] == [one.source.n for one in wanted]
    assert {id(one) for one in kept} == {id(documents[1]), id(documents[2])}


def test_too_few_are_none() -> None:
    documents = [Page(text) for text in TEXTS]
    assert keep_documents("When does the glacier calve?", documents, as_of=TODAY) == []
    assert keep_documents(QUESTION, documents[:2], as_of=TODAY) == []  # one is too few for a report in standard mode


def test_an_answer_is_audited_by_the_documents_order() -> None:
    report = audit_text("Nine of ten salmon pass the fish ladder in spring [2].", from_documents(map(Page, TEXTS)))
    assert [ref.verdict for marker in report.markers for ref in marker.refs] == ["supported"]
