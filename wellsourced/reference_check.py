"""Ask the services for references and judge them: identifiers first, in batches, then titles, one service at a time.

Each service is asked only for what the ones before it left open. A reference is accused only after every service that
could know better was asked; one that is down makes it a matter for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date

from audit.references.judge import Evidence, Fields, Judgement, judge
from audit.references.offline import objections
from audit.references.titles import telling_words
from audit.references.venues import is_of_computing
from retrieval.registries.interface import Question
from wellsourced_core.identifiers import arxiv_doi, find_arxiv, is_doi
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import Work, WrittenReference
from wellsourced_core.values import field, frozen, mutable, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.references.offline import Objection
    from retrieval.registries.interface import Answer, Registry
    from wellsourced_core.model import EntryVerdict

RESOLVER, COMPUTING = "doi.org", "DBLP"
_THREADS = 8
_FEW_WORDS = 4
_NONEXISTENT = ("doi", "arxiv", "isbn")


@frozen
class Unchecked:
    """A service that was not asked, or did not answer, for so many references, and why."""

    service: str
    why: str
    references: int


@frozen
class Checked:
    """The judgement on each reference, in their order, and what was not checked."""

    judgements: tuple[Judgement, ...]
    unchecked: tuple[Unchecked, ...] = ()


@mutable
class _Open:
    """One reference, what the services said of it so far, and the judgement on that."""

    written: WrittenReference
    as_of: date
    identified: list[Work] = field(default_factory=list)
    found: list[Work] = field(default_factory=list)
    refuted: str = ""
    registered: str = ""
    asked: list[str] = field(default_factory=list)
    down: list[str] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)
    judgement: Judgement | None = None

    def look(self) -> Judgement:
        evidence = Evidence(
            tuple(self.identified),
            tuple(self.found),
            self.refuted,
            self.registered,
            tuple(self.asked),
            tuple(self.down),
        )
        self.judgement = judge(self.written, evidence, self.as_of)
        return self.judgement

    def heard(self, service: str, answer: Answer) -> None:
        """Note that a service answered, or did not."""
        if answer.state == "down" and service not in self.down:
            self.down.append(service)
        elif answer.state not in ("down", "skipped") and service not in self.asked:
            self.asked.append(service)


@mutable
class _Run:
    """The services of one run, and why each of them failed where it did."""

    registries: Sequence[Registry]
    troubles: dict[str, str] = field(default_factory=dict)

    def ask(self, registry: Registry, identifiers: Iterable[str]) -> dict[str, Answer]:
        wanted = [one for one in dict.fromkeys(identifiers) if registry.knows(one)]
        answers = registry.identify(wanted) if wanted else {}
        self._note(registry, answers.values())
        return answers

    def search(self, registry: Registry, questions: Iterable[Question]) -> dict[Question, Answer]:
        """Search for each title once, some at a time."""
        wanted = list(dict.fromkeys(questions))
        with ThreadPoolExecutor(_THREADS) as pool:
            answers = dict(zip(wanted, pool.map(registry.search, wanted), strict=True))
        self._note(registry, answers.values())
        return answers

    def _note(self, registry: Registry, answers: Iterable[Answer]) -> None:
        for answer in answers:
            if answer.state == "down":
                self.troubles.setdefault(registry.name, answer.why)


def check(references: Sequence[WrittenReference], registries: Sequence[Registry], as_of: date) -> Checked:
    """Judge the references of one list; ``registries`` in the order in which they are asked. Raises StorageError."""
    run = _Run(registries)
    cases = [_Open(one, as_of) for one in references]
    _identify(run, cases)
    _search(run, [case for case in cases if _is_open(case)])
    _look_for_retractions(run, cases)
    found = (case.judgement or case.look() for case in cases)
    objected = objections(references, as_of)
    judged = tuple(_objected(one, some) for one, some in zip(found, objected, strict=True))
    return Checked(judged, tuple(_unchecked(run, cases)))


# ---------------------------------------------------------------------------------------------- identifiers


def _identify(run: _Run, cases: Sequence[_Open]) -> None:
    """Ask for what the references name: each service in turn for what is still unknown, the resolver of DOIs last."""
    open_: dict[str, list[_Open]] = {}
    for case in cases:
        for identifier in _identifiers(case.written):
            open_.setdefault(identifier, []).append(case)
    absent: set[str] = set()
    for registry in run.registries:
        wanted = {identifier: _as_asked(identifier, some[0].written, registry) for identifier, some in open_.items()}
        answers = run.ask(registry, wanted.values())
        for identifier, asked in wanted.items():
            answer = answers.get(asked)
            if answer is not None and _heard_of(open_[identifier], identifier, registry, answer, absent):
                del open_[identifier]
    for case in cases:
        case.look()


def _as_asked(identifier: str, written: WrittenReference, registry: Registry) -> str:
    """Return an identifier as a service knows it: the resolver has a DOI for each paper of arXiv."""
    if registry.name == RESOLVER and identifier.startswith("arxiv:"):
        own = written.doi if _names_arxiv(written) else arxiv_doi(identifier.removeprefix("arxiv:"))
        return f"doi:{own}"
    return identifier


def _heard_of(cases: Sequence[_Open], identifier: str, registry: Registry, answer: Answer, absent: set[str]) -> bool:
    """Note an answer about an identifier; return whether no further service need be asked."""
    for case in cases:
        case.heard(registry.name, answer)
    if answer.works:
        for case in cases:
            case.identified += [_as_named(work, identifier, case.written) for work in answer.works]
            # What another service failed to say of it has been said.
            case.down = []
        return True
    if answer.state == "refuted" and (
        identifier.startswith("doi:") or identifier in absent or _names_arxiv(cases[0].written)
    ):
        for case in cases:
            case.refuted = f"doi:{case.written.doi}" if _names_arxiv(case.written) else _shown(identifier)
        return True
    if answer.state == "registered":
        for case in cases:
            case.registered = _shown(identifier)
        return True
    if answer.state == "answered":
        absent.add(identifier)
    return False


def _as_named(work: Work, identifier: str, written: WrittenReference) -> Work:
    """Return a record under the identifier that it was asked by."""
    kind, _, value = identifier.partition(":")
    if kind == "doi":
        return replace(work, doi=value)
    return replace(work, arxiv=value, doi=written.doi if _names_arxiv(written) else work.doi)


def _identifiers(written: WrittenReference) -> list[str]:
    """Return what a reference can be looked up by; a DOI of arXiv's is a paper of arXiv."""
    found = [f"doi:{written.doi}"] if written.doi and is_doi(written.doi) and not _names_arxiv(written) else []
    return [*found, f"arxiv:{written.arxiv}"] if written.arxiv else found


