"""The whole pipeline of one article: search, score, retry, gate, validate, select, write, audit.

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
from quality.junk import held_down
from quality.kinship import with_kin
from quality.selection import select
from retrieval.attempt import attempt, attempts, require_any
from retrieval.backends import Backend
from retrieval.reformulate import Reformulator, anchor, reformulate
from wellsourced.closing_note import doubted, lost, surviving, with_closing
from wellsourced.fact_validation import validate, weigh_claims
from wellsourced.live_events import (
    Event,
    Teller,
    evidence_line,
    profile_line,
    search_line,
    source_lines,
    stop_line,
)
from wellsourced.merged_searches import Union
from wellsourced.opinions.article_reading import ReadArticle, Reading, read_article
from wellsourced.policy import policy
from wellsourced.prices import total
from wellsourced.reference_list import restyled, with_references
from wellsourced.risks_section import about_orders, with_risks
from wellsourced.search_ranking import Fetch, Rank, Rerank, dated, observed_of, ordered, reranked, seeded
from wellsourced.source_conflicts import between
from wellsourced.source_observations import of_orders
from wellsourced.unused_sources import with_left_out
from wellsourced_core.errors import BackendError, WriterError
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import (
    Article,
    Assignment,
    Attempt,
    Batch,
    Change,
    Conflict,
    Decision,
    Finding,
    HouseStyle,
    Insufficient,
    Outcome,
    Provenance,
    Short,
    Source,
    Topic,
    Usage,
    Written,
)
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import field, frozen, replace
from writer.extractive import NOTHING_TO_QUOTE
from writer.grounded import Reply, Request, UnusableReplyError
from writer.plain_markdown import inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import AttemptKind

_DRAFTS = 4  # of a writer that costs nothing, until all that it quotes stands
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
    style: HouseStyle = field(default_factory=HouseStyle)


@frozen
class Tools:
    """What a run works with: backends, a writer, a reformulator, and callbacks for what happens.

    ``complete`` is the paid call that ``write`` makes, None for a writer that costs nothing. ``rerank`` puts sources
    in a better order for a question (tier premium); ``rank`` says how near each source that was kept is to the
    question, for their order alone; ``fetch`` reads a topic's own addresses as one more search.
    ``judge`` grades a source in the place of its relevance; it is asked from several threads at once. ``plain`` says
    that the writer types its markers itself, for a model without citations. ``reading`` says who is asked about what
    stays doubtful in an article. ``watch`` hears of everything at the moment it happens; ``tell`` hears only what
    failed or was left out, as a line.
    """

    backends: tuple[Backend, ...]
    write: Callable[[Assignment], Written]
    writer: str = "extractive"
    reformulate: Reformulator = reformulate
    tell: Callable[[str], None] = lambda _: None
    complete: Callable[[Request], Reply] | None = None
    rerank: Rerank | None = None
    rank: Rank | None = None
    fetch: Fetch | None = None
    judge: judging.Judge | None = None
    judge_name: str = ""
    plain: bool = False
    reading: Reading | None = None
    watch: Callable[[Event], None] = lambda _: None


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
    mode, profile = topic.mode or settings.mode, topic.profile or settings.profile
    teller = Teller(tools.watch, tools.tell, settings.quality.mode(mode).passes, after=2)
    found = _research(topic.question, mode, tools, settings, topic.seed_urls, teller)
    ruling = evidence.rule(found.evidence, profile, settings.quality)
    if not isinstance(found.outcome, Insufficient):  # with too few sources there is no evidence for a profile to judge
        teller.profile(profile, ruling.status, ruling.reasons)
    article = _made(topic, found, ruling, tools, settings, teller)
    teller.outcome(article.provenance.outcome, article.provenance.decision.why)
    return article


def _made(
    topic: Topic, found: Research, ruling: evidence.Ruling, tools: Tools, settings: Settings, teller: Teller
) -> Article:
    """Write an article from what was found, or a refusal."""
    if isinstance(found.outcome, Insufficient) or not ruling.allowed:
        return refuse(topic, found, ruling, tools, settings)
    kept = found.outcome.kept
    facts = validate(
        topic.notes, kept, [one.answer for one in found.attempts], select(topic.question, kept, settings.quality)
    )
    passages = facts.passages
    disclaimer = found.outcome.disclaimer if isinstance(found.outcome, Short) else None
    words = (topic.words or settings.style.words or WORDS[found.mode]) // (2 if disclaimer else 1)
    assignment = Assignment(
        topic.question, words, passages, facts.facts, disclaimer, settings.as_of, found.conflicts, settings.style
    )
    teller.write(tools.writer, len(passages), len(facts.facts) + len(facts.extracted))
    risks = evidence.risks(found.evidence, ruling.reasons)
    numbered = tuple(replace(scored.source, n=n) for n, scored in enumerate(kept, 1))
    repairs: tuple[Finding, ...] = ()
    for _ in range(_DRAFTS):
        try:
            written = tools.write(assignment)
        except WriterError as error:
            if error.code != NOTHING_TO_QUOTE:
                raise
            reason = Decision(NOTHING_TO_QUOTE, error.problem, (("kept", len(kept)), ("passages", len(passages))))
            return refuse(topic, found, evidence.Ruling(False, NOTHING_TO_QUOTE, (reason,)), tools, settings)
        done, changes = _published(topic, written, numbered, found, risks, tools, settings)
        fallen = (*lost(written, done.text), *(doubted(written, done) if tools.complete is None else ()))
        repairs += done.repairs
        if not fallen:
            break
        # Without a sentence that fell, another may mean nothing: the draft is made again, which costs nothing.
        assignment = replace(assignment, barred=(*assignment.barred, *fallen))
    read = _read(done, found, tools, settings)
    if read.line:
        teller.note(f"Reader: {read.line}")
    done = replace(done, report=read.report)
    citations = sum(len(marker.refs) for marker in done.report.markers)
    teller.audit(citations, len(repairs), len(done.report.findings))
    record = replace(
        _record(topic, found, ruling, tools, settings),
        facts=(*facts.facts, *facts.extracted),
        dropped=facts.dropped,
        passages=len(passages),
        repairs=repairs,
        changes=changes,
        left_out=written.dropped,
        claims=weigh_claims(done.report, kept, settings.quality, found.conflicts),
        usage=total((written.usage, found.judging, read.used)),
        reader=tools.reading.reader.model if tools.reading is not None else "",
    )
    return Article(topic, done.text, done.sources, done.report, record, tuple(read.opinions.items()))


def _read(done: Published, found: Research, tools: Tools, settings: Settings) -> ReadArticle:
    """Have the reader, if there is one, look at what is doubtful in an article that stands."""
    if tools.reading is None:
        return ReadArticle(done.report, {})
    return read_article(done.report, done.sources, settings.audit, _observed(done.sources, found), tools.reading)


def _observed(sources: Sequence[Source], found: Research) -> tuple[Observation, ...]:
    """Return what was observed of an article's sources: dead links, retractions, orders to a model."""
    return (*observed_of(sources, found.observations), *(seen for s in sources for seen in of_orders(s)))


