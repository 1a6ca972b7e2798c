"""What a draft cites and what it only lists, each once."""

from __future__ import annotations

from audit.runner import AuditOptions, open_case
from retrieval.lockfile import Lock, Locked
from wellsourced.cited_sources import cited, listed_by_lock, names_addresses, uncited
from wellsourced_core.model import Source

DRAFT = """\
# Varne

The mill opened in 1871 [1]. Its wheel is gone [3].

## References

1. https://mills.example/varne
2. https://mills.example/spare
3. https://www.mills.example/varne#again
4. A book without an address
5. Weirs. doi:10.5555/Weir.1902
6. http://mills.example/spare
"""


def names(found: object) -> list[tuple[str, bool]]:
    return [(one.source.url, one.given) for one in found]  # type: ignore[attr-defined]


def test_every_page_is_named_once_on_one_side() -> None:
    case = open_case(DRAFT, (), AuditOptions())
    assert names(cited(case)) == [("https://mills.example/varne", False)]
    assert names(uncited(case)) == [
        ("https://mills.example/spare", False),
        ("https://doi.org/10.5555/weir.1902", False),
    ]


def test_a_source_that_was_given_stands_for_its_entry() -> None:
    given = (Source("a", "https://mills.example/spare", "Spare", "A text.", n=2), Source("b", "", "Book", "Text.", n=4))
    found = uncited(open_case(DRAFT, given, AuditOptions()))
    assert names(found) == [
        ("https://mills.example/spare", True),
        ("", True),
        ("https://doi.org/10.5555/weir.1902", False),
    ]
    assert found[0].urls[1:] == ("https://mills.example/spare",)


def test_a_draft_without_a_list_lists_nothing() -> None:
    assert uncited(open_case("# Varne\n\nA mill stood there.\n", (), AuditOptions())) == ()


def test_a_draft_names_addresses_where_each_entry_has_one() -> None:
    whole = DRAFT.replace("4. A book without an address\n", "")
    for text, named in ((DRAFT, False), (whole, True), ("No list at all [1].\n", False)):
        assert names_addresses(open_case(text, (), AuditOptions())) is named


def test_a_lock_lists_what_a_draft_links_to_and_nothing_else() -> None:
    pages = [Source(url, url, "Mills", "A text.") for url in ("https://mills.example/a", "https://mills.example/b")]
    lock = Lock({page.url: Locked(page) for page in pages})

    def listed(text: str, sources: tuple[Source, ...] = ()) -> list[str]:
        return [one.url for one in listed_by_lock(open_case(text, sources, AuditOptions()), lock).sources]

    links = "It turns ([A](https://mills.example/a)), it stands ([C](https://mills.example/c)).\n"
    assert listed(links) == ["https://mills.example/a", "https://mills.example/c"]
    assert listed("[C](https://mills.example/c) stands; it turns ([A](https://mills.example/a)).\n") == [
        "https://mills.example/a"
    ]
    assert listed("It stands ([C](https://mills.example/c)).\n") == []
    assert listed(DRAFT) == []
    assert listed(links, (Source("x", "https://mills.example/x", "X", "A text."),)) == ["https://mills.example/x"]
