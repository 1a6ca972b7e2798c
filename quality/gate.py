"""Decide by rule: search once more? a full report, a short one, or none?"""

from __future__ import annotations

from quality.answer_gaps import shortfalls, speaks_of_year
from quality.composite import leaders
from quality.options import Mode, Options
from quality.question import read_question
from wellsourced_core.errors import shown
from wellsourced_core.message_numbers import below, plural
from wellsourced_core.model import Batch, Decision, Full, Insufficient, Outcome, ScoredSource, Short
from wellsourced_core.text import host_of
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DecisionRule, OutcomeName


def wants_retry(batch: Batch, options: Options) -> Decision | None:
    """Return the rule that finds the results weak, or None. A mean equal to its threshold passes."""
    numbers = (("top3_composite", batch.top3_composite), ("top3_relevance", batch.top3_relevance))
    rules: tuple[DecisionRule, ...] = ("retry-composite", "retry-relevance")
    for rule, (name, value), least in zip(
        rules, numbers, (options.retry_composite, options.retry_relevance), strict=True
    ):
        if value < least:
            what = name.removeprefix("top3_")
            why = f"mean {what} of the top 3 is {below(value, least)}, below {least:g}"
            return Decision(rule, why, (*numbers, ("threshold", least)))
    return None


def retry(batch: Batch, outcome: Outcome, mode: str, options: Options) -> Decision | None:
    """Return why a second search would be made, or None: weak results, or an outcome that is not full.

    Nothing is refused after one search, unless the mode has no second one. ``outcome`` is what the gate says now.
    """
    if options.mode(mode).passes < 2:
        return None
    weak = wants_retry(batch, options)
    if weak is not None or isinstance(outcome, Full):
        return weak
    why = f"the outcome would be {named(outcome)}: {outcome.decision.why}"
    return Decision("retry-outcome", why, outcome.decision.numbers)


def decide(batch: Batch, mode: str, options: Options) -> Outcome:
    """Keep the best sources of grade 3 or higher, one per origin, and return what they suffice for.

    Better grades go first, within a grade those that speak of the question's year, then the composite decides.
    Everything else is dropped: junk, low grades, copies of an origin already kept, sources beyond the mode's number.
    Nothing dropped may reach the writer. What the kept pages lack of what is asked lowers the outcome, and the first
    reason of the lowest is the decision.
    """
    rule, asked = options.mode(mode), read_question(batch.query)
    # Grades first: an origin is represented by a good copy, whatever address has the best composite.
    relevant = sorted(
        leaders(s for s in batch.scored if s.grade >= options.keep_grade),
        key=lambda s: (-s.grade, not speaks_of_year(asked, s.source)),
    )
    kept = tuple(relevant[: rule.sources])
    ids = {id(s) for s in kept}
    dropped = tuple(s for s in batch.scored if id(s) not in ids)
    found = len({s.origin for s in batch.scored})
    numbers = tuple(
        (name, float(n))
        for name, n in (("kept", len(kept)), ("found", found), ("full", rule.full), ("short", rule.short))
    )
    if len(kept) < rule.short:
        decision = Decision("gate-insufficient", _said(len(kept), found, rule, "short"), numbers)
        return Insufficient(kept, dropped, decision)
    lacking = list(shortfalls(asked, [s.source for s in kept]))
    for one in lacking:
        if one.most == "insufficient":
            return Insufficient(kept, dropped, replace(one.decision, numbers=numbers))
    if lacking:
        decision = replace(lacking[0].decision, numbers=numbers)
        return Short(kept, dropped, decision, disclaimer(len(kept), found, decision.why))
    if len(kept) < rule.full:
        decision = Decision("gate-short", _said(len(kept), found, rule, "short"), numbers)
        return Short(kept, dropped, decision, disclaimer(len(kept), found))
    return Full(kept, dropped, Decision("gate-full", _said(len(kept), found, rule, "full"), numbers))


def passed(outcome: Outcome, options: Options) -> int:
    """Return how many origins passed, those beyond the mode's number of sources included."""
    judged = (*outcome.kept, *outcome.dropped)
    return len({s.origin for s in judged if s.junk is None and s.grade >= options.keep_grade})


def named(outcome: Outcome) -> OutcomeName:
    """Return what an outcome is called in records."""
    if isinstance(outcome, Full):
        return "full"
    return "short" if isinstance(outcome, Short) else "insufficient"


def disclaimer(kept: int, found: int, lacking: str = "") -> str:
    """Return the sentence that opens a short report: how few sources it rests on, or what they lack."""
    if lacking:
        said = lacking.replace("no kept page", "none of these sources").replace("one kept page", "only one source")
        return f"This report answers a part of the question only: it {said}."
    if kept >= found:
        lead = f"Only {plural(kept, 'relevant source')} {'was' if kept == 1 else 'were'} found for the question"
    else:
        lead = f"Only {kept} of {found} sources found {'was' if kept == 1 else 'were'} relevant to the question"
    what = "it says" if kept == 1 else "they say"
    return f"{lead}; this is a short report of what {what}, and it may miss what other sources would add."


def line(i: int, scored: ScoredSource, options: Options | None = None, instead: str = "", *, kin: bool = False) -> str:
    """Return the line about a source for a person: ``Source 1 (nonoise.org): 4/5 KEEP - why``.

    ``instead`` is the reason for deciding otherwise than its grade would have it: for dropping it, of ``kin`` for
    keeping it.
    """
    keep = kin or (not instead and scored.junk is None and scored.grade >= (options or Options()).keep_grade)
    host = shown(host_of(scored.source.url).removeprefix("www.") or scored.source.id, 80)
    why = f"{instead}; {scored.why}" if instead else scored.why
    return f"Source {i} ({host}): {scored.grade}/5 {'KEEP' if keep else 'DROP'} - {shown(why)}"


def reasons(batch: Batch, outcome: Outcome, mode: str, options: Options) -> tuple[str, ...]:
    """Return for each source a reason for dropping it other than its grade; "" for none."""
    kept = {id(s) for s in outcome.kept}
    number = {s.origin: i for i, s in enumerate(batch.scored, 1) if id(s) in kept}
    beyond = f"beyond the {options.mode(mode).sources} of {mode} mode"
    found = []
    for scored in batch.scored:
        passed = scored.junk is None and scored.grade >= options.keep_grade and id(scored) not in kept
        copy_of = number.get(scored.origin)
        found.append((f"a copy of source {copy_of}" if copy_of else beyond) if passed else "")
    return tuple(found)


def _said(kept: int, found: int, mode: Mode, report: str) -> str:
    need = mode.full if report == "full" else mode.short
    if not found:
        what = "no source was found"
    else:
        verb = "is" if kept == 1 else "are"
        what = f"{kept} of {plural(found, 'source')} {verb} relevant enough to keep"
    return f"{what}; a {report} report in {mode.name} mode needs {need}"
