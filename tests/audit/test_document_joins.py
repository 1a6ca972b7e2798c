"""Documents find their entries by what they are called and say; nothing weaker undoes what is stronger."""

from __future__ import annotations

import pytest

from audit.document_joins import Wanted, joins_of
from audit.runner import audit
from wellsourced_core.model import Document, Reference, Source

ENTRY = "Okonjo, I. (2024). Battery ageing on short ferry crossings. Journal of Short Crossings, 12, 117-126."


def entry(text: str = ENTRY, label: int | str = 1, *urls: str) -> Wanted:
    return Wanted(Reference(0, len(text), 1, label, text, urls), None)


def document(file: str, title: str = "", text: str = "", url: str = "", *identifiers: str) -> Source:
    return Source(file, url, title, text, document=Document(f"papers/{file}", identifiers=identifiers))


def joined(wanted: list[Wanted], *sources: Source) -> dict[int, tuple[str, str]]:
    found, _ = joins_of(wanted, sources)
    return {at: (sources[join.source].id, join.by) for at, join in found.items()}


@pytest.mark.parametrize(
    ("wanted", "source", "by"),
    [
        (entry(ENTRY, 1, "https://a.example/x?utm_source=y"), document("f.html", url="http://a.example/x"), "address"),
        (entry(f"{ENTRY} doi:10.5555/EHF.1"), document("f.pdf", "", "", "", "doi:10.5555/ehf.1"), "identifier"),
        (entry("A title here. arXiv:2405.01234v3"), document("f.pdf", "", "", "", "arxiv:2405.01234"), "identifier"),
        (entry("A book. ISBN 978-0-306-40615-7"), document("f.epub", "", "", "", "isbn:9780306406157"), "identifier"),
        (entry(ENTRY, "okonjo2024"), document("Okonjo2024.pdf"), "file name"),
        (entry("See there.", 1, "https://a.example/files/noise-study.pdf"), document("noise-study.pdf"), "file name"),
        (entry(), document("battery_ageing_on_short_ferry_crossings.docx"), "file name"),
        (entry(), document("Okonjo 2024 - Battery ageing on short ferry crossings.pdf"), "file name"),
        (entry(), document("okonjo_2024.pdf"), "file name"),
        (entry(), document("x.pdf", "Battery Ageing on Short Ferry Crossings"), "title"),
        (
            entry(),
            document("x.pdf", "template", "Journal\nBattery ageing on short\nferry crossings\nI. Okonjo"),
            "title",
        ),
        (entry("Interview by the author, 2023.", 7), document("07 - interview.txt"), "number"),
        (entry("Interview by the author, 2023.", 7), document("[7].txt"), "number"),
    ],
)
def test_each_sign_joins(wanted: Wanted, source: Source, by: str) -> None:
    assert joined([wanted], document("other.pdf", "Something else entirely, said at length"), source) == {
        0: (source.id, by)
    }


SHORT = "Pollination services: a review. https://orchard.example/review-12"
TITLE = "Pollination services: a review"


@pytest.mark.parametrize(
    ("source", "by"),
    [
        (document("x.md", TITLE, f"# {TITLE}\n\nBees visit."), "title"),
        (document("x.md", "Pollination Services – A Review"), "title"),
        (document("x.pdf", "untitled", f"Orchard letters\n{TITLE}\nM. Holm\n"), "title"),
        (document("pollination-services-a-review.txt"), "file name"),
    ],
)
@pytest.mark.parametrize("text", [SHORT, f"Holm, M. (2021). {TITLE}. Orchard Letters, 3, 1-9."])
def test_a_short_title_joins_where_it_is_the_whole_one(text: str, source: Source, by: str) -> None:
    assert joined([entry(text), entry("Something else, 2019.", 2)], source) == {0: (source.id, by)}


@pytest.mark.parametrize(
    ("texts", "sources"),
    [
        ((SHORT,), (document("x.md", "Pollination services"),)),
        ((SHORT,), (document("x.md", "Pollination services: a review of reviews"),)),
        ((SHORT,), (document("x.txt", "", f"They say in {TITLE} that bees visit."),)),
        ((SHORT, "Pollination services: a review. Another, 2020."), (document("x.md", TITLE),)),
        ((SHORT,), (document("x.md", TITLE), document("y.md", TITLE))),
        (("Walden. https://pond.example/w",), (document("x.md", "Walden"),)),
    ],
)
def test_a_short_title_joins_nothing_else(texts: tuple[str, ...], sources: tuple[Source, ...]) -> None:
    assert joined([entry(text, at) for at, text in enumerate(texts, 1)], *sources) == {}


def test_a_title_that_is_too_short_is_told() -> None:
    text = "Ponds are deep [1]. Bees fly [2].\n\n## References\n\n1. Walden. https://pond.example/w\n2. Bees at work.\n"
    report = audit(text, (document("x.md", "Walden", "Ponds."), document("y.md", "Something else", "Far away.")))
    told = {join.file: join.problem for join in report.joins if join.file}
    assert told["papers/x.md"].startswith("its title is too short to join it by: ")
    assert told["papers/y.md"] == ""


@pytest.mark.parametrize(
    "source",
    [
        document("x.pdf", "Battery ageing"),  # too short to be that of one work
        document("2024.pdf"),
        document("lindqvist_2024.pdf"),
        document("10 years of ferries.txt"),
        document("1.5 degrees.txt"),
        document("x.pdf", "", "", "", "doi:10.5555/other"),
        document("x.pdf", "", "x " * 2_000 + ENTRY),  # it is cited there, behind the first page
    ],
)
def test_what_is_no_sign_joins_nothing(source: Source) -> None:
    assert joined([entry(), entry("Something else, 2019.", 10)], source) == {}


def test_a_stronger_sign_outweighs_a_weaker_one() -> None:
    paper = document("2.pdf", "Battery ageing on short ferry crossings")
    assert joined([entry(), entry("Harbour news, 2023.", 2)], paper) == {0: ("2.pdf", "title")}


def test_what_could_be_either_is_neither() -> None:
    two = [entry(), entry("Okonjo, I. (2024). Another paper on other matters altogether. Gazette, 3, 1-9.", 2)]
    assert joined(two, document("okonjo-2024.pdf")) == {}


def test_of_two_copies_the_first_is_read_and_a_copy_may_serve_two_entries() -> None:
    title = "Battery ageing on short ferry crossings"
    assert joined([entry()], document("a.pdf", title), document("a.docx", title)) == {0: ("a.pdf", "title")}
    assert len(joined([entry(), entry(ENTRY, 2)], document("a.pdf", title))) == 2
    both = (document("a.pdf", title), document("b.docx", title, "Its text."))
    found, copies = joins_of([entry()], both)
    assert (found[0].source, copies) == (1, {0: 0})  # a scan is not read where a copy has a text


def test_a_source_without_a_text_is_joined_by_what_it_is_called() -> None:
    known = Source("okonjo2024", "https://doi.org/10.5555/ehf.1", "Battery ageing on short ferry crossings", "")
    assert joined([Wanted(None, known)], document("okonjo2024.pdf")) == {0: ("okonjo2024.pdf", "file name")}
    by_doi = document("x.pdf", "", "", "", "doi:10.5555/ehf.1")
    assert joined([Wanted(None, known)], by_doi) == {0: ("x.pdf", "identifier")}
