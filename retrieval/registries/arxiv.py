"""arXiv: its preprints by identifier, a hundred in one request, and by title (https://export.arxiv.org; Atom)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.parsers import expat

from retrieval.cache import Cache
from retrieval.markup import without_markup
from retrieval.registries.interface import Answer, Asker, Question, RegistryOptions, batches, down
from wellsourced_core.errors import BackendError
from wellsourced_core.identifiers import arxiv_doi, find_arxiv, find_doi
from wellsourced_core.model import Work
from wellsourced_core.person_names import person

ADDRESS = "https://export.arxiv.org"
PAUSE = 3.0
_BATCH = 100
_ROWS = 5
_TAGS = frozenset(("id", "title", "published", "updated", "name", "arxiv:doi", "arxiv:journal_ref"))
_REFUSED = (400, 404, 414)


class Arxiv:
    """Asks arXiv's API."""

    name = "arXiv"
    skipped = ""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def knows(self, identifier: str) -> bool:
        return identifier.startswith("arxiv:")

    def searches(self) -> bool:
        return True

    def identify(self, identifiers: Sequence[str]) -> dict[str, Answer]:
        found = {one: kept for one in identifiers if (kept := self._asker.kept(one)) is not None}
        for batch in batches([one for one in dict.fromkeys(identifiers) if one not in found], _BATCH):
            found |= self._batch(batch)
        return found

    def _batch(self, identifiers: Sequence[str]) -> dict[str, Answer]:
        """Ask for several papers at once; an identifier that cannot be read has the whole request refused."""
        wanted = ",".join(one.removeprefix("arxiv:") for one in identifiers)
        try:
            works = self._works((("id_list", wanted), ("max_results", str(len(identifiers)))))
        except BackendError as error:
            if error.status not in _REFUSED:
                return {one: down(error) for one in identifiers}
            if len(identifiers) > 1:
                middle = len(identifiers) // 2
                return self._batch(identifiers[:middle]) | self._batch(identifiers[middle:])
            works = []
        by_id = {f"arxiv:{work.arxiv}": work for work in works}
        return {
            one: self._asker.keep(one, Answer("answered", (by_id[one],) if one in by_id else ())) for one in identifiers
        }

    def search(self, question: Question) -> Answer:
        asked = f"title {question.title}"
        if (kept := self._asker.kept(asked)) is not None:
            return kept
        words = " ".join("".join(c if c.isalnum() else " " for c in question.title).split())
        try:
            works = self._works((("search_query", f'ti:"{words}"'), ("max_results", str(_ROWS))))
        except BackendError as error:
            return down(error)
        return self._asker.keep(asked, Answer("answered", tuple(works)))

    def _works(self, parameters: Sequence[tuple[str, str]]) -> list[Work]:
        url = self._asker.path("/api/query")
        response, _ = self._asker.fetch(url, parameters, accept="application/atom+xml")
        if response.status != 200:
            problem = f"answers with status {response.status}"
            raise BackendError(self.name, problem, "try again later", code="http-status", status=response.status)
        return [work for entry in _Feed().read(response.body) if (work := _work(entry)) is not None]


class _Feed:
    """Collects the entries of an Atom feed: the texts of each tag, in order. A document type is refused."""

    def __init__(self) -> None:
        self.entries: list[dict[str, list[str]]] = []
        self._text: list[str] | None = None

    def read(self, body: bytes) -> list[dict[str, list[str]]]:
        """Return the entries. Raises BackendError for what is no feed."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler, parser.EndElementHandler = self._begin, self._end
        parser.CharacterDataHandler = self._add
        try:
            parser.Parse(body, True)
        except expat.ExpatError as error:
            raise _no_feed() from error
        return self.entries

    def _refuse(self, *_: object) -> None:
        raise _no_feed()

    def _begin(self, tag: str, _: dict[str, str]) -> None:
        if tag == "entry":
            self.entries.append({})
        elif self.entries and tag in _TAGS:
            self._text = []

    def _end(self, tag: str) -> None:
        if self._text is not None and tag in _TAGS:
            self.entries[-1].setdefault(tag, []).append(" ".join("".join(self._text).split()))
            self._text = None

    def _add(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)


def _no_feed() -> BackendError:
    return BackendError(Arxiv.name, "does not answer in Atom", "try again later", code="bad-reply")


def _work(entry: Mapping[str, Sequence[str]]) -> Work | None:
    def text(tag: str) -> str:
        return next(iter(entry.get(tag, ())), "")

    identifier, title = find_arxiv(text("id")), without_markup(text("title"))
    if not identifier or not title:  # an error is an entry as well
        return None
    years = [text(name)[:4] for name in ("published", "updated")]
    return Work(
        Arxiv.name,
        f"arXiv:{identifier}",
        (title,),
        tuple(person(without_markup(name)) for name in entry.get("name", ()) if name),
        tuple(dict.fromkeys(int(year) for year in years if year.isascii() and year.isdigit())),
        tuple(filter(None, ("arXiv", text("arxiv:journal_ref")))),
        arxiv_doi(identifier),
        identifier,
        "preprint",
        published_as=find_doi(text("arxiv:doi")),
    )


def make(url: str, options: RegistryOptions, cache: Cache | None) -> Arxiv:
    return Arxiv(Asker(Arxiv.name, url, ADDRESS, PAUSE, options, cache))