def _names_arxiv(written: WrittenReference) -> bool:
    """Tell whether a reference's DOI is the one that arXiv has for the paper it names."""
    return bool(written.arxiv) and find_arxiv(f"doi:{written.doi}") == written.arxiv


def _shown(identifier: str) -> str:
    return identifier if identifier.startswith("doi:") else f"arXiv:{identifier.removeprefix('arxiv:')}"


# ---------------------------------------------------------------------------------------------- titles


def _is_open(case: _Open) -> bool:
    """Tell whether a search may settle a reference: it names a work, and its identifiers settled nothing."""
    judgement, written = case.judgement or case.look(), case.written
    if judgement.settled or not written.title:
        return False
    return written.kind != "other" or bool(written.authors and written.year) or bool(case.identified)


def _search(run: _Run, cases: Sequence[_Open]) -> None:
    """Search for titles, one service after the other, until each reference is settled.

    What appeared in a venue of computer science is first looked for where all of those are recorded.
    """
    own = [case for case in cases if is_of_computing(case.written.venue)]
    for registry in run.registries:
        if registry.name == COMPUTING:
            _search_in(run, registry, own)
    for registry in run.registries:
        _search_in(run, registry, cases)


def _search_in(run: _Run, registry: Registry, cases: Sequence[_Open]) -> None:
    """Search one service for the titles of the references that are not settled, each once."""
    left = [
        case for case in cases if not (case.judgement or case.look()).settled and registry.name not in case.searched
    ]
    if not left or not registry.searches():
        return
    questions = [_question(case.written) for case in left]
    answers = run.search(registry, questions)
    for case, question in zip(left, questions, strict=True):
        answer = answers[question]
        case.searched.append(registry.name)
        case.heard(registry.name, answer)
        case.found += [work for work in answer.works if work not in case.found]
        case.look()


