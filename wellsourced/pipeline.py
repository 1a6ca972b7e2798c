"""The whole story of one article: search, score, retry, gate, validate, select, write, audit.

No model decides anything here. A model may reformulate a weak query and may write the text; which sources it
sees and which of its citations survive is decided by code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from audit.publish import publish
from audit.runner import AuditOptions, audit, policy
from quality import evidence, gate, refusal
from quality import options as quality_options
from quality.composite import judge
from quality.selection import select
from retrieval.attempt import attempt, attempts, require_any
from retrieval.backends import Backend
from retrieval.fusion import fuse
from retrieval.identity import origins
from retrieval.reformulate import Reformulator, reformulate
from wellsourced.core.errors import BackendError, shown
from wellsourced.core.model import (
    Article,
    Assignment,
    Attempt,
    Batch,
    Decision,
    Insufficient,
    Outcome,
    Provenance,
    Short,
    Topic,
    Usage,
    Written,
)
from wellsourced.facts import Validated, validate
from wellsourced.references import with_references

WORDS = {"quick": 350, "standard": 650, "deep": 1000}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked for; ``as_of`` is the day that dates are measured from."""

    as_of: date
    mode: str = "standard"
    profile: str = "fast"
    quality: quality_options.Options = field(default_factory=quality_options.Options)
    audit: AuditOptions = field(default_factory=AuditOptions)
    results: int = 20


@dataclass(frozen=True, slots=True)
class Tools:
    """What a run works with, handed in: backends, a writer, a reformulator, and who is told of progress."""

    backends: tuple[Backend, ...]
    write: Callable[[Assignment], Written]
    writer: str = "extractive"
    reformulate: Reformulator = reformulate
    tell: Callable[[str], None] = lambda line: None


@dataclass(frozen=True, slots=True)
class Research:
    """What the searches brought: every attempt, the judged union, why it was retried, and the gate's outcome."""

    attempts: tuple[Attempt, ...]
    batch: Batch
    retried: Decision | None
    stopped: Decision | None
    outcome: Outcome


def make_article(topic: Topic, tools: Tools, settings: Settings) -> Article:
    """Research a topic and write it up, or refuse honestly; raises BackendError or WriterError."""
    mode = topic.mode or settings.mode
    found = research(topic.question, mode, tools, settings)
    kept = found.outcome.kept
    ruling = evidence.rule(
        weighed := evidence.weigh(kept, settings.quality), _profile(topic, settings), settings.quality
    )
    for line in lines(found, settings.quality):
        tools.tell(line)
    if isinstance(found.outcome, Insufficient) or not ruling.allowed:
        return refuse(topic, found, ruling, tools, settings, mode)
    facts = validate(topic.notes, kept)
    passages = select(topic.question, kept, settings.quality)
    disclaimer = found.outcome.disclaimer if isinstance(found.outcome, Short) else None
    words = (topic.words or WORDS[mode]) // (2 if disclaimer else 1)
    assignment = Assignment(topic.question, words, passages, facts.facts, disclaimer, settings.as_of)
    written = tools.write(assignment)
    numbered = tuple(replace(scored.source, n=n) for n, scored in enumerate(kept, 1))
    done = publish(with_references(written.markdown, numbered), numbered, settings.audit)
    record = _record(topic, found, ruling, facts, tools, settings, mode, written.usage, weighed.notes, len(passages))
    return Article(topic, done.text, done.sources, done.report, replace(record, repairs=done.repairs))


