"""`review --terminal`: show one finding after the other, and keep what the editor says of it at once."""

from __future__ import annotations

from wellsourced.commands import Terminal
from wellsourced.commands._interactive import told
from wellsourced.commands._opinions import folder_of
from wellsourced.commands._reviews import NAME
from wellsourced_core.errors import shown
from wellsourced_core.model import Review
from wellsourced_core.values import mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wellsourced.commands._jobs import Job
    from wellsourced_core.model import Finding, ReviewWord

_ASKED = "agree, disagree, fixed, undo, j next, k previous, quit? [a/d/f/u/j/k/q] "
_HELP = (
    "a: agree; d: disagree (d WHY gives the reason); f: fixed; u: undo the last answer; j, k: next, previous; q: quit"
)
_AT_THE_END = "that was the last: undo, k previous, quit? [u/k/q] "
_WORDS: dict[str, ReviewWord] = {"a": "agree", "d": "disagree", "f": "fixed"}


def ask(terminal: Terminal, job: Job) -> int:
    """Ask about every finding, the surest first; 3 where there is none."""
    from wellsourced.formats._shared import by_certainty, plural
    from wellsourced.formats.records.review import write_reviews

    findings = by_certainty(job.judged(job.look(job.draft.original)).findings)
    if not findings:
        terminal.say(f"{shown(job.draft.name)}: no findings to judge")
        return 3
    place = folder_of(job.draft) / NAME
    talk = Dialogue(terminal, job.draft.name, job.draft.text, findings, dict(job.reviews))
    while not talk.over:
        if talk.answer():
            write_reviews(place, talk.said.values())
    judged = sum(one.id in talk.said for one in findings)
    terminal.say(f"{place}: {judged:,} of {plural(len(findings), 'finding')} judged")
    return 0


@mutable
class Dialogue:
    """The dialogue with an editor: ``at`` is the finding asked about, ``before`` what undo goes back to."""

    terminal: Terminal
    path: str
    text: str
    findings: Sequence[Finding]
    said: dict[str, Review]
    at: int = 0
    before: tuple[tuple[int, Review | None], ...] = ()
    over: bool = False

    def answer(self) -> bool:
        """Show a finding and take one answer; tell whether a judgement was given or taken back."""
        if self.at == len(self.findings):
            return self._elsewhere(self._read(_AT_THE_END)[:1].lower())
        finding = self.findings[self.at]
        for line in told(self.path, finding, self.text):
            self.terminal.say(line)
        earlier = self.said.get(finding.id)
        if earlier is not None:
            self.terminal.say(
                f"  you said: {earlier.judgement}{f' ({shown(earlier.reason)})' if earlier.reason else ''}"
            )
        given = self._read(f"{self.at + 1} of {len(self.findings)}: {_ASKED}")
        key, reason = given[:1].lower(), given[1:].strip()
        if key in _WORDS:
            if key == "d" and not reason:
                reason = self._read("why? ")
            self._say(finding, _WORDS[key], reason)
            return True
        return self._elsewhere(key)

    def _elsewhere(self, key: str) -> bool:
        """Move or undo; tell whether a judgement was taken back."""
        if key == "u":
            return self._undo()
        if key in ("j", "k"):
            self.at = min(len(self.findings), max(0, self.at + (1 if key == "j" else -1)))
        elif key == "q":
            self.over = True
        else:
            self.terminal.say(_HELP)
        return False

    def _say(self, finding: Finding, word: ReviewWord, reason: str) -> None:
        from wellsourced.formats.records.review import reason_of

        self.before += ((self.at, self.said.get(finding.id)),)
        sure = finding.told or finding.certainty
        self.said[finding.id] = Review(finding.id, finding.code, sure, word, reason_of(reason))
        self.at += 1

    def _undo(self) -> bool:
        if not self.before:
            self.terminal.say("nothing to undo")
            return False
        self.at, earlier = self.before[-1]
        self.before = self.before[:-1]
        if earlier is None:
            del self.said[self.findings[self.at].id]
        else:
            self.said[earlier.id] = earlier
        return True

    def _read(self, prompt: str) -> str:
        """Ask and return the answer; the end of the input is a "q"."""
        self.terminal.err.write(prompt)
        self.terminal.err.flush()
        answer = self.terminal.into.readline()
        if not answer:
            self.terminal.say("")
            return "q"
        return answer.strip()
