"""Read the main text, title, address and date of an HTML page. Runs in a process that can be killed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from datetime import date
from typing import Any
from urllib.parse import urljoin, urlsplit

from retrieval.hidden_text import drop_hidden
from retrieval.lost_parts import with_lost_parts
from retrieval.named_values import head_answers, join_names_and_values
from retrieval.published_date import day_of_address, day_of_text, read_date
from retrieval.source_address import without_user
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DatedBy

LONGEST_TEXT = 2_000_000
LONGEST_OPENING = 4_000
_LONGEST_TITLE = 500
_MOST_SCRIPTS = 50
_FEWEST_HEADINGS = 2  # lost, for which a page is read again
_OWN_NAMES = ("citation_doi", "prism.doi", "bepress_citation_doi", "dc.identifier", "citation_arxiv_id")
_MOST_NODES = 10_000
_META_DAYS = (
    "article:published_time",
    "citation_publication_date",
    "citation_date",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date",
    "date",
    "pubdate",
    "publishdate",
    "parsely-pub-date",
    "sailthru.date",
    "datepublished",
)
# Of a page that tells no other day: when it was last changed or looked through.
_META_CHANGES = (
    "article:modified_time",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "datemodified",
    "lastmod",
    "revised",
    "reviewed",
)
# Fixed bounds: by default htmldate asks the clock what may have been published.
_GUESSED_DAYS = {
    "original_date": True,
    "extensive_search": False,
    "min_date": "1995-01-01",
    "max_date": "2199-12-31",
}


@frozen
class Extract:
    """What a page says: ``url`` is its own canonical address or "", ``published`` None without a date.

    ``dated_by`` says where the date was read, "" without one. A document with pages has where each begins in the text
    in ``pages``, and as ``opening`` the first of them with its running heads, or what else names it.
    """

    title: str
    text: str
    published: date | None = None
    url: str = ""
    dated_by: DatedBy = ""
    pages: tuple[int, ...] = ()
    opening: str = ""


def read_html(page: str, url: str = "") -> Extract:
    """Extract what readers see of an article; the text is "" where there is nothing.

    The date is taken from the address, else from JSON-LD, else from the page's metadata, else from what its text tells
    its readers, else guessed from its markup by htmldate, else it is the day of its last change; of several the first
    in that order, and in the page, wins.
    """
    from trafilatura.metadata import extract_metadata
    from trafilatura.utils import load_html

    tree = load_html(page)
    if tree is None:
        return Extract("", "")
    metas = _metas(tree)
    own_title = metas.get("og:title") or (tree.findtext(".//title") or "")
    own_url = _canonical(tree, url)
    addressed = day_of_address(own_url or url)
    published = addressed or _linked_data_day(tree, "datePublished") or _meta_day(metas, _META_DAYS)
    meta = None if published else extract_metadata(tree, date_config=_GUESSED_DAYS, extensive=False)
    if meta:
        own_title = own_title or meta.title or ""
    changed = None if published else _linked_data_day(tree, "dateModified") or _meta_day(metas, _META_CHANGES)
    drop_hidden(tree)
    for element in list(tree.iter("time")):
        element.drop_tag()  # the extraction would leave its words out: "Valid from 29 March 2026 to"
    head_answers(tree)
    join_names_and_values(tree)
    text = _main_text(tree)[:LONGEST_TEXT]
    if published is None and day_of_text(text) is None:  # a day that stands in the text is asked for later
        published = (read_date(meta.date or "") if meta else None) or changed
    dated_by: DatedBy = "address" if addressed else "page" if published else ""
    named = " ".join(f"arXiv:{metas[n]}" if "arxiv" in n else metas[n] for n in _OWN_NAMES if n in metas)
    return Extract(_one_line(own_title), text, published, own_url, dated_by, opening=named[:LONGEST_OPENING])


def _main_text(tree: Any) -> str:
    """Return the main text of a page, with the headings and lists that part it.

    Of a page without an element for its main part paragraphs alone are found. Where half of its headings are lost, and
    two of them at least stand in what is found of its whole body, that is its text. What is lost besides is put back.
    """
    whole = deepcopy(tree)
    text = _extracted(tree)
    if not text:
        return ""
    if next(whole.iter("main", "article"), None) is None:
        headings = [_one_line("".join(one.itertext())) for one in whole.iter("h2", "h3", "h4")]
        lost = [one for one in headings if one and one not in text]
        if len(lost) >= max(_FEWEST_HEADINGS, len(headings) / 2):
            wider = _extracted(_as_main_part(deepcopy(whole)))
            text = wider if sum(one in wider for one in lost) >= _FEWEST_HEADINGS else text
    return with_lost_parts(text, whole)


def _extracted(tree: Any) -> str:
    from trafilatura.core import bare_extraction
    from trafilatura.settings import Document

    document = bare_extraction(tree, include_comments=False)
    return document.text or "" if isinstance(document, Document) else ""


def _as_main_part(tree: Any) -> Any:
    """Put the whole body of a page into an element for its main part."""
    for body in tree.iter("body"):
        main = body.makeelement("article")
        main.text, body.text = body.text, None
        main.extend(list(body))
        body.append(main)
        break
    return tree


def _one_line(text: str) -> str:
    return " ".join(text[: 4 * _LONGEST_TITLE].split())[:_LONGEST_TITLE]


def _metas(tree: Any) -> dict[str, str]:
    """Return the page's meta tags by lower-cased name; the first of a name wins."""
    metas: dict[str, str] = {}
    for tag in tree.iter("meta"):
        name = tag.get("property") or tag.get("name") or tag.get("itemprop")
        if name and tag.get("content"):
            metas.setdefault(name.lower(), tag.get("content"))
    return metas


def _canonical(tree: Any, url: str) -> str:
    for link in tree.iter("link"):
        if (link.get("rel") or "").lower() == "canonical" and link.get("href"):
            try:
                address = urljoin(url, link.get("href").strip())
                return without_user(address) if urlsplit(address).scheme in ("http", "https") else ""
            except ValueError:
                return ""
    return ""


def _meta_day(metas: dict[str, str], names: Sequence[str]) -> date | None:
    for name in names:
        day = read_date(metas.get(name, "").replace("/", "-"))
        if day is not None:
            return day
    return None


def _linked_data_day(tree: Any, key: str) -> date | None:
    scripts = (s for s in tree.iter("script") if "ld+json" in (s.get("type") or ""))
    for script, _ in zip(scripts, range(_MOST_SCRIPTS), strict=False):
        try:
            data = json.loads(script.text or "")
        except (ValueError, RecursionError):
            continue
        for found in _values_of(key, data):
            day = read_date(found)
            if day is not None:
                return day
    return None


def _values_of(key: str, data: object) -> Iterator[str]:
    """Yield the texts under a key anywhere in a JSON value, in document order, of its first nodes only."""
    waiting, seen = [data], 0
    while waiting and seen < _MOST_NODES:
        node = waiting.pop()
        seen += 1
        if isinstance(node, dict):
            if isinstance(node.get(key), str):
                yield node[key]
            waiting.extend(reversed(list(node.values())))
        elif isinstance(node, list):
            waiting.extend(reversed(node[:_MOST_NODES]))