def _published(
    topic: Topic,
    written: Written,
    numbered: tuple[Source, ...],
    found: Research,
    risks: Sequence[str],
    tools: Tools,
    settings: Settings,
) -> tuple[Published, tuple[Change, ...]]:
    """Add our own parts to a draft and publish it; raises WriterError if nothing of it may be published.

    What code wrote may stand uncited: the question, the disclaimer, the risks, and all of an extractive article.
    Returned are the changes of a source's words, too, that stand in what is published.
    """
    body = without_lists(written.markdown)
    whole = with_risks(body, found.evidence, risks, written.contrasts)
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
    changes = surviving(written.changes, done.text)
    closed = with_closing(done.text, written, changes)
    text = restyled(closed, done.sources, settings.references, done.report.markers)
    observed = _observed(done.sources, found)
    if text != done.text or observed:
        report = audit(text, done.sources, settings.audit, "article.md", observed)
        done = replace(done, text=text, report=report)
    return done, changes


def research(question: str, mode: str, tools: Tools, settings: Settings, seeds: Sequence[str] = ()) -> Research:
    """Search, judge, and search again in other words if the first results are weak; then let the gate decide.

    The union of all searches is judged against the original question, so that a retry never makes the best
    sources worse. ``deep`` mode goes on until code names a reason to end; every mode ends with its last pass.
    """
    passes = settings.quality.mode(mode).passes
    return _research(question, mode, tools, settings, seeds, Teller(tools.watch, tools.tell, passes, after=0))


