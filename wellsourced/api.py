"""The Python API: what the commands do, for texts and values in memory.

Values in, values out (`wellsourced_core.model`). Nothing here reads the clock, a configuration or the environment: the
day that dates are measured from is an argument. A user's mistake raises a WellsourcedError of one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wellsourced.arguments import backends_of, day_of, flag_of, path_of, text_of, texts_of, value_of, values_of
from wellsourced_core.errors import InputError, WellsourcedError
from wellsourced_core.model import Claim, FileReport, Finding, Pair, Source
from wellsourced_core.values import frozen, replace

if TYPE_CHECKING:
    from pathlib import Path

    from audit.case import Observation
    from audit.pairs import Judgement
    from audit.runner import AuditOptions
    from quality.options import Options
    from retrieval.backends import Backend
    from wellsourced.pipeline import Research, Settings, Tools
    from wellsourced_core.model import Article, Batch, Decision, Outcome

__all__ = [
    "Claim",
    "FileReport",
    "Finding",
    "Pair",
    "Source",
    "WellsourcedError",
    "audit_text",
    "open_corpus",
    "read_sources",
    "render_audit",
    "repair_text",
    "research",
    "score_sources",
    "verify_pairs",
    "write_article",
]

# ---------------------------------------------------------------------------------------------- a text


def audit_text(
    text: str,
    sources: Iterable[Source] = (),
    *,
    as_of: date | None = None,
    strict: bool = False,
    path: str = "<draft>",
) -> FileReport:
    """Audit a draft against its sources.

    A source without a number ``n`` has its place, from 1. ``as_of`` is the day that dates are measured from; without
    one no source is stale. ``strict`` makes a citation that cannot be checked an error; ``path`` is what the report
    calls the draft. Raises InputError for an argument of another type, and where two sources share a number or an id.
    """
    from audit.runner import audit

    shelf, options, observed = _laid_out(text, sources, as_of, strict=flag_of(strict, "strict"))
    return audit(text, shelf, options, text_of(path, "path"), observed)


def repair_text(text: str, sources: Iterable[Source] = (), *, as_of: date | None = None, unsafe: bool = False) -> str:
    """Return the draft with its safe fixes applied, with ``unsafe`` all fixes; a second call changes nothing."""
    from audit.repair import repair
    from audit.runner import audit

    also_unsafe = flag_of(unsafe, "unsafe")
    shelf, options, observed = _laid_out(text, sources, as_of)
    return repair(text, lambda now: audit(now, shelf, options, observations=observed), unsafe=also_unsafe).text


def render_audit(*reports: FileReport, format: str = "json") -> str:  # noqa: A002 - as the option is called
    """Render audits as the command does: json, sarif, html, markdown ... Raises InputError for an unknown format."""
    from audit.checks import all_checks, page
    from wellsourced.formats import render
    from wellsourced.policy import policy
    from wellsourced.version import version
    from wellsourced_core.model import AuditReport

    for number, report in enumerate(reports, 1):
        if not isinstance(report, FileReport):
            raise InputError(f"report {number}", "is not a FileReport", "pass what audit_text returns")
    rules = {check.code: page(check.code).split("\n", 1)[0] for check in all_checks()}
    return render(text_of(format, "format"), AuditReport(version(), policy(), reports), rules=rules)


def verify_pairs(pairs: Iterable[Pair]) -> Iterator[Judgement]:
    """Judge claims against sources, one by one, in order; a repeated text is read only once."""
    from audit.pairs import SourceCache, judge

    shelf = SourceCache()
    return (judge(pair, shelf) for pair in values_of(Pair, pairs, "pairs"))


def _laid_out(
    text: str, sources: Iterable[Source], as_of: date | None, *, strict: bool = False
) -> tuple[tuple[Source, ...], AuditOptions, tuple[Observation, ...]]:
    """Return a draft's sources, the options, and what the sources' texts are worth (S501 to S504)."""
    from audit.runner import AuditOptions, open_case
    from quality.options import Options
    from retrieval.lockfile import Lock
    from wellsourced.page_reader import PageReader
    from wellsourced.source_texts import shelve

    options = AuditOptions(strict=strict, as_of=None if as_of is None else day_of(as_of))
    shelf = shelve(open_case(text_of(text, "text"), _numbered(sources), options), Lock(), PageReader(), Options())
    return shelf.sources, options, shelf.observations


def _numbered(sources: Iterable[Source]) -> tuple[Source, ...]:
    values = values_of(Source, sources, "sources")
    numbered = tuple(one if one.n is not None else replace(one, n=i) for i, one in enumerate(values, 1))
    for what, keys in (("number", [one.n for one in numbered]), ("id", [one.id for one in numbered])):
        key, times = Counter(keys).most_common(1)[0] if keys else ("", 1)
        if times > 1:
            raise InputError(f"sources: {what} {key}", "is used more than once", f"give every source its own {what}")
    return numbered


# ---------------------------------------------------------------------------------------------- sources


@frozen
class Scored:
    """Sources judged for a question, what the gate makes of them, and why a second search would be made, if it would.

    ``sources`` are those given, in their order, with the dates that were read in their addresses and texts.
    """

    batch: Batch
    outcome: Outcome
    retry: Decision | None
    sources: tuple[Source, ...] = ()


def score_sources(
    query: str,
    sources: Sequence[Source],
    *,
    as_of: date | None = None,
    mode: str = "standard",
    options: Options | None = None,
) -> Scored:
    """Judge sources for a question: four axes, a composite in [0, 1] and a grade each; then let the gate decide.

    Without a day ``as_of`` no date counts: every source is as recent as one without a date. Raises InputError for a
    question without a letter or digit, ConfigError for an unknown mode.
    """
    from quality import gate
    from quality.composite import judge
    from quality.options import Options
    from retrieval.near_duplicates import origins
    from retrieval.published_date import with_date

    _check_mode(mode)
    if not any(c.isalnum() for c in text_of(query, "query")):
        raise InputError(query, "the question has no words", "ask a question")
    options = Options() if options is None else value_of(Options, options, "options")
    sources = tuple(values_of(Source, sources, "sources"))
    if as_of is None:
        sources = tuple(replace(one, published=None, dated_by="") for one in sources)
    else:
        sources = tuple([with_date(one, as_of) for one in sources])
    batch = judge(query, sources, options, date.min if as_of is None else day_of(as_of), origins(sources))
    if as_of is None:
        batch = replace(batch, as_of=None)
    outcome = gate.decide(batch, mode, options)
    return Scored(batch, outcome, _retry(batch, outcome, mode, options), sources)


def _retry(batch: Batch, outcome: Outcome, mode: str, options: Options) -> Decision | None:
    """Return why a second search would be made, for whatever reason."""
    from quality import evidence, gate

    found = gate.retry(batch, outcome, mode, options)
    if found is not None or mode != "deep":
        return found
    from wellsourced.source_conflicts import between

    weighed = evidence.weigh(outcome.kept, options, conflicts=between(outcome.kept))
    origins = len({one.origin for one in batch.scored})
    return evidence.wanting(weighed, evidence.stop(1, weighed, len(outcome.kept), origins, mode, options))


def read_sources(path: str | Path) -> tuple[Source, ...]:
    """Read JSON Lines, a bibliography (.bib, CSL .json), a document, or a folder of them. Raises InputError."""
    from wellsourced.given_sources import read_document, read_given

    return read_given([path_of(path)], read_document).sources


# ---------------------------------------------------------------------------------------------- the pipeline


def open_corpus(path: str | Path) -> Backend:
    """Return a corpus file, ready to be searched. Raises InputError where there is none."""
    from retrieval.backends import build
    from retrieval.storage import is_file

    if not is_file(path_of(path)):
        raise InputError(path, "there is no such corpus", "make one with `wellsourced corpus build`")
    return build("corpus", {"path": str(path)})


def research(
    question: str, backends: Sequence[Backend], *, as_of: date, mode: str = "standard", profile: str = "fast"
) -> Research:
    """Search, judge, search again if the results are weak, and let the gate decide; nothing is written.

    A backend is anything with a ``name`` and ``search(query, limit)`` that returns sources, best first, and may be
    asked from several threads at once. Raises BackendError where every search failed.
    """
    from wellsourced import pipeline
    from wellsourced.topics import topic_of

    tools, settings = _pipeline(backends, as_of, mode, profile)
    return pipeline.research(topic_of(text_of(question, "question")).question, mode, tools, settings)


def write_article(
    question: str,
    backends: Sequence[Backend],
    *,
    as_of: date,
    mode: str = "standard",
    profile: str = "fast",
    notes: Sequence[str] = (),
) -> Article:
    """Research a question and write an article from sentences of the kept sources, or an explained refusal.

    ``notes`` are statements that are checked before they are used. The text is audited and repaired before it is
    returned. Raises BackendError, and WriterError for a text of which no citation stands.
    """
    from wellsourced.pipeline import make_article
    from wellsourced.topics import topic_of

    tools, settings = _pipeline(backends, as_of, mode, profile)
    topic = topic_of(text_of(question, "question"))
    return make_article(replace(topic, notes=texts_of(notes, "notes")), tools, settings)


def _pipeline(backends: Sequence[Backend], as_of: date, mode: str, profile: str) -> tuple[Tools, Settings]:
    from wellsourced.choices import PROFILES
    from wellsourced.config import one_of
    from wellsourced.pipeline import Settings, Tools
    from writer.extractive import write

    _check_mode(mode)
    one_of("profile", profile, PROFILES)
    return Tools(backends_of(backends), write), Settings(day_of(as_of), mode, profile)


def _check_mode(mode: str) -> None:
    from wellsourced.choices import MODES
    from wellsourced.config import one_of

    one_of("mode", mode, MODES)
