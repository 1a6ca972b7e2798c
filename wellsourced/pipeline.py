"""The whole story of one article: search, score, retry, gate, validate, select, write, audit.

No model decides anything here. A model may reformulate a weak query and may write the text; which sources it
sees and which of its citations survive is decided by code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from audit.case import Observation
from audit.publish import Published, PublishOptions, publish, without_lists
from audit.runner import AuditOptions, audit
from quality import evidence, gate, refusal
from quality import judge as judging
from quality import options as quality_options
from quality.composite import leaders
from quality.evidence import Evidence
from quality.junk import injected
from quality.selection import select
from retrieval.attempt import attempt, attempts, require_any
from retrieval.backends import Backend
from retrieval.reformulate import Reformulator, anchor, reformulate
from wellsourced.conflicts import between
from wellsourced.facts import validate, weigh_claims
from wellsourced.left_out import with_left_out
from wellsourced.policy import policy
from wellsourced.prices import total
from wellsourced.references import restyled, with_references
from wellsourced.risks import with_risks
from wellsourced.searching import Fetch, Rerank, dated, observed_of, reranked, seeded
from wellsourced.union import Union
from wellsourced_core.errors import BackendError, WriterError, shown
from wellsourced_core.figures import plural
from wellsourced_core.model import (
    Article,
    Assignment,
    Attempt,
    Batch,
    Conflict,
    Decision,
    Insufficient,
    Outcome,
    Provenance,
    Short,
    Source,
    Topic,
    Usage,
    Written,
)
from wellsourced_core.values import field, frozen, replace
from writer.extractive import NOTHING_TO_QUOTE
from writer.grounded import Reply, Request, UnusableReplyError
from writer.markdown import inert
from writer.untrusted import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import AttemptKind

WORDS = {"quick": 350, "standard": 650, "deep": 1000}


@frozen
class Settings:
    """The parameters of a run; ``as_of`` is the day that dates are measured from."""

    as_of: date
    mode: str = "standard"
    profile: str = "fast"
    quality: quality_options.Options = field(default_factory=quality_options.Options)
    audit: AuditOptions = field(default_factory=AuditOptions)
    publish: PublishOptions = field(default_factory=PublishOptions)
    results: int = 20
    references: str = "plain"


@frozen
class Tools:
    """What a run works with: backends, a writer, a reformulator, and a callback for progress.

    ``complete`` is the paid call that ``write`` makes, None for a writer that costs nothing. ``rerank`` puts sources
    in a better order for a question (tier premium); ``fetch`` reads a topic's own addresses as one more search.
    ``judge`` grades a source in the place of its relevance; it is asked from several threads at once. ``plain`` says
    that the writer types its markers itself, for a model without citations.
    """

    backends: tuple[Backend, ...]
    write: Callable[[Assignment], Written]
    writer: str = "extractive"
    reformulate: Reformulator = reformulate
    tell: Callable[[str], None] = lambda _: None
    complete: Callable[[Request], Reply] | None = None
    rerank: Rerank | None = None
    fetch: Fetch | None = None
    judge: judging.Judge | None = None
    judge_name: str = ""
    plain: bool = False


@frozen
class Research:
    """The result of the searches: every attempt, the judged union, why it was retried, and the gate's outcome.

    ``retried`` is why a second search was made, None where there was none; ``passes`` counts the rounds of searches.
    ``conflicts`` are all differences between the kept sources, spreads included; ``judging`` is what a judge took;
    ``observations`` are what came to light of addresses that were read (R404, R405), by canonical address.
    """

    attempts: tuple[Attempt, ...]
    batch: Batch
    retried: Decision | None
    stopped: Decision | None
    outcome: Outcome
    mode: str
    evidence: Evidence
    conflicts: tuple[Conflict, ...] = ()
    judging: Usage = field(default_factory=Usage)
    observations: tuple[Observation, ...] = ()
    passes: int = 1


def make_article(topic: Topic, tools: Tools, settings: Settings) -> Article:
    """Research a topic and write an article or a refusal; raises BackendError or WriterError."""
    found = research(topic.question, topic.mode or settings.mode, tools, settings, topic.seed_urls)
    ruling = evidence.rule(found.evidence, topic.profile or settings.profile, settings.quality)
    for line in lines(found, settings.quality, ruled(ruling, topic.profile or settings.profile)):
        tools.tell(line)
    if isinstance(found.outcome, Insufficient) or not ruling.allowed:
        return refuse(topic, found, ruling, tools, settings)
    kept = found.outcome.kept
    facts = validate(topic.notes, kept)
    passages = select(topic.question, kept, settings.quality)
    disclaimer = found.outcome.disclaimer if isinstance(found.outcome, Short) else None
    words = (topic.words or WORDS[found.mode]) // (2 if disclaimer else 1)
    assignment = Assignment(topic.question, words, passages, facts.facts, disclaimer, settings.as_of)
    try:
        written = tools.write(assignment)
    except WriterError as error:
        if error.code != NOTHING_TO_QUOTE:
            raise
        reason = Decision(NOTHING_TO_QUOTE, error.problem, (("kept", len(kept)), ("passages", len(passages))))
        return refuse(topic, found, evidence.Ruling(False, NOTHING_TO_QUOTE, (reason,)), tools, settings)
    numbered = tuple(replace(scored.source, n=n) for n, scored in enumerate(kept, 1))
    done = _published(topic, written, numbered, found, evidence.risks(found.evidence, ruling.reasons), tools, settings)
    record = replace(
        _record(topic, found, ruling, tools, settings),
        facts=facts.facts,
        dropped=facts.dropped,
        passages=len(passages),
        repairs=done.repairs,
        claims=weigh_claims(done.report, kept, settings.quality, found.conflicts),
        usage=total((written.usage, found.judging)),
    )
    return Article(topic, done.text, done.sources, done.report, record)


def _published(
    topic: Topic,
    written: Written,
    numbered: tuple[Source, ...],
    found: Research,
    risks: Sequence[str],
    tools: Tools,
    settings: Settings,
) -> Published:
    """Add our own parts to a draft and publish it; raises WriterError if nothing of it may be published.

    What code wrote may stand uncited: the question, the disclaimer, the risks, and all of an extractive article.
    """
    body = without_lists(written.markdown)
    whole = with_risks(body, found.evidence, risks)
    disclaimer = ""
    if isinstance(found.outcome, Short):
        disclaimer, most = found.outcome.disclaimer, settings.quality.mode(found.mode).passes
        whole = with_left_out(whole, found.outcome, found.stopped, found.passes, most)
    ours = "\n\n".join((topic.question, disclaimer, whole if tools.complete is None else whole[len(body.rstrip()) :]))
    done = publish(
        with_references(whole, numbered),
        numbered,
        settings.audit,
        settings.publish,
        title=inert(one_line(topic.question)),
        ours=ours,
        fabricated=written.fabricated,
    )
    if not done.sources:
        raise UnusableReplyError(
            topic.question, "no citation of the draft stood up to the audit", "run it again", Usage()
        )
    if not done.settled:
        raise WriterError(topic.question, "the draft could not be repaired within the rounds allowed", "run it again")
    text = restyled(done.text, done.sources, settings.references, done.report.markers)
    observed = observed_of(done.sources, found.observations)
    if text == done.text and not observed:
        return done
    report = audit(text, done.sources, settings.audit, "article.md", observed)
    return replace(done, text=text, report=report)


def research(question: str, mode: str, tools: Tools, settings: Settings, seeds: Sequence[str] = ()) -> Research:
    """Search, judge, and search again in other words if the first results are weak; then let the gate decide.

    The union of all searches is judged against the original question, so that a retry never makes the best
    sources worse. ``deep`` mode goes on until code names a reason to end; every mode ends with its last pass.
    """
    options = settings.quality
    grader, union = _Grader(question, tools), Union(question, options, settings.as_of)
    made = dated(attempt("original", question, tools.backends, settings.results), settings.as_of)
    read = seeded(question, seeds, tools.fetch, tools.tell)
    made += dated((read.attempt,) if read else (), settings.as_of)
    require_any(made)
    batch = grader.graded(union.judged(made))
    retried: Decision | None = None
    stopped: Decision | None = None
    passes, known, most = 1, 0, options.mode(mode).passes
    while True:
        # What a reranker drops is not kept: the gate speaks of what is left. A weak batch is searched again anyway.
        weak = passes == 1 < most and gate.wants_retry(batch, options) is not None
        judged = batch if weak else reranked(question, batch, tools.rerank, options, tools.tell)
        outcome = gate.decide(judged, mode, options)
        clashes = between(outcome.kept)
        weighed = evidence.weigh(outcome.kept, options, conflicts=clashes)
        origins_found = len({s.origin for s in judged.scored})
        again = gate.retry(judged, outcome, mode, options)
        if mode == "deep":
            stopped = evidence.stop(passes, weighed, len(outcome.kept), origins_found - known, mode, options)
            # Nothing is refused after one search, whatever else would end a deep one.
            again = again if passes == 1 and again else evidence.wanting(weighed, stopped)
        if again is None or passes >= most:
            break
        queries = _reformulated(question, outcome, made, passes, tools, settings)
        if not queries:
            stopped = _NO_QUERY if mode == "deep" else None
            break
        retried, stopped = retried or again, None
        made += dated(attempts(queries, tools.backends, settings.results), settings.as_of)
        batch = grader.graded(union.judged(made))
        passes, known = passes + 1, origins_found
    seen = read.observations if read else ()
    return Research(made, judged, retried, stopped, outcome, mode, weighed, clashes, total(grader.spent), seen, passes)


_NO_QUERY = Decision("no_new_information", "no query is left that was not asked", (("queries", 0.0),))


def refuse(topic: Topic, found: Research, ruling: evidence.Ruling, tools: Tools, settings: Settings) -> Article:
    """Answer that the evidence is insufficient: what was searched, what was found, where to look. No model call."""
    record = _record(topic, found, ruling, tools, settings)
    too_few = isinstance(found.outcome, Insufficient)
    reasons = () if too_few else ruling.reasons
    said = () if too_few else record.missing
    text = refusal.answer(topic.question, found.attempts, found.outcome, settings.as_of, reasons, said)
    if not too_few:
        record = replace(record, outcome="insufficient", decision=blocked(ruling))
    return Article(topic, text, (), audit(text, (), settings.audit, "article.md"), record)


def blocked(ruling: evidence.Ruling) -> Decision:
    """Combine a blocking profile's reasons into one decision."""
    numbers = tuple((f"{d.rule} {name}", value) for d in ruling.reasons for name, value in d.numbers)
    return Decision(ruling.status, "; ".join(d.why for d in ruling.reasons), numbers)