def _research(
    question: str, mode: str, tools: Tools, settings: Settings, seeds: Sequence[str], teller: Teller
) -> Research:
    options = settings.quality
    grader, union = _Grader(question, tools, options, teller), Union(question, options, settings.as_of)
    made = dated(attempt("original", question, tools.backends, settings.results, told=teller.search), settings.as_of)
    read = seeded(question, seeds, tools.fetch, teller.note)
    if read is not None:
        teller.search(read.attempt)
        made += dated((read.attempt,), settings.as_of)
    require_any(made)
    batch = _judged(made, union, grader, options, teller)
    retried: Decision | None = None
    stopped: Decision | None = None
    passes, known, most = 1, 0, options.mode(mode).passes
    while True:
        # What a reranker drops is not kept: the gate speaks of what is left. A weak batch is searched again anyway.
        weak = passes == 1 < most and gate.wants_retry(batch, options) is not None
        judged = batch if weak else reranked(question, batch, tools.rerank, options, teller.note)
        outcome = gate.decide(judged, mode, options)
        clashes = between(outcome.kept)
        weighed = evidence.weigh(outcome.kept, options, conflicts=clashes)
        origins_found = len({s.origin for s in judged.scored})
        again = gate.retry(judged, outcome, mode, options)
        if mode == "deep":
            kept, passed = len(outcome.kept), gate.passed(outcome, options)
            stopped = evidence.stop(passes, weighed, kept, origins_found - known, mode, options, passed=passed)
            # Nothing is refused after one search, whatever else would end a deep one.
            again = again if passes == 1 and again else evidence.wanting(weighed, stopped)
        if again is None or passes >= most:
            break
        teller.gate(outcome, final=False)
        queries = _reformulated(question, outcome, made, passes, tools, settings, teller)
        if not queries:
            stopped = _NO_QUERY if mode == "deep" else None
            break
        teller.retry(again, len(queries))
        teller.begin(passes)
        retried, stopped = retried or again, None
        made += dated(attempts(queries, tools.backends, settings.results, told=teller.search), settings.as_of)
        batch = _judged(made, union, grader, options, teller)
        passes, known = passes + 1, origins_found
    if stopped is not None:
        teller.stop(stopped)
    # A model that has read the pages knows better.
    if tools.judge is None and judged is batch:
        outcome = with_kin(outcome, judged, mode, options)
        clashes = between(outcome.kept)
        weighed = evidence.weigh(outcome.kept, options, conflicts=clashes)
    outcome = ordered(question, outcome, tools.rank, teller.note)
    teller.gate(outcome, final=True)
    teller.sources(judged, outcome, mode, options)
    weighed = replace(weighed, notes=(*weighed.notes, *about_orders(outcome, options)))
    teller.evidence(weighed, risks=not isinstance(outcome, Insufficient))
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
    said = [search_line(one) for one in found.attempts]
    if found.retried is not None:
        said.append(f"Retried: {found.retried.why}")
    said += source_lines(found.batch, found.outcome, found.mode, options)
    if found.stopped is not None:
        said.append(stop_line(found.stopped))
    said.append(evidence_line(found.evidence))
    outcome = f"Outcome: {gate.named(found.outcome)} - {found.outcome.decision.why}"
    # Where too few sources were kept no profile has anything to judge.
    held = (
        ()
        if isinstance(found.outcome, Insufficient)
        else (*(f"Risk: {note}" for note in found.evidence.notes), *ruling)
    )
    return (*said, *held, outcome)


def may_write(found: Research, settings: Settings) -> bool:
    """Tell whether an article would be written: enough sources, and a profile that lets them pass."""
    if isinstance(found.outcome, Insufficient):
        return False
    return evidence.rule(found.evidence, settings.profile, settings.quality).allowed


def ruled(ruling: evidence.Ruling, profile: str) -> tuple[str, ...]:
    """Return a profile's objections to the evidence, one line each."""
    return tuple(profile_line(profile, ruling.status, reason) for reason in ruling.reasons)


class _Grader:
    """The grades of the judge, if there is one: each source is asked about once, however often it is found.

    A page that gives a model orders is not shown to it, and has a grade that is not kept.
    """

    def __init__(self, question: str, tools: Tools, options: quality_options.Options, teller: Teller) -> None:
        self._question, self._tools, self._options, self._teller = question, tools, options, teller
        self._known: dict[Source, judging.Judgement] = {}
        self.spent: list[Usage] = []

    def graded(self, batch: Batch) -> Batch:
        judge_one = self._tools.judge
        if judge_one is None:
            return batch
        # An origin's copies share the judgement of the one that speaks for it: one that gives no orders.
        voices = {s.origin: s.source for s in leaders(s for s in batch.scored if s.orders is None)}
        new = [source for source in voices.values() if source not in self._known]
        answers = judging.grades(self._question, new, judge_one)
        self._known.update(zip(new, answers, strict=True))
        self.spent += [answer.usage for answer in answers]
        failed = sum(answer.failed for answer in answers)
        if failed:
            given = plural(len(new), "answer")
            self._teller.note(f"Judge: {failed} of {given} could not be used; each counts as grade 3")
        told = {origin: self._known[source] for origin, source in voices.items()}
        graded = judging.regrade(batch, [None if s.orders else told.get(s.origin) for s in batch.scored])
        held = (held_down(s, self._options, judged=True) if s.orders else s for s in graded.scored)
        return replace(graded, scored=tuple(held))


def _judged(
    made: Sequence[Attempt], union: Union, grader: _Grader, options: quality_options.Options, teller: Teller
) -> Batch:
    """Judge the union of all searches; a model's grades, if one judges, come after its score is told."""
    batch = union.judged(made)
    # Also of a page that nothing would be kept of, the record tells that it gives orders.
    told = (s if s.orders else held_down(s, options) for s in batch.scored)
    batch = replace(batch, scored=tuple(told))
    teller.score(batch)
    return grader.graded(batch)


def _reformulated(
    question: str,
    outcome: Outcome,
    made: Sequence[Attempt],
    passes: int,
    tools: Tools,
    settings: Settings,
    teller: Teller,
) -> tuple[tuple[AttemptKind, str], ...]:
    """Return the queries worth asking next: those of the reformulator that were not asked before.

    It learns only from pages that pass the gate and give a model no orders: what strays from the question must not
    steer the next search. Whoever made them, the queries keep the rarest terms of the question: a new wording must not
    change the subject. After the first search there is always a query: a question of one word is asked for a kind of
    document.
    """
    first = [scored.source for scored in outcome.kept if scored.orders is None]
    try:
        broader, reframed = tools.reformulate(question, first)
    except BackendError as error:
        teller.note(f"Reformulation failed ({error.problem}); the built-in one is used")
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