def research(question: str, mode: str, tools: Tools, settings: Settings) -> Research:
    """Search, judge, and search again in other words where the first results are weak; then let the gate decide.

    The union of all searches is judged against the original question, so that a retry never makes the best
    sources worse. ``deep`` mode goes on until the evidence suffices, nothing new comes, or its passes are used.
    """
    options = settings.quality
    made = attempt("original", question, tools.backends, settings.results)
    require_any(made)
    batch = _judge(question, made, settings)
    retried = gate.wants_retry(batch, options)
    stopped: Decision | None = None
    passes = 1
    known = len({s.origin for s in batch.scored})
    while passes < options.mode(mode).passes:
        outcome = gate.decide(batch, mode, options)
        if mode == "deep":
            weighed = evidence.weigh(outcome.kept, options)
            count = len({s.origin for s in batch.scored})
            stopped = evidence.stop(
                passes, weighed, len(outcome.kept), count - (known if passes > 1 else 0), mode, options
            )
            known = count
            if stopped is not None:
                break
        elif retried is None:
            break
        queries = _reformulated(question, batch, made, tools)
        if not queries:
            break
        made += attempts(queries, tools.backends, settings.results)
        batch = _judge(question, made, settings)
        passes += 1
    return Research(made, batch, retried, stopped, gate.decide(batch, mode, options))


def refuse(
    topic: Topic, found: Research, ruling: evidence.Ruling, tools: Tools, settings: Settings, mode: str
) -> Article:
    """Answer that the evidence is insufficient: what was searched, what was found, where to look. No model call."""
    text = refusal.answer(topic.question, found.attempts, found.outcome, settings.as_of, ruling.reasons)
    record = _record(topic, found, ruling, Validated((), ()), tools, settings, mode, Usage(), (), 0)
    if not isinstance(found.outcome, Insufficient):
        record = replace(record, outcome="insufficient", decision=ruling.reasons[0])
    return Article(topic, text, (), audit(text, (), settings.audit, "article.md"), record)


def lines(found: Research, options: quality_options.Options) -> tuple[str, ...]:
    """Return what a person reads of a research: a line per search, per source, and the decisions."""
    said = [
        f"Search ({one.kind}, {one.provider}): {shown(one.query, 120)} - "
        + (f"failed: {one.error}" if one.error else f"{len(one.ranked)} results")
        for one in found.attempts
    ]
    if found.retried is not None:
        said.append(f"Retried: {found.retried.why}")
    said += [gate.line(i, scored, options) for i, scored in enumerate(found.batch.scored, 1)]
    if found.stopped is not None:
        said.append(f"Stopped: {found.stopped.rule} ({found.stopped.why})")
    return (*said, f"Outcome: {type(found.outcome).__name__.lower()} - {found.outcome.decision.why}")


def _judge(question: str, made: Sequence[Attempt], settings: Settings) -> Batch:
    union = fuse([one.ranked for one in made])
    return judge(question, union, settings.quality, settings.as_of, origins(union))


def _reformulated(question: str, batch: Batch, made: Sequence[Attempt], tools: Tools) -> tuple[tuple[str, str], ...]:
    """Return the queries worth asking next: those of the reformulator that were not asked before."""
    first = [scored.source for scored in batch.scored]
    try:
        broader, reframed = tools.reformulate(question, first)
    except BackendError as error:
        tools.tell(f"Reformulation failed ({error.problem}); the built-in one is used")
        broader, reframed = reformulate(question, first)
    asked = {" ".join(one.query.lower().split()) for one in made}
    fresh = []
    for kind, query in (("broader", broader), ("reframed", reframed)):
        normal = " ".join(query.lower().split())
        if normal and normal not in asked:
            asked.add(normal)
            fresh.append((kind, query))
    return tuple(fresh)


def _profile(topic: Topic, settings: Settings) -> str:
    return topic.profile or settings.profile


def _record(
    topic: Topic,
    found: Research,
    ruling: evidence.Ruling,
    facts: Validated,
    tools: Tools,
    settings: Settings,
    mode: str,
    usage: Usage,
    risks: tuple[str, ...],
    passages: int,
) -> Provenance:
    return Provenance(
        question=topic.question,
        mode=mode,
        profile=_profile(topic, settings),
        as_of=settings.as_of,
        writer=tools.writer,
        attempts=found.attempts,
        retried=found.retried,
        batch=found.batch,
        outcome=type(found.outcome).__name__.lower(),
        decision=found.outcome.decision,
        kept=found.outcome.kept,
        decisions=tuple(d for d in (found.stopped, *ruling.reasons) if d is not None),
        risks=risks,
        facts=facts.facts,
        dropped=facts.dropped,
        passages=passages,
        usage=usage,
        policy=policy(),
    )