def lines(found: Research, options: quality_options.Options, ruling: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the research as text lines: one per search and source, then the decisions and the outcome."""
    said = [
        f"Search ({one.kind}, {one.provider}): {shown(one.query, 120)} - "
        + (f"failed: {one.error}" if one.error else plural(len(one.ranked), "result"))
        for one in found.attempts
    ]
    if found.retried is not None:
        said.append(f"Retried: {found.retried.why}")
    dropped = gate.reasons(found.batch, found.outcome, found.mode, options)
    pairs = zip(found.batch.scored, dropped, strict=True)
    said += [gate.line(i, scored, options, why) for i, (scored, why) in enumerate(pairs, 1)]
    if found.stopped is not None:
        said.append(f"Stopped: {found.stopped.rule} ({found.stopped.why})")
    one = found.evidence
    said.append(
        f"Evidence: support {one.support:.2f}, recency {one.recency:.2f}, diversity {one.diversity:.2f};"
        f" origins {one.origins}, official {one.official}"
    )
    outcome = f"Outcome: {gate.named(found.outcome)} - {found.outcome.decision.why}"
    # Where too few sources were kept no profile has anything to judge.
    held = () if isinstance(found.outcome, Insufficient) else (*(f"Risk: {note}" for note in one.notes), *ruling)
    return (*said, *held, outcome)


def may_write(found: Research, settings: Settings) -> bool:
    """Tell whether an article would be written: enough sources, and a profile that lets them pass."""
    if isinstance(found.outcome, Insufficient):
        return False
    return evidence.rule(found.evidence, settings.profile, settings.quality).allowed


def ruled(ruling: evidence.Ruling, profile: str) -> tuple[str, ...]:
    """Return a profile's objections to the evidence, one line each."""
    return tuple(f"Profile {profile}: {ruling.status} - {reason.why}" for reason in ruling.reasons)


class _Grader:
    """The grades of the judge, if there is one: each source is asked about once, however often it is found.

    A page that gives a model orders is not shown to it: such a page keeps the grade of its relevance.
    """

    def __init__(self, question: str, tools: Tools) -> None:
        self._question, self._tools = question, tools
        self._known: dict[Source, judging.Judgement] = {}
        self.spent: list[Usage] = []

    def graded(self, batch: Batch) -> Batch:
        judge_one = self._tools.judge
        if judge_one is None:
            return batch
        # An origin's copies share the judgement of the one that speaks for it.
        voices = {s.origin: s.source for s in leaders(batch.scored) if not injected(s.source)}
        new = [source for source in voices.values() if source not in self._known]
        answers = judging.grades(self._question, new, judge_one)
        self._known.update(zip(new, answers, strict=True))
        self.spent += [answer.usage for answer in answers]
        failed = sum(answer.failed for answer in answers)
        if failed:
            given = plural(len(new), "answer")
            self._tools.tell(f"Judge: {failed} of {given} could not be used; each counts as grade 3")
        told = {origin: self._known[source] for origin, source in voices.items()}
        return judging.regrade(batch, [told.get(s.origin) for s in batch.scored])


def _reformulated(
    question: str, outcome: Outcome, made: Sequence[Attempt], passes: int, tools: Tools, settings: Settings
) -> tuple[tuple[AttemptKind, str], ...]:
    """Return the queries worth asking next: those of the reformulator that were not asked before.

    It learns only from pages that pass the gate: what strays from the question must not steer the next search.
    Whoever made them, the queries keep the rarest terms of the question: a new wording must not change the subject.
    After the first search there is always a query: a question of one word is asked for a kind of document.
    """
    first = [scored.source for scored in outcome.kept if not injected(scored.source)]
    try:
        broader, reframed = tools.reformulate(question, first)
    except BackendError as error:
        tools.tell(f"Reformulation failed ({error.problem}); the built-in one is used")
        broader, reframed = reformulate(question, first)
    asked = {" ".join(one.query.lower().split()) for one in made}
    fresh: list[tuple[AttemptKind, str]] = []
    proposals: tuple[tuple[AttemptKind, str], ...] = (("broader", broader), ("reframed", reframed))
    for kind, proposal in proposals:
        query = anchor(question, proposal)
        normal = " ".join(query.lower().split())
        if normal and normal not in asked:
            asked.add(normal)
            fresh.append((kind, query))
    if not fresh and passes == 1:
        fresh.append(("reframed", refusal.sharper(question, made, settings.as_of)[0]))
    return tuple(fresh)


def _record(topic: Topic, found: Research, ruling: evidence.Ruling, tools: Tools, settings: Settings) -> Provenance:
    return Provenance(
        question=topic.question,
        mode=found.mode,
        profile=topic.profile or settings.profile,
        as_of=settings.as_of,
        writer=tools.writer,
        attempts=found.attempts,
        retried=found.retried,
        batch=found.batch,
        outcome=gate.named(found.outcome),
        decision=found.outcome.decision,
        kept=found.outcome.kept,
        decisions=tuple(d for d in (found.stopped, *ruling.reasons) if d is not None),
        risks=evidence.risks(found.evidence, ruling.reasons),
        usage=found.judging,
        policy=policy(),
        status=ruling.status,
        evidence=found.evidence.numbers,
        conflicts=found.conflicts,
        missing=(*_too_few(found), *evidence.missing(found.evidence, ruling.reasons)),
        judge=tools.judge_name,
    )


def _too_few(found: Research) -> tuple[str, ...]:
    numbers = dict(found.outcome.decision.numbers)
    lacking = int(numbers["short"] - numbers["kept"])
    if lacking <= 0:
        return ()
    return (f"{lacking} more source{'s' if lacking > 1 else ''} that answer{'' if lacking > 1 else 's'} the question",)