def _question(written: WrittenReference) -> Question:
    """Return what is searched for: a short title together with its first author."""
    first = written.authors[0].family if written.authors else ""
    return Question(" ".join(written.title.split())[:300], first if telling_words(written.title) < _FEW_WORDS else "")


def _look_for_retractions(run: _Run, cases: Sequence[_Open]) -> None:
    """Ask the service that knows of retractions about works that others found."""
    registry = next((one for one in run.registries if not one.skipped), None)
    if registry is None:
        return
    wanted: dict[str, list[_Open]] = {}
    for case in cases:
        record = case.judgement.record if case.judgement else None
        known = {f"doi:{work.doi}" for work in (*case.identified, *case.found) if work.service == registry.name}
        if record is not None and record.doi and f"doi:{record.doi}" not in known and registry.name not in case.down:
            wanted.setdefault(f"doi:{record.doi}", []).append(case)
    asked = {name: some for name, some in wanted.items() if registry.knows(name)}
    for identifier, answer in run.ask(registry, asked).items():
        for case in asked[identifier]:
            case.found += [work for work in answer.works if work not in case.found]
            if answer.works:
                case.look()


# ---------------------------------------------------------------------------------------------- verdicts


def _objected(judgement: Judgement, some: Sequence[Objection]) -> Judgement:
    """Return a judgement with what is impossible about its reference, which no record can make good."""
    # Of two entries with one identifier, the record tells which is wrong.
    some = [one for one in some if one.about != "title" or judgement.record is None]
    if not some:
        return judgement
    if all(one.about == "title" for one in some):  # which of the two is wrong, nobody can tell here
        why = "; ".join((*(one.why for one in some), judgement.why))
        return replace(judgement, verdict="needs-review", code="R412", certainty="possible", why=why)
    nonexistent = any(one.about in _NONEXISTENT for one in some)
    verdict: EntryVerdict = "not-found" if nonexistent else "mismatch"
    told = [one.why for one in some]
    if judgement.verdict in ("mismatch", "retracted", "not-found"):
        told.append(judgement.why)
    fields = judgement.fields
    return replace(
        judgement,
        verdict=verdict,
        code="R412",
        certainty="proven",
        why="; ".join(told),
        fields=_differing(fields, [one.about for one in some]),
    )


def _differing(fields: Fields, about: Sequence[str]) -> Fields:
    return Fields(
        "differs" if "title" in about else fields.title,
        "differs" if "authors" in about else fields.authors,
        "differs" if "year" in about else fields.year,
        fields.venue,
        "differs" if "doi" in about else fields.doi,
    )


def _unchecked(run: _Run, cases: Sequence[_Open]) -> Iterable[Unchecked]:
    """Say which services were skipped, which did not answer, and for how many references that mattered."""
    for registry in run.registries:
        if registry.skipped:
            yield Unchecked(registry.name, registry.skipped, 0)
        elif registry.name in run.troubles:
            count = sum(registry.name in case.down for case in cases)
            yield Unchecked(registry.name, run.troubles[registry.name], count)


def told(unchecked: Unchecked) -> str:
    """Say in a line what was not checked."""
    mattered = f" ({plural(unchecked.references, 'reference')} left open)" if unchecked.references else ""
    return f"{unchecked.service} was not asked: {unchecked.why}{mattered}"
