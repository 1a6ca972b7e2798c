"""`audit --interactive`: ask about every fix at the terminal, and apply the accepted ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wellsourced.commands import Terminal
from wellsourced_core.errors import shown
from wellsourced_core.model import Edit, FileReport, Finding
from wellsourced_core.values import mutable

_HELP = (
    "y: apply this fix; n: skip it; a: apply this and all that follow; q: stop asking, apply what was accepted so far"
)
_ROUNDS = 12
_SHOWN_EDITS = 5
_AROUND = 40


@mutable
class Questions:
    """The dialogue with the user; the answers "a" and "q" apply to all remaining drafts."""

    terminal: Terminal
    all: bool = False
    over: bool = False

    def wants(self, path: str, finding: Finding, text: str) -> bool:
        """Show a finding with its sentence and its change and ask; the end of the input is a "q"."""
        if self.over:
            return False
        if self.all:
            return True
        for line in told(path, finding, text):
            self.terminal.say(line)
        while True:
            self.terminal.err.write("apply this fix? [y/n/a/q] ")
            self.terminal.err.flush()
            answer = self.terminal.into.readline()
            if not answer:
                self.terminal.say("")
            choice = answer.strip().lower()[:1] if answer else "q"
            if choice in ("y", "n", "a", "q"):
                self.all, self.over = choice == "a", choice == "q"
                return choice in ("y", "a")
            self.terminal.say(_HELP)


def repair(text: str, look: Callable[[str], FileReport], questions: Questions) -> tuple[str, int]:
    """Return the draft with the fixes that were wanted, and how many; nothing is asked twice.

    A fix may bring another one along (an entry that nothing cites any more): then that one is asked for too.
    """
    from audit.repair import apply, choose

    asked: set[str] = set()
    made = 0
    for _ in range(_ROUNDS):
        report = look(text)
        # Of findings that are alike the second is "<id>-2", and the first's id once that one is gone.
        new = [f for f in report.findings if f.fix is not None and f.id.partition("-")[0] not in asked]
        wanted = frozenset(finding.id for finding in new if questions.wants(report.path, finding, text))
        asked |= {finding.id.partition("-")[0] for finding in new}
        chosen = choose(report.findings, only=wanted) if wanted else ()
        made_now = {finding.id for finding in chosen}
        for finding in new:
            if finding.id in wanted - made_now:
                questions.terminal.say(f"{report.path}:{finding.line}: not applied, another fix overlaps: run again")
        if not chosen:
            break
        text = apply(text, (edit for finding in chosen if finding.fix is not None for edit in finding.fix.edits))
        made += len(chosen)
    return text, made


def told(path: str, finding: Finding, text: str) -> Iterator[str]:
    """Yield a finding with its sentence, its evidence and its change."""
    edits = finding.fix.edits if finding.fix is not None else ()
    safety = finding.fix.safety if finding.fix is not None else ""
    where = f"{shown(path)}:{finding.line}:{finding.column}"
    yield f"{where}: {finding.code} {finding.rule}: {shown(finding.message, 300)} (id {finding.id})"
    yield f"    {shown(_sentence(text, finding.start), 300)}"
    if finding.evidence is not None:
        yield f"    source says: {shown(finding.evidence.text, 200)}"
    for edit in edits[:_SHOWN_EDITS]:
        before, old, after = _piece(text, edit)
        yield f"  - {shown(before + old + after)}"
        yield f"  + {shown(before + edit.text + after)}"
    if len(edits) > _SHOWN_EDITS:
        yield f"  and {len(edits) - _SHOWN_EDITS} more"
    if safety:
        yield f"  this fix is {safety}"


def _sentence(text: str, offset: int) -> str:
    from wellsourced.formats._shared import sentence_at

    start, end = sentence_at(text, offset)
    return text[start:end]


def _piece(text: str, edit: Edit) -> tuple[str, str, str]:
    """Return (before, old, after): what an edit replaces, in its line, cut to what a reader needs."""
    before = text[max(0, edit.start - _AROUND) : edit.start].rpartition("\n")[2]
    after = text[edit.end : edit.end + _AROUND].partition("\n")[0]
    return before, text[edit.start : edit.end], after
