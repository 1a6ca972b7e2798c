"""Report the progress of an article as it is made: events for programs, lines for a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quality import gate, kinship
from quality.evidence import Evidence
from quality.options import Options
from wellsourced_core.errors import shown
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import Attempt, Batch, Decision, Outcome
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    EventName = Literal[
        "search",
        "score",
        "retry",
        "gate",
        "source",
        "evidence",
        "risk",
        "stop",
        "profile",
        "write",
        "audit",
        "outcome",
        "note",
    ]
    Detail = str | int | float | bool | None

_QUERY = 120


@frozen
class Event:
    """What happened, at which step of how many, and what is known of it by name: the shape of the schema `events`.

    ``says`` tells it to a person. An ``aside`` is a detail of the step, which a long run shows only when asked to.
    """

    name: EventName
    says: str
    step: int
    of: int
    details: tuple[tuple[str, Detail], ...] = ()
    aside: bool = False

    @property
    def line(self) -> str:
        """Return the line for the console: a step with its number, an aside without."""
        return self.says if self.aside else f"[{self.step}/{self.of}] {self.says}"


class Teller:
    """Makes the events of one article: a step for every search pass, then one each for gate, writer and audit.

    A pass that is not made leaves out its step: the gate's number is the same in every run of a mode.
    """

    def __init__(self, watch: Callable[[Event], None], tell: Callable[[str], None], passes: int, after: int) -> None:
        self._watch, self._tell, self._passes = watch, tell, passes
        self._step, self._of = 1, passes + 1 + after

    def note(self, line: str) -> None:
        """Tell what failed or was left out, and the run goes on without."""
        self._tell(line)
        self._say("note", line, ("says", line))

    def begin(self, passed: int) -> None:
        """Go on to the step after this many passes."""
        self._step = passed + 1

    def search(self, one: Attempt) -> None:
        found = (("kind", one.kind), ("provider", one.provider), ("query", one.query))
        self._say("search", search_line(one), *found, ("results", len(one.ranked)), ("error", one.error))

    def score(self, batch: Batch) -> None:
        sources, junk = len(batch.scored), sum(s.junk is not None for s in batch.scored)
        best = f"best three: composite {batch.top3_composite:.2f}, relevance {batch.top3_relevance:.2f}"
        means = (("top3_composite", batch.top3_composite), ("top3_relevance", batch.top3_relevance))
        says = f"Score: {plural(sources, 'source')}, {junk} junk; {best}"
        self._say("score", says, ("sources", sources), ("junk", junk), *means)

    def retry(self, why: Decision, queries: int) -> None:
        """Tell that another pass is made, and the rule that asks for it."""
        says = f"Retry: {why.why}; {plural(queries, 'query', 'queries')}"
        self._say("retry", says, ("rule", why.rule), ("why", why.why), ("queries", queries))

    def gate(self, outcome: Outcome, *, final: bool) -> None:
        """Tell what the gate decides: ``final`` after the last pass, else what it would say now."""
        if final:
            self._step = self._passes + 1
        name, why = gate.named(outcome), outcome.decision.why
        counts = (("kept", len(outcome.kept)), ("dropped", len(outcome.dropped)))
        decision = (("outcome", name), ("rule", outcome.decision.rule), ("why", why))
        self._say("gate", f"Gate{'' if final else ' so far'}: {name} - {why}", *decision, *counts, ("final", final))

    def stop(self, stopped: Decision) -> None:
        self._say("stop", stop_line(stopped), ("rule", stopped.rule), ("why", stopped.why))

    def sources(self, batch: Batch, outcome: Outcome, mode: str, options: Options) -> None:
        kept = {id(scored) for scored in outcome.kept}
        for scored, line in zip(batch.scored, source_lines(batch, outcome, mode, options), strict=True):
            named = (("source", scored.source.id), ("grade", scored.grade), ("kept", id(scored) in kept))
            self._say("source", line, *named, ("why", scored.why), ("orders", scored.orders is not None), aside=True)

    def evidence(self, found: Evidence, *, risks: bool) -> None:
        self._say("evidence", evidence_line(found), *found.numbers, aside=True)
        for note in found.notes if risks else ():
            self._say("risk", f"Risk: {note}", ("says", note), aside=True)

    def profile(self, name: str, status: str, reasons: Sequence[Decision]) -> None:
        for one in reasons:
            told = (("profile", name), ("status", status), ("rule", one.rule), ("why", one.why))
            self._say("profile", profile_line(name, status, one), *told, aside=True)

    def write(self, writer: str, passages: int, facts: int) -> None:
        self._step = self._passes + 2
        says = f"Write: {writer}, {plural(passages, 'passage')}, {plural(facts, 'validated fact')}"
        self._say("write", says, ("writer", writer), ("passages", passages), ("facts", facts))

    def audit(self, citations: int, repairs: int, findings: int) -> None:
        self._step = self._passes + 3
        left = f"{plural(repairs, 'repair')}, {plural(findings, 'finding')} left"
        says = f"Audit: {plural(citations, 'citation')}, {left}"
        self._say("audit", says, ("citations", citations), ("repairs", repairs), ("findings", findings))

    def outcome(self, name: str, why: str) -> None:
        self._say("outcome", f"Outcome: {name} - {why}", ("outcome", name), ("why", why), aside=True)

    def _say(self, name: EventName, says: str, *details: tuple[str, Detail], aside: bool = False) -> None:
        self._watch(Event(name, says, self._step, self._of, details, aside))


def search_line(one: Attempt) -> str:
    """Return a search as a line: what was asked, of whom, and how much came back."""
    came = f"failed: {one.error}" if one.error else plural(len(one.ranked), "result")
    return f"Search ({one.kind}, {one.provider}): {shown(one.query, _QUERY)} - {came}"


def stop_line(stopped: Decision) -> str:
    return f"Stopped: {stopped.rule} ({stopped.why})"


def source_lines(batch: Batch, outcome: Outcome, mode: str, options: Options) -> list[str]:
    """Return a line per source of the batch: its number, grade, whether it is kept, and why."""
    instead = gate.reasons(batch, outcome, mode, options)
    kin = {id(s) for s in outcome.kept if s.grade < options.keep_grade}
    return [
        gate.line(i, scored, options, kinship.WHY if id(scored) in kin else why, kin=id(scored) in kin)
        for i, (scored, why) in enumerate(zip(batch.scored, instead, strict=True), 1)
    ]


def evidence_line(one: Evidence) -> str:
    return (
        f"Evidence: support {one.support:.2f}, recency {one.recency:.2f}, diversity {one.diversity:.2f};"
        f" origins {one.origins}, official {one.official}"
    )


def profile_line(profile: str, status: str, reason: Decision) -> str:
    return f"Profile {profile}: {status} - {reason.why}"
